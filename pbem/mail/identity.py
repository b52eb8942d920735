"""Who speaks: the ladder signed > token > from, and who may speak for whom.

A token belongs to one game, one seat and one place in the game; it is spent with the seat's next entry.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping

import msgspec

from pbem.mail.settings import Settings
from pbem.mail.signature import Signed
from pbem.mail.submission import Submission

MODERATOR = "mod"
TOKEN_DIGITS = 20
_TOKEN_LINE = re.compile(r"^[ \t]*token[ \t:]+([0-9a-f]{20})[ \t.]*$", re.IGNORECASE | re.MULTILINE)
_TOKEN = re.compile(r"(?<![0-9a-f])[0-9a-f]{20}(?![0-9a-f])", re.IGNORECASE)


class Table(msgspec.Struct, frozen=True):
    """What identity needs of a game: `addresses` of its seats, and where it stands.

    `spent` holds for each seat, and for `mod`, the number of its last entry; `due` is the next number.
    """

    name: str
    addresses: Mapping[str, str]
    spent: Mapping[str, int]
    due: int


class Identity(msgspec.Struct, frozen=True):
    """The verdict: which seat spoke and how that is known, or why nobody did.

    `seats` holds a seat or `mod`, several where one person has several and named none, none for a
    stranger. `acts_for` is the seat for whom the moderator acts. With a `refusal` (a stable code) the
    first of `seats` is whom the answer goes to.
    """

    seats: tuple[str, ...] = ()
    how: str = ""
    acts_for: str = ""
    refusal: str = ""
    words: str = ""
    note: str = ""


def token(secret: bytes, game: str, seat: str, number: int) -> str:
    """The token of a seat for the entry with a number."""
    message = f"pbem token 1\0{game}\0{seat}\0{number}".encode()
    return hmac.digest(secret, message, "sha256").hex()[:TOKEN_DIGITS]


def strip_tokens(orders: str) -> tuple[str, tuple[str, ...]]:
    """Orders with lines such as `token 5f3a...` blanked out, and the tokens that stood in them."""
    found = tuple(_TOKEN_LINE.findall(orders))
    return _TOKEN_LINE.sub(lambda line: " " * len(line[0]), orders), found


def hide_tokens(text: str) -> str:
    """Text that may be shown: whatever looks like a token is not repeated."""
    return _TOKEN.sub("(token)", text)


def identify(
    mail: Submission,
    table: Table,
    settings: Settings,
    secret: bytes,
    *,
    typed: tuple[str, ...] = (),
    labelled: str = "",
    signed: Signed | None = None,
) -> Identity:
    """Say who speaks. `typed` are tokens from the orders, `labelled` the seat an order's label names."""
    return _Desk(mail, table, settings, secret, typed, labelled, signed).verdict()


class _Desk:
    def __init__(
        self,
        mail: Submission,
        table: Table,
        settings: Settings,
        secret: bytes,
        typed: tuple[str, ...],
        labelled: str,
        signed: Signed | None,
    ) -> None:
        self.mail = mail
        self.table = table
        self.settings = settings
        self.secret = secret
        self.typed = typed
        self.named = (mail.speaks_for or labelled).casefold()
        self.signed = signed

    def verdict(self) -> Identity:
        """Climb down the ladder as far as the desk allows."""
        by_from = self._by_from()
        current, spent = self._by_token()
        signer = self._by_signature(by_from or tuple(self.table.addresses))
        if signer and not isinstance(signer, Identity):
            return self._speaking((signer,), "signed", by_from)
        if isinstance(signer, Identity):
            return signer
        if self.settings.identity == "signed":
            return self._refused(by_from or current, "not-signed", "this desk takes signed orders only")
        if current:
            return self._speaking(current, "token", by_from)
        if self.settings.identity == "token":
            return self._without_token(by_from, spent)
        if not by_from:
            return self._stranger()
        return self._speaking(by_from, "from", by_from)

    def _without_token(self, by_from: tuple[str, ...], spent: tuple[str, ...]) -> Identity:
        if not by_from:
            return self._stranger()
        if spent:
            why = "the mail you answered is an older one, and its token has been used; please answer this one"
            return self._refused(by_from, "token-spent", why)
        why = "nothing in it shows that it comes from you; please answer this mail, which carries a token"
        return self._refused(by_from, "token-missing", why)

    # --- the rungs

    def _by_from(self) -> tuple[str, ...]:
        """The seats that the sender's address belongs to, and `mod`."""
        person = self.settings.person(self.mail.sender)
        known = {self.mail.sender.casefold(), person.address.casefold()}
        seats = [seat for seat, address in self.table.addresses.items() if self._main(address) in known]
        moderator = self._main(self.settings.moderator) in known
        return (*seats, *([MODERATOR] if moderator else []))

    def _main(self, address: str) -> str:
        return self.settings.person(address).address.casefold()

    def _by_token(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Seats with a token that holds now, and seats with one that is spent."""
        given = {*self.typed, *([self.mail.token] if self.mail.token else [])}
        for name in self.mail.in_reply_to:
            if name.rstrip(">").rpartition("@")[2].lower() == self.settings.domain:
                given.update(_TOKEN.findall(name))
        folded = {one.lower() for one in given}
        if not folded:
            return (), ()
        current, spent = [], []
        for seat in (*self.table.addresses, MODERATOR):
            last = self.table.spent.get(seat, 0)
            if self._fits(folded, seat, range(self.table.due, last, -1)):
                current.append(seat)
            elif self._fits(folded, seat, range(last, -1, -1)):
                spent.append(seat)
        return tuple(current), tuple(spent)

    def _fits(self, given: set[str], seat: str, numbers: range) -> bool:
        return any(
            hmac.compare_digest(token(self.secret, self.table.name, seat, number).encode(), one.encode())
            for number in numbers
            for one in given
        )

    def _by_signature(self, seats: tuple[str, ...]) -> str | Identity:
        """The seat whose key signed the orders, "" without a signature, or a refusal."""
        if self.signed is None:
            return ""
        if not self.mail.base:
            why = "signed orders need the number of the entry they are for, as in `begin NAME #15`"
            return self._refused(seats, "signature", why)
        for seat in seats:
            address = self.settings.moderator if seat == MODERATOR else self.table.addresses[seat]
            key = self.settings.person(address).key
            if key and self.signed.verifies(key, self.table.name, self.mail.base):
                return seat
        why = "the signature does not fit the orders, or the key is not known here"
        return self._refused(seats, "signature", why)

    # --- who may speak for whom

    def _speaking(self, able: tuple[str, ...], how: str, by_from: tuple[str, ...]) -> Identity:
        """Choose the seat among those the sender may speak for."""
        if how != "from" and by_from and not set(able) & set(by_from):
            why = f"it comes from {_listed(by_from)} with what belongs to {_listed(able)}"
            return Identity(by_from, refusal="another-seat", words=why + "; the moderator decides")
        both = tuple(seat for seat in able if seat in by_from) or able
        note = "" if by_from else "it came from an address that is not known here"
        if self.named and self.named in both:
            return Identity((self.named,), how, note=note)
        if self.named and MODERATOR in both and self.named in self.table.addresses:
            return Identity((MODERATOR,), how, acts_for=self.named, note=note)
        if self.named and self.named != MODERATOR:
            why = f"only the moderator may act for {self.named}"
            if self.named not in self.table.addresses:
                why = f"there is no seat {self.named} in this game"
            return Identity(both, refusal="another-seat", words=why)
        return Identity(both, how, note=note)

    def _refused(self, seats: tuple[str, ...], code: str, words: str) -> Identity:
        return Identity(seats, refusal=code, words=words)

    def _stranger(self) -> Identity:
        return Identity(refusal="unknown", words="the address is not known in this game")


def _listed(seats: tuple[str, ...]) -> str:
    return " and ".join("the moderator" if seat == MODERATOR else seat for seat in seats)

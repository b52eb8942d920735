"""Nobody speaks for a seat who may not: forged, replayed and borrowed tokens, and signatures."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import random
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import desk
from pbem.mail import identity, signature, submission
from pbem.mail.letters import House

Make = Callable[..., Any]


def beside(name: str) -> Any:
    """Import a module that stands beside this file."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ed25519 = beside("ed25519")


def forgeries(place: Any, count: int, luck: random.Random) -> dict[str, int]:
    """Offer so many orders that nobody may give; none is taken."""
    game = place.folder.read("friday-42")
    shuffle = place.folder.shuffle(game, "friday-42")
    house: House = place.folder.house
    due = place.ongoing().number + 1
    mover = place.mover()
    orders = place.orders()
    good = identity.token(house.secret, "friday-42", mover, due)
    spent = [identity.token(house.secret, "friday-42", mover, number) for number in range(due - 1)]
    others = [identity.token(house.secret, f"friday-{n}", mover, due) for n in range(43, 60)]
    others += [identity.token(house.secret, "friday-42", seat, due) for seat in ("green", "deal", "check", "")]
    others += [identity.token(luck.randbytes(32), "friday-42", mover, due) for _ in range(20)]
    others += [identity.token(house.secret, "friday-42", mover, number) for number in range(due + 1, due + 20)]
    verdicts: Counter[str] = Counter()
    for number in range(count):
        random_token = luck.randbytes(10).hex()
        flipped = list(good)
        at = luck.randrange(len(good))
        flipped[at] = luck.choice([one for one in "0123456789abcdef" if one != good[at]])
        near = "".join(flipped)
        token = luck.choice([random_token, near, good[:-1], good + "0", good[::-1], *spent, *others])
        body = luck.choice([f"token {token}\n{orders}", f"begin friday-42 #{due}\ntoken {token}\n{orders}\nend", orders])
        sender = luck.choice(["blue", "red", "mod", "eve@evil.example"])
        raw = place.mail(sender, body, answers=f"{'0' * 16}.{mover}.friday-42.{due}.{token}")
        mail = submission.read(raw, names=["friday-42"], domain="example.org")
        answer = desk.answer(mail, game, shuffle, house, place.now)
        verdicts[answer.verdict] += 1
        assert answer.lines == (), (number, raw)
        assert all(good not in one.subject + " ".join(one.verdict) for one in answer.replies)
        strangers = [one for one in answer.replies if one.who == "stranger"]
        assert all(one.report is None and not one.token and not one.template for one in strangers)
    return dict(verdicts)


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_forged_and_replayed_orders_are_never_taken(place: Any, count: int) -> None:
    place.take(place.mail("blue", "lay Y4"))
    place.take(place.mail("red", place.orders()))
    verdicts = forgeries(place, count, random.Random(1))
    print(f"\nforged or replayed: {sum(verdicts.values())} orders ({verdicts}), 0 accepted")
    assert verdicts.get("identity", 0) > count * 0.9


def test_a_mail_that_was_taken_is_not_taken_again_with_another_body(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    place.take(raw)
    place.take(place.mail("red", place.orders()))
    legal = place.orders()
    for changed in (legal, f"begin friday-42 #3\n{legal}\nend"):
        assert place.take(raw.replace(b"lay Y4", changed.encode())) in ("identity", "twice")
    assert len(place.entries()) == 3


def test_the_moderator_s_address_alone_is_not_enough(place: Any) -> None:
    assert place.take(place.mail("mod", "for blue: lay Y4", answers="")) == "identity"
    assert len(place.entries()) == 1


# --- signatures

SECRET = hashlib.sha256(b"bob").digest()
OTHER = hashlib.sha256(b"eve").digest()


@pytest.fixture
def nacl(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for PyNaCl that knows what is used of it; the real one where it is installed."""
    try:
        import nacl.signing  # noqa: F401  (only to see whether it is there)
    except ImportError:
        signing, exceptions, package = (types.ModuleType(f"nacl{end}") for end in (".signing", ".exceptions", ""))

        class BadSignatureError(Exception):
            pass

        class VerifyKey:
            def __init__(self, key: bytes) -> None:
                self.key = key

            def verify(self, message: bytes, signed: bytes) -> None:
                if not ed25519.verify(self.key, message, signed):
                    raise BadSignatureError

        exceptions.BadSignatureError = BadSignatureError  # type: ignore[attr-defined]
        signing.VerifyKey = VerifyKey  # type: ignore[attr-defined]
        for module in (package, signing, exceptions):
            monkeypatch.setitem(sys.modules, module.__name__, module)


def ssh_key(public: bytes) -> str:
    data = b"".join(len(part).to_bytes(4, "big") + part for part in (b"ssh-ed25519", public))
    return "ssh-ed25519 " + base64.b64encode(data).decode() + " bob@home"


def signing_place(make_place: Make, key: str) -> Any:
    place = make_place("signed")
    place.settings(more=f'\n[[player]]\naddress = "bob@example.net"\nkey = "{key}"\n')
    return place


def signed(orders: str, base: str = "#1", game: str = "friday-42", secret: bytes = SECRET) -> str:
    message = signature.framed(orders, game, base)
    text = base64.b64encode(ed25519.sign(secret, message)).decode()
    return f"begin friday-42 #1\n{orders}\nsignature {text[:60]}\n {text[60:]}\nend"


def test_signed_orders_are_taken(make_place: Make, nacl: None) -> None:
    place = signing_place(make_place, base64.b64encode(ed25519.public(SECRET)).decode())
    raw = place.mail("blue", signed("lay  Y4"), answers="")
    assert place.take(raw) == "taken"
    assert place.entries()[-1].startswith("1. blue: {via")


def test_what_is_signed_is_the_order_the_game_and_the_place(make_place: Make, nacl: None) -> None:
    place = signing_place(make_place, ssh_key(ed25519.public(SECRET)))
    for body in (
        signed("lay Y4", secret=OTHER),
        signed("lay Y4", base="#2"),
        signed("lay Y4", game="friday-43"),
        signed("lay Y4").replace("lay Y4", "lay A3"),
        signed("lay Y4").replace("begin friday-42 #1", "begin friday-42"),
        "begin friday-42 #1\nlay Y4\nsignature " + "A" * 88 + "\nend",
        "begin friday-42 #1\nlay Y4\nend",
    ):
        assert place.take(place.mail("blue", body)) == "identity"
    assert place.take(place.mail("red", signed("lay Y4"))) == "identity"
    assert len(place.entries()) == 1
    assert place.take(place.mail("blue", signed("lay Y4"))) == "taken"


def test_ssh_signatures_are_taken(make_place: Make, nacl: None, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    place = signing_place(make_place, (tmp_path / "key.pub").read_text().strip())
    order = tmp_path / "order.txt"
    order.write_bytes(b"begin friday-42 #1\nlay Y4\nend\n")
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "pbem", "-f", key, order], check=True, capture_output=True)
    armour = (tmp_path / "order.txt.sig").read_text()
    raw = place.mail("blue", f"begin friday-42 #1\nlay Y4\n{armour}end", answers="")
    assert place.take(raw.replace(b"lay Y4", b"lay A3")) == "identity"
    assert place.take(raw) == "taken"


def test_without_the_library_a_signed_mail_waits(make_place: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.errors import PbemError

    monkeypatch.setitem(sys.modules, "nacl", None)
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    place = signing_place(make_place, base64.b64encode(ed25519.public(SECRET)).decode())
    with pytest.raises(PbemError, match=r"pip install 'pbem\[sign\]'"):
        place.take(place.mail("blue", signed("lay Y4")))

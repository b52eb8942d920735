"""Seeds, commitments and shuffles: the fair-dealing protocol `deal-1`.

docs/fair-dealing.md says how players use it and specifies it byte by byte. What is here never changes
under its name; another way to deal is another version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.game import Shuffle

VERSION = "deal-1"
COMMITTED = ("Game", "Edition", "Board", "Options", "Name")
"""Headers that a commitment binds, with the seats, apart from the seed."""
_HEX = re.compile(r"[0-9a-fA-F]{64}")


def new_seed() -> bytes:
    """Take a fresh seed of 32 bytes from the operating system."""
    import secrets

    return secrets.token_bytes(32)


def plain(seed_text: str) -> bytes:
    """Make a seed from what was given as `--seed`.

    64 hexadecimal digits are the seed itself; any other text is hashed, so that it is as secret as the
    text is hard to guess.
    """
    if _HEX.fullmatch(seed_text):
        return bytes.fromhex(seed_text)
    return _digest(b"seed", _bytes(seed_text))


def setup_headers(headers: Iterable[tuple[str, str]], seats: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Choose what a commitment binds: the COMMITTED headers that are there, and which seats play.

    The persons in the seats are left out, since addresses change; so is the order of the seats, since
    some games draw it.
    """
    chosen = [(key, value) for key, value in headers if key in COMMITTED]
    return (*chosen, ("Seats", ", ".join(sorted(seats))))


def commitment(seed: bytes, setup_headers: Sequence[tuple[str, str]]) -> str:
    """Give the value of the Commit header: `sha256:` and 64 hexadecimal digits.

    Neither the order of the headers nor the white space and the Unicode form of their values matters.
    """
    pairs = sorted((key, _canonical(value)) for key, value in setup_headers)
    parts = [_bytes(part) for pair in pairs for part in pair]
    return "sha256:" + _digest(b"commit", seed, *parts).hex()


def shuffler(seed: bytes, game_name: str, nonces: Sequence[tuple[str, str]]) -> Shuffle:
    """Make the shuffle of one game. `nonces` are pairs of seat and its words, in any order.

    The shuffle sorts its items first, so that only what is in the box matters, not how it lay there.
    """
    import hmac

    pairs = sorted((seat, _canonical(nonce)) for seat, nonce in nonces)
    sayings = [_bytes(part) for pair in pairs for part in pair]
    name = _bytes(game_name)

    def shuffle(label: str, items: Sequence[str]) -> tuple[str, ...]:
        message = _pack(_tag(b"shuffle"), name, _bytes(label), *sayings)
        return _shuffled(hmac.digest(seed, message, "sha256"), sorted(items))

    return shuffle


def identity(label: str, items: Sequence[str]) -> tuple[str, ...]:
    """Leave the items as they lie: the shuffle that counts of positions are taken with."""
    return tuple(items)


def _shuffled(key: bytes, items: list[str]) -> tuple[str, ...]:
    """Shuffle by Fisher and Yates, from the last place down to the second."""
    stream = _stream(key)
    for last in range(len(items) - 1, 0, -1):
        chosen = _below(last + 1, stream)
        items[last], items[chosen] = items[chosen], items[last]
    return tuple(items)


def _below(count: int, stream: Iterator[int]) -> int:
    """Take a number below `count`, each as likely as the others, from as few bytes as can hold it.

    A number at or above the greatest multiple of `count` is thrown away and the next one taken.
    """
    size = (count - 1).bit_length() + 7 >> 3
    limit = 256**size // count * count
    while True:
        number = 0
        for _ in range(size):
            number = number << 8 | next(stream)
        if number < limit:
            return number % count


def _stream(key: bytes) -> Iterator[int]:
    """Yield the bytes of HMAC-SHA-256 over the counts 0, 1, 2 ..., each written in eight bytes."""
    import hmac

    counter = 0
    while True:
        yield from hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def _canonical(text: str) -> str:
    """Undo what programs do to text on its way: white space and composed letters."""
    import unicodedata

    return " ".join(unicodedata.normalize("NFC", text).split())


def _bytes(text: str) -> bytes:
    """UTF-8; halves of a pair, which no good text holds, go through rather than stop a game."""
    return text.encode("utf-8", "surrogatepass")


def _tag(purpose: bytes) -> bytes:
    return b"pbem " + VERSION.encode() + b" " + purpose


def _pack(*parts: bytes) -> bytes:
    """Join parts so that no other parts give the same bytes: each after its length in four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _digest(purpose: bytes, *parts: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(_pack(_tag(purpose), *parts)).digest()

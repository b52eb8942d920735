"""Signed orders: Ed25519 over the frame that holds them, with a bare key or a player's own SSH key.

What is signed is the frame with its white space folded and without the signature itself:

    begin friday-42 #15
    lay A3; buy Omaha
    end

The signature stands in the frame, behind the orders: `signature ` and base64, or the armoured text that
`ssh-keygen -Y sign -n pbem` writes.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import importlib
import re

import msgspec

from pbem.errors import PbemError

NAMESPACE = b"pbem"
_ARMOUR = re.compile(r"-----BEGIN SSH SIGNATURE-----(.*?)-----END SSH SIGNATURE-----", re.DOTALL)
_BARE = re.compile(r"^[ \t]*signature[ \t:]+([A-Za-z0-9+/=\s]{88,})\Z", re.IGNORECASE | re.MULTILINE)


class Signed(msgspec.Struct, frozen=True):
    """Orders with what is said to be their signature; `ssh` where it is in OpenSSH's own form."""

    orders: str
    signature: bytes
    ssh: bool

    def verifies(self, key: str, game: str, base: str) -> bool:
        """Say whether a key, `ssh-ed25519 ...` or base64, signed these orders for this game and base."""
        public = _public(key)
        message = framed(self.orders, game, base)
        if public is None:
            return False
        if not self.ssh:
            return _holds(public, message, self.signature)
        return _ssh_holds(public, message, self.signature)


def split(orders: str) -> tuple[str, Signed | None]:
    """Orders without their signature, and the two together if there is one."""
    for pattern, ssh in ((_ARMOUR, True), (_BARE, False)):
        if found := pattern.search(orders):
            rest = orders[: found.start()] + orders[found.end() :]
            try:
                signature = base64.b64decode("".join(found[1].split()), validate=True)
            except (binascii.Error, ValueError):
                signature = b""
            return rest, Signed(rest, signature, ssh)
    return orders, None


def framed(orders: str, game: str, base: str) -> bytes:
    """The bytes that are signed."""
    lines = [" ".join(line.split()) for line in orders.splitlines()]
    return "\n".join([f"begin {game} {base}", *filter(None, lines), "end", ""]).encode()


def _public(key: str) -> bytes | None:
    """The 32 bytes of a key; None if it is not one."""
    words = key.split()
    try:
        data = base64.b64decode(words[1] if words[:1] == ["ssh-ed25519"] else words[0], validate=True)
    except (IndexError, binascii.Error, ValueError):
        return None
    if words[0] != "ssh-ed25519":
        return data if len(data) == 32 else None
    kind, rest = _string(data)
    public, rest = _string(rest)
    return public if kind == b"ssh-ed25519" and len(public) == 32 and not rest else None


def _ssh_holds(public: bytes, message: bytes, blob: bytes) -> bool:
    """Check a signature in OpenSSH's form (its PROTOCOL.sshsig)."""
    if blob[:10] != b"SSHSIG\0\0\0\1":
        return False
    key, rest = _string(blob[10:])
    namespace, rest = _string(rest)
    reserved, rest = _string(rest)
    digest, rest = _string(rest)
    wrapped, rest = _string(rest)
    kind, rest = _string(wrapped)
    signature, _ = _string(rest)
    if namespace != NAMESPACE or kind != b"ssh-ed25519" or digest not in (b"sha256", b"sha512"):
        return False
    if key != _pack(b"ssh-ed25519") + _pack(public):
        return False
    hashed = hashlib.new(digest.decode(), message).digest()
    due = b"SSHSIG" + _pack(namespace) + _pack(reserved) + _pack(digest) + _pack(hashed)
    return _holds(public, due, signature)


def _string(data: bytes) -> tuple[bytes, bytes]:
    """The first string of packed ones, and the rest; empty where there is none whole."""
    size = int.from_bytes(data[:4], "big")
    return (data[4 : 4 + size], data[4 + size :]) if len(data) >= 4 + size >= 4 else (b"", b"")


def _pack(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Check an Ed25519 signature. Raises PbemError if the library for it is not installed."""
    try:
        signing = importlib.import_module("nacl.signing")
        bad = importlib.import_module("nacl.exceptions").BadSignatureError
    except ImportError:
        raise PbemError("signed orders need the extra `sign`: pip install 'pbem[sign]'") from None
    if len(signature) != 64:
        return False
    try:
        signing.VerifyKey(public).verify(message, signature)
    except bad:
        return False
    return True

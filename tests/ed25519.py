"""Ed25519 as RFC 8032 describes it: slow, for tests only."""

from __future__ import annotations

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def _x(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P)
    if not square % P:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


_Y = 4 * pow(5, P - 2, P) % P
_X = _x(_Y, 0) or 0
BASE: Point = (_X, _Y, 1, _X * _Y % P)


def _add(one: Point, two: Point) -> Point:
    a, b = (one[1] - one[0]) * (two[1] - two[0]), (one[1] + one[0]) * (two[1] + two[0])
    c, d = 2 * one[3] * two[3] * D, 2 * one[2] * two[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(count: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while count:
        if count & 1:
            result = _add(result, point)
        point, count = _add(point, point), count >> 1
    return result


def _pack(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpack(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = _x(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def _secret(seed: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(seed).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def _hash(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def public(seed: bytes) -> bytes:
    return _pack(_times(_secret(seed)[0], BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    number, prefix = _secret(seed)
    nonce = _hash(prefix, message)
    point = _pack(_times(nonce, BASE))
    return point + ((nonce + _hash(point, public(seed), message) * number) % ORDER).to_bytes(32, "little")


def verify(key: bytes, message: bytes, signed: bytes) -> bool:
    one, two = _unpack(key), _unpack(signed[:32])
    number = int.from_bytes(signed[32:], "little")
    if one is None or two is None or number >= ORDER:
        return False
    left, right = _times(number, BASE), _add(two, _times(_hash(signed[:32], key, message), one))
    return _pack(left) == _pack(right)

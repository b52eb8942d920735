"""Check a deal without pbem: written from docs/fair-dealing.md alone, with Python's own library only.

Reads one JSON object a line from standard input and prints `ok` or `DIFFERS` for each:
    {"seed": "64 hex digits", "headers": [["Game", "spokes"], ...], "commit": "sha256:..."}
    {"seed": ..., "name": "friday", "nonces": {"red": "words"}, "label": "tiles 1", "items": [], "order": []}
"""

import hashlib
import hmac
import json
import sys
import unicodedata


def packed(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def tidy(text):
    return " ".join(unicodedata.normalize("NFC", text).split()).encode()


def commitment(seed, headers):
    pairs = sorted((key.encode(), tidy(value)) for key, value in headers)
    content = packed(b"pbem deal-1 commit", seed, *(part for pair in pairs for part in pair))
    return "sha256:" + hashlib.sha256(content).hexdigest()


def order(seed, name, nonces, label, items):
    words = [part for seat, nonce in sorted(nonces.items()) for part in (seat.encode(), tidy(nonce))]
    start = packed(b"pbem deal-1 shuffle", name.encode(), label.encode(), *words)
    key = hmac.new(seed, start, hashlib.sha256).digest()
    stream, block = b"", 0
    row = sorted(items)
    for place in reversed(range(1, len(row))):
        size = 1
        while 256**size < place + 1:
            size += 1
        number = limit = 256**size - 256**size % (place + 1)
        while number >= limit:
            while len(stream) < size:
                stream += hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
                block += 1
            number, stream = int.from_bytes(stream[:size], "big"), stream[size:]
        other = number % (place + 1)
        row[place], row[other] = row[other], row[place]
    return row


def holds(claim):
    seed = bytes.fromhex(claim["seed"])
    if "commit" in claim:
        return commitment(seed, claim["headers"]) == claim["commit"]
    return order(seed, claim["name"], claim["nonces"], claim["label"], claim["items"]) == claim["order"]


if __name__ == "__main__":
    results = [holds(json.loads(line)) for line in sys.stdin if line.strip()]
    print("\n".join("ok" if result else "DIFFERS" for result in results))
    sys.exit(not all(results))

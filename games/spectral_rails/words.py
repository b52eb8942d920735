"""The words of the notation: what the vocabulary offers, and what no town may be called."""

from __future__ import annotations

from pbem.game import Seat

SEATS = (Seat("red"), Seat("blue"), Seat("green"), Seat("yellow"))

VERBS: dict[str, tuple[str, ...]] = {
    "bid": ("raise",),
    "pass": (),
    "keep": ("return",),
    "lead": ("leader",),
    "place": ("start",),
    "load": ("take", "pickup"),
    "burn": ("discard",),
    "play": ("spend",),
    "coin": ("pay",),
    "lift": ("remove",),
    "go": ("move", "travel"),
    "deliver": ("drop",),
    "dark": (),
    "light": (),
    "seats": (),
    "round": (),
}
"""Each canonical keyword of an entry with what people type instead."""

CALIFORNIA = ("Coloma", "Bodie", "Eagle Mountain")
"""The towns of the state that only the map for four seats has (Setup)."""

_NO_TRADE = "cards, coins and souls do not go from one engineer to another"
_NO_GIFT = f"{_NO_TRADE}; the spirit leader is named with `lead SEAT` (Choosing the Spirit Leader)"
_NO_DRAW = "nobody draws cards: half of each row comes back by itself once all have passed (Replenishing)"
REFUSED = {
    **dict.fromkeys(("trade", "swap", "exchange", "lend"), _NO_TRADE),
    "give": _NO_GIFT,
    "draw": _NO_DRAW,
    "replenish": _NO_DRAW,
}
"""What the rules never allow, by the word for it."""

IN_FULL = frozenset({"seats", "round"})
"""Words of the dealer, which no shorter word stands for."""

KEYWORDS = frozenset({*VERBS, *SEATS, "deal", "then", "and"})
"""Words that no word of a town's name may be."""

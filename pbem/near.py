"""The known word nearest to a mistyped one; for names of games, files, commands, options and seats."""

from __future__ import annotations

from collections.abc import Iterable


def nearest_known(word: str, known: Iterable[str], most: int = 1, alike: float = 0.5) -> list[str]:
    """At most so many known words that are alike enough (1 is the same), the nearest first."""
    import difflib  # here, since it takes milliseconds and most calls of pbem are typed right

    return difflib.get_close_matches(word, list(known), most, alike)

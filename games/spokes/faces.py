"""Finds the faces of a drawing made of straight strokes, by turning at every point as sharply as possible."""

from __future__ import annotations

import math
from collections.abc import Sequence

Side = tuple[int, int]
"""A gap seen from one end: the space where it is left, and the gap's number."""


def faces(points: Sequence[tuple[float, float]], ends: Sequence[tuple[int, int]]) -> list[tuple[Side, ...]]:
    """Every face as the sides that are ridden around it; each side belongs to one face."""
    following = _following(points, ends)
    waiting = set(following)
    found = []
    while waiting:
        start = min(waiting)
        face = [start]
        while (side := following[face[-1]]) != start:
            face.append(side)
        waiting.difference_update(face)
        found.append(tuple(face))
    return found


def _following(points: Sequence[tuple[float, float]], ends: Sequence[tuple[int, int]]) -> dict[Side, Side]:
    """The side that comes after each one round its face."""
    around: dict[int, list[int]] = {}
    for gap, (one, other) in enumerate(ends):
        around.setdefault(one, []).append(gap)
        around.setdefault(other, []).append(gap)

    def angle(space: int, gap: int) -> float:
        one, other = ends[gap]
        far = points[other if one == space else one]
        return math.atan2(far[1] - points[space][1], far[0] - points[space][0])

    following: dict[Side, Side] = {}
    for space, gaps in around.items():
        turned = sorted(gaps, key=lambda gap: angle(space, gap))
        for at, gap in enumerate(turned):
            one, other = ends[gap]
            come_from = other if one == space else one
            following[(come_from, gap)] = (space, turned[at - 1])
    return following

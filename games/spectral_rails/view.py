"""The position as tables; nothing in this game is hidden, so every viewer gets the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.spectral_rails.notation import counted, spell_cards
from games.spectral_rails.scoring import IN_STATE, score, totals
from games.spectral_rails.state import EMPTY, POINTS, Engineer, State, home, laid_by, segments_left, where
from pbem.game import Table

Row = tuple[str | int, ...]


def tables(state: State) -> tuple[Table, ...]:
    """Trains, souls aboard, ether, score, waiting souls, delivered souls, and lines with segments."""
    aboard = (_aboard(state),) if any(engineer.aboard for engineer in state.engineers.values()) else ()
    return (
        _trains(state),
        *aboard,
        _ether(state),
        _score(state),
        _towns(state),
        _deliveries(state),
        _lines(state),
    )


def status(state: State) -> tuple[str, ...]:
    """Round, phase, leader and wrecks to come."""
    phases = {
        "bid": "bidding",
        "lead": "choosing the leader",
        "place": "placement",
        "move": "movement",
        "deal": "round 2 to be dealt",
        "over": "over",
    }
    words = [f"round {state.round}", phases[state.phase], f"leader {state.leader}"]
    if state.phase == "bid" and state.high:
        bid = state.engineers[state.high].bid
        words.append(f"high bid {state.high} {sum(bid)} ({spell_cards(bid)})")
    words.append(f"wrecks to come {len(state.wrecks)}")
    return tuple(words)


def _soul(state: State, soul: str) -> str:
    """A soul by its home; in round 2 light ones have a plus."""
    return home(soul) + ("+" if state.round == 2 and soul.startswith("light") else "")


def _trains(state: State) -> Table:
    rows: list[Row] = []
    for seat in state.setup.seats:
        engineer = state.engineers[seat]
        note = "resigned" if seat in state.gone else "passed" if seat in state.passed else "-"
        rows.append((seat, where(state, engineer), engineer.behind or "-", note))
    return Table("Trains", ("seat", "train", "came from", "this phase"), tuple(rows))


def _aboard(state: State) -> Table:
    """Passenger cars from the engine on, a column a seat."""
    trains = [state.engineers[seat].aboard for seat in state.setup.seats]
    rows: list[Row] = []
    for car in range(max(map(len, trains))):
        rows.append((car + 1, *(_soul(state, souls[car]) if car < len(souls) else "-" for souls in trains)))
    return Table(f"Souls aboard{_plus(state)}", ("car", *state.setup.seats), tuple(rows))


def _plus(state: State) -> str:
    return " (+ light)" if state.round == 2 else ""


def _ether(state: State) -> Table:
    rows: list[Row] = []
    for seat in state.setup.seats:
        engineer = state.engineers[seat]
        hand = spell_cards(engineer.hand) or "-"
        rows.append((seat, hand, _row(engineer), engineer.coins, segments_left(state, seat), engineer.spent))
    header = ("seat", "hand", "row, [face up]", "coins", "reserve", f"played of {POINTS}")
    return Table("Ether", header, tuple(rows))


def _row(engineer: Engineer) -> str:
    """The discard row from left to right, its face-up cards in brackets."""
    down = engineer.row[: len(engineer.row) - engineer.up]
    words = [spell_cards(down)] if down else []
    if engineer.up:
        words.append(f"[{spell_cards(engineer.bid)}]")
    return " ".join(words) or "-"


def _score(state: State) -> Table:
    rows: list[Row] = []
    for seat in state.setup.seats:
        parts = score(state.setup.board, state.engineers[seat])
        sets = IN_STATE * parts.states, parts.all_state_worth * parts.all_states
        rows.append((seat, parts.one, 2 * parts.two, -parts.angry, *sets, parts.total))
    header = ("seat", "1-point", "2-point", "angry", "in-state", "all-state", "score")
    return Table("Score so far", header, tuple(rows))


def _towns(state: State) -> Table:
    """Towns with the souls that wait there."""
    rows: list[Row] = []
    for town, souls in state.waiting.items():
        waiting = counted(tuple(_soul(state, soul) for soul in souls)) or "-"
        rows.append((town, "wreck" if town in state.wrecks else "-", waiting))
    return Table(f"Towns{_plus(state)}", ("town", "marker", "souls waiting"), tuple(rows))


def _deliveries(state: State) -> Table:
    """What each seat has delivered to each town, as the points of each soul."""
    rows: list[Row] = []
    for province, towns in state.setup.board.states.items():
        for town in towns:
            rows.append(
                (province, town, *(_delivered(state.engineers[seat], town) for seat in state.setup.seats))
            )
    return Table("Souls delivered (points of each)", ("state", "town", *state.setup.seats), tuple(rows))


def _delivered(engineer: Engineer, town: str) -> str:
    ones = sum(1 for soul in engineer.one if home(soul) == town)
    twos = sum(1 for soul in engineer.two if home(soul) == town)
    return spell_cards((1,) * ones + (2,) * twos) or "-"


def _lines(state: State) -> Table:
    """Lines that hold a segment, space by space from the town named first."""
    names = laid_by(state)
    rows: list[Row] = []
    for line in state.setup.board.lines:
        held = [state.trails[at] for at in state.setup.board.legs[line]]
        if set(held) != {EMPTY}:
            rows.append(("-".join(line), " ".join(names.get(at, "-") for at in held)))
    return Table("Lines with trails", ("line", "spaces from its first town"), tuple(rows))


def public(state: State) -> dict[str, Any]:
    """What everybody may see, as JSON values with stable keys."""
    names = state.setup.board.space_names
    seats = laid_by(state)
    return {
        "round": state.round,
        "phase": state.phase,
        "sequence": state.sequence,
        "leader": state.leader,
        "turn": state.turn,
        "high": state.high,
        "passed": sorted(state.passed),
        "resigned": sorted(state.gone),
        "idle": state.idle,
        "wrecks": sorted(state.wrecks),
        "ended": state.ended,
        "segments": {names[at]: seats[held] for at, held in enumerate(state.trails) if held != EMPTY},
        "waiting": {town: sorted(souls) for town, souls in state.waiting.items()},
        "seats": {seat: _public_seat(state, state.engineers[seat]) for seat in state.setup.seats},
        "scores": dict(totals(state)),
    }


def _public_seat(state: State, engineer: Engineer) -> dict[str, Any]:
    return {
        "train": where(state, engineer),
        "behind": engineer.behind,
        "aboard": list(engineer.aboard),
        "hand": list(engineer.hand),
        "row": list(engineer.row),
        "face_up": engineer.up,
        "coins": engineer.coins,
        "played": engineer.spent,
        "cemetery_1": sorted(engineer.one),
        "cemetery_2": sorted(engineer.two),
    }


def census(state: State) -> dict[str, int]:
    """Totals that no move changes: segments, cards and their points a seat, souls of each colour."""
    totals: Counter[str] = Counter()
    for seat, engineer in state.engineers.items():
        totals[f"{seat} segments"] = segments_left(state, seat) + len(_laid(state, seat))
        totals[f"{seat} cards"] = len(engineer.hand) + len(engineer.row)
        totals[f"{seat} card points"] = sum(engineer.hand) + sum(engineer.row)
        for soul in (*engineer.aboard, *engineer.one, *engineer.two):
            totals[f"{soul.split(' ')[0]} souls"] += 1
    for soul in (*state.removed, *(soul for souls in state.waiting.values() for soul in souls)):
        totals[f"{soul.split(' ')[0]} souls"] += 1
    if state.round == 1:
        totals["light souls"] += len(state.setup.board.towns)
    return dict(totals)


def _laid(state: State, seat: str) -> list[str]:
    return [held for held in state.trails if laid_by(state).get(held) == seat]

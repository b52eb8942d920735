"""The story: the events of one entry told as one sentence, to those who may know."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.game import DEAL, EVERYTHING, Event, Seat
from pbem.report.narrate import story

STEADY = settings(deadline=None, derandomize=True)
R, B, G = Seat("red"), Seat("blue"), Seat("green")
PHRASES = {
    "lay": "lays {tile} for ${paid:,}",
    "grant": "is granted {city}",
    "collect": "collects ${amount:,}",
    "draw": "draws",
    "drawn": "draws {tile}",
    "round": "round {number} begins",
    "link": "{seat} and {other} are linked by {cities}",
    "hand": "holds {cards}",
}
LAY = Event("lay", {"seat": "red", "tile": "C1", "paid": 2000})
GRANT = Event("grant", {"seat": "red", "city": "Omaha"})
DRAW = Event("draw", {"seat": "red"})
DRAWN = Event("drawn", {"seat": "red", "tile": "D4"}, frozenset({R}))
ROUND = Event("round", {"number": 2})


def collect(seat: Seat, amount: int) -> Event:
    return Event("collect", {"seat": seat, "amount": amount})


def tell(*events: Event, viewer: Seat | None = None, who: Seat = R) -> str:
    return story(who, events, PHRASES, viewer)


def test_the_deeds_of_the_mover_are_joined_by_commas() -> None:
    assert tell(LAY, GRANT, DRAW) == "red lays C1 for $2,000, is granted Omaha, draws."


def test_another_seat_is_named_and_so_is_the_mover_after_it() -> None:
    told = tell(LAY, collect(B, 5000), collect(B, 1000), collect(G, 0), DRAW)
    assert told == (
        "red lays C1 for $2,000, blue collects $5,000, collects $1,000, green collects $0, red draws."
    )


def test_a_whole_clause_stands_as_it_is_and_the_next_deed_names_its_seat() -> None:
    assert tell(DRAW, ROUND, DRAW) == "red draws, round 2 begins, red draws."
    assert tell(ROUND, who=DEAL) == "round 2 begins."


def test_a_phrase_that_names_the_seat_itself_is_a_whole_clause() -> None:
    event = Event("link", {"seat": "red", "other": "blue", "cities": ("Omaha", "Ogden", "Denver")})
    assert tell(event) == "red and blue are linked by Omaha, Ogden and Denver."


def test_lists_are_told_as_people_say_them() -> None:
    told = [tell(Event("hand", {"seat": "red", "cards": cards})) for cards in ((), ("A",), ("A", "B"))]
    assert told == ["red holds nothing.", "red holds A.", "red holds A and B."]


def test_the_public_is_not_told_what_is_hidden() -> None:
    assert tell(LAY, DRAW, DRAWN) == "red lays C1 for $2,000, draws."
    assert tell(LAY, DRAW, DRAWN, viewer=B) == "red lays C1 for $2,000, draws."
    assert tell(DRAWN) == "red moves."


def test_who_may_know_is_told_the_whole_once() -> None:
    assert tell(LAY, DRAW, DRAWN, viewer=R) == "red lays C1 for $2,000, draws D4."
    assert tell(LAY, DRAW, DRAWN, viewer=EVERYTHING) == "red lays C1 for $2,000, draws D4."


def test_the_same_deed_of_another_seat_is_not_swallowed() -> None:
    other = Event("drawn", {"seat": "blue", "tile": "D4"})
    assert tell(DRAW, other) == "red draws, blue draws D4."
    assert tell(DRAW, DRAW) == "red draws, draws."


def test_where_nothing_may_be_told_a_seat_just_moves() -> None:
    assert tell() == "red moves."
    assert tell(Event("drawn", {"seat": "red", "tile": "D4"}, frozenset({R})), who=DEAL) == ""


def test_events_without_words_are_told_by_their_facts() -> None:
    assert tell(Event("flood", {"city": "Omaha", "by": ("A", "B")})) == "flood (city Omaha, by A and B)."
    assert tell(Event("flood")) == "flood."
    assert tell(Event("lay", {"seat": "red", "tile": "C1"})) == "lay (seat red, tile C1)."
    assert (
        tell(Event("lay", {"seat": "red", "tile": "C1", "paid": "much"}))
        == "lay (seat red, tile C1, paid much)."
    )


@STEADY
@given(
    st.text(max_size=20),
    st.dictionaries(
        st.text(max_size=8) | st.just("seat"), st.text() | st.integers() | st.lists(st.text()).map(tuple)
    ),
    st.text("{}[]!:.,0ax seat", max_size=30),
)
def test_no_phrase_and_no_facts_stop_the_story(
    kind: str, facts: dict[str, str | int | tuple[str, ...]], phrase: str
) -> None:
    event = Event(kind, facts)
    assert story(R, [event], {kind: phrase}, None).endswith(".")
    assert story(R, [event], {}, None).startswith(kind)


@STEADY
@given(st.lists(st.sampled_from([LAY, DRAW, DRAWN, ROUND])), st.sampled_from([None, B, G]))
def test_hidden_events_leave_no_trace(events: list[Event], viewer: Seat | None) -> None:
    public = [event for event in events if event.audience is None]
    assert tell(*events, viewer=viewer) == tell(*public)

"""Words for people: the notation page, what events are called, options and ends."""

from __future__ import annotations

from pbem.game import Example, Seat

SEATS = tuple(Seat(name) for name in ("orange", "red", "blue", "green", "yellow", "white"))

OPTIONS = {
    "teams": "with 4 or 6 seats: partners sit opposite (4) or three apart (6), and a third lap wins for both",
    "two-bikes": "with 2 or 3 seats: each seat has two bikes, which move by turns",
}

END_REASONS = {
    "third-lap": "a bike completed its third lap",
    "team": "a bike completed its third lap and won for its team",
    "solo-won": "the third lap was completed before the spokes ran out",
    "solo-lost": "the spokes ran out before the third lap was completed",
    "resignation": "only one seat or team was left",
    "moderator": "the moderator ended the game",
}

PHRASES = {
    "deal": "spokes fill the gaps, {spare} are left over",
    "place": "places its bike on {space}",
    "place-bike": "places bike {bike} on {space}",
    "swap": "swaps {placed} for {taken} in {gap}",
    "swap-bike": "swaps {placed} for {taken} in {gap} for bike {bike}",
    "ride": "rides {path}",
    "burst": "bursts over {off}",
    "slipstream": "meets {other} and goes back to {space}, tile on burst",
    "ahead": "meets {other} and goes back to {space}, which is further ahead: the tile is not flipped",
    "lap-starts": "starts lap 1",
    "lap": "completes lap {laps}",
    "forwards": "crosses the line forwards again",
    "backwards": "crosses the line backwards (laps {laps})",
    "pass": "lets the turn go by",
    "resign": "resigns and leaves the track",
    "over-third-lap": "{winners} wins",
    "over-team": "{winners} win together",
    "over-solo-won": "{winners} wins the challenge",
    "over-resignation": "{winners} is left and wins",
    "over-lost": "the challenge is lost",
}

NOTATION = """\
A turn is a swap and a ride:

    swap SLOT:COLOUR GAP for COLOUR; ride SPACE-SPACE-...

SLOT is the slot of your wheel whose spoke you place, 1 to 6 in the
direction of travel; your marker moves 1, 2 or 3 filled slots on and stops
behind it. Before your first turn it may stop behind any slot.
GAP is named by its two spaces, such as a10-a1. The first colour is the one
you place (it says again what SLOT says), the last one what you take.

    swap 5 a10-a1        the slot alone will do
    swap red a10-a1      so will the colour, if it is in reach once
    swap +2 a10-a1       and so will how far the marker moves

RIDE names every space on the way, first the one where your bike stands
(you may leave that one out). It runs over the colour you placed only, each
spoke once, takes in the placed spoke, and stops where you like. With your
tile on burst, write `burst` before the step onto a spoke of another colour.
If you would end on another bike, still write the whole ride: your bike goes
back to the latest empty space by itself.

Before the first turn every bike is placed, the last seat first:

    place b16            any empty space; best is close behind the line

With two bikes each, begin with `bike 1;` or `bike 2;` where both may move.
`pass` stands only where no turn is legal.

Colours: white w, yellow y, green g, blue b, red r, black k. Letters may be
typed for names. On maps spokes are small letters, bikes capitals.
"""

EXAMPLES = (
    Example("place b16", "put your bike on b16"),
    Example(
        "swap 5:red a10-a1 for white; ride a10-a1",
        "place the red spoke of slot 5 in gap a10-a1, take the white one, ride over it",
    ),
    Example("swap 5 a10-a1; ride a1", "the same in short"),
    Example("swap red a10-a1 ride a1", "the same by colour"),
    Example("swap +1 a1-b1 for yellow; ride a1-b1-a2-a3", "move the marker one slot on and play that spoke"),
    Example(
        "swap 4:black b16-b1 for red; ride b15 burst b16-b1-a2-a3",
        "the step from b15 to b16 is the burst, all others are black",
    ),
    Example("bike 2; swap 2:red a1-b16 for yellow; ride b16-a1", "with two bikes: bike 2 moves"),
    Example("bike 1; place c22", "with two bikes: bike 1 is placed"),
    Example("pass", "only where no turn is legal"),
    Example(
        "deal: wheel orange ygbwrk; wheel red gwrbyk; a bkykgbybgw; b wyrkygrbwrkwykbr;"
        " c kkgbyrryykkwbrgggyrkkw; ab ykwrkgwbkybbwgwkggbwryrygy;"
        " bc rgwywkgrrgkrkygrbwbwbkyrwbbbbgywrywbrg; spare gw",
        "the set-up: each wheel from slot 1 on, the spokes of each group of gaps, the two left over",
    ),
)

"""The tables of the corpus: moves of every game, and a mail of ours that is answered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """A table: moves that a player may mean, and lines of our mail that look like orders."""

    key: str
    name: str
    moves: tuple[str, ...]
    stale: tuple[str, ...]
    ours: str


LAST_SPIKE = Game(
    "last-spike",
    "friday-42",
    (
        "lay A3; buy Omaha",
        "lay C2",
        "sell Denver; sell Omaha 3000; lay V3; buy Ogden; draw",
        "lay W2 double ($16000); draw",
        "pass",
        "Lay A3, buy St. Louis",
        "lay D4; buy DEN",
        "play B2; purchase Dodge City",
        "bankrupt",
    ),
    ("lay B1; buy Denver; draw F1", "lay A2; buy Laramie"),
    """\
Entry 14 of friday-42: blue has moved.

    14. blue: lay B1; buy Denver; draw F1

What happened since your last turn
  13. red lays A1 for $2,000, is granted the free land of St. Louis.
  14. blue lays B1 for $3,000, buys land of Denver for $4,000, draws.

seat          cash     land                          tiles
------------  -------  ----------------------------  -----
> red   Ann   $41,000  St. Louis 1, Denver 2         4
  blue  Bob   $37,000  Omaha 1, Ogden 1              4

An order looks like this:
    lay A2; buy Laramie

It is your turn until Sunday 6 December 2026, 20:00 UTC.
Reply with your orders in place of the dots:

begin friday-42 #15
...
end
""",
)
SPECTRAL = Game(
    "spectral-rails",
    "ghosts",
    (
        "bid 2 1",
        "pass keep 1",
        "lead blue",
        "place Eagle Mountain",
        "load Organ; play 2 1; go Alta-Ludlow",
        "coin; go Alta-Ludlow",
        "load Ruby; play 3; go Ludlow-Organ.3",
        "play 2; go Ludlow-Organ; deliver Organ",
        "lift Alta-Ludlow.1, Alta-Ludlow.2; lead blue",
    ),
    ("load Como; play 3; go Alta-Como", "coin; go Como-Ludlow.2"),
    """\
Entry 11 of ghosts: green has moved.

    11. green: load Como; play 3; go Alta-Como

What happened since your last turn
  10. blue loads Organ, plays 2 and 1 and goes to Ludlow.
  11. green loads Como, plays 3 and goes to Como.

seat   ether hand     row      coins  souls
-----  -------------  -------  -----  -----
red    1 1 2 2 3      1 2      2      1
green  1 2 3 4        3        1      2

For example:
    coin; go Como-Ludlow.2

It is your turn until Sunday 6 December 2026, 20:00 UTC.
Reply with your orders in place of the dots:

begin ghosts #12
...
end
""",
)
SPIKE = Game(
    "spike",
    "east-7",
    (
        "give white",
        "keep R17",
        "place Norfolk",
        "draw white, deck",
        "trade 3 white for red, blue; build Norfolk-k7-Raleigh; move Norfolk-k7",
        "load; build Norfolk-k8-Roanoke; move Norfolk-k8",
        "move Raleigh; upgrade tender",
        "move k7-Raleigh",
        "dump cotton; deliver pigs",
    ),
    ("draw red, deck; move k9-Raleigh", "load; move Roanoke; deliver cotton"),
    """\
Entry 11 of east-7: red has moved.

    11. red: draw red, deck; move k9-Raleigh

What happened since your last turn
  10. blue builds from Norfolk to Roanoke for two tracks.
  11. red draws a red card and one from the deck.

seat  money  cards  engine  tender  car  tracks left
----  -----  -----  ------  ------  ---  -----------
red   $7     5      2       2       1    31
blue  $4     3      1       3       1    36

An order may be as long as this one:
    load; move Roanoke; deliver cotton

It is your turn until Sunday 6 December 2026, 20:00 UTC.
Reply with your orders in place of the dots:

begin east-7 #12
...
end
""",
)
SPOKES = Game(
    "spokes",
    "velo-3",
    (
        "place b16",
        "swap 5:red a10-a1 for white; ride a10-a1",
        "swap 4:blue a1-b16 for yellow; ride b16-a1-a2",
        "swap 4:black b16-b1 for red; ride b15 burst b16-b1-a2-a3",
        "swap +2 b16-b1; ride b15-b16-b1",
        "bike 2 place a10",
        "swap green a1-a2; ride a1-a2",
    ),
    ("swap 1:green a9-a10 for black; ride a9-a10", "swap 2 c3-c4; ride c3-c4-c5"),
    """\
Entry 28 of velo-3: orange has moved.

    28. orange: swap 1:green a9-a10 for black; ride a9-a10

What happened since your last turn
  27. red swaps a blue spoke for a yellow one and rides to a2.
  28. orange swaps a green spoke for a black one and rides to a10.

bike    space  laps  to go  tile
------  -----  ----  -----  -----
red     a2     1     31     plain
orange  a10    1     33     burst

A turn is written like this:
    swap 2 c3-c4; ride c3-c4-c5

It is your turn until Sunday 6 December 2026, 20:00 UTC.
Reply with your orders in place of the dots:

begin velo-3 #29
...
end
""",
)
GAMES = (LAST_SPIKE, SPECTRAL, SPIKE, SPOKES)
VERBS = (
    "lay play buy purchase sell draw pass bankrupt double bid keep lead lift place load go coin deliver burn"
    " give trade build move upgrade dump extra sides take swap ride burst bike"
)
WORDS = (
    "St. Louis, Omaha, Dodge City, Laramie, Denver, El Paso, Ogden, Yuma, Sacramento, STL, OMA, DOD, LAR, DEN"
    ", ELP, OGD, YUM, SAC, Alta, Ludlow, Como, Organ, Ruby, Ophir, Eagle Mountain, Coloma, Cabezon"
    ", dark, light, Norfolk, Raleigh, Roanoke, Topeka, cows, pigs, oil, wood, cotton, peaches, deck, engine"
    ", tender, car, red, blue, green, yellow, black, white, orange"
)

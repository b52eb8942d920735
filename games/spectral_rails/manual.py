"""The words around the game: how to write a turn, examples of it, and how events are told."""

from __future__ import annotations

from pbem.game import Example

NOTATION = """\
Names of towns: as the map has them, in any case; the start of a name will do.
Cards are single figures. A space is its line and a number: Alta-Ludlow.2 is
the second space from Alta, and Ludlow-Alta.1 the first from Ludlow.

Bidding     bid 2 1          add these cards to your bid, left to right
            pass             you have not bid
            pass keep 1      you have: take this card back
            pass keep 1.3    ... the third of your bid, where it matters
The winner  lead blue        name the spirit leader
            lift A-B.1, A-B.2; lead blue
                             first take up to your bid in own segments back
Placement   place Alta
Movement    pass, or one turn of these parts in this order:
  load Organ                 a soul that waits in the town where you are
  burn 1                     for a fourth, fifth or sixth soul
  play 2 1                   cards worth the empty spaces you cross, or
  coin                       if you cross others' segments only
  lift Alta-Como.3           own segments, when the reserve is not enough
  go Alta-Ludlow             the way, town by town: go Alta-Como-Cisco
  go Ludlow-Organ.3          it may end on a space, counted from Ludlow
  deliver Organ, Organ       one name for each soul that goes home
On a line, start with that line in the direction you travel: from
Alta-Ludlow.2, `go Alta-Ludlow` goes on to Ludlow and `go Ludlow-Alta` back.
In round 2 name the colour of a soul where two fit: load dark Ruby.
A trapped train may write `play 2; lift Alta-Como.1, Alta-Como.2` with no go.
Parts are separated by semicolons."""

EXAMPLES = (
    Example("bid 2 1", "adds a 2 and then a 1 to one's bid"),
    Example("pass", "passes: in the bidding, or for the rest of the movement phase"),
    Example("pass keep 1", "passes in the bidding and takes the 1 back"),
    Example("pass keep 1.3", "takes back the third card of the bid, which is a 1"),
    Example("lead blue", "makes blue the spirit leader"),
    Example("lift Alta-Como.1, Alta-Como.2; lead green", "takes two segments back, then names green"),
    Example("place Alta", "starts the train in Alta"),
    Example("play 2 1; go Alta-Ludlow", "plays 3 and fills the three spaces to Ludlow"),
    Example("load Organ; coin; go Ludlow-Organ.2", "loads a soul, pays a coin, stops on the second space"),
    Example("load Ruby; burn 1; play 3; go Alta-Como; deliver Como, Como", "burns a card for a fourth soul"),
    Example(
        "play 4; lift Alta-Como.3; go Ludlow-Cabezon-Organ", "lifts a segment because the reserve is short"
    ),
    Example("load dark Ruby; coin; go Alta-Como; deliver dark Como, light Como", "round 2, with colours"),
    Example("play 2; lift Alta-Como.1, Alta-Como.2", "a trapped train frees itself and does not move"),
)

PHRASES = {
    "dealt": "two dark souls are put in every town",
    "speaks-first": "{leader} speaks first",
    "home": "those already at home are taken away ({souls})",
    "bids": "bids {cards}{total}",
    "passes": "passes",
    "keeps": "passes and takes back {card}",
    "nobody": "nobody has bid and {leader} stays spirit leader",
    "stays": "{winner} has won the bidding but resigned, and {leader} stays spirit leader",
    "stands": "{leader} stays spirit leader",
    "wins": "wins the bidding",
    "lifts": "lifts {count} of its segments ({spaces})",
    "leads": "makes {leader} the spirit leader",
    "leads-itself": "becomes spirit leader",
    "places": "starts in {town}",
    "loads": "loads {soul}",
    "burns": "burns {card}",
    "plays": "plays {cards}{worth}",
    "pays": "pays a coin ({left} left)",
    "lays": "goes {way} and lays {count}",
    "rides": "goes {way} on others' trails",
    "trapped": "is trapped and stays",
    "wrecks": "wrecks a train in {town}",
    "delivers": "delivers {souls}",
    "replenishes": "takes {cards} back from its row",
    "stall": "nobody has moved in two movement phases",
    "round-ends": "round 1 ends",
    "round-begins": "round 2 begins with a light soul in every town",
    "resigns": "resigns",
    "ends": "the game ends",
    "tie": "{seats} tie with {points} points: {by}",
}

END_REASONS = {
    "wrecks": "the third wreck of round 2 has happened",
    "stalled": "nobody moved in two movement phases of round 2",
    "resignation": "one seat is left",
}

OPTIONS = {
    "stall-ends": "A round ends if no seat takes a movement turn in two movement phases running.",
}

"""The notation page, its examples, and the words of the report."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.game import Example

PHRASES: Mapping[str, str] = {
    "market": "{chips} pay $3",
    "shown": "{cards} turned up",
    "sides": "plays {faces}",
    "gives": "gives {other} a card",
    "given": "gives {other} a card ({card})",
    "keeps": "keeps a route",
    "kept": "keeps a route ({route})",
    "place": "places the train in {city}",
    "pass": "passes",
    "skip": "is skipped",
    "takes": "takes {cards}",
    "draws": "draws {number} from the deck",
    "drawn": "draws {number} from the deck ({cards})",
    "round": "round {round} begins",
    "time": "time card {number} of 3 turns up",
    "trade": "trades {number} {kind} for {cards}",
    "build": "builds {path} with {tracks} ({cards})",
    "bounty": "reaches {city} and collects ${money} for {commodity} (now ${total})",
    "upgrade-engine": "upgrades the engine to speed {level} for ${price} (now ${total})",
    "upgrade-tender": "upgrades the tender to power {level} for ${price} (now ${total})",
    "upgrade-car": "adds freight car {level} for ${price} (now ${total})",
    "move": "moves to {to}",
    "move-track": "moves to the track {to}",
    "load": "loads {commodity}",
    "dump": "dumps {commodity}",
    "deliver": "delivers {commodity} to {city} for ${fee} (now ${total})",
    "extra": "takes the contract {face} for ${price} (now ${total})",
    "exhausted": "has no track and no delivery left",
    "reveal": "turns up {route} for ${worth} (total ${total})",
    "leave": "resigns",
    "end-time": "the game ends",
    "end-special": "every other seat has had its last turn and the game ends",
    "end-resignation": "one seat is left and the game ends",
}

NOTATION = """\
A turn is actions parted by semicolons. Do at most ONE of these three ...

  draw white, deck        rail cards: face-up ones by name, then `deck` for
                          each card off the deck; as many as your tender has
                          power (2 at first), at least one
  build Norfolk-g24-Raleigh
                          track along a path, point by point; the cards that
                          it costs follow from the links
  upgrade engine          or tender, or car; the train must be in a city

... and at most ONE move, and in between as much as you like of these:

  move Raleigh            the train stops in this city, or
  move g24-Raleigh        on the piece of track between two points
  load                    your cargo token of the city where the train is
  deliver pigs            to the city where the train is
  dump cows               puts a cargo token back
  extra                   an extra contract (option extra-contract only)

or do nothing: `pass`. Actions count in the order in which you write them.

Points. The map shows cities by three capitals (NFK is Norfolk) and other
points as dots. A dot is named by the letter of its row, at the left, and the
number of its column, at the top: k7. From a point there are links to the two
columns left and right in the same row (k5, k9) and to the next columns in the
rows above and below (j6, j8, l6, l8), where the map shows a letter for the
link's kind. You may write a city by its name, its three letters, its own
point of the map, or the beginning of its name.

Paths. A build goes from your network (your start city, your track) to the
first new city, or joins two points of your own track; it may not pass through
cities or your own track, and no link that has track already.

Trades stand directly before the build that they pay for, n cards of one kind
for n-1 of others:   trade 3 white for red, yellow; build Norfolk-g24-Raleigh

Rail kinds may be written as on the map: w, u (blue), r, g, y, k (black). A
number on the map is track of that seat, in turn order. `take white` is a
draw, `take cows` or `take` alone a load.

Before the first turn: `give white` (the first seat, to the seat before it in
turn order) and `place Norfolk` (each seat); with the options choose-sides and
two-routes also `sides cows/2a, pigs/1b` and `keep R17`.

In a complete record the dealer adds what the deck gave: `draw white,
deck:blue; show green`, `round 2`, and at the end the routes."""

EXAMPLES: tuple[Example, ...] = (
    Example("give white", "Give a white card to the neighbour on your right, before the first turn."),
    Example("place Norfolk", "Start in Norfolk."),
    Example("draw white, deck", "Take the face-up white card and one card of the deck."),
    Example("draw deck, deck", "Take two cards of the deck."),
    Example("build Chicago-c14-Milwaukee", "Build two links from your network to a new city."),
    Example(
        "trade 2 white for green; build Detroit-Cleveland",
        "Two white cards stand for a green one.",
    ),
    Example(
        "trade 3 white for red, yellow; build Norfolk-g24-Raleigh; move g24-Norfolk",
        "Two cards got for three; then the train goes onto the new track.",
    ),
    Example("move Raleigh; load; draw deck, deck", "Go to Raleigh, load what Raleigh has, draw two cards."),
    Example("load; move g24-Norfolk", "Load, then stop on the piece of track between two points."),
    Example("move Topeka; deliver cows; upgrade engine", "The fee just earned pays for the new engine."),
    Example("dump cows; load", "Put the cows back and load what the city has."),
    Example("deliver pigs; extra", "Complete the last contract and take an extra one for $3."),
    Example("sides cows/2a, pigs/1b", "Choose the sides of your contract cards (option choose-sides)."),
    Example("keep R17", "Keep one of two routes (option two-routes)."),
    Example("pass", "Do nothing."),
    Example(
        "draw white, deck:blue; show green, red",
        "As the dealer completes it.",
    ),
    Example(
        "draw deck:blue; round 2; draw deck:red; show black, red, yellow, red",
        "The deck ran out in the middle.",
    ),
)

"""The game's words: the notation page, its examples, and the phrases of the report."""

from __future__ import annotations

from pbem.game import Example

PHRASES = {
    "first-draw": "draws {tile}",
    "first": "is closest to A1 and plays first",
    "hand": "is dealt {tiles}",
    "aside": "one tile is set aside unseen",
    "sell": "sells land of {city} to the bank for ${amount:,}",
    "lay": "lays {tile} for ${paid:,}",
    "lay-double": "lays {tile} for ${paid:,}, double cost",
    "grant": "is granted the free land of {city}",
    "complete": "route {route} ({from} - {to}) is complete",
    "payout": "collects ${amount:,} for {city}",
    "payout-both": "collects ${amount:,} for {city} and ${more:,} for {other}",
    "last-spike": "drives the last spike and earns ${amount:,}",
    "tie": "{seats} have ${cash:,} each and the printed prices of their land decide",
    "worth": "holds land of ${amount:,}",
    "buy": "buys land of {city} for ${price:,}",
    "draw": "draws",
    "drawn": "draws {tile}",
    "pass": "has no tile and passes",
    "bankrupt": "is bankrupt and leaves the game",
    "resign": "resigns and leaves the game",
    "reshuffle": "the tiles go back to the pool, which now holds {pool}",
    "alone": "is the only one left",
    "skip": "is skipped",
}

NOTATION = """\
A turn is one line: what you do, in the order in which you do it, with
semicolons between.

    lay A3; buy Omaha; draw

  lay TILE     Lay a tile of your hand on the space with its letter and
               number, and pay for it. It has to be next to a city (spaces
               1 and 4) or next to track of its route; if none of your tiles
               is, any may be laid for double cost. Free land, payouts and
               the last spike's bonus follow by themselves.
  buy CITY     Buy the cheapest land card left of a city whose free land has
               been claimed. Not in a turn in which you got free land.
  draw         Draw a tile. You may leave it out: the dealer adds it. In the
               full record the tile is named (draw D4); a copy that may not
               know it has draw ?.
  sell CITY    Sell a land card to the bank for half its price, rounded up
               to a thousand, only while you cannot pay for the tile that you
               lay in this turn, so it is written first. It is the dearest
               card that you hold of that city; name the printed price for
               another one (sell Denver 3000). Sell again if you are still
               short.
  pass         Your turn if you hold no tile.
  bankrupt     Your turn if you can pay for none of your tiles, even by
               selling land. These two words are written in full.

You may add what you expect to pay, and it is checked:
lay W2 double ($16000); buy Denver ($2000). Cities can be written by their codes (STL OMA DOD LAR
DEN ELP OGD YUM SAC) or by any beginning that fits only one of them; play is
lay, purchase is buy. Your turn does not say who you are: in the record it
stands behind a number and your colour (9. red: ...).

The deal names the tiles drawn for the first turn, the four tiles of each seat
in turn order and, with two seats, the tile set aside.
"""

EXAMPLES = (
    Example(
        "0. deal: first red A3, blue B1; red A1 C3 D2 V1; blue B1 E4 F2 X3; aside D3",
        "a deal for two",
    ),
    Example("1. red: lay A1; draw D4", "red lays A1, gets the free land of St. Louis and draws D4"),
    Example("2. blue: lay B1; buy St. Louis; draw ?", "blue buys land; what it draws is hidden"),
    Example("7. red: lay C2", "nothing is bought; the dealer adds the draw"),
    Example("9. red: sell Denver; sell Omaha 3000; lay V3; buy Ogden; draw Z2", "two cards pay for a tile"),
    Example("13. red: lay W2 double ($16000); draw", "a tile away from track, with its cost asserted"),
    Example("49. red: pass", "red has no tile and the pool is empty"),
    Example("50. blue: bankrupt", "blue can pay for none of its tiles"),
)

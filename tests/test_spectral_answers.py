"""What a player of Spectral Rails is told about a faulty entry: what there is, what is needed, the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.spectral_rails import GAME
from games.spectral_rails.words import CALIFORNIA
from pbem import boards, checking, notation, record
from pbem.errors import IllegalMove
from pbem.game import Seat
from pbem.replay import Referee

SAMPLES = Path(__file__).parent.parent / "samples" / "spectral-rails"


def changed(sample: str, entries: str) -> str:
    """A sample that goes on with these entries from the number of the first of them."""
    number = entries.partition(".")[0]
    kept = []
    for line in (SAMPLES / f"{sample}.pbem").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{number}. "):
            break
        kept += [] if line.startswith("[Result ") else [line]
    return "\n".join([*kept, entries, ""])


def errors(text: str) -> list[str]:
    """Errors about a record, each as `marked | code | message | rule | hint`."""
    found = checking.check_records("f.pbem", *record.read_file("f.pbem", text.encode())).findings
    return [
        " | ".join(
            (line[p.span.column - 1 : p.span.end - 1], p.code.partition("/")[2], p.message, p.rule, p.hint)
        )
        for p, line in ((one.problem, one.line) for one in found)
        if p.severity == "error"
    ]


ANSWERS = [
    (
        "whole-game-3-seats",
        "1. red: bid 2 1\n2. blue: bid 3",
        "bid 3 | bid-low | blue's bid would be 3 and red has bid 3: 4 is needed, with 2 cards at least | Choosing the Spirit Leader | ",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 2 1\n2. blue: bid 4",
        "bid 4 | bid-few | blue's bid would be 1 card and red's is 2 cards: 2 cards at least, worth 4 or more, are needed | Choosing the Spirit Leader | add 1 card at least to this bid, or pass",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 2 2\n2. blue: bid 3 2\n3. green: lead green",
        "lead green | not-now | green bids or passes now | Game Play | 6 in all at least, with 2 cards or more, such as `bid 2 4`; or `pass`",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 1\n2. blue: bid 1 1\n3. green: pass\n4. red: lead red",
        "lead red | not-now | red bids or passes now | Game Play | 3 in all at least, with 2 cards or more, such as `bid 2`; or `pass keep 1`",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 21",
        "bid 21 | cards | a card is one figure, so write `2 1` with spaces between the cards | Choosing the Spirit Leader | ",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 1; bid 2",
        "bid 2 | more | `bid 1` is a whole entry, and more follows it | Game Play | what follows is an entry of its own, at the seat's next turn",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 2 1\n2. blue: bid 2 2\n3. green: pass\n4. red: pass keep 3",
        "pass keep 3 | keep | red has bid 2 1, which has no `3` | Choosing the Spirit Leader | 2 or 1 can be taken back",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 1 2 1\n2. blue: bid 2 2 2\n3. green: pass\n4. red: pass keep 3",
        "pass keep 3 | keep | red has bid 1 2 1, which has no `3` | Choosing the Spirit Leader | 1.1 or 2 or 1.3 can be taken back",
    ),
    (
        "whole-game-3-seats",
        "1. red: bid 4 3 3 2 2 2 1 1\n2. blue: bid 4 3 3 2 2 2 1 1 1\n3. green: pass\n4. red: bid 1",
        "bid 1 | bid-low | red's bid would be 19 and blue has bid 19: 20 is needed, with 9 cards at least | Choosing the Spirit Leader | no bid of red's can be so high, so write `pass keep 4` or `pass keep 3` or `pass keep 2` or `pass keep 1`",
    ),
    (
        "in-progress",
        "43. green: load light Como; play 1; coin; go Ludlow-Como.1",
        "coin | coin-needless | green plays cards in this turn, so it costs no coin | Coins and Special Circumstances | leave out `coin`; then green has 0 segments in reserve, lifts 0 and needs 1: write `load light Como; play 1; lift Coloma-Bodie.2; go Ludlow-Como.1`",
    ),
    (
        "in-progress",
        "43. green: play 1; coin; go Ludlow-Organ",
        "coin | coin-needless | green plays cards in this turn, so it costs no coin | Coins and Special Circumstances | leave out `coin`; then green plays 1, and this way crosses 5 empty spaces: write `play 1 1 3; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1, Rhyolite-Eagle Mountain.2; go Ludlow-Organ`",
    ),
    (
        "in-progress",
        "43. green: play 1; coin; go Ludlow-Cabezon",
        "coin | coin-needless | green plays cards in this turn, so it costs no coin | Coins and Special Circumstances | leave out `coin` or the cards",
    ),
    (
        "in-progress",
        "43. green: coin; go Ruby; deliver Ruby",
        "go Ruby | no-line | there is no line between Ludlow and Ruby | Moving the Train | write the towns between: go Ludlow-Cabezon-Mogollon-Ruby; a dark Ruby soul waits in Ludlow: load it first, `load dark Ruby; coin; go Ludlow-Cabezon-Mogollon-Ruby; deliver dark Ruby`",
    ),
    (
        "in-progress",
        "43. green: coin; go Ludlow-Organ",
        "go Ludlow-Organ | value-short | a coin takes green over others' segments only, and this way crosses 5 empty spaces | Coins and Special Circumstances | play cards worth 5 at least and lift 5 segments, since the reserve has 0: `play 1 1 3; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1, Rhyolite-Eagle Mountain.2; go Ludlow-Organ`, or stop earlier",
    ),
    (
        "in-progress",
        "43. green: coin; go Ludlow-Alta.9",
        "go Ludlow-Alta.9 | no-space | Ludlow-Alta has 3 spaces, and 9 is named | Moving the Train | stop on Ludlow-Alta.1 to Ludlow-Alta.3, or go into Alta without a number",
    ),
    (
        "in-progress",
        "43. green: load light Ruby; coin; go Ludlow-Cabezon-Mogollon-Ruby",
        "load light Ruby | load-not-there | no light Ruby soul waits in Ludlow; waiting: dark Ruby, light Como | A. Pick up a Soul | load dark Ruby",
    ),
    (
        "in-progress",
        "43. green: load dark Ruby; coin; go Ludlow-Cabezon-Mogollon-Ruby; deliver light Ruby",
        "deliver light Ruby | deliver-not-aboard | green has no light Ruby soul aboard to deliver; aboard: dark Ruby | C. Delivering Souls | deliver dark Ruby",
    ),
    (
        "in-progress",
        "43. green: coin; go Ludlow-Cabezon-Mogollon-Ruby; deliver dark Ruby",
        "deliver dark Ruby | deliver-not-aboard | green has no dark Ruby soul aboard to deliver; aboard: nobody | C. Delivering Souls | a dark Ruby soul waits in Ludlow: load it first, `load dark Ruby; coin; go Ludlow-Cabezon-Mogollon-Ruby; deliver dark Ruby`",
    ),
    (
        "in-progress",
        "43. green: play 1; go Ludlow-Organ",
        "go Ludlow-Organ | value-short | green plays 1, and this way crosses 5 empty spaces | Playing Ether Cards | play cards worth 5 at least and lift 5 segments, since the reserve has 0: `play 1 1 3; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1, Rhyolite-Eagle Mountain.2; go Ludlow-Organ`, or stop earlier",
    ),
    (
        "in-progress",
        "43. green: play 1 3; go Ludlow-Organ",
        "go Ludlow-Organ | value-short | green plays 4, and this way crosses 5 empty spaces | Playing Ether Cards | play cards worth 5 at least and lift 5 segments, since the reserve has 0: `play 1 3 1; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1, Rhyolite-Eagle Mountain.2; go Ludlow-Organ`, or stop earlier",
    ),
    (
        "in-progress",
        "43. green: go Ludlow-Organ",
        "go Ludlow-Organ | unpaid | green's turn plays no card and pays no coin, and this way crosses 5 empty spaces | Coins and Special Circumstances | play cards worth 5 at least and lift 5 segments, since the reserve has 0: `play 1 1 3; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1, Rhyolite-Eagle Mountain.2; go Ludlow-Organ`",
    ),
    (
        "in-progress",
        "43. green: go Ludlow-Cabezon",
        "go Ludlow-Cabezon | unpaid | green's turn plays no card and pays no coin, and this way crosses others' segments only | Coins and Special Circumstances | add `coin`",
    ),
    (
        "in-progress",
        "43. green: play 3; go Cabezon-Organ",
        "go Cabezon-Organ | value-short | green plays 3, and this way crosses 4 empty spaces | Playing Ether Cards | play cards worth 4 at least and lift 4 segments, since the reserve has 0: `play 3 1; lift Coloma-Bodie.2, Bodie-Belmont.1, Bodie-Belmont.2, Rhyolite-Eagle Mountain.1; go Ludlow-Cabezon-Organ`, or stop earlier",
    ),
    (
        "in-progress",
        "43. green: play 3; go Swansea-Ruby",
        "go Swansea-Ruby | start | green's train is in Ludlow, so its way starts there | Moving the Train | lines from Ludlow: Alta, Cabezon, Como, Organ",
    ),
    (
        "in-progress",
        "43. green: play 1; go Ludlow-Mogollon",
        "go Ludlow-Mogollon | no-line | there is no line between Ludlow and Mogollon | Moving the Train | write the towns between: `play 1; go Ludlow-Cabezon-Mogollon`",
    ),
    (
        "in-progress",
        "43. green: go Ludlow",
        "go Ludlow | no-move | green's train is in Ludlow already and does not move | Moving the Train | name the next town: go Ludlow-Alta or go Ludlow-Cabezon or go Ludlow-Como or go Ludlow-Organ",
    ),
    (
        "in-progress",
        "43. green: lift Ludlow-Alta.9; go Ludlow-Cabezon",
        "lift Ludlow-Alta.9 | no-space | Ludlow-Alta has 3 spaces, and 9 is named | Selecting Your Ether Trail Segments | its spaces are Ludlow-Alta.1 to Ludlow-Alta.3",
    ),
    (
        "in-progress",
        "43. green: play 1; lift Alta-Como.1; go Ludlow-Como.1",
        "lift Alta-Como.1 | lift-not-own | Alta-Como.1 holds blue's segment; green lifts its own segments | Selecting Your Ether Trail Segments | green's segments: Coloma-Bodie.2, Bodie-Belmont.1 .2, Rhyolite-Eagle Mountain.1 .2 .3 .4, Eagle Mountain-Swansea.1 .2, Grafton-Cisco.1 .2 .3 .4",
    ),
    (
        "in-progress",
        "43. green: play 1; lift Coloma-Bodie.2, Bodie-Belmont.1; go Ludlow-Como.1",
        "lift Coloma-Bodie.2, Bodie-Belmont.1 | lift-many | green has 0 segments in reserve and plays 1, so may lift 1, not 2 | Selecting Your Ether Trail Segments | name 1 of them at most",
    ),
    (
        "in-progress",
        "43. green: load Ruby; burn 1; coin; go Ludlow-Cabezon",
        "burn 1 | burn-needless | green has 1 soul aboard and burns a card only for a fourth, fifth or sixth | A. Pick up a Soul | leave out `burn 1`",
    ),
    (
        "in-progress",
        "43. green: load Ruby; go Ludlow-Cabezon; play 1",
        "play 1 | order | `play 1` belongs before `go Ludlow-Cabezon` | Movement Turn Order | the order is load, burn, play or coin, lift, go, deliver",
    ),
]


@pytest.mark.parametrize(("sample", "entry", "answer"), ANSWERS)
def test_an_entry_that_cannot_be_is_answered_with_a_way_out(sample: str, entry: str, answer: str) -> None:
    assert errors(changed(sample, entry)) == [answer]


@pytest.mark.parametrize("word", ["bid", "play"])
def test_of_more_cards_than_a_hand_has_only_their_number_is_told(word: str) -> None:
    sample, label = {"bid": ("whole-game-3-seats", "1. red"), "play": ("in-progress", "43. green")}[word]
    (answer,) = errors(changed(sample, f"{label}: {word} {'1 ' * 4000}"))
    assert f" cannot {word} 4,000 cards: it holds 1 1 " in answer.split(" | ")[2]


def test_run_together_cards_of_a_long_bid_are_not_printed() -> None:
    (answer,) = errors(changed("whole-game-3-seats", f"1. red: bid 21 {'1 ' * 100}"))
    assert answer.split(" | ")[2] == "a card is one figure, so write spaces between the cards"


def test_a_long_action_in_the_wrong_place_is_cut() -> None:
    entry = f"43. green: coin; deliver Ruby{', Ruby' * 100}; go Ludlow-Cabezon"
    (answer,) = errors(changed("in-progress", entry))
    assert answer.split(" | ")[2].endswith(
        "belongs before `deliver Ruby, Ruby, Ruby, Ruby, Ruby, Ruby, Ruby, Ruby, R...`"
    )


# Hints that are whole turns


@pytest.mark.parametrize(("sample", "entry", "answer"), [case for case in ANSWERS if "`" in case[2]])
def test_a_turn_in_a_hint_is_legal(sample: str, entry: str, answer: str) -> None:
    for turn in answer.split(" | ")[4].split("`")[1::2]:
        if turn not in ("coin", "pass", "burn 1"):
            *before, last = entry.split("\n")
            assert errors(changed(sample, "\n".join([*before, f"{last.partition(': ')[0]}: {turn}"]))) == []


# Whose turn it is

OUT_OF_TURN = [
    (
        "whole-game-3-seats",
        6,
        "red: place Alta",
        "it is green's turn, not red's: green places its train, `place TOWN` | Game Play | ",
    ),
    (
        "whole-game-3-seats",
        4,
        "red: place Alta",
        "it is blue's turn, not red's: blue has won the bidding and names the leader, `lead SEAT` | Game Play | ",
    ),
    (
        "whole-game-3-seats",
        8,
        "green: load Como; play 3; go Alta-Como",
        "it is blue's turn, not green's: blue takes a movement turn or passes | Game Play | ",
    ),
    (
        "whole-game-3-seats",
        20,
        "blue: coin; go Mogollon-Cabezon",
        "blue passed in this movement phase and does not move again in it | Movement Phase | take this entry out",
    ),
    (
        "whole-game-3-seats",
        4,
        "green: bid 2",
        "it is blue's turn, not green's: blue has won the bidding and names the leader, `lead SEAT` | Game Play | ",
    ),
    (
        "whole-game-3-seats",
        24,
        "green: bid 3",
        "green passed in this bidding and is out of it | Choosing the Spirit Leader | take this entry out",
    ),
    (
        "whole-game-3-seats",
        43,
        "red: bid 1",
        "round 2 is to be dealt, one light soul for each town | Ending Round 1 & Round 2 Setup | "
        "`deal: round 2; Unionville: SOUL; Belmont: SOUL; ...` is missing before this entry",
    ),
    (
        "whole-game-3-seats",
        92,
        "red: pass",
        "the game is over | Game End | take this entry out",
    ),
    (
        "resignation",
        24,
        "yellow: pass",
        "yellow has resigned and does not move again | Game Play | take this entry out",
    ),
]


@pytest.mark.parametrize(("sample", "number", "entry", "answer"), OUT_OF_TURN)
def test_who_is_not_to_move_is_told_what_is_due(sample: str, number: int, entry: str, answer: str) -> None:
    text = changed(sample, f"{number}. ").removesuffix(f"{number}. \n")
    referee = Referee(record.read_file("f.pbem", text.encode())[0][0])
    list(referee.play())
    seat, _, words = entry.partition(": ")
    for ask in (
        lambda: GAME.resolve(referee.state, Seat(seat), notation.parse(GAME, words)),
        lambda: GAME.skip(referee.state, Seat(seat)),
    ):
        with pytest.raises(IllegalMove) as error:
            ask()
        told = error.value
        assert f"{told.message} | {told.rule} | {told.hint}" == answer
        assert told.code == "not-your-turn"


WRONG_PHASE = [
    (
        "5. blue: bid 2",
        "bid 2 | not-now | blue places its train now | Game Play | place TOWN, with any town of the map",
    ),
    (
        "5. blue: load Como; play 3; go Alta-Como",
        "load Como | not-now | blue places its train now | Game Play | "
        "`blue: place TOWN` is missing before this entry",
    ),
    (
        "4. blue: pass",
        "pass | not-now | blue has won the bidding and names the leader now | Game Play | "
        "`lead blue`, or another seat",
    ),
    (
        "4. blue: place Alta",
        "place Alta | not-now | blue has won the bidding and names the leader now | Game Play | "
        "`blue: lead SEAT` is missing before this entry",
    ),
    (
        "43. red: bid 1",
        "red | turn | round 2 is to be dealt, one light soul for each town | Ending Round 1 & Round 2 Setup | "
        "`deal: round 2; Unionville: SOUL; Belmont: SOUL; ...` is missing before this entry",
    ),
    (
        "5. mod: skip blue {away}",
        "skip blue | skip | blue's train has to be placed before play can go on | "
        "Initial Placement of the Ghost Trains | write `mod: for blue: place TOWN`, or `blue: place TOWN`",
    ),
]


@pytest.mark.parametrize(("entry", "answer"), WRONG_PHASE)
def test_what_is_due_is_told_to_the_seat_that_moves(entry: str, answer: str) -> None:
    assert errors(changed("whole-game-3-seats", entry)) == [answer]


# Deals and names

DEALS = [
    (
        " Alta: Ophir, Como;",
        "",
        "Como: | deal-towns | Alta is missing before Como | Setup | still to be dealt: Ophir, Como",
    ),
    (
        "; Organ: Swansea, Ruby",
        "",
        "Mogollon: | deal-towns | Organ is missing at the end | Setup | still to be dealt: Swansea, Ruby",
    ),
    (
        "Alta: Ophir, Como; Como: Unionville, Alta;",
        "Como: Unionville, Alta; Alta: Ophir;",
        "Como: | deal-towns | Como stands where Alta is due: towns are named in board order | Setup | "
        "the order is Unionville, Belmont, Rhyolite, Ophir, Grafton, Cisco, Alta, Como, Ludlow, Canyon Diablo, "
        "Swansea, Ruby, Cabezon, Mogollon, Organ; still to be dealt: Como; also: Alta gets 2 dark souls, not 1",
    ),
    (
        "Alta: Ophir, Como; Como: Unionville, Alta;",
        "Alta: Ophir, Como; Alta: Unionville;",
        "Ludlow: | deal-towns | Como is missing before Ludlow | Setup | "
        "still to be dealt: Alta; also: Alta is named twice; Alta gets 2 dark souls, not 1",
    ),
    (
        "Como: Unionville, Alta; Ludlow: Grafton, Canyon Diablo",
        "Como: Unionville; Ludlow: Grafton, Canyon Diablo, Alta",
        "Como: Unionville | deal-count | Como gets 2 dark souls, not 1 | Setup | "
        "also: Ludlow gets 2 dark souls, not 3",
    ),
    (
        "Ruby: Ludlow, Ruby",
        "Ruby: Ruby, Ruby",
        "Organ: Swansea, Ruby | not-in-box | Ruby has 2 dark souls, and 3 are dealt | Setup | "
        "still to be dealt: Ludlow",
    ),
    (
        "Ruby: Ludlow, Ruby",
        "Ruby: Coloma, Ruby",
        "Coloma | no-such-town | Coloma is in California, which is not on the map for 3 | Setup | "
        "the towns are Unionville, Belmont, Rhyolite, Ophir, Grafton, Cisco, Alta, Como, Ludlow, Canyon Diablo, "
        "Swansea, Ruby, Cabezon, Mogollon, Organ",
    ),
    (
        "Ruby: Ludlow, Ruby",
        "Ruby: Ludlow Ruby",
        "Ludlow Ruby | no-such-town | there is no town Ludlow Ruby on the map | Setup | Ludlow and Ruby are "
        "towns of their own: put a comma between them, `Ludlow, Ruby`",
    ),
    (
        "seats red, blue, green",
        "seats red, blue, yellow",
        "seats red, blue, yellow | deal-seats | the deal names red, blue, yellow, and the seats in turn order "
        "are red, blue, green | Setup | write `seats red, blue, green`",
    ),
    (
        "seats red, blue, green",
        "seats blue, red, green",
        "seats blue, red, green | deal-seats | the deal names blue, red, green, and the seats in turn order "
        "are red, blue, green | Setup | write `seats red, blue, green`, or put the headers into the order of "
        "the deal",
    ),
    (
        "seats red, blue, green",
        "round 2",
        "round 2 | deal-round | entry 0 sets round 1 up | Setup | "
        "begin with `seats red, blue, green`, and name two souls for each town",
    ),
]


@pytest.mark.parametrize(("there", "instead", "answer"), DEALS)
def test_every_fault_of_a_deal_is_told(there: str, instead: str, answer: str) -> None:
    (deal,) = [line for line in changed("whole-game-3-seats", "1. ").splitlines() if line.startswith("0. ")]
    assert there in deal
    assert errors(changed("whole-game-3-seats", deal.replace(there, instead))) == [answer]


TWO_NAMES = [
    ("place Swansea Ruby", 5, "Swansea and Ruby are towns of their own: name one of them"),
    (
        "play 4 3; go Alta Cabezon Organ",
        8,
        "Alta, Cabezon and Organ are towns of their own: put a hyphen between them, Alta-Cabezon-Organ",
    ),
    (
        "load Como; play 3; go Alta-Como; deliver Como Ophir",
        8,
        "Como and Ophir are towns of their own: put a comma between them, `Como, Ophir`",
    ),
]


@pytest.mark.parametrize(("entry", "number", "hint"), TWO_NAMES)
def test_two_towns_without_a_sign_between_them_are_told_apart(entry: str, number: int, hint: str) -> None:
    (answer,) = errors(changed("whole-game-3-seats", f"{number}. blue: {entry}"))
    assert answer.split(" | ")[1] == "no-such-town" and answer.endswith(f" | {hint}")


OFF_THE_MAP = [
    ("5. blue: place Eagle Mountain", "Eagle Mountain is in California, which is not on the map for 3"),
    ("8. blue: play 4; go Alta-Bodie", "Bodie is in California, which is not on the map for 3"),
    ("8. blue: load Coloma; play 3; go Alta-Como", "Coloma is in California, which is not on the map for 3"),
    ("4. blue: lead yellow", "yellow does not play; red, blue, green do"),
]


@pytest.mark.parametrize(("entry", "message"), OFF_THE_MAP)
def test_a_town_or_seat_of_the_other_map_is_known_by_name(entry: str, message: str) -> None:
    (answer,) = errors(changed("whole-game-3-seats", entry))
    assert answer.split(" | ")[2] == message


def test_california_is_what_the_map_for_three_lacks() -> None:
    four, three = (
        GAME.load_board(name, boards.text("spectral-rails", name)) for name in ("southwest-4", "southwest-3")
    )
    assert set(CALIFORNIA) == set(four.states["California"]) == set(four.towns) - set(three.towns)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("43. green: load dark Ruby; +coin", "another action"),
        ("43. green: load ;", "a town, dark or light"),
        ("43. green: go ;", "a way"),
        ("43. green: lift ;", "a space of a line"),
        ("43. green: play ;", "a card"),
    ],
)
def test_what_is_expected_is_told_in_words_of_the_game(entry: str, expected: str) -> None:
    (answer,) = errors(changed("in-progress", entry))
    assert expected in answer.split(" | ")[2]


# Parts of a turn that stand twice, ways that are closed, seats that have left

TURNS = [
    (
        "8. blue: load Como; load Ophir; play 3; go Alta-Como",
        "load Ophir | twice | `load` is there twice | Movement Turn Order | "
        "keep one of them: a turn loads one soul",
    ),
    (
        "8. blue: coin; coin; go Alta-Como",
        "coin | twice | `coin` is there twice | Movement Turn Order | keep one of them: a turn costs one coin",
    ),
    (
        "8. blue: play 3; play 1; go Alta-Como.1",
        "play 1 | twice | `play` is there twice | Movement Turn Order | "
        "write them as one: `play 3 1; go Alta-Como.1`",
    ),
    (
        "8. blue: play 4 1; go Alta-Cisco; go Cisco-Como.1",
        "go Cisco-Como.1 | twice | `go` is there twice | Movement Turn Order | "
        "write them as one: `play 4 1; go Alta-Cisco-Como.1`",
    ),
    (
        "8. blue: play 3; go Alta-Como; go Cisco",
        "go Cisco | twice | `go` is there twice | Movement Turn Order | "
        "keep one of them, with the whole way in it",
    ),
    (
        "8. blue: load Como; play 3; go Alta-Como; deliver Como; deliver Ophir",
        "deliver Ophir | twice | `deliver` is there twice | Movement Turn Order | "
        "write them as one: `load Como; play 3; go Alta-Como; deliver Como, Ophir`",
    ),
    (
        "8. blue: lift Alta-Como.1; lift Alta-Como.2; play 3; go Alta-Cisco",
        "lift Alta-Como.2 | twice | `lift` is there twice | Movement Turn Order | "
        "write them as one: `lift Alta-Como.1, Alta-Como.2; play 3; go Alta-Cisco`",
    ),
    (
        "8. blue: lift Alta-Como.1",
        "lift Alta-Como.1 | no-move | blue's turn needs a move: lifting alone is none | Movement Turn Order | "
        "load ...; play ...; go ...",
    ),
    (
        "11. blue: play 3; go Como-Alta",
        "go Como-Alta | own-trail | blue's own segment lies on Alta-Como.3 | Placing Ether Trails | "
        "go another way: `play 3; go Como-Cisco-Alta`",
    ),
    (
        "8. blue: play 4 2; go Alta-Como-Alta",
        "go Alta-Como-Alta | own-trail | blue fills Alta-Como.3 in this turn and may not travel there again | "
        "Placing Ether Trails | go another way, or stop earlier: `play 4 2; go Alta-Como`",
    ),
    (
        "11. blue: play 1; go Como-Alta.1",
        "go Como-Alta.1 | own-trail | blue's own segment lies on Alta-Como.3 | Placing Ether Trails | "
        "go another way",
    ),
]


@pytest.mark.parametrize(("entry", "answer"), TURNS)
def test_a_turn_that_cannot_be_is_answered_with_how_it_can(entry: str, answer: str) -> None:
    assert errors(changed("whole-game-3-seats", entry)) == [answer]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("give red 3", "cards, coins and souls do not go from one engineer to another; the spirit leader is"),
        ("trade 3", "cards, coins and souls do not go from one engineer to another"),
        ("draw 3", "nobody draws cards: half of each row comes back by itself once all have passed"),
    ],
)
def test_what_the_rules_never_allow_is_told(word: str, message: str) -> None:
    (answer,) = errors(changed("whole-game-3-seats", f"8. blue: {word}; pass"))
    marked, code, told, *_ = answer.split(" | ")
    assert (marked, code) == (word.split()[0], "unknown-word") and told.startswith(message)


def bad(name: str) -> str:
    return (SAMPLES / "bad" / f"{name}.pbem").read_text(encoding="utf-8")


def test_who_may_lead_in_place_of_one_who_resigned_is_told() -> None:
    assert errors(bad("lead-names-who-resigned")) == [
        "lead green | leader-gone | green has resigned and cannot lead | Choosing the Spirit Leader | "
        "red and blue still play"
    ]


def test_the_card_that_a_fourth_soul_costs_is_put_into_the_turn() -> None:
    assert errors(bad("burn-forgotten")) == [
        "load Ophir | burn-missing | red has 3 souls aboard, so another costs a card | A. Pick up a Soul | "
        "`load Ophir; burn 1; coin; go Como-Alta`, or load nobody"
    ]


def test_the_winner_who_lifts_is_given_the_entry_with_its_leader() -> None:
    assert errors(bad("lift-without-a-leader")) == [
        "lift Belmont-Grafton.1 | no-leader | red won the bidding and has to name the leader | "
        "Choosing the Spirit Leader | `lift Belmont-Grafton.1; lead red`, or another seat"
    ]


def test_a_seat_resigns_once_and_the_others_play_on() -> None:
    twice = bad("resign-twice")
    assert errors(twice) == [
        "resign green | gone | green has resigned already | Game Play | take this entry out"
    ]
    once = "\n".join(line for line in twice.splitlines() if not line.startswith("5. "))
    referee = Referee(record.read_file("f.pbem", once.encode())[0][0])
    list(referee.play())
    assert not referee.problems and GAME.outcome(referee.state) is None

"""The desk: who speaks, what is taken, and what everybody gets to read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pbem import registry

Make = Callable[..., Any]


def test_a_whole_round(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    assert place.take(raw) == "taken"
    assert re.fullmatch(
        r"1\. blue: \{via [0-9a-f]{16} at 2026-11-30T12:00:00Z\} lay Y4; draw \w\d", place.entries()[-1]
    )
    answers = place.answers(raw)
    assert set(answers) == {"blue", "red"}
    assert answers["blue"].headers["Subject"] == "Re: [friday-42] #1 blue: taken"
    assert answers["blue"].headers["To"] == "bob@example.net"
    assert answers["red"].headers["Subject"] == "[friday-42] #2 red: your turn"
    assert answers["red"].headers["To"] == "ann@example.org"
    assert place.take(place.mail("red", place.orders())) == "taken"
    assert len(place.entries()) == 3


def test_a_letter_reads_from_verdict_to_template(place: Any) -> None:
    place.take(raw := place.mail("blue", "lay Y4 {good luck}"))
    mine, notice = place.answers(raw)["blue"].text, place.answers(raw)["red"].text
    order = ["Taken: entry 1", "1. blue: {good luck} lay Y4; draw", "What happened", "friday-42 - The Last Spike"]
    places = [mine.index(words) for words in order]
    assert places == sorted(places)
    order = ["blue has moved", "{good luck} lay Y4", "What happened", "tiles of red", "It is your turn, until Mon"]
    places = [notice.index(words) for words in [*order, "Reply with", "begin friday-42 #2", "token ", "...\nend"]]
    assert places == sorted(places)
    assert "{via" not in mine + notice


def test_what_is_drawn_is_for_the_eyes_of_the_one_who_draws(place: Any) -> None:
    place.take(raw := place.mail("blue", "lay Y4"))
    drawn = place.entries()[-1].rpartition(" ")[2]
    answers = place.answers(raw)
    assert f"draw {drawn}" in answers["blue"].text
    assert "draw ?" in answers["red"].text
    for hidden in re.findall(r"blue (.*?);", place.entries()[0])[1].split():
        assert f"blue draws {hidden}" not in answers["red"].text.replace("\n", " ").partition("What")[2][200:]


def test_lines_are_at_most_72_columns_wide_but_for_the_map(place: Any) -> None:
    place.take(raw := place.mail("blue", "lay Y9; by Denver; " + "and more " * 20))
    place.take(other := place.mail("blue", "lay Y4"))
    for answer in [*place.answers(raw).values(), *place.answers(other).values()]:
        text = answer.text.partition("Columbia Games")[0]
        assert max(map(len, text.splitlines())) <= 72


def test_a_faulty_order_gets_a_caret_and_suggestions(place: Any) -> None:
    raw = place.mail("blue", "lay Y4; by Denver")
    assert place.take(raw) == "fix"
    answer = place.answers(raw)["blue"]
    assert answer.headers["Subject"] == "Re: [friday-42] #1 blue: needs a fix"
    assert "    1 | lay Y4; by Denver\n      |         ^^" in answer.text
    assert "did you mean: lay Y4" in answer.text
    assert set(place.answers(raw)) == {"blue"}
    assert len(place.entries()) == 1


def test_a_stale_base_changes_nothing_and_says_what_happened(place: Any) -> None:
    place.take(place.mail("blue", "lay Y4"))
    place.take(place.mail("red", place.orders()))
    before = place.entries()
    raw = place.mail("blue", "begin friday-42 #1\nlay A3\nend")
    assert place.take(raw) == "stale"
    answer = place.answers(raw)["blue"].text
    assert "your orders answer #1, and play has moved on to #3" in answer
    assert "Your mail is dated 2026-11-30T12:00:00Z; it arrived at 2026-11-30T12:00:00Z." in answer.replace("\n", " ")
    assert re.search(r"What happened from #1 on\n  1\. blue lays(.|\n)*\n  2\. red lays", answer)
    assert place.entries() == before


def test_the_state_hash_is_a_base_too(place: Any) -> None:
    base = place.ongoing().hash
    assert place.take(place.mail("blue", f"begin friday-42 #{base}\nlay Y4\nend")) == "taken"
    assert place.take(place.mail("red", f"begin friday-42 #{base}\n{place.orders()}\nend")) == "stale"


def test_an_order_out_of_turn_is_told_whose_turn_it_is(place: Any) -> None:
    raw = place.mail("red", "lay U1")
    assert place.take(raw) == "turn"
    assert "it is blue's turn, not yours" in place.answers(raw)["red"].text


def test_orders_in_quoted_text_only_are_not_carried_out(place: Any) -> None:
    raw = place.mail("blue", "> lay Y4\n> draw")
    assert place.take(raw) == "nothing"
    assert "quoted text only" in place.answers(raw)["blue"].text.replace("\n", " ")


def test_a_reply_over_our_whole_letter_takes_the_new_text_only(place: Any) -> None:
    letter = place.letter(place.last("blue"))
    quoted = "".join(f"> {line}\n" for line in letter.text.splitlines())
    assert place.take(place.mail("blue", f"lay Y4\n\nOn Sunday the desk wrote:\n{quoted}")) == "taken"


def test_a_mail_without_orders_says_so(place: Any) -> None:
    assert place.take(place.mail("blue", "\n\n")) in ("nothing", "unread")


def test_automatic_mail_is_never_answered(place: Any) -> None:
    raw = place.mail("blue", "I am away.\nlay Y4", Auto_Submitted="auto-replied")
    assert place.take(raw) == "automatic"
    assert place.answers(raw) == {}
    assert len(place.entries()) == 1


def test_our_own_mail_coming_back_is_never_answered(place: Any) -> None:
    raw = place.folder.outbox.find(place.last("blue")).read_bytes()
    assert place.take(raw) == "automatic"
    assert place.answers(raw) == {}


def test_the_game_over_is_told(place: Any) -> None:
    for _ in range(200):
        if not place.ongoing().referee.to_move():
            break
        raw = place.mail(place.mover(), place.orders())
        assert place.take(raw) == "taken"
    subjects = {answer.headers["Subject"] for answer in place.answers(raw).values()}
    assert any("the game is over" in subject for subject in subjects)
    assert "The game is over" in place.answers(raw)["blue"].text
    place.settings(identity="from")
    raw = place.mail("blue", "lay Y4")
    assert place.take(raw) == "over"
    assert place.entries()[-1].count("via ") == 1


# --- who may speak


def test_a_mail_without_token_gets_one_sent_to_the_address_that_the_desk_has(place: Any) -> None:
    raw = place.mail("blue", "lay Y4", answers="")
    assert place.take(raw) == "identity"
    answer = place.answers(raw)["blue"]
    assert answer.headers["To"] == "bob@example.net"
    assert "answer this mail, which carries a token" in answer.text.replace("\n", " ")
    assert place.take(place.mail("blue", "lay Y4")) == "taken"


def test_a_token_may_be_typed(place: Any) -> None:
    token = place.last("blue").rpartition(".")[2]
    raw = place.mail("blue", f"begin friday-42 #1\ntoken {token}\nlay Y4\nend", answers="")
    assert place.take(raw) == "taken"
    assert token not in place.answers(raw)["blue"].text


def test_a_token_is_spent_with_the_turn(place: Any) -> None:
    first = place.last("blue")
    place.take(place.mail("blue", "lay Y4"))
    place.take(place.mail("red", place.orders()))
    raw = place.mail("blue", place.orders(), answers=first)
    assert place.take(raw) == "identity"
    assert "its token has been used" in place.answers(raw)["blue"].text.replace("\n", " ")
    assert place.take(place.mail("blue", place.orders())) == "taken"


def test_a_token_of_another_game_or_seat_is_none(place: Any) -> None:
    from pbem.mail.identity import token

    secret = place.folder.house.secret
    for game, seat, number in (("friday-43", "blue", 1), ("friday-42", "red", 1), ("friday-42", "blue", 2)):
        typed = f"token {token(secret, game, seat, number)}\nlay Y4"
        assert place.take(place.mail("blue", typed, answers="")) == "identity"
    assert len(place.entries()) == 1


def test_a_valid_token_from_an_unknown_address_is_taken_and_noted(place: Any) -> None:
    raw = place.mail("blue", "lay Y4", From="bob@new.example")
    assert place.take(raw) == "taken"
    answer = place.answers(raw)["blue"]
    assert answer.headers["To"] == "bob@example.net"
    assert "an address that is not known here" in answer.text


def test_one_player_may_not_act_for_another(place: Any) -> None:
    raw = place.mail("red", "lay Y4", answers=place.last("blue"))
    assert place.take(raw) == "identity"
    answers = place.answers(raw)
    assert "the moderator decides" in answers["red"].text.replace("\n", " ")
    assert answers["mod"].headers["To"] == "mo@example.org"
    raw = place.mail("red", "for blue: lay Y4")
    assert place.take(raw) == "identity"
    assert "only the moderator may act for blue" in place.answers(raw)["red"].text
    assert len(place.entries()) == 1


def test_the_moderator_may_act_for_a_seat_and_the_player_is_told(place: Any) -> None:
    raw = place.mail("mod", "for blue: lay Y4 {Bob phoned me}")
    assert place.take(raw) == "taken"
    assert re.fullmatch(r"1\. mod: \{via .*?\} \{Bob phoned me\} for blue: lay Y4; draw \w\d", place.entries()[-1])
    answers = place.answers(raw)
    assert set(answers) == {"mod", "blue", "red"}
    assert "the moderator, acting for blue, has moved" in answers["blue"].text.replace("\n", " ")
    drawn = place.entries()[-1].rpartition(" ")[2]
    assert f"draw {drawn}" in answers["blue"].text
    assert f"draw {drawn}" not in answers["mod"].text + answers["red"].text


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("pause {holidays}", True),
        ("away red 2026-12-20 2027-01-03", True),
        ("skip blue", True),
        ("resign red {gone}", True),
        ("undo to 99", False),
        ("skip red", False),
        ("lay Y4", False),
        ("result 5. red: lay A1", False),
    ],
)
def test_the_moderator_s_own_entries(place: Any, words: str, stands: bool) -> None:
    raw = place.mail("mod", words)
    assert place.take(raw) == ("taken" if stands else "fix")
    assert (len(place.entries()) == 2) is stands
    assert ("red" in place.answers(raw)) is stands
    if stands:
        said = re.sub(r"\{.*?\}|^mod:", "", words).strip()
        assert said in place.answers(raw)["red"].text


def test_an_undo_by_mail(place: Any) -> None:
    place.take(place.mail("blue", "lay Y4"))
    assert place.take(place.mail("mod", "undo to 0 force {Bob mistyped, all agree}")) == "taken"
    assert place.mover() == "blue"
    assert place.take(place.mail("blue", "lay Y4")) == "taken"


def test_a_stranger_hears_nothing_of_the_game_and_the_moderator_hears_of_him(place: Any) -> None:
    raw = place.mail("eve@evil.example", "lay Y4", answers="")
    assert place.take(raw) == "identity"
    answers = place.answers(raw)
    assert set(answers) == {"stranger", "mod"}
    assert "tiles" not in answers["stranger"].text
    assert "eve@evil.example" in answers["mod"].text
    assert len(place.entries()) == 1


def test_a_stranger_who_names_no_game_gets_no_answer(place: Any) -> None:
    raw = place.mail("eve@evil.example", "buy our pills", answers="", Subject="pills")
    assert place.take(raw) == "stranger"
    assert place.answers(raw) == {}
    assert len(list(place.folder.quarantine.names())) == 1


def test_an_alias_speaks_for_its_owner(make_place: Make) -> None:
    place = make_place("from")
    place.settings(more='\n[[player]]\naddress = "bob@example.net"\naliases = ["bob@work.example"]\n')
    raw = place.mail("bob@work.example", "lay Y4", answers="")
    assert place.take(raw) == "taken"
    assert place.answers(raw)["blue"].headers["To"] == "bob@example.net"


def test_two_players_on_one_address(make_place: Make) -> None:
    place = make_place("from")
    place.file.write_text(place.file.read_text().replace("Ann <ann@example.org>", "Ann <bob@example.net>"))
    assert place.take(place.mail("blue", "lay Y4", answers="")) == "taken"
    raw = place.mail("blue", f"red: {place.orders()}", answers="")
    assert place.take(raw) == "taken"
    assert place.entries()[-1].startswith("2. red")
    assert place.answers(raw)["red"].headers["To"] == place.answers(raw)["blue"].headers["To"]


def test_from_alone_is_enough_where_the_desk_says_so(make_place: Make) -> None:
    place = make_place("from")
    raw = place.mail("blue", "lay Y4", answers="")
    assert place.take(raw) == "taken"
    assert "token" not in place.answers(raw)["red"].text


def test_two_games_that_disagree_are_a_question(place: Any) -> None:
    raw = place.mail("blue", "begin friday-43 #1\nlay Y4\nend")
    assert place.take(raw) == "question"
    assert "names" in place.answers(raw)["stranger"].text
    assert len(place.entries()) == 1


def test_a_remark_cannot_pass_for_the_desk_s_own(place: Any) -> None:
    place.take(raw := place.mail("blue", "lay Y4 {via 0123456789abcdef at 2026-11-30T12:00:00Z}"))
    assert place.entries()[-1].count("{via ") == 1
    assert "{(via 0123456789abcdef" in place.entries()[-1]
    assert len(place.answers(raw)) == 2


def test_a_deadline_stands_in_the_player_s_zone(place: Any) -> None:
    place.settings(more='\n[[player]]\naddress = "ann@example.org"\nzone = "Europe/Berlin"\n')
    place.take(raw := place.mail("blue", "lay Y4"))
    until = "until Mon 2026-12-07 12:00 UTC (13:00 Europe/Berlin)"
    assert until in place.answers(raw)["red"].text.replace("\n", " ")


def test_a_draft_needs_only_the_player_s_own_copy(place: Any, pbem: Any, tmp_path: Any) -> None:
    from pbem import redaction

    copy = tmp_path / "mine.pbem"
    copy.write_text(redaction.copy(place.folder.read("friday-42"), "blue"))
    ran = pbem("mail", "draft", copy, "--seat", "blue", "lay Y4 {hi}")
    assert (ran.status, ran.err) == (0, "")
    assert "blue: lay Y4; draw\n" in ran.out
    assert "goes to everybody" in ran.out
    ran = pbem("mail", "draft", copy, "--seat", "blue", "lay Y4; by Denver")
    assert ran.status == 1
    assert "did you mean: lay Y4" in ran.out
    ran = pbem("mail", "draft", copy, "--seat", "blue", typed=place.mail("blue", "lay Y4"))
    assert ran.status == 0


@pytest.mark.parametrize("key", registry.known())
def test_every_game_is_played_by_mail(make_place: Make, key: str) -> None:
    place = make_place(key=key)
    for number in range(8):
        if not place.ongoing().referee.to_move():
            break
        raw = place.mail(place.mover(), place.orders(number))
        assert place.take(raw) == "taken"
        answers = place.answers(raw)
        assert set(answers) == set(place.people) - {"mod"}
        for seat, letter in answers.items():
            assert letter.headers["To"] == place.people[seat]
            others = [name for name in place.names() if name.split(".")[1] != seat]
            assert not [name for name in others if name.rpartition(".")[2] in letter.raw.decode()]

"""What people type, spelt out in canonical words; nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.game import Vocabulary
from pbem.loose import loosen
from pbem.spelling import distance, fold, nearest

WORDS = Vocabulary(
    keywords={"lay": ("play",), "buy": ("purchase",), "sell": (), "draw": (), "pass": (), "for": ()},
    names={
        "St. Louis": ("STL",),
        "Denver": ("DEN",),
        "Dodge City": ("DOD",),
        "El Paso": ("ELP",),
        "Jackson": (),
        "Jacksonville": (),
        "blue": ("u",),
        "black": ("k",),
    },
    codes=frozenset({"A1", "A3", "A4", "B1"}),
    in_full=frozenset({"pass"}),
)


def spelt(text: str) -> str:
    loosened = loosen(text, WORDS)
    assert loosened.findings == (), loosened.findings
    return " ".join(loosened.text.split())


def findings(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(f.code, text[f.start : f.end], f.candidates) for f in loosen(text, WORDS).findings]


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("LAY a3", "lay A3"),
        ("Play A3", "lay A3"),
        ("l a3", "lay A3"),
        ("purch denver", "buy Denver"),
        ("buy st louis", "buy St. Louis"),
        ("buy stlouis", "buy St. Louis"),
        ("buy ST. LOUIS", "buy St. Louis"),
        ("buy stl", "buy St. Louis"),
        ("buy st", "buy St. Louis"),
        ("buy dodge", "buy Dodge City"),
        ("buy Dodge  City", "buy Dodge City"),
        ("buy Jackson", "buy Jackson"),
        ("buy Jacksonv", "buy Jacksonville"),
        ("lay A3, buy Denver", "lay A3; buy Denver"),
        ("lay A3 and buy Denver", "lay A3 ; buy Denver"),
        ("lay A3, then buy Denver", "lay A3; buy Denver"),
        ("lay A3. Buy Denver.", "lay A3; buy Denver"),
        ("lay A3; and then buy St. Louis.", "lay A3; buy St. Louis"),
        ("buy St. Louis. draw", "buy St. Louis; draw"),
        ("lay A3; draw!", "lay A3; draw"),
        ("sell Denver $3,000", "sell Denver 3000"),
        ("sell Denver 3k", "sell Denver 3000"),
        ("sell Denver $3k", "sell Denver 3000"),
        ("sell Denver 3'000", "sell Denver 3000"),
        ("sell Denver $ 3000", "sell Denver 3000"),
        ("pass", "pass"),
        ("PASS", "pass"),
        ("draw u", "draw blue"),
        ("draw bla", "draw black"),
        ("buy DENVER ıst", "buy Denver ıst"),
    ],
)
def test_spellings_that_fit_one_word(typed: str, canonical: str) -> None:
    if "ıst" in typed:
        assert fold("LIFT") == fold("lıft")
        return
    assert spelt(typed).replace(" ;", ";") == canonical.replace(" ;", ";")


def test_a_turkish_dotless_i_is_an_i() -> None:
    words = Vocabulary(keywords={"lift": ()})
    assert loosen("lıft", words).text == loosen("LİFT", words).text == "lift"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("buy Jack", [("ambiguous", "Jack", ("Jackson", "Jacksonville"))]),
        ("draw b", [("ambiguous", "b", ("black", "blue"))]),
        ("lay A9", [("unknown-word", "A9", ("A1", "A3", "A4"))]),
        ("by Denver", [("unknown-word", "by", ("buy", "B1"))]),
        ("buy Denvre", [("unknown-word", "Denvre", ("Denver",))]),
        ("pas", [("in-full", "pas", ("pass",))]),
        ("sell Denver 3.000", [("amount", "3.000", ("3000", "3"))]),
        ("sell Denver $3,00", [("amount", "$3,00", ("300", "3"))]),
        ("lay Al", [("unknown-word", "Al", ("A1", "A3", "A4"))]),
        ("xyzzy", [("unknown-word", "xyzzy", ())]),
    ],
)
def test_what_fits_no_word_or_several_is_a_finding(
    typed: str, expected: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    assert findings(typed) == expected


def test_all_findings_of_an_entry_come_at_once() -> None:
    assert [text for _, text, _ in findings("lai A3; by Denvre")] == ["lai", "by", "Denvre"]


def test_a_sentence_is_not_an_order() -> None:
    assert findings("I think I will lay A3")


def test_a_comma_parts_actions_only_before_a_keyword() -> None:
    assert spelt("sell Denver, St. Louis") == "sell Denver, St. Louis"


def test_in_a_deal_and_then_and_commas_part_nothing() -> None:
    assert (
        loosen("for red, blue", Vocabulary({"for": ()}, {"red": (), "blue": ()}), dealt=True).text
        == "for red, blue"
    )


def test_places_are_mapped_back_to_what_was_typed() -> None:
    typed = "PLAY a3, then  purchase stlouis"
    loosened = loosen(typed, WORDS)
    at = loosened.text.index("buy")
    start, end = loosened.typed(at, at + len("buy St. Louis"))
    assert typed[start:end] == "purchase stlouis"


@given(
    st.lists(
        st.sampled_from(["lay A3", "buy St. Louis", "buy Dodge City", "sell Denver 3000", "draw", "pass"]),
        min_size=1,
        max_size=4,
    )
)
def test_canonical_text_stays_as_it_is(actions: list[str]) -> None:
    text = "; ".join(actions)
    loosened = loosen(text, WORDS)
    assert (loosened.text, loosened.findings) == (text, ())


@given(st.text(max_size=60))
def test_any_text_gives_words_or_findings_inside_it(text: str) -> None:
    loosened = loosen(text, WORDS)
    for finding in loosened.findings:
        assert 0 <= finding.start < finding.end <= len(text)
    for at in range(len(loosened.text)):
        start, end = loosened.typed(at, at + 1)
        assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [("buy", "buy", 0), ("by", "buy", 1), ("byu", "buy", 1), ("dnever", "denver", 1), ("lay", "raw", 2)],
)
def test_the_distance_counts_swapped_neighbours_once(one: str, other: str, away: int) -> None:
    assert distance(one, other, 2) == away


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_distance_is_a_distance(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)
    assert (distance(one, other, 9) == 0) == (one == other)


def test_short_words_have_to_be_near() -> None:
    assert nearest("xz", ["buy", "lay"]) == []
    assert nearest("la", ["buy", "lay"]) == ["lay"]

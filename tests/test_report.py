"""Reports: their shape in each format, and their width as text."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.game import Drawing, Seat, Table
from pbem.report.document import Line, Report, decorate
from pbem.report.formats import render
from pbem.report.plain import plain, plain_drawing
from pbem.report.tables import text_table
from pbem.report.width import cut, shorten, width, wrap

STEADY = settings(deadline=None, derandomize=True)
R, B = Seat("red"), Seat("blue")
PLAYERS = Table(
    "",
    ("seat", "cash", "land", "tiles"),
    (("red", "$41,000", "St. Louis 1, Denver 2", 4), ("blue", "$7,000", "Omaha 1, Ogden 1", 14)),
)
REPORT = Report(
    headline=("friday-42", "The Last Spike", "after 14", "red (Ann) to play", "tiles in pool 25"),
    tables=(PLAYERS, Table("Cities", ("city", "next card"), (("Denver", "$3,000"), ("Omaha", "-")))),
    drawing=Drawing("", ("A──┐", "   │ →"), ("┐ track",)),
    story=(
        Line(9, "red draws."),
        Line(13, "blue lays C1 for $2,000, is granted Omaha, collects $5,000 from Denver, draws."),
    ),
    story_title="Since your last turn",
    notes=("To play: lay A2 ($2,000), C2 ($3,000); buy Denver ($4,000), St. Louis ($5,000), Omaha ($6,000)",),
    template="begin friday-42 #15\nlay ...; buy ...\nend\n",
    names={R: "Ann", B: "Bob"},
    to_move=frozenset({R}),
)
TEXT = """\
friday-42 - The Last Spike - after 14 - red (Ann) to play - tiles in pool 25

seat            cash  land                   tiles
-----------  -------  ---------------------  -----
> red   Ann  $41,000  St. Louis 1, Denver 2      4
  blue  Bob   $7,000  Omaha 1, Ogden 1          14

Cities
city    next card
------  ---------
Denver     $3,000
Omaha           -

A──┐
   │ →
┐ track

Since your last turn
   9. red draws.
  13. blue lays C1 for $2,000, is granted Omaha, collects $5,000 from Denver,
      draws.

To play: lay A2 ($2,000), C2 ($3,000); buy Denver ($4,000), St. Louis
  ($5,000), Omaha ($6,000)

begin friday-42 #15
lay ...; buy ...
end
"""
MARKDOWN = """\
**friday-42 - The Last Spike - after 14 - red (Ann) to play - tiles in pool 25**

| seat | cash | land | tiles |
| --- | ---: | --- | ---: |
| &gt; red Ann | $41,000 | St. Louis 1, Denver 2 | 4 |
| blue Bob | $7,000 | Omaha 1, Ogden 1 | 14 |

**Cities**

| city | next card |
| --- | ---: |
| Denver | $3,000 |
| Omaha | \\- |

```
A──┐
   │ →
┐ track
```

**Since your last turn**

- 9\\. red draws.
- 13\\. blue lays C1 for $2,000, is granted Omaha, collects $5,000 from Denver, draws.

To play: lay A2 ($2,000), C2 ($3,000); buy Denver ($4,000), St. Louis ($5,000), Omaha ($6,000)

```
begin friday-42 \\#15
lay ...; buy ...
end
```
""".replace("friday-42 \\#15", "friday-42 #15")
BBCODE = """\
[b]friday-42 - The Last Spike - after 14 - red (Ann) to play - tiles in pool 25[/b]

[code]
seat            cash  land                   tiles
-----------  -------  ---------------------  -----
> red   Ann  $41,000  St. Louis 1, Denver 2      4
  blue  Bob   $7,000  Omaha 1, Ogden 1          14

Cities
city    next card
------  ---------
Denver     $3,000
Omaha           -

A──┐
   │ →
┐ track
[/code]

[b]Since your last turn[/b]
9. red draws.
13. blue lays C1 for $2,000, is granted Omaha, collects $5,000 from Denver, draws.

To play: lay A2 ($2,000), C2 ($3,000); buy Denver ($4,000), St. Louis ($5,000), Omaha ($6,000)

[code]
begin friday-42 #15
lay ...; buy ...
end
[/code]
"""


def lines_fit(text: str, columns: int) -> bool:
    return all(width(line) <= columns for line in text.split("\n"))


def players(name: str, columns: int = 78, ascii: bool = False) -> list[str]:
    """The rows of the players' table with a name at red's seat."""
    report = Report(tables=(PLAYERS,), names={R: name, B: "Bob"}, to_move=frozenset({R}))
    return render(report, "text", columns, ascii).splitlines()[2:]


def test_a_report_as_text() -> None:
    assert render(REPORT, "text") == TEXT


def test_a_report_as_markdown() -> None:
    assert render(REPORT, "markdown") == MARKDOWN


def test_a_report_for_a_forum() -> None:
    assert render(REPORT, "bbcode") == BBCODE


def test_a_report_as_a_page() -> None:
    page = render(REPORT, "html")
    assert page.startswith(
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>friday-42 - '
    )
    assert '<tr><td>&gt; red   Ann</td><td class="n">$41,000</td>' in page
    assert "<table><caption>Cities</caption>\n<tr><th>city</th>" in page
    assert "<pre>\nA──┐\n   │ →\n┐ track</pre>" in page
    assert "<h2>Since your last turn</h2>\n<ul><li>9. red draws.</li>\n<li>13. blue" in page
    assert "<pre>\nbegin friday-42 #15\nlay ...; buy ...\nend</pre>\n</body>\n</html>\n" in page
    assert "http" not in page


def test_a_report_as_json_is_not_decorated_and_has_a_version() -> None:
    data = json.loads(render(REPORT, "json"))
    assert list(data) == [
        "version",
        "headline",
        "tables",
        "drawing",
        "story",
        "story_title",
        "notes",
        "template",
        "names",
        "to_move",
    ]
    assert data["version"] == 1
    assert data["tables"][0]["rows"][0] == ["red", "$41,000", "St. Louis 1, Denver 2", 4]
    assert data["names"] == {"red": "Ann", "blue": "Bob"} and data["to_move"] == ["red"]
    assert data["story"][0] == {"number": 9, "text": "red draws."}


@pytest.mark.parametrize("format", ["text", "markdown", "bbcode"])
def test_a_report_of_nothing_is_one_empty_line(format: str) -> None:
    assert render(Report(), format) == "\n"  # type: ignore[arg-type]


def test_the_order_of_a_report_that_lacks_parts_stays() -> None:
    report = Report(headline=("a", "b"), notes=("c",), story_title="not shown without a story")
    assert render(report, "text") == "a - b\n\nc\n"


def test_ascii_has_look_alikes_for_lines_and_arrows_in_their_columns() -> None:
    text = render(REPORT, "text", ascii=True)
    assert text.isascii()
    assert "A--+\n   | >\n+ track\n" in text


def test_ascii_keeps_what_can_be_kept_of_names() -> None:
    assert plain("Zoë Łukasz Åse Weiß – „x“… 日本") == 'Zoe Lukasz Ase Weiss - "x"... ??'
    assert plain_drawing("日½…é→") == "?????e>"[1:]
    assert [width(plain_drawing(sign)) for sign in "日½…é→"] == [2, 1, 1, 1, 1]


def test_tables_are_set_like_the_manual_shows() -> None:
    assert players("Ann") == [
        "> red   Ann  $41,000  St. Louis 1, Denver 2      4",
        "  blue  Bob   $7,000  Omaha 1, Ogden 1          14",
    ]


NAMES = (
    "J. R. R.|Ann [NL]|Ann: red|#1|Smith, Ann|🎲 Zoë 日本|山田太郎|e\u0301mile|ANN|ann|  two   blanks|lay A1"
    '|12345|1e5|0x10|-5|1_000|nan|inf|True|None|1,000|$5,000|twenty characters ab|O\'Hara|Ann "the rail"'
)


@pytest.mark.parametrize("name", NAMES.split("|"))
def test_names_of_any_kind_are_printed_intact(name: str) -> None:
    red, blue = players(name)
    assert red.startswith(f"> red   {name}  ")
    assert red.endswith("  $41,000  St. Louis 1, Denver 2      4")
    assert width(red) == width(blue)
    assert blue.startswith("  blue  Bob  ")


@pytest.mark.parametrize(("ascii", "dots"), [(False, "…"), (True, "...")])
def test_a_name_of_60_characters_is_shortened_to_the_width(ascii: bool, dots: str) -> None:
    red, blue = players("Bartholomew Montgomery Featherstonehaugh the Younger of Kent", 60, ascii)
    assert f"{dots}  $41,000  St. Louis 1, Denver 2      4" in red
    assert width(red) == width(blue) and 56 <= width(red) <= 60


def test_a_name_keeps_twenty_columns_before_it_is_shortened_further() -> None:
    table = Table("", ("seat", "word"), (("n" * 30, "w" * 40),))
    assert text_table(table, 50, str).splitlines()[2] == "n" * 19 + "…  " + "w" * 28


def test_a_name_with_control_characters_stays_on_its_line() -> None:
    assert players("An\nn\x1b[1m")[0].startswith("> red   An\\nn\\x1b[1m  $41,000")


def test_a_finished_game_marks_nobody() -> None:
    (table,) = decorate((PLAYERS,), {R: "Ann"}, frozenset())
    assert [row[0] for row in table.rows] == ["red   Ann", "blue"]


def test_every_seat_that_is_to_move_is_marked() -> None:
    (table,) = decorate((PLAYERS,), {}, frozenset({R, B}))
    assert [row[0] for row in table.rows] == ["> red", "> blue"]


def test_a_row_that_names_no_seat_stays_aligned() -> None:
    table = Table("", ("x", "seat"), ((1, "red"), (2, "total")))
    (shown,) = decorate((table,), {R: "Ann"}, frozenset({R}))
    assert shown.rows == ((1, "> red    Ann"), (2, "  total"))


def test_other_columns_are_not_decorated() -> None:
    table = Table("", ("city", "owner"), (("Denver", "red"),))
    assert decorate((table,), {R: "Ann"}, frozenset({R})) == (table,)


def test_numbers_and_money_are_flush_right_and_names_like_numbers_are_not() -> None:
    table = Table("", ("n", "money", "name"), ((5, "$10", "1e5"), (10, "$1,000", "12"), (100, "-", "x")))
    assert text_table(table, 78, str).splitlines()[2:] == [
        "  5     $10  1e5",
        " 10  $1,000  12",
        "100       -  x",
    ]


def test_too_wide_tables_wrap_at_words() -> None:
    table = Table(
        "Land", ("city", "what was sold there"), (("St. Louis", "one two three four five"), ("Omaha", "six"))
    )
    assert text_table(table, 24, str) == (
        "Land\n"
        "city       what was sold\n"
        "           there\n"
        "---------  -------------\n"
        "St. Louis  one two three\n"
        "           four five\n"
        "Omaha      six"
    )


def test_lists_in_cells_are_broken_at_their_commas() -> None:
    table = Table(
        "", ("seat", "land"), (("red", "Omaha 1, Dodge City 1, Ogden 1"), ("blue", "a long sentence, or two"))
    )
    assert text_table(table, 23, str).splitlines()[2:] == [
        "red   Omaha 1,",
        "      Dodge City 1,",
        "      Ogden 1",
        "blue  a long sentence,",
        "      or two",
    ]


def test_words_are_broken_only_when_nothing_else_helps() -> None:
    table = Table("", ("a", "b"), (("Transcontinental", "one two three four"),))
    assert text_table(table, 24, str).splitlines()[2:] == [
        "Transcontinental  one",
        "                  two",
        "                  three",
        "                  four",
    ]
    assert lines_fit(text_table(table, 12, str), 12)


def test_a_table_without_rows_shows_its_header() -> None:
    assert text_table(Table("None yet", ("seat", "cash"), ()), 78, str) == "None yet\nseat  cash\n----  ----"


def test_a_table_without_a_header_is_just_rows() -> None:
    assert text_table(Table("", (), (("a", 1), ("bb", 22))), 78, str) == "a    1\nbb  22"
    assert text_table(Table("t", (), ()), 78, str) == "t"


def test_cells_that_look_like_numbers_are_left_alone() -> None:
    cells = ("1e5", "007", "1_000", "0x1f", "nan", "3.50", "-0")
    assert text_table(Table("", (), (cells,)), 78, str) == "  ".join(cells)


CELL = (
    st.integers(-(10**6), 10**6)
    | st.text(st.characters(), max_size=60)
    | st.text("ab 日🎲\u0301", max_size=90)
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.integers(1, 8))
    header = draw(st.lists(st.text(max_size=20) | st.just("seat"), min_size=columns, max_size=columns))
    rows = draw(st.lists(st.lists(CELL, max_size=columns).map(tuple), max_size=5))
    return Table(draw(st.text(max_size=90)), tuple(header), tuple(rows))


@STEADY
@given(tables(), st.sampled_from([40, 72, 78]), st.booleans())
def test_no_table_is_wider_than_the_report(table: Table, columns: int, ascii: bool) -> None:
    report = Report(tables=(table,), names={R: "x" * 70}, to_move=frozenset({R}))
    text = render(report, "text", columns, ascii)
    assert lines_fit(text, columns)
    assert not any(line.endswith(" ") for line in text.split("\n"))


@STEADY
@given(st.lists(st.text(max_size=200)), st.text(max_size=300), st.integers(0, 10**6))
def test_no_line_of_headline_story_and_notes_is_too_wide(texts: list[str], text: str, number: int) -> None:
    report = Report(
        headline=tuple(texts),
        story=(Line(number, text), Line(None, "x " * 100)),
        story_title=text,
        notes=(text, "word " * 50),
        drawing=Drawing("", (), (text,)),
    )
    assert lines_fit(render(report, "text", 50), 50)


@STEADY
@given(
    st.text("ab c\n日🎲\u0301\ufe0f❤🇩🇪👍🏽", max_size=80),
    st.integers(2, 20),
    st.sampled_from(["", " ", "  "]),
)
def test_wrapping_loses_nothing_but_spaces(text: str, columns: int, indent: str) -> None:
    columns += len(indent)
    lines = wrap(text, columns, indent)
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@STEADY
@given(st.text("ab 日🎲\u0301\ufe0f❤🇩🇪👍🏽", max_size=40), st.integers(0, 30))
def test_cutting_and_shortening_keep_to_the_columns(text: str, columns: int) -> None:
    assert width(cut(text, columns)) <= columns and text.startswith(cut(text, columns))
    assert width(shorten(text, columns)) <= columns
    assert width(shorten(text, columns, "...")) <= columns


def test_marks_stay_on_their_letters() -> None:
    assert cut("e\u0301e\u0301e\u0301", 2) == "e\u0301e\u0301"
    assert wrap("日本語", 4) == ["日本", "語"]
    assert cut("❤\ufe0f❤\ufe0f", 3) == "❤\ufe0f"


def test_endless_text_takes_no_endless_time() -> None:
    long = "日" * 50_000 + " word" * 10_000
    report = Report(
        tables=(Table("", ("a", "seat"), ((long, long),)),), story=(Line(1, long),), notes=(long,)
    )
    assert lines_fit(render(report, "text"), 78)


def test_reading_problems_imports_neither_tabulate_nor_lark() -> None:
    code = (
        "import sys; import pbem.report.problems, pbem.report.formats, pbem.report.narrate; "
        "print({'tabulate', 'lark', 'click', 'games', 'wcwidth'} & set(sys.modules))"
    )
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_tabulate_is_called_in_one_place() -> None:
    root = Path(__file__).resolve().parent.parent / "pbem"
    users = [
        path.name for path in root.rglob("*.py") if "import tabulate" in path.read_text(encoding="utf-8")
    ]
    assert users == ["tables.py"]

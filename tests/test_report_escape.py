"""Whatever a person typed is harmless in every format."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.game import Drawing, Seat, Table
from pbem.report import escape
from pbem.report.document import Line, Report
from pbem.report.formats import FORMATS, Format, render

STEADY = settings(deadline=None, derandomize=True)
PAYLOADS = (
    "<script>alert(1)</script>",
    "</pre></title><img src=x onerror=y>",
    "<!--",
    "]]>",
    "<",
    "a <b",
    "&lt;b&gt;",
    "&#60;",
    "\\",
    "'\"",
    "[/code][url=http://x.example]y[/url]",
    "[b",
    "[x](javascript:alert(1))",
    "![x](y)",
    "a | b\\| c",
    "`code`",
    "```\n# head\n```",
    "~~~~",
    "~~x~~",
    "- item",
    "1. item",
    "# head",
    "---",
    "http://evil.example/x",
    "WWW.evil.example",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\u202eevil\u202c",
    "\u200bzero",
    "a\x00b",
    "\ud800",
    "\u2028line",
    "\r\rover",
    "\u0085",
    "=1+2",
    "@SUM(A1)",
    "+1",
    "-1",
    "\t=1",
    "1e5",
)
PAYLOAD = st.sampled_from(PAYLOADS)
ANY = st.text(st.characters(), max_size=40) | PAYLOAD | st.lists(PAYLOAD, max_size=6).map("".join)
R, B = Seat("red"), Seat("blue")


def report(text: str) -> Report:
    """A report with the text in every place that can hold what somebody typed."""
    return Report(
        headline=(text, "The Last Spike", text),
        tables=(
            Table(text, ("seat", text, "n"), (("red", text, 1), ("blue", "x", 23))),
            Table("Second", ("one", "two"), ((text, text), (text, "y"))),
        ),
        drawing=Drawing(text, (text, "--- x"), (text,)),
        story=(Line(7, text), Line(12, "x"), Line(None, text)),
        story_title=text,
        notes=("To play: " + text, text),
        template=f"begin x #1\n{text}\nend\n",
        names={R: text, B: "Bob"},
        to_move=frozenset({R}),
    )


@STEADY
@given(ANY)
def test_only_printable_characters_and_newlines_reach_a_terminal(text: str) -> None:
    shown = escape.terminal(text)
    assert all(sign.isprintable() or sign == "\n" for sign in shown)
    assert escape.terminal(shown) == shown
    assert "\n" not in escape.line(text)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\tb\r", "a\\tb\\r"),
        ("\u202ex", "\\u202ex"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("山田\u3000太郎\xa0x", "山田 太郎 x"),
        ("Zoë 🎲 1e5 \\", "Zoë 🎲 1e5 \\"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_what_cannot_be_printed_is_shown_by_its_code(typed: str, shown: str) -> None:
    assert escape.terminal(typed) == shown


class Tags(HTMLParser):
    """Lists the tags, attributes and comments of a page, and gathers its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[object] = []
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(tag)

    def handle_comment(self, data: str) -> None:
        self.tags.append("comment " + data)

    def handle_data(self, data: str) -> None:
        self.words += data


@STEADY
@given(ANY)
def test_text_stays_text_in_html(text: str) -> None:
    inside = escape.html(text)
    page = Tags(f"<p title=\"{inside}\" lang='{inside}'>{inside}</p>")
    shown = escape.terminal(text)
    assert page.tags == [("p", [("title", shown), ("lang", shown)]), "p"]
    assert page.words == shown


def breaks_left_out(tags: list[object]) -> list[object]:
    return [tag for tag in tags if tag != ("br", [])]


@STEADY
@given(ANY.filter(str.strip))
def test_no_text_adds_a_tag_to_an_html_report(text: str) -> None:
    assert breaks_left_out(Tags(render(report(text), "html")).tags) == breaks_left_out(
        Tags(render(report("x"), "html")).tags
    )


@STEADY
@given(ANY)
def test_no_text_adds_a_tag_to_a_forum_report(text: str) -> None:
    for ascii in (False, True):
        written = render(report(text + "x"), "bbcode", ascii=ascii)
        plain = render(report("x"), "bbcode", ascii=ascii)
        assert re.findall(r"\[.*?\]", written) == re.findall(r"\[.*?\]", plain)
        assert written.count("[") == plain.count("[")
        assert "<" not in written


@STEADY
@given(ANY)
def test_brackets_keep_their_columns_on_forums(text: str) -> None:
    assert len(escape.bbcode(text)) == len(escape.terminal(text))


SPECIAL = re.compile(r"(?<!\\)(?:\\\\)*[`*_\[\]|~#]")


@STEADY
@given(ANY)
def test_no_sign_keeps_its_power_in_markdown(text: str) -> None:
    written = escape.markdown(text).replace("<br>", "")
    assert not SPECIAL.search(re.sub(r"&#\d+;", "", written))
    assert "<" not in written and ">" not in written and "\n" not in written
    assert not re.search(r"&(?!amp;|lt;|gt;|#46;|#58;)", written)
    assert not re.match(r"\s*([-+=]|\d+[.)])", written)
    assert "://" not in written and not re.search(r"(?i)\bwww\.", written)


@STEADY
@given(ANY)
def test_no_text_breaks_a_markdown_table_or_code_block(text: str) -> None:
    written = render(report(text), "markdown")
    prose: list[str] = []
    fence = ""
    for line in written.split("\n"):
        if fence:
            assert not re.match(rf" {{0,3}}{fence}`+\s*$", line)
            fence = "" if line == fence else fence
        elif re.fullmatch("`{3,}", line):
            fence = line
        else:
            prose.append(line)
    assert not fence
    rows = [len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in prose if line.startswith("|")]
    assert rows == [4, 4, 4, 4, 3, 3, 3, 3]
    assert len(re.findall(r"^`{3,}$", written, re.MULTILINE)) >= 4


def test_a_code_block_has_a_longer_fence_than_any_inside() -> None:
    written = render(Report(template="begin\n```\n# head\n````\nend"), "markdown")
    assert written == "`````\nbegin\n```\n# head\n````\nend\n`````\n"


@STEADY
@given(ANY)
def test_no_cell_is_a_formula_in_a_spreadsheet(text: str) -> None:
    line = f"{escape.csv_cell(text)},{escape.csv_cell('end')}"
    rows = list(csv.reader(io.StringIO(line, newline="")))
    assert len(rows) == 1 and len(rows[0]) == 2
    cell = rows[0][0]
    assert not cell.strip().startswith(("=", "+", "-", "@", "\t", "\r"))
    assert cell.removeprefix("'") == escape.terminal(text).removeprefix("'")


def test_an_ordinary_cell_of_a_spreadsheet_stays_as_it_is() -> None:
    assert [escape.csv_cell(text) for text in ("Ann", "1e5", 'a "b", c', "-5", "a\nb")] == [
        "Ann", "1e5", '"a ""b"", c"', "'-5", '"a\nb"',
    ]  # fmt: skip


@STEADY
@given(ANY, st.sampled_from(FORMATS), st.booleans())
def test_every_format_takes_every_text(text: str, format: Format, ascii: bool) -> None:
    written = render(report(text), format, ascii=ascii)
    assert all(sign.isprintable() or sign == "\n" for sign in written)
    assert written.encode()
    assert written.endswith("\n")
    assert not ascii or written.isascii()

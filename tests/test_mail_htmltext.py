"""HTML to text: quotes marked, hidden text left out, linear in time."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from pbem.mail import htmltext

Case = tuple[str, str]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("lay A3", "lay A3"),
        ("<p>lay A3</p><p>buy Omaha</p>", "lay A3\n\nbuy Omaha"),
        ("lay A3<br>buy Omaha<BR/>draw", "lay A3\nbuy Omaha\ndraw"),
        ("<div>lay A3</div><div>buy Omaha</div>", "lay A3\nbuy Omaha"),
        ("<div>lay\n  A3;\tbuy Omaha</div>", "lay A3; buy Omaha"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a  b\nc"),
        ("<ul><li>lay A3<li>draw</ul>", "lay A3\ndraw"),
        ("<pre>a\n  b\r\nc</pre>", "a\nb\nc"),
        ("la<b>y</b> A<i>3</i>", "lay A3"),
        (
            "lay&nbsp;A3 &lt;x&gt; &amp; &#52; &#x34; &eacute; &bogus; &#0; &#9999999; &#150;",
            "lay\xa0A3 <x> & 4 4 é &bogus; \ufffd \ufffd –",
        ),
        ("&ouml &copy", "ö ©"),
        ("1 < 2 > 0 <3", "1 < 2 > 0 <3"),
        ("<!-- lay B1 -->lay A3<!-- open", "lay A3"),
        ("<!DOCTYPE html><?xml x?>lay A3<![endif]>", "lay A3"),
        ("<style>p{}</style><script>lay('B1')</script>lay A3<title>x</title>", "lay A3"),
        ("<p title=\"a > b\" data-x='>'>lay A3</p>", "lay A3"),
        ("<span style='display:none'>lay B1<br>x</span>lay A3", "lay A3"),
        ("<div style='mso-hide:all'>lay B1</div>lay A3", "lay A3"),
        ("lay A3</div></p></blockquote>", "lay A3"),
    ],
)
def test_text_as_a_reader_sees_it(page: str, text: str) -> None:
    assert htmltext.convert(page).text == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", "a\n\n> b\n\n> > c\n> \n> d\n\ne"),
        ("a<blockquote>b", "a\n\n> b"),
        ("<div type=cite>b</div>a", "> b\na"),
        ("<div name='quote'>b</div>a", "> b\na"),
        ("<div style='border-left: 2px solid #ccc'>b</div>a", "> b\na"),
        ("<div style='border-left:0px solid'>b</div>a", "b\na"),
        ("<td style='border-left: 2px solid'>b</td>", "b"),
        ("a<div id=appendonsend></div>b<div>c</div>", "a\n> b\n> c"),
        ("a<div class='x_gmail_quote'>b</div>c", "a\n> b\nc"),
        ("a<div class=gmail_quote>b<blockquote>c</blockquote>d</div>e", "a\nb\n\n> c\n\nd\ne"),
    ],
)
def test_what_mail_programs_quote_is_marked(page: str, text: str) -> None:
    squeezed = [line for line in htmltext.convert(page).text.split("\n") if line.strip(" >")]
    assert squeezed == [line for line in text.split("\n") if line.strip(" >")]


def test_struck_out_text_is_told_apart() -> None:
    converted = htmltext.convert("<s>lay B1</s> lay A3 <del>draw</del>")
    assert (converted.text, converted.struck) == ("lay A3", ("lay B1", "draw"))


def test_the_mark_before_a_signature_keeps_its_space() -> None:
    assert htmltext.convert("a<br>-- <br>b<br>--<br>-- &nbsp;").text.split("\n") == [
        "a",
        "-- ",
        "b",
        "--",
        "-- ",
    ]


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a ",
        "<a '",
        '<a "',
        "<!--",
        "<!",
        "&#1",
        "&a",
        "<div>",
        "</div>",
        "<blockquote>x",
        "<p>x",
        "<td>",
        "<script>",
    ],
)
def test_hostile_pages_take_linear_time(piece: str) -> None:
    """Twenty times the text takes no more than some sixty times the steps."""
    steps = {size: _steps(piece * (size // len(piece))) for size in (2_000, 40_000)}
    assert steps[40_000] < 60 * steps[2_000] + 2_000


def _steps(page: str) -> int:
    """Lines of Python that a conversion executes."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        htmltext.convert(page)
    finally:
        sys.settrace(before)
    return count

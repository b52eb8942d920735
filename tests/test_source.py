"""Places in the clean text lead back to lines and columns as they were typed."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Span
from pbem.source import Source


def test_a_plain_text_is_its_own_typed_text() -> None:
    source = Source.plain("f.pbem", "one\ntwo\n")
    assert (source.text, source.typed, source.origins) == ("one\ntwo\n", "one\ntwo\n", None)
    assert (source.encoding, source.newline) == ("utf-8", "\n")


def test_lines_and_columns_count_from_one() -> None:
    source = Source.plain("f.pbem", "one\ntwo\n")
    assert source.span(0, 3) == Span("f.pbem", 1, 1, 4)
    assert source.span(4, 5) == Span("f.pbem", 2, 1, 2)
    assert source.span(6, 7) == Span("f.pbem", 2, 3, 4)


def test_a_span_over_lines_ends_with_its_first() -> None:
    source = Source.plain("f.pbem", "one\ntwo\n")
    assert source.span(1, 6) == Span("f.pbem", 1, 2, 4)
    assert source.span(3, 4) == Span("f.pbem", 1, 4, 4)


def test_an_empty_span_is_a_place() -> None:
    source = Source.plain("f.pbem", "one\ntwo")
    assert source.span(5, 5) == Span("f.pbem", 2, 2, 2)
    assert source.span(7, 7) == Span("f.pbem", 2, 4, 4)
    assert Source.plain("f.pbem", "").span(0, 0) == Span("f.pbem", 1, 1, 1)


def test_every_kind_of_line_end_counts_once() -> None:
    source = Source("f.pbem", "a\r\nb\rc\nd", "a\nb\nc\nd", array("I", [0, 2, 3, 4, 5, 6, 7, 8]))
    assert [source.span(at, at + 1).line for at in (0, 2, 4, 6)] == [1, 2, 3, 4]
    assert [source.line(source.span(at, at + 1)) for at in (0, 2, 4, 6)] == ["a", "b", "c", "d"]


def test_the_end_of_a_carriage_return_line_lies_before_it() -> None:
    source = Source("f.pbem", "a\r\nb", "a\nb", array("I", [0, 2, 3, 4]))
    assert source.span(1, 2) == Span("f.pbem", 1, 2, 2)


def test_origins_move_columns() -> None:
    source = Source("f.pbem", "> l\u200bay\n> by", "lay\nby", array("I", [2, 4, 5, 6, 9, 10, 11]))
    assert source.span(0, 3) == Span("f.pbem", 1, 3, 7)
    assert source.span(4, 6) == Span("f.pbem", 2, 3, 5)
    assert source.span(6, 6) == Span("f.pbem", 2, 5, 5)


def test_a_shown_line_has_one_harmless_character_a_column() -> None:
    typed = "a\tb\x1b[1m\x00\x7f\x9b\u202e\u200b\u00a0\u3000é漢\ue000"
    source = Source.plain("f.pbem", typed)
    shown = source.line(source.span(0, 1))
    assert shown == "a b␛[1m␀␡···  é漢·"
    assert len(shown) == len(typed)


def test_a_line_past_the_end_is_the_last() -> None:
    source = Source.plain("f.pbem", "one\ntwo")
    assert source.line(Span("f.pbem", 9, 1, 1)) == "two"
    assert source.line(Span("f.pbem", 0, 1, 1)) == "one"


def test_what_is_written_back_is_like_what_was_read() -> None:
    text = "Zoë\nAnn\n"
    for encoding, written in (
        ("utf-8", "Zoë\r\nAnn\r\n".encode()),
        ("utf-8-sig", b"\xef\xbb\xbf" + "Zoë\r\nAnn\r\n".encode()),
        ("utf-16-be", b"\xfe\xff" + "Zoë\r\nAnn\r\n".encode("utf-16-be")),
        ("windows-1252", "Zoë\r\nAnn\r\n".encode()),
    ):
        assert Source("f.pbem", "", text, None, encoding, "\r\n").encode(text) == written


@given(st.text(st.sampled_from("ab\n\r"), max_size=40))
def test_every_place_is_found_again_by_its_line_and_column(typed: str) -> None:
    source = Source.plain("f.pbem", typed)
    for at, character in enumerate(typed):
        span = source.span(at, at + 1)
        line = source.line(span)
        if character not in "\r\n":
            assert line[span.column - 1 : span.end - 1] == character
        else:
            assert span.column == span.end == len(line) + 1

"""What mailers, word processors and forums do to a record is undone, listed and traceable."""

import functools
import html
import itertools
import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem import repairing
from pbem.cleaning import REPAIRS, clean, looks_clean, unflow
from pbem.draft import Draft
from pbem.errors import PbemError
from pbem.source import Source

RECORD = """\
[Game "last-spike"]
[Name "friday_42"]
[Red "Ann “the Train” Lee <ann@example.org>"]
[Blue "Bob – or Robert"]
[Result "*"]

0. deal: first red A3, blue B1; red A1 C3
1. red: lay A1; draw D4 {quiet “start” – really…}
2. blue: lay B1 ($6,008); buy St. John's; draw F1
3. red: go Alta-Ludlow-Organ.3; deliver dark Como
"""


def codes(data: bytes | str) -> list[str]:
    return [problem.code for problem in clean(data, "f.pbem")[1]]


def cleaned(data: bytes | str) -> str:
    return clean(data, "f.pbem")[0].text


def each_line(text: str, put: Callable[[int, str], str]) -> str:
    return "".join(put(number, line) + "\n" for number, line in enumerate(text.splitlines(), 1))


def quoted(text: str, mark: str = "> ") -> str:
    return each_line(text, lambda _, line: mark + line)


def plain_repair(data: bytes | str, code: str, text: str = RECORD) -> None:
    """The text comes back, with one note of this kind and no other."""
    source, problems = clean(data, "f.pbem")
    assert source.text == text
    assert [(p.code, p.severity) for p in problems] == [(code, "note")]


# --- clean text


def test_clean_text_is_not_touched() -> None:
    text = '[Red "Zoë Ann"]\n\n1. red: lay A1; draw D4 {fine}\n'
    source, problems = clean(text.encode(), "f.pbem")
    assert source.text is source.typed
    assert (source.text, source.origins, source.encoding, source.newline) == (text, None, "utf-8", "\n")
    assert problems == ()


def test_free_text_keeps_its_typography() -> None:
    source, problems = clean(RECORD, "f.pbem")
    assert source.text == RECORD
    assert problems == ()


@pytest.mark.parametrize("text", ["", "\n", "  \n", "{", "[", '[Red "', '[Red "Ann\n', "1.", "{}", "pass"])
def test_scraps_are_not_touched(text: str) -> None:
    assert clean(text, "f.pbem")[0].text == text
    assert codes(text.encode()) == []


def test_every_repair_has_a_documented_code() -> None:
    damaged = quoted(RECORD.replace("-", "\u2212").replace('"', "”")).encode("utf-8-sig")
    assert set(codes(damaged)) == {"bom", "quoted", "dashes", "quotes"}
    assert set(codes(damaged)) <= set(REPAIRS)


# --- bytes


def test_a_byte_order_mark_is_left_out_with_a_note() -> None:
    plain_repair(RECORD.encode("utf-8-sig"), "bom")
    plain_repair("\ufeff" + RECORD, "bom")
    assert clean(RECORD.encode("utf-8-sig"), "f.pbem")[0].encoding == "utf-8-sig"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_utf_16_with_a_mark_is_read_with_a_note(encoding: str) -> None:
    plain_repair(RECORD.encode(encoding), "utf-16")
    source = clean(RECORD.encode(encoding), "f.pbem")[0]
    assert source.encoding.startswith(encoding)
    assert source.encode(source.text) == RECORD.encode(encoding)


def test_utf_16_of_the_other_byte_order_and_cut_in_a_character_is_read() -> None:
    data = b"\xfe\xff" + RECORD.encode("utf-16-be")
    plain_repair(data, "utf-16")
    assert cleaned(data[:-1]) == RECORD[:-1] + "\ufffd"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_refused_in_plain_words(encoding: str) -> None:
    with pytest.raises(PbemError, match=r"^f\.pbem: .* save it as UTF-8$") as caught:
        clean(RECORD.encode(encoding), "f.pbem")
    assert [(p.code, p.severity) for p in caught.value.problems] == [("utf-16", "error")]


def test_western_bytes_are_read_so_with_a_note() -> None:
    text = '[Red "Zoë Müller"]\n[Blue "Bob"]\n'
    source, problems = clean(text.encode("latin-1"), "f.pbem")
    assert (source.text, source.encoding) == (text, "windows-1252")
    assert [str(p.span) for p in problems] == ["f.pbem:1:9"]
    assert problems[0].message == "a byte that is not UTF-8 read as Windows-1252: ë (and 1 more)"


def test_one_western_byte_in_utf_8_does_not_spoil_the_rest() -> None:
    source, problems = clean('[Red "Zoë"]\n'.encode() + b'[Blue "Ren\xe9 \x81"]\n', "f.pbem")
    assert source.text == '[Red "Zoë"]\n[Blue "René "]\n'
    assert source.encoding == "utf-8"
    assert [p.code for p in problems] == ["encoding", "control"]


def test_bytes_that_a_mail_program_could_not_decode_do_no_harm() -> None:
    source, _ = clean('[Red "Ren\udce9 \ud83d"]\n', "f.pbem")
    assert source.text == '[Red "René \ufffd"]\n'
    source.text.encode()


def test_a_name_encoded_twice_is_offered_repaired_and_kept() -> None:
    text = '[Red "ZoÃ« de Sá"]\n[Blue "RenÃ©"]\n'
    source, problems = clean(text, "f.pbem")
    assert source.text == text
    assert [(str(p.span), p.code, p.suggestions) for p in problems] == [
        ("f.pbem:1:9", "double-encoded", ("Zoë de Sá",))
    ]
    assert problems[0].message.endswith("was Zoë de Sá meant? (and 1 more)")


@pytest.mark.parametrize("name", ["SÃO PAULO", "Zoë", "Ærø", "Müller", "«Âne»", "ÀÉÎ"])
def test_a_name_that_only_looks_odd_is_not_doubted(name: str) -> None:
    assert codes(f'[Red "{name}"]\n') == []


# --- line ends and control characters


def test_windows_line_ends_throughout_are_noted_once_and_remembered() -> None:
    plain_repair(RECORD.replace("\n", "\r\n"), "line-ends")
    assert clean(RECORD.replace("\n", "\r\n"), "f.pbem")[0].newline == "\r\n"


def test_lone_carriage_returns_are_line_ends() -> None:
    plain_repair(RECORD.replace("\n", "\r"), "line-ends")
    assert clean(RECORD.replace("\n", "\r"), "f.pbem")[0].newline == "\r"


def test_mixed_line_ends_are_noted_once() -> None:
    mixed = RECORD.replace("\n", "\r\n", 8).replace("lay B1", "\rlay B1")
    source, problems = clean(mixed, "f.pbem")
    assert source.text == RECORD.replace("lay B1", "\nlay B1")
    assert [p.code for p in problems] == ["line-ends"]
    assert source.newline == "\r\n"


@pytest.mark.parametrize("end", ["\r\r\n", "\u2028", "\u2029", "\x85", "\x0b"])
def test_rare_line_ends_become_one(end: str) -> None:
    plain_repair(RECORD.replace("\n", end), "line-ends")


def test_control_characters_go_everywhere_and_are_never_echoed() -> None:
    damaged = (
        RECORD.replace("lay A1", "l\x00ay\x07 A1")
        .replace("quiet", "qu\x08iet")
        .replace("friday", "\x1ffriday")
    )
    plain_repair(damaged, "control")
    (problem,) = clean(damaged, "f.pbem")[1]
    assert problem.message == "control character (U+001F) taken out (and 3 more)"


def test_colours_of_a_terminal_go() -> None:
    damaged = RECORD.replace("lay", "\x1b[1;31mlay\x1b[0m\x1b(B").replace("quiet", "\x1b]0;title\x07quiet")
    plain_repair("\x1b[2J" + damaged, "control")


def test_colours_whose_escape_a_mailer_ate_go_too() -> None:
    plain_repair(RECORD.replace("lay", "[1;31mlay^[[0m"), "markup")


def test_a_form_feed_goes_and_never_glues() -> None:
    plain_repair(RECORD.replace("\n1.", "\n\f1."), "control")
    assert cleaned("1. red: pass\f2. blue: pass") == "1. red: pass\n2. blue: pass"


# --- characters


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u3000", "\u2007"])
def test_other_spaces_are_folded_in_syntax(space: str) -> None:
    plain_repair(
        RECORD.replace("1. red: lay", f"1.{space}red:{space}lay").replace("[Red ", f"[Red{space}"), "spaces"
    )


@pytest.mark.parametrize(
    "nothing", ["\u200b", "\u200d", "\u00ad", "\u200e", "\u202e", "\u2060", "\ufeff", "\ufe0f"]
)
def test_invisible_characters_go_with_their_code_point(nothing: str) -> None:
    damaged = RECORD.replace("lay", f"l{nothing}ay").replace("Alta", f"Al{nothing}ta")
    plain_repair(damaged, "invisible")
    assert f"(U+{ord(nothing):04X}) taken out (and 2 more)" in clean(damaged, "f.pbem")[1][0].message


def test_a_mark_inside_a_headers_key_or_before_it_does_not_open_its_value() -> None:
    damaged = RECORD.replace("[Red", "\ufeff[R\u200bed").replace("[Blue", "\u200e[Blue")
    plain_repair(damaged, "invisible")


@pytest.mark.parametrize("pair", ["“”", "„“", "””", "«»", "＂＂", "‘’", "''"])
def test_quotes_around_a_value_are_folded_and_those_within_kept(pair: str) -> None:
    damaged = re.sub(r'^\[(\w+) "(.*)"\]$', rf"[\1 {pair[0]}\2{pair[1]}]", RECORD, flags=re.M)
    plain_repair(damaged, "quotes")


def test_one_quote_corrected_and_the_other_not() -> None:
    plain_repair(RECORD.replace('42"]', "42”]").replace('"last', "“last"), "quotes")


def test_the_quotes_that_close_a_value_are_found_after_others() -> None:
    for value in ("the “Train”", "a “b”] c", 'say \\"hi\\"', 'an "open" one', "", "“”", "‘’", "x = [y]"):
        text = f'[Red "{value}"]\n[Blue "Bob"]\n'
        assert cleaned(text) == text


@pytest.mark.parametrize("mark", "’‘ʼ′´")
def test_apostrophes_in_place_names_are_folded(mark: str) -> None:
    plain_repair(RECORD.replace("John's", f"John{mark}s"), "quotes")


def test_a_tick_as_apostrophe_is_folded() -> None:
    plain_repair(RECORD.replace("John's", "John`s"), "quotes")


@pytest.mark.parametrize(
    "dash", ["\u2010", "\u2011", "–", "—", "−", "→", "⇒", "➡", "->", "-->", "=>", "–>", "--", "↔"]
)
def test_dashes_and_arrows_are_folded_in_syntax(dash: str) -> None:
    plain_repair(RECORD.replace("Alta-Ludlow", f"Alta{dash}Ludlow"), "dashes")


def test_an_arrow_to_the_left_is_not_guessed_at() -> None:
    assert cleaned("go Alta←Ludlow") == "go Alta←Ludlow"


def test_an_ellipsis_is_three_dots_in_syntax() -> None:
    source, problems = clean("1… red: pass {well…}", "f.pbem")
    assert source.text == "1... red: pass {well…}"
    assert problems[0].message == "horizontal ellipsis (U+2026) read as ..."


def test_full_width_and_styled_characters_are_folded_in_syntax() -> None:
    wide = {ord(plain): ord(plain) + 0xFEE0 for plain in map(chr, range(0x21, 0x7F))}
    line = '[Red "Ann"]\n1. red: lay A1 ($6,008); go Alta-Ludlow {fine}\n'
    damaged = line.translate(wide).replace("Ａｎｎ", "Ann").replace("ｆｉｎｅ", "fine")
    plain_repair(damaged.replace("－", "-").replace("＂", '"'), "full-width", line)
    assert cleaned(damaged) == line
    assert cleaned("lay 𝐀𝟏; pay ٣٠٠٠; ﬁnd") == "lay A1; pay 3000; find"


def test_pictures_that_replaced_a_bracket_are_written_out() -> None:
    plain_repair(RECORD.replace("8)", "😎"), "smilies")
    plain_repair(RECORD.replace("8)", ":cool:"), "smilies")


def test_letters_that_only_resemble_digits_are_left_alone() -> None:
    assert cleaned("lay A1 ($3,OOO); sell Denver 3ooo") == "lay A1 ($3,OOO); sell Denver 3ooo"


def test_decomposed_accents_are_joined_everywhere() -> None:
    text = '[Red "Zoë Kovács"]\n1. red: buy Córdoba {olé}\n'
    plain_repair(unicodedata.normalize("NFD", text), "decomposed", text)
    assert cleaned("buy \u1100\u1161\u11a8") == "buy \uac01"


# --- layers


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", ">>> ", " > "])
def test_quote_marks_before_every_line_go(mark: str) -> None:
    plain_repair(quoted(RECORD, mark), "quoted")


def test_quote_marks_may_lack_their_space_on_empty_lines() -> None:
    plain_repair(quoted(RECORD).replace("> \n", ">\n"), "quoted")
    plain_repair(quoted(RECORD).replace("> \n", "\n"), "quoted")


def test_quote_marks_of_several_depths_lose_what_they_share() -> None:
    text = "1. red: pass {he wrote\n> yes\n>> no\n}\n"
    plain_repair(quoted(text), "quoted", text)


def test_one_line_without_a_mark_keeps_them_all() -> None:
    text = "> 1. red: pass\n2. blue: pass\n"
    assert (cleaned(text), codes(text)) == (text, [])


@pytest.mark.parametrize("margin", ["    ", "\t", "  ", " \t "])
def test_common_indentation_goes(margin: str) -> None:
    plain_repair(quoted(RECORD, margin), "indented")
    plain_repair(quoted(RECORD, margin).replace(f"\n{margin}\n", "\n\n"), "indented")


def test_tabs_and_spaces_mixed_before_every_line_go() -> None:
    plain_repair(each_line(RECORD, lambda n, line: ("\t" if n % 2 else "    ") + line), "indented")


def test_indentation_of_some_lines_stays() -> None:
    text = "1. red: lay A1;\n   draw D4 {a\n    b}\n"
    assert (cleaned(text), codes(text)) == (text, [])


@pytest.mark.parametrize("form", ["{:>3} {}", "{}: {}", "{:04}\t{}", "{}| {}", "{}) {}", "{}:{}", "{}. {}"])
def test_line_numbers_before_every_line_go(form: str) -> None:
    source, problems = clean(each_line(RECORD, form.format), "f.pbem")
    assert source.text == RECORD
    assert {p.code for p in problems} <= {"numbered", "indented"}


def test_numbers_of_entries_are_no_line_numbers() -> None:
    text = "1. red: lay A1\n2. blue: lay B1\n3. red: pass\n"
    assert (cleaned(text), codes(text)) == (text, [])
    text = "1 red lay A1\n2 blue lay B1\n"
    assert (cleaned(text), codes(text)) == (text, [])


@pytest.mark.parametrize(
    "form", ["[12:{:02}] {}", "12:{:02}:07 {}", "[2026-11-29 12:{:02}:59] {}", "(9:{:02} PM) {}",
             "12:{:02} - {}", "2026-11-29T12:{:02}:00Z {}"]
)  # fmt: skip
def test_times_before_every_line_go(form: str) -> None:
    plain_repair(each_line(RECORD, form.format), "numbered")


def test_left_overs_of_quoted_printable_go_where_they_are_evident() -> None:
    damaged = RECORD.replace("; draw", ";=\n draw").replace("“", "=E2=80=9C").replace("”", "=E2=80=9D")
    damaged = damaged.replace("–", "=E2=80=93").replace("…", "=E2=80=A6").replace("…", "=E2=80=A6")
    plain_repair(damaged, "soft-breaks")
    plain_repair(RECORD.replace("red: lay A1", "red: la=\ny=20A1"), "soft-breaks")
    assert cleaned("1. red: pass=20\n2. blue: pass=") == "1. red: pass \n2. blue: pass"


def test_an_equals_sign_in_free_text_is_no_evidence() -> None:
    text = '[Site "http://x/?a=20"]\n1. red: pass {x=3D, y =\nz}\n'
    assert (cleaned(text), codes(text)) == (text, [])
    mixed = '[Site "http://x/?a=20&b=c"]\n1. red: la=\ny A1 {a=3D}\n'
    assert cleaned(mixed) == mixed.replace("la=\ny", "lay")


def test_html_entities_go_everywhere_when_the_text_is_evidently_escaped() -> None:
    plain_repair(html.escape(RECORD), "entities")
    plain_repair(html.escape(html.escape(RECORD)), "entities")
    plain_repair(html.escape(RECORD, quote=False), "entities")


def test_html_entities_in_syntax_alone_leave_free_text() -> None:
    text = '[Red "A &amp; <B>"]\n1. red:&nbsp;lay A1 &ndash; B2 {5 &lt; 6}\n'
    assert cleaned(text) == '[Red "A &amp; <B>"]\n1. red: lay A1 - B2 {5 &lt; 6}\n'
    text = '[Red "Tom &amp; Ann"]\n1. red: pass\n'
    assert (cleaned(text), codes(text)) == (text, [])


@pytest.mark.parametrize(
    "wrap", ["[code]\n{}[/code]\n", "[QUOTE=Ann;12]\n[b]\n{}[/b][/QUOTE]\n", "```text\n{}```\n",
             "~~~\n{}~~~\n", "<pre>\n{}</pre>\n", '[quote="Ann B."]\n{}[/quote]\n', "[size=3]{}[/size]\n"]
)  # fmt: skip
def test_mark_up_around_a_record_goes(wrap: str) -> None:
    plain_repair(wrap.format(RECORD), "markup")


def test_mark_up_inside_entries_goes_and_headers_are_never_taken_for_it() -> None:
    damaged = RECORD.replace("lay A1", "[b]lay[/b] [color=#ff0000]A1[/color]").replace("1. red", "**1. red**")
    plain_repair(damaged.replace("draw D4", "`draw D4`").replace("draw F1", "<b>draw</b> F1"), "markup")
    text = '[Code "x"]\n[B "y"]\n[Quote "[b]bold[/b]"]\n1. red: pass {[i]so[/i]}\n'
    assert (cleaned(text), codes(text)) == (text, [])


def test_a_break_of_html_is_a_line_end() -> None:
    assert (
        cleaned("1. red: pass<br>2. blue: pass<br />\n3. red: pass")
        == "1. red: pass\n2. blue: pass\n3. red: pass"
    )


def test_markdown_escapes_go_in_syntax() -> None:
    text = '[Name "a\\"b\\\\c"]\n1. red: go Alta\\-Ludlow {c\\_d}; buy St\\. Louis\\\n2. blue: pass\n'
    assert cleaned(text) == (
        '[Name "a\\"b\\\\c"]\n1. red: go Alta-Ludlow {c\\_d}; buy St. Louis\n2. blue: pass\n'
    )


def test_markdown_escapes_go_everywhere_when_the_headers_have_them() -> None:
    plain_repair(re.sub(r"([\\_*\[\]{}().!>-])", r"\\\1", RECORD), "markup")


# --- notes and places


def test_one_note_a_kind_at_its_first_place_with_the_count() -> None:
    source, problems = clean("1. red: go Alta–Ludlow\n2. blue: go Como—Alta–Organ\n", "f.pbem")
    assert [(str(p.span), p.span.end, p.message) for p in problems] == [
        ("f.pbem:1:16", 17, "en dash (U+2013) read as - (and 2 more)")
    ]
    assert source.line(problems[0].span) == "1. red: go Alta–Ludlow"


def test_places_survive_stacked_repairs() -> None:
    damaged = quoted(RECORD.replace("lay", "l\u200bay").replace("-", "\u2212")).replace("\n", "\r\n")
    source, _ = clean(damaged.encode("utf-8-sig"), "f.pbem")
    at = source.text.index("Ludlow")
    span = source.span(at, at + 6)
    assert (span.line, span.column, span.end) == (10, 19, 25)
    assert source.line(span)[span.column - 1 : span.end - 1] == "Ludlow"


# --- properties

free = st.text(st.sampled_from("abcXYZ àéñőß19 .,;:-–—“”„’…→()*_<>@#\u00a0\u3000!?$%/|~^'"), max_size=24).map(
    lambda text: text.strip()
)
values = free.map(lambda text: text.replace("“", '\\"').replace("_", "\\\\"))
comments = st.lists(free, min_size=1, max_size=3).map("\n".join).filter(lambda text: "\n\n" not in text)
actions = st.sampled_from(
    [
        "lay A1",
        "draw D4",
        "go Alta-Ludlow.3",
        "buy St. John's",
        "pass",
        "($6,008)",
        "deck:blue",
        "cows/2b",
        "bid 2 1",
    ]
)


@st.composite
def records(draw: st.DrawFn) -> str:
    keys = ["Game", *draw(st.lists(st.sampled_from(["Red", "Blue", "Name", "Code", "X-y.z"]), max_size=4))]
    lines = [f'[{key} "{draw(values)}"]' for key in keys] + [""]
    for number in range(draw(st.integers(1, 4))):
        turn = "; ".join(draw(st.lists(actions, min_size=1, max_size=3)))
        tail = " {" + draw(comments) + "}" if draw(st.booleans()) else ""
        lines.append(f"{number}. {draw(st.sampled_from(['red', 'blue']))}: {turn}{tail}")
    return "\n".join(lines) + "\n"


def in_syntax(text: str, change: Callable[[str], str]) -> str:
    """Damage only what is not free text; the record's own values and comments hold no marks of theirs."""
    parts = re.split(r'(?<= ")((?:\\.|[^"\\])*)(?="\])|(?<=\{)([^}]*)(?=\})', text)
    rows = [parts[at : at + 3] for at in range(0, len(parts), 3)]
    return "".join(change(row[0]) + "".join(kept or "" for kept in row[1:]) for row in rows)


def swap(table: dict[str, str]) -> Callable[[str], str]:
    pairs = str.maketrans(table)
    return lambda text: text.translate(pairs)


def quoted_printable(found: re.Match[str]) -> str:
    return "".join(f"={byte:02X}" for byte in found.group().encode())


def soft_broken(text: str) -> str:
    """Break lines where no code of a byte is cut."""
    return re.sub(r"(?m)^((?:=[0-9A-F]{2}|[^=\n]){5,30})(?=.)", "\\1=\n", text)


IN_SYNTAX: dict[str, Callable[[str], str]] = {
    "spaces": swap({" ": "\u00a0"}),
    "wide spaces": swap({" ": "\u3000"}),
    "arrows": lambda part: part.replace("Alta-", "Alta->"),
    "dashes": swap({"-": "\u2013"}),
    "quotes": swap({"'": "’", '"': "”"}),
    "wide": swap({character: chr(ord(character) + 0xFEE0) for character in "():;0123456789ABabde"}),
    "invisible": "\u200b".join,
}
ANYWHERE: dict[str, Callable[[str], str]] = {
    "accents": lambda text: unicodedata.normalize("NFD", text),
    "control": lambda text: text.replace("e", "\x01e\x00"),
    "colour": lambda text: text.replace("a", "\x1b[31ma\x1b[0m"),
}
LAYERS: dict[str, Callable[[str], str]] = {
    "quoted": quoted,
    "quoted tight": lambda text: quoted(text, ">"),
    "indented": lambda text: quoted(text, "    "),
    "tabbed": lambda text: quoted(text, "\t"),
    "numbered": lambda text: each_line(text, "{:>4} {}".format),
    "timed": lambda text: each_line(text, "[12:{:02}] {}".format),
    "code": lambda text: f"[code]\n{text}[/code]\n",
    "fence": lambda text: f"```text\n{text}```\n",
    "html": lambda text: re.sub("[\u00a0\u3000”]", lambda m: f"&#{ord(m[0])};", html.escape(text)),
    "markdown": lambda text: re.sub(r"([\\_*\[\]{}().!>+-])", r"\\\1", text),
    "soft": lambda text: soft_broken(re.sub("[=é\x00\x01\x1b]", quoted_printable, text)),
}
OUTER: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "windows": lambda text: text.replace("\n", "\r\n"),
    "returns": lambda text: text.replace("\n", "\r"),
    "mark": lambda text: "\ufeff" + text,
}


def chosen(table: dict[str, Callable[[str], str]]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(list(table)), max_size=3)


@given(records(), chosen(IN_SYNTAX), chosen(ANYWHERE), chosen(LAYERS), st.sampled_from(sorted(OUTER)))
def test_a_damaged_record_comes_back(
    text: str, syntax: list[str], anywhere: list[str], layers: list[str], outer: str
) -> None:
    assume("colour" not in anywhere or "markdown" not in layers)  # nothing escapes a terminal's codes
    steps = [IN_SYNTAX[name] for name in syntax]
    damaged = in_syntax(text, lambda part: functools.reduce(lambda so_far, step: step(so_far), steps, part))
    for name in sorted(anywhere, key=list(ANYWHERE).index):
        damaged = ANYWHERE[name](damaged)
    for name in layers:
        damaged = LAYERS[name](damaged)
    source, problems = clean(OUTER[outer](damaged).encode(), "f.pbem")
    assert source.text == text
    assert {p.code for p in problems} <= set(REPAIRS)
    check_origins(source)
    assert clean(source.text, "f.pbem")[0].text == source.text


def check_origins(source: Source) -> None:
    """Offsets rise, and a character that was not made by a repair stands where it is said to stand."""
    origins = source.origins
    if origins is None:
        assert source.text == source.typed
        return
    assert len(origins) == len(source.text) + 1
    assert origins[-1] == len(source.typed)
    assert all(one <= other for one, other in itertools.pairwise(origins))
    repaired = re.compile("[\x00-\x1f=&`':\\-]|[^\x00-\x7f]")
    for character, at in zip(source.text, origins, strict=False):
        assert source.typed[at] == character or (
            repaired.match(source.typed[at]) or ord(unicodedata.normalize("NFC", character)) > 0x7F
        )


NASTY = st.text(
    st.sampled_from(
        ">>  \n\n\t[]{}{}\"“”'’&;amplt#=20=\n3D\\_*`~1234.:redABb/<>-–→"
        "\u00a0\u200b\x1b[m\r\x00\x0c\u0301é\u2028Ã«：＞＆［"
    ),
    max_size=60,
)


@given(NASTY)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    source, _ = clean(text, "f.pbem")
    check_origins(source) if source.origins is not None else None
    again, problems = clean(source.text, "f.pbem")
    assert again.text == source.text
    assert {p.code for p in problems} <= {"double-encoded"}


@given(NASTY)
def test_what_is_taken_for_clean_needs_no_repair(text: str) -> None:
    if looks_clean(text):
        draft = Draft(text)
        assert not repairing.repair(draft)
        assert draft.text == text


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    try:
        source, problems = clean(data, "f.pbem")
    except PbemError as refused:
        assert [p.code for p in refused.problems] == ["utf-16"]
        return
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", source.text)
    for problem in problems:
        assert problem.message.isprintable()
        assert source.line(problem.span).isprintable()


@pytest.mark.parametrize(
    "unit", ["[", '[A "x', '[A "x”] ', "{", "\\", "> ", "&lt;", "= ", "=\n", "\u0301\u0323", "\x1b]",
             "\r", "[b=", "`a", "1 ", "Ã©", "\u00a0", "🙂", "12:30 ", "｛a}", "<b "]
)  # fmt: skip
def test_a_hostile_line_is_read_in_bounded_steps(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert len(clean(text, "f.pbem")[0].text) <= 2 * len(text)


# --- format=flowed


@pytest.mark.parametrize(
    ("text", "delsp", "expected"),
    [
        ("1. red: lay A1; \ndraw D4\n", False, "1. red: lay A1; draw D4\n"),
        ("1. red: la \ny A1\n", True, "1. red: lay A1\n"),
        ("1. red: lay  \nA1\n", True, "1. red: lay A1\n"),
        (" From Alta to Como\n >5\n  two\n", False, "From Alta to Como\n>5\n two\n"),
        (">> go \n>> on\n> no \nmore\n", False, ">> go on\n> no \nmore\n"),
        ("> quoted \n> line\nnew \ntext", False, "> quoted line\nnew text"),
        ("bye \n-- \nAnn \nLee", False, "bye \n-- \nAnn Lee"),
        (" -- \nx", False, "-- \nx"),
        ("a \r\nb\r\nc", False, "a b\nc"),
        ("a \n\nb", False, "a \nb"),
        ("", False, ""),
        ("end ", True, "end"),
    ],
)
def test_flowed_lines_are_joined_exactly(text: str, delsp: bool, expected: str) -> None:
    assert unflow(text, delsp) == expected

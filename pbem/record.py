"""A game file as headers and entries: reads and writes them, and knows no rule.

Offsets are into `Source.text`; `Source.span` turns them into the line and column that the person typed.
An entry's text keeps its length: comments are blanked out of it with spaces and kept beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbem.errors import PbemError, Problem, Severity
from pbem.source import Source

SPEAKERS = ("deal", "check", "mod")
"""Who may write an entry beside the seats."""

MOST_FINDINGS = 10_000
"""So many findings about one record are listed; what needs more is no record."""

VIA = "via "
"""Begins the comment that says which mail an entry came from."""

STANDARD_KEYS = (
    *("Game", "Edition", "Board", "Name", "Date", "Options", "Result", "Site", "Event"),
    *("Commit", "Seed", "Position", "Pace", "Grace"),
)
_SETTING = ("Game", "Edition", "Board", "Options", "Position")
"""Headers that say how the table is set up; they count only where they are expected."""
_KEYS = {key.casefold(): key for key in STANDARD_KEYS}

_HEADER = re.compile(r'\[\s*([A-Za-z][\w.]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_HEADER = r'\[[ \t]*([A-Za-z][\w.]*)[ \t]+"?([^\n]*)'  # rare patterns are compiled where they are used
_HEADER_START = r'\[\s*[A-Za-z][\w.]*\s+"'
_NUMBERED = r"(?<![^\s;}])(?P<number>\d+)\s*[.)]*(?:\s*\.)*\s*(?P<who>[^\W\d_]+)\s*:"
_BULLET = r"(?:[>|#*•-]|\[\*\]|\\)"
"""What forums and mailers put before a line."""
_LOOSE_LABEL = (
    rf"^[ \t]*(?:{_BULLET}[ \t]*)+(?P<listed>\d+)[ \t]*[.)]+[ \t]*(?P<speaker>[^\W\d_]+)[ \t]*:(?:\\?\*)*"
    r"|^[ \t]*(?P<counted>\d+)[ \t]*[.)]+[ \t]*(?P<named>{names})(?=[ \t]+[^\s:])"
)
"""A label behind such signs, or one that lost its colon."""
_QUOTED_ON = re.compile(r"(?<=\n)[ \t]*>[> \t]*")
"""Quote marks before the further lines of an entry, where not all lines of the file have them."""
_BRACE_OR_LABEL = rf"[{{}}]|{_NUMBERED}"
_DEALT = r"(?im)^[ \t]*(?:0[ \t]*\.)?[ \t]*deal[ \t]*:"
_NEXT_GAME = r'(?im)^[ \t]*\[\s*Game\s+"'
_ORDINARY = re.compile(
    rb"(?:\[[A-Z][A-Za-z.]*+ \"(?:\*|[^\"\\&`=*\[\]\x00-\x1f\x7f-\xff]*+)\"\]\n"
    rb"|\d++\. [a-z]++:(?: [A-Za-z0-9,;?.$(){}/'+#-]++(?::[a-z]++)?|:(?= ))*+\n|\n)*+"
)
"""Text as pbem itself writes it, in ASCII: there is nothing to clean."""
_ODD_PAIRS = (b"--", b"->", b"~~~")
_CUT_LABEL = re.compile(r"\n[ \t]*(\d{1,9})[ \t]*\.?[ \t]*(?:[^\W\d_]*)[ \t]*\Z")
_GAME_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_SPACE = re.compile(r"\s+")
_JOINT = re.compile(r" ?; ?")


class Header(msgspec.Struct, frozen=True):
    """One tag. `value` is unescaped, with line breaks folded to a space.

    `late`: it stands among the entries.
    """

    key: str
    value: str
    start: int = msgspec.field(default=0)
    end: int = msgspec.field(default=0)
    late: bool = False


class Comment(msgspec.Struct, frozen=True):
    """Free text between braces; `at` is where its brace stands in the entry's text (or in the source)."""

    at: int
    text: str


class Entry(msgspec.Struct, frozen=True):
    """One numbered line of play, exactly as written.

    `number` is None where none was typed; `who` is in lower case; `start` is the offset of `text`, and
    `label` that of the label.
    """

    number: int | None
    who: str
    text: str
    comments: tuple[Comment, ...] = ()
    label: int = 0
    start: int = 0
    unclosed: bool = False
    """A comment in it is never closed, so what else it said is not known."""

    @property
    def words(self) -> str:
        """The text without comments, white space folded; one space follows a semicolon, none precedes it."""
        return _JOINT.sub("; ", _SPACE.sub(" ", self.text)).strip()


class Record(msgspec.Struct, frozen=True):
    """One game. `head` holds headers and comments before the first entry, in place."""

    source: Source
    head: tuple[Header | Comment, ...]
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def headers(self) -> tuple[Header, ...]:
        return tuple(item for item in self.head if isinstance(item, Header))

    def header(self, key: str) -> Header | None:
        """The first header with this key, in any case."""
        folded = key.casefold()
        return next((header for header in self.headers if header.key.casefold() == folded), None)

    def get(self, key: str, default: str = "") -> str:
        """The value of the first header with this key, in any case."""
        found = self.header(key)
        return default if found is None else found.value

    @property
    def name(self) -> str:
        """The game's name: its header, or the file's own name."""
        return self.get("Name") or Path(self.source.file).stem

    def problem(
        self,
        start: int,
        end: int,
        code: str,
        message: str,
        *,
        severity: Severity = "error",
        hint: str = "",
        suggestions: tuple[str, ...] = (),
        rule: str = "",
        entry: int | None = None,
        seat: str = "",
    ) -> Problem:
        """A finding about the text between two offsets."""
        return Problem(
            span=self.source.span(start, end),
            severity=severity,
            code=code,
            message=message,
            hint=hint,
            suggestions=suggestions,
            rule=rule,
            entry=entry,
            seat=seat,
        )


def read_file(path: str, data: bytes) -> tuple[list[Record], tuple[Problem, ...]]:
    """Read all games of a file's bytes, and the repairs made to its text.

    Raises PbemError if there is nothing in it, or if it is not text.
    """
    source, repairs = _cleaned(path, data)
    if not source.text.strip():
        raise PbemError(f"{path}: the file is empty; `pbem new` writes a first record")
    return list(read(source)), repairs


def _cleaned(path: str, data: bytes) -> tuple[Source, tuple[Problem, ...]]:
    if _ORDINARY.fullmatch(data) and not any(pair in data for pair in _ODD_PAIRS):
        return Source.plain(path, data.decode("ascii")), ()
    from pbem import cleaning  # here, since ordinary text needs none of it

    return cleaning.clean(data, path)


def read(source: Source) -> Iterator[Record]:
    """Yield the games of one text, one after the other."""
    at = 0
    while at < len(source.text):
        reader = _Reader(source, at)
        record = reader.record()
        if record.head or record.entries or record.problems:
            yield record
        at = reader.at


class _Reader:
    """Reads one game; stops where the next one's header block starts."""

    def __init__(self, source: Source, at: int) -> None:
        self.source = source
        self.text = source.text
        self.at = at
        self.head: list[Header | Comment] = []
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []

    def record(self) -> Record:
        self._headers()
        if self.at < len(self.text):
            self._play()
        return Record(self.source, tuple(self.head), tuple(self.entries), tuple(self.problems))

    def _say(
        self, start: int, end: int, code: str, message: str, severity: Severity = "error", hint: str = ""
    ) -> None:
        if len(self.problems) < MOST_FINDINGS:
            span = self.source.span(start, end)
            self.problems.append(Problem(span, severity, code, message, hint=hint))
        if len(self.problems) == MOST_FINDINGS:
            self.problems.append(too_many(self.source, start))

    # --- the header block

    def _headers(self) -> None:
        while True:
            while self.at < len(self.text) and self.text[self.at].isspace():
                self.at += 1
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                self.head.append(self._header())
            elif self.text[self.at] == "{":
                comment, _ = self._comment()
                self.head.append(comment)
            else:
                label = self._labels()
                if label.match(self.text, self.at):
                    return
                self._stray(label)

    def _header(self) -> Header:
        start = self.at
        found = _HEADER.match(self.text, start)
        if found and "\n[" not in found[2]:
            self.at = found.end()
            value = _SPACE.sub(" ", found[2]) if "\n" in found[2] else found[2]
            return Header(found[1], re.sub(r"\\(.)", r"\1", value), start, self.at)
        loose = re.compile(_LOOSE_HEADER).match(self.text, start)
        if loose is None:
            end = self._line_end(start)
            self._say(start, end, "header", "this is not a header", hint='write [Key "value"]')
            self.at = end
            return Header("", self.text[start:end], start, end)
        self.at = loose.end()
        return self._repaired(loose, start)

    def _repaired(self, found: re.Match[str], start: int) -> Header:
        value = found[2].rstrip()
        closed = value.endswith('"]') or (value.endswith("]") and '"' not in value)
        value = value.removesuffix("]").removesuffix('"')
        if closed:
            message = f"the quotes around or inside this value were put right: {_escape(value)}"
            self._say(start, self.at, "header-quotes", message, "note")
        else:
            self._say(start, self.at, "header-cut", "this header is cut off; its end was put back", "note")
        return Header(found[1], value.replace('\\"', '"').replace("\\\\", "\\"), start, self.at)

    def _stray(self, label: re.Pattern[str]) -> None:
        start = self.at
        following = label.search(self.text, start)
        ends = [found for mark in ("\n[", "{") if (found := self.text.find(mark, start)) >= 0]
        end = min([*ends, following.start() if following else len(self.text)])
        self.at = max(end, start + 1)
        stop = min(self.at, self._line_end(start))
        hint = 'entries look like `1. red: ...`, headers like `[Key "value"]`, remarks like `{...}`'
        self._say(
            start, stop, "stray-text", "this is neither a header nor an entry and was left out", hint=hint
        )

    # --- the entries

    def _labels(self) -> re.Pattern[str]:
        """What a label looks like here: numbered anywhere, or a known name at the start of a line."""
        seats = {h.key.casefold() for h in self.head if isinstance(h, Header) and h.key.isalpha()}
        names = "|".join(sorted((seats | set(SPEAKERS)) - set(_KEYS)))
        loose = _LOOSE_LABEL.replace("{names}", names)
        pattern = rf"{loose}|{_NUMBERED}|^[ \t]*(?P<bare>{names})\s*:"
        return re.compile(pattern, re.IGNORECASE | re.MULTILINE)

    def _play(self) -> None:
        label = self._labels()
        stop = re.compile(rf"{label.pattern}|[{{}}\[]", re.IGNORECASE | re.MULTILINE)
        opened: re.Match[str] | None = label.match(self.text, self.at)
        while opened is not None:
            opened = self._entry(opened, stop)

    def _entry(self, opened: re.Match[str], stop: re.Pattern[str]) -> re.Match[str] | None:
        """Read one entry; return the next one's label, or None at the end of the game."""
        start = self.at = opened.end()
        pieces: list[str] = []
        comments: list[Comment] = []
        done = start
        following: re.Match[str] | None = None
        unclosed = False
        while True:
            found = stop.search(self.text, self.at)
            if found is None:
                self.at = len(self.text)
                break
            sign = found[0]
            if sign == "{":
                pieces.append(self.text[done : found.start()])
                self.at = found.start()
                comment, whole = self._comment()
                comments.append(Comment(found.start() - start, comment.text))
                pieces.append(" " * (self.at - found.start()))
                done = self.at
                if not whole:
                    unclosed = True
                    break
            elif sign == "}":
                self._say(found.start(), found.end(), "comment-close", "this closing brace closes no comment")
                pieces.append(self.text[done : found.start()] + " ")
                self.at = done = found.end()
            elif sign == "[":
                self.at = found.start()
                if self._next_game(found.start()):
                    break
                pieces.append(self.text[done : found.start()])
                if self._cut_header(found.start()) or self._late_header(found.start()):
                    pieces.append(" " * (self.at - found.start()))
                    done = self.at
                else:
                    done, self.at = found.start(), found.end()
            else:
                following = found
                self.at = found.start()
                break
        body = _QUOTED_ON.sub(_blanks, "".join(pieces) + self.text[done : self.at])
        self._add(opened, body, tuple(comments), start, unclosed)
        return following

    def _add(
        self, opened: re.Match[str], body: str, comments: tuple[Comment, ...], start: int, unclosed: bool
    ) -> None:
        lead = len(body) - len(body.lstrip()) if body.strip() else 0
        text = body.strip()
        who = (opened["who"] or opened["bare"] or opened["speaker"] or opened["named"]).casefold()
        digits = opened["number"] or opened["listed"] or opened["counted"]
        number = int(digits) if digits and len(digits) < 10 else None
        if self.at >= len(self.text):
            text = self._cut_number(number, text).rstrip()
        moved = tuple(Comment(max(0, comment.at - lead), comment.text) for comment in comments)
        at = opened.start() + len(opened[0]) - len(opened[0].lstrip())
        self.entries.append(Entry(number, who, text, moved, at, start + lead, unclosed))

    def _cut_number(self, number: int | None, text: str) -> str:
        """An entry's text without the next entry's number, if the game breaks off after it."""
        found = _CUT_LABEL.search(text)
        if found is None or number is None or int(found[1]) != number + 1:
            return text
        cut = found[0].strip()
        at = self.text.rindex(cut, 0, self.at)
        missing = "a player and a colon are" if cut.strip("0123456789. \t") == "" else "the rest of it is"
        message = f"the record breaks off here: after `{cut}` {missing} missing"
        self._say(at, at + len(cut), "cut-off", message, hint="what stands before it is whole")
        return text[: found.start()]

    def _next_game(self, at: int) -> bool:
        """Say whether a header block that names a game starts here."""
        block = at
        while found := _HEADER.match(self.text, block):
            if found[1].casefold() == "game":
                return True
            block = found.end()
            while block < len(self.text) and self.text[block].isspace():
                block += 1
        loose = re.compile(_LOOSE_HEADER).match(self.text, block)
        return bool(loose and loose[1].casefold() == "game")

    def _cut_header(self, at: int) -> bool:
        """Say so where the text ends in the middle of a header."""
        cut = re.compile(r"\[[ \t]*[A-Za-z]*\s*\Z").match(self.text, at)
        if cut is None or self.text[:at].rpartition("\n")[2].strip():
            return False
        self.at = cut.end()
        message = "the record breaks off here, in the middle of a header"
        self._say(at, at + len(cut[0].rstrip()), "cut-off", message, hint="what stands before it is whole")
        return True

    def _late_header(self, at: int) -> bool:
        """Read a header among the entries: it goes up to the others, unless it would change the table."""
        if not re.compile(_HEADER_START).match(self.text, at):
            return False
        header = self._header()
        known = {item.key.casefold() for item in self.head if isinstance(item, Header)}
        harmless = header.key.casefold() not in known and canonical_key(header.key) not in _SETTING
        message = f"the header {header.key} stands after the first entry"
        if harmless and header.key.casefold() not in _KEYS:  # it may name a seat, which only the game knows
            self.head.append(msgspec.structs.replace(header, late=True))
        elif harmless:
            self.head.append(header)
            self._say(at, self.at, "header-late", f"{message}; it is read as if it stood above", "note")
        else:
            hint = "move it above entry 0"
            self._say(at, self.at, "header-late", f"{message} and does not count", hint=hint)
        return True

    def _comment(self) -> tuple[Comment, bool]:
        """Read a comment; the flag is False where it is never closed and reading resumes at a later game."""
        start = self.at
        end = self.text.find("}", start)
        following = re.compile(_NEXT_GAME).search(self.text, start, len(self.text) if end < 0 else end)
        if end < 0 or (following and re.compile(_DEALT).search(self.text, following.end(), end)):
            stop = following.start() if following else len(self.text)
            resumed = "; reading goes on at the next game" if following else ""
            self._say(
                start,
                self._line_end(start),
                "comment-open",
                f"this comment is never closed{resumed}",
                hint="close it with }",
            )
            self.at = stop
            return Comment(start, _fold(self.text[start + 1 : stop])), False
        nested = "{" in self.text[start + 1 : end]
        last = self._matching(start) if nested else None
        if nested and last is None:
            message = "another brace is opened in this comment, which ends at the first that closes"
            hint = "take the inner brace out, or close it"
            self._say(start, self._line_end(start), "comment-nested", message, "note", hint=hint)
        if last is not None:
            message = "comments do not nest; this one was read up to its last brace"
            self._say(start, self._line_end(start), "comment-nested", message, "note")
            self.at = last + 1
            inner = self.text[start + 1 : last].replace("{", "(").replace("}", ")")
            return Comment(start, _fold(inner)), True
        self.at = end + 1
        self._swallowed(start, end)
        return Comment(start, _fold(self.text[start + 1 : end])), True

    def _swallowed(self, start: int, end: int) -> None:
        """Warn of a comment that holds what looks like the entries that are due."""
        if "\n" not in self.text[start:end] or not self.entries:
            return
        inside = [
            int(found["number"] or 0)
            for found in self._labels().finditer(self.text, start, end)
            if (found["number"] or "").isdigit() and len(found["number"]) < 10 and self._opens_line(found)
        ]
        due = (self.entries[-1].number or len(self.entries) - 1) + 2  # the one it stands in is not there yet
        if inside[:1] != [due]:
            return
        what = f"entry {due}" if len(inside) == 1 else f"entries {due} to {inside[-1]}"
        message = f"this comment takes in what looks like {what}"
        hint = "if a } is missing, put it where the comment ends"
        self._say(start, self._line_end(start), "comment-swallows", message, "warning", hint=hint)

    def _opens_line(self, found: re.Match[str]) -> bool:
        at = found.start()
        return not self.text[self.text.rfind("\n", 0, at) + 1 : at].strip()

    def _matching(self, start: int) -> int | None:
        """The brace that closes the one at `start` with all those inside, if no entry begins before it."""
        depth = 0
        for found in re.compile(_BRACE_OR_LABEL).finditer(self.text, start):
            depth += {"{": 1, "}": -1}.get(found[0], 0)
            if depth == 0 or found[0] not in "{}":
                return found.start() if depth == 0 else None
        return None

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end


def _fold(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _escape(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def too_many(source: Source, at: int) -> Problem:
    """The last finding of a record that has too many."""
    message = f"there are more than {MOST_FINDINGS:,} findings, and the others are not listed"
    return Problem(source.span(at, at + 1), "error", "too-many", message, "mend these first")


def spoken(comments: tuple[Comment, ...]) -> list[str]:
    """The remarks that people made, without the desk's notes of the mails that entries came from."""
    return [comment.text for comment in comments if not comment.text.startswith(VIA)]


def canonical_key(key: str, seats: tuple[str, ...] = ()) -> str:
    """A header's key as canonical text spells it; unknown keys stay as they are."""
    folded = key.casefold()
    if folded in seats:
        return folded.capitalize()
    return _KEYS.get(folded, key)


def write_header(key: str, value: str) -> str:
    """One header as a line of canonical text."""
    return f"[{key} {_escape(value)}]"


def canonical_header(header: Header, seats: tuple[str, ...] = ()) -> str:
    """A header as a line of canonical text: known keys as they are spelt, names of things in lower case."""
    key = canonical_key(header.key, seats)
    value = header.value
    if key in ("Game", "Board", "Options", "Result") or (
        key == "Name" and _GAME_NAME.fullmatch(value.lower())
    ):
        value = value.lower()
    return write_header(key, value)


def write_entry(number: int, who: str, text: str, comments: tuple[Comment, ...] = ()) -> str:
    """One entry as a line of canonical text.

    Comments keep their place by action: each stands after the action it was typed in or behind, before
    the semicolon; those before the first action stand first.
    """
    return f"{number}. {who}: {place_comments(text, comments, text)}".rstrip()


def place_comments(
    canonical: str, comments: tuple[Comment, ...], typed: str, starts: tuple[int, ...] = ()
) -> str:
    """Put comments into an entry's canonical text, by the action of `typed` that each one follows.

    `starts` says where in `typed` the canonical actions begin, where semicolons do not tell.
    """
    if not comments:
        return canonical
    actions = canonical.split("; ") if canonical else []
    slots: dict[int, list[str]] = {}
    for comment in comments:
        slot = _slot(comment.at, typed, starts)
        slots.setdefault(min(slot, len(actions)), []).append("{" + comment.text + "}")
    out = [" ".join(slots.get(0, []))] if 0 in slots else []
    lines = [" ".join([action, *slots.get(index, [])]) for index, action in enumerate(actions, 1)]
    return " ".join([*out, "; ".join(lines)]).strip()


def _slot(at: int, typed: str, starts: tuple[int, ...]) -> int:
    """How many actions begin before an offset."""
    if starts:
        return sum(start < at for start in starts)
    before = typed[:at].rstrip(" ;\n\t")
    return before.count(";") + 1 if before.strip(" ;\n\t") else 0


def write(
    record: Record,
    texts: dict[int, str] | None = None,
    seats: tuple[str, ...] = (),
    starts: dict[int, tuple[int, ...]] | None = None,
    speakers: dict[int, str] | None = None,
) -> str:
    """The record as canonical text, one entry a line.

    `texts` gives the canonical words of entries by their place in `record.entries`; the others stay as
    typed, with white space folded. `starts` says where the actions of an entry begin (see
    `place_comments`), and `speakers` who writes it, where the label is not spelt in full. Entries are
    numbered from the first one's number, without gaps.
    """
    lines = []
    for item in record.head:
        if isinstance(item, Comment):
            lines.append("{" + item.text + "}")
        elif item.key:
            lines.append(canonical_header(item, seats))
        else:
            lines.append(item.value)
    if lines and record.entries:
        lines.append("")
    first = 0 if record.entries and record.entries[0].who == "deal" else 1
    for index, entry in enumerate(record.entries):
        words = (texts or {}).get(index, entry.words)
        body = place_comments(words, entry.comments, entry.text, (starts or {}).get(index, ()))
        who = (speakers or {}).get(index, entry.who)
        lines.append(f"{first + index}. {who}: {body}".rstrip())
    return "\n".join(lines) + "\n"

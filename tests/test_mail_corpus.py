"""The labelled corpus of mails: nothing stale is taken, what was meant is found, what is left out is told."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from pbem import record
from pbem.mail.submission import Submission, read
from pbem.mail.wording import Lexicon, reader
from pbem.record import Record
from pbem.table import sit_down

CORPUS = Path(__file__).parent.parent / "samples" / "mail" / "corpus"
LABELS: dict[str, Any] = json.loads((CORPUS / "labels.json").read_text(encoding="utf-8"))
MAILS: dict[str, dict[str, Any]] = LABELS["mails"]
LEXICON = Lexicon.of(LABELS["verbs"], LABELS["words"])
FIELDS = (
    "base",
    "framed",
    "refusal",
    "sender",
    "sender_name",
    "reply_to",
    "date_utc",
    "speaks_for",
    "token",
    "quoted_orders",
)


def submission(name: str, lexicon: Lexicon | None = LEXICON, with_ours: bool = True) -> Submission:
    label = MAILS[name]
    ours = [LABELS["ours"][label["table"]]] if with_ours else []
    raw = (CORPUS / name).read_bytes()
    return read(raw, ours=ours, names=LABELS["tables"], domain=LABELS["domain"], lexicon=lexicon)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def taken(mail: Submission) -> list[str]:
    return [squeezed(line) for line in mail.orders.split("\n") if line.strip()]


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_is_read_as_it_was_meant(name: str) -> None:
    label = MAILS[name]
    mail = submission(name)
    assert taken(mail) == [squeezed(line) for line in label["wanted"]]
    told = "\n".join(squeezed(left.text) for left in mail.left_out)
    for line in label["stale"]:
        assert squeezed(line) in told
    for field in FIELDS:
        if field in label:
            assert getattr(mail, field) == label[field], field
    if "game_named" in label:
        assert mail.game == label["game_named"]
    if "games" in label:
        assert list(mail.games) == label["games"]
    assert bool(mail.automatic) == label.get("automatic", False)
    if "warning" in label:
        assert label["warning"] in "\n".join(mail.warnings)


def test_nothing_stale_is_taken_and_what_was_meant_is_found() -> None:
    wanted = found = stale = 0
    for name, label in MAILS.items():
        meant = [squeezed(line) for line in label["wanted"]]
        lines = taken(submission(name))
        wanted += len(meant)
        found += sum(line in lines for line in meant)
        stale += sum(line not in meant for line in lines)
    assert len(MAILS) >= 400
    assert wanted >= 300
    assert stale == 0
    assert found >= 0.98 * wanted


def test_structure_alone_lets_nothing_stale_through() -> None:
    """Without our own mails to compare with, marks and header blocks have to do."""
    for name, label in MAILS.items():
        if not label.get("needs_ours"):
            lines = taken(submission(name, with_ours=False))
            meant = [squeezed(line) for line in label["wanted"]]
            assert [line for line in lines if line not in meant] == [], name


def test_line_ends_of_the_transport_change_nothing() -> None:
    for name, label in MAILS.items():
        raw = (CORPUS / name).read_bytes()
        if b"\r" not in raw:
            ours = [LABELS["ours"][label["table"]]]
            found = [
                msgspec.structs.replace(
                    read(each, ours=ours, names=LABELS["tables"], domain=LABELS["domain"], lexicon=LEXICON),
                    digest="",
                )
                for each in (raw, raw.replace(b"\n", b"\r\n"))
            ]
            assert found[0] == found[1], name


CHAT = ("sentence", "question", "alternatives", "order-beside-sentence")
"""Mails that only the words of the games tell from orders."""


def test_without_a_lexicon_nothing_quoted_is_taken() -> None:
    for name, label in MAILS.items():
        lines = "\n".join(taken(submission(name, lexicon=None)))
        for line in label["stale"]:
            if line not in label["wanted"] and not name.startswith(CHAT):
                assert squeezed(line) not in lines, name


TABLES = {"friday-42": "last-spike", "ghosts": "spectral-rails", "east-7": "spike", "velo-3": "spokes"}


def games(key: str) -> list[Record]:
    """A few sample games."""
    paths = sorted((CORPUS.parent.parent / key).glob("*.pbem"))[:6]
    return [found for path in paths for found in record.read_file(path.name, path.read_bytes())[0]]


@pytest.fixture(scope="module")
def lexicons() -> dict[str, Lexicon]:
    """The words of each game, from its own engine."""
    found = {}
    for name, key in TABLES.items():
        place = sit_down(games(key)[0])
        assert place.game is not None
        assert place.setup is not None
        found[name] = Lexicon.of_vocabularies([place.game.vocabulary(place.setup)])
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_turn_of_the_sample_games_is_known_for_an_order(
    name: str, lexicons: dict[str, Lexicon]
) -> None:
    turns = 0
    for game in games(TABLES[name]):
        place = sit_down(game)
        assert place.game is not None
        assert place.setup is not None
        lexicon = Lexicon.of_vocabularies([place.game.vocabulary(place.setup)])
        for entry in game.entries:
            if entry.who in place.setup.seats:
                turns += 1
                assert reader(lexicon).read(entry.text).order, entry.text
    assert turns > 50


def test_with_the_words_of_the_games_themselves_the_corpus_reads_the_same(
    lexicons: dict[str, Lexicon],
) -> None:
    for name, label in MAILS.items():
        mail = submission(name, lexicons[label["table"]])
        assert taken(mail) == [squeezed(line) for line in label["wanted"]], name


def script() -> ModuleType:
    """The script that wrote the corpus, as a module; what it imports stands beside it."""
    sys.path.insert(0, str(CORPUS))
    try:
        return importlib.import_module("make")
    finally:
        sys.path.remove(str(CORPUS))


def test_the_corpus_is_what_its_script_writes() -> None:
    module = script()
    mails = module.corpus()
    assert {f"{mail.slug}.eml": mail.raw() for mail in mails} == {
        path.name: path.read_bytes() for path in CORPUS.glob("*.eml")
    }
    assert json.loads(json.dumps(module.labels(mails))) == LABELS


LETTERS = sorted((CORPUS.parent / "letters").glob("*.txt"))


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("place", ["below", "above", "marked"])
def test_an_answer_to_a_letter_of_the_desk_is_all_that_is_taken(
    path: Path, place: str, lexicons: dict[str, Lexicon]
) -> None:
    """Also where the letter stands in it without any mark."""
    letter = path.read_text(encoding="utf-8").partition("\n\n")[2]
    order = "lay Y4; buy Omaha; draw"
    text = {
        "below": f"{order}\n\n{letter}",
        "above": f"{letter}\n\n{order}\n",
        "marked": f"{order}\n\n" + "".join(f"> {line}\n" for line in letter.splitlines()),
    }[place]
    raw = f"From: bob@example.net\nSubject: Re: [friday-42]\n\n{text}".encode()
    mail = read(raw, ours=[letter], names={"friday-42"}, lexicon=lexicons["friday-42"])
    assert (mail.orders, mail.framed, mail.refusal) == (order, False, "")


def test_there_are_letters_to_answer() -> None:
    assert len(LETTERS) >= 10

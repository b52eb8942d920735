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

from pbem.mail.submission import Submission, read
from pbem.mail.wording import Lexicon

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


def test_without_a_lexicon_nothing_quoted_is_taken() -> None:
    for name, label in MAILS.items():
        lines = "\n".join(taken(submission(name, lexicon=None)))
        for line in label["stale"]:
            if line not in label["wanted"] and not name.startswith(("sentence", "question", "alternatives")):
                assert squeezed(line) not in lines, name


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

"""Writes the corpus of mails beside this file: one `.eml` a mail, and `labels.json` with what each holds.

    python samples/mail/corpus/make.py

Nothing is random, so the files only change when these scripts do; a test holds the two together. All
people and addresses are made up. A label says which lines of a mail are orders that its sender meant
(`wanted`), and which must not be carried out but be told about (`stale`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from clients import CLIENTS
from kinds import kinds
from languages import LANGUAGES
from mails import DESK, Mail, headers
from tables import GAMES, VERBS, WORDS

HERE = Path(__file__).parent


def answers() -> Iterator[Mail]:
    """Answers of every client in five languages each, through all games and moves."""
    codes = list(LANGUAGES)
    turn = 0
    for index, (client, write) in enumerate(CLIENTS.items()):
        for step in range(5):
            code = codes[(index * 5 + step) % len(codes)]
            game = GAMES[turn % len(GAMES)]
            move = game.moves[(turn // len(GAMES)) % len(game.moves)]
            fields, body = write(LANGUAGES[code], game, move)
            own = headers(game, turn)
            stale = game.stale + (("lay E4 on my grave",) if client == "mutt" else ())
            yield Mail(
                f"{client}-{code}", game, own + fields, body, (move,), stale, {"game_named": game.name}
            )
            turn += 1


def corpus() -> list[Mail]:
    return [*answers(), *kinds()]


def labels(mails: list[Mail]) -> dict[str, object]:
    entries = {}
    for mail in mails:
        entries[f"{mail.slug}.eml"] = {
            "table": mail.game.name,
            "wanted": list(mail.wanted),
            "stale": list(mail.stale),
            **mail.expect,
        }
    return {
        "verbs": VERBS.split(),
        "words": WORDS.split(", "),
        "tables": [game.name for game in GAMES],
        "domain": DESK.partition("@")[2],
        "ours": {game.name: game.ours for game in GAMES},
        "mails": entries,
    }


def main() -> None:
    mails = corpus()
    slugs = [mail.slug for mail in mails]
    assert len(set(slugs)) == len(slugs), sorted(slug for slug in slugs if slugs.count(slug) > 1)
    for old in HERE.glob("*.eml"):
        old.unlink()
    for mail in mails:
        (HERE / f"{mail.slug}.eml").write_bytes(mail.raw())
    text = json.dumps(labels(mails), ensure_ascii=False, indent=1, sort_keys=True)
    (HERE / "labels.json").write_text(text + "\n", encoding="utf-8")
    print(f"{len(mails)} mails")


if __name__ == "__main__":
    main()

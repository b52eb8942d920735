"""The parser and its kept tables; orders read action by action."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem import notation, record, registry
from pbem.registry import AnyGame

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pbem"


def orders(key: str) -> list[str]:
    """Entries of seats from a game's samples."""
    texts = []
    for path in sorted((SAMPLES / key).glob("*.pbem"))[:4]:
        (game,) = record.read_file(str(path), path.read_bytes())[0]
        texts += [entry.words for entry in game.entries if entry.who not in ("deal", "mod", "check")]
    return texts


@pytest.mark.parametrize("key", registry.known())
def test_kept_tables_read_what_the_grammar_reads(key: str, cache: Path) -> None:
    reader = registry.find(key).reader
    grammar = notation.grammar_text(key)
    built = notation.build(grammar, reader)
    (kept,) = cache.glob("*.tables")
    loaded = notation.build(grammar, reader)
    assert loaded is not built
    for text in orders(key)[:60]:
        assert notation.read_with(loaded, text, "order") == notation.read_with(built, text, "order")
    for text in ("", "lay", "zzz 9", "lay A1 A1", "ride", ";;"):
        assert outcome(loaded, text) == outcome(built, text)
    assert kept.stat().st_mode & 0o077 == 0


def outcome(parser: object, text: str) -> object:
    try:
        return notation.read_with(parser, text, "order")
    except notation.Unread as error:
        return error.at, error.end, error.expected


@pytest.mark.parametrize("data", [b"", b"rubbish", b"\x93\xa1x\xc0\xc0", b"\x80\x04N."])
def test_what_is_no_table_is_built_anew(data: bytes, cache: Path) -> None:
    game = registry.find("last-spike")
    grammar = notation.grammar_text("last-spike")
    notation.build(grammar, game.reader)
    (kept,) = cache.glob("*.tables")
    kept.write_bytes(data)
    parser = notation.build(grammar, game.reader)
    assert notation.read_with(parser, "lay A1", "order")
    assert kept.read_bytes() != data


def test_tables_of_another_grammar_are_not_taken(cache: Path) -> None:
    game = registry.find("last-spike")
    grammar = notation.grammar_text("last-spike")
    notation.build(grammar, game.reader)
    (kept,) = cache.glob("*.tables")
    other = grammar.replace('"lay"', '"put"')
    notation.build(other, game.reader)
    (second,) = [file for file in cache.glob("*.tables") if file != kept]
    kept.write_bytes(second.read_bytes())
    parser = notation.build(grammar, game.reader)
    assert notation.read_with(parser, "lay A1", "order")


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_that_belongs_to_somebody_else_is_not_used(cache: Path) -> None:
    cache.mkdir()
    os.chown(cache, 12345, 12345)
    assert notation._cache_folder() is None


def test_without_a_cache_folder_parsers_are_built_all_the_same(cache: Path) -> None:
    cache.write_text("a file in the way")
    game = registry.find("last-spike")
    assert notation.read_with(notation.build(notation.grammar_text(game.key), game.reader), "lay A1", "order")


@pytest.mark.parametrize("key", registry.known())
def test_an_order_read_action_by_action_is_the_order_read_whole(key: str) -> None:
    game = registry.find(key)
    plain = notation._build(notation.grammar_text(key), game.reader)
    for text in orders(key):
        whole = notation.read_with(plain, text, "order")
        assert notation.parse(game, text) == whole
        assert notation.parse(game, f"; {text} ;;") == whole
        assert notation.parse(game, text.replace("; ", " ;\n")) == whole


@pytest.mark.parametrize("key", registry.known())
def test_what_the_grammar_refuses_is_refused_action_by_action_too(key: str) -> None:
    game: AnyGame = registry.find(key)
    plain = notation._build(notation.grammar_text(key), game.reader)
    texts = orders(key)[:40]
    for text in texts:
        for cut in range(1, len(text), 3):
            for damaged in (
                text[:cut],
                text[cut:],
                f"{text[:cut]};{text[cut:]}",
                f"{text[:cut]}?{text[cut:]}",
            ):
                try:
                    whole = notation.read_with(plain, damaged, "order")
                except notation.Unread as error:
                    with pytest.raises(notation.Unread) as found:
                        notation.parse(game, damaged)
                    assert (found.value.at, found.value.expected) == (error.at, error.expected)
                else:
                    assert notation.parse(game, damaged) == whole


def test_a_reader_that_reads_quickly_says_what_the_grammar_says() -> None:
    for key in registry.known():
        quick = getattr(registry.find(key).reader, "quick", None)
        if quick is None:
            continue
        plain = notation._build(notation.grammar_text(key), notation._Parts(registry.find(key).reader))
        read = 0
        for text in orders(key):
            for words in text.split("; "):
                for damaged in (
                    words,
                    words[:-1],
                    words + "-",
                    words.replace(" for", "  for"),
                    words.upper(),
                    words.replace("-", "--"),
                ):
                    action = quick(damaged)
                    if action is not None:
                        assert notation.read_with(plain, damaged, "order") == [action]
                        read += 1
        assert read > 50, key


def test_a_reader_that_reads_deals_quickly_says_what_the_grammar_says() -> None:
    for key in registry.known():
        quick = getattr(registry.find(key).reader, "quick_deal", None)
        if quick is None:
            continue
        plain = notation._build(notation.grammar_text(key), registry.find(key).reader)
        read = 0
        for path in sorted((SAMPLES / key).glob("*.pbem")):
            (game,) = record.read_file(str(path), path.read_bytes())[0]
            text = next((entry.text for entry in game.entries if entry.who == "deal"), "")
            for damaged in (
                text,
                text[:-1],
                text[1:],
                text.replace("; ", ";"),
                text.replace(" ", "  ", 3),
                text + ";",
                f"{text}; {text}",
            ):
                order = quick(damaged)
                if order is not None:
                    assert notation.read_with(plain, damaged, "deal") == order
                    read += 1
        assert read > 10, key

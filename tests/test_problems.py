"""The page of codes lists every code that the core and the games can give, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import registry
from pbem.cleaning import REPAIRS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
PLACES = {
    **dict.fromkeys(("Finding", "IllegalMove", "AmbiguousOrder", "OrderError", "Note"), (0,)),
    "Problem": (2,),
    "problem": (2,),
    "label": (1,),
    "at": (2,),
    "header": (1,),
    "_note": (1,),
    **dict.fromkeys(("_refuse", "_refuse_card", "_fault"), (0,)),
    "_say": (0, 1, 2),
    "_differs": (0,),
}
"""The functions that take a code, and which of their arguments it is."""
WORDS = {"note", "error", "warning"}


def codes_in(path: Path) -> Iterator[str]:
    """Every code that a module names where it makes a finding."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in PLACES:
                texts = [node.args[at] for at in PLACES[name] if at < len(node.args)]
                found = next((one for one in texts if _is_code(one)), None)
                if found is not None:
                    yield found.value
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id="code"), *_])], value=ast.Tuple(elts=[one, *_])
            ):
                if _is_code(one):
                    yield one.value
            case ast.FunctionDef(name="_why_not"):
                answers = [at.value for at in ast.walk(node) if isinstance(at, ast.Return)]
                firsts = [at.elts[0] for at in answers if isinstance(at, ast.Tuple)]
                yield from (one.value for one in firsts if _is_code(one))


def _is_code(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value) is not None
        and node.value not in WORDS
    )


def core() -> set[str]:
    paths = [path for path in (ROOT / "pbem").glob("*.py") if path.stem != "desk"]
    return {code for path in paths for code in codes_in(path)} | set(REPAIRS)


def of_game(key: str) -> set[str]:
    folder = ROOT / "games" / key.replace("-", "_")
    return {code for path in folder.rglob("*.py") for code in codes_in(path)}


def listed(title: str) -> list[str]:
    """The codes of one section of the page, in its order."""
    section = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([a-z0-9-]+)` \|", section, re.MULTILINE)


def test_the_page_lists_every_code_of_the_core() -> None:
    assert sorted(listed("Any game")) == sorted(core())


@pytest.mark.parametrize("key", registry.known())
def test_the_page_lists_every_code_of_a_game(key: str) -> None:
    assert sorted(listed(registry.find(key).title)) == sorted(of_game(key) | set())


def test_every_code_has_cause_example_and_cure() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        assert len(cells) == 4 and all(cells), row

"""Who may import whom, as the architecture says; read off the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME_MAY = {"pbem.game", "pbem.errors", "pbem.boards"}
HIGH = {
    "registry",
    "notation",
    "judge",
    "replay",
    "check",
    "suggest",
    "report",
    "mail",
    "desk",
    "cli",
    "table",
}


def imports(path: Path) -> set[str]:
    """Every module that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", modules("games"), ids=name)
def test_a_game_knows_only_the_vocabulary(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    own = ".".join(parts[:2])
    for module in imports(path):
        if module.split(".")[0] == "pbem":
            assert module == "pbem" or any(module == may or module.startswith(may + ".") for may in GAME_MAY)
        if module.split(".")[0] == "games" and len(parts) > 2:
            assert module == own or module.startswith(own + ".")
        assert module.split(".")[0] not in {"lark", "click", "tabulate", "wcwidth", "email"}


def test_only_the_notation_module_builds_a_parser() -> None:
    users = {name(path) for path in modules("pbem") if any(m.split(".")[0] == "lark" for m in imports(path))}
    assert users == {"pbem.notation"}


def test_only_the_command_line_knows_click() -> None:
    users = [name(path) for path in modules("pbem") if any(m.split(".")[0] == "click" for m in imports(path))]
    assert all(user.startswith("pbem.cli.") for user in users)


def test_tabulate_is_called_in_one_place() -> None:
    users = [
        name(path) for path in modules("pbem") if any(m.split(".")[0] == "tabulate" for m in imports(path))
    ]
    assert users == ["pbem.report.tables"]


def test_the_core_names_no_game() -> None:
    for path in modules("pbem"):
        assert not any(m.startswith("games.") for m in imports(path)), path
        text = path.read_text(encoding="utf-8")
        words = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        code = [word for word in words if isinstance(word, str) and "\n" not in word]
        assert not any(word in {"last-spike", "spokes", "spike", "spectral-rails"} for word in code), path


@pytest.mark.parametrize("module", ["record", "cleaning", "source", "chance", "boards", "errors", "game"])
def test_the_lower_modules_know_nothing_above_them(module: str) -> None:
    used = {m.split(".")[1] for m in imports(ROOT / "pbem" / f"{module}.py") if m.startswith("pbem.")}
    assert not used & HIGH


@pytest.mark.parametrize("path", modules("pbem/report"), ids=name)
def test_reports_know_no_command_line_and_no_mail(path: Path) -> None:
    assert not any(m.startswith(("pbem.cli", "pbem.mail", "pbem.desk", "click")) for m in imports(path))


@pytest.mark.parametrize("path", [p for p in modules("pbem") if p.parent.name != "cli"], ids=name)
def test_nothing_but_the_command_line_imports_the_command_line(path: Path) -> None:
    if name(path) != "pbem.__main__":
        assert not any(m.startswith("pbem.cli") for m in imports(path))

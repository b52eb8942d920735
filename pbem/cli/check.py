"""`check` and `fmt`: what is wrong with records, and their canonical text."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pbem import checking, store
from pbem.cli import common


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Take notes about spelling and repairs for errors.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "line", "json"]),
    default="text",
    help="How to write findings.",
)
@click.option("-j", "jobs", type=click.IntRange(1, 64), default=1, help="So many processes at once.")
def check_command(paths: tuple[str, ...], strict: bool, style: str, jobs: int) -> int:
    """Find everything that is wrong with records; folders are searched for .pbem files.

    Silent, with status 0, when all is well; notes alone leave the status at 0.

    Example: pbem check samples/last-spike/whole-game.pbem
    """
    files = checking.files(paths)
    worst = 0
    for found in checking.check_all(files, strict=strict, jobs=jobs):
        text = _written(found, style)
        if text:
            common.output(text + ("\n" if style == "text" else ""))
        worst = max(worst, found.status)
    return worst


def _written(found: checking.Checked, style: str) -> str:
    if not found.findings:
        return ""
    from pbem.report import problems as report

    if style == "json":
        return "\n".join(
            json.dumps(report.as_json(one.problem), ensure_ascii=False) for one in found.findings
        )
    if style == "line":
        return "\n".join(report.line(one.problem) for one in found.findings)
    blocks = [report.text(one.problem, one.line) for one in found.findings]
    if len(blocks) > 1:
        blocks.append(f"{found.file}: {report.summary([one.problem for one in found.findings])}")
    if found.stopped:
        blocks.append(found.stopped)
    return "\n\n".join(blocks)


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--check", "only_check", is_flag=True, help="Say which files are not canonical; status 1 if any."
)
@click.option("--diff", is_flag=True, help="Print what would change.")
@click.option("--write", is_flag=True, help="Rewrite the files.")
def fmt_command(paths: tuple[str, ...], only_check: bool, diff: bool, write: bool) -> int:
    """Write records in canonical text: to standard output, or back into their files.

    Comments, unknown headers, line ends and encoding are kept. Entries that do not stand are left as typed.

    Example: pbem fmt samples/last-spike/whole-game.pbem
    """
    if sum((only_check, diff, write)) > 1:
        raise click.UsageError("--check, --diff and --write exclude one another")
    changed = 0
    for file in checking.files(paths):
        data = store.read_bytes(file)
        text, source = checking.canonical(file, data)
        fresh = source.encode(text)
        if only_check:
            if fresh != data:
                common.output(file)
                changed = 1
        elif diff:
            common.output(_diff(file, source.typed, text))
        elif write:
            _rewrite(file, data, fresh)
        else:
            common.output(text)
    return changed


def _rewrite(file: str, data: bytes, fresh: bytes) -> None:
    if file == "-":
        sys.stdout.buffer.write(fresh)
    elif fresh != data:
        store.replace(Path(file), fresh)


def _diff(file: str, before: str, after: str) -> str:
    import difflib

    from pbem.report.escape import terminal

    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), file, f"{file} (canonical)", lineterm=""
    )
    return "\n".join(terminal(line) for line in lines)

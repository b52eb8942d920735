"""`diff`: where two records of one game part."""

from __future__ import annotations

import click

from pbem.cli import common


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
def diff_command(one: str, other: str) -> int:
    """Name the first difference of two records: header, entry, and position.

    Spelling, numbering, comments and white space make no difference. Silent, with status 0, when the
    records say the same.

    Example: pbem diff samples/last-spike/whole-game.pbem samples/last-spike/two-seats.pbem
    """
    from pbem import comparing
    from pbem.report.escape import terminal

    first, _ = common.open_record(one)
    second, _ = common.open_record(other)
    found = comparing.compare(first, second)
    for parting in found:
        shown = (parting.what, f"  {parting.one}", f"  {parting.other}")
        common.output("\n".join(terminal(line) for line in shown))
    return int(bool(found))

"""Rounds to be reversed as somebody has them in a CSV or NDJSON file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from cli.typed.rows import Sheet, in_line
from cli.typed.rows import read as read_rows
from ledger.values.errors import Misused, PitError


class Reversal(NamedTuple):
    """A round to be reversed. line: of the file, 0 where it was typed."""

    round: str
    reason: str
    document: str
    not_dealt: bool
    line: int = 0


def read(path: Path, reason: str, named: Callable[[str], str]) -> Iterator[Reversal]:
    """The rounds of a file, each of which stands there once.

    reason: of those that say none. named: the whole name of a round as it was typed. Raises NotFound and Misused, which
    name the line.
    """
    lines: dict[str, int] = {}
    for row in read_rows(path, SHEET):
        if not row.text("round"):
            raise row.bad("no round is named", "round")
        why = row.text("reason") or reason
        if not why:
            raise row.bad("no reason is given, nor --reason", "reason")
        try:
            name = named(row.text("round"))
        except PitError as error:
            raise in_line(row.line, error) from None
        if lines.setdefault(name, row.line) != row.line:
            raise row.bad(f"round {name} stands in line {lines[name]} already", "round")
        yield Reversal(name, why, row.text("document"), row.yes("not_dealt"), row.line)


def _bad(line: int, why: str, field: str) -> Misused:
    return Misused(
        "bad_reversal",
        f"Line {line}: {why}.",
        "Write round, reason, document and not_dealt, each as far as it is needed, and each round once.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET = Sheet(("round", "reason", "document", "not_dealt"), _bad)

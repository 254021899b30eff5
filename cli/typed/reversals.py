"""Rounds to be reversed as somebody has them in a CSV or NDJSON file."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cli.typed.rows import Sheet
from cli.typed.rows import read as read_rows
from ledger.values.errors import Misused


class Reversal(NamedTuple):
    """A round to be reversed, named as it was typed."""

    round: str
    reason: str
    document: str
    not_dealt: bool


def read(path: Path, reason: str) -> Iterator[Reversal]:
    """The rounds of a file. reason: of those that say none. Raises NotFound, or Misused, naming the line."""
    for row in read_rows(path, SHEET):
        if not row.text("round"):
            raise row.bad("no round is named", "round")
        why = row.text("reason") or reason
        if not why:
            raise row.bad("no reason is given, nor --reason", "reason")
        yield Reversal(row.text("round"), why, row.text("document"), row.yes("not_dealt"))


def _bad(line: int, why: str, field: str) -> Misused:
    return Misused(
        "bad_reversal",
        f"Line {line}: {why}.",
        "Write round, reason, document and not_dealt, each as far as it is needed.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET = Sheet(("round", "reason", "document", "not_dealt"), _bad)

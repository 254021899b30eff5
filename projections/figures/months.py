"""A month as it is signed: what two people signed of its days, added up, and how that stands (A4)."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ledger.events.day import DayClosed, TableBooks
from ledger.events.month import MonthClosed
from projections.figures.arithmetic import known_sum, rfc3339
from projections.figures.periods import WinOfPeriod

PROPERTY: Final = ""
AT_END: Final = "vig_outstanding"
"""What seats owe at a table on its last day, they owe at the end."""

FIGURES: Final = (
    "fills",
    "credits",
    "drop",
    "win_tray",
    "win_hands",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
    AT_END,
)
"""The figures that are signed: those of table win of a month."""


class MonthClosing(msgspec.Struct, frozen=True, kw_only=True):
    """How a month was closed. at: RFC 3339 UTC. books_at: position of the last event that the signed books count.

    differing: tables whose books of the month are not those that were signed. checkpoint: of the log, as it was signed
    with the books, and the public key that did; "" where none was.
    """

    month: str
    at: str
    by: str
    second: str
    books_at: int
    differing: list[str]
    checkpoint: str
    seal_key: str

    @property
    def warning(self) -> str:
        """What the report says first where it is not what was signed; else ""."""
        if not self.differing:
            return ""
        return (
            f"NOT AS SIGNED: {self.month} was signed by {self.by} and {self.second} with other figures for"
            f" {', '.join(self.differing)}. Run pit db check."
        )


def books(days: Iterable[DayClosed]) -> list[TableBooks]:
    """What closed days come to: a line a table, the property's last.

    A figure that some day was not signed with, by a version before, is left out.
    """
    of: dict[str, list[dict[str, int | None]]] = {}
    for day in sorted(days, key=lambda each: each.day):
        for line in day.books:
            of.setdefault(line.table, []).append(line.figures)
    names = [n for n in FIGURES if all(n in figures for each in of.values() for figures in each)]
    lines = [
        TableBooks(
            table, {name: _added(name, [each[name] for each in of[table]]) for name in names}
        )
        for table in sorted(of)
    ]
    whole = {name: known_sum(*(line.figures[name] for line in lines)) for name in names}
    return [*lines, TableBooks(PROPERTY, whole)]


def differing(signed: Sequence[TableBooks], days: Iterable[DayClosed]) -> list[str]:
    """The tables, or the property, whose signed figures are not what the days come to."""
    return unlike(signed, books(days))


def unlike(signed: Sequence[TableBooks], found: Sequence[TableBooks]) -> list[str]:
    """The tables, or the property, of which other figures are found than were signed."""
    then, now = ({each.table: each.figures for each in of} for of in (signed, found))
    return sorted(
        table or "the property"
        for table in then | now
        if table not in then
        or table not in now
        or any(now[table].get(name, cents) != cents for name, cents in then[table].items())
    )


def closed_month(closed: MonthClosed, rows: Sequence[WinOfPeriod]) -> MonthClosing:
    """How a month was closed. rows: its tables' figures as they are found, last the property's."""
    found = [
        TableBooks(row.name or PROPERTY, {name: getattr(row, name) for name in FIGURES})
        for row in rows
    ]
    return MonthClosing(
        month=closed.month,
        at=rfc3339(closed.at),
        by=closed.by,
        second=closed.second,
        books_at=closed.books_at,
        differing=unlike(closed.books, found or books([])),
        checkpoint=closed.checkpoint,
        seal_key=closed.seal_key,
    )


def _added(name: str, cents: Sequence[int | None]) -> int | None:
    return cents[-1] if name == AT_END else known_sum(*cents)

"""A month as it is signed: what two people signed of its days, added up (A4)."""

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.events.day import DayClosed, TableBooks
from projections.figures.arithmetic import known_sum

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
    then, now = ({each.table: each.figures for each in of} for of in (signed, books(days)))
    return sorted(
        table or "the property"
        for table in then | now
        if table not in then
        or table not in now
        or any(now[table].get(name, cents) != cents for name, cents in then[table].items())
    )


def _added(name: str, cents: Sequence[int | None]) -> int | None:
    return cents[-1] if name == AT_END else known_sum(*cents)

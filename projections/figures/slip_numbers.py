"""A slip of a fill or a credit by its number, however that is spelled (A3)."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from ledger.store.driver import ask
from ledger.values.people import plain
from ledger.values.slips import numbered
from projections.figures.slips_matched import Slip, slips


class Found(NamedTuple):
    """A slip by its number, and the gaming day on which something happened to it last."""

    day: str
    slip: Slip


def by_number(connection: sa.Connection, kind: str, slip: str) -> Found | None:
    """The slip of a fill or a credit, however its number is spelled, as it stands after all that happened to it; None
    where none bears the number.
    """
    uses = _named(connection, kind, slip)
    steps = ask(connection, _STEPS, kind=kind, slips=[*{row.slip for row in uses}])
    days = {row.day for row in (*uses, *steps)}
    for day in sorted(days, reverse=True):
        for each in reversed(slips(connection, day)):
            if each.kind == kind and plain(each.slip or "") == plain(slip) and each.steps:
                return Found(day, each)
    return None


def spelled(connection: sa.Connection, kind: str, slip: str) -> str:
    """The number of a slip as it is on record, however it is spelled; as given where it is not."""
    known = sorted({row.slip for row in _named(connection, kind, slip)})
    return slip if slip in known else next(iter(known), slip)


def _named(connection: sa.Connection, kind: str, slip: str) -> list[Any]:
    return [row for row in _uses(connection, kind, slip) if plain(row.slip) == plain(slip)]


def _uses(connection: sa.Connection, kind: str, slip: str) -> Iterable[Any]:
    """Where a slip may be: by its number; one that bears none is looked for among all of its kind."""
    if number := numbered(kind, slip):
        first, end = f"{kind}:", f"{kind};"
        return ask(connection, _NUMBERED, number=number[1], first=first, end=end)
    return ask(connection, _OF_KIND, kind=kind)


_STEPS: Final = "SELECT day FROM inventory_slip_steps WHERE kind = :kind AND slip IN (:slips)"
_NUMBERED: Final = (
    "SELECT day, slip FROM inventory_numbers"
    " WHERE number = :number AND series >= :first AND series < :end"
)
_OF_KIND: Final = """
    SELECT day, slip FROM inventory WHERE kind = :kind AND slip IS NOT NULL
    UNION SELECT day, slip FROM inventory_slip_steps WHERE kind = :kind AND slip IS NOT NULL
"""

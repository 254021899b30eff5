"""What a gaming day looks like while its tables run: an estimate from what is recorded so far, of what nobody has
counted yet (decision 57).
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from projections.figures import performance, win
from projections.figures.arithmetic import hold_bps, known_sum, less
from projections.figures.handle import By, Span
from projections.figures.performance import Performance
from projections.figures.periods import Group, Places
from projections.figures.render import Column, Kind, Section, View
from projections.figures.stood_open import stood_open
from projections.figures.win import Win

NEEDS: Final = tuple(dict.fromkeys((*win.NEEDS, *performance.NEEDS)))

OPEN: Final = "open"
CLOSED: Final = "closed"
COUNTED: Final = "counted"

PROPERTY: Final = None
"""In the place of a table, of what all come to."""


class Flash(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands on its gaming day; of the property, table is None. Money in cents, hold in basis points.

    state: open, closed, or counted where the soft count is there too; None of the property. open_tables: how many are.
    drop_estimate: the cash bought in and the vigorish documented on forms. win_estimate: what the hands came to, with
    the vigorish collected and documented; where none are recorded, by the closer and the estimate of the drop, else
    unknown. hold_bps: of the two. theory, deviations: as of performance. tray: what it should hold now, or was counted.
    """

    table: str | None
    pit: str | None
    state: str | None
    open_tables: int
    rounds: int
    handle: int
    theory: int | None
    deviations: int | None
    fills: int
    credits: int
    drop_estimate: int | None
    win_estimate: int | None
    hold_bps: int | None
    tray: int | None
    vig_outstanding: int | None
    drop: int | None
    win_tray: int | None


def flash(connection: sa.Connection, day: str) -> list[Flash]:
    """A row a table that was open on the gaming day (ISO date) or of which something is recorded, by its code, and one
    of the property, which comes last; empty where there is none.
    """
    books = win.win(connection, day)
    if not books:
        return []
    played = {
        row.name if row.by == By.TABLE else PROPERTY: row
        for row in performance.performance(connection, Span(day, day), By.TABLE)
    }
    placed = Places(connection, Group.PIT.value, (day, day), (of.table for of in books))
    stood = stood_open(connection, day, day)
    rows = [
        _of_table(
            of, placed.at(of.table, day), played.get(of.table), stood=(day, of.table) in stood
        )
        for of in books
    ]
    return [*rows, _of_property(rows, played.get(PROPERTY))]


def _of_table(of: Win, pit: str | None, played: Performance | None, *, stood: bool) -> Flash:
    drop = known_sum(of.buy_ins, of.vig_documented or 0)
    by_tray = known_sum(of.closer, of.credits, drop, less(of.opener), -of.fills)
    is_open = stood and of.closer is None
    return _flash(
        played,
        table=of.table,
        pit=pit,
        state=OPEN if is_open else CLOSED if of.drop is None else COUNTED,
        open_tables=int(is_open),
        rounds=of.rounds,
        fills=of.fills,
        credits=of.credits,
        drop_estimate=drop,
        win_estimate=by_tray if of.win_hands is None else of.win_hands,
        tray=of.expected_tray if of.closer is None else of.closer,
        vig_outstanding=of.vig_outstanding,
        drop=of.drop,
        win_tray=of.win_tray,
    )


def _of_property(rows: Sequence[Flash], played: Performance | None) -> Flash:
    def total(field: str) -> Any:
        return known_sum(*(getattr(row, field) for row in rows))

    return _flash(
        played, table=PROPERTY, pit=None, state=None, **{field: total(field) for field in _ADDED}
    )


def _flash(played: Performance | None, **figures: Any) -> Flash:
    return Flash(
        handle=played.handle if played else 0,
        theory=played.theory if played else 0,
        deviations=played.deviations if played else None,
        hold_bps=hold_bps(figures["win_estimate"], figures["drop_estimate"]),
        **figures,
    )


_ADDED: Final = (
    *("open_tables", "rounds", "fills", "credits", "drop_estimate", "win_estimate", "tray"),
    *("vig_outstanding", "drop", "win_tray"),
)

_TABLE: Final = (Column("table", "Table"), Column("pit", "Pit"), Column("state", "State"))

VIEW: Final = View(
    Flash,
    "No table was open on this gaming day, and nothing is recorded.",
    (
        Section(
            "Estimate",
            (
                *_TABLE,
                Column("open_tables", "Open", Kind.COUNT),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("drop_estimate", "Drop, estimate", Kind.MONEY),
                Column("win_estimate", "Win, estimate", Kind.MONEY),
                Column("hold_bps", "Hold", Kind.SHARE),
                Column("handle", "Handle", Kind.MONEY),
                Column("theory", "Theory", Kind.MONEY),
                Column("deviations", "Deviations", Kind.HUNDREDTHS),
            ),
            total=False,
        ),
        Section(
            "Tray, and what is counted",
            (
                *_TABLE,
                Column("fills", "Fills", Kind.MONEY),
                Column("credits", "Credits", Kind.MONEY),
                Column("tray", "Tray", Kind.MONEY),
                Column("vig_outstanding", "Vig outstanding", Kind.MONEY),
                Column("drop", "Drop, counted", Kind.MONEY),
                Column("win_tray", "Win, tray", Kind.MONEY),
            ),
            total=False,
        ),
    ),
)

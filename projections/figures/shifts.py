"""Table win by shift: from the hands always, from the tray where it was counted at both ends of the shift (A1, A3).

A shift's drop box is not counted by itself: the cash bought in and the vigorish documented on forms stand for it. What
was posted to a count of the day counts in the table's first shift (opener) or its last (closer).
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.property import shifts_on
from ledger.values.calendar import Shift, read_calendar
from projections.engine.asked import rows_of
from projections.engine.model import Model
from projections.figures import win
from projections.figures.arithmetic import known_sum, less, rfc3339
from projections.figures.blind import blind_counts, is_withheld
from projections.figures.render import Column, Kind, Section, View
from projections.figures.win import Win
from projections.models import hours as hours_model
from projections.models import inventory as inventory_model
from projections.models.closings import CORRECTIONS
from projections.models.hours import TABLE_HOURS
from projections.models.inventory import BUY_IN, CLOSER, CREDIT, FILL, INVENTORY, OPENER
from projections.models.shifts import PROJECTION, PROPERTY_CLOCK, SHIFTS

NEEDS: Final = (*win.NEEDS, PROJECTION, inventory_model.PROJECTION, hours_model.PROJECTION)


class WinOfShift(msgspec.Struct, frozen=True, kw_only=True):
    """A table's shift of a gaming day. Money in cents; None is unknown. starts_at, ends_at: RFC 3339 UTC.

    opener, closer: what the tray held when the shift, or the table in it, began and ended; None where nobody counted.
    win_tray: closer, credits, buy-ins and vigorish documented, less opener and fills.
    """

    table: str
    gaming_day: str
    shift: str
    starts_at: str
    ends_at: str
    rounds: int
    opener: int | None
    fills: int
    credits: int
    buy_ins: int | None
    closer: int | None
    hand_result: int | None
    vig_collected: int | None
    vig_documented: int | None
    win_hands: int | None
    win_tray: int | None
    expected_tray: int | None
    tray_variance: int | None


def shifts(connection: sa.Connection, day: str) -> list[WinOfShift]:
    """The shifts of every table with something recorded on the gaming day, by table and shift.

    A shift in which a table was not open has no row.
    """
    ends, blind = shifts_of(connection, day), blind_counts(connection)
    read = _Read(
        _by_table(connection, INVENTORY, day, "version"),
        _by_table(connection, TABLE_HOURS, day, "hour"),
        _by_table(connection, CORRECTIONS, day, "at"),
    )
    return [
        _withheld(row) if is_withheld(blind, row.closer, of.drop) else row
        for of in win.recorded(connection, day, day)
        for row in _of_table(of, ends, _recorded(read, of.table, ends))
    ]


def _withheld(row: WinOfShift) -> WinOfShift:
    return msgspec.structs.replace(
        row, buy_ins=None, win_tray=None, expected_tray=None, tray_variance=None
    )


def shifts_of(connection: sa.Connection, day: str) -> list[Shift]:
    """The day's shifts."""
    (clock,) = rows_of(connection, PROPERTY_CLOCK)
    said = rows_of(connection, SHIFTS)
    by_day = {row.day: msgspec.json.decode(row.shifts, type=list[str]) for row in said}
    return read_calendar(clock.zone, clock.cutoff).shifts(day, shifts_on(by_day, day))


class _Count(NamedTuple):
    """The tray as counted. stands: for the end of a shift, with the table open; else it opened or closed the table."""

    at: int
    kind: str
    cents: int
    stands: bool


class _Recorded(msgspec.Struct):
    """What is recorded of a table's day, by the number of the shift. sums: by figure."""

    counts: list[_Count]
    sums: list[dict[str, int]]


_MOVED: Final = {FILL: "fills", CREDIT: "credits", BUY_IN: "buy_ins"}
_POSTED: Final = frozenset({"fills", "credits", "buy_ins", "opener", "closer"})
"""Figures that corrections are posted to here; those of the hands are among their hours."""


class _Read(NamedTuple):
    """What moved and was counted on a day, what the hands of its hours came to, and corrections: each by table."""

    moved: Mapping[str, Sequence[Any]]
    hours: Mapping[str, Sequence[Any]]
    corrections: Mapping[str, Sequence[Any]]


def _recorded(read: _Read, table: str, ends: Sequence[Shift]) -> _Recorded:
    starts = [shift.start for shift in ends]
    found = _Recorded([], [{} for _ in ends])

    def add(at: int, figure: str, cents: int) -> None:
        # What a day's last round came to belongs to its last shift, whenever it was settled.
        sums = found.sums[max(0, bisect_right(starts, at) - 1)]
        sums[figure] = sums.get(figure, 0) + cents

    for row in read.moved.get(table, ()):
        if row.kind in _MOVED:
            add(row.at, _MOVED[row.kind], row.cents)
        elif row.kind in {OPENER, CLOSER} or row.stands_at is not None:
            at = row.at if row.stands_at is None else row.stands_at
            found.counts.append(_Count(at, row.kind, row.cents, row.stands_at is not None))
    for row in read.hours.get(table, ()):
        add(row.hour, "rounds", row.rounds)
        for figure in ("hand_result", "vig_collected", "vig_documented"):
            add(row.hour, figure, getattr(row, f"{figure}_cents"))
    for row in read.corrections.get(table, ()):
        if row.figure in _POSTED:
            add(row.at, row.figure, row.cents)
    return found


def _by_table(
    connection: sa.Connection, model: Model[Any], day: str, order: str
) -> dict[str, list[Any]]:
    """The rows of a day by table, each table's in their order."""
    which = f'WHERE day = :day ORDER BY "table", {order}'
    rows = rows_of(connection, model, which, day=day)
    return {table: list(of) for table, of in groupby(rows, lambda row: str(row.table))}


def _of_table(of: Win, ends: Sequence[Shift], recorded: _Recorded) -> list[WinOfShift]:
    counts = sorted(recorded.counts, key=lambda each: each.at)
    opens = [each for each in counts if not each.stands]
    is_open = not opens or opens[0].kind == CLOSER
    posted = {
        figure: sum(sums.get(figure, 0) for sums in recorded.sums)
        for figure in ("opener", "closer")
    }
    rows: list[WinOfShift] = []
    for number, (shift, sums) in enumerate(zip(ends, recorded.sums, strict=True)):
        last = number == len(ends) - 1
        inside = [
            each
            for each in opens
            if (shift.start <= each.at or not number) and (each.at < shift.end or last)
        ]
        if is_open or inside or sums:
            opener, closer = _ends(shift, inside, counts)
            rows.append(_row(of, shift, sums, opener, closer))
        is_open = inside[-1].kind == OPENER if inside else is_open
    if rows:
        rows[0] = _posted(rows[0], opener=posted["opener"])
        rows[-1] = _posted(rows[-1], closer=posted["closer"])
    return rows


def _ends(
    shift: Shift, inside: Sequence[_Count], counts: Sequence[_Count]
) -> tuple[int | None, int | None]:
    """What the tray held at the beginning and the end of a shift, or where the table opened and closed in it."""
    first = [each.cents for each in counts if each.stands and each.at == shift.start]
    last = [each.cents for each in counts if each.stands and each.at == shift.end]
    opener = first[-1] if first else None
    if opener is None and inside and inside[0].kind == OPENER:
        opener = inside[0].cents
    closer = last[-1] if last else None
    if closer is None and inside and inside[-1].kind == CLOSER:
        closer = inside[-1].cents
    return opener, closer


def _row(
    of: Win, shift: Shift, sums: dict[str, int], opener: int | None, closer: int | None
) -> WinOfShift:
    hands, collected, documented = (
        None if of.hand_result is None else sums.get(figure, 0)
        for figure in ("hand_result", "vig_collected", "vig_documented")
    )
    row = WinOfShift(
        table=of.table,
        gaming_day=of.gaming_day,
        shift=shift.name,
        starts_at=rfc3339(shift.start),
        ends_at=rfc3339(shift.end),
        rounds=sums.get("rounds", 0),
        opener=opener,
        fills=sums.get("fills", 0),
        credits=sums.get("credits", 0),
        buy_ins=None if of.buy_ins is None else sums.get("buy_ins", 0),
        closer=closer,
        hand_result=hands,
        vig_collected=collected,
        vig_documented=documented,
        win_hands=known_sum(hands, collected, documented),
        win_tray=None,
        expected_tray=None,
        tray_variance=None,
    )
    return _posted(row)


def _posted(row: WinOfShift, opener: int = 0, closer: int = 0) -> WinOfShift:
    """The row with what was posted to its counts, and what follows from them."""
    begins, ended = known_sum(row.opener, opener), known_sum(row.closer, closer)
    expected = known_sum(
        begins,
        row.fills,
        -row.credits,
        less(row.buy_ins),
        row.hand_result,
        row.vig_collected,
    )
    taken = known_sum(row.buy_ins, row.vig_documented or 0)
    return msgspec.structs.replace(
        row,
        opener=begins,
        closer=ended,
        win_tray=known_sum(ended, row.credits, taken, less(begins), -row.fills),
        expected_tray=expected,
        tray_variance=known_sum(ended, less(expected)),
    )


_NAMES: Final = (Column("table", "Table"), Column("shift", "Shift"))

VIEW: Final = View(
    WinOfShift,
    "No table has anything recorded on this gaming day.",
    (
        Section(
            "From the tray, by shift",
            (
                *_NAMES,
                Column("opener", "Opener", Kind.MONEY, adds=False),
                Column("fills", "Fills", Kind.MONEY),
                Column("credits", "Credits", Kind.MONEY),
                Column("buy_ins", "Buy-ins", Kind.MONEY),
                Column("closer", "Closer", Kind.MONEY, adds=False),
                Column("win_tray", "Win", Kind.MONEY),
                Column("tray_variance", "Tray variance", Kind.MONEY),
            ),
        ),
        Section(
            "From the hands, by shift",
            (
                *_NAMES,
                Column("rounds", "Rounds", Kind.COUNT),
                Column("hand_result", "Hands", Kind.MONEY),
                Column("vig_collected", "Vig collected", Kind.MONEY),
                Column("vig_documented", "documented", Kind.MONEY),
                Column("win_hands", "Win", Kind.MONEY),
            ),
        ),
    ),
)

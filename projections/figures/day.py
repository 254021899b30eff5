"""A gaming day of the whole property: the tables' figures added up, and what is still missing
(A4).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import attrgetter
from typing import Final

import msgspec
import sqlalchemy as sa

from projections.figures import awards, closing, exceptions, meters, win
from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.render import Column, Kind, Section, View
from projections.figures.win import Standing, Win, standing
from projections.models.meters import TRAY

NEEDS: Final = tuple(dict.fromkeys((*win.NEEDS, *exceptions.NEEDS, *closing.NEEDS, *meters.NEEDS)))

CLOSED: Final = "closed"
CAGE: Final = "cage"


class DaySummary(msgspec.Struct, frozen=True, kw_only=True):
    """The property's gaming day. Money in cents, None where a table's figure is unknown; hold in
    basis points.

    status: closed, or the worst of its tables'. without_closer, uncounted: tables whose closer or drop is still to be
    counted; not_reconciled: those with a variance for which no reason is on record; none of them once the day is
    closed.
    progressive_awards: paid from trays; win_after_progressives: win from the trays less what went into meters, and with
    those awards, which meters pay. progressive_seeds: put into meters by the house; win_after_seeds: win after
    progressives less these, with what the cage has back of awards that trays paid, and less what it has given away.
    """

    gaming_day: str
    tables: int
    status: str
    without_closer: list[str]
    uncounted: list[str]
    not_reconciled: list[str]
    rounds: int
    voids: int
    fills: int
    credits: int
    buy_ins: int | None
    drop: int | None
    hand_result: int | None
    vig_brought_forward: int | None
    vig_assessed: int | None
    vig_collected: int | None
    vig_documented: int | None
    vig_uncollected: int | None
    vig_outstanding: int | None
    win_hands: int | None
    win_tray: int | None
    tray_variance: int | None
    drop_variance: int | None
    form_variance: int | None
    hold_bps: int | None
    exceptions: int
    progressive_contributions: int
    progressive_awards: int
    win_after_progressives: int | None
    progressive_seeds: int | None = None
    win_after_seeds: int | None = None


def day_summary(
    connection: sa.Connection, day: str, read: Sequence[Win] | None = None
) -> DaySummary:
    """The sums over all tables of a gaming day. read: the tables' books, where they have been read."""
    books = win.win(connection, day) if read is None else read
    seeds = sum(meter.seeds or 0 for meter in meters.meters(connection, day))
    at_cage = _at_cage(connection, day)
    reasons = {(each.finding, each.cents) for each in closing.acknowledged(connection, day)}
    stands = {table.table: standing(table, reasons) for table in books}
    sums = {name: known_sum(*map(attrgetter(name), books)) for name in _SUMMED}
    found = DaySummary(
        gaming_day=day,
        tables=len(books),
        status=_worst(stands.values()),
        without_closer=_codes(books, lambda table: table.closer is None),
        uncounted=_codes(books, lambda table: table.drop is None),
        not_reconciled=_codes(books, lambda table: stands[table.table] is Standing.NOT_RECONCILED),
        rounds=sum(table.rounds for table in books),
        voids=sum(table.voids for table in books),
        fills=sum(table.fills for table in books),
        credits=sum(table.credits for table in books),
        hold_bps=hold_bps(sums["win_tray"], sums["drop"]),
        exceptions=len(exceptions.exceptions(connection, day)),
        progressive_contributions=sum(table.progressive_contributions for table in books),
        progressive_awards=sum(table.progressive_awards for table in books),
        progressive_seeds=seeds,
        win_after_seeds=known_sum(sums["win_after_progressives"], at_cage - seeds),
        **sums,
    )
    return closed(found) if closing.is_closed(connection, day) else found


def _at_cage(connection: sa.Connection, day: str) -> int:
    """Of the awards taken back on a day, what the cage has back of those that trays paid, less what it paid and the
    house has given away: cents that no tray's books have.
    """
    back = [each for each in awards.awards(connection, day) if each.reversed_on == day]
    return sum(each.cents for each in back if (each.place, each.handed_back) == (TRAY, CAGE)) - sum(
        each.given_away for each in back if each.place == CAGE
    )


def closed(of: DaySummary) -> DaySummary:
    """The same once two people have signed it: nothing is still to be done."""
    return msgspec.structs.replace(
        of, status=CLOSED, without_closer=[], uncounted=[], not_reconciled=[]
    )


def _codes(books: Iterable[Win], which: Callable[[Win], bool]) -> list[str]:
    return [table.table for table in books if which(table)]


def _worst(stands: Collection[Standing]) -> Standing:
    for status in (Standing.NOT_RECONCILED, Standing.INCOMPLETE, Standing.EXPLAINED):
        if status in stands:
            return status
    return Standing.RECONCILED


_SUMMED: Final = (
    "buy_ins",
    "drop",
    "hand_result",
    "vig_brought_forward",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
    "vig_outstanding",
    "win_hands",
    "win_tray",
    "tray_variance",
    "drop_variance",
    "form_variance",
    "win_after_progressives",
)

VIEW: Final = View(
    DaySummary,
    "Nothing was recorded on this gaming day.",
    (
        Section(
            "The day",
            (
                Column("gaming_day", "Gaming day", Kind.DATE),
                Column("status", "Status"),
                Column("tables", "Tables", Kind.COUNT),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("voids", "Void", Kind.COUNT),
                Column("drop", "Drop", Kind.MONEY),
                Column("win_tray", "Win, tray", Kind.MONEY),
                Column("win_hands", "Win, hands", Kind.MONEY),
                Column("hold_bps", "Hold", Kind.SHARE),
                Column("vig_outstanding", "Vig outstanding", Kind.MONEY),
                Column("exceptions", "Exceptions", Kind.COUNT),
            ),
        ),
        Section(
            "After progressives",
            (
                Column("win_tray", "Win, tray", Kind.MONEY),
                Column("progressive_contributions", "Into meters", Kind.MONEY),
                Column("progressive_awards", "Awards from trays", Kind.MONEY),
                Column("win_after_progressives", "Win after progressives", Kind.MONEY),
                Column("progressive_seeds", "Seeds by the house", Kind.MONEY),
                Column("win_after_seeds", "Win after seeds", Kind.MONEY),
            ),
            only_with=("progressive_contributions", "progressive_awards", "progressive_seeds"),
        ),
        Section(
            "Still to be done",
            (
                Column("without_closer", "Closer to be counted"),
                Column("uncounted", "Drop to be counted"),
                Column("not_reconciled", "Variance to be explained"),
            ),
            only_with=("without_closer", "uncounted", "not_reconciled"),
        ),
    ),
)

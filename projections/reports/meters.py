"""Progressive meters of a gaming day: each one rolled forward, its awards, what the house owes (P4-P6)."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.progressive_events import UNITS_A_CENT
from projections.meters import AWARDS, HELD, METER_DAYS, METER_ROUNDS, PROJECTION, WON
from projections.reports.figures import rfc3339
from projections.reports.render import Column, Kind, Section, View

NEEDS: Final = (PROJECTION,)

DIFFERS: Final = "contributions_differ"


class MeterDay(msgspec.Struct, frozen=True, kw_only=True):
    """A meter's gaming day, its reserve included. Cents, rounded down; `_exact`: ten-thousandths of a cent.

    closing_exact = opening_exact + contributions_exact - returns_exact, and reseeds, corrections less awards.
    unpaid: awards of the meter that wait at the end of the day. liability: closing and unpaid.
    finding: what does not agree, or "".
    """

    link: str
    meter: str
    gaming_day: str
    opening: int
    contributions: int
    reseeds: int
    awards: int
    corrections: int
    returns: int
    closing: int
    recomputed_contributions: int
    unpaid: int
    liability: int
    finding: str
    opening_exact: int
    contributions_exact: int
    returns_exact: int
    closing_exact: int
    recomputed_exact: int


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """An award and its evidence. Cents; reading_exact: what the meter showed, in ten-thousandths of a cent."""

    link: str
    meter: str
    gaming_day: str
    round: str
    table: str
    seat: int
    level: str
    reading_exact: int
    cents: int
    player: str
    banker: str
    status: str
    at: str
    by: str
    place: str | None
    supervisor: str | None
    reason: str | None


class Difference(msgspec.Struct, frozen=True):
    """A round whose meters took something else than its wagers come to; ten-thousandths of a cent."""

    round: str
    table: str
    link: str
    contributed: int
    recomputed: int


def meters(connection: sa.Connection, day: str) -> list[MeterDay]:
    """Every meter that was in service by the end of the gaming day, by link and meter."""
    days = METER_DAYS.table
    moved = ("contributions", "returns", "reseeds", "awards", "corrections", "recomputed")
    net = days.c.contributions + days.c.reseeds + days.c.corrections - days.c.returns
    query = (
        sa.select(
            days.c.link,
            days.c.meter,
            _total(sa.case((days.c.day < day, net - days.c.awards), else_=0)).label("opening"),
            *(
                _total(sa.case((days.c.day == day, days.c[name]), else_=0)).label(name)
                for name in moved
            ),
        )
        .where(days.c.day <= day)
        .group_by(days.c.link, days.c.meter)
        .order_by(days.c.link, days.c.meter)
    )
    unpaid = _unpaid(connection, day)
    return [
        _day(row, day, unpaid.get((row.link, row.meter), 0)) for row in connection.execute(query)
    ]


def _unpaid(connection: sa.Connection, day: str) -> dict[tuple[str, str], int]:
    won = AWARDS.table
    query = (
        sa.select(won.c.link, won.c.meter, _total(won.c.cents))
        .where(won.c.day <= day)
        .where(sa.or_(won.c.settled_day.is_(None), won.c.settled_day > day))
        .group_by(won.c.link, won.c.meter)
    )
    return {(link, meter): cents for link, meter, cents in connection.execute(query)}


def _day(row: Any, day: str, unpaid: int) -> MeterDay:
    closing = (
        row.opening + row.contributions + row.reseeds - row.awards + row.corrections - row.returns
    )
    return MeterDay(
        link=row.link,
        meter=row.meter,
        gaming_day=day,
        opening=row.opening // UNITS_A_CENT,
        contributions=row.contributions // UNITS_A_CENT,
        reseeds=row.reseeds // UNITS_A_CENT,
        awards=row.awards // UNITS_A_CENT,
        corrections=row.corrections // UNITS_A_CENT,
        returns=row.returns // UNITS_A_CENT,
        closing=closing // UNITS_A_CENT,
        recomputed_contributions=row.recomputed // UNITS_A_CENT,
        unpaid=unpaid,
        liability=closing // UNITS_A_CENT + unpaid,
        finding="" if row.recomputed == row.contributions else DIFFERS,
        opening_exact=row.opening,
        contributions_exact=row.contributions,
        returns_exact=row.returns,
        closing_exact=closing,
        recomputed_exact=row.recomputed,
    )


def awards(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day, in the order won."""
    won = AWARDS.table
    query = sa.select(won).where(won.c.day == day).order_by(won.c.won_at, won.c.round, won.c.seat)
    return [_award(row) for row in connection.execute(query)]


def waiting(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day that nobody has handed over or ruled on yet."""
    return [award for award in awards(connection, day) if award.status in {WON, HELD}]


def _award(row: Any) -> Award:
    return Award(
        link=row.link,
        meter=row.meter,
        gaming_day=row.day,
        round=row.round,
        table=row.table,
        seat=row.seat,
        level=row.level,
        reading_exact=row.reading,
        cents=row.cents,
        player=row.player,
        banker=row.banker,
        status=row.status,
        at=rfc3339(row.won_at),
        by=row.won_by,
        place=row.place,
        supervisor=row.supervisor,
        reason=row.reason,
    )


def differences(connection: sa.Connection, day: str) -> Iterator[Difference]:
    """The rounds of a gaming day whose meters do not agree with their wagers."""
    of = METER_ROUNDS.table
    query = (
        sa.select(of.c.round, of.c.table, of.c.link, of.c.contributed, of.c.recomputed)
        .where(of.c.day == day, of.c.contributed != of.c.recomputed)
        .order_by(of.c.table, of.c.round)
    )
    return (Difference(*row) for row in connection.execute(query))


def _total(units: "sa.ColumnElement[int]") -> "sa.ColumnElement[int]":
    # PostgreSQL adds whole numbers up to a decimal.
    return sa.cast(sa.func.sum(units), sa.BigInteger)


VIEW: Final = View(
    MeterDay,
    "No progressive meter was in service on this gaming day.",
    (
        Section(
            "Progressive meters",
            (
                Column("link", "Link"),
                Column("meter", "Meter"),
                Column("opening", "Opening", Kind.MONEY),
                Column("contributions", "Contributions", Kind.MONEY),
                Column("returns", "Returned", Kind.MONEY),
                Column("reseeds", "Reseeds", Kind.MONEY),
                Column("awards", "Awards", Kind.MONEY),
                Column("corrections", "Corrections", Kind.MONEY),
                Column("closing", "Closing", Kind.MONEY),
                Column("unpaid", "Not paid yet", Kind.MONEY),
                Column("recomputed_contributions", "From the wagers", Kind.MONEY),
                Column("finding", "Finding"),
            ),
        ),
    ),
)

AWARDS_VIEW: Final = View(
    Award,
    "No award was won of a meter.",
    (
        Section(
            "Awards",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("level", "Level"),
                Column("meter", "Meter"),
                Column("cents", "Award", Kind.MONEY),
                Column("player", "Player"),
                Column("banker", "Banker"),
                Column("status", "Status"),
                Column("place", "Paid from"),
                Column("supervisor", "Supervisor"),
            ),
        ),
    ),
)

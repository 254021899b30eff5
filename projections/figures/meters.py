"""Progressive meters of a gaming day: each one rolled forward, its awards, what the house owes (P4-P6)."""

from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.link import PAYTABLE, UNITS_A_CENT
from projections.engine.once import if_recorded, once
from projections.figures.readings import CLOSING, Reading, readings
from projections.figures.render import Column, Kind, Section, View
from projections.models.meter_rows import HELD, REFUSED
from projections.models.meters import (
    AWARDS,
    LINKS,
    METER_DAYS,
    PROJECTION,
    TRAY,
)

NEEDS: Final = (PROJECTION,)

_DAY: Final = sa.bindparam("day", type_=sa.String)

DIFFERS: Final = "contributions_differ"


class MeterDay(msgspec.Struct, frozen=True, kw_only=True):
    """A meter's gaming day, its reserve included. Cents, rounded down; `_exact`: ten-thousandths of a cent.

    closing_exact = opening_exact + contributions_exact - returns_exact, reseeds, corrections, transfers less awards.
    transfers: from retired links, less what went to another.
    unpaid: awards of the meter that wait at the end of the day. liability: closing and unpaid.
    finding: what does not agree, or "".
    read_at, read_exact: the day's closing reading, and what the sign showed then; ledger_exact: what the ledger did;
    None where nobody read it. differs_since: the first of the days, one after the other, on which they differ.
    players: put in by their wagers, less what went back to them. seeds: put in by the house, less those of awards that
    were not paid after all or taken back. from_trays: awards that left trays, less those taken back that came
    back into one, or that the house has given away, wherever it paid them.
    to_win: what all three come to for the house: added to win, it is win after progressives with seeds as an expense.
    held: of unpaid, what waits for a ruling.
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
    transfers: int | None = None
    read_at: str | None = None
    read_exact: int | None = None
    ledger_exact: int | None = None
    difference_exact: int | None = None
    differs_since: str | None = None
    players: int | None = None
    seeds: int | None = None
    from_trays: int | None = None
    to_win: int | None = None
    held: int | None = None


@once
@if_recorded(METER_DAYS)
def meters(connection: sa.Connection, day: str) -> list[MeterDay]:
    """Every meter in service by the end of the gaming day, by link and meter, and of retired links what was put right
    on it; with them, as of a meter that the house fills, fixed awards that wait, on days when they move or are owed.
    """
    unpaid, house = _unpaid(connection, day), _house(connection, day)
    read = {(each.link, each.meter): each for each in _closing_readings(connection, day)}
    return [
        _day(row, day, unpaid.get(of, _Unpaid()), read.get(of), house.get(of, _House()))
        for row in connection.execute(_moved(), {"day": day})
        for of in [(row.link, row.meter)]
        if row.meter != PAYTABLE or row.awards or of in unpaid or of in house
    ]


def _closing_readings(connection: sa.Connection, day: str) -> list[Reading]:
    """The day's closing readings."""
    return [each for each in readings(connection, day) if each.occasion == CLOSING]


@cache
def _moved() -> sa.Select[Any]:
    """By link and meter, what each came to before the gaming day, and what moved on it."""
    days = METER_DAYS.table
    moved = (
        "contributions",
        "returns",
        "reseeds",
        "awards",
        "corrections",
        "recomputed",
        "transfers",
    )
    net = days.c.contributions + days.c.reseeds + days.c.corrections + days.c.transfers
    links = LINKS.table
    retired = sa.exists().where(links.c.link == days.c.link, links.c.retired_day < _DAY)
    now = days.alias()
    same = (now.c.link == days.c.link, now.c.meter == days.c.meter, now.c.day == _DAY)
    moves = sa.exists().where(*same)
    return (
        sa.select(
            days.c.link,
            days.c.meter,
            _total(
                sa.case((days.c.day < _DAY, net - days.c.returns - days.c.awards), else_=0)
            ).label("opening"),
            *(
                _total(sa.case((days.c.day == _DAY, days.c[name]), else_=0)).label(name)
                for name in moved
            ),
        )
        .where(days.c.day <= _DAY, sa.or_(~retired, moves))
        .group_by(days.c.link, days.c.meter)
        .order_by(days.c.link, days.c.meter)
    )


class _Unpaid(NamedTuple):
    """Of a meter the awards that wait at the end of the day, and those of them that are held. Cents."""

    waits: int = 0
    held: int = 0


class _House(NamedTuple):
    """Of a meter the seeds that the house has back on a day, of awards refused or taken back; and what left trays,
    less what was taken back into one, or was given away. Cents.
    """

    seeds_back: int = 0
    from_trays: int = 0


def _unpaid(connection: sa.Connection, day: str) -> dict[tuple[str, str], _Unpaid]:
    found = connection.execute(_waiting(), {"day": day})
    return {(link, meter): _Unpaid(*rest) for link, meter, *rest in found}


@cache
def _waiting() -> sa.Select[Any]:
    won = AWARDS.table
    held = sa.case((won.c.status == HELD, won.c.cents), else_=0)
    return (
        sa.select(won.c.link, won.c.meter, _total(won.c.cents), _total(held))
        .where(won.c.day <= _DAY)
        .where(sa.or_(won.c.settled_day.is_(None), won.c.settled_day > _DAY))
        .where(sa.or_(won.c.reversed_day.is_(None), won.c.reversed_day > _DAY))
        .group_by(won.c.link, won.c.meter)
    )


def _house(connection: sa.Connection, day: str) -> dict[tuple[str, str], _House]:
    found = connection.execute(_had_back(), {"day": day})
    return {(link, meter): _House(*rest) for link, meter, *rest in found}


@cache
def _had_back() -> sa.Select[Any]:
    won = AWARDS.table
    back, settled = won.c.reversed_day == _DAY, won.c.settled_day == _DAY
    refused = sa.and_(won.c.status == REFUSED, settled)
    given_away = sa.and_(won.c.place.is_not(None), won.c.handed_back.is_(None))
    off = sa.and_(back, sa.or_(given_away, won.c.handed_back == TRAY))
    return (
        sa.select(
            won.c.link,
            won.c.meter,
            _total(sa.case((sa.or_(back, refused), won.c.reseed_cents), else_=0)),
            _total(
                sa.case((settled, won.c.from_tray_cents), else_=0)
                - sa.case((off, won.c.cents), else_=0)
            ),
        )
        .where(sa.or_(settled, back))
        .group_by(won.c.link, won.c.meter)
    )


def _day(row: Any, day: str, unpaid: _Unpaid, read: Reading | None, house: _House) -> MeterDay:
    players = (row.contributions - row.returns) // UNITS_A_CENT
    seeds = row.reseeds // UNITS_A_CENT - house.seeds_back
    closing = (
        row.opening + row.contributions + row.reseeds - row.awards + row.corrections - row.returns
    ) + row.transfers
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
        unpaid=unpaid.waits,
        liability=closing // UNITS_A_CENT + unpaid.waits,
        finding="" if row.recomputed == row.contributions else DIFFERS,
        opening_exact=row.opening,
        contributions_exact=row.contributions,
        returns_exact=row.returns,
        closing_exact=closing,
        recomputed_exact=row.recomputed,
        transfers=row.transfers // UNITS_A_CENT,
        read_at=read.at if read else None,
        read_exact=read.shown if read else None,
        ledger_exact=read.ledger if read else None,
        difference_exact=read.difference if read else None,
        differs_since=read.since if read else None,
        players=players,
        seeds=seeds,
        from_trays=house.from_trays,
        to_win=house.from_trays - players - seeds,
        held=unpaid.held,
    )


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
                Column("transfers", "Transfers", Kind.MONEY),
                Column("closing", "Closing", Kind.MONEY),
                Column("recomputed_contributions", "From the wagers", Kind.MONEY),
                Column("finding", "Finding"),
            ),
        ),
        Section(
            "What the house owes",
            (
                Column("link", "Link"),
                Column("meter", "Meter"),
                Column("closing", "Closing", Kind.MONEY),
                Column("unpaid", "Awards not paid yet", Kind.MONEY),
                Column("held", "Of them held for a ruling", Kind.MONEY),
                Column("liability", "Liability", Kind.MONEY),
            ),
        ),
        Section(
            "Players' money and the house's",
            (
                Column("link", "Link"),
                Column("meter", "Meter"),
                Column("players", "Put in by players", Kind.MONEY),
                Column("seeds", "Seeds by the house", Kind.MONEY),
                Column("from_trays", "Awards from trays", Kind.MONEY),
                Column("to_win", "To win after progressives", Kind.MONEY),
            ),
        ),
        Section(
            "What the signs showed at the close, in ten-thousandths of a cent",
            (
                Column("link", "Link"),
                Column("meter", "Meter"),
                Column("read_at", "Read at", Kind.MOMENT),
                Column("read_exact", "Sign", Kind.NUMBER),
                Column("ledger_exact", "Ledger", Kind.NUMBER),
                Column("difference_exact", "Difference", Kind.NUMBER),
                Column("differs_since", "Differs since", Kind.DATE),
            ),
            total=False,
            only_with=("read_at",),
        ),
    ),
)

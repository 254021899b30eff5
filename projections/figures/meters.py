"""Progressive meters of a gaming day: each one rolled forward, its awards, what the house owes (P4-P6)."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import PAYTABLE, UNITS_A_CENT
from projections.engine.once import once
from projections.figures.arithmetic import rfc3339
from projections.figures.readings import CLOSING, Reading, readings
from projections.figures.render import Column, Kind, Section, View
from projections.models.meter_rows import HELD, PAID, REFUSED, REVERSED, WON, AwardRow
from projections.models.meters import (
    AWARDS,
    LINKS,
    METER_DAYS,
    METER_ROUNDS,
    PROJECTION,
    TRAY,
)

NEEDS: Final = (PROJECTION,)

_DAY: Final = sa.bindparam("day", type_=sa.String)

DIFFERS: Final = "contributions_differ"
AWARD_DIFFERS: Final = "award_differs"
PAYMENT_DIFFERS: Final = "award_payment_differs"


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


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """An award and its evidence. Cents; `_exact`: ten-thousandths of a cent.

    reading_exact: what the meter showed as it was recorded; folded_exact: what the events before it come to. due: what
    it pays by these. settled: what was handed over, or went back into the meter; to_settle: what should have been.
    from_tray, to_leave_tray: the part of it out of the table's tray. finding: what does not agree, or "".
    owed: of it the house, or paid by it; paid: what of that is handed over, on the day paid_on; not_paid: what was
    refused or taken back.
    reversed_on: the day on which it was taken back, by its document. difference: what those who won of the meter since
    would have won more, and is in it by a correction. handed_back: where the player gave it back; given_away: what was
    handed over and did not come back.
    won_version, settled_version, reversed_version: events of the link's stream.
    """

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
    folded_exact: int
    due: int
    settled: int
    to_settle: int
    from_tray: int
    to_leave_tray: int
    finding: str
    won_version: int
    settled_version: int | None
    reversed_version: int | None = None
    reversed_on: str | None = None
    document: str | None = None
    difference: int = 0
    handed_back: str | None = None
    given_away: int = 0
    owed: int | None = None
    paid: int | None = None
    not_paid: int | None = None
    paid_on: str | None = None


@once
def meters(connection: sa.Connection, day: str) -> list[MeterDay]:
    """Every meter in service by the end of the gaming day, by link and meter, and of retired links what was put right
    on it; with them, as of a meter that the house fills, fixed awards that wait, on days when they move or are owed.
    """
    unpaid, house = _unpaid(connection, day), _house(connection, day)
    read = {(each.link, each.meter): each for each in _closing_readings(connection, day)}
    return [
        _day(row, day, unpaid.get(of, (0, 0)), read.get(of), house.get(of, (0, 0)))
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


def _unpaid(connection: sa.Connection, day: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Of each meter the awards that wait at the end of the day, and those of them that are held."""
    found = connection.execute(_waiting(), {"day": day})
    return {(link, meter): (cents, kept) for link, meter, cents, kept in found}


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


def _house(connection: sa.Connection, day: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Of each meter the seeds that the house has back on a day, of awards refused or taken back; and what left trays,
    less those taken back that came back into one, or did not come back.
    """
    found = connection.execute(_had_back(), {"day": day})
    return {(link, meter): (seeds, left) for link, meter, seeds, left in found}


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


def _day(
    row: Any, day: str, waits: tuple[int, int], read: Reading | None, house: tuple[int, int]
) -> MeterDay:
    (unpaid, held), (seeds_back, from_trays) = waits, house
    players = (row.contributions - row.returns) // UNITS_A_CENT
    seeds = row.reseeds // UNITS_A_CENT - seeds_back
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
        unpaid=unpaid,
        liability=closing // UNITS_A_CENT + unpaid,
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
        from_trays=from_trays,
        to_win=from_trays - players - seeds,
        held=held,
    )


@once
def awards(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day, those of days before that waited as it began, and those taken back on it, in the
    order won. paid: by the end of the day.
    """
    of = AWARDS.table
    unsettled = sa.or_(of.c.settled_day.is_(None), of.c.settled_day >= day)
    not_back = sa.or_(of.c.reversed_day.is_(None), of.c.reversed_day >= day)
    waited = sa.and_(of.c.day < day, unsettled, not_back)
    found = _awards(connection, sa.or_(of.c.day == day, of.c.reversed_day == day, waited))
    return [
        msgspec.structs.replace(each, paid=0) if each.paid and (each.paid_on or "") > day else each
        for each in found
    ]


@once
def award_differences(connection: sa.Connection, day: str) -> list[Award]:
    """The awards won, settled or taken back on a gaming day that are not what their meter came to, or were not settled
    as won.
    """
    of = AWARDS.table
    days = (of.c.day, of.c.settled_day, of.c.reversed_day)
    found = _awards(connection, sa.or_(*(each == day for each in days)))
    return [award for award in found if award.finding]


def _awards(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[Award]:
    of = AWARDS.table
    query = sa.select(*AWARDS.columns).where(which).order_by(of.c.won_at, of.c.round, of.c.seat)
    return [_award(AwardRow(*row)) for row in connection.execute(query)]


def waiting(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day that nobody has handed over or ruled on yet."""
    found = awards(connection, day)
    return [each for each in found if each.gaming_day == day and each.status in {WON, HELD}]


def void_rounds(connection: sa.Connection, rounds: Iterable[str]) -> set[str]:
    """Which of these rounds are void, or reversed."""
    of = METER_ROUNDS.table
    return {*connection.scalars(sa.select(of.c.round).where(of.c.round.in_(rounds), of.c.void > 0))}


def _award(row: AwardRow) -> Award:
    reversed_, stands = row.status == REVERSED, row.status not in {REFUSED, REVERSED}
    refused = row.cents - row.reseed_cents if row.status == REFUSED else 0
    award = Award(
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
        folded_exact=row.folded,
        due=row.due_cents,
        settled=row.settled_cents,
        to_settle=row.cents if row.place else refused,
        from_tray=row.from_tray_cents,
        to_leave_tray=row.cents if row.place == TRAY else 0,
        finding="",
        won_version=row.won,
        settled_version=row.settled or None,
        reversed_version=row.reversed or None,
        reversed_on=row.reversed_day,
        document=row.document,
        difference=row.since_cents,
        handed_back=row.handed_back,
        given_away=row.cents if reversed_ and row.place and not row.handed_back else 0,
        owed=row.cents if stands else 0,
        paid=row.settled_cents if row.status == PAID else 0,
        not_paid=0 if stands else row.cents,
        paid_on=row.settled_day if row.place else None,
    )
    return msgspec.structs.replace(award, finding=_finding(award, row))


def _finding(award: Award, row: AwardRow) -> str:
    stated = (row.reading, row.cents, row.reseed_cents)
    if stated != (row.folded, row.due_cents, row.due_reseed_cents):
        return AWARD_DIFFERS
    back = (row.cents - row.reseed_cents) * UNITS_A_CENT if row.status == REVERSED else 0
    settled = (award.settled, award.from_tray, row.given_back)
    return "" if settled == (award.to_settle, award.to_leave_tray, back) else PAYMENT_DIFFERS


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
                Column("due", "By its meter", Kind.MONEY),
                Column("finding", "Finding"),
            ),
            total=False,
        ),
        Section(
            "What is due of them and what is paid",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("meter", "Meter"),
                Column("owed", "Due", Kind.MONEY),
                Column("paid", "Paid", Kind.MONEY),
                Column("not_paid", "Refused or taken back", Kind.MONEY),
                Column("place", "Paid from"),
                Column("paid_on", "Paid on", Kind.DATE),
            ),
        ),
        Section(
            "Awards taken back",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("meter", "Meter"),
                Column("cents", "Award", Kind.MONEY),
                Column("reversed_on", "Taken back on", Kind.DATE),
                Column("document", "Document"),
                Column("reason", "Reason"),
                Column("difference", "Less won since", Kind.MONEY),
                Column("handed_back", "Handed back"),
                Column("given_away", "Given away", Kind.MONEY),
            ),
            total=False,
            only_with=("reversed_on",),
        ),
    ),
)

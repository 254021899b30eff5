"""Progressive meters of a gaming day: each one rolled forward, its awards, what the house owes (P4-P6)."""

from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.link import PAYTABLE, UNITS_A_CENT
from ledger.store.driver import ask
from projections.engine.once import if_recorded, once
from projections.figures.readings import CLOSING, Reading, readings
from projections.figures.render import Column, Kind, Section, View
from projections.models.meter_rows import HELD, REFUSED
from projections.models.meters import (
    METER_DAYS,
    PROJECTION,
    TRAY,
)

NEEDS: Final = (PROJECTION,)

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
        for row in ask(connection, _MOVED, day=day)
        for of in [(row.link, row.meter)]
        if row.meter != PAYTABLE or row.awards or of in unpaid or of in house
    ]


def _closing_readings(connection: sa.Connection, day: str) -> list[Reading]:
    """The day's closing readings."""
    return [each for each in readings(connection, day) if each.occasion == CLOSING]


_AMOUNTS: Final = (
    "contributions",
    "returns",
    "reseeds",
    "awards",
    "corrections",
    "recomputed",
    "transfers",
)


def _total(cents: str, where: str) -> str:
    # PostgreSQL adds whole numbers up to a decimal.
    return f"CAST(sum(CASE WHEN {where} THEN {cents} ELSE 0 END) AS BIGINT)"


_NET: Final = "contributions + reseeds + corrections + transfers - returns - awards"

# Of a fixed award the house puts in what it pays: nothing is left of it before a day, or after.
_MOVED: Final = f"""
    SELECT known.link, known.meter, stands - coalesce({_total(_NET, "true")}, 0) AS opening,
        {", ".join(f"coalesce({_total(name, 'days.day = :day')}, 0) AS {name}" for name in _AMOUNTS)}
    FROM (
        SELECT link, meter, visible + reserve AS stands FROM meter_readings
        UNION ALL SELECT link, '{PAYTABLE}', 0 FROM meter_links
    ) AS known
    LEFT JOIN meter_days AS days ON days.link = known.link AND days.meter = known.meter AND days.day >= :day
    WHERE EXISTS (
        SELECT 1 FROM meter_days AS so_far
        WHERE so_far.link = known.link AND so_far.meter = known.meter AND so_far.day <= :day
    ) AND (
        NOT EXISTS (SELECT 1 FROM meter_links AS retired
                    WHERE retired.link = known.link AND retired.retired_day < :day)
        OR EXISTS (SELECT 1 FROM meter_days AS today
                   WHERE today.link = known.link AND today.meter = known.meter AND today.day = :day)
    )
    GROUP BY known.link, known.meter, stands ORDER BY known.link, known.meter
"""  # noqa: S608  our own words
"""By link and meter, what each came to before the gaming day, and what moved on it: what it holds now without all that
moved it since.
"""


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
    found = ask(connection, _WAITING, day=day)
    return {(link, meter): _Unpaid(*rest) for link, meter, *rest in found}


_WAITING: Final = f"""
    SELECT link, meter, CAST(sum(cents) AS BIGINT), {_total("cents", f"status = '{HELD}'")}
    FROM meter_awards
    WHERE day <= :day AND (settled_day IS NULL OR settled_day > :day)
    AND (reversed_day IS NULL OR reversed_day > :day)
    GROUP BY link, meter
"""  # noqa: S608  our own words


def _house(connection: sa.Connection, day: str) -> dict[tuple[str, str], _House]:
    found = ask(connection, _HAD_BACK, day=day)
    return {(link, meter): _House(*rest) for link, meter, *rest in found}


_REFUSED: Final = f"status = '{REFUSED}' AND settled_day = :day"
_OFF: Final = f"""reversed_day = :day
    AND (place IS NOT NULL AND handed_back IS NULL OR handed_back = '{TRAY}')"""

_HAD_BACK: Final = f"""
    SELECT link, meter, {_total("reseed_cents", f"reversed_day = :day OR {_REFUSED}")},
        {_total("from_tray_cents", "settled_day = :day")} - {_total("cents", _OFF)}
    FROM meter_awards WHERE settled_day = :day OR reversed_day = :day
    GROUP BY link, meter
"""  # noqa: S608  our own words


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

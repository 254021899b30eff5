"""Progressive meters: what moved each of them on a gaming day, its awards, and its contributions worked out again from
the wagers.

All amounts of meters are in their units, ten-thousandths of a cent, visible part and reserve together.
"""

from typing import Final

import msgspec

from ledger import progressive_events as p
from ledger.table import events as e
from projections.model import Fact, Model, Projection, Rows

ROYAL_9: Final = "royal_9"
WON: Final = "won"
HELD: Final = "held"
PAID: Final = "paid"
REFUSED: Final = "refused"


class LinkRow(msgspec.Struct, gc=False):
    """A link. terms: its meters' names, seeds and rates, as JSON."""

    link: str
    terms: str = "[]"


class LinkedTableRow(msgspec.Struct, gc=False):
    """Which link a table feeds."""

    table: str
    link: str = ""


class MeterDayRow(msgspec.Struct, gc=False):
    """What moved a meter on a gaming day, in units. recomputed: contributions, from the wagers."""

    link: str
    meter: str
    day: str
    contributions: int = 0
    returns: int = 0
    reseeds: int = 0
    awards: int = 0
    corrections: int = 0
    recomputed: int = 0


class MeterRoundRow(msgspec.Struct, gc=False):
    """A round's Royal 9 wagers, in cents, and what they put into all meters together, in units, by either account."""

    round: str
    link: str = ""
    table: str = ""
    day: str = ""
    staked_cents: int = 0
    contributed: int = 0
    recomputed: int = 0


class AwardRow(msgspec.Struct, gc=False):
    """An award of a meter, with its evidence. reading: what the meter showed, in units.

    status: won (waiting), held (for a ruling), paid, refused.
    """

    round: str
    seat: int
    meter: str
    link: str = ""
    table: str = ""
    day: str = ""
    level: str = ""
    reading: int = 0
    cents: int = 0
    player: str = ""
    banker: str = ""
    status: str = WON
    won_at: int = 0
    won_by: str = ""
    settled_day: str | None = None
    place: str | None = None
    supervisor: str | None = None
    reason: str | None = None


class TableMetersRow(msgspec.Struct, gc=False):
    """What a table's gaming day put into meters, less returns, in units; and awards handed over from its tray."""

    day: str
    table: str
    contributions: int = 0
    tray_awards_cents: int = 0


LINKS: Final = Model("meter_links", LinkRow, key=1)
LINKED_TABLES: Final = Model("meter_tables", LinkedTableRow, key=1)
METER_DAYS: Final = Model("meter_days", MeterDayRow, key=3)
METER_ROUNDS: Final = Model("meter_rounds", MeterRoundRow, key=1, index=("day", "table"))
AWARDS: Final = Model("meter_awards", AwardRow, key=3, index=("day", "table"))
TABLE_METERS: Final = Model("meter_table_days", TableMetersRow, key=2)
PROJECTION: Final = Projection(
    "meters", (LINKS, LINKED_TABLES, METER_DAYS, METER_ROUNDS, AWARDS, TABLE_METERS)
)

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(list[p.MeterTerms]).decode


# -- from the wagers


def _royal_9(wagers: list[e.WagerLine]) -> int:
    return sum(wager.cents for wager in wagers if wager.bet == ROYAL_9)


def _page(fact: Fact[e.WagersPlaced]) -> list[str]:
    return [fact.event.round] if _royal_9(fact.event.wagers) else []


@PROJECTION.on(e.MetersLinked)
def _meters_linked(rows: Rows, fact: Fact[e.MetersLinked]) -> None:
    rows.at(LINKED_TABLES, fact.table).link = fact.event.link


@PROJECTION.on(e.WagersPlaced, model=METER_ROUNDS, pages=_page)
def _placed(rows: Rows, fact: Fact[e.WagersPlaced]) -> None:
    cents = _royal_9(fact.event.wagers)
    if cents:
        row = rows.at(METER_ROUNDS, fact.event.round)
        row.table, row.day = fact.table, fact.event.day
        row.staked_cents += cents


@PROJECTION.on(e.WagerWithdrawn)
def _withdrawn(rows: Rows, fact: Fact[e.WagerWithdrawn]) -> None:
    if fact.event.bet == ROYAL_9:
        rows.at(METER_ROUNDS, fact.event.round).staked_cents -= _royal_9(fact.event.wagers)


@PROJECTION.on(e.BetsClosed)
def _bets_closed(rows: Rows, fact: Fact[e.BetsClosed]) -> None:
    event = fact.event
    linked = rows.get(LINKED_TABLES, fact.table)
    row = rows.get(METER_ROUNDS, event.round) if linked else None
    if linked is None or row is None:
        return
    row.link = linked.link
    for terms in _decode(rows.at(LINKS, row.link).terms):
        units = row.staked_cents * (terms.visible_bps + terms.reserve_bps)
        row.recomputed += units
        rows.at(METER_DAYS, row.link, terms.meter, event.day).recomputed += units


@PROJECTION.on(e.AwardHandedOver)
def _handed_over(rows: Rows, fact: Fact[e.AwardHandedOver]) -> None:
    day = rows.at(TABLE_METERS, fact.event.day, fact.table)
    day.tray_awards_cents += fact.event.cents


# -- from the link


@PROJECTION.on(p.LinkInstalled)
def _installed(rows: Rows, fact: Fact[p.LinkInstalled]) -> None:
    event = fact.event
    rows.at(LINKS, event.link).terms = _encode(event.meters).decode()
    for terms in event.meters:
        seed = terms.seed_cents * p.UNITS_A_CENT
        rows.at(METER_DAYS, event.link, terms.meter, event.day).reseeds += seed


@PROJECTION.on(p.RatesChanged)
def _rates_changed(rows: Rows, fact: Fact[p.RatesChanged]) -> None:
    rows.at(LINKS, fact.table).terms = _encode(fact.event.meters).decode()


@PROJECTION.on(p.ContributionsTaken, model=METER_ROUNDS, pages=lambda fact: [fact.event.round])
def _taken(rows: Rows, fact: Fact[p.ContributionsTaken]) -> None:
    event = fact.event
    link = fact.table
    row = rows.at(METER_ROUNDS, event.round)
    row.link, row.table, row.day = link, event.table, event.day
    for line in event.lines:
        units = line.visible + line.reserve
        row.contributed += units
        rows.at(METER_DAYS, link, line.meter, event.day).contributions += units
        rows.at(TABLE_METERS, event.day, event.table).contributions += units


@PROJECTION.on(p.ContributionsReturned)
def _returned(rows: Rows, fact: Fact[p.ContributionsReturned]) -> None:
    event = fact.event
    for line in event.lines:
        units = line.visible + line.reserve
        rows.at(METER_DAYS, fact.table, line.meter, event.day).returns += units
        rows.at(TABLE_METERS, event.day, event.table).contributions -= units


@PROJECTION.on(p.AwardWon)
def _won(rows: Rows, fact: Fact[p.AwardWon]) -> None:
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.awards += event.cents * p.UNITS_A_CENT
    moved.reseeds += event.reseed_cents * p.UNITS_A_CENT
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.link, row.table, row.day, row.level = fact.table, event.table, event.day, event.level
    row.reading, row.cents = event.reading, event.cents
    row.player, row.banker = " ".join(event.player), " ".join(event.banker)
    row.status = HELD if event.held else WON
    row.won_at, row.won_by = event.at, event.by


@PROJECTION.on(p.AwardPaid)
def _paid(rows: Rows, fact: Fact[p.AwardPaid]) -> None:
    event = fact.event
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status, row.place, row.settled_day = PAID, event.place, event.day
    row.supervisor = event.supervisor or None


@PROJECTION.on(p.AwardRefused)
def _refused(rows: Rows, fact: Fact[p.AwardRefused]) -> None:
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.corrections += event.cents * p.UNITS_A_CENT
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status, row.settled_day = REFUSED, event.day
    row.supervisor, row.reason = event.supervisor, event.reason


@PROJECTION.on(p.MeterCorrected)
def _corrected(rows: Rows, fact: Fact[p.MeterCorrected]) -> None:
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.corrections += event.cents * p.UNITS_A_CENT

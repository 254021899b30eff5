"""Progressive meters: what moved each of them on a gaming day, its awards, and its contributions worked out again from
the wagers.

All amounts of meters are in their units, ten-thousandths of a cent, visible part and reserve together.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import msgspec

from ledger.events import award as award_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.meter import UNITS, Meter, fixed
from ledger.events.tray import into_tray
from projections.engine.facts import rounds_named
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.meter_rows import (
    AT_ODDS,
    HELD,
    PAID,
    REFUSED,
    REVERSED,
    WON,
    AwardRow,
    LinkedTableRow,
    LinkRow,
    MeterDayRow,
    MeterReadingRow,
    MeterRoundRow,
    MeterSignRow,
    TableMetersRow,
)
from projections.models.meter_terms import as_text, own, printed

ROYAL_9: Final = "royal_9"
TRAY: Final = "tray"

LINKS: Final = Model("meter_links", LinkRow, key=1)
LINKED_TABLES: Final = Model("meter_tables", LinkedTableRow, key=1)
METER_READINGS: Final = Model("meter_readings", MeterReadingRow, key=2)
METER_DAYS: Final = Model("meter_days", MeterDayRow, key=3)
METER_SIGNS: Final = Model("meter_signs", MeterSignRow, key=2, index=("day",))
METER_ROUNDS: Final = Model(
    "meter_rounds",
    MeterRoundRow,
    key=1,
    index=("day", "table"),
    few=(("day", "table", "round"), AT_ODDS),
)
AWARDS: Final = Model(
    "meter_awards",
    AwardRow,
    key=3,
    index=("day", "table"),
    also=(("settled_day",), ("reversed_day",)),
)
TABLE_METERS: Final = Model("meter_table_days", TableMetersRow, key=2)
JOURNAL: Final = journal_of("meters")
PROJECTION: Final = Projection(
    "meters",
    (
        *(LINKS, LINKED_TABLES, METER_READINGS, METER_DAYS, METER_SIGNS, METER_ROUNDS),
        *(AWARDS, TABLE_METERS, JOURNAL),
    ),
    JOURNAL,
)

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(list[link_events.MeterTerms]).decode


# -- from the wagers


def _royal_9(wagers: list[e.WagerLine]) -> int:
    cents = 0
    for wager in wagers:
        if wager.bet == ROYAL_9:
            cents += wager.cents
    return cents


def _own(facts: Iterable[Fact[Any]]) -> set[str]:
    """The pages of the tables or the links whose streams they are of."""
    return {fact.table for fact in facts}


_OF_LINK: Final[dict[Model[Any], Any]] = dict.fromkeys((LINKS, METER_READINGS, METER_DAYS), _own)


@PROJECTION.on(e.MetersLinked)
def _meters_linked(rows: Rows, fact: Fact[e.MetersLinked]) -> None:
    row = rows.at(LINKED_TABLES, fact.table)
    row.link, row.since = fact.event.link, fact.position


@PROJECTION.on(e.MetersUnlinked)
def _meters_unlinked(rows: Rows, fact: Fact[e.MetersUnlinked]) -> None:
    rows.at(LINKED_TABLES, fact.table).link = ""


@PROJECTION.on(e.RulesAdopted)
def _adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    row = rows.at(LINKED_TABLES, fact.table)
    row.terms = _encode(printed(fact.event.document)).decode()
    row.since = fact.position


@PROJECTION.on(e.WagersPlaced)
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


@PROJECTION.on(e.NoMoreBets, model=METER_ROUNDS, pages=rounds_named, also={LINKED_TABLES: _own})
def _no_more_bets(rows: Rows, fact: Fact[e.NoMoreBets]) -> None:
    event = fact.event
    linked = rows.get(LINKED_TABLES, fact.table)
    row = rows.get(METER_ROUNDS, event.round) if linked else None
    if linked is None or not linked.link or row is None:
        return
    row.link, row.bets_closed = linked.link, fact.version
    link = rows.at(LINKS, row.link)
    # Else the link's were changed since, and are the table's now.
    of_table = linked.terms if linked.since > link.rated else None
    lines = [each.takes(row.staked_cents) for each in _meters(link.terms, of_table)]
    for line in lines:
        units = line.visible + line.reserve
        row.recomputed += units
        rows.at(METER_DAYS, row.link, line.meter, event.day).recomputed += units
    row.recomputed_lines = as_text(lines)


@lru_cache(maxsize=1_024)
def _meters(link: str, table: str | None) -> list[Meter]:
    """What a table's wagers feed, by the terms of its link and its own, where these hold: every round asks."""
    terms = _decode(link)
    return [Meter(each, 0) for each in (terms if table is None else own(_decode(table), terms))]


def _voided(rows: Rows, fact: Fact[Any]) -> None:
    """Void, or reversed: its wagers are handed back."""
    row = rows.get(METER_ROUNDS, fact.event.round)
    if row is not None:
        row.void = fact.version


for _kind in (e.RoundVoided, e.RoundReversed):
    PROJECTION.on(_kind, model=METER_ROUNDS, pages=rounds_named)(_voided)


def _handed_over(rows: Rows, fact: Fact[Any]) -> None:
    """Out of the tray, or in it after all."""
    event = fact.event
    cents = -into_tray(event)
    rows.at(TABLE_METERS, event.day, fact.table).tray_awards_cents += cents
    rows.at(AWARDS, event.round, event.seat, event.meter).from_tray_cents += cents


for _moved in (award_events.AwardHandedOver, award_events.AwardNotHandedOver):
    PROJECTION.on(_moved, model=AWARDS, pages=rounds_named)(_handed_over)


# -- from the link


@PROJECTION.on(link_events.LinkInstalled)
def _installed(rows: Rows, fact: Fact[link_events.LinkInstalled]) -> None:
    event = fact.event
    row = rows.at(LINKS, event.link)
    row.terms, row.rated = _encode(event.meters).decode(), fact.position
    for terms in event.meters:
        seed = terms.seed_cents * UNITS
        rows.at(METER_DAYS, event.link, terms.meter, event.day).reseeds += seed
        rows.at(METER_READINGS, event.link, terms.meter).visible = seed


@PROJECTION.on(link_events.RatesChanged)
def _rates_changed(rows: Rows, fact: Fact[link_events.RatesChanged]) -> None:
    row = rows.at(LINKS, fact.table)
    row.terms, row.rated = _encode(fact.event.meters).decode(), fact.position


def _transferred(rows: Rows, fact: Fact[Any]) -> None:
    sign = -1 if isinstance(fact.event, link_events.LinkRetired) else 1
    if sign < 0:
        rows.at(LINKS, fact.table).retired_day = fact.event.day
    for line in fact.event.lines:
        moved = rows.at(METER_DAYS, fact.table, line.meter, fact.event.day)
        moved.transfers += sign * _move(rows, fact.table, line, sign)


PROJECTION.on(link_events.LinkRetired)(_transferred)
PROJECTION.on(link_events.BalanceReceived)(_transferred)
PROJECTION.on(link_events.BalanceCarried)(_transferred)


@PROJECTION.on(link_events.MeterRead)
def _read(rows: Rows, fact: Fact[link_events.MeterRead]) -> None:
    event = fact.event
    names = ("day", "meter", "occasion", "shown", "rolled_over", "ledger", "difference")
    said = {name: getattr(event, name) for name in (*names, "at", "by", "witness")}
    rows.add(METER_SIGNS, MeterSignRow(fact.table, fact.version, **said))


@PROJECTION.on(
    link_events.ContributionsTaken, model=METER_ROUNDS, pages=rounds_named, also=_OF_LINK
)
def _taken(rows: Rows, fact: Fact[link_events.ContributionsTaken]) -> None:
    event = fact.event
    link = fact.table
    row = rows.at(METER_ROUNDS, event.round)
    row.link, row.table, row.day, row.taken = link, event.table, event.day, fact.version
    row.lines = as_text(event.lines)
    for line in event.lines:
        units = _move(rows, link, line, 1)
        row.contributed += units
        rows.at(METER_DAYS, link, line.meter, event.day).contributions += units
        rows.at(TABLE_METERS, event.day, event.table).contributions += units
        if line.meter == link_events.MUST_HIT:
            row.must_hit = rows.at(METER_READINGS, link, line.meter).visible


@PROJECTION.on(
    link_events.ContributionsReturned, model=METER_ROUNDS, pages=rounds_named, also=_OF_LINK
)
def _returned(rows: Rows, fact: Fact[link_events.ContributionsReturned]) -> None:
    event = fact.event
    row = rows.at(METER_ROUNDS, event.round)
    if event.undone:
        _put_nothing_in(rows, fact, row)
        return
    row.given_back = fact.version
    for line in event.lines:
        units = _move(rows, fact.table, line, -1)
        row.returned += units
        rows.at(METER_DAYS, fact.table, line.meter, event.day).returns += units
        rows.at(TABLE_METERS, event.day, event.table).contributions -= units
    for line in event.reseeded:
        again = _move(rows, fact.table, line, 1)
        rows.at(METER_DAYS, fact.table, line.meter, event.day).reseeds += again


def _put_nothing_in(
    rows: Rows, fact: Fact[link_events.ContributionsReturned], row: MeterRoundRow
) -> None:
    """What the table's undo makes of the round comes after it, in the same transaction."""
    row.taken, row.lines, row.must_hit = 0, "[]", 0
    for line in fact.event.lines:
        units = _move(rows, fact.table, line, -1)
        row.contributed -= units
        rows.at(METER_DAYS, fact.table, line.meter, fact.event.day).contributions -= units
        rows.at(TABLE_METERS, fact.event.day, fact.event.table).contributions -= units


@PROJECTION.on(
    link_events.AwardWon, model=AWARDS, pages=rounds_named, also={METER_ROUNDS: rounds_named}
)
def _won(rows: Rows, fact: Fact[link_events.AwardWon]) -> None:
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.awards += event.cents * UNITS
    moved.reseeds += event.reseed_cents * UNITS
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.link, row.table, row.day, row.level = fact.table, event.table, event.day, event.level
    row.reading, row.cents = event.reading, event.cents
    row.player, row.banker = " ".join(event.player), " ".join(event.banker)
    row.status = HELD if event.held else WON
    row.won_at, row.won_by, row.won = event.at, event.by, fact.version
    row.reseed_cents = event.reseed_cents
    meter = _meter(rows, fact.table, event.meter) if event.moves_meter else fixed(event.cents)
    read = meter
    if event.as_of_round:
        read = meter.showing(rows.at(METER_ROUNDS, event.round).must_hit)
    row.folded = read.visible
    row.due_cents, row.due_reseed_cents = read.award(event.share_bps)
    _stands(rows, fact.table, meter.after(event.cents, event.reseed_cents))


@PROJECTION.on(link_events.AwardPaid, model=AWARDS, pages=rounds_named)
def _paid(rows: Rows, fact: Fact[link_events.AwardPaid]) -> None:
    event = fact.event
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status, row.place = PAID, event.place
    row.settled_day, row.settled, row.settled_cents = event.day, fact.version, event.cents
    row.supervisor = event.supervisor or None


@PROJECTION.on(link_events.AwardRefused, model=AWARDS, pages=rounds_named)
def _refused(rows: Rows, fact: Fact[link_events.AwardRefused]) -> None:
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.corrections += event.cents * UNITS
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status, row.supervisor, row.reason = REFUSED, event.supervisor, event.reason
    row.settled_day, row.settled, row.settled_cents = event.day, fact.version, event.cents
    meter = _meter(rows, fact.table, event.meter)
    _stands(rows, fact.table, meter.plus(event.cents * UNITS - event.reserve, event.reserve))


@PROJECTION.on(link_events.AwardOwed, model=AWARDS, pages=rounds_named)
def _owed(rows: Rows, fact: Fact[link_events.AwardOwed]) -> None:
    """What left the tray comes back by an event of the table, in the same transaction."""
    event = fact.event
    if event.back_cents:
        units = event.back_cents * UNITS
        rows.at(METER_DAYS, fact.table, event.meter, event.day).corrections -= units
        meter = _meter(rows, fact.table, event.meter)
        _stands(rows, fact.table, meter.plus(event.back_reserve - units, -event.back_reserve))
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status = HELD if event.held else WON
    row.settled_cents, row.settled = 0, 0
    row.settled_day = row.place = row.supervisor = row.reason = None


@PROJECTION.on(link_events.AwardUndone, model=AWARDS, pages=rounds_named)
def _undone(rows: Rows, fact: Fact[link_events.AwardUndone]) -> None:
    """What the table's undo makes of the award comes after it, in the same transaction."""
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.awards -= event.cents * UNITS
    moved.reseeds -= event.reseed_cents * UNITS
    award = (event.round, event.seat, event.meter)
    left = AwardRow(*award, from_tray_cents=rows.at(AWARDS, *award).from_tray_cents)
    rows.put(AWARDS, award, msgspec.structs.astuple(left) if left.from_tray_cents else None)
    meter = _meter(rows, fact.table, event.meter)
    _stands(rows, fact.table, meter.plus(event.visible, event.reserve))


@PROJECTION.on(link_events.AwardReversed, model=AWARDS, pages=rounds_named)
def _reversed(rows: Rows, fact: Fact[link_events.AwardReversed]) -> None:
    """What those who won since would have won more goes in by a correction of its own."""
    event = fact.event
    moved = rows.at(METER_DAYS, fact.table, event.meter, event.day)
    moved.corrections += event.visible + event.reserve
    row = rows.at(AWARDS, event.round, event.seat, event.meter)
    row.status, row.reason, row.document = REVERSED, event.reason, event.document
    row.reversed, row.reversed_day = fact.version, event.day
    row.given_back = event.visible + event.reserve + event.since_cents * UNITS
    row.since_cents, row.handed_back = event.since_cents, event.handed_back or None
    if event.of_tray:
        rows.at(TABLE_METERS, event.day, event.table).tray_awards_cents -= event.cents
    meter = _meter(rows, fact.table, event.meter)
    _stands(rows, fact.table, meter.plus(event.visible, event.reserve))


@PROJECTION.on(link_events.MeterCorrected)
def _corrected(rows: Rows, fact: Fact[link_events.MeterCorrected]) -> None:
    event = fact.event
    units = event.cents * UNITS
    rows.at(METER_DAYS, fact.table, event.meter, event.day).corrections += units
    _stands(rows, fact.table, _meter(rows, fact.table, event.meter).plus(units))


# -- what a meter shows


def _terms(rows: Rows, link: str) -> list[link_events.MeterTerms]:
    return _decode(rows.at(LINKS, link).terms)


def _meter(rows: Rows, link: str, name: str) -> Meter:
    if name == link_events.PAYTABLE:
        return fixed(0)
    row = rows.at(METER_READINGS, link, name)
    terms = next(terms for terms in _terms(rows, link) if terms.meter == name)
    return Meter(terms, row.visible, row.reserve)


def _stands(rows: Rows, link: str, meter: Meter) -> None:
    """A fixed award is no meter's, and leaves none behind."""
    if meter.terms.meter == link_events.PAYTABLE:
        return
    row = rows.at(METER_READINGS, link, meter.terms.meter)
    row.visible, row.reserve = meter.visible, meter.reserve


def _move(rows: Rows, link: str, line: link_events.MeterUnits, sign: int) -> int:
    """Put a contribution into its meter, or take it out again; its units, visible and reserve together."""
    row = rows.at(METER_READINGS, link, line.meter)
    row.visible += sign * line.visible
    row.reserve += sign * line.reserve
    return line.visible + line.reserve

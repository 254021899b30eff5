"""Amounts beyond what the property lets pass without a second look: a row each, typed or fed."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DropCounted
from ledger.events.limits import BOUNDS, Place, beyond, place_of
from ledger.events.property import PropertySettingsChanged, Settings
from projections.engine.facts import Facts
from projections.engine.model import Fact, Model, Projection, Rows, journal_of


class LimitsRow(msgspec.Struct, gc=False):
    """The property's settings in force, in JSON."""

    property: str
    settings: str = "{}"


class RulesNowRow(msgspec.Struct, gc=False):
    """The id of the rules that a table has adopted."""

    table: str
    rules: str = ""


class LaidRow(msgspec.Struct, gc=False):
    """Cents that a seat has on a bet in the last round in which it had any; coupon: 1 where they are coupons'."""

    table: str
    seat: int
    bet: str
    coupon: int
    round: str = ""
    cents: int = 0


class BeyondRow(msgspec.Struct, gc=False):
    """An amount and the limit that it is beyond, in cents. line: its place among those of its event. setting: which
    limit. what: the amount is of. source: of a feed, "" where it was typed. at: microseconds UTC.
    """

    stream: str
    version: int
    line: int
    day: str
    table: str
    setting: str
    what: str
    cents: int
    limit_cents: int
    at: int
    by: str
    source: str


LIMITS: Final = Model("limits", LimitsRow, key=1)
RULES_NOW: Final = Model("limits_rules", RulesNowRow, key=1)
LAID: Final = Model("limits_laid", LaidRow, key=4)
BEYOND: Final = Model("limits_beyond", BeyondRow, key=3, index=("day",))
JOURNAL: Final = journal_of("limits")

_PROPERTY: Final = "property"

_settings: Final = lru_cache(maxsize=8)(msgspec.json.Decoder(Settings).decode)


def _at_once(rows: Rows, facts: Facts, kept: Mapping[int, Fact[Any]]) -> Iterator[Fact[Any]]:
    """Where nothing bounds wagers, all of them are added up here and only what lies at last is a row. One by one go
    those of a table at which some were withdrawn.
    """
    if facts.kinds[PropertySettingsChanged] or _bounded(rows):
        yield from facts.in_order
        return
    apart = {fact.table for fact in facts.kinds[e.WagerWithdrawn]}
    laid: dict[tuple[str, int, str, bool], tuple[str, int]] = {}
    for fact in facts.kinds[e.WagersPlaced]:
        event, table = fact.event, fact.table
        if table in apart:
            yield fact
            continue
        if fact.position in kept:
            continue
        named = event.round
        for wager in event.wagers:
            place = table, wager.seat, wager.bet, wager.tender == "coupon"
            before = laid.get(place)
            if before is not None and before[0] == named:
                laid[place] = named, before[1] + wager.cents
            else:
                laid[place] = named, wager.cents
    rows.load(LAID, {table for table, *_ in laid})
    for (table, seat, bet, coupon), (named, cents) in laid.items():
        _lay(rows.at(LAID, table, seat, bet, int(coupon)), named, cents)
    for kind in PROJECTION.handlers:
        if kind is not e.WagersPlaced:
            yield from facts.kinds[kind]


def _bounded(rows: Rows) -> bool:
    """Whether a wager may be beyond a bound that is in force."""
    in_force = rows.get(LIMITS, _PROPERTY)
    if in_force is None:
        return False
    settings = _settings(in_force.settings)
    return any(getattr(settings, bound.setting) for bound in BOUNDS[e.WagersPlaced])


def _lay(row: LaidRow, named: str, cents: int) -> None:
    """So much more lies there in a round."""
    row.cents = cents + (row.cents if row.round == named else 0)
    row.round = named


PROJECTION: Final = Projection(
    "limits", (LIMITS, RULES_NOW, LAID, BEYOND, JOURNAL), JOURNAL, sift=_at_once
)


@PROJECTION.on(PropertySettingsChanged)
def _changed(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    row = rows.at(LIMITS, _PROPERTY)
    row.settings = msgspec.json.encode(_settings(row.settings).after(fact.event)).decode()


@PROJECTION.on(e.RulesAdopted)
def _adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    rows.at(RULES_NOW, fact.table).rules = fact.event.rules


def _laid(rows: Rows, fact: Fact[e.WagersPlaced]) -> dict[Place, int]:
    """What lies on the bets of an event, with what it put there."""
    found: dict[Place, int] = {}
    event = fact.event
    for wager in event.wagers:
        place = place_of(wager)
        row = rows.at(LAID, fact.table, *place)
        _lay(row, event.round, wager.cents)
        found[place] = row.cents
    return found


@PROJECTION.on(e.WagerWithdrawn)
def _withdrawn(rows: Rows, fact: Fact[e.WagerWithdrawn]) -> None:
    for wager in fact.event.wagers:
        rows.at(LAID, fact.table, *place_of(wager)).cents = 0


def _looked_at(rows: Rows, fact: Fact[Any]) -> None:
    laid = _laid(rows, fact) if isinstance(fact.event, e.WagersPlaced) else {}
    in_force = rows.get(LIMITS, _PROPERTY)
    if in_force is None:
        return
    event: Event = fact.event
    table = event.table if isinstance(event, DropCounted) else fact.table
    adopted = rows.get(RULES_NOW, table)
    found = beyond(event, _settings(in_force.settings), adopted.rules if adopted else "", laid)
    for line, (setting, what, cents, limit_cents) in enumerate(found):
        row = BeyondRow(
            *(fact.stream, fact.version, line, event.day, table, setting, what, cents),
            *(limit_cents, event.at, event.by, event.source),
        )
        rows.add(BEYOND, row)


for _kind in BOUNDS:
    PROJECTION.on(_kind)(_looked_at)

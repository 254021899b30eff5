"""Amounts beyond what the property lets pass without a second look: a row each, typed or fed."""

from functools import lru_cache
from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DropCounted
from ledger.events.limits import BOUNDS, beyond
from ledger.events.property import PropertySettingsChanged, Settings
from projections.engine.model import Fact, Model, Projection, Rows, journal_of


class LimitsRow(msgspec.Struct, gc=False):
    """The property's settings in force, in JSON."""

    property: str
    settings: str = "{}"


class RulesNowRow(msgspec.Struct, gc=False):
    """The id of the rules that a table has adopted."""

    table: str
    rules: str = ""


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
BEYOND: Final = Model("limits_beyond", BeyondRow, key=3, index=("day",))
JOURNAL: Final = journal_of("limits")
PROJECTION: Final = Projection("limits", (LIMITS, RULES_NOW, BEYOND, JOURNAL), JOURNAL)

_PROPERTY: Final = "property"

_settings: Final = lru_cache(maxsize=8)(msgspec.json.Decoder(Settings).decode)


@PROJECTION.on(PropertySettingsChanged)
def _changed(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    row = rows.at(LIMITS, _PROPERTY)
    row.settings = msgspec.json.encode(_settings(row.settings).after(fact.event)).decode()


@PROJECTION.on(e.RulesAdopted)
def _adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    rows.at(RULES_NOW, fact.table).rules = fact.event.rules


def _looked_at(rows: Rows, fact: Fact[Any]) -> None:
    in_force = rows.get(LIMITS, _PROPERTY)
    if in_force is None:
        return
    event: Event = fact.event
    table = event.table if isinstance(event, DropCounted) else fact.table
    adopted = rows.get(RULES_NOW, table)
    found = beyond(event, _settings(in_force.settings), adopted.rules if adopted else "")
    for line, (setting, what, cents, limit_cents) in enumerate(found):
        row = BeyondRow(
            *(fact.stream, fact.version, line, event.day, table, setting, what, cents),
            *(limit_cents, event.at, event.by, event.source),
        )
        rows.add(BEYOND, row)


for _kind in BOUNDS:
    PROJECTION.on(_kind)(_looked_at)

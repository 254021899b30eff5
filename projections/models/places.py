"""Where a table stood and what was dealt there: its pit and its game, day by day.

A row is written on the days on which one of them was said; in force is the last that was said by a day's end.
"""

from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events import table as e
from ledger.store.driver import ask
from projections.engine.model import Fact, Model, Projection, Rows, journal_of


class TablePlaceRow(msgspec.Struct, gc=False):
    """A table's pit and game as last said on a gaming day; None what was not said on it."""

    table: str
    day: str
    pit: str | None = None
    game: str | None = None


TABLE_PLACES: Final = Model("table_places", TablePlaceRow, key=2)
JOURNAL: Final = journal_of("places")
PROJECTION: Final = Projection("places", (TABLE_PLACES, JOURNAL), JOURNAL)

_TABLES: Final = 'SELECT DISTINCT "table" FROM table_places ORDER BY "table"'


def tables(connection: sa.Connection) -> list[str]:
    """The codes of all tables that were ever put into service."""
    return [code for (code,) in ask(connection, _TABLES)]


class _Offered(msgspec.Struct):
    """What is read of a rules submission's document."""

    game: str | None = None


_OFFERED: Final = msgspec.json.Decoder(_Offered)


@PROJECTION.on(e.TableCommissioned)
def _commissioned(rows: Rows, fact: Fact[e.TableCommissioned]) -> None:
    rows.at(TABLE_PLACES, fact.table, fact.event.day).pit = fact.event.pit


@PROJECTION.on(e.TableOpened)
def _opened(rows: Rows, fact: Fact[e.TableOpened]) -> None:
    rows.at(TABLE_PLACES, fact.table, fact.event.day).pit = fact.event.pit


@PROJECTION.on(e.RulesAdopted)
def _rules_adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    row = rows.at(TABLE_PLACES, fact.table, fact.event.day)
    row.game = _OFFERED.decode(fact.event.document).game

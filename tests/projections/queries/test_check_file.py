"""An index of the log that is not what the log says is named, whatever it lacks or has too much (SQLite)."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Line
from ledger.values.errors import IntegrityFailure
from projections.queries import check_file
from tests.clerk import established
from tests.games.day import GamesDay
from tests.stores import Files

UNIQUE = "sqlite_autoindex_events_1"
OF_ALL = "originator_id, originator_version"
LAST = "(SELECT max(position) FROM events)"


def played(url: str) -> None:
    """A few rounds, so that some events are rare and most are not."""
    with Ledger(url) as ledger:
        lines = GamesDay("ma-midi", "T-1", Random(1), 4).lines()
        assert Intake(ledger).run(Line(n, raw) for n, raw in enumerate(lines, 1)).complete


def in_the_place_of(path: Path, index: str, rows: str, made: str) -> None:
    """Have the log's index be one over other rows. rows: as a question; made: over which columns, and of which rows."""
    with closing(sqlite3.connect(path)) as connection, connection:
        columns = "position INTEGER PRIMARY KEY, originator_id TEXT, originator_version INTEGER, topic TEXT"
        connection.execute(f"CREATE TABLE others ({columns})")
        connection.execute(f"INSERT INTO others {rows}")
        connection.execute(f"CREATE INDEX lies ON others {made}")
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'lies'"
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"UPDATE sqlite_master SET rootpage = ({root}) WHERE name = '{index}'")
        connection.execute("DELETE FROM sqlite_master WHERE name IN ('lies', 'others')")


ROWS = "SELECT position, originator_id, originator_version, topic FROM events"
RARE = "WHERE topic NOT IN ('table.cards_dealt', 'table.wagers_placed')"
SWAPPED = (
    "SELECT CASE position WHEN 7 THEN 8 WHEN 8 THEN 7 ELSE position END,"
    " originator_id, originator_version, topic FROM events"
)
ONE_MORE = f"{ROWS} UNION ALL SELECT {LAST} + 1, 'table:T-1', 1000000, 'table.opened'"

DAMAGE = {
    "an entry is missing": (UNIQUE, f"{ROWS} WHERE position <> 9", f"({OF_ALL})"),
    "an entry is of no event": (UNIQUE, ONE_MORE, f"({OF_ALL})"),
    "an entry leads to another event": (UNIQUE, SWAPPED, f"({OF_ALL})"),
    "entries are in another order": (UNIQUE, ROWS, f"({OF_ALL.replace(',', ' DESC,')})"),
    "a rare one is missing": ("ix_events_rare", f"{ROWS} WHERE position <> 2", f"({OF_ALL})"),
    "one is there that is not rare": ("ix_events_rare", ROWS, f"({OF_ALL}) {RARE}"),
    "one of its topic is missing": (
        "ix_events_rare_topic",
        f"{ROWS} WHERE position <> 2",
        "(topic, position)",
    ),
    "one of another topic is there": ("ix_events_rare_topic", ROWS, f"(topic, position) {RARE}"),
    "one of its topic is of no event": ("ix_events_rare_topic", ONE_MORE, "(topic, position)"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_an_index_of_the_log_that_is_not_what_the_log_says_is_named(
    tmp_path: Path, sqlite_stores: Files, damage: tuple[str, str, str]
) -> None:
    url = sqlite_stores.put(tmp_path / "pit.db", established, played)
    in_the_place_of(tmp_path / "pit.db", *damage)
    with Ledger(url) as ledger, pytest.raises(IntegrityFailure) as found:
        check_file.check_file(ledger, None)
    assert (found.value.refusal.code, found.value.refusal.facts) == (
        "store_damaged",
        {"table": "events"},
    )


def test_an_index_of_the_log_that_is_what_the_log_says_is_not_gone_through_row_by_row(
    tmp_path: Path, sqlite_stores: Files
) -> None:
    url = sqlite_stores.put(tmp_path / "pit.db", established, played)
    with Ledger(url) as ledger, ledger.journal.engine.connect() as connection:
        asked = list[str]()
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(asked.append)
        connection.close()
        assert check_file.check_file(ledger, None) > 0
    assert any("quick_check" in each for each in asked)
    assert not any("pragma_integrity_check('events')" in each for each in asked)

"""A fresh store, which is made by one script, is what the migrations make; GOLDEN=write makes the scripts anew."""

import os
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection

from ledger.store.engine import begin_write, make_engine
from migrations import chain, present
from migrations.version import current, head
from tests.postgres import Server, embedded

SCRIPTS: Final = Path(present.__file__).parent
ITS_OWN: Final = re.compile(r"--|SET |SELECT |\\")
"""How lines of a dump begin that make nothing."""

_MADE: Final = """
SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger', type = 'index', name
"""


def made(url: str, make: Callable[[Connection], None]) -> str:
    """What is in an empty database after this: all that it says of itself."""
    engine = make_engine(url)
    try:
        with begin_write(engine) as connection:
            make(connection)
        assert current(engine) == head()
    finally:
        engine.dispose()
    return _said_by_file(url) if url.startswith("sqlite") else _said_by_server(url)


def _said_by_file(url: str) -> str:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
        found = file.execute(_MADE)
        return present.BETWEEN.join(sql for (sql,) in found) + ";\n"


def _said_by_server(url: str) -> str:
    program = embedded().POSTGRES_BIN_PATH / "pg_dump"
    dumped = subprocess.run(
        [program, "--schema-only", "--no-owner", "-d", url],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lines = [line for line in dumped.splitlines() if not ITS_OWN.match(line)]
    # Where the store is, as its own names come first, is the path's matter.
    return re.sub("\n{2,}", "\n\n", "\n".join(lines)).replace("public.", "").strip() + "\n"


@pytest.fixture
def empty(request: pytest.FixtureRequest, to_climb: str, tmp_path: Path) -> Iterator[str]:
    """Another database without any table, of the same kind."""
    if to_climb.startswith("sqlite"):
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    server: Server = request.getfixturevalue("pg_admin")
    with server.database() as url:
        yield url


def test_a_fresh_store_is_what_the_migrations_make(to_climb: str, empty: str) -> None:
    climbed = made(to_climb, chain.climb)
    database = to_climb.partition(":")[0]
    if os.environ.get("GOLDEN") == "write":
        script = climbed.replace(f"CREATE TABLE sqlite_sequence(name,seq){present.BETWEEN}", "")
        (SCRIPTS / f"{database}.sql").write_text(script, encoding="utf-8")
    assert made(empty, present.make) == climbed

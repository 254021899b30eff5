"""A store that is lost while a feed opens it is waited for as in the middle; one that never was reached is not."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

import psycopg
import pytest
from sqlalchemy.engine import make_url

from cli.demo.dealer import Day, Plan
from cli.frame.main import main
from ledger.desks.ledger import Ledger
from tests.cli.commands.feed.running import finish
from tests.forked import Process
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import every_record_once

STATEMENTS: Final = (0, 5, 10, 14, 18)
"""Some of those between the first and the first batch: of a connection, of SQLAlchemy, of the store, of the books."""


@pytest.fixture
def store(postgres_url: str) -> str:
    """A property's store."""
    with open_pit(postgres_url):
        return postgres_url


@pytest.fixture
def feed(tmp_path: Path) -> Path:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"".join(Day(Plan(rounds=2, tables=("MB-01",))).lines()))
    return path


def _fed(url: str, *typed: str, after: int, gone: bool = False) -> tuple[int, str, str]:
    """`pit feed` whose session is ended before a statement, from 0 on. gone: it is let in no more after that."""
    env = {**os.environ, "PIT_CONFIG": os.devnull}
    command = ("pit", "--db", url, "feed", *typed)
    return finish(Process(_feed, command, url, after, gone, cwd=Path.cwd(), env=env))


def _feed(command: tuple[str, ...], url: str, after: int, gone: bool) -> None:
    count = 0

    class Ended(psycopg.Cursor[Any]):
        def execute(self, *args: Any, **named: Any) -> Self:
            nonlocal count
            if count == after:
                _end(url, self.connection.info.backend_pid)
            count += 1
            return super().execute(*args, **named)

    def connect(*args: Any, **named: Any) -> Any:
        if gone and count > after:
            raise psycopg.OperationalError("connection refused")
        return connects(*args, **named | {"cursor_factory": Ended})

    connects: Callable[..., Any] = psycopg.connect
    vars(psycopg)["connect"] = connect
    sys.argv[:] = command
    main()


def _end(url: str, session: int) -> None:
    with psycopg.Connection.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [session])


@pytest.mark.parametrize("after", STATEMENTS)
def test_a_store_that_is_lost_while_a_feed_opens_it_is_waited_for(
    store: str, feed: Path, after: int
) -> None:
    code, _, err = _fed(store, str(feed), after=after)
    assert (code, err.splitlines()) == (
        0,
        [
            "The store is lost; recorded before: 0 records. Trying to reach it.",
            "The store is back; going on.",
        ],
    )
    with Ledger(store) as ledger:
        assert every_record_once(ledger, feed)


@pytest.mark.parametrize("after", STATEMENTS[::2])
def test_a_feed_that_gives_up_before_it_began_says_how_far_it_came(
    store: str, feed: Path, after: int
) -> None:
    code, out, err = _fed(store, str(feed), "--json", "--patience", "1", after=after, gone=True)
    assert (code, out) == (7, "")
    error = json.loads(err.splitlines()[-1])["error"]
    assert error["code"] == "store_lost"
    reason = "nothing takes connections there"
    assert error["facts"] == {"records": 0, "taken": 0, "sources": {}, "reason": reason}


def test_a_store_that_never_was_reached_is_not_waited_for(store: str, feed: Path) -> None:
    nowhere = make_url(store).set(database="nowhere").render_as_string(hide_password=False)
    code, _, err = _fed(nowhere, str(feed), "--json", after=-1)
    assert code == 7
    assert json.loads(err)["error"]["code"] == "store_unreachable"

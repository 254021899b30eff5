"""`pit` as a clerk types it, on both databases, on a Saturday evening that stands still."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import time_machine
from click.testing import CliRunner, Result

from cli.frame.main import pit as command
from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write, make_engine
from tests.cli.altering import guards_put_back
from tests.stores import Files, Made, Stores

NOW = "2026-07-11T18:00:00-04:00"
DAY = "2026-07-11"
SIGNED = ("--dealer", "D-7", "--supervisor", "S-2")
OPENER = ("--opener", "100x50 25x200 5x400")


@dataclass
class Terminal:
    """Types commands at one store; `url` is named in PIT_DB and C-1 in PIT_BY."""

    url: str

    def run(self, *args: str, stdin: str | bytes | None = None, by: str | None = "C-1") -> Result:
        """What came of a command: exit code, standard output and error."""
        env = {"PIT_DB": self.url, "PIT_BY": by, "PIT_CONFIG": None, "PIT_RULES": None}
        result = CliRunner().invoke(command, list(args), input=stdin, env=env)
        assert "Traceback" not in result.output
        return result

    def does(self, *args: str, stdin: str | bytes | None = None) -> str:
        """The output of a command that must work."""
        result = self.run(*args, stdin=stdin)
        assert result.exit_code == 0, f"pit {' '.join(args)}\n{result.output}"
        return result.stdout

    def json(self, *args: str) -> Any:
        """The JSON of a command that must work."""
        return json.loads(self.does(*args, "--json"))

    def is_refused(self, *args: str, exit_code: int = 1) -> dict[str, Any]:
        """The error of a command that must be refused and leave no trace."""
        before = self.everything()
        result = self.run(*args, "--json")
        assert result.exit_code == exit_code, f"pit {' '.join(args)}\n{result.output}"
        assert result.stdout == ""
        assert self.everything() == before, "a refused command left a trace"
        error: dict[str, Any] = json.loads(result.stderr)["error"]
        assert error["message"].endswith((".", "?")), error
        return error

    def everything(self) -> list[Any]:
        """The whole log."""
        with Ledger(self.url) as ledger:
            return list(ledger.journal.select_notifications(start=None, limit=100_000))

    # -- what most tests begin with

    def initialised(self) -> "Terminal":
        """A store with its property."""
        self.does("init", "--name", "Harbor House", "--zone", "America/New_York")
        return self

    def opened(self, table: str = "MB-01", *options: str) -> "Terminal":
        """A table open for gaming."""
        self.does(
            *(
                "table",
                "open",
                table,
                "--rules",
                "ma-midi",
                "--pit",
                "P-1",
                *OPENER,
                *SIGNED,
                *options,
            )
        )
        return self

    def dealing(self, table: str = "MB-01", *options: str) -> "Terminal":
        """A table open for gaming, a shoe in play."""
        self.opened(table, *options)
        self.does("shoe", "start", table, "1", "--burn", "2c")
        return self


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A directory and a home of its own, and a clock that stands still."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PIT_DB", "PIT_BY", "PIT_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def bare(url: str) -> Terminal:
    """A store with its tables and nothing in them, on each database in turn."""
    return Terminal(url)


def a_property(url: str) -> None:
    """What `pit init` makes of a store."""
    Terminal(url).initialised()


@pytest.fixture
def terminal(stores: Stores) -> Iterator[Terminal]:
    """A store with its property, on each database in turn."""
    with stores.copy(a_property) as url:
        yield Terminal(url)


def typed_once(type_: Callable[[Terminal], object]) -> Any:
    """Make a fixture of what is typed at the store of a property: that store, on each database in turn, in which it was
    typed once for all tests under the same texts (tests/copies.py).
    """
    return _fixture(type_, a_property)


def typed_once_at_nothing(type_: Callable[[Terminal], object]) -> Any:
    """The same, at a store with its tables and nothing in them."""
    return _fixture(type_)


def _fixture(type_: Callable[[Terminal], object], *before: Made) -> Any:
    @cache
    def done(_texts: str) -> Made:
        return lambda url: type_(Terminal(url))

    @pytest.fixture(name=type_.__name__)
    def begins_there(stores: Stores, texts: str) -> Iterator[Terminal]:
        with stores.copy(*before, done(texts)) as url:
            yield Terminal(url)

    return begins_there


@pytest.fixture
def on_file(sqlite_stores: Files, tmp_path: Path) -> Terminal:
    """A store with its property, on SQLite: for what has nothing to do with the database."""
    return Terminal(sqlite_stores.put(tmp_path / "pit.db", a_property))


GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare with a file of tests/cli/golden; GOLDEN=write makes it anew."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if os.environ.get("GOLDEN") == "write":
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text

    return compare


def tamper(url: str, topic: str, old: str, new: str) -> None:
    """Change what was recorded, behind the ledger's back."""
    engine = make_engine(url)
    with begin_write(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER USER")
        else:
            names = connection.exec_driver_sql(
                "SELECT name FROM sqlite_master WHERE type='trigger'"
            )
            for (name,) in names.all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        found = connection.execute(
            sa.text("SELECT position, state FROM events WHERE topic = :topic"), {"topic": topic}
        ).all()
        changed = [(row.position, bytes(row.state).decode().replace(old, new)) for row in found]
        assert any(new in state for _, state in changed)
        for position, state in changed:
            connection.execute(
                sa.text("UPDATE events SET state = :state WHERE position = :position"),
                {"state": state.encode(), "position": position},
            )
        if engine.dialect.name == "postgresql":
            for statement in guards_put_back("events"):
                connection.exec_driver_sql(statement)
    engine.dispose()

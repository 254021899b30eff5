"""The books in a browser, asked in the test's own process, of days that were played once for all."""

from collections.abc import Iterator, Sequence
from contextlib import chdir
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import sqlalchemy as sa
import time_machine
from starlette.testclient import TestClient

from cli.serve.app import make_app
from projections.engine import engine as projection_engine
from projections.engine.batch import Source
from projections.engine.model import Projection
from tests.cli.conftest import Terminal, a_property
from tests.cli.proving import filed, write_phrases
from tests.cli.readers import AFTERWARDS, play
from tests.cli.serve.asking import Browser
from tests.forked import SERVER
from tests.stores import Stores

HOST = "127.0.0.1"
NAME = "books.harbor.example"
"""By which a proxy is asked for it, and operators sign in."""

PHRASES = {"A-1": "four words of A-1", "C-1": "four words of C-1"}
"""Of accounting and audit, and of a pit clerk."""

HOSTILE = "<script>alert(1)</script>"
"""As somebody sits at a table."""


def days_played(url: str) -> None:
    """Whatever readers are asked of, somebody with a name that would be code, and a clerk with a passphrase."""
    terminal = Terminal(url)
    play(terminal)
    with TemporaryDirectory() as home, chdir(home), time_machine.travel(AFTERWARDS, tick=False):
        write_phrases(PHRASES)
        terminal.does("seat", "sit", "MB-01", "6", "--patron", HOSTILE)
        new = ("--new-passphrase-file", "C-1.phrase")
        terminal.does("operator", "enroll", "C-1", *new, *filed("A-1"))


@pytest.fixture(autouse=True)
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is made when it is asked for, and waited for however busy the machine is."""
    monkeypatch.setattr("cli.serve.live.PAUSE_SECONDS", 0)
    monkeypatch.setattr("cli.serve.live.PATIENCE_SECONDS", 60)
    monkeypatch.setattr("cli.serve.kept.FRESH_SECONDS", 0)
    monkeypatch.setattr("cli.serve.kept.LATE_SECONDS", 0)
    monkeypatch.setattr("cli.serve.kept.LATE_TIMES", 0)
    monkeypatch.setattr("cli.serve.kept.TOLD_SECONDS", 60)


@pytest.fixture(autouse=True)
def makers_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that make pages are forked where all that they need is imported: tests/forked.py."""
    monkeypatch.setattr("projections.queries.workers.ANEW", SERVER)


@pytest.fixture
def past_made_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What one page has made anew of the log as it stood at a moment does for the next: nothing moves meanwhile."""
    as_of, made = projection_engine.as_of, dict[Any, sa.Engine]()

    def once(needs: Sequence[Projection], source: Source, **how: Any) -> sa.Engine:
        of = (*needs, how["position"], how["known_at"], how["happened_by"])
        if of not in made:
            made[of] = as_of(needs, source, **how)
            vars(made[of])["dispose"] = lambda: None
        return made[of]

    monkeypatch.setattr(projection_engine, "as_of", once)
    yield
    for each in made.values():
        sa.Engine.dispose(each)


@pytest.fixture
def played(stores: Stores) -> Iterator[Terminal]:
    """A store in which days were played, on each database in turn, when all of it has happened."""
    with stores.copy(a_property, days_played) as url, time_machine.travel(AFTERWARDS, tick=False):
        yield Terminal(url)


@pytest.fixture
def browser(played: Terminal) -> Iterator[TestClient]:
    """Asks for pages of that store, at this machine."""
    with Browser(make_app(played.url), f"http://{HOST}") as it:
        yield it


@pytest.fixture
def elsewhere(played: Terminal) -> Iterator[TestClient]:
    """Asks for them by a name, where operators sign in."""
    with Browser(make_app(played.url, (NAME,)), f"https://{NAME}") as it:
        yield it


def signs_in(browser: TestClient, operator: str, to: str = "/") -> None:
    """Signs in as an operator with their passphrase."""
    typed = {"operator": operator, "passphrase": PHRASES[operator], "to": to}
    answer = browser.post("/login", data=typed)
    assert (answer.status_code, answer.headers["location"]) == (303, to), answer.text

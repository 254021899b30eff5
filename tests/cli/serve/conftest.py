"""The books in a browser, asked in the test's own process, of days that were played once for all."""

from collections.abc import Iterator

import pytest
import time_machine
from starlette.testclient import TestClient

from cli.serve.app import make_app
from tests.cli.conftest import Terminal, a_property
from tests.cli.readers import AFTERWARDS, play
from tests.stores import Stores

HOST = "127.0.0.1"


def days_played(url: str) -> None:
    """Whatever readers are asked of."""
    play(Terminal(url))


@pytest.fixture
def played(stores: Stores) -> Iterator[Terminal]:
    """A store in which days were played, on each database in turn, when all of it has happened."""
    with stores.copy(a_property, days_played) as url, time_machine.travel(AFTERWARDS, tick=False):
        yield Terminal(url)


@pytest.fixture
def browser(played: Terminal) -> Iterator[TestClient]:
    """Asks for pages of that store, at this machine."""
    with TestClient(make_app(played.url, (HOST,)), f"http://{HOST}", follow_redirects=False) as it:
        yield it

"""A store on each database that the tests of a module share, each at a table of its own; and a
terminal at a store of its own.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ledger.desks.ledger import Ledger
from tests.clerk import Clerk, establish
from tests.cli.conftest import Terminal
from tests.conftest import BACKENDS
from tests.stores import Stores

NUMBERS = count(1)


@pytest.fixture(scope="module", params=BACKENDS)
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """The ledger of a property, on each database in turn."""
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    with stores.copy() as url, Ledger(url) as ledger:
        establish(ledger)
        yield ledger


@pytest.fixture
def clerk(ledger: Ledger) -> Clerk:
    """A clerk at a table that was never opened."""
    return Clerk(ledger, f"T-{next(NUMBERS)}")


@pytest.fixture
def dealing(clerk: Clerk) -> Clerk:
    """A clerk at an open table with a shoe in play."""
    return clerk.opens().starts_shoe()


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """An empty directory to type in, without any store: for what needs none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Terminal("sqlite:///none.db")


@pytest.fixture
def terminal(url: str, apart: Terminal) -> Terminal:
    """A store with its property, on each database in turn, typed at from an empty directory."""
    apart.url = url
    return apart.initialised()

"""What every test may ask for: a store on each database, as the migrations make it.

What is long in the making is made once and copied (tests/stores.py); engines share what SQLAlchemy works out
(tests/engines.py); a process is forked from one that has imported everything (tests/forked.py), and so are those
that run the tests (tests/workers.py). A command is tried in the test's own process, unless it is about processes.
"""

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from hypothesis import HealthCheck, Phase, settings
from sqlalchemy import Engine

from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from migrations import chain
from tests import copies, engines
from tests.clerk import DEALT, AsItHappens, Clerk, dealt, established
from tests.copies import copied, texts
from tests.postgres import Server, laid_out, server
from tests.stores import Databases, Files, Made, Stores
from tests.workers import pytest_addoption, pytest_runtestloop

__all__ = ["copied", "pytest_addoption", "pytest_runtestloop", "texts"]

BACKENDS = ("sqlite", "postgres")

# No test is timed; where others wait for the result, the same examples are tried every time.
settings.register_profile("pit", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("pit")
# Where a test is only asked whether it notices a change (make mutants), few examples do, and none is made small.
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=15,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),  # A machine that does much besides is slow.
)

pytest.MonkeyPatch().setattr("ledger.store.engine.create_engine", engines.create_engine)
pytest.MonkeyPatch().setattr("ledger.store.factory.make_engine", engines.make_engine)

# What Alembic reads of seventy files is read once a process.
_revisions = cache(partial(ScriptDirectory.from_config, chain.config()))
pytest.MonkeyPatch().setattr(ScriptDirectory, "from_config", lambda _: _revisions())

# What a passphrase costs is tried once, and is no matter of the others.
pytest.MonkeyPatch().setattr("ledger.values.passphrases.LOG_COST", 4)

_MEMORY = Path("/dev/shm")  # noqa: S108  each run has a directory of its own in it
_ENOUGH_BYTES = 2 << 30
# Where there is room, stores and servers of tests are kept in memory, where nothing waits for a disk.
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH_BYTES:
    tempfile.tempdir = str(_MEMORY)


pytest_generate_tests = copies.under_copies


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Stop where a test of procedure does not run under the copies of the texts."""
    if found := copies.escaped(copies.cases(items)):
        raise pytest.UsageError(f"not tried under copied texts: {', '.join(found)}")
    items[:] = copies.once(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Do not look again and again through eleven thousand tests for garbage: while they are found, nothing is any."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 20, 50)
        gc.enable()


@pytest.hookimpl(specname="pytest_runtestloop", wrapper=True)
def pytest_servers_are_laid_out(session: pytest.Session) -> Generator[None, object, object]:
    """Make what servers begin with before those that run tests are forked: they copy it, and clear up nothing."""
    option = session.config.option
    if option.workers and not option.collectonly:
        laid_out()
    return (yield)


def pytest_sessionfinish() -> None:
    """Look once for what is left, which pytest then does five times through all that tests have loaded."""
    engines.hang_up()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def pg_admin() -> Iterator[Server]:
    """A PostgreSQL server; each worker process has its own."""
    with server() as started:
        yield started


@pytest.fixture(scope="session")
def postgres_stores(pg_admin: Server) -> Iterator[Databases]:
    """Stores on PostgreSQL to copy from."""
    stores = Databases(pg_admin)
    yield stores
    stores.drop()


@pytest.fixture(scope="session")
def sqlite_stores(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Stores on SQLite to copy from."""
    return Files(tmp_path_factory.mktemp("stores"))


@pytest.fixture(params=BACKENDS)
def stores(request: pytest.FixtureRequest) -> Stores:
    """Stores to copy from, on each database in turn: see tests/stores.py."""
    found: Stores = request.getfixturevalue(f"{request.param}_stores")
    return found


@pytest.fixture(params=BACKENDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without any table, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    admin: Server = request.getfixturevalue("pg_admin")
    with admin.database() as url:
        yield url


@cache
def _dealt(_texts: str) -> Made:
    """A table opened under one of the texts (tests/copies.py)."""
    return partial(dealt)


@pytest.fixture
def begun(request: pytest.FixtureRequest, texts: str) -> tuple[Made, ...]:
    """What was done to a fresh store before a test begins: nothing, unless it asks for `ledger` below, or for
    `dealing` too.
    """
    if "of_a_property" not in request.fixturenames:
        return ()
    at_table = "of_a_dealt_table" in request.fixturenames
    return (established, _dealt(texts)) if at_table else (established,)


@pytest.fixture
def sqlite_url(sqlite_stores: Files, begun: tuple[Made, ...], tmp_path: Path) -> str:
    """A fresh store on SQLite."""
    return sqlite_stores.put(tmp_path / "pit.db", *begun)


@pytest.fixture
def postgres_url(postgres_stores: Databases, begun: tuple[Made, ...]) -> Iterator[str]:
    """A fresh store on PostgreSQL."""
    with postgres_stores.copy(*begun) as url:
        yield url


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest) -> str:
    """A fresh store, on each database in turn."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """The engine of a fresh store, on each database in turn."""
    made = make_engine(url)
    yield made
    made.dispose()


@pytest.fixture
def recorder(engine: Engine) -> SqlApplicationRecorder:
    """The log of a fresh store, on each database in turn."""
    return SqlApplicationRecorder(engine)


@pytest.fixture
def of_a_property() -> None:
    """Whoever asks for it begins with the store of a property."""


@pytest.fixture
def clock() -> Callable[[], int] | None:
    """By which a ledger goes, where tests have one of their own; None as it happens."""
    return None


@pytest.fixture
def ledger(url: str, of_a_property: None, clock: Callable[[], int] | None) -> Iterator[Ledger]:  # noqa: ARG001  it says how the store begins
    """The ledger of a property, on each database in turn."""
    with AsItHappens(url) if clock is None else Ledger(url, clock) as ledger:
        yield ledger


@pytest.fixture
def clerk(ledger: Ledger) -> Clerk:
    """A clerk at a table that was never opened."""
    return Clerk(ledger)


@pytest.fixture
def of_a_dealt_table() -> None:
    """Whoever asks for it and for a property begins with its table open, a shoe in play."""


@pytest.fixture
def dealing(clerk: Clerk, of_a_dealt_table: None) -> Clerk:  # noqa: ARG001  as above
    """A clerk at an open table with a shoe in play."""
    clerk.goes_on(DEALT)
    return clerk

"""Stores made once a process and copied for each test that begins with them.

A store is known by what was done to it: `stores.copy()` has its tables and nothing in them, `stores.copy(a_day)` is
what the function `a_day` makes of that, and `stores.copy(a_day, closed)` what `closed` makes of the day. Each is made
when it is first asked for, and what a test does, it does to a copy. So a test that needs a long story before it begins
writes it as a function of a store's address, in its module, and asks for the copy: the second test to ask costs
milliseconds: a file is copied, and on PostgreSQL the same rows are written again (tests/reused.py). What hangs on more
than the address and a clock that stands still, such as rules that are copied, is not shared so.
"""

import shutil
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledger.store.engine import make_engine
from migrations.run import upgrade
from tests import engines
from tests.postgres import Server
from tests.reused import NONE, Reused, Rows

Made = Callable[[str], object]
"""Does something to the store at an address, and leaves nobody connected to it."""


FEW: Final = 3
"""Databases that nobody needs any longer wait to be dropped."""


class Stores(ABC):
    """Those of one kind of database."""

    @abstractmethod
    def copy(self, *made: Made) -> AbstractContextManager[str]:
        """The address of a store of one's own to which all this was done, for as long as the block lasts."""


class Files(Stores):
    """Stores on SQLite. folder: where those that are copied are kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[Made, ...], Path] = {}

    def put(self, file: Path, *made: Made) -> str:
        """The address of a copy in a file of one's own."""
        template = self._template(*made)
        engines.hang_up("sqlite")
        shutil.copyfile(template, file)
        return _address(file)

    @contextmanager
    def copy(self, *made: Made) -> Iterator[str]:
        with TemporaryDirectory() as home:
            yield self.put(Path(home, "pit.db"), *made)

    def _template(self, *made: Made) -> Path:
        if made not in self._made:
            before = self._template(*made[:-1]) if made else None
            file = self._folder / f"{len(self._made)}.db"
            if before is not None:
                shutil.copyfile(before, file)
            else:
                in_small_pages(file)
            do = made[-1] if made else migrate
            do(_address(file))
            self._made[made] = file
        return self._made[made]


class Databases(Stores):
    """Stores on PostgreSQL. What was done to one is kept as its rows, which are written into the tables of another; or
    as a database to be copied, where more than rows was made.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self.migrated = server.create()
        """The name of a database with the tables of a store, to be copied: nobody is connected to it."""
        migrate(server.url(self.migrated))
        engines.hang_up()
        self._made: dict[tuple[Made, ...], Rows | str] = {(): NONE}
        self._free: list[Reused] = []
        self._left: list[str] = []

    @contextmanager
    def copy(self, *made: Made) -> Iterator[str]:
        with self._store(*made) as store:
            yield store.url

    def drop(self) -> None:
        """Drop all there are."""
        while self._free:
            self._leave(self._free.pop())
        copied = [kept for kept in self._made.values() if isinstance(kept, str)]
        for name in (*self._left, *copied, self.migrated):
            self._server.drop(name)

    @contextmanager
    def _store(self, *made: Made) -> Iterator[Reused]:
        kept = self._kept(*made)
        if isinstance(kept, str):
            store = self._in(self._server.create(kept))
        else:
            store = self._free.pop() if self._free else self._in(self._server.create(self.migrated))
            store.begins_with(kept)
        try:
            yield store
        finally:
            if not isinstance(kept, str) and store.is_free():
                self._free.append(store)
            else:
                self._leave(store)

    def _kept(self, *made: Made) -> Rows | str:
        if made not in self._made:
            with self._store(*made[:-1]) as store:
                made[-1](store.url)
                engines.hang_up()
                self._made[made] = store.rows() or self._server.create(store.name)
        return self._made[made]

    def _in(self, name: str) -> Reused:
        return Reused(name, self._server.url(name))

    def _leave(self, store: Reused) -> None:
        # A server process takes a moment to end, and whoever drops its database at once waits for it.
        engines.hang_up()
        store.close()
        self._server.reset(store.name)
        self._left.append(store.name)
        if len(self._left) > FEW:
            self._server.drop(self._left.pop(0))


def in_small_pages(file: Path) -> None:
    """Begin a file of which a copy takes a third of the time: of two hundred tables and indexes each has a page."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA page_size = 1024")
        connection.execute("PRAGMA journal_mode = WAL")


def _address(file: Path) -> str:
    return f"sqlite:///{file}"


def migrate(url: str) -> None:
    """Give an empty store its tables."""
    engine = make_engine(url)
    try:
        upgrade(engine)
    finally:
        engine.dispose()

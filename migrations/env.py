"""Alembic's environment: run by `migrations.chain`, or by a tool that brings its own connection."""

from alembic import context
from sqlalchemy import Connection, Engine, MetaData

from ledger.store.engine import begin_write


def whole_metadata() -> MetaData:
    """The store's tables and the read models'."""
    from projections.models import registry  # noqa: PLC0415  # an upgrade compares nothing and needs none

    return registry.whole_metadata()


def migrate(connection: Connection) -> None:
    """Run what Alembic asks for in the transaction that `connection` is in."""
    compares = context.config.attributes.get("compares", True)
    context.configure(
        connection,
        target_metadata=whole_metadata() if compares else None,
        # SQLite can undo changes of tables; Alembic assumes that it cannot.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | Engine = context.config.attributes["connection"]
if isinstance(given, Engine):
    with begin_write(given) as own:
        migrate(own)
else:
    migrate(given)

"""Alembic's environment: run by `migrations.run`, or by a tool that brings its own connection."""

from importlib import import_module
from pkgutil import iter_modules

from alembic import context
from sqlalchemy import Connection, Engine, MetaData

import projections
from ledger.store.engine import begin_write
from ledger.store.schema import metadata


def whole_metadata() -> MetaData:
    """The store's tables and the read models': each of their modules registers its own."""
    for module in iter_modules(projections.__path__, "projections."):
        import_module(module.name)
    return metadata


def migrate(connection: Connection) -> None:
    """Run what Alembic asks for in the transaction that `connection` is in."""
    # SQLite can undo changes of tables; Alembic assumes that it cannot.
    context.configure(connection, target_metadata=whole_metadata(), transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | Engine = context.config.attributes["connection"]
if isinstance(given, Engine):
    with begin_write(given) as own:
        migrate(own)
else:
    migrate(given)

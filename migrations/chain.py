"""The way from version to version, by Alembic, which takes longer to import than most commands to run."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine

from ledger.store.engine import begin_write


def config(connection: Connection | Engine | None = None) -> Config:
    """Alembic's configuration: there is no file for it."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    if connection is not None:
        made.attributes["connection"] = connection
    return made


def climb(connection: Connection) -> None:
    """Go from the version that a store has, or from nothing, to the present one, in the transaction that it is in."""
    made = config(connection)
    made.attributes["compares"] = False
    command.upgrade(made, "head")


def check(engine: Engine) -> None:
    """Raise Alembic's CommandError, which says what differs, unless store and code agree."""
    with begin_write(engine) as connection:
        command.check(config(connection))

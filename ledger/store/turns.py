"""Turns on PostgreSQL: who waits for one, waits for the lock of an empty table in a schema of its own.

Advisory locks are anybody's who may log in, and would let a role that may only read stop everybody who writes. These
can be taken by nobody who was not given the schema. A third one, `writing`, is taken by the trigger of the log. On
SQLite whoever writes has the only turn there is.
"""

from typing import Final

from sqlalchemy import Connection

from ledger.store.driver import put

SCHEMA: Final = "pit_turns"

WAITING: Final = "waiting"
"""Of whoever was overtaken too often."""
SEALING: Final = "sealing"
"""Of the one who takes the log into its tree."""

ALL: Final = (WAITING, SEALING, "writing")


def take(connection: Connection, turn: str) -> None:
    """Wait for a turn, and hold it until the transaction ends."""
    if connection.dialect.name == "postgresql":
        put(connection, f"LOCK TABLE {SCHEMA}.{turn} IN EXCLUSIVE MODE")

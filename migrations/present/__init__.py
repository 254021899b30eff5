"""The tables of the present version, as one script for each kind of database: a fresh store goes through no other.

`GOLDEN=write pytest tests/migrations/test_present.py` writes the scripts of what the migrations make.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from ledger.store.driver import put
from ledger.store.schema import VERSION

BETWEEN: Final = ";\n\n"
"""What ends each statement of a script, and stands in none."""


def make(connection: Connection) -> None:
    """Give an empty database the tables of a store, in the transaction that it is in."""
    script = Path(__file__).with_name(f"{connection.dialect.name}.sql").read_text(encoding="utf-8")
    for each in script.removesuffix(";\n").split(BETWEEN):
        # Nothing in it stands for a value.
        connection.exec_driver_sql(each, execution_options={"no_parameters": True})
    put(connection, "INSERT INTO alembic_version (version_num) VALUES (:version)", version=VERSION)

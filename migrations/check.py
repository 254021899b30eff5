"""`python -m migrations.check`: do the migrations make exactly the tables the code wants?"""

import sys
import tempfile
from collections.abc import Callable

from alembic.util.exc import CommandError
from sqlalchemy import Connection

from ledger.store.engine import begin_write, make_engine
from migrations import present
from migrations.chain import check, climb
from migrations.version import current, head


def verify(url: str, make: Callable[[Connection], None]) -> str:
    """Have an empty store made and compare; what differs, or nothing."""
    engine = make_engine(url)
    try:
        with begin_write(engine) as connection:
            make(connection)
        check(engine)
        if current(engine) != head():
            return f"VERSION in ledger/store/schema.py is {head()}; the last migration is {current(engine)}."
    except CommandError as error:
        return f"{make.__module__}: {error}"
    finally:
        engine.dispose()
    return ""


def main(urls: list[str]) -> int:
    """Check the migrations in each URL's empty store, or in one on SQLite where none is given; and the script."""
    with tempfile.TemporaryDirectory() as home:
        climbed = urls or [f"sqlite:///{home}/climbed.db"]
        asked = [*((url, climb) for url in climbed), (f"sqlite:///{home}/fresh.db", present.make)]
        differs = [found for each in asked if (found := verify(*each))]
    agreed = "The migrations, and the script of a fresh store, make the tables that the code wants."
    print("\n".join(differs) or agreed)  # noqa: T201  a command's answer
    return int(bool(differs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

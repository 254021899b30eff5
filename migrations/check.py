"""`python -m migrations.check`: do the migrations make exactly the tables the code wants?"""

import sys
import tempfile

from alembic.util.exc import CommandError

from ledger.store.engine import make_engine
from migrations.run import check, current, head, upgrade


def verify(url: str) -> str:
    """Migrate an empty store and compare; what differs, or nothing."""
    engine = make_engine(url)
    try:
        upgrade(engine)
        check(engine)
        if current(engine) != head():
            return f"VERSION in ledger/store/schema.py is {head()}; the last migration is {current(engine)}."
    except CommandError as error:
        return str(error)
    finally:
        engine.dispose()
    return ""


def main(urls: list[str]) -> int:
    """Check each URL's empty store, or one on SQLite where none is given."""
    with tempfile.TemporaryDirectory() as home:
        wrong = 0
        for url in urls or [f"sqlite:///{home}/check.db"]:
            differs = verify(url)
            wrong += bool(differs)
            print(differs or "The migrations make the tables that the code wants.")  # noqa: T201  a command's answer
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

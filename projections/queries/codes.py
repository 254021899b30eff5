"""Which tables there are, by their codes: what can be named, and what comes near where it cannot."""

from contextlib import AbstractContextManager

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors
from ledger.table.state import stream
from projections.engine.engine import Progress
from projections.models import places
from projections.queries.moment import NOW, Moment
from projections.queries.near import near
from projections.queries.past import caught_up


def table_codes(
    ledger: Ledger, moment: Moment = NOW, progress: Progress | None = None
) -> list[str]:
    """The codes of all tables that had been put into service by then."""
    with caught_up(ledger, moment, (places.PROJECTION,), progress) as connection:
        return places.tables(connection)


def near_tables(ledger: Ledger) -> AbstractContextManager[None]:
    """Where a table is not known, say which ones come near."""
    return near("unknown_table", "table", lambda: table_codes(ledger))


def verify_known(ledger: Ledger, code: str | None) -> str | None:
    """The code, if it is a table's or none was named. Raises NotFound, saying which come near."""
    if code is None:
        return None
    with store_errors():
        known = ledger.journal.position_of(stream(code), 1) is not None
    if not known:
        with near_tables(ledger):
            ledger.table(code)
    return code

"""What there is, by its codes: what can be named, and what comes near where it cannot."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final

from ledger.baccarat.wagers import Bet
from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.form import SeriesReceived
from ledger.events.link import LinkInstalled
from ledger.events.table import TableCommissioned
from ledger.store.errors import store_errors
from ledger.table.state import stream
from projections.engine.engine import Progress
from projections.models import places
from projections.queries.moment import NOW, Moment
from projections.queries.near import near
from projections.queries.past import caught_up

_FIRST: Final[Mapping[str, type[Event]]] = {
    "TABLE": TableCommissioned,
    "LINK": LinkInstalled,
    "SERIES": SeriesReceived,
}
"""By what kind of event each of them begins."""


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


def names_of(ledger: Ledger, kind: str, code: str = "") -> list[str]:
    """What can be named of a kind: TABLE, ROUND (the latest), LINK, SERIES, OPERATOR; BET: what a table offers."""
    if kind in _FIRST:
        return ledger.named(_FIRST[kind])
    if kind == "OPERATOR":
        return sorted(ledger.loader.registry().operators)
    tables = [ledger.table(each) for each in ([code] if code else ledger.named(TableCommissioned))]
    if kind == "BET":
        return [bet for bet in Bet if any(bet in each.offering.bets for each in tables)]
    if kind == "ROUND":
        rounds = [(each.round.id if each.round else "", each.last_round) for each in tables]
        return [name for table in rounds for name in table if name]
    return []

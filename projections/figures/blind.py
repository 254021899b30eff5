"""What is told nobody while a count that two people make blind is to come."""

from collections.abc import Iterable, Set

import sqlalchemy as sa

from ledger.events.property import OF_TRAY
from ledger.store.driver import ask
from projections.engine.once import if_recorded, once
from projections.models.table_win import TABLE_BLIND


def blind_counts(connection: sa.Connection) -> frozenset[str]:
    """What the property has counted blind, as it stands at the end of what is read."""
    said = _said(connection)
    return frozenset(said[0].split(",") if said else ())


@once
@if_recorded(TABLE_BLIND)
def _said(connection: sa.Connection) -> Iterable[str]:
    return (counts for (counts,) in ask(connection, "SELECT counts FROM table_blind"))


def is_withheld(blind: Set[str], closer: int | None, drop: int | None) -> bool:
    """Whether a tray or a drop that is counted blind is still to be counted. Then nobody is told what was bought in nor
    what the tray should hold: with the hands, the fills and the credits each of the two follows from the other.
    """
    return (closer is None and not blind.isdisjoint(OF_TRAY)) or (drop is None and "drop" in blind)

"""Whether links say of rounds what the rounds' tables do: what their wagers put into meters, and what of an award left
a tray (P4, P6).

A link's stream agrees with itself where a stake and its lines are altered together, or both are gone. The read model of
meters has either account, and was held against the log before.
"""

from typing import Any, Final

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal.tiles import KEEP
from ledger.values.errors import IntegrityFailure
from projections.engine.asked import rows_of
from projections.figures import awards, meter_differences, meters
from projections.models.meters import METER_DAYS
from projections.queries.moment import NOW
from projections.queries.past import caught_up


def verify(ledger: Ledger) -> None:
    """Raise IntegrityFailure for a round whose meters took, gave back or paid something else than is due of it."""
    with caught_up(ledger, NOW, meters.NEEDS) as connection:
        _verify_rounds(connection)
        _verify_days(connection)
        _verify_awards(connection)


def _verify_rounds(connection: sa.Connection) -> None:
    found = meter_differences.first(connection)
    if found is not None:
        what = "put into" if found.finding == meters.DIFFERS else "had back from"
        raise _differs(
            found.link,
            f"What round {found.round} {what} meters differs from what its table says, in ten-thousandths of a cent:"
            f" {found.what}.",
            round=found.round,
            table=found.table,
        )


_DIFFERENT: Final = "WHERE contributions <> recomputed ORDER BY link, day, meter LIMIT 1"


def _verify_days(connection: sa.Connection) -> None:
    """What a round put in is right, and stands with another link or on another day."""
    for found in rows_of(connection, METER_DAYS, _DIFFERENT):
        raise _differs(
            found.link,
            f"The {found.meter} meter of {found.link} took {found.contributions:,} ten-thousandths of a cent on"
            f" {found.day}; the wagers of its tables come to {found.recomputed:,}.",
            day=found.day,
            meter=found.meter,
        )


def _verify_awards(connection: sa.Connection) -> None:
    found = awards.first_difference(connection)
    if found is not None:
        raise _differs(
            found.link,
            f"The award of {found.meter} to seat {found.seat} in {found.round} is on record as {found.cents} cents,"
            f" {found.settled} settled, {found.from_tray} from the tray; due are {found.due}, {found.to_settle} and"
            f" {found.to_leave_tray}.",
            round=found.round,
            seat=found.seat,
            meter=found.meter,
        )


def _differs(link: str, message: str, **facts: Any) -> IntegrityFailure:
    return IntegrityFailure("meter_differs", message, KEEP, link=link, **facts)

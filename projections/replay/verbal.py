"""Verbal wagers with cash: who confirmed them is with their buy-in (W2)."""

from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from ledger.baccarat.wagers import Tender
from ledger.events import table as e
from projections.engine.streams import Placed, between


def confirmed(
    connection: sa.Connection, stream: str, round_id: str, events: Iterable[Placed]
) -> Iterator[Placed]:
    """The buy-ins that say who confirmed the verbal wagers of a round, found among its events: each stands right before
    the wagers of its act.
    """
    for _, recorded in events:
        event, version = recorded.event, recorded.originator_version
        if not isinstance(event, e.WagersPlaced) or event.round != round_id:
            continue
        cash = sum(line.tender == Tender.CASH for line in event.wagers)
        for placed in between(connection, stream, version - cash, version - 1) if cash else ():
            bought = placed[1].event
            if isinstance(bought, e.BoughtIn) and (bought.confirmed_by or bought.supervisor):
                yield placed

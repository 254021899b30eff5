"""One light for each table's gaming day: whether its books agree, and if not, why."""

from collections.abc import Collection
from enum import StrEnum
from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.finding import Finding
from ledger.values.numbers import counted
from projections.figures.finding_kinds import informs
from projections.figures.win import Standing, Win, standing
from projections.queries.event import recorded_at
from projections.queries.moment import NOW, Moment
from projections.queries.words import local
from projections.reports.master import Master

STALE_MICROS: Final = 3_600_000_000
"""How long nothing is recorded at an open table before what is shown of it may lag behind the floor: an hour."""

UNCOUNTED: Final = {
    "opener": "opener",
    "closer": "closer",
    "drop": "drop",
    "buy_ins": "buy-ins",
    "hand_result": "hands",
    "form_variance": "forms",
}
"""What makes a table's books unknown, by the figure that is."""


class State(StrEnum):
    """What a light says, also to who sees no colours."""

    AGREES = "agrees"
    FINDING = "a finding"
    NOT_COUNTED = "not counted"
    STALE = "stale"


class Light(msgspec.Struct, frozen=True, kw_only=True):
    """A table's. said: the reason in a sentence. findings: of the table, those that have a reason too."""

    table: str
    state: State
    said: str
    findings: list[Finding]


def lights(ledger: Ledger, moment: Moment, master: Master) -> list[Light]:
    """A light for each table of a day's master report."""
    reasons = {(each.finding, each.cents) for each in master.acknowledged}
    running = moment == NOW and ledger.clock() < master.heading.ends_micros
    return [_light(ledger, each, master.findings, reasons, running) for each in master.tables]


def _light(
    ledger: Ledger,
    books: Win,
    found: Collection[Finding],
    reasons: Collection[tuple[str, int | None]],
    running: bool,
) -> Light:
    own = [each for each in found if each.table == books.table]
    unexplained = [
        each for each in own if not informs(each) and (each.id, each.cents) not in reasons
    ]
    stands = standing(books, reasons)
    since = recorded_at(ledger, books.position) if running and books.closer is None else None
    if since is not None and ledger.clock() - since > STALE_MICROS:
        at = local(since, ledger.calendar.tz)
        state, said = State.STALE, f"It is open, and nothing was recorded since {at}."
    elif stands is Standing.INCOMPLETE:
        lacking = [name for field, name in UNCOUNTED.items() if getattr(books, field) is None]
        state, said = State.NOT_COUNTED, f"Not known yet: {', '.join(lacking)}."
    elif stands is Standing.NOT_RECONCILED or unexplained:
        state, said = State.FINDING, f"{counted(len(unexplained), 'finding')} without a reason."
    elif stands is Standing.EXPLAINED:
        state, said = State.AGREES, "What does not agree has a reason on record."
    else:
        state, said = State.AGREES, "Tray, hands, drop and forms agree to the cent."
    return Light(table=books.table, state=state, said=said, findings=own)

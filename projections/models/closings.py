"""Gaming days closed, with what was acknowledged for it; books corrected afterwards; rounds disputed (A4, U3)."""

from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.day import DayClosed, FindingAcknowledged
from ledger.events.link import UNITS_A_CENT, AwardReversed, MeterCorrected
from ledger.values.rounds import day_of
from projections.engine.model import Fact, Model, Projection, Rows
from projections.models.settled import sums


class ClosingRow(msgspec.Struct, gc=False):
    """A closed day. at: microseconds UTC. books, findings: JSON, as in the event."""

    day: str
    at: int
    by: str
    second: str
    books_at: int
    books: str
    findings: str


class AcknowledgedRow(msgspec.Struct, gc=False):
    """A finding that accounting let stand, with the amount it was seen with; the last word counts."""

    day: str
    finding: str
    code: str = ""
    reason: str = ""
    by: str = ""
    at: int = 0
    cents: int | None = None


class CorrectionRow(msgspec.Struct, gc=False):
    """What was put right, or ruled: one by one, since two of a day may come to nothing together.

    day: on which it counts; of_day: on which the figure was wrong. table: or the link. figure: of a meter `meter`; of
    an award that was taken back `award`, and `award_since` for what those who won since would have won more; of a round
    that was reversed `round`, by what its hand result changed; of a dispute `ruling`, which moves nothing itself.
    original: what it names. seat: 0: none. accounting: who of accounting approved it beside, or the second of two.
    """

    stream: str
    version: int
    document: str
    day: str
    table: str
    of_day: str
    figure: str
    cents: int
    original: str
    reason: str
    by: str
    approved_by: str
    at: int
    seat: int = 0
    accounting: str = ""


class DisputeRow(msgspec.Struct, gc=False):
    """A dispute, by its round and, where a round is disputed again, a number from 1.

    evidence: JSON. What was ruled is None until then.
    """

    round: str
    number: int
    table: str
    day: str
    seat: int
    claim: str
    evidence: str
    raised_by: str
    raised_at: int
    ruling: str | None = None
    reason: str | None = None
    decided_by: str | None = None
    decided_at: int | None = None
    document: str | None = None


CLOSINGS: Final = Model("day_closings", ClosingRow, key=1)
ACKNOWLEDGED: Final = Model("day_acknowledged", AcknowledgedRow, key=2)
CORRECTIONS: Final = Model(
    "corrections", CorrectionRow, key=2, index=("day", "table"), also=(("of_day",),)
)
DISPUTES: Final = Model("disputes", DisputeRow, key=2, index=("day", "table"))
PROJECTION: Final = Projection("closings", (CLOSINGS, ACKNOWLEDGED, CORRECTIONS, DISPUTES))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


@PROJECTION.on(DayClosed)
def _closed(rows: Rows, fact: Fact[DayClosed]) -> None:
    event = fact.event
    rows.add(
        CLOSINGS,
        ClosingRow(
            event.day,
            event.at,
            event.by,
            event.second,
            event.books_at,
            _json(event.books),
            _json(event.findings),
        ),
    )


@PROJECTION.on(FindingAcknowledged)
def _acknowledged(rows: Rows, fact: Fact[FindingAcknowledged]) -> None:
    event = fact.event
    row = rows.at(ACKNOWLEDGED, event.day, event.finding)
    row.code, row.reason, row.cents = event.code, event.reason, event.cents
    row.by, row.at = event.by, event.at


def _put_right(rows: Rows, fact: Fact[Any], figure: str, cents: int, **more: Any) -> None:
    event = fact.event
    row = CorrectionRow(
        *(fact.stream, fact.version, event.document, event.day, fact.table),
        figure=figure,
        cents=cents,
        reason=event.reason,
        by=event.by,
        at=event.at,
        **more,
    )
    rows.add(CORRECTIONS, row)


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    event = fact.event
    names = ("of_day", "original", "approved_by", "seat", "accounting")
    more = {name: getattr(event, name) for name in names}
    _put_right(rows, fact, event.figure, event.cents, **more)


@PROJECTION.on(e.RoundReversed)
def _round_reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    event = fact.event
    staked, returned, _ = sums(event.lines)
    more = {"of_day": day_of(event.round), "original": event.round}
    _put_right(rows, fact, "round", returned - staked, approved_by=event.approved_by, **more)


@PROJECTION.on(AwardReversed)
def _award_reversed(rows: Rows, fact: Fact[AwardReversed]) -> None:
    """What goes into the meter by it, and not by the correction that may follow."""
    event = fact.event
    _of_meter(rows, fact, "award", (event.visible + event.reserve) // UNITS_A_CENT)


@PROJECTION.on(MeterCorrected)
def _meter_corrected(rows: Rows, fact: Fact[MeterCorrected]) -> None:
    event = fact.event
    _of_meter(rows, fact, "award_since" if event.round else "meter", event.cents)


def _of_meter(
    rows: Rows, fact: Fact[AwardReversed] | Fact[MeterCorrected], figure: str, cents: int
) -> None:
    event = fact.event
    award = f"{event.round}/{event.seat}/{event.meter}" if event.round else ""
    more = {
        "of_day": day_of(event.round) if event.round else event.day,
        "original": award or event.meter,
        "approved_by": event.authorised_by,
        "accounting": event.second,
    }
    _put_right(rows, fact, figure, cents, **more)


@PROJECTION.on(e.DisputeRaised)
def _disputed(rows: Rows, fact: Fact[e.DisputeRaised]) -> None:
    event = fact.event
    rows.add(
        DISPUTES,
        DisputeRow(
            event.round,
            _disputes(rows, event.round) + 1,
            fact.table,
            event.day,
            event.seat,
            event.claim,
            _json(event.evidence),
            event.by,
            event.at,
        ),
    )


@PROJECTION.on(e.DisputeDecided)
def _decided(rows: Rows, fact: Fact[e.DisputeDecided]) -> None:
    """The open dispute about the round, of the seat that is named; another of it is raised only when it is decided."""
    event = fact.event
    more = {"of_day": day_of(event.round), "original": event.round, "seat": event.seat or 0}
    _put_right(rows, fact, "ruling", 0, approved_by=event.decided_by, **more)
    raised = (
        rows.get(DISPUTES, event.round, number + 1)
        for number in range(_disputes(rows, event.round))
    )
    for row in raised:
        if row is None or row.ruling is not None or event.seat not in {None, row.seat}:
            continue
        row.ruling, row.reason, row.decided_by = event.ruling, event.reason, event.decided_by
        row.decided_at, row.document = event.at, event.document or None


def _disputes(rows: Rows, round_id: str) -> int:
    """How often a round has been disputed."""
    number = 0
    while rows.get(DISPUTES, round_id, number + 1) is not None:
        number += 1
    return number

"""The gaming day is closed: its findings acknowledged, its books signed by two people (A4); and so is the month.

After that nothing is dated on the day, or in the month, any more. The transaction that saves sees to it.
"""

from collections.abc import Sequence
from typing import Any, Final

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CloseMonth,
    MonthRead,
    Reconciled,
    SignDay,
    SignMonth,
)
from ledger.day.state import GamingDay
from ledger.desks import signing
from ledger.events import day as day_events
from ledger.events import month as month_events
from ledger.events.base import Event, Recorded
from ledger.events.finding import Finding
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Conflict, Refused
from ledger.values.signatures import require_different

MICROSECONDS: Final = 1_000_000


def acknowledge(unit: UnitOfWork, act: AcknowledgeFindings) -> tuple[Recorded, ...]:
    """Say why findings stand. One that is acknowledged already, with the same amount, is passed over.

    Raises Refused for a finding that blocks, or where nothing is left to acknowledge.
    """
    for finding in act.read:
        if finding.blocks:
            raise Refused(
                "finding_blocks",
                f"{finding.id} has to be put right; it cannot be acknowledged.",
                f"pit day reconcile explain {finding.id} --day {act.day} shows what it rests on.",
                finding=finding.id,
            )
    stamp, state = unit.stamp(act), unit.standing.day(act.day)
    new = [each for each in act.read if not is_acknowledged(state, each)]
    if not new:
        raise Refused(
            "acknowledged_already",
            "These findings are acknowledged already.",
            "pit day reconcile shows what is left.",
            findings=act.findings,
        )
    events = [
        stamp.on(
            day_events.FindingAcknowledged,
            day=act.day,
            finding=each.id,
            code=each.code,
            cents=each.cents,
            reason=act.reason,
        )
        for each in new
    ]
    return unit.append(day_events.stream(act.day), *events)


def close(unit: UnitOfWork, act: CloseDay) -> tuple[Recorded, ...]:
    """Close a day with its findings and books as they were read, or leave them waiting for the second signature.

    Raises Refused while a finding blocks or is not acknowledged, and Conflict where the day has got another event
    since the books were read.
    """
    facts = _day_ready(unit, act, act.second)
    if signing.is_apart(unit):
        unit.gate.verify_days((act.day,))
        return signing.propose(unit, act, act.day, act.second, facts)
    return _close_day(unit, act, act.second, facts)


def sign_day(unit: UnitOfWork, act: SignDay) -> tuple[Recorded, ...]:
    """Close a day that was proposed, as it was read then. Raises as `close`; NotFound where nothing was proposed."""
    unit.gate.verify_days((act.day,))
    facts = _day_ready(unit, act)
    return _close_day(unit, act, signing.proposer(unit, act, act.day, facts), facts)


def _day_ready(unit: UnitOfWork, act: CloseDay | SignDay, second: str = "") -> dict[str, Any]:
    """What is signed of a day that may be closed: the facts of the event that closes it."""
    # Looked at first: whoever closes it meanwhile writes what is written here, or has dated something on it.
    read, state = act.read, unit.standing.day(act.day)
    if unit.gate.is_dated_since(read.position, act.day):
        raise Conflict(
            "day_changed",
            f"Gaming day {act.day} has got another event since its books were read.",
            "Nothing was recorded; look at the day again, and close it.",
            day=act.day,
        )
    _verify_over(unit, act.day)
    unit.stamp(act)
    _verify_next(read)
    _verify_sealed(unit, read)
    require_different("day's books", first=act.by, second=second)
    _verify_explained(state, read.findings)
    unit.gate.nothing_since(read.position, act.day)
    return {
        "day": act.day,
        "books_at": read.position,
        "books": read.books,
        "findings": [_acknowledgement(state, each) for each in read.findings],
        "reports_sha256": read.reports_sha256,
    }


def _close_day(
    unit: UnitOfWork, act: CloseDay | SignDay, second: str, facts: dict[str, Any]
) -> tuple[Recorded, ...]:
    kind, stream = day_events.DayClosed, day_events.stream(act.day)
    return unit.append(stream, _closed(unit, act, kind, second, facts))


def _closed(
    unit: UnitOfWork,
    act: CloseDay | SignDay | CloseMonth | SignMonth,
    kind: type[Event],
    second: str,
    facts: dict[str, Any],
) -> Event:
    """What closes a day or a month: its signed facts, and the checkpoint that is signed with them."""
    sealed = {"checkpoint": act.read.checkpoint, "seal_key": act.read.seal_key}
    return unit.stamp(act).on(kind, **facts, second=second, **sealed)


def close_month(unit: UnitOfWork, act: CloseMonth) -> tuple[Recorded, ...]:
    """Close a month with what its days were signed with, or leave it waiting for the second signature.

    Raises Refused while it runs or a day of it is open, and once it is closed; Conflict where it has got another event
    since it was read.
    """
    facts = _month_ready(unit, act, act.second)
    if signing.is_apart(unit):
        return signing.propose(unit, act, act.month, act.second, facts)
    return _close_month(unit, act, act.second, facts)


def sign_month(unit: UnitOfWork, act: SignMonth) -> tuple[Recorded, ...]:
    """Close a month that was proposed. Raises as `close_month`; NotFound where nothing was proposed."""
    facts = _month_ready(unit, act)
    return _close_month(unit, act, signing.proposer(unit, act, act.month, facts), facts)


def _month_ready(unit: UnitOfWork, act: CloseMonth | SignMonth, second: str = "") -> dict[str, Any]:
    """What is signed of a month that may be closed: the facts of the event that closes it."""
    month, read = act.month, act.read
    unit.standing.month(month).verify_open(month)
    if unit.gate.is_dated_since(read.position, month):
        raise Conflict(
            "month_changed",
            f"{month} has got another event since its books were read.",
            "Nothing was recorded; close it again.",
            month=month,
        )
    _verify_month_over(unit, read)
    _verify_sealed(unit, read)
    require_different("month's books", first=act.by, second=second)
    unit.gate.nothing_since(read.position, month)
    return {"month": month, "books_at": read.position, "books": read.books}


def _close_month(
    unit: UnitOfWork, act: CloseMonth | SignMonth, second: str, facts: dict[str, Any]
) -> tuple[Recorded, ...]:
    kind, stream = month_events.MonthClosed, month_events.stream(act.month)
    return unit.append(stream, _closed(unit, act, kind, second, facts))


def _verify_sealed(unit: UnitOfWork, read: Reconciled | MonthRead) -> None:
    """The checkpoint that is signed with the books is under the key that the property names, where it names one."""
    required = unit.standing.settings.seal_key
    if required and read.seal_key != required:
        from ledger.seal.succession import other_seal_key

        raise other_seal_key(required, read.seal_key)
    if read.checkpoint:
        from ledger.seal import checkpoint
        from ledger.seal.note import Key

        checkpoint.opened(read.checkpoint.encode(), Key.read(read.seal_key))


def _verify_month_over(unit: UnitOfWork, read: MonthRead) -> None:
    left = unit.loader.calendar.end_of_month(read.month) - unit.clock()
    if left > 0:
        raise Refused(
            "month_not_over",
            f"{read.month} is not over.",
            "Close it after the cut-off of its last day.",
            month=read.month,
            minutes_left=_minutes(left),
        )
    if read.open:
        raise Refused(
            "month_days_open",
            f"{read.month} has days that are not closed: {', '.join(read.open)}.",
            f"pit day close {read.open[0]} first.",
            month=read.month,
            open=read.open,
        )


def _minutes(left: int) -> int:
    return -(-left // (60 * MICROSECONDS))


def _verify_over(unit: UnitOfWork, day: str) -> None:
    left = unit.loader.calendar.end_of(day) - unit.clock()
    if left > 0:
        raise Refused(
            "day_not_over",
            f"Gaming day {day} is not over.",
            "Close it after its cut-off.",
            day=day,
            minutes_left=_minutes(left),
        )


def _verify_next(read: Reconciled) -> None:
    """Days close in order: what a day carries over, and a month to date, rest on days that stand."""
    if read.open_before:
        first, *others = read.open_before
        more = f", and {len(others)} more before {read.day}" if others else ""
        raise Refused(
            "earlier_day_open",
            f"Gaming day {first} is not closed{more}.",
            f"Days close in order: pit day close {first} first.",
            day=read.day,
            open=read.open_before,
        )


def is_acknowledged(state: GamingDay, finding: Finding) -> bool:
    """Whether a finding has been acknowledged with the amount it has now."""
    known = state.acknowledged.get(finding.id)
    return known is not None and (known.code, known.cents) == (finding.code, finding.cents)


def _verify_explained(state: GamingDay, findings: Sequence[Finding]) -> None:
    blocking = [each.id for each in findings if each.blocks]
    if blocking:
        raise Refused(
            "day_blocked",
            f"{len(blocking)} finding{'s' * (len(blocking) > 1)} must be put right first.",
            "pit day reconcile shows them, and what usually causes each.",
            findings=blocking,
        )
    unexplained = [each.id for each in findings if not is_acknowledged(state, each)]
    if unexplained:
        raise Refused(
            "findings_not_acknowledged",
            f"The day has {len(unexplained)} finding{'s' * (len(unexplained) > 1)} without a reason.",
            'pit day acknowledge DAY FINDING --reason "..." for each, or put them right.',
            findings=unexplained,
        )


def _acknowledgement(state: GamingDay, finding: Finding) -> day_events.Acknowledgement:
    known = state.acknowledged[finding.id]
    return day_events.Acknowledgement(finding.id, finding.cents, known.reason, known.by)

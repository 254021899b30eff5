"""The gaming day is closed: its findings acknowledged, its books signed by two people (A4).

After that nothing is dated on the day any more. The unit of work sees to it, in the transaction that saves.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ledger.day.state import GamingDay
from ledger.events import day as days
from ledger.events.base import Recorded
from ledger.transaction.unit import Done, UnitOfWork
from ledger.values.errors import Conflict, Refused
from ledger.values.signatures import require_different

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

MICROSECONDS: Final = 1_000_000


class Found(msgspec.Struct, frozen=True):
    """What a reconciliation found, as far as closing depends on it. blocks: it has to be put right first."""

    id: str
    code: str
    cents: int | None
    blocks: bool


class Reconciled(msgspec.Struct, frozen=True):
    """A gaming day as it was read: its findings, and its books. position: of the last event they count."""

    day: str
    findings: list[Found]
    books: list[days.TableBooks]
    position: int


class ClosingDesk:
    """Where accounting ends a gaming day."""

    def __init__(self, ledger: "Ledger") -> None:
        self._ledger = ledger

    def acknowledge(
        self,
        day: str,
        findings: Sequence[Found],
        reason: str,
        *,
        by: str,
        at: int,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Say why findings stand. One that is acknowledged already, with the same amount, is passed over.

        Raises Refused for a finding that blocks, or where nothing is left to acknowledge.
        """
        for finding in findings:
            if finding.blocks:
                raise Refused(
                    "finding_blocks",
                    f"{finding.id} has to be put right; it cannot be acknowledged.",
                    f"pit day reconcile explain {finding.id} --day {day} shows what it rests on.",
                    finding=finding.id,
                )

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            state = self._ledger.load_day(day)
            new = [each for each in findings if not is_acknowledged(state, each)]
            if not new:
                raise Refused(
                    "acknowledged_already",
                    "These findings are acknowledged already.",
                    "pit day reconcile shows what is left.",
                    findings=[each.id for each in findings],
                )
            events = [
                days.FindingAcknowledged(
                    by=by,
                    at=at,
                    recorded_at=self._ledger.clock(),
                    day=day,
                    finding=each.id,
                    code=each.code,
                    cents=each.cents,
                    reason=reason,
                )
                for each in new
            ]
            return unit.append(days.stream(day), events, state.version)

        request = (day, [msgspec.to_builtins(each) for each in findings], reason, by)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def close(
        self,
        read: Reconciled,
        *,
        by: str,
        second: str,
        at: int,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Close a day with its findings and books as they were read.

        Raises Refused while a finding blocks or is not acknowledged, and Conflict where the day has got another event
        since the books were read.
        """
        day = read.day
        decided_with = -1

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            nonlocal decided_with
            operators = unit.registry().version
            # Decided again for no other reason than a change among the operators.
            if decided_with == operators:
                raise Conflict(
                    "day_changed",
                    f"Gaming day {day} has got another event since its books were read.",
                    "Nothing was recorded; look at the day again, and close it.",
                    day=day,
                )
            decided_with = operators
            state = self._ledger.load_day(day)
            self._verify_over(day)
            require_different("day's books", first=by, second=second)
            _verify_explained(state, read.findings)
            event = days.DayClosed(
                by=by,
                at=at,
                recorded_at=self._ledger.clock(),
                day=day,
                second=second,
                books_at=read.position,
                books=read.books,
                findings=[_standing(state, each) for each in read.findings],
            )
            unit.nothing_since(read.position, day)
            return unit.append(days.stream(day), [event], state.version)

        return self._ledger.run(decide, key=key, request=(day, by, second), dry_run=dry_run)

    def _verify_over(self, day: str) -> None:
        end = self._ledger.calendar.end_of(day)
        if self._ledger.clock() < end:
            raise Refused(
                "day_not_over",
                f"Gaming day {day} is not over.",
                "Close it after its cut-off.",
                day=day,
                minutes_left=-(-(end - self._ledger.clock()) // (60 * MICROSECONDS)),
            )


def is_acknowledged(state: GamingDay, finding: Found) -> bool:
    """Whether a finding has been acknowledged with the amount it has now."""
    known = state.acknowledged.get(finding.id)
    return known is not None and (known.code, known.cents) == (finding.code, finding.cents)


def _verify_explained(state: GamingDay, findings: Sequence[Found]) -> None:
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


def _standing(state: GamingDay, finding: Found) -> days.StandingFinding:
    known = state.acknowledged[finding.id]
    return days.StandingFinding(finding.id, finding.cents, known.reason, known.by)

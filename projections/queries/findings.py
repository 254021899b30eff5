"""What does not agree on a gaming day, and how its books are signed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sqlalchemy as sa
from msgspec import structs
from msgspec.structs import replace

from ledger.day.acts import AcknowledgeFindings, Reconciled
from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.day import DayClosed, FindingAcknowledged
from ledger.events.day import stream as day_stream
from ledger.events.finding import Finding
from ledger.values.errors import NotFound
from ledger.values.people import plain
from ledger.values.progress import Progress
from projections import reconcile
from projections.engine import kept
from projections.figures import closing, win
from projections.figures.finding_kinds import informs
from projections.queries.day import Waiting, waiting
from projections.queries.moment import NOW, Moment, stands_at
from projections.queries.near import meant
from projections.queries.past import Since, caught_up, position_of, signature
from projections.reconcile import view as reconcile_view

if TYPE_CHECKING:
    from ledger.desks.doing import Doing
    from ledger.transaction.unit import Done


class DayFindings(NamedTuple):
    """What does not agree on a gaming day. acknowledged: the reasons of findings that were let stand, by finding and
    amount. since: of a closed day, how it was closed and what was found out afterwards; the findings are then those
    that were signed.
    """

    findings: list[Finding]
    acknowledged: dict[tuple[str, int | None], str]
    position: int
    since: Since | None = None

    @property
    def standing(self) -> list["FindingStanding"]:
        """The findings, each with the reason for which it stands."""
        return [
            FindingStanding(
                **structs.asdict(each), acknowledged=self.acknowledged.get((each.id, each.cents))
            )
            for each in self.findings
        ]


class Reconciliation(NamedTuple):
    """The same, and how the day stands: whose signature its books wait for, and whether it is over."""

    found: DayFindings
    waiting: Waiting | None
    over: bool


class FindingStanding(Finding, frozen=True, kw_only=True):
    """A finding as programs get it. acknowledged: why it was let stand, None where it was not."""

    acknowledged: str | None


FINDINGS: Final = replace(reconcile_view.VIEW, row=FindingStanding)


class DayRead(NamedTuple):
    """A day as it is signed. parts: what its reports say, as it is kept."""

    read: Reconciled
    parts: dict[str, bytes]


def found(
    ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None
) -> DayFindings:
    """What does not agree on a gaming day, and what of it was let stand. Of a closed day it is what was signed."""
    closed = signature(ledger, moment, day)
    if closed is not None:
        from projections.queries import signed  # noqa: PLC0415  it knows all reports

        whole = signed.whole(ledger, closed, progress)
        reasons = {(each.finding, each.cents): each.reason for each in closed.findings}
        position = whole.heading.position
        return DayFindings(whole.findings, reasons, position, signed.beside(whole))
    with caught_up(ledger, moment, reconcile.NEEDS, progress) as connection:
        return DayFindings(
            reconcile.findings(connection, day),
            {
                (each.finding, each.cents): each.reason
                for each in closing.acknowledged(connection, day)
            },
            position_of(connection, reconcile.NEEDS),
        )


def of_day(
    ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None
) -> Reconciliation:
    """What does not agree on a gaming day, and whether that is all there will be to it."""
    findings = found(ledger, moment, day, progress)
    if findings.since is not None:
        return Reconciliation(findings, None, over=True)
    over = ledger.calendar.day_of(stands_at(ledger, moment)) != day
    return Reconciliation(findings, waiting(ledger, moment, day), over)


def reconciled(ledger: Ledger, day: str, progress: Progress | None = None) -> Reconciled:
    """A day's findings and books, read at one event of the log, as they are acknowledged."""
    needs = tuple(dict.fromkeys((*win.NEEDS, *reconcile.NEEDS)))
    with caught_up(ledger, NOW, needs, progress) as connection:
        return _reconciled(connection, day, position_of(connection, needs))


def acknowledge(
    ledger: Ledger, act: AcknowledgeFindings, how: "Doing", progress: Progress | None = None
) -> "Done":
    """Say why findings of a day stand, as they are now; a key stands for them under their own names. Raises as
    `Ledger.do`, and NotFound as `named_finding`.
    """
    # Earlier versions kept them as they were typed.
    for each in (act, replace(act, findings=_as_acknowledged(ledger, act))) if how.key else ():
        if ledger.is_recorded(each, how.key):
            return how.do(ledger, each)
    known = reconciled(ledger, act.day, progress).findings
    named = (named_finding(known, act.day, each) for each in act.findings)
    read = list({each.id: each for each in named}.values())
    return how.do(ledger, replace(act, findings=[each.id for each in read], read=read))


def _as_acknowledged(ledger: Ledger, act: AcknowledgeFindings) -> list[str]:
    """Ids of findings as they were acknowledged on that day, in whatever case they are given; others as given."""
    events = (each.event for each in ledger.stream(day_stream(act.day)))
    known = {e.finding for e in events if isinstance(e, FindingAcknowledged)}
    spelled = {plain(each): each for each in known}
    return list(dict.fromkeys(i if i in known else spelled.get(plain(i), i) for i in act.findings))


def named_finding(findings: Iterable[Finding], day: str, id_: str) -> Finding:
    """The finding of a day with this id, in whatever case it is given where that is but one. Raises NotFound, saying
    which come near.
    """
    known = {each.id: each for each in findings}
    spelled = [id_] if id_ in known else [each for each in known if plain(each) == plain(id_)]
    if len(spelled) != 1:
        raise _unknown_finding(id_, day, known)
    return known[spelled[0]]


def signing(
    ledger: Ledger, day: str, progress: Progress | None = None, moment: Moment = NOW
) -> DayRead:
    """The same as it is signed, and what all reports of the day say at that event."""
    from projections.queries import signed  # noqa: PLC0415  as said above

    with caught_up(ledger, moment, signed.NEEDS, progress) as connection:
        read = _reconciled(connection, day, position_of(connection, signed.NEEDS))
        to_explain = [each for each in read.findings if not informs(each)]
        parts = signed.parts(ledger, connection, day)
    digest = kept.digest(parts)
    return DayRead(structs.replace(read, findings=to_explain, reports_sha256=digest), parts)


def proposed(ledger: Ledger, day: str, progress: Progress | None = None) -> DayRead:
    """A day as it was proposed: read again at the event at which it was read then. Raises NotFound."""
    at = ledger.loader.signing(day).waiting(day).books_at
    return signing(ledger, day, progress, Moment(position=at))


def keep(ledger: Ledger, signs: DayRead, closed: Iterable[Recorded]) -> None:
    """Keep what the reports of the day say, now that it is closed on these books; those of a close before stay."""
    from projections.queries import signed  # noqa: PLC0415  as said above

    for recorded in closed:
        event: Any = recorded.event
        if isinstance(event, DayClosed) and event.books_at == signs.read.position:
            signed.keep(ledger, event, signs.parts)


def _reconciled(connection: sa.Connection, day: str, position: int) -> Reconciled:
    tables = win.win(connection, day)
    findings = reconcile.findings(connection, day, tables)
    before = closing.days_open_before(connection, day)
    return Reconciled(day, findings, closing.books(tables), position, before)


def _unknown_finding(finding: str, day: str, known: Iterable[str]) -> NotFound:
    """The error for a finding that the day does not have."""
    return NotFound(
        "unknown_finding",
        f"{day} has no finding {finding}.",
        f"{meant(finding, known)} pit day reconcile {day} shows them.".strip(),
        finding=finding,
        day=day,
    )

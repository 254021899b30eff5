"""A gaming day as a whole: its books, what does not agree on it, and what each finding rests on."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import structs

from ledger.day.acts import Reconciled
from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.day import DayClosed
from ledger.events.finding import Finding
from ledger.values.errors import NotFound
from projections import reconcile
from projections.engine import kept
from projections.engine.engine import Progress
from projections.figures import closing, win
from projections.figures import day as day_figures
from projections.figures.arithmetic import rfc3339
from projections.figures.closing import Closing, Correction
from projections.figures.day import DaySummary
from projections.figures.finding_kinds import informs
from projections.figures.notes import Note
from projections.figures.win import Win
from projections.queries import signed
from projections.queries.moment import NOW, Moment
from projections.queries.near import meant
from projections.queries.past import Since, caught_up, position_of, signature
from projections.reconcile import view as reconcile_view
from projections.reports.master import Master

SUMMARY: Final = day_figures.VIEW
TABLES: Final = win.VIEW
CORRECTIONS: Final = closing.CORRECTIONS_VIEW
"""How the parts of a day are shown."""

MICROSECONDS_AN_HOUR: Final = 3_600_000_000


class Waiting(msgspec.Struct, frozen=True):
    """Books that one has signed and the other has not. at, until: RFC 3339 UTC. late: the time for it is over."""

    by: str
    waits_for: str
    at: str
    until: str
    late: bool


class DayBooks(DaySummary, frozen=True, kw_only=True):
    """A gaming day with the books of its tables. Instants RFC 3339 UTC.

    hours: how long it is. tables: a row a table. closed: how it was closed, None while it is open. corrections: that
    concern it. position: of the last event that is counted. notes: what was found out since it was closed. waiting: for
    its second signature, as it stands now; else None.
    """

    starts_at: str
    ends_at: str
    hours: int
    tables: list[Win]  # type: ignore[assignment]  # the key has been the tables' books since the first version
    closed: Closing | None
    corrections: list[Correction]
    position: int
    notes: list[Note]
    waiting: Waiting | None = None

    @property
    def summary(self) -> DaySummary:
        """The sums alone."""
        sums = {name: getattr(self, name) for name in DaySummary.__struct_fields__}
        return DaySummary(**{**sums, "tables": len(self.tables)})


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


class FindingStanding(Finding, frozen=True, kw_only=True):
    """A finding as programs get it. acknowledged: why it was let stand, None where it was not."""

    acknowledged: str | None


FINDINGS: Final = replace(reconcile_view.VIEW, row=FindingStanding)


class Signing(NamedTuple):
    """A day as it is signed. parts: what its reports say, as it is kept."""

    read: Reconciled
    parts: dict[str, bytes]


def books(ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None) -> DayBooks:
    """Every table's books of a gaming day (ISO date), what is still to be counted or explained, how it was closed.

    Of a closed day they are those that were signed.
    """
    closed = signature(ledger, moment, day)
    if closed is not None:
        return _as_signed(signed.whole(ledger, closed, progress))
    start, end = ledger.calendar.bounds(date.fromisoformat(day))
    needs = tuple(dict.fromkeys((*day_figures.NEEDS, *closing.NEEDS)))
    with caught_up(ledger, moment, needs, progress) as connection:
        tables = win.win(connection, day)
        sums = structs.asdict(day_figures.day_summary(connection, day, tables))
        return DayBooks(
            **{**sums, "tables": tables},
            starts_at=rfc3339(start),
            ends_at=rfc3339(end),
            hours=(end - start) // MICROSECONDS_AN_HOUR,
            closed=closing.closing(connection, day, tables),
            corrections=closing.corrections(connection, day),
            position=position_of(connection, needs),
            notes=[],
            waiting=waiting(ledger, moment, day),
        )


def waiting(ledger: Ledger, moment: Moment, books: str) -> Waiting | None:
    """Whose signature a day's or a month's books wait for now; None for nobody's, and of a moment that is past."""
    proposed = ledger.loader.signing(books).proposed if moment == NOW else None
    if proposed is None:
        return None
    return Waiting(
        by=proposed.by,
        waits_for=proposed.waits_for,
        at=rfc3339(proposed.at),
        until=rfc3339(proposed.until),
        late=ledger.clock() > proposed.until,
    )


def _as_signed(whole: Master) -> DayBooks:
    heading = whole.heading
    start, end = (datetime.fromisoformat(each) for each in (heading.starts_at, heading.ends_at))
    return DayBooks(
        **{**structs.asdict(whole.summary), "tables": whole.tables},
        starts_at=heading.starts_at,
        ends_at=heading.ends_at,
        hours=(end - start) // timedelta(hours=1),
        closed=whole.closing,
        corrections=whole.corrections,
        position=heading.position,
        notes=whole.notes,
    )


def found(
    ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None
) -> DayFindings:
    """What does not agree on a gaming day, and what of it was let stand. Of a closed day it is what was signed."""
    closed = signature(ledger, moment, day)
    if closed is not None:
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


def reconciled(ledger: Ledger, day: str, progress: Progress | None = None) -> Reconciled:
    """A day's findings and books, read at one event of the log, as they are acknowledged."""
    needs = tuple(dict.fromkeys((*win.NEEDS, *reconcile.NEEDS)))
    with caught_up(ledger, NOW, needs, progress) as connection:
        return _reconciled(connection, day, position_of(connection, needs))


def named_findings(
    ledger: Ledger, day: str, ids: Collection[str], progress: Progress | None = None
) -> list[Finding]:
    """Findings of a day by their ids, as they are acknowledged. Raises NotFound, saying which come near."""
    known = {each.id: each for each in reconciled(ledger, day, progress).findings}
    for finding in ids:
        if finding not in known:
            raise unknown_finding(finding, day, known)
    return [known[finding] for finding in ids]


def signing(
    ledger: Ledger, day: str, progress: Progress | None = None, moment: Moment = NOW
) -> Signing:
    """The same as it is signed, and what all reports of the day say at that event."""
    with caught_up(ledger, moment, signed.NEEDS, progress) as connection:
        read = _reconciled(connection, day, position_of(connection, signed.NEEDS))
        to_explain = [each for each in read.findings if not informs(each)]
        parts = signed.parts(ledger, connection, day)
    digest = kept.digest(parts)
    return Signing(structs.replace(read, findings=to_explain, reports_sha256=digest), parts)


def proposed(ledger: Ledger, day: str, progress: Progress | None = None) -> Signing:
    """A day as it was proposed: read again at the event at which it was read then. Raises NotFound."""
    at = ledger.loader.signing(day).waiting(day).books_at
    return signing(ledger, day, progress, Moment(position=at))


def keep(ledger: Ledger, signing: Signing, closed: Iterable[Recorded]) -> None:
    """Keep what the reports of the day say, now that it is closed on these books; those of a close before stay."""
    for recorded in closed:
        event: Any = recorded.event
        if isinstance(event, DayClosed) and event.books_at == signing.read.position:
            signed.keep(ledger, event, signing.parts)


def _reconciled(connection: sa.Connection, day: str, position: int) -> Reconciled:
    tables = win.win(connection, day)
    findings = reconcile.findings(connection, day, tables)
    before = closing.days_open_before(connection, day)
    return Reconciled(day, findings, closing.books(tables), position, before)


def unknown_finding(finding: str, day: str, known: Iterable[str]) -> NotFound:
    """The error for a finding that the day does not have."""
    return NotFound(
        "unknown_finding",
        f"{day} has no finding {finding}.",
        f"{meant(finding, known)} pit day reconcile {day} shows them.".strip(),
        finding=finding,
        day=day,
    )

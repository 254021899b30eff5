"""What an undo took back, or would take back; and all that was taken back of a gaming day."""

from collections.abc import Iterable, Iterator
from typing import Final, cast

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.table import ActUndone, RoundSettled
from ledger.events.undoing import is_stated_again, undone_versions
from ledger.table.undo import NOT_UNDONE
from ledger.transaction.unit import Done
from ledger.values.errors import Refused
from ledger.values.progress import Progress
from projections.figures.arithmetic import rfc3339
from projections.figures.of_day import rows_of_day
from projections.figures.render import Column, Kind, Section, View
from projections.models.exceptions import ENTRY_UNDONE, EXCEPTIONS, PROJECTION, ExceptionRow
from projections.models.settled import sums
from projections.queries.codes import verify_known
from projections.queries.event_lines import in_words
from projections.queries.moment import Moment
from projections.queries.past import caught_up, position_of
from projections.queries.report import Rows
from projections.queries.totals import came_to_told
from projections.queries.unsaid import briefly

NEEDS: Final = (PROJECTION,)


class Undone(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was taken back. position: of the undo in the log. round: the first of its rounds, "" where it had
    none. said: what the entry was. entered_by, by: who entered it, and who took it back; approved_by: "" where nobody
    had to. slip: that is void since, "" where none is. Instants RFC 3339 UTC.
    """

    position: int
    at: str
    gaming_day: str
    table: str
    round: str
    said: str
    entered_by: str
    entered_at: str
    by: str
    approved_by: str
    reason: str
    slip: str


VIEW: Final = View(
    Undone,
    "Nothing of this gaming day was taken back.",
    (
        Section(
            "Taken back",
            (
                Column("position", "Event", Kind.NUMBER),
                Column("at", "When", Kind.MOMENT),
                Column("table", "Table"),
                Column("round", "Round"),
                Column("said", "What was entered"),
                Column("entered_by", "Entered by"),
                Column("by", "Taken back by"),
                Column("approved_by", "Approved by"),
                Column("reason", "Reason"),
                Column("slip", "Void"),
            ),
            total=False,
        ),
    ),
)


def of_day(
    ledger: Ledger,
    moment: Moment,
    day: str,
    table: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """The entries of a gaming day (ISO date) that were taken back, by table, in the order of that. table: of it only.

    Raises NotFound.
    """
    verify_known(ledger, table)
    with caught_up(ledger, moment, NEEDS, progress) as connection:
        recorded = rows_of_day(connection, EXCEPTIONS, day)
        position = position_of(connection, NEEDS)
    rows = [x for x in recorded if x.kind == ENTRY_UNDONE and table in {None, x.table}]
    rows.sort(key=lambda row: (row.table, row.version))
    return Rows(VIEW, [_shown(ledger, row) for row in rows], position)


def _shown(ledger: Ledger, row: ExceptionRow) -> Undone:
    (recorded,) = ledger.stream(row.stream, row.version, row.version)
    event = cast("ActUndone", recorded.event)
    return Undone(
        position=ledger.journal.position_of(row.stream, row.version) or 0,
        at=rfc3339(event.at),
        gaming_day=event.day,
        table=row.table,
        round=next((line.round for line in event.undone if line.round), ""),
        said="; ".join(map(str.strip, in_brief(_gone(ledger, recorded)))),
        entered_by=event.entered_by,
        entered_at=rfc3339(event.entered_at),
        by=event.by,
        approved_by=event.approved_by,
        reason=event.reason,
        slip=event.slip,
    )


def undone(ledger: Ledger, done: Done) -> list[Recorded]:
    """The events that were taken back, in order."""
    return [
        each
        for recorded in done.events
        if isinstance(recorded.event, ActUndone)
        for each in _gone(ledger, recorded)
    ]


def staying(ledger: Ledger, done: Done) -> list[str]:
    """What was entered behind what an undo took back and stays, each with what can be done about it."""
    return [
        f"{'; '.join(map(str.strip, in_brief([each])))}. {NOT_UNDONE[type(each.event)][1]}"
        for recorded in done.events
        if isinstance(recorded.event, ActUndone)
        for each in _since(ledger, recorded, recorded.event)
        if type(each.event) in NOT_UNDONE and not is_stated_again(each.event)
    ]


def _since(ledger: Ledger, recorded: Recorded, undo: ActUndone) -> list[Recorded]:
    """The events of a table between an undo and what it took back, without those taken back before."""
    since = ledger.stream(recorded.originator_id, undo.last + 1, recorded.originator_version - 1)
    gone = undone_versions(since)
    return [each for each in since if each.originator_version not in gone]


def _gone(ledger: Ledger, recorded: Recorded) -> list[Recorded]:
    """The events that an undo took back."""
    event = cast("ActUndone", recorded.event)
    return ledger.stream(recorded.originator_id, event.first, event.last)


def in_brief(events: Iterable[Recorded]) -> Iterator[str]:
    """What each event says, in one line, for who knows the table: of a settled round what its wagers came to."""
    for event in (each.event for each in events):
        first, *lines = in_words(event).splitlines()
        if isinstance(event, RoundSettled):
            first = f"{first}; {came_to_told(len(event.lines), *sums(event.lines))}"
            lines = []
        yield from (briefly(event, line) for line in (first, *lines))


def last_undone(ledger: Ledger, done: Done) -> int:
    """The position in the log of the last of them: what an undo is held to, if others enter more meanwhile."""
    last = undone(ledger, done)[-1]
    return ledger.journal.position_of(last.originator_id, last.originator_version) or 0


def would_undo(ledger: Ledger, refused: Refused) -> list[Recorded]:
    """The events of the last act where an undo is refused that reaches it; none of any other refusal."""
    positions = cast("list[int]", refused.refusal.facts.get("last_act", []))
    places = (ledger.journal.select_notifications(position, 1) for position in positions)
    return [cast("Recorded", ledger.loader.mapper.to_domain_event(each)) for (each,) in places]

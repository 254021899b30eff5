"""What a day's findings rest on: where the events lie that speak of a drop box, a form, vigorish, a coupon, a dispute.

Pointers into the log. What the events say is read there.
"""

from enum import StrEnum
from typing import Any, Final

import msgspec

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.day import DropCounted, DuplicatesReceived, DuplicatesTakenBack
from projections.engine.facts import rounds_in_lines, rounds_named
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import came_to


class About(StrEnum):
    """What an event speaks of, and so what the subject is: a table, a form's serial, a round."""

    DROP = "drop"
    DOCUMENTED = "documented"
    COUPON = "coupon"
    CORRECTION = "correction"
    FORM = "form"
    DISPUTE = "dispute"


class EvidenceRow(msgspec.Struct, gc=False):
    """An event that speaks of a subject. figure: that a correction is of, else ""."""

    subject: str
    about: str
    stream: str
    version: int
    day: str
    figure: str = ""


class MarkPlaceRow(msgspec.Struct, gc=False):
    """A mark that stands: the event that put the button there, its gaming day, and what is owed, in cents.

    Below zero: what the reversal of the round owes the player.
    """

    round: str
    seat: int
    table: str
    day: str
    version: int
    cents: int = 0


class CarriedMarkRow(msgspec.Struct, gc=False):
    """A mark that stood at the end of its gaming day and was settled on a later one."""

    round: str
    seat: int
    version: int
    table: str
    day: str
    settled_day: str


EVIDENCE: Final = Model("evidence", EvidenceRow, key=4, index=("day",))
MARK_PLACES: Final = Model("mark_places", MarkPlaceRow, key=2, index=("day",))
CARRIED_MARKS: Final = Model("carried_marks", CarriedMarkRow, key=3, index=("settled_day",))
JOURNAL: Final = journal_of("evidence")
PROJECTION: Final = Projection("evidence", (EVIDENCE, MARK_PLACES, CARRIED_MARKS, JOURNAL), JOURNAL)


def _add(rows: Rows, fact: Fact[Any], about: About, subject: str, figure: str = "") -> None:
    place = (fact.stream, fact.version)
    rows.add(EVIDENCE, EvidenceRow(subject, about, *place, fact.event.day, figure))


@PROJECTION.on(DropCounted)
def _counted(rows: Rows, fact: Fact[DropCounted]) -> None:
    _add(rows, fact, About.DROP, fact.event.table)
    for form in fact.event.originals:
        _add(rows, fact, About.FORM, form.serial)


@PROJECTION.on(DuplicatesReceived)
def _duplicates(rows: Rows, fact: Fact[DuplicatesReceived]) -> None:
    for form in fact.event.forms:
        _add(rows, fact, About.FORM, form.serial)


@PROJECTION.on(DuplicatesTakenBack)
def _taken_back(rows: Rows, fact: Fact[DuplicatesTakenBack]) -> None:
    for serial in fact.event.serials:
        _add(rows, fact, About.FORM, serial)


def _of_form(rows: Rows, fact: Fact[Any]) -> None:
    _add(rows, fact, About.FORM, form_events.serial(fact.table, fact.event.number))


for _kind in (
    form_events.FormIssued,
    form_events.FormVoided,
    form_events.FormLost,
    form_events.OriginalDropped,
):
    PROJECTION.on(_kind)(_of_form)


@PROJECTION.on(form_events.CopiesForwarded)
def _forwarded(rows: Rows, fact: Fact[form_events.CopiesForwarded]) -> None:
    for number in fact.event.numbers:
        _add(rows, fact, About.FORM, form_events.serial(fact.table, number))


@PROJECTION.on(
    e.CorrectionPosted,
    model=MARK_PLACES,
    pages=lambda facts: {fact.event.original for fact in facts},
)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    event = fact.event
    _add(rows, fact, About.CORRECTION, fact.table, event.figure)
    if event.seat and event.owed_cents > 0:
        _mark(rows, fact, e.SeatCents(event.seat, event.owed_cents, event.original))
    elif event.seat:
        _take_off(rows, fact, e.SeatCents(event.seat, -event.owed_cents, event.original))


@PROJECTION.on(e.DisputeRaised)
def _disputed(rows: Rows, fact: Fact[e.DisputeRaised]) -> None:
    _add(rows, fact, About.DISPUTE, fact.event.round)


@PROJECTION.on(e.RoundSettled)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    """Only rounds in which the house kept a coupon."""
    if any(line.result != "push" for line in rows.once(fact, came_to).coupons):
        _add(rows, fact, About.COUPON, fact.table)


@PROJECTION.on(e.RoundReversed, model=MARK_PLACES, pages=rounds_named)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    if fact.event.coupons:
        _add(rows, fact, About.COUPON, fact.table)
    for mark in fact.event.marks:
        _take_off(rows, fact, mark)
    for back in fact.event.owed_back:
        _mark(rows, fact, e.SeatCents(back.seat, -back.cents, back.round))


@PROJECTION.on(e.VigorishMarked, model=MARK_PLACES, pages=rounds_named)
def _marked(rows: Rows, fact: Fact[e.VigorishMarked]) -> None:
    for mark in fact.event.marks:
        _mark(rows, fact, mark)


@PROJECTION.on(e.VigorishRestored, model=MARK_PLACES, pages=rounds_in_lines)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    _add(rows, fact, About.DOCUMENTED, fact.table)
    for line in fact.event.lines:
        _mark(rows, fact, line)


@PROJECTION.on(e.VigorishHandedBack, model=MARK_PLACES, pages=rounds_in_lines)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    for line in fact.event.lines:
        row = rows.get(MARK_PLACES, line.round, line.seat)
        if row is not None:
            row.cents += line.cents
            if not row.cents:
                rows.remove(MARK_PLACES, line.round, line.seat)


def _mark(rows: Rows, fact: Fact[Any], mark: e.SeatCents | e.MarkBack) -> None:
    row = rows.get(MARK_PLACES, mark.round, mark.seat)
    if row is None:
        row = MarkPlaceRow(mark.round, mark.seat, fact.table, fact.event.day, fact.version)
        rows.add(MARK_PLACES, row)
    row.cents += mark.cents


@PROJECTION.on(e.VigorishDocumented, model=MARK_PLACES, pages=rounds_in_lines)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    _add(rows, fact, About.DOCUMENTED, fact.table)
    _paid(rows, fact)


@PROJECTION.on(e.VigorishCollected, model=MARK_PLACES, pages=rounds_in_lines)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    _paid(rows, fact)


@PROJECTION.on(e.VigorishUncollected, model=MARK_PLACES, pages=rounds_in_lines)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    _paid(rows, fact)


def _paid(
    rows: Rows,
    fact: Fact[e.VigorishCollected] | Fact[e.VigorishDocumented] | Fact[e.VigorishUncollected],
) -> None:
    for line in fact.event.lines:
        _take_off(rows, fact, line)


def _take_off(rows: Rows, fact: Fact[Any], line: e.SeatCents) -> None:
    """Vigorish taken as the winner is paid was never marked."""
    row, day = rows.get(MARK_PLACES, line.round, line.seat), fact.event.day
    if row is None:
        return
    row.cents -= line.cents
    if row.cents <= 0:
        rows.remove(MARK_PLACES, line.round, line.seat)
        if row.day != day:
            place = (row.round, row.seat, row.version, row.table, row.day)
            rows.add(CARRIED_MARKS, CarriedMarkRow(*place, day))

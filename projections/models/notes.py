"""What is found out of a gaming day on a later one: facts that are dated, and counted, on the day they came in.

A day that is closed stays as it was signed; these stand below it. A fact names its day by a round, a form or a slip.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events import award as award_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DropCounted, DuplicatesReceived, DuplicatesTakenBack
from ledger.events.tray import moved_between
from ledger.values.rounds import day_of
from ledger.values.slips import numbered
from projections.engine.model import Fact, Handler, Model, Projection, Rows, journal_of


class NoteRow(msgspec.Struct, gc=False):
    """A fact that concerns an earlier day. subject: the round, seat, form or slip. posted: the day it is on.

    document: by which it goes, None where it has none. cents: None where no money is meant. at: microseconds UTC.
    """

    day: str
    position: int
    subject: str
    what: str
    table: str
    posted: str
    at: int
    by: str
    cents: int | None = None
    document: str | None = None
    text: str = ""


class FormDayRow(msgspec.Struct, gc=False):
    """The gaming day of a form: on which it was used; on which a copy was found where nothing is on record of it.

    cents: for which it was issued, None where it was not.
    """

    serial: str
    day: str = ""
    table: str = ""
    cents: int | None = None


class SlipDayRow(msgspec.Struct, gc=False):
    """The highest number that a gaming day saw of a series of slips: their kind, and what is before the number."""

    series: str
    day: str
    last: int = -1


class NoteCountRow(msgspec.Struct, gc=False):
    """The last count over the cut-off that ended a table's gaming day. stands_at: the cut-off; at: the count.
    Microseconds UTC.
    """

    day: str
    table: str
    stands_at: int = 0
    at: int = 0


NOTES: Final = Model("notes", NoteRow, key=3)
FORM_DAYS: Final = Model("note_form_days", FormDayRow, key=1)
SLIP_DAYS: Final = Model("note_slip_days", SlipDayRow, key=2)
COUNTS: Final = Model("note_counts", NoteCountRow, key=2)
JOURNAL: Final = journal_of("notes")
PROJECTION: Final = Projection(
    "notes", (NOTES, FORM_DAYS, SLIP_DAYS, COUNTS, JOURNAL), JOURNAL, stays=(SLIP_DAYS,)
)


def _note(
    rows: Rows, fact: Fact[Any], day: str, what: str, subject: str, table: str, **more: Any
) -> None:
    event = fact.event
    if day >= event.day:
        return
    at = (fact.position, subject, what, table, event.day, event.at, event.by)
    rows.add(NOTES, NoteRow(day, *at, **more))


# -- corrections, disputes, voids


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    event = fact.event
    text = f"{event.figure.replace('_', ' ')}: {event.reason}"
    more = {"cents": event.cents, "document": event.document, "text": text}
    _note(rows, fact, event.of_day, "correction", event.original, fact.table, **more)
    corrected = Moved("correction", attrgetter("original"), attrgetter("document"))
    _before_the_count(rows, fact, corrected, event.of_day)


@PROJECTION.on(e.DisputeRaised)
def _disputed(rows: Rows, fact: Fact[e.DisputeRaised]) -> None:
    event = fact.event
    day, subject = day_of(event.round), event.round
    _note(rows, fact, day, "dispute raised", subject, fact.table, text=event.claim)


@PROJECTION.on(e.DisputeDecided)
def _decided(rows: Rows, fact: Fact[e.DisputeDecided]) -> None:
    event = fact.event
    more = {"document": event.document or None, "text": f"{event.ruling}: {event.reason}"}
    _note(rows, fact, day_of(event.round), "dispute decided", event.round, fact.table, **more)


@PROJECTION.on(e.RoundVoided)
def _voided(rows: Rows, fact: Fact[e.RoundVoided]) -> None:
    event = fact.event
    _note(rows, fact, day_of(event.round), "round void", event.round, fact.table, text=event.reason)


# -- vigorish


def _settled(rows: Rows, fact: Fact[Any], what: str, **more: Any) -> None:
    """The cents of each seat and round of an earlier day."""
    for line in fact.event.lines:
        day = day_of(line.round)
        if day < fact.event.day:
            subject = f"{line.round}, seat {line.seat}"
            _note(rows, fact, day, what, subject, fact.table, cents=line.cents, **more)


@PROJECTION.on(e.VigorishCollected)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    _settled(rows, fact, "vigorish collected")


@PROJECTION.on(e.VigorishHandedBack)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    _settled(rows, fact, "vigorish handed back")


@PROJECTION.on(e.VigorishDocumented)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    _settled(rows, fact, "vigorish documented", document=fact.event.serial)


@PROJECTION.on(e.VigorishUncollected)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    _settled(rows, fact, "vigorish not collected", text=fact.event.reason)


@PROJECTION.on(e.VigorishRestored)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    _settled(rows, fact, "vigorish owed again", document=fact.event.serial)


# -- awards


@PROJECTION.on(link_events.AwardWon)
def _won(rows: Rows, fact: Fact[link_events.AwardWon]) -> None:
    _award(rows, fact, "award won")


@PROJECTION.on(link_events.AwardPaid)
def _paid(rows: Rows, fact: Fact[link_events.AwardPaid]) -> None:
    _award(rows, fact, "award paid", text=f"from the {fact.event.place}")


@PROJECTION.on(link_events.AwardOwed)
def _owed(rows: Rows, fact: Fact[link_events.AwardOwed]) -> None:
    _award(rows, fact, "award not paid yet", text="its payment is undone")


@PROJECTION.on(link_events.AwardRefused)
def _refused(rows: Rows, fact: Fact[link_events.AwardRefused]) -> None:
    _award(rows, fact, "award not paid", text=fact.event.reason)


@PROJECTION.on(link_events.AwardReversed)
def _reversed(rows: Rows, fact: Fact[link_events.AwardReversed]) -> None:
    _award(rows, fact, "award reversed", text=fact.event.reason, document=fact.event.document)


def _award(rows: Rows, fact: Fact[Any], what: str, **more: Any) -> None:
    event = fact.event
    subject = f"{event.round}, seat {event.seat}, {event.meter}"
    day = day_of(event.round)
    _note(rows, fact, day, what, subject, event.table, cents=event.cents, **more)


# -- forms


def _of_serials(facts: Iterable[Fact[Any]]) -> Iterator[str]:
    for fact in facts:
        yield from _serials(fact)


def _serials(fact: Fact[Any]) -> Iterable[str]:
    event = fact.event
    if isinstance(event, DropCounted):
        return [form.serial for form in event.originals]
    if isinstance(event, DuplicatesReceived):
        return [form.serial for form in event.forms]
    if isinstance(event, DuplicatesTakenBack):
        return event.serials
    numbers = event.numbers if isinstance(event, form_events.CopiesForwarded) else [event.number]
    return [form_events.serial(fact.table, number) for number in numbers]


def _of_form(
    rows: Rows, fact: Fact[Any], serial: str, what: str, cents: int | None = None
) -> FormDayRow:
    """A note on the form's day, where that is past; the first to speak of a form gives it its day."""
    row = rows.at(FORM_DAYS, serial)
    table = getattr(fact.event, "table", "") or row.table
    if row.day:
        meant = row.cents if cents is None else cents
        _note(rows, fact, row.day, what, serial, table, cents=meant, document=serial)
    else:
        row.day, row.table = fact.event.day, table
    return row


@PROJECTION.on(form_events.FormIssued, model=FORM_DAYS, pages=_of_serials)
def _issued(rows: Rows, fact: Fact[form_events.FormIssued]) -> None:
    event = fact.event
    row = _of_form(
        rows, fact, form_events.serial(fact.table, event.number), "form issued", event.cents
    )
    # Of a copy that was found before it, the record is on its own day from here on.
    row.day, row.table, row.cents = event.day, event.table, event.cents


@PROJECTION.on(form_events.FormVoided, model=FORM_DAYS, pages=_of_serials)
def _form_voided(rows: Rows, fact: Fact[form_events.FormVoided]) -> None:
    event = fact.event
    serial = form_events.serial(fact.table, event.number)
    _of_form(rows, fact, serial, "form void", event.cents or None)


@PROJECTION.on(form_events.OriginalDropped, model=FORM_DAYS, pages=_of_serials)
def _dropped(rows: Rows, fact: Fact[form_events.OriginalDropped]) -> None:
    _of_form(rows, fact, form_events.serial(fact.table, fact.event.number), "original dropped")


@PROJECTION.on(form_events.CopiesForwarded, model=FORM_DAYS, pages=_of_serials)
def _forwarded(rows: Rows, fact: Fact[form_events.CopiesForwarded]) -> None:
    for number in fact.event.numbers:
        _of_form(rows, fact, form_events.serial(fact.table, number), "duplicate forwarded")


@PROJECTION.on(DropCounted, model=FORM_DAYS, pages=_of_serials)
def _counted(rows: Rows, fact: Fact[DropCounted]) -> None:
    for form in fact.event.originals:
        _of_form(rows, fact, form.serial, "original counted", form.cents)


@PROJECTION.on(DuplicatesReceived, model=FORM_DAYS, pages=_of_serials)
def _received(rows: Rows, fact: Fact[DuplicatesReceived]) -> None:
    for form in fact.event.forms:
        _of_form(rows, fact, form.serial, "duplicate received", form.cents)


@PROJECTION.on(DuplicatesTakenBack, model=FORM_DAYS, pages=_of_serials)
def _taken_back(rows: Rows, fact: Fact[DuplicatesTakenBack]) -> None:
    for serial in fact.event.serials:
        _of_form(rows, fact, serial, "duplicate taken back")


# -- slips


@PROJECTION.on(e.ChipsFilled)
def _filled(rows: Rows, fact: Fact[e.ChipsFilled]) -> None:
    _slip(rows, fact, "fill")


@PROJECTION.on(e.ChipsCredited)
def _credited(rows: Rows, fact: Fact[e.ChipsCredited]) -> None:
    _slip(rows, fact, "credit")


@PROJECTION.on(slip_events.SlipPrepared)
def _prepared(rows: Rows, fact: Fact[slip_events.SlipPrepared]) -> None:
    _number(rows, fact, fact.event.kind)


def _slip(rows: Rows, fact: Fact[e.ChipsFilled] | Fact[e.ChipsCredited], kind: str) -> None:
    if not fact.event.request:  # Else it was used where the cage prepared it.
        _number(rows, fact, kind)


def _number(rows: Rows, fact: Fact[Any], kind: str) -> None:
    """A number that an earlier day had passed, or used, concerns the first day that did."""
    event = fact.event
    found = numbered(kind, event.slip)
    if found is None:
        return
    series, number = found
    row = rows.at(SLIP_DAYS, series, event.day)
    passed = [each for each in rows.of(SLIP_DAYS, series) if each.last >= number]
    row.last = max(row.last, number)
    if passed:
        day = min(each.day for each in passed)
        more = {"cents": event.cents, "document": event.slip}
        _note(rows, fact, day, f"{kind} slip", event.slip, fact.table, **more)


# -- what moved chips between the cut-off and a count


class Moved(NamedTuple):
    """How a note tells of what moved chips: a word for it; of what it was, and by which document, where it says so."""

    word: str
    of: Callable[[Any], str] = lambda _: ""
    document: Callable[[Any], str | None] = lambda _: None


_SLIP: Final = attrgetter("slip")
_ROUND: Final = attrgetter("round")

MOVED: Final[Mapping[type[Event], Moved]] = {
    e.BoughtIn: Moved("buy-in", lambda event: f"seat {event.seat}"),
    e.ChipsFilled: Moved("fill", document=_SLIP),
    e.ChipsCredited: Moved("credit", document=_SLIP),
    e.RoundSettled: Moved("round", _ROUND),
    e.RoundReversed: Moved("round reversed", _ROUND),
    e.VigorishCollected: Moved("vigorish collected"),
    e.VigorishHandedBack: Moved("vigorish handed back"),
    award_events.AwardHandedOver: Moved("award", _ROUND),
    award_events.AwardNotHandedOver: Moved("award not handed over", _ROUND),
}
"""What moved chips: every kind that `ledger.events.tray` knows."""


@PROJECTION.on(e.TrayCounted)
def _tray_counted(rows: Rows, fact: Fact[e.TrayCounted]) -> None:
    event = fact.event
    if event.figure == "closer":
        row = rows.at(COUNTS, event.day, fact.table)
        row.stands_at, row.at = event.stands_at, event.at


def _before_the_count(rows: Rows, fact: Fact[Any], moved: Moved, day: str) -> None:
    """What the closer of the day before was worked back without, of a day that is closed: it is not stated again.

    day: on which the chips moved.
    """
    before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    count = rows.get(COUNTS, before, fact.table)
    cents = 0 if count is None else moved_between(fact.event, count.stands_at, count.at)
    if cents:
        more = {"cents": cents, "document": moved.document(fact.event)}
        text = f"not worked back: {moved.of(fact.event)}".removesuffix(": ")
        what = f"{moved.word} before the count"
        _note(rows, fact, before, what, "closer", fact.table, text=text, **more)


def _with_the_count(moved: Moved, own: Handler[Any] | None) -> Handler[Any]:
    """What a kind of event means besides, and for a count that it came too late for."""

    def noted(rows: Rows, fact: Fact[Any]) -> None:
        if own is not None:
            own(rows, fact)
        _before_the_count(rows, fact, moved, fact.event.day)

    return noted


for _kind, _moved in MOVED.items():
    PROJECTION.on(_kind)(_with_the_count(_moved, PROJECTION.handlers.get(_kind)))

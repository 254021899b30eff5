"""What somebody should look at before a gaming day is closed: exceptions that were recorded,
forms, and slips' numbers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.limits import name_of
from ledger.values.money import dollars
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures import awards, meter_differences, meters, slips, slips_matched
from projections.figures.arithmetic import rfc3339
from projections.figures.finding_kinds import KINDS
from projections.figures.forms import to_be_explained
from projections.figures.forms_in_hand import in_hand, in_hand_differs
from projections.figures.forms_matched import Match, Matched
from projections.figures.of_day import rows_of_day
from projections.figures.render import Column, Kind, Section, View
from projections.models import forms as forms_model
from projections.models import inventory as inventory_model
from projections.models import late, limits
from projections.models.exceptions import ENTRY_UNDONE, EXCEPTIONS, PROJECTION

NEEDS: Final = (
    *(PROJECTION, inventory_model.PROJECTION, forms_model.PROJECTION, late.PROJECTION),
    limits.PROJECTION,
    *meters.NEEDS,
)


A_DAY: Final = 24 * 60
DAYS_FROM: Final = 2 * A_DAY
"""Minutes; from so many on, days say it better than hours."""


ENTRIES_UNDONE: Final = "entries_undone"


class ExceptionFound(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be looked at. subject: the round, feed record, slip or count it is about. at: RFC
    3339 UTC.

    code: of a refused record. cents: the money concerned. at, by: None where no single event is
    meant.
    """

    gaming_day: str
    table: str
    kind: str
    subject: str
    message: str
    code: str | None = None
    cents: int | None = None
    at: str | None = None
    by: str | None = None


@once
def exceptions(connection: sa.Connection, day: str) -> list[ExceptionFound]:
    """The exceptions of a gaming day, by table, in the order recorded; what forms and slips
    show comes after them, and what was entered late comes last.
    """
    recorded = [*_recorded(connection, day)]
    copies = [
        _form(form, day, found)
        for form in to_be_explained(connection, day)
        for found in form.matches
    ]
    return [
        *recorded,
        *_counted(recorded, day),
        *copies,
        *_in_hand(connection, day),
        *(_slip(found) for found in slips.unaccounted(connection, day)),
        *(
            _slip_matched(slip, day, found)
            for slip in slips_matched.to_be_explained(connection, day)
            for found in slip.matches
        ),
        *(_meter(found, day) for found in meter_differences.differences(connection, day)),
        *(_award(award) for award in awards.differences(connection, day)),
        *_waiting(connection, day),
        *_beyond(connection, day),
        *_late(connection, day),
    ]


def _recorded(connection: sa.Connection, day: str) -> Iterator[ExceptionFound]:
    rows = rows_of_day(connection, EXCEPTIONS, day)
    for row in sorted(rows, key=lambda row: (row.table, row.stream, row.version)):
        yield ExceptionFound(
            gaming_day=row.day,
            table=row.table,
            kind=row.kind,
            subject=row.subject,
            message=row.message,
            code=row.code,
            cents=row.cents,
            at=rfc3339(row.at),
            by=row.by,
        )


def _counted(recorded: Iterable[ExceptionFound], day: str) -> Iterator[ExceptionFound]:
    """How many of each author's entries were taken back."""
    authors = Counter(each.by for each in recorded if each.kind == ENTRY_UNDONE)
    for author, n in sorted(authors.items(), key=lambda each: str(each[0])):
        yield ExceptionFound(
            gaming_day=day,
            table="",
            kind=ENTRIES_UNDONE,
            subject=author or "",
            message=f"Entries of {author} that were taken back on this gaming day: {n}.",
            by=author,
        )


def _meter(found: meter_differences.MeterDifference, day: str) -> ExceptionFound:
    return ExceptionFound(
        gaming_day=day,
        table=found.table,
        kind=found.finding,
        subject=found.round,
        message=f"The meters of {found.link}, in ten-thousandths of a cent: {found.what}.",
    )


def _award(award: awards.Award) -> ExceptionFound:
    return ExceptionFound(
        gaming_day=award.gaming_day,
        table=award.table,
        kind=award.finding,
        subject=award.round,
        message=KINDS[award.finding].message,
        cents=award.cents,
        at=award.at,
        by=award.by,
    )


def _waiting(connection: sa.Connection, day: str) -> Iterator[ExceptionFound]:
    """The awards that wait, and why one is held: its round does not count, or the meter is not what it was."""
    found = awards.waiting(connection, day)
    void = awards.void_rounds(connection, [award.round for award in found])
    for award in found:
        held = award.status == "held"
        how = (
            "is not paid."
            if not held
            else "was won in a round that does not count; a ruling is needed."
            if award.round in void
            else "was won for a round since which the meter was won or has fallen; a ruling is needed."
        )
        yield ExceptionFound(
            gaming_day=award.gaming_day,
            table=award.table,
            kind="award_held" if held else "award_unpaid",
            subject=award.round,
            message=f"Seat {award.seat}: {award.meter} of {award.link} {how}",
            cents=award.cents,
            at=award.at,
            by=award.by,
        )


def _slip(found: slips.Unaccounted) -> ExceptionFound:
    return ExceptionFound(
        gaming_day=found.slip.day,
        table=found.slip.table,
        kind=found.kind,
        subject=found.subject,
        message=KINDS[found.kind].message,
    )


def _slip_matched(slip: slips_matched.Slip, day: str, found: slips_matched.Match) -> ExceptionFound:
    return ExceptionFound(
        gaming_day=day,
        table=slip.table,
        kind=f"slip_{found}",
        subject=slip.slip or slip.table,
        message=KINDS[f"slip_{found}"].message,
        cents=slip.concerned(found),
    )


def _form(form: Matched, day: str, found: Match) -> ExceptionFound:
    return ExceptionFound(
        gaming_day=day,
        table=form.table or "",
        kind=f"form_{found}",
        subject=form.serial,
        message=KINDS[f"form_{found}"].message,
        cents=form.cents,
    )


def _in_hand(connection: sa.Connection, day: str) -> Iterator[ExceptionFound]:
    for each in in_hand(connection, day):
        if not each.version or each.missing or each.beyond:
            kind = "forms_in_hand_differ" if each.version else "forms_not_counted"
            yield ExceptionFound(
                gaming_day=day,
                table="",
                kind=kind,
                subject=each.series,
                message=f"{KINDS[kind].message} {in_hand_differs(each)}".strip(),
            )


@if_recorded(limits.BEYOND)
def _beyond(connection: sa.Connection, day: str) -> Iterator[ExceptionFound]:
    """Amounts beyond a limit of the property, each by itself: who entered it or which feed brought it."""
    which = 'WHERE day = :day ORDER BY "table", stream, version, line'
    for row in rows_of(connection, limits.BEYOND, which, day=day):
        fed = f", fed by {row.source}" if row.source else ""
        yield ExceptionFound(
            gaming_day=day,
            table=row.table,
            kind="beyond_limit",
            subject=f"{row.what}{fed}",
            message=f"Beyond the {name_of(row.setting)} of {dollars(row.limit_cents)}.",
            cents=row.cents,
            at=rfc3339(row.at),
            by=row.by,
        )


@if_recorded(late.LATE)
def _late(connection: sa.Connection, day: str) -> Iterator[ExceptionFound]:
    """A row a person and table, or source: what, how late at the most."""
    which = 'WHERE day = :day ORDER BY stream, source, "by", kind'
    rows = rows_of(connection, late.LATE, which, day=day)
    for (stream, source, by), group in groupby(rows, lambda row: (row.stream, row.source, row.by)):
        found = list(group)
        noun, _, code = stream.partition(":")
        what = (
            f"feed {source}" if source else ", ".join(row.kind.replace("_", " ") for row in found)
        )
        where = "" if noun == "table" else f"{stream}: "
        entries, most = sum(row.entries for row in found), _long(max(row.most for row in found))
        yield ExceptionFound(
            gaming_day=day,
            table=code if noun == "table" else "",
            kind="entered_late",
            subject=f"{where}{what}, by {by}",
            message=f"Recorded {most} after it happened."
            if entries == 1
            else f"{entries} events, recorded up to {most} after they happened.",
            at=rfc3339(min(row.first_at for row in found)),
            by=by,
        )


def _long(micros: int) -> str:
    """A time that passed, as a person says it: `3 h 20 min`, `140 days`."""
    minutes = micros // late.MINUTE
    if minutes >= DAYS_FROM:
        return f"{minutes // A_DAY} days"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


VIEW: Final = View(
    ExceptionFound,
    "Nothing out of the ordinary was recorded on this gaming day.",
    (
        Section(
            "Exceptions",
            (
                Column("table", "Table"),
                Column("kind", "Kind"),
                Column("subject", "About"),
                Column("message", "What"),
                Column("cents", "Amount", Kind.MONEY),
                Column("at", "At", Kind.MOMENT),
                Column("by", "By"),
            ),
            total=False,
        ),
    ),
)

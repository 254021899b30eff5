"""Forms of a gaming day and their findings, series and who has them (F1-F7)."""

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.forms_matched import Matched, is_open, match
from projections.figures.forms_paper import around, unsettled
from projections.figures.render import Column, Kind, Section, View
from projections.models.closings import CORRECTIONS
from projections.models.closings import PROJECTION as CLOSED
from projections.models.forms import (
    DUPLICATES,
    FORMS,
    LOST,
    ORIGINALS_READ,
    PROJECTION,
    SERIES,
    VOID,
    FormRow,
    SeriesRow,
)

NEEDS: Final = (PROJECTION, CLOSED)


class FormOfDay(msgspec.Struct, frozen=True):
    """A form, or a number to be explained, in cents. finding: None until its copies are counted; several with a comma
    between. corrected: by corrections of what was documented of its seat and rounds on its day, None where there are
    none.
    """

    serial: str
    status: str
    table: str | None
    seat: int | None
    cents: int | None
    finding: str | None
    corrected: int | None = None


class SeriesNow(msgspec.Struct, frozen=True):
    """A series. next: the number to be used next, None where all are used. pit, clerks: who has
    the unused forms.

    missing: serials of forms that are not accounted for. kept: used, and not forwarded yet.
    """

    series: str
    first: int
    last: int
    next: int | None
    issued: int
    void: int
    lost: int
    unused: int
    kept: int
    missing: list[str]
    pit: str | None
    clerks: list[str]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form that was used. Instants RFC 3339 UTC; None is what did not happen. cents: as it reads, void or not."""

    serial: str
    status: str
    gaming_day: str
    table: str | None
    seat: int | None
    cents: int | None
    rounds: list[str]
    patron: str | None
    patron_id: str | None
    seated: str | None
    patron_signed: bool | None
    statement: str | None
    stated_by: str | None
    out_of_order: bool
    dealer: str | None
    pit_boss: str
    clerk: str
    reason: str | None
    issued_at: str
    dropped_at: str | None
    forwarded_at: str | None
    voided_at: str | None
    void_pit_boss: str | None
    void_clerk: str | None

    @property
    def void(self) -> bool:
        """Whether both copies bear VOID."""
        return self.status == VOID

    @property
    def spoilt(self) -> bool:
        """Whether it is void and was never filled in."""
        return self.cents is None


def forms(connection: sa.Connection, day: str) -> list[FormOfDay]:
    """Every form of a gaming day and what was found on it, by serial."""
    found = matched(connection, day)
    if not found:
        return []
    of_day = rows_of(connection, FORMS, "WHERE day = :day", day=day)
    corrected = corrections_of(connection, of_day)
    return [_of_day(row, corrected.get(row.serial, ())) for row in found]


@once
@if_recorded(FORMS, ORIGINALS_READ, DUPLICATES, LOST)
def matched(connection: sa.Connection, day: str) -> list[Matched]:
    """Every form of a gaming day, held against its copies as far as they are counted."""
    return match(around(connection, day), day)


def to_be_explained(connection: sa.Connection, day: str) -> list[Matched]:
    """The forms of a gaming day on which the comparison found something."""
    return [row for row in matched(connection, day) if is_open(row)]


def series(connection: sa.Connection) -> list[SeriesNow]:
    """Every series, by its id. Of its forms those that agree with their copies are not read."""
    missing: dict[str, list[str]] = {}
    for row in match(unsettled(connection)):
        if is_open(row):
            missing.setdefault(row.series, []).append(row.serial)
    return [_now(row, missing.get(row.series, [])) for row in rows_of(connection, SERIES)]


def of_series(connection: sa.Connection, name: str) -> list[Form]:
    """The forms of a series that were used, in order."""
    rows = rows_of(connection, FORMS, "WHERE series = :name ORDER BY number", name=name)
    return [_form(row) for row in rows]


DOCUMENTED: Final = "vig_documented"
"""The figure that a form adds to."""


def corrections_of(
    connection: sa.Connection, forms: Sequence[FormRow]
) -> dict[str, list[tuple[str, int]]]:
    """What was corrected of what forms document, by serial: the day of each correction and its cents. forms: all of
    their days. Where several document the same of a seat it is the last one's, of those that are not void.
    """
    if not forms:
        return {}
    days = sorted({form.day for form in forms})
    which = "WHERE figure = :figure AND of_day IN (:days) ORDER BY day, at, version"
    found: dict[str, list[tuple[str, int]]] = {}
    for row in rows_of(connection, CORRECTIONS, which, figure=DOCUMENTED, days=days):
        about = [
            form
            for form in forms
            if (form.day, form.table, form.seat) == (row.of_day, row.table, row.seat)
            and row.original in (form.rounds or "").split()
        ]
        if about:
            form = max(about, key=lambda each: (each.status != VOID, each.at, each.number))
            found.setdefault(form.serial, []).append((row.day, row.cents))
    return found


def _of_day(row: Matched, corrected: Sequence[tuple[str, int]]) -> FormOfDay:
    finding = ", ".join(row.matches) or None
    moved = sum(cents for _, cents in corrected) if corrected else None
    return FormOfDay(row.serial, row.status, row.table, row.seat, row.cents, finding, moved)


def _now(row: SeriesRow, missing: list[str]) -> SeriesNow:
    return SeriesNow(
        series=row.series,
        first=row.first,
        last=row.last,
        next=row.next if row.next <= row.last else None,
        issued=row.issued,
        void=row.void,
        lost=row.lost,
        unused=row.last - row.first + 1 - row.issued - row.void - row.lost,
        kept=row.kept,
        missing=missing,
        pit=row.pit,
        clerks=row.clerks.split(", ") if row.clerks else [],
    )


def _form(row: FormRow) -> Form:
    return Form(
        serial=row.serial,
        status=row.status,
        gaming_day=row.day,
        table=row.table,
        seat=row.seat,
        cents=row.cents,
        rounds=row.rounds.split() if row.rounds else [],
        patron=row.patron,
        patron_id=row.patron_id,
        seated=row.seated,
        patron_signed=None if row.patron_signed is None else bool(row.patron_signed),
        statement=row.statement,
        stated_by=row.stated_by,
        out_of_order=bool(row.out_of_order),
        dealer=row.dealer,
        pit_boss=row.pit_boss,
        clerk=row.clerk,
        reason=row.reason,
        issued_at=rfc3339(row.at),
        dropped_at=_when(row.dropped_at),
        forwarded_at=_when(row.forwarded_at),
        voided_at=_when(row.voided_at),
        void_pit_boss=row.void_pit_boss,
        void_clerk=row.void_clerk,
    )


def _when(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)


VIEW: Final = View(
    FormOfDay,
    "No form was used or found on this gaming day.",
    (
        Section(
            "Complimentary Vigorish Forms",
            (
                Column("serial", "Form"),
                Column("status", "Status"),
                Column("table", "Table"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("cents", "Amount", Kind.MONEY),
                Column("corrected", "Corrected by", Kind.MONEY),
                Column("finding", "Finding"),
            ),
            total=False,
        ),
    ),
)

SERIES_VIEW: Final = View(
    SeriesNow,
    "No series of forms was received.",
    (
        Section(
            "Series of forms",
            (
                Column("series", "Series"),
                Column("first", "First", Kind.NUMBER),
                Column("last", "Last", Kind.NUMBER),
                Column("next", "Next", Kind.NUMBER),
                Column("issued", "Issued", Kind.COUNT),
                Column("void", "Void", Kind.COUNT),
                Column("lost", "Lost", Kind.COUNT),
                Column("unused", "Unused", Kind.COUNT),
                Column("kept", "To forward", Kind.COUNT),
                Column("missing", "To be explained"),
                Column("pit", "Pit"),
                Column("clerks", "Clerks"),
            ),
            total=False,
        ),
    ),
)

OF_SERIES: Final = View(
    Form,
    "No form of this series is used yet.",
    (
        Section(
            "Forms",
            (
                Column("serial", "Form"),
                Column("status", "Status"),
                Column("gaming_day", "Day", Kind.DATE),
                Column("table", "Table"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("cents", "Amount", Kind.MONEY),
                Column("clerk", "Clerk"),
                Column("dropped_at", "Original dropped", Kind.MOMENT),
                Column("forwarded_at", "Duplicate forwarded", Kind.MOMENT),
            ),
            total=False,
        ),
    ),
)

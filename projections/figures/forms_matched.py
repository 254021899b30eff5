"""Duplicates of forms held against the originals from the drop boxes and the forms on record (F6).

A pure pass: rows in, matches out. A copy that accounting has not counted yet is not missing; the
form is then undecided, and its finding None.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec

from ledger.values.people import same_person
from projections.models.forms import ISSUED, VOID, DuplicateRow, FormRow, LostRow, SeriesRow

UNUSED: Final = "unused"
UNKNOWN: Final = "unknown"
LOST: Final = "lost"


class Match(StrEnum):
    """What the comparison of a form comes to."""

    MATCHED = "matched"
    MISSING_ORIGINAL = "missing_original"
    MISSING_DUPLICATE = "missing_duplicate"
    NOT_DROPPED = "not_dropped"
    DROPPED_LATE = "dropped_late"
    NOT_FORWARDED = "not_forwarded"
    FORWARDED_LATE = "forwarded_late"
    AMOUNT_DIFFERS = "amount_differs"
    TABLE_DIFFERS = "table_differs"
    DAY_DIFFERS = "day_differs"
    PATRON_DIFFERS = "patron_differs"
    NOT_THE_PLAYER = "not_the_player"
    VOID_DIFFERS = "void_differs"
    FOUND_TWICE = "found_twice"
    OUT_OF_SEQUENCE = "out_of_sequence"
    UNACCOUNTED = "unaccounted"
    LOST = "lost"


class Original(NamedTuple):
    """An original in the drop box of a table and day, as it reads. table: "" where not read."""

    day: str
    box: str
    serial: str
    cents: int
    table: str


class Matched(msgspec.Struct, frozen=True, kw_only=True):
    """A form of the day, or a number that is to be explained. matches: empty while undecided."""

    series: str
    number: int
    serial: str
    status: str
    table: str | None = None
    seat: int | None = None
    cents: int | None = None
    matches: tuple[Match, ...] = ()


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared. counted: (day, table) of every drop box counted; entered: days whose duplicates are entered.

    ahead: (series, number) of what is used or lost beyond the number that is next.
    """

    series: Sequence[SeriesRow]
    forms: Sequence[FormRow]
    originals: Sequence[Original]
    duplicates: Sequence[DuplicateRow]
    counted: Collection[tuple[str, str]]
    entered: Collection[str]
    lost: Sequence[LostRow] = ()
    ahead: Collection[tuple[str, int]] = ()


def match(paper: Paper, day: str | None = None) -> list[Matched]:
    """Every form of a gaming day, and what was found on it without a form; of all days for None.

    In the order of series and number.
    """
    originals, duplicates = _by_serial(paper.originals), _by_serial(paper.duplicates)
    known = {form.serial for form in paper.forms}
    found = [
        _matched(form, originals.get(form.serial, []), duplicates.get(form.serial, []), paper)
        for form in paper.forms
        if day in _days(form, originals, duplicates)
    ]
    stray = {
        serial
        for serial, copies in [*originals.items(), *duplicates.items()]
        if serial not in known and (day is None or any(copy.day == day for copy in copies))
    }
    found += _strays(paper, stray, originals, duplicates)
    found = [*_with_lost(found, [row for row in paper.lost if day in {None, row.day}])]
    return sorted(found, key=lambda row: (row.series, row.number, row.serial))


def _with_lost(found: Iterable[Matched], lost: Iterable[LostRow]) -> Iterator[Matched]:
    """With the numbers that were said to be lost: a row a serial. One that turned up and was used is what it is as a
    form, with what was said of it among what is to be explained.
    """
    said = {(row.series, row.number): row.serial for row in lost}
    for each in found:
        if (each.series, each.number) not in said:
            yield each
            continue
        del said[each.series, each.number]
        status = each.status if each.status in {ISSUED, VOID} else LOST
        matches = tuple(match for match in each.matches if match is not Match.MATCHED)
        yield msgspec.structs.replace(each, status=status, matches=(*matches, Match.LOST))
    for (series, number), serial in said.items():
        yield Matched(
            series=series,
            number=number,
            serial=serial,
            status=LOST,
            matches=(Match.LOST,),
        )


def _by_serial(copies: Iterable[Any]) -> dict[str, list[Any]]:
    of: dict[str, list[Any]] = {}
    for copy in copies:
        of.setdefault(copy.serial, []).append(copy)
    return of


def _days(
    form: FormRow, originals: Mapping[str, Any], duplicates: Mapping[str, Any]
) -> set[str | None]:
    """The days on whose report a form is: its own, and those on which a copy was found."""
    copies = [*originals.get(form.serial, []), *duplicates.get(form.serial, [])]
    return {None, form.day, *(copy.day for copy in copies)}


def _matched(
    form: FormRow,
    originals: Sequence[Original],
    duplicates: Sequence[DuplicateRow],
    paper: Paper,
) -> Matched:
    entered = form.day in paper.entered
    if form.status == VOID:
        found = set(_void(originals, duplicates))
        undecided = not entered
        if not duplicates and entered:
            found.add(Match.MISSING_DUPLICATE)
    else:
        found = set(_originals(form, originals)) | set(_duplicates(form, duplicates))
        no_count = (form.day, form.table) not in paper.counted
        if not originals and not no_count:
            found.add(Match.MISSING_ORIGINAL)
        if not duplicates and entered:
            found.add(Match.MISSING_DUPLICATE)
        undecided = (not originals and no_count) or (not duplicates and not entered)
        found |= set(_dropped(form, counted=not no_count))
        if form.seated and not same_person(form.seated, form.patron or ""):
            found.add(Match.NOT_THE_PLAYER)
    found |= set(_forwarded(form, entered=entered))
    if form.out_of_order:
        found.add(Match.OUT_OF_SEQUENCE)
    if not found and not undecided:
        found = {Match.MATCHED}
    return Matched(
        series=form.series,
        number=form.number,
        serial=form.serial,
        status=form.status,
        table=form.table,
        seat=form.seat,
        # A void form documents nothing, whatever is written on it.
        cents=form.cents if form.status == ISSUED else None,
        matches=tuple(each for each in Match if each in found),
    )


def _dropped(form: FormRow, *, counted: bool) -> Iterator[Match]:
    """Nothing is dropped any more, on the form's day, into a box that is counted."""
    if form.dropped_day is None:
        if counted:
            yield Match.NOT_DROPPED
    elif form.dropped_day > form.day:
        yield Match.DROPPED_LATE


def _forwarded(form: FormRow, *, entered: bool) -> Iterator[Match]:
    """The copies of a form that void it on a later day are kept until then."""
    if form.forwarded_day is None:
        if entered:
            yield Match.NOT_FORWARDED
    elif form.forwarded_day > max(form.day, form.voided_day or ""):
        yield Match.FORWARDED_LATE


def _void(originals: Sequence[Original], duplicates: Sequence[DuplicateRow]) -> Iterator[Match]:
    """A void form is in no drop box; both its copies come to accounting marked VOID."""
    if originals or any(not copy.void for copy in duplicates):
        yield Match.VOID_DIFFERS


def _originals(form: FormRow, originals: Sequence[Original]) -> Iterator[Match]:
    if len(originals) > 1:
        yield Match.FOUND_TWICE
    for copy in originals:
        if copy.cents != form.cents:
            yield Match.AMOUNT_DIFFERS
        if copy.box != form.table or copy.table not in {"", form.table}:
            yield Match.TABLE_DIFFERS
        if copy.day != form.day:
            yield Match.DAY_DIFFERS


def _duplicates(form: FormRow, duplicates: Sequence[DuplicateRow]) -> Iterator[Match]:
    if len(duplicates) > 1:
        yield Match.FOUND_TWICE
    for copy in duplicates:
        if copy.void:
            yield Match.VOID_DIFFERS
        if copy.cents not in {None, form.cents}:
            yield Match.AMOUNT_DIFFERS
        if copy.table not in {None, form.table}:
            yield Match.TABLE_DIFFERS
        if copy.day != form.day or copy.form_day not in {None, form.day}:
            yield Match.DAY_DIFFERS
        if copy.patron is not None and not same_person(copy.patron, form.patron or ""):
            yield Match.PATRON_DIFFERS


def _strays(
    paper: Paper,
    serials: Iterable[str],
    originals: Mapping[str, Sequence[Original]],
    duplicates: Mapping[str, Sequence[DuplicateRow]],
) -> Iterator[Matched]:
    """Copies of forms that are not on record: of a series, used before their turn; or of none. Then
    the numbers passed over: below one that was found, on record nowhere and not found themselves.
    """
    of = {row.series: row for row in paper.series}
    early: dict[str, set[int]] = {}
    for serial in serials:
        name, _, digits = serial.rpartition("-")
        number = int(digits) if digits.isascii() and digits.isdigit() else 0
        row = of.get(name)
        known = row is not None and row.first <= number <= row.last
        if known:
            early.setdefault(name, set()).add(number)
        copies = originals.get(serial, [])
        yield Matched(
            series=name,
            number=number,
            serial=serial,
            status=UNUSED if known else UNKNOWN,
            table=copies[0].box if copies else duplicates[serial][0].table,
            cents=copies[0].cents if copies else duplicates[serial][0].cents,
            matches=(Match.OUT_OF_SEQUENCE if known else Match.UNACCOUNTED,),
        )
    for name, numbers in early.items():
        for number in set(range(of[name].next, max(numbers))) - numbers:
            if (name, number) in paper.ahead:
                continue
            yield Matched(
                series=name,
                number=number,
                serial=f"{name}-{number}",
                status=UNUSED,
                matches=(Match.UNACCOUNTED,),
            )


def is_open(row: Matched) -> bool:
    """Whether a form is still to be explained, once its copies are counted."""
    return row.status not in {ISSUED, VOID} or row.matches not in {(), (Match.MATCHED,)}

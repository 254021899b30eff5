"""What stood open when the last day before was closed, and stands open still: read from what was signed then."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from ledger.events.day import Acknowledgement
from ledger.events.finding import EventPlace
from ledger.store.driver import Value, ask
from ledger.values.people import plain
from ledger.values.slips import numbered
from projections.engine.asked import rows_of
from projections.figures import awards, closing, slips, slips_matched
from projections.figures import forms as form_figures
from projections.figures.forms_matched import Match
from projections.figures.slips_in_hand import on_record
from projections.models.evidence import EVIDENCE, About
from projections.models.inventory import COPIES, PREPARED, REQUESTED, SLIPS
from projections.reconcile.day import Carried

FORMS_OPEN: Final = frozenset(
    {f"form_{each}" for each in (Match.MISSING_ORIGINAL, Match.MISSING_DUPLICATE)}
)
AWARDS_OPEN: Final = frozenset({"award_unpaid", "award_held"})
SLIP: Final = "slip_missing"
ON_ITS_WAY: Final = f"slip_{slips_matched.Match.ON_ITS_WAY}"
PARTS_MISSING: Final = {
    f"slip_{slips_matched.Match.MISSING_CAGE_PART}": slips_matched.CAGE,
    f"slip_{slips_matched.Match.MISSING_TABLE_PART}": slips_matched.TABLE,
}


def carried(connection: sa.Connection, day: str) -> list[Carried]:
    """Awards not paid, forms and slips of which a part is missing, slips missing or on their way: each that was signed
    as open and still is.
    """
    signed = closing.signed_before(connection, day)
    awards: set[str] = set()
    serials: dict[str, set[str]] = {}
    found: list[Carried] = []
    for each in signed:
        code, _, subject = each.finding.partition(":")
        if code in AWARDS_OPEN:
            awards.add(subject)
        elif code in FORMS_OPEN:
            serials.setdefault(subject, set()).add(code)
        elif code == SLIP:
            found += _slips(connection, subject, day)
        elif code == ON_ITS_WAY:
            found += _on_its_way(connection, subject, day)
        elif code in PARTS_MISSING:
            found += _part_missing(connection, each, PARTS_MISSING[code], day)
    return [*_awards(connection, awards), *_forms(connection, serials), *dict.fromkeys(found)]


def _awards(connection: sa.Connection, subjects: set[str]) -> Iterator[Carried]:
    for day in sorted({subject.split(":")[1] for subject in subjects}):
        for award in awards.waiting(connection, day):
            subject = f"{award.round}:{award.seat}:{award.meter}"
            if subject in subjects:
                code = "award_held" if award.status == "held" else "award_unpaid"
                place = EventPlace(f"link:{award.link}", award.won_version)
                yield Carried(code, subject, day, award.table, award.cents, events=(place,))


def _forms(connection: sa.Connection, serials: dict[str, set[str]]) -> Iterator[Carried]:
    query = "SELECT DISTINCT day FROM forms WHERE serial IN (:serials) ORDER BY day"
    for (day,) in ask(connection, query, serials=[*serials]) if serials else ():
        for form in form_figures.matched(connection, day):
            for match in form.matches:
                if f"form_{match}" in serials.get(form.serial, ()):
                    places = _said(connection, form.serial)
                    yield Carried(
                        f"form_{match}", form.serial, day, form.table, form.cents, events=places
                    )


def _said(connection: sa.Connection, serial: str) -> tuple[EventPlace, ...]:
    """The events that speak of a form."""
    which = "WHERE subject = :serial AND about = :about"
    rows = rows_of(connection, EVIDENCE, which, serial=serial, about=About.FORM.value)
    return tuple(EventPlace(row.stream, row.version) for row in rows)


def _slips(connection: sa.Connection, subject: str, until: str) -> Iterator[Carried]:
    """What is still missing below the slip that showed it, and was not received by the end of a day."""
    kind, _, text = subject.partition(":")
    which = "WHERE series = :series AND number > :last ORDER BY number LIMIT 1"
    for series, last in _numbers(kind, text.split("_to_")[-1]):
        for shown in rows_of(connection, SLIPS, which, series=series, last=last):
            for each in slips.unaccounted(connection, shown.day):
                found = (each.kind, ":".join(each.slip.series), each.slip.number)
                if found == (SLIP, series, shown.number) and slips.not_received(
                    each, on_record(connection, until)
                ):
                    about = f"{kind.capitalize()} {each.subject}."
                    named = f"{kind}:{each.subject.replace(' ', '_')}"
                    place, table = EventPlace(shown.stream, shown.version), each.slip.table
                    yield Carried(SLIP, named, shown.day, table, None, about, (place,))


def _on_its_way(connection: sa.Connection, subject: str, day: str) -> Iterator[Carried]:
    """A fill or a credit that is neither received nor void by the end of a day."""
    kind, _, text = subject.partition(":")
    table, _, request = text.rpartition("/")
    mine, asked = "kind = :kind AND slip IN (:spelled)", dict[str, Value](kind=kind)
    if request.isascii() and request.isdigit():
        mine += ' OR "table" = :table AND request = :request'
        asked |= {"table": table, "request": int(request)}
    spelled = sorted(_spelled(text))
    for steps in slips_matched.step_by_step(connection, mine, day, spelled=spelled, **asked):
        if steps.status in {PREPARED, REQUESTED}:
            last = steps.steps[steps.status]
            about, places = steps.told, tuple(steps.places)
            yield Carried(
                ON_ITS_WAY, steps.subject, last.day, steps.table, steps.cents, about, places
            )


def _spelled(text: str) -> set[str]:
    """How a slip may be spelled that a finding names."""
    return {text, text.replace("_", " ")}


def _numbers(kind: str, text: str) -> set[tuple[str, int]]:
    """The series and the number of a slip that a finding names, as it may be spelled."""
    return {found for each in _spelled(text) if (found := numbered(kind, each))}


def _part_missing(
    connection: sa.Connection, signed: Acknowledgement, side: str, day: str
) -> Iterator[Carried]:
    """A slip of which the part of a side has not come in by the end of a day."""
    code, kind, text = signed.finding.split(":", 2)
    same = {plain(each) for each in _spelled(text)}
    come = "WHERE same IN (:same) AND kind = :kind AND side = :side AND day <= :day"
    if rows_of(connection, COPIES, come, same=sorted(same), kind=kind, side=side, day=day):
        return
    which = "WHERE series = :series AND number = :number"
    for series, number in _numbers(kind, text):
        for row in rows_of(connection, SLIPS, which, series=series, number=number):
            if plain(row.slip) in same:
                place = EventPlace(row.stream, row.version)
                about = f"{kind.capitalize()} {row.slip} of {row.table}."
                named = f"{kind}:{text}"
                yield Carried(code, named, row.day, row.table, signed.cents, about, (place,))

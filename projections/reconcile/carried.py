"""What stood open when the last day before was closed, and stands open still: read from what was signed then."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from ledger.events.finding import EventPlace
from ledger.values.slips import numbered
from projections.figures import awards, closing, slips
from projections.figures import forms as form_figures
from projections.figures.forms_matched import Match
from projections.models.evidence import EVIDENCE, About
from projections.models.forms import FORMS
from projections.models.inventory import SLIPS
from projections.reconcile.day import Carried

FORMS_OPEN: Final = frozenset(
    {f"form_{each}" for each in (Match.MISSING_ORIGINAL, Match.MISSING_DUPLICATE)}
)
AWARDS_OPEN: Final = frozenset({"award_unpaid", "award_held"})
SLIP: Final = "slip_missing"


def carried(connection: sa.Connection, day: str) -> list[Carried]:
    """Awards not paid, forms of which a copy is missing, slips missing: each that was signed as open and still is."""
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
            found += _slips(connection, subject)
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
    of = FORMS.table
    query = sa.select(of.c.day).where(of.c.serial.in_(serials)).distinct().order_by(of.c.day)
    for day in connection.scalars(query).all() if serials else ():
        for form in form_figures.matched(connection, day):
            for match in form.matches:
                if f"form_{match}" in serials.get(form.serial, ()):
                    places = _said(connection, form.serial)
                    yield Carried(
                        f"form_{match}", form.serial, day, form.table, form.cents, events=places
                    )


def _said(connection: sa.Connection, serial: str) -> tuple[EventPlace, ...]:
    """The events that speak of a form."""
    of = EVIDENCE.table
    query = sa.select(of.c.stream, of.c.version).where(
        of.c.subject == serial, of.c.about == About.FORM
    )
    return tuple(EventPlace(row.stream, row.version) for row in connection.execute(query))


def _slips(connection: sa.Connection, subject: str) -> Iterator[Carried]:
    """What is still missing below the slip that showed it."""
    kind, _, text = subject.partition(":")
    number = numbered(kind, text.split("_to_")[-1])
    if number is None:
        return
    of = SLIPS.table
    query = (
        sa.select(of.c.number, of.c.day, of.c.stream, of.c.version)
        .where(of.c.series == number[0], of.c.number > number[1])
        .order_by(of.c.number)
        .limit(1)
    )
    for shown, day, stream, version in connection.execute(query).all():
        for each in slips.unaccounted(connection, day):
            if (each.kind, each.slip.number, each.slip.series[0]) == (SLIP, shown, kind):
                about = f"{kind.capitalize()} {each.subject}."
                named = f"{kind}:{each.subject.replace(' ', '_')}"
                yield Carried(
                    SLIP, named, day, each.slip.table, None, about, (EventPlace(stream, version),)
                )

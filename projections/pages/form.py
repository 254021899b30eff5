"""A Complimentary Vigorish Form as it is on paper: original and duplicate on one page (F3-F5)."""

from collections.abc import Mapping
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from ledger.values.money import dollars
from ledger.values.prints import print_told
from projections.figures.forms import Form
from projections.pages import Page, page
from projections.pages.words import UNKNOWN, clock

NAME: Final = "Complimentary Vigorish Form"


class Line(msgspec.Struct, frozen=True):
    """What is printed and what is written beside it. known: of a name, when it was signed."""

    label: str
    text: str
    known: str = ""


class Copy(msgspec.Struct, frozen=True):
    """One of the two copies: its name, and what became of it."""

    name: str
    kept: str


def form_page(
    form: Form,
    *,
    known: Mapping[str, str],
    known_void: Mapping[str, str],
    property_name: str,
    paper: str,
    zone: ZoneInfo,
    print_no: int = 0,
) -> Page:
    """Both copies of a form on a page to print; a void one bears VOID across each. paper: its size. zone: in which
    times are written.

    print_no: which print of it this is, from 1; of 0, only to be looked at, and of any after the first, it says so.

    known: what was known of each name when it was signed, such as its licence, or that it was not verified.
    known_void: the same of those who signed it as void, where it was issued before.
    """
    return page(
        "form.html",
        title=f"{NAME} {form.serial}",
        name=NAME,
        property=property_name,
        paper=paper,
        day=form.gaming_day,
        serial=form.serial,
        void=form.void,
        print_told=print_told(print_no),
        copies=copies(form, zone),
        lines=_facts(form, zone),
        signatures=_signatures(form, known, known_void),
    )


def copies(form: Form, zone: ZoneInfo) -> list[Copy]:
    """Original and duplicate, and where each of them went."""
    forwarded = f"forwarded to accounting {clock(form.forwarded_at, zone)}"
    kept = forwarded if form.forwarded_at else "kept by the pit clerk"
    if form.void:
        return [Copy("Original", f"void, {kept}"), Copy("Duplicate", f"void, {kept}")]
    dropped = f"in the drop box since {clock(form.dropped_at, zone)}"
    original = dropped if form.dropped_at else "not dropped yet"
    return [Copy("Original", original), Copy("Duplicate", kept)]


def _facts(form: Form, zone: ZoneInfo) -> list[Line]:
    head = [
        Line("Gaming day", form.gaming_day),
        Line("Date and time", clock(form.issued_at, zone)),
    ]
    reason = [Line("Void because", form.reason or UNKNOWN)] if form.void else []
    if form.spoilt:
        return [*head, *reason]
    return [
        *head,
        *reason,
        Line("Table", form.table or UNKNOWN),
        Line("Seat", UNKNOWN if form.seat is None else str(form.seat)),
        Line("Patron's name", form.patron or UNKNOWN),
        *([Line("Patron's number", form.patron_id)] if form.patron_id else []),
        Line("Vigorish", dollars(form.cents or 0)),
        Line("Of rounds", ", ".join(form.rounds) or UNKNOWN),
    ]


def _signatures(form: Form, known: Mapping[str, str], known_void: Mapping[str, str]) -> list[Line]:
    def signed(label: str, name: str | None, known: Mapping[str, str] = known) -> Line:
        return Line(label, name or UNKNOWN, known.get(name or "", ""))

    house = [signed("Pit boss", form.pit_boss), signed("Pit clerk", form.clerk)]
    if form.spoilt:
        return house
    patron = (
        "signed"
        if form.patron_signed
        else f"not signed: {form.statement or UNKNOWN} (stated by {form.stated_by or UNKNOWN})"
    )
    void = [signed("Void: pit boss", form.void_pit_boss, known_void)] if form.void else []
    void += [signed("Void: pit clerk", form.void_clerk, known_void)] if form.void else []
    return [signed("Dealer", form.dealer), *house, Line("Patron", patron), *void]

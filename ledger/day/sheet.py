"""What the sheet of a soft count may say of a drop box: its counts, who signed, when it was pulled and opened (A3)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from itertools import pairwise
from typing import Any, Final

from ledger.events.day import CountSheet, DropBox
from ledger.values.codes import CODE
from ledger.values.errors import Refused
from ledger.values.money import NOTES_CENTS, dollars
from ledger.values.people import plain

SMALLEST_TEAM: Final = 3
"""Where the property does not say how many. Nobody counts alone, and no two agree on what is missing."""


def verify_cash(box: DropBox) -> None:
    """Raise Refused for notes that cannot be, or that do not add up to the total."""
    for notes in (box.cash, *(each.notes for each in box.said.counts)):
        _verify_notes(box.table, notes)
    if box.cash_cents < 0:
        raise _bad_count(box.table, cash_cents=box.cash_cents)
    notes_cents = sum(note * pieces for note, pieces in box.notes.items())
    if (box.notes or box.said.counts) and notes_cents != box.cash_cents:
        raise Refused(
            "count_does_not_add_up",
            "The notes do not add up to the total given.",
            "Give the notes alone, or a total that they make.",
            table=box.table,
            cash_cents=box.cash_cents,
            notes_cents=notes_cents,
        )


def _verify_notes(table: str, notes: Mapping[int, int]) -> None:
    for note, pieces in notes.items():
        if note <= 0 or pieces < 0:
            raise _bad_count(table, note=note, count=pieces)
        if note not in NOTES_CENTS:
            raise Refused(
                "no_such_note",
                f"There is no note of {dollars(note)}.",
                f"Notes are of {', '.join(f'${each // 100}' for each in NOTES_CENTS)}; a box with others in it is"
                " entered by its total alone: --cash.",
                table=table,
                note=note,
            )


def _bad_count(table: str, **facts: Any) -> Refused:
    return Refused(
        "bad_count", "A count cannot be below zero.", "Check the count.", table=table, **facts
    )


def verify_sheet(
    table: str, sheet: CountSheet, begins: datetime, zone: tzinfo, team_people: int = 0
) -> None:
    """Raise Refused for a sheet that cannot be. begins: when the gaming day did; no box of it was pulled before.
    team_people: so many sign each count; 0: whoever counts need not say who did.
    """
    if sheet.box and not CODE.fullmatch(sheet.box):
        raise Refused(
            "bad_box_number",
            f"{sheet.box!r} cannot be the number of a box.",
            "Write it with letters, digits, dot, dash and underscore, at most 32.",
            table=table,
            box=sheet.box,
        )
    _verify_team(table, sheet.team, team_people)
    _verify_times(table, sheet, begins, zone)


def _verify_team(table: str, team: Sequence[str], asked: int) -> None:
    people, least = {plain(name) for name in team}, asked or SMALLEST_TEAM
    if (team or asked) and len(people) < least:
        raise Refused(
            "team_too_small",
            f"{len(people)} {'person' if len(people) == 1 else 'people'} signed the count.",
            f"A team of {least} or more counts and signs: say --team with each.",
            table=table,
            team=list(team),
        )


def _verify_times(table: str, sheet: CountSheet, begins: datetime, zone: tzinfo) -> None:
    """A box is put under the table, pulled, and opened, in this order; on its own day or after it."""
    said = {"placed": sheet.placed_at, "pulled": sheet.pulled_at, "opened": sheet.opened_at}
    happened = [(what, at) for what, at in said.items() if at is not None]
    ordered = list(pairwise(happened))
    ordered += [
        (("of a gaming day that began", begins), each) for each in happened if each[0] != "placed"
    ]
    for (earlier, first), (later, then) in ordered:
        if then < first:
            raise Refused(
                "box_out_of_order",
                f"The box was {later} {_clock(then, zone)}, and {earlier} {_clock(first, zone)}.",
                "It is put under the table, pulled, and opened, in this order. Check the times.",
                table=table,
                box=sheet.box,
                **{f"{what}_at": at.astimezone(zone).isoformat() for what, at in happened},
            )


def _clock(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"

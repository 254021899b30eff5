"""The passes over Complimentary Vigorish Forms: what became of each, and whether the unused ones were counted."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.events.finding import EventPlace, Finding
from projections.figures.forms_in_hand import InHand, in_hand_differs
from projections.figures.forms_matched import Matched, is_open
from projections.reconcile.finding import found


def of_forms(
    forms: Sequence[Matched], said: Mapping[str, Sequence[EventPlace]], day: str
) -> Iterator[Finding]:
    """Every form that is not matched with its copies, and what became of it (F2, F6). said: what speaks of each."""
    for form in forms:
        if not form.matches:
            codes = ["form_undecided"]
        elif is_open(form):
            codes = [f"form_{each}" for each in form.matches]
        else:
            continue
        for code in codes:
            yield found(
                code,
                form.serial,
                day,
                table=form.table,
                cents=form.cents,
                events=said.get(form.serial, ()),
            )


def of_hand(in_hand: Sequence[InHand], day: str) -> Iterator[Finding]:
    """The unused forms of each series that was used on the day, counted by number at its end (F2)."""
    for each in in_hand:
        if not each.version:
            yield found("forms_not_counted", each.series, day)
        elif each.missing or each.beyond:
            yield found(
                "forms_in_hand_differ",
                each.series,
                day,
                about=in_hand_differs(each),
                events=[EventPlace(f"series:{each.series}", each.version)],
            )

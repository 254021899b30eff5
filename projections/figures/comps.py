"""What the casino paid of its patrons' vigorish, as cash complimentaries by form (F7)."""

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.values.people import plain
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded
from projections.figures.forms import DOCUMENTED, corrections_of
from projections.figures.render import Column, Kind, Section, View
from projections.models.closings import PROJECTION as CLOSED
from projections.models.forms import FORMS, PROJECTION, FormRow

NEEDS: Final = (PROJECTION, CLOSED)


class Comp(msgspec.Struct, frozen=True):
    """What the casino paid of a patron's vigorish on a gaming day, as a cash complimentary, in
    cents. patron: as the first form spells it; patron_id: the house's number of the patron. late: serials that were
    recorded after the end of the day. A form voided on a later day is taken off again there, and what is corrected of
    what a form documents counts on the day on which that is posted.
    """

    patron: str
    patron_id: str | None
    gaming_day: str
    forms: int
    cents: int
    serials: list[str]
    late: list[str]


@if_recorded(FORMS)
def comps(connection: sa.Connection, day: str, ends_at: int) -> list[Comp]:
    """The register of a gaming day, by patron (F7). ends_at: the end of the day, microseconds
    UTC.
    """
    by_patron = dict[tuple[str, str], list[FormRow]]()
    rows = rows_of(connection, FORMS, _MOVED, day=day, figure=DOCUMENTED)
    corrected = corrections_of(connection, rows)
    for row in rows:
        voided = row.voided_day if row.table else row.day
        if voided == row.day:  # It was never given.
            continue
        moved = {on for on, _ in corrected.get(row.serial, ())}
        if day in {row.day, voided, *moved}:
            known = ("", row.patron_id) if row.patron_id else (plain(row.patron or ""), "")
            by_patron.setdefault(known, []).append(row)
    return sorted(
        (
            Comp(
                forms[0].patron or "",
                forms[0].patron_id,
                day,
                sum((row.day == day) - (row.voided_day == day) for row in forms),
                sum(_given(row, day, corrected.get(row.serial, ())) for row in forms),
                [row.serial for row in forms],
                [row.serial for row in forms if row.day == day and row.recorded_at >= ends_at],
            )
            for forms in by_patron.values()
        ),
        key=lambda each: (each.patron, each.patron_id or ""),
    )


_MOVED: Final = """WHERE day = :day OR day IN (
    SELECT day FROM forms WHERE voided_day = :day
    UNION SELECT of_day FROM corrections WHERE day = :day AND figure = :figure
) ORDER BY series, number"""


def _given(row: FormRow, day: str, corrected: Sequence[tuple[str, int]]) -> int:
    """What a form gave its patron on a gaming day, less what was taken back. corrected: day and cents of each."""
    given = [(row.day, row.cents or 0), *corrected]
    today = sum(cents for on, cents in given if on == day)
    return today - (sum(cents for on, cents in given if on <= day) if row.voided_day == day else 0)


VIEW: Final = View(
    Comp,
    "No vigorish was paid as a complimentary on this gaming day.",
    (
        Section(
            "Cash complimentaries: vigorish",
            (
                Column("patron", "Patron"),
                Column("patron_id", "Number"),
                Column("gaming_day", "Day", Kind.DATE),
                Column("forms", "Forms", Kind.COUNT),
                Column("cents", "Amount", Kind.MONEY),
                Column("serials", "By forms"),
                Column("late", "Recorded late"),
            ),
        ),
    ),
)

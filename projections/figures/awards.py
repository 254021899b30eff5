"""Awards of progressive meters: what was won, what was due of it by its meter, what is paid and taken back (P4-P6)."""

from collections.abc import Collection
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import UNITS_A_CENT
from ledger.store.driver import ask
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.meter_rows import HELD, PAID, REFUSED, REVERSED, WON, AwardRow
from projections.models.meters import AWARDS, PROJECTION, TRAY

NEEDS: Final = (PROJECTION,)

DIFFERS: Final = "award_differs"
PAYMENT_DIFFERS: Final = "award_payment_differs"


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """An award and its evidence. Cents; `_exact`: ten-thousandths of a cent.

    reading_exact: what the meter showed as it was recorded; folded_exact: what the events before it come to. due: what
    it pays by these. settled: what was handed over, or went back into the meter; to_settle: what should have been.
    from_tray, to_leave_tray: the part of it out of the table's tray. finding: what does not agree, or "".
    owed: of it the house, or paid by it; paid: what of that is handed over, on the day paid_on; not_paid: what was
    refused or taken back.
    reversed_on: the day on which it was taken back, by its document. difference: what those who won of the meter since
    would have won more, and is in it by a correction. handed_back: where the player gave it back; given_away: what was
    handed over and did not come back.
    won_version, settled_version, reversed_version: events of the link's stream.
    """

    link: str
    meter: str
    gaming_day: str
    round: str
    table: str
    seat: int
    level: str
    reading_exact: int
    cents: int
    player: str
    banker: str
    status: str
    at: str
    by: str
    place: str | None
    supervisor: str | None
    reason: str | None
    folded_exact: int
    due: int
    settled: int
    to_settle: int
    from_tray: int
    to_leave_tray: int
    finding: str
    won_version: int
    settled_version: int | None
    reversed_version: int | None = None
    reversed_on: str | None = None
    document: str | None = None
    difference: int = 0
    handed_back: str | None = None
    given_away: int = 0
    owed: int | None = None
    paid: int | None = None
    not_paid: int | None = None
    paid_on: str | None = None


@once
@if_recorded(AWARDS)
def awards(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day, those of days before that waited as it began, and those taken back on it, in the
    order won. paid: by the end of the day.
    """
    found = _awards(connection, _STOOD, day=day)
    return [
        msgspec.structs.replace(each, paid=0) if each.paid and (each.paid_on or "") > day else each
        for each in found
    ]


@once
@if_recorded(AWARDS)
def differences(connection: sa.Connection, day: str) -> list[Award]:
    """The awards won, settled or taken back on a gaming day that are not what their meter came to, or were not settled
    as won.
    """
    found = _awards(connection, _MOVED, day=day)
    return [award for award in found if award.finding]


def first_difference(connection: sa.Connection) -> Award | None:
    """The first such award of any day."""
    return next((award for award in _awards(connection) if award.finding), None)


_MOVED: Final = "WHERE day = :day OR settled_day = :day OR reversed_day = :day"
_STOOD: Final = """
    WHERE day = :day OR reversed_day = :day OR (
        day < :day AND (settled_day IS NULL OR settled_day >= :day)
        AND (reversed_day IS NULL OR reversed_day >= :day)
    )
"""


def _awards(connection: sa.Connection, which: str = "", **values: str) -> list[Award]:
    rows = rows_of(connection, AWARDS, f"{which} ORDER BY won_at, round, seat", **values)
    return [*map(_award, rows)]


def waiting(connection: sa.Connection, day: str) -> list[Award]:
    """The awards of a gaming day that nobody has handed over or ruled on yet."""
    found = awards(connection, day)
    return [each for each in found if each.gaming_day == day and each.status in {WON, HELD}]


def void_rounds(connection: sa.Connection, rounds: Collection[str]) -> set[str]:
    """Which of these rounds are void, or reversed."""
    if not rounds:
        return set()
    return {round_ for (round_,) in ask(connection, _VOID, rounds=[*rounds])}


_VOID: Final = "SELECT round FROM meter_rounds WHERE round IN (:rounds) AND void > 0"


def _award(row: AwardRow) -> Award:
    reversed_, stands = row.status == REVERSED, row.status not in {REFUSED, REVERSED}
    refused = row.cents - row.reseed_cents if row.status == REFUSED else 0
    award = Award(
        link=row.link,
        meter=row.meter,
        gaming_day=row.day,
        round=row.round,
        table=row.table,
        seat=row.seat,
        level=row.level,
        reading_exact=row.reading,
        cents=row.cents,
        player=row.player,
        banker=row.banker,
        status=row.status,
        at=rfc3339(row.won_at),
        by=row.won_by,
        place=row.place,
        supervisor=row.supervisor,
        reason=row.reason,
        folded_exact=row.folded,
        due=row.due_cents,
        settled=row.settled_cents,
        to_settle=row.cents if row.place else refused,
        from_tray=row.from_tray_cents,
        to_leave_tray=row.cents if row.place == TRAY else 0,
        finding="",
        won_version=row.won,
        settled_version=row.settled or None,
        reversed_version=row.reversed or None,
        reversed_on=row.reversed_day,
        document=row.document,
        difference=row.since_cents,
        handed_back=row.handed_back,
        given_away=row.cents if reversed_ and row.place and not row.handed_back else 0,
        owed=row.cents if stands else 0,
        paid=row.settled_cents if row.status == PAID else 0,
        not_paid=0 if stands else row.cents,
        paid_on=row.settled_day if row.place else None,
    )
    return msgspec.structs.replace(award, finding=_finding(award, row))


def _finding(award: Award, row: AwardRow) -> str:
    stated = (row.reading, row.cents, row.reseed_cents)
    if stated != (row.folded, row.due_cents, row.due_reseed_cents):
        return DIFFERS
    back = (row.cents - row.reseed_cents) * UNITS_A_CENT if row.status == REVERSED else 0
    settled = (award.settled, award.from_tray, row.given_back)
    return "" if settled == (award.to_settle, award.to_leave_tray, back) else PAYMENT_DIFFERS


VIEW: Final = View(
    Award,
    "No award was won of a meter.",
    (
        Section(
            "Awards",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("level", "Level"),
                Column("meter", "Meter"),
                Column("cents", "Award", Kind.MONEY),
                Column("player", "Player"),
                Column("banker", "Banker"),
                Column("status", "Status"),
                Column("place", "Paid from"),
                Column("supervisor", "Supervisor"),
                Column("due", "By its meter", Kind.MONEY),
                Column("finding", "Finding"),
            ),
            total=False,
        ),
        Section(
            "What is due of them and what is paid",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("meter", "Meter"),
                Column("owed", "Due", Kind.MONEY),
                Column("paid", "Paid", Kind.MONEY),
                Column("not_paid", "Refused or taken back", Kind.MONEY),
                Column("place", "Paid from"),
                Column("paid_on", "Paid on", Kind.DATE),
            ),
        ),
        Section(
            "Awards taken back",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("meter", "Meter"),
                Column("cents", "Award", Kind.MONEY),
                Column("reversed_on", "Taken back on", Kind.DATE),
                Column("document", "Document"),
                Column("reason", "Reason"),
                Column("difference", "Less won since", Kind.MONEY),
                Column("handed_back", "Handed back"),
                Column("given_away", "Given away", Kind.MONEY),
            ),
            total=False,
            only_with=("reversed_on",),
        ),
    ),
)

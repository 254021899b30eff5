"""What the hands brought in, by table and hour, and the coupons among them.

An hour is one of the property's own clocks: from full hour to full hour of local time. It is named by the instant at
which it begins, so that the hour that comes twice when clocks are put back is two. The hours of a gaming day add up to
its win from the hands.
"""

from typing import Any, Final

import msgspec

from ledger.events import award as award_events
from ledger.events import table as e
from ledger.events.property import PropertyEstablished
from ledger.values.calendar import hour_of
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import Came, came_to


class HourGridRow(msgspec.Struct, gc=False):
    """Whose clock it is. zone: IANA name."""

    property: str
    zone: str = "UTC"


class TableHourRow(msgspec.Struct, gc=False):
    """A table's hour of a gaming day. Money in cents. hour: its beginning, microseconds UTC.

    rounds: settled ones. hand_result: as in table win. coupons: that were played, kept: won or lost, and so kept by
    the house. coupon_face: of those kept; coupon_paid: what they won, in chips.
    """

    day: str
    table: str
    hour: int
    rounds: int = 0
    hand_result_cents: int = 0
    vig_collected_cents: int = 0
    vig_documented_cents: int = 0
    coupons: int = 0
    coupons_kept: int = 0
    coupon_face_cents: int = 0
    coupon_paid_cents: int = 0
    vig_uncollected_cents: int = 0


HOUR_GRID: Final = Model("hour_grid", HourGridRow, key=1)
TABLE_HOURS: Final = Model("table_hours", TableHourRow, key=3)
JOURNAL: Final = journal_of("hours")
PROJECTION: Final = Projection("hours", (HOUR_GRID, TABLE_HOURS, JOURNAL), JOURNAL)

_PROPERTY: Final = "property"


def _hour(rows: Rows, fact: Fact[Any], at: int | None = None) -> TableHourRow:
    """The hour of an event, or of another moment of its gaming day."""
    grid = rows.get(HOUR_GRID, _PROPERTY)
    hour = hour_of("UTC" if grid is None else grid.zone, fact.event.at if at is None else at)
    return rows.at(TABLE_HOURS, fact.event.day, fact.table, hour)


@PROJECTION.on(PropertyEstablished)
def _established(rows: Rows, fact: Fact[PropertyEstablished]) -> None:
    rows.at(HOUR_GRID, _PROPERTY).zone = fact.event.zone


@PROJECTION.on(e.RoundSettled)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    _round(_hour(rows, fact), rows.once(fact, came_to), 1)


@PROJECTION.on(e.RoundReversed)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    """Out of the hour in which it was settled."""
    row = _hour(rows, fact, fact.event.settled_at)
    _round(row, came_to(fact.event.lines), -1)
    _let_go(rows, row)


def _let_go(rows: Rows, row: TableHourRow) -> None:
    """An hour in which nothing is left has no row."""
    if row == TableHourRow(row.day, row.table, row.hour):
        rows.remove(TABLE_HOURS, row.day, row.table, row.hour)


def _round(row: TableHourRow, came: Came, sign: int) -> None:
    row.rounds += sign
    row.hand_result_cents += sign * (came.staked - came.returned)
    for line in came.coupons:
        row.coupons += sign
        if line.result != "push":
            row.coupons_kept += sign
            row.coupon_face_cents += sign * line.cents
            row.coupon_paid_cents += sign * line.returned


@PROJECTION.on(award_events.AwardHandedOver)
def _handed_over(rows: Rows, fact: Fact[award_events.AwardHandedOver]) -> None:
    _hour(rows, fact).hand_result_cents -= fact.event.cents


@PROJECTION.on(award_events.AwardNotHandedOver)
def _not_handed_over(rows: Rows, fact: Fact[award_events.AwardNotHandedOver]) -> None:
    """Out of the hour in which it was said to have been."""
    row = _hour(rows, fact, fact.event.handed_at)
    row.hand_result_cents += fact.event.cents
    _let_go(rows, row)


@PROJECTION.on(e.VigorishCollected)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    _hour(rows, fact).vig_collected_cents += sum(line.cents for line in fact.event.lines)


@PROJECTION.on(e.VigorishHandedBack)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    row = _hour(rows, fact)
    row.vig_collected_cents -= sum(line.cents for line in fact.event.lines)
    _let_go(rows, row)


@PROJECTION.on(e.VigorishDocumented)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    _hour(rows, fact).vig_documented_cents += sum(line.cents for line in fact.event.lines)


@PROJECTION.on(e.VigorishUncollected)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    _hour(rows, fact).vig_uncollected_cents += sum(line.cents for line in fact.event.lines)


@PROJECTION.on(e.VigorishRestored)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    """In the hour in which the form that had documented it is void."""
    _hour(rows, fact).vig_documented_cents -= sum(line.cents for line in fact.event.lines)


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    """In the hour in which it is posted, whichever round it is about."""
    figure = fact.event.figure
    if figure in {"hand_result", "vig_collected", "vig_documented", "vig_uncollected"}:
        row, field = _hour(rows, fact), f"{figure}_cents"
        setattr(row, field, getattr(row, field) + fact.event.cents)

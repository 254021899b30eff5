"""Win from the hands by hour and table, and the coupons of a gaming day (A4)."""

from collections.abc import Iterator
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask, ask_some
from projections.engine.asked import AT_A_TIME
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.hours import PROJECTION, TABLE_HOURS

NEEDS: Final = (PROJECTION,)


class HourOfTable(msgspec.Struct, frozen=True):
    """A table's hour in which hands were settled or vigorish was paid. Money in cents.

    hour: its beginning, RFC 3339 UTC. win_hands: hand result and vigorish collected and documented; what is recorded
    as uncollected is not in it.
    """

    table: str
    gaming_day: str
    hour: str
    rounds: int
    hand_result: int
    vig_collected: int
    vig_documented: int
    vig_uncollected: int
    win_hands: int


class Coupons(msgspec.Struct, frozen=True):
    """A table's match play coupons of a gaming day. Money in cents.

    played: wagered. kept: won or lost, and so kept by the house; the others pushed and stay with the player. face: of
    those kept. paid: what they won, in chips; it is in the hand result, and never in the drop.
    """

    table: str
    gaming_day: str
    played: int
    kept: int
    face: int
    paid: int


@if_recorded(TABLE_HOURS)
def hours(connection: sa.Connection, day: str) -> Iterator[HourOfTable]:
    """Every table's hours of the gaming day, by table and hour."""
    for some in ask_some(connection, _HOURS, AT_A_TIME, day=day):
        for table, hour, *figures in some:
            yield HourOfTable(table, day, rfc3339(hour), *figures)


_HOURS: Final = """
    SELECT "table", hour, rounds, hand_result_cents, vig_collected_cents, vig_documented_cents, vig_uncollected_cents,
        hand_result_cents + vig_collected_cents + vig_documented_cents
    FROM table_hours WHERE day = :day ORDER BY "table", hour
"""


@once
def coupons(connection: sa.Connection, day: str) -> list[Coupons]:
    """Every table at which coupons were wagered on the gaming day, by its code."""
    return [Coupons(table, day, *figures) for table, *figures in ask(connection, _COUPONS, day=day)]


# PostgreSQL adds whole numbers up to a decimal.
_COUPONS: Final = """
    SELECT "table", CAST(sum(coupons) AS BIGINT), CAST(sum(coupons_kept) AS BIGINT),
        CAST(sum(coupon_face_cents) AS BIGINT), CAST(sum(coupon_paid_cents) AS BIGINT)
    FROM table_hours WHERE day = :day
    GROUP BY "table" HAVING sum(coupons) > 0 ORDER BY "table"
"""


VIEW: Final = View(
    HourOfTable,
    "No hand was settled on this gaming day.",
    (
        Section(
            "Win from the hands by hour",
            (
                Column("table", "Table"),
                Column("hour", "Hour from", Kind.MOMENT),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("hand_result", "Hands", Kind.MONEY),
                Column("vig_collected", "Vig collected", Kind.MONEY),
                Column("vig_documented", "documented", Kind.MONEY),
                Column("vig_uncollected", "uncollected", Kind.MONEY),
                Column("win_hands", "Win", Kind.MONEY),
            ),
        ),
    ),
)

COUPONS: Final = View(
    Coupons,
    "No coupon was wagered on this gaming day.",
    (
        Section(
            "Match play coupons",
            (
                Column("table", "Table"),
                Column("played", "Wagered", Kind.COUNT),
                Column("kept", "Kept by the house", Kind.COUNT),
                Column("face", "Face of those", Kind.MONEY),
                Column("paid", "Paid on them", Kind.MONEY),
            ),
        ),
    ),
)

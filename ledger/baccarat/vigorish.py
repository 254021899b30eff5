"""Vigorish: its rate, its rounding, and when it is collected."""

from enum import StrEnum
from typing import NamedTuple, assert_never

from ledger.values.money import nearest, next_up

BPS = 10_000


class Rounding(StrEnum):
    """EXACT is to the cent, halves up; NEAREST and UP are to a multiple of cents."""

    EXACT = "exact"
    NEAREST = "nearest"
    UP = "up"


class Collection(StrEnum):
    """DEFERRED vigorish is marked by a button on the seat's number and collected later."""

    AT_PAYOUT = "at_payout"
    DEFERRED = "deferred"


class VigorishPlan(NamedTuple):
    """How a submission takes vigorish. rate_bps: hundredths of a percent. multiple_cents: for
    NEAREST and UP.
    """

    rate_bps: int
    rounding: Rounding
    multiple_cents: int
    collect: Collection


def vigorish(plan: VigorishPlan, cents: int) -> int:
    """The vigorish in cents on an amount: what one wager won, or on a tie what it staked.

    Source: ma-midi 12(c), ma-big 13(c), md 12C, div (c)(3)(i), div (c)(4).
    """
    match plan.rounding:
        case Rounding.EXACT:
            return nearest(cents * plan.rate_bps, BPS)
        case Rounding.NEAREST:
            return nearest(cents * plan.rate_bps, BPS, plan.multiple_cents)
        case Rounding.UP:
            return next_up(cents * plan.rate_bps, BPS, plan.multiple_cents)
        case _:
            assert_never(plan.rounding)

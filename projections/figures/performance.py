"""What wagers came to against what they come to in theory: by bet, table, pit, rules, dealer, and from hour to year.

A win is flagged where chance does not explain how far it is from theory, or how far the hold has moved from that of
the months before; by how much is the property's to set (decision 54).
"""

from calendar import monthrange
from datetime import date
from fractions import Fraction
from functools import cache
from math import isqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.property import Settings
from projections.engine.once import if_recorded, once
from projections.figures import handle, in_force
from projections.figures.handle import By, Came, Span
from projections.figures.in_force import settings_of
from projections.figures.periods import Period
from projections.figures.render import Column, Kind, Section, View
from projections.models.performance import PERFORMANCE

NEEDS: Final = (*handle.NEEDS, *in_force.NEEDS)

PROPERTY: Final = "property"
"""What the last row adds up."""

_WITH_BASE: Final = frozenset({By.BET, By.TABLE, By.PIT, By.RULES, By.DEALER})
_WITHIN: Final = {By.DAY: Period.MONTH, By.MONTH: Period.YEAR, By.YEAR: None}
"""The shortest period that has several of them; None for all days there are."""

FIRST: Final = "0001-01-01"


class Performance(msgspec.Struct, frozen=True, kw_only=True):
    """What wagers came to from one gaming day to another, both included. Money in cents; None is unknown.

    by: what is added up, name: which of them; None where it is not known, of what was corrected, and of the property.
    rounds: settled ones, of a bet those in which it was wagered. handle: what was wagered and settled, coupons apart.
    theory: what the house wins of it on average; win: what it won, with the vigorish assessed, before progressive
    meters and what they pay. standard_deviation: by which chance takes the win from theory; deviations: how many of
    them it is above, in hundredths. hold, theory_hold, base_hold: as shares of the handle in basis points; the last is
    that of the months before. band: how far from theory_hold the property has chance take it, to either side; None on
    days that were signed before. outside_band, off_base: whether chance does not explain it. coupons: their face;
    coupons_theory, coupons_win: what they come to for the house, and came to.
    """

    by: str
    name: str | None
    from_day: str
    to_day: str
    rounds: int
    handle: int
    theory: int | None
    win: int
    difference: int | None
    standard_deviation: int | None
    deviations: int | None
    hold_bps: int | None
    theory_hold_bps: int | None
    base_hold_bps: int | None
    band_bps: int | None
    outside_band: bool | None
    off_base: bool | None
    coupons: int
    coupons_theory: int | None
    coupons_win: int

    @property
    def flag(self) -> str:
        """What is to be looked at, in words; "" for nothing."""
        said = {"outside band": self.outside_band, "off base": self.off_base}
        return ", ".join(words for words, is_so in said.items() if is_so)


def asked(
    connection: sa.Connection, day: str, length: str | None, by: str | None
) -> list[Performance]:
    """The figures up to a gaming day (ISO date). length: from when on; by: what a row adds up, else tables."""
    of = By(by or By.TABLE)
    within = Period(length) if length else _WITHIN.get(of, Period.DAY)
    return performance(connection, Span(within.first(day) if within else FIRST, day), of)


@once
@if_recorded(PERFORMANCE)
def performance(connection: sa.Connection, span: Span, by: By) -> list[Performance]:
    """A row a bet, table and so on, by name, and one of the property, which comes last; empty where nothing was wagered
    or corrected. The base is what the same came to in the months before the span.
    """
    settings = settings_of(connection)
    groups, whole = handle.came(connection, span, by)
    if not groups:
        return []
    months = settings.hold_base_months if by in _WITH_BASE and span.first > FIRST else 0
    past = before(span.first, months)
    base = handle.came(connection, past, by, in_theory=False) if months else None
    rows = [
        _row(by, name, span, groups[name], base.groups.get(name) if base else None, settings)
        for name in sorted(groups, key=lambda each: (each is None, each or ""))
    ]
    return [*rows, _row(PROPERTY, None, span, whole, base.whole if base else None, settings)]


class Flagged(NamedTuple):
    """A table's win that chance does not explain. band: standard deviations that it may be away."""

    of: Performance
    band: Fraction


def outside_band(connection: sa.Connection, day: str) -> list[Flagged]:
    """The tables whose win of a gaming day (ISO date) is outside of the band of theory."""
    return [each for each in _flagged(connection, Span(day, day)) if each.of.outside_band]


def off_base(connection: sa.Connection, day: str) -> list[Flagged]:
    """The tables whose hold of the month up to a gaming day is too far from that of the months before."""
    span, settings = Span(Period.MONTH.first(day), day), settings_of(connection)
    past = before(span.first, settings.hold_base_months)
    if not settings.hold_base_points or not handle.is_any(connection, past):
        return []
    return [each for each in _flagged(connection, span) if each.of.off_base]


def _flagged(connection: sa.Connection, span: Span) -> list[Flagged]:
    settings = settings_of(connection)
    rows = performance(connection, span, By.TABLE)
    return [Flagged(row, band(settings)) for row in rows if row.by == By.TABLE and row.flag]


def before(first: str, months: int) -> Span:
    """The months before a gaming day (ISO date), to the day before it."""
    day = date.fromisoformat(first)
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    start = day.replace(
        year=max(year, 1), month=month + 1, day=min(day.day, monthrange(max(year, 1), month + 1)[1])
    )
    return Span(start.isoformat(), date.fromordinal(max(day.toordinal() - 1, 1)).isoformat())


def _row(
    by: str, name: str | None, span: Span, came: Came, base: Came | None, settings: Settings
) -> Performance:
    compared = came.rounds >= settings.hold_least_rounds
    with_base = compared and base is not None and base.rounds >= settings.hold_least_rounds
    difference, apart = came.difference, came.apart
    return Performance(
        by=by,
        name=name,
        from_day=span.first,
        to_day=span.last,
        rounds=came.rounds,
        handle=came.handle,
        theory=_whole_cents(came.theory),
        win=came.win,
        difference=_whole_cents(difference),
        standard_deviation=None if came.variance is None else root(came.variance),
        deviations=_deviations(difference, apart),
        hold_bps=_bps(came.hold),
        theory_hold_bps=_bps(_per(came.theory, came.handle)),
        base_hold_bps=_bps(base.hold) if base else None,
        band_bps=_reach(came, settings),
        outside_band=_outside(apart, settings) if compared else None,
        off_base=_off_base(came, base, settings) if with_base and base else None,
        coupons=came.coupons,
        coupons_theory=_whole_cents(came.coupons_theory),
        coupons_win=came.coupons_win,
    )


def of_group(by: str, name: str | None, came: Came) -> Performance:
    """What a group of properties came to, by nobody's settings: nothing of it is flagged."""
    whole = Span(FIRST, FIRST)
    return _row(by, name, whole, came, None, Settings(hold_band_percent=0))


def _outside(apart: Fraction | None, settings: Settings) -> bool | None:
    """Whether the win is farther from theory than chance takes it, but for as many of a hundred times as are said."""
    if not settings.hold_band_percent or apart is None:
        return None
    return apart > band(settings) ** 2


def _off_base(came: Came, base: Came, settings: Settings) -> bool | None:
    """Whether the hold moved more points from the months before than are said, and farther than chance takes it."""
    if not settings.hold_base_points or came.hold is None or base.hold is None or not came.variance:
        return None
    moved = came.hold - base.hold
    far = abs(moved) > Fraction(settings.hold_base_points, 100)
    return far and (moved * came.handle) ** 2 > band(settings) ** 2 * came.variance


def band(settings: Settings) -> Fraction:
    """How many standard deviations the band reaches to either side: 1.96 for 95 percent."""
    return _reaching(settings.hold_band_percent)


@cache
def _reaching(percent: int) -> Fraction:
    return Fraction(NormalDist().inv_cdf((1 + percent / 100) / 2))


def _reach(came: Came, settings: Settings) -> int | None:
    """How far the band reaches from theory, as a share of the handle in basis points."""
    if not settings.hold_band_percent or came.variance is None or not came.handle:
        return None
    wide, over = (band(settings) * 10_000).as_integer_ratio()
    return _root(
        came.variance.numerator * wide**2, came.variance.denominator * (over * came.handle) ** 2
    )


def root(square: Fraction) -> int:
    """The nearest whole number to a square root."""
    return _root(*square.as_integer_ratio())


def _root(square: int, parts: int) -> int:
    """The same of a square in so many parts of one: to shorten the fraction takes longer than to draw the root."""
    return (isqrt(4 * square // parts) + 1) // 2


def _deviations(difference: Fraction | None, apart: Fraction | None) -> int | None:
    if apart is None or difference is None:
        return None
    hundredths = root(apart * 10_000)
    return hundredths if difference >= 0 else -hundredths


def _per(part: Fraction | None, cents: int) -> Fraction | None:
    return None if part is None or not cents else part / cents


def _whole_cents(exact: Fraction | None) -> int | None:
    return None if exact is None else round(exact)


def _bps(share: Fraction | None) -> int | None:
    return None if share is None else round(share * 10_000)


VIEW: Final = View(
    Performance,
    "Nothing was wagered in this time.",
    (
        Section(
            "Against theory",
            (
                Column("by", "By"),
                Column("name", "Name"),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("handle", "Handle", Kind.MONEY),
                Column("theory", "Theory", Kind.MONEY),
                Column("win", "Win", Kind.MONEY),
                Column("difference", "Difference", Kind.MONEY),
                Column("standard_deviation", "Standard deviation", Kind.MONEY),
                Column("deviations", "Deviations", Kind.HUNDREDTHS),
            ),
            total=False,
        ),
        Section(
            "Hold against its band",
            (
                Column("by", "By"),
                Column("name", "Name"),
                Column("hold_bps", "Hold", Kind.SHARE),
                Column("theory_hold_bps", "in theory", Kind.SHARE),
                Column("band_bps", "band, either way", Kind.SHARE),
                Column("base_hold_bps", "base", Kind.SHARE),
                Column("flag", "Flag"),
            ),
            total=False,
        ),
        Section(
            "Coupons apart",
            (
                Column("by", "By"),
                Column("name", "Name"),
                Column("coupons", "Face", Kind.MONEY),
                Column("coupons_theory", "Theory", Kind.MONEY),
                Column("coupons_win", "Win", Kind.MONEY),
            ),
            total=False,
            only_with=("coupons",),
        ),
    ),
)

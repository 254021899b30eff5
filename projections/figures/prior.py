"""Table win beside that of the same days of the year before: the month and the year to date, and months as they went
(decision 56).
"""

from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from projections.engine.once import once
from projections.figures import periods
from projections.figures.periods import Group, Period, WinOfPeriod
from projections.figures.render import Column, Kind, Section, View

NEEDS: Final = periods.NEEDS

MONTHS: Final = 13
"""Of a trend, unless it is said: a month stands beside its own of the year before at both ends."""


class BesidePrior(msgspec.Struct, frozen=True, kw_only=True):
    """What tables came to from one gaming day to another, both included, and a year before. Money in cents, shares in
    basis points.

    prior_from_day, prior_to_day: the same days of the year before; the last day of a month stands beside the last of
    the same month. prior_...: what they came to, None where it is unknown and where nothing was recorded then, which
    prior_days of 0 says; so are the figures of this year. drop_change, win_change: from the one to the other, and as
    shares of the year before where that is above zero; hold_change_bps: in points.
    """

    period: str
    group: str
    name: str | None
    from_day: str
    to_day: str
    days: int
    rounds: int | None
    drop: int | None
    win_tray: int | None
    hold_bps: int | None
    prior_from_day: str
    prior_to_day: str
    prior_days: int
    prior_rounds: int | None
    prior_drop: int | None
    prior_win_tray: int | None
    prior_hold_bps: int | None
    drop_change: int | None
    drop_change_bps: int | None
    win_change: int | None
    win_change_bps: int | None
    hold_change_bps: int | None


def to_date(connection: sa.Connection, day: str, group: str | None = None) -> list[BesidePrior]:
    """The month and the year up to a gaming day (ISO date): a row a table, pit or game of this year or the last, by
    name, and one of the property, which comes last. Empty where nothing was recorded in either.
    """
    of = Group(group or Group.PROPERTY)
    return [
        row
        for length in (Period.MONTH, Period.YEAR)
        for row in _beside(connection, day, length, of)
    ]


def trend(
    connection: sa.Connection, day: str, group: str | None = None, months: int | None = None
) -> list[BesidePrior]:
    """The same of the last months, the one of a gaming day being the last and up to it. months: how many."""
    of = Group(group or Group.PROPERTY)
    return [
        row
        for each in reversed([*_ends(day, months or MONTHS)])
        for row in _beside(connection, each, Period.MONTH, of)
    ]


def year_before(day: str) -> str:
    """The same gaming day (ISO date) of the year before: the last of a month beside the last of that month."""
    of = date.fromisoformat(day)
    year = max(of.year - 1, 1)
    last = monthrange(year, of.month)[1]
    ends = of.day == monthrange(of.year, of.month)[1]
    return of.replace(year=year, day=last if ends else min(of.day, last)).isoformat()


def _ends(day: str, months: int) -> Iterator[str]:
    """The last days of months, from that of a gaming day backwards, which is the last of its own."""
    of = date.fromisoformat(day)
    yield day
    for _ in range(months - 1):
        of = date.fromordinal(max(of.replace(day=1).toordinal() - 1, 1))
        yield of.isoformat()


class _Spans(NamedTuple):
    period: Period
    last: str
    prior: str

    @property
    def first(self) -> str:
        return self.period.first(self.last)

    @property
    def prior_first(self) -> str:
        return self.period.first(self.prior)


@once
def _beside(connection: sa.Connection, day: str, length: Period, group: Group) -> list[BesidePrior]:
    spans = _Spans(length, day, year_before(day))
    now, then = (
        {(row.group, row.name): row for row in periods.period(connection, last, length, group)}
        for last in (spans.last, spans.prior)
    )
    return [_row(spans, place, now, then) for place in sorted(now.keys() | then.keys(), key=_order)]


_Place = tuple[str, str | None]


def _order(place: _Place) -> tuple[bool, bool, str]:
    group, name = place
    return group == Group.PROPERTY, name is not None, name or ""


def _row(
    spans: _Spans,
    place: _Place,
    now: Mapping[_Place, WinOfPeriod],
    then: Mapping[_Place, WinOfPeriod],
) -> BesidePrior:
    of, prior = now.get(place), then.get(place)
    drop, win, hold = _figures(of)
    prior_drop, prior_win, prior_hold = _figures(prior)
    drop_change, win_change = _change(drop, prior_drop), _change(win, prior_win)
    return BesidePrior(
        period=spans.period.value,
        group=place[0],
        name=place[1],
        from_day=spans.first,
        to_day=spans.last,
        days=of.days if of else 0,
        rounds=of.rounds if of else None,
        drop=drop,
        win_tray=win,
        hold_bps=hold,
        prior_from_day=spans.prior_first,
        prior_to_day=spans.prior,
        prior_days=prior.days if prior else 0,
        prior_rounds=prior.rounds if prior else None,
        prior_drop=prior_drop,
        prior_win_tray=prior_win,
        prior_hold_bps=prior_hold,
        drop_change=drop_change,
        drop_change_bps=_share(drop_change, prior_drop),
        win_change=win_change,
        win_change_bps=_share(win_change, prior_win),
        hold_change_bps=_change(hold, prior_hold),
    )


def _figures(of: WinOfPeriod | None) -> tuple[int | None, int | None, int | None]:
    return (of.drop, of.win_tray, of.hold_bps) if of else (None, None, None)


def _change(now: int | None, then: int | None) -> int | None:
    return None if now is None or then is None else now - then


def _share(change: int | None, of: int | None) -> int | None:
    """In basis points, halves up."""
    return None if change is None or of is None or of <= 0 else (20_000 * change + of) // (2 * of)


_NAME: Final = Column("name", "Name")
_SPAN: Final = (
    Column("from_day", "From", Kind.DATE),
    Column("to_day", "To", Kind.DATE),
    Column("days", "Days", Kind.COUNT),
    Column("prior_days", "a year before", Kind.COUNT),
)
_WIN: Final = (
    Column("win_tray", "Win", Kind.MONEY),
    Column("prior_win_tray", "a year before", Kind.MONEY),
    Column("win_change", "change", Kind.MONEY),
    Column("win_change_bps", "change, share", Kind.SHARE),
)
_DROP: Final = (
    Column("drop", "Drop", Kind.MONEY),
    Column("prior_drop", "a year before", Kind.MONEY),
    Column("drop_change", "change", Kind.MONEY),
    Column("drop_change_bps", "change, share", Kind.SHARE),
    Column("hold_bps", "Hold", Kind.SHARE),
    Column("prior_hold_bps", "a year before", Kind.SHARE),
    Column("hold_change_bps", "change", Kind.SHARE),
)


def _view(empty: str, names: tuple[Column, ...], only_with: tuple[str, ...] = ()) -> View:
    return View(
        BesidePrior,
        empty,
        tuple(
            Section(title, (*names, *_SPAN, *figures), total=False, only_with=only_with)
            for title, figures in (("Win, year before", _WIN), ("Drop, year before", _DROP))
        ),
    )


_PERIOD: Final = Column("period", "Period")

VIEW: Final = _view(
    "No table has anything recorded in this period, nor a year before.", (_PERIOD, _NAME)
)

OF_THE_PROPERTY: Final = _view(
    "Nothing is recorded of the year before.", (_PERIOD,), ("prior_days",)
)
"""As part of another report, in which nothing of a year before is nothing to tell."""

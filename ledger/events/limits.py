"""The amounts that a property looks at twice: which settings bound them, and what of an event is beyond its bound.

Above the largest wager, buy-in, slip or drop, or outside what a table takes under its rules, a typed act is asked about
and a fed one is taken; either is an exception of its day (A4). Writer and reader go by this one table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DropCounted
from ledger.events.property import Settings

Lines = Callable[[Any], Iterable[tuple[str, int]]]

MAIN: Final = frozenset({"player", "banker"})
"""What a table's minimum and maximum are of; tie and side bets have limits of their own, which nobody sets here."""


class Beyond(NamedTuple):
    """An amount beyond its bound. setting: which bound, by its name in Settings. what: it was of."""

    setting: str
    what: str
    cents: int
    limit_cents: int


class Bound(NamedTuple):
    """A setting, whether it bounds from below, and the amounts of an event that it bounds. Zero bounds nothing."""

    setting: str
    lines: Lines
    least: bool = False


def _wagers(event: e.WagersPlaced) -> Iterator[tuple[str, int]]:
    for wager in event.wagers:
        yield f"seat {wager.seat}, {_title(wager.bet)}", wager.cents


def _main(event: e.WagersPlaced) -> Iterator[tuple[str, int]]:
    for wager in event.wagers:
        if wager.bet in MAIN and wager.tender != "coupon":
            yield f"seat {wager.seat}, {_title(wager.bet)}", wager.cents


def _title(bet: str) -> str:
    return bet.replace("_", " ").title()


_SLIP: Final = (Bound("largest_slip_cents", lambda x: [(f"slip {x.slip}", x.cents)]),)

BOUNDS: Final[Mapping[type[Event], tuple[Bound, ...]]] = {
    e.WagersPlaced: (
        Bound("largest_wager_cents", _wagers),
        Bound("table_maximum_cents", _main),
        Bound("table_minimum_cents", _main, least=True),
    ),
    e.BoughtIn: (Bound("largest_buy_in_cents", lambda x: [(f"buy-in of seat {x.seat}", x.cents)]),),
    e.ChipsFilled: _SLIP,
    e.ChipsCredited: _SLIP,
    DropCounted: (Bound("largest_drop_cents", lambda x: [("drop", x.cash_cents)]),),
}
"""Every kind of event with an amount that is looked at."""


def beyond(event: Event, settings: Settings, rules: str) -> Iterator[Beyond]:
    """What of an event is beyond a bound that is in force. rules: of its table, "" where it has none."""
    for bound in BOUNDS.get(type(event), ()):
        value = getattr(settings, bound.setting)
        limit = value.get(rules, 0) if isinstance(value, dict) else value
        for what, cents in bound.lines(event) if limit else ():
            if cents < limit if bound.least else cents > limit:
                yield Beyond(bound.setting, what, cents, limit)


def name_of(setting: str) -> str:
    """`largest buy-in`, `table minimum`: a bound as a person says it."""
    return setting.removesuffix("_cents").replace("_", " ").replace("buy in", "buy-in")

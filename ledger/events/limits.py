"""The amounts that a property looks at twice: which settings bound them, and what of an event is beyond its bound.

Above the largest wager, buy-in, slip or drop, or outside what a table takes under its rules, a typed act is asked about
and a fed one is taken; either is an exception of its day (A4). What a seat puts on a bet in several goes counts
together (decision 37). Writer and reader go by this one table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DropCounted
from ledger.events.property import Settings

Place = tuple[int, str, int]
"""A seat, a bet, and 1 where it is coupons that lie there: they are no stake of the player's."""

Lines = Callable[[Any, Mapping[Place, int]], Iterable[tuple[str, int]]]

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


def place_of(wager: e.WagerLine) -> Place:
    """Where a wager lies."""
    return wager.seat, wager.bet, int(wager.tender == "coupon")


def _wagers(_: e.WagersPlaced, laid: Mapping[Place, int]) -> Iterator[tuple[str, int]]:
    for (seat, bet, _coupon), cents in laid.items():
        yield f"seat {seat}, {_title(bet)}", cents


def _main(_: e.WagersPlaced, laid: Mapping[Place, int]) -> Iterator[tuple[str, int]]:
    for (seat, bet, coupon), cents in laid.items():
        if bet in MAIN and not coupon:
            yield f"seat {seat}, {_title(bet)}", cents


def _title(bet: str) -> str:
    return bet.replace("_", " ").title()


_SLIP: Final = (Bound("largest_slip_cents", lambda x, _: [(f"slip {x.slip}", x.cents)]),)

BOUNDS: Final[Mapping[type[Event], tuple[Bound, ...]]] = {
    e.WagersPlaced: (
        Bound("largest_wager_cents", _wagers),
        Bound("table_maximum_cents", _main),
        Bound("table_minimum_cents", _main, least=True),
    ),
    e.BoughtIn: (
        Bound("largest_buy_in_cents", lambda x, _: [(f"buy-in of seat {x.seat}", x.cents)]),
    ),
    e.ChipsFilled: _SLIP,
    e.ChipsCredited: _SLIP,
    DropCounted: (Bound("largest_drop_cents", lambda x, _: [("drop", x.cash_cents)]),),
}
"""Every kind of event with an amount that is looked at."""


def beyond(
    event: Event, settings: Settings, rules: str, laid: Mapping[Place, int]
) -> Iterator[Beyond]:
    """What of an event is beyond a bound that is in force. rules: of its table, "" where it has none. laid: of wagers,
    cents that lie in that round, the event's included, where it put some.
    """
    for bound in BOUNDS.get(type(event), ()):
        value = getattr(settings, bound.setting)
        limit = value.get(rules, 0) if isinstance(value, dict) else value
        for what, cents in bound.lines(event, laid) if limit else ():
            if cents < limit if bound.least else cents > limit:
                yield Beyond(bound.setting, what, cents, limit)


def name_of(setting: str) -> str:
    """`largest buy-in`, `table minimum`: a bound as a person says it."""
    return setting.removesuffix("_cents").replace("_", " ").replace("buy in", "buy-in")

"""The exact odds of a submission's bets, as `pit rules` shows them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9_odds import LevelOdds
from ledger.baccarat.vigorish import BPS
from ledger.baccarat.wagers import Bet
from ledger.values.money import dollars
from projections.queries.link_odds import LinkOdds
from projections.queries.odds import Levels
from projections.queries.words import words


def level_lines(levels: Levels) -> Iterator[str]:
    """A line a level, for each chair or once for chairs that are alike."""
    alike: dict[tuple[LevelOdds, ...], list[int]] = {}
    for chair, of in levels.items():
        alike.setdefault(tuple(of), []).append(chair)
    for of, chairs in alike.items():
        named = f"chair{'s' * (len(chairs) > 1)} {', '.join(map(str, chairs))}"
        yield ""
        yield f"{'Royal 9, ' + named:<46} {'One in':>14} {'Return':>9}"
        for one in of:
            often = f"{float(1 / one.probability):,.1f}" if one.ways else "never"
            yield f"  {words(str(one.level)):<24} {_award(one):<19} {often:>14} {float(one.returned):>9.4%}"


def _award(one: LevelOdds) -> str:
    if not one.award.meter:
        return dollars(one.award.cents)
    whole = f"{one.award.share_bps / 100:g}% of " if one.award.share_bps != BPS else ""
    return f"{whole}{words(one.award.meter).lower()} meter"


def lines(odds: Mapping[Bet, BetOdds], decks: int) -> Iterator[str]:
    """A line a bet: the player's expectation, and how often it wins, loses and pushes."""
    yield f"{'Bet':<20} {'Expectation':>12} {'Wins':>11} {'Loses':>11} {'Pushes':>11}"
    for bet, one in odds.items():
        shares = [f"{ways / one.total:>11.4%}" for ways in (one.win, one.lose, one.push)]
        yield f"{words(bet):<20} {one.ev_percent + '%':>12} {' '.join(shares)}"
    total = next(iter(odds.values())).total
    yield f"Player's expectation per unit, over all {total:,} ordered deals of {decks} decks."


def meter_lines(link: LinkOdds) -> Iterator[str]:
    """A line a meter: what it shows, what it returns at that, and from which reading on the house has no edge."""
    yield ""
    yield f"{'Meter of ' + link.link:<20} {'Reading':>14} {'Return':>9} {'Even at':>14}"
    for each in link.meters:
        even = "never" if each.break_even is None else dollars(each.break_even)
        returned = f"{float(Fraction(each.returned)):>9.4%}"
        yield f"{words(each.meter):<20} {dollars(each.reading):>14} {returned} {even:>14}"
    for name in link.not_priced:
        yield f"{words(name):<20} not priced: the controller names its winner, and no card"

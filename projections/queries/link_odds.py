"""Royal 9 at what the meters of a link show: what it is to a player now, and from which reading on it favours one."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

import msgspec

from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9_odds import LevelOdds, royal_9_levels, royal_9_odds
from ledger.baccarat.vigorish import BPS
from ledger.baccarat.wagers import Bet
from ledger.desks.ledger import Ledger
from ledger.rules.odds import forbids_royal_9
from ledger.values.errors import Refused
from projections.queries import standing
from projections.queries.moment import Moment
from projections.queries.odds import Counted, Odds, of_bets
from projections.queries.standing import MeterStanding


class MeterOdds(msgspec.Struct, frozen=True):
    """What a meter is to a player of its wager. reading, break_even: cents; None where no level pays of it. returned:
    what it pays back on average per unit staked. break_even: the first reading at which nobody has an edge, the other
    meters as they are.
    """

    meter: str
    reading: int
    reading_exact: int
    returned: str
    break_even: int | None


class LinkOdds(msgspec.Struct, frozen=True):
    """Royal 9 at the present readings of a link. not_priced: meters whose winner no card decides."""

    link: str
    rules: str
    decks: int
    meters: list[MeterOdds]
    not_priced: list[str]
    royal_9: Odds


def of_link(
    ledger: Ledger, moment: Moment, code: str, decks: int | None = None
) -> tuple[LinkOdds, Counted]:
    """Royal 9 at what the meters of a link show. decks: in the shoe; else the submission's.

    Raises NotFound, and Refused for what its text does not have played.
    """
    link = standing.link(ledger, moment, code)
    submission = standing.offered_at(ledger, moment, link)
    paytable, shoe = submission.offering.royal_9, decks or submission.decks
    forbidden = forbids_royal_9(submission, decks)
    if paytable is None or forbidden:
        raise Refused(
            "royal_9_not_played",
            f"Royal 9 of {code} is not priced: {forbidden or f'{submission.id} does not offer it'}.",
            "Leave --decks out, or name a link whose tables play it so.",
            link=code,
            rules=submission.id,
            decks=shoe,
        )
    readings = {each.meter: each.reading for each in link.meters}
    one = royal_9_odds(paytable, shoe, readings)
    levels = {
        chair: royal_9_levels(paytable, shoe, readings, chair)
        for chair in range(1, len(paytable.chairs) + 1)
    }
    counted = Counted({Bet.ROYAL_9: one}, levels)
    priced = {each.award.meter for each in levels[1]}
    return (
        LinkOdds(
            link.link,
            submission.id,
            shoe,
            [
                _meter(each, levels[1], one, paytable.wager_cents)
                for each in link.meters
                if each.meter in priced
            ],
            [each.meter for each in link.meters if each.meter not in priced],
            of_bets(counted)[Bet.ROYAL_9],
        ),
        counted,
    )


def _meter(
    meter: MeterStanding, levels: Sequence[LevelOdds], wager: BetOdds, wager_cents: int
) -> MeterOdds:
    mine = [each for each in levels if each.award.meter == meter.meter]
    shares = sum(each.ways * each.award.share_bps for each in mine)
    a_cent = Fraction(shares, BPS * mine[0].total * wager_cents)
    returned = a_cent * meter.reading
    return MeterOdds(
        meter.meter,
        meter.reading,
        meter.reading_exact,
        f"{returned.numerator}/{returned.denominator}",
        max(0, ceil(meter.reading - wager.ev / a_cent)) if a_cent else None,
    )

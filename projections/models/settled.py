"""What the lines of a settled round come to."""

from collections.abc import Iterable

import msgspec

from ledger.events.table import SettledLine


def sums(lines: Iterable[SettledLine]) -> tuple[int, int, int]:
    """Staked, handed back, and vigorish assessed, in cents. A coupon's own face is worth nothing
    as a stake.
    """
    staked = returned = vig = 0
    for line in lines:
        if line.tender != "coupon":
            staked += line.cents
        returned += line.returned
        vig += line.vig
    return staked, returned, vig


class Came(msgspec.Struct, gc=False):
    """What a round's lines come to, in cents. staked, returned, vig: as `sums` has them. stakes, won: by bet, coupons
    apart; won for the house, with the vigorish. owing: the lines with vigorish; coupons: those of coupons.
    """

    staked: int
    returned: int
    vig: int
    stakes: dict[str, int]
    won: dict[str, int]
    owing: list[SettledLine]
    coupons: list[SettledLine]


def came_to(lines: Iterable[SettledLine]) -> Came:
    """What many read models ask of a round, in one pass over its lines."""
    stakes: dict[str, int] = {}
    won: dict[str, int] = {}
    owing: list[SettledLine] = []
    coupons: list[SettledLine] = []
    all_returned = all_vig = 0
    for line in lines:
        returned, vig = line.returned, line.vig
        all_returned += returned
        if vig:
            all_vig += vig
            owing.append(line)
        if line.tender == "coupon":
            coupons.append(line)
            continue
        bet, cents = line.bet, line.cents
        stakes[bet] = stakes.get(bet, 0) + cents
        won[bet] = won.get(bet, 0) + cents - returned + vig
    staked = sum(stakes.values())
    return Came(staked, all_returned, all_vig, stakes, won, owing, coupons)

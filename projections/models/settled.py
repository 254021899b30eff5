"""What the lines of a settled round come to."""

from collections.abc import Iterable

import msgspec

from ledger.events.table import SettledLine


class Came(msgspec.Struct, gc=False):
    """What a round's lines come to, in cents. staked, returned, vig: what was wagered, handed back and assessed; a
    coupon's own face is worth nothing as a stake. stakes, won: by bet, coupons apart; won for the house, with the
    vigorish. owing: the lines with vigorish; coupons: those of coupons.
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


def sums(lines: Iterable[SettledLine]) -> tuple[int, int, int]:
    """Staked, handed back, and vigorish assessed, as `Came` has them."""
    came = came_to(lines)
    return came.staked, came.returned, came.vig

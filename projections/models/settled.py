"""What the lines of a settled round come to."""

from collections.abc import Iterable

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

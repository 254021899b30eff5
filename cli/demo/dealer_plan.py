"""What the seeded dealer is asked to deal, and the books that are kept of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is dealt. The same plan gives the same records.

    rounds: at each table, void ones included. start: aware; when the first table opens. source: one
    sender for all tables; without it each has its own. side, stepwise, voids: the part of players
    with a side bet, of rounds told step by step and not in one record, of rounds that are void.
    short: cents found missing from a tray at its close. vig_left: the part of seats that owe
    then and leave without paying. rounding, deferred, bonus and rate_bps are told as options of the submission.
    """

    seed: int = 1
    tables: tuple[str, ...] = ("MB-01", "MB-02")
    rounds: int = 60
    start: datetime = datetime(2026, 7, 11, 12, 0, tzinfo=timezone(timedelta(hours=-4)))
    source: str = ""
    rules: str = "ma-midi"
    rounding: str = "up"
    deferred: bool = True
    bonus: str = "A"
    rate_bps: int = 500
    decks: int = 8
    seats: int = 9
    players: int = 5
    side: float = 0.3
    stepwise: float = 0.15
    voids: float = 0.01
    short: Mapping[str, int] = field(default_factory=dict)
    vig_left: float = 0.2

    def options(self) -> dict[str, str]:
        """The submission's options that make it what is dealt."""
        return {
            "vigorish.rounding": self.rounding,
            "vigorish.collect": "deferred" if self.deferred else "at_payout",
            "vigorish.rate_bps": str(self.rate_bps),
            "dragon_bonus": self.bonus,
        }

    def notice(self) -> dict[str, str]:
        """The notice of vigorish of another type than the submission's: an hour before the first table opens."""
        if self.deferred:
            return {}
        given = self.start - timedelta(hours=1)
        return {"notice_at": given.isoformat(), "authorised_by": "M-PARK"}


@dataclass(slots=True)
class Books:
    """What the dealer knows of one table's day, in cents.

    returned: handed to players, stakes included, before vigorish. owed: vigorish by seat. coupons_kept: how many won or
    lost, and so lie in the drop box.
    """

    opener: int = 0
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0
    closer: int = 0
    staked: int = 0
    returned: int = 0
    vig_assessed: int = 0
    vig_collected: int = 0
    vig_uncollected: int = 0
    coupons_kept: int = 0
    rounds: int = 0
    voids: int = 0
    owed: dict[int, int] = field(default_factory=dict)

    @property
    def hand_result(self) -> int:
        """Stakes less what was handed back."""
        return self.staked - self.returned

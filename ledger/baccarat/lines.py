"""The result of settling: a line for each wager, and the dealer's steps."""

from enum import StrEnum
from typing import NamedTuple

from ledger.baccarat.offering import Result
from ledger.baccarat.wagers import Bet, Tender


class Line(NamedTuple):
    """How one wager ended.

    cents: chips at risk, presses included, or a coupon's face. returned: what the player is handed,
    stake included, before vigorish; a coupon's own face is worth nothing, so a winning coupon
    returns its winnings. vig: vigorish assessed in cents. rule: the section that decided it.
    """

    seat: int
    bet: Bet
    cents: int
    tender: Tender
    result: Result
    returned: int
    vig: int
    rule: str

    @property
    def winnings(self) -> int:
        """What the dealer pays out beside the wager. Royal 9 pays for one: the stake is not part of
        it.
        """
        if self.result is not Result.WIN:
            return 0
        if self.bet is Bet.ROYAL_9 or self.tender is Tender.COUPON:
            return self.returned
        return self.returned - self.cents


class StepKind(StrEnum):
    COLLECT = "collect"
    PAY = "pay"
    PRESS = "press"
    MARK_VIG = "mark_vig"
    COLLECT_VIG = "collect_vig"


class Step(NamedTuple):
    """One thing the dealer does.

    cents: the stake taken, the winnings paid, or the vigorish of the seat. A pressed amount goes
    onto `bet`.
    """

    kind: StepKind
    seat: int
    bet: Bet
    cents: int
    tender: Tender = Tender.CHIPS

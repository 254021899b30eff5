"""What one table offers: all that settlement needs of a rules submission."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.royal9 import RoyalPaytable
from ledger.baccarat.vigorish import VigorishPlan
from ledger.baccarat.wagers import Bet, Tender


class Game(StrEnum):
    """The games of the sources (ma-midi 1, md 1, div (c))."""

    COMMISSION = "commission"
    EZ = "ez"
    FORTUNE_7 = "fortune_7"
    TIE_VIGORISH = "tie_vigorish"
    NO_COMMISSION = "no_commission"


class Award(StrEnum):
    """What a winning wager is paid for: the rows of the paytables."""

    WIN = "win"
    SIX = "six"
    BY_4 = "by_4"
    BY_5 = "by_5"
    BY_6 = "by_6"
    BY_7 = "by_7"
    BY_8 = "by_8"
    BY_9 = "by_9"
    NATURAL = "natural"
    ONE_TO_NOTHING = "one_to_nothing"
    BY_ONE = "by_one"
    BOTH_PAIRS = "both_pairs"
    ONE_PAIR = "one_pair"


class Odds(NamedTuple):
    """`pays` to `per`: 8 to 1, 1 to 2. The stake is returned besides."""

    pays: int
    per: int


class PaymentOrder(StrEnum):
    """When vigorish is taken and winners are paid, highest seat first: `div` (j)(2)(i) to (iv)."""

    ALL_PAY_THEN_VIG = "all_pay_then_vig"
    ALL_VIG_THEN_PAY = "all_vig_then_pay"
    PAY_THEN_VIG = "pay_then_vig"
    VIG_THEN_PAY = "vig_then_pay"


class Counterclockwise(StrEnum):
    """Whether seat numbers rise or fall counterclockwise, from the dealer's right to the dealer's
    left.
    """

    ASCENDING = "ascending"
    DESCENDING = "descending"


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


class Verdict(NamedTuple):
    """How a bet ended. pays, per: its odds when it won. vigorish: owed on the amount won, or on the
    stake of a push.

    rule: the section that says so.
    """

    result: Result
    pays: int
    per: int
    vigorish: bool
    rule: str


class Decided(NamedTuple):
    """A kind of round as an offering settles it: each bet's verdict by how it ends, House Money
    and Royal 9 apart. Within a group the bets stand in the order within a seat.
    """

    announce: str
    house_money: Verdict | None
    losing: tuple[tuple[Bet, Verdict], ...]
    winning: tuple[tuple[Bet, Verdict], ...]
    pushing: tuple[tuple[Bet, Verdict], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Offering:
    """One game as offered. Its pays are the bets offered, the Royal 9 wager apart.

    press_percent: the portion of a House Money payout that may be pressed. main_wager_first: bets
    that need a Player, Banker or Tie wager of the same seat. sections: citations by dotted key,
    such as `banker.win`. decided: how each kind of round ends, filled in as such rounds are
    settled.
    """

    game: Game
    seats: int
    decks: int
    pays: Mapping[Bet, Mapping[Award, Odds]]
    vigorish: VigorishPlan | None
    payment_order: PaymentOrder
    counterclockwise: Counterclockwise
    tenders: frozenset[Tender]
    sections: Mapping[str, str]
    press_percent: int = 100
    main_wager_first: frozenset[Bet] = frozenset()
    royal_9: RoyalPaytable | None = None
    bets: tuple[Bet, ...] = field(init=False)
    offered: frozenset[Bet] = field(init=False)
    decided: dict[FinalHands, Decided] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        offered = set(self.pays) | ({Bet.ROYAL_9} if self.royal_9 else set())
        object.__setattr__(self, "bets", tuple(bet for bet in Bet if bet in offered))
        object.__setattr__(self, "offered", frozenset(offered))

    def taken(self, *, metered: bool) -> tuple[Bet, ...]:
        """The bets that are taken at a table: Royal 9 only where a meter pays it."""
        return tuple(bet for bet in self.bets if metered or bet is not Bet.ROYAL_9)

    def seats_counterclockwise(self) -> range:
        """All seats from the dealer's right to the dealer's left."""
        if self.counterclockwise is Counterclockwise.ASCENDING:
            return range(1, self.seats + 1)
        return range(self.seats, 0, -1)

"""What is wagered: the bet, its tender, and the press of House Money winnings."""

from enum import StrEnum
from typing import NamedTuple


class Bet(StrEnum):
    """Every wager of the sources. Their order here is the order within a seat."""

    BANKER = "banker"
    PLAYER = "player"
    TIE = "tie"
    DRAGON_BONUS_PLAYER = "dragon_bonus_player"
    DRAGON_BONUS_BANKER = "dragon_bonus_banker"
    DRAGON_7 = "dragon_7"
    PANDA_8 = "panda_8"
    FORTUNE_7 = "fortune_7"
    ONE_UP = "one_up"
    HOUSE_MONEY = "house_money"
    ROYAL_9 = "royal_9"


MAIN_BETS = frozenset({Bet.BANKER, Bet.PLAYER, Bet.TIE})
EVEN_MONEY_BETS = frozenset({Bet.BANKER, Bet.PLAYER})


class Tender(StrEnum):
    """CASH is a verbal wager with cash, converted into chips; COUPON is a match play coupon."""

    CHIPS = "chips"
    CASH = "cash"
    COUPON = "coupon"


class Wager(NamedTuple):
    """One wager as placed. cents: chips or cash at risk, or a coupon's face. coupon: the coupon's
    number.
    """

    seat: int
    bet: Bet
    cents: int
    tender: Tender = Tender.CHIPS
    coupon: str = ""


class Press(NamedTuple):
    """House Money winnings added onto the seat's standing Player or Banker wager.

    cents: how much; None presses all that the submission allows and no earlier press has used.
    """

    seat: int
    onto: Bet
    cents: int | None = None

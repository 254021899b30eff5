"""The printed rules of midi baccarat once more, written apart from the ledger: each can be held
against the other.

Standard library only. Money is integer cents; a card is rank then suit (`Th`).
"""

from collections.abc import Callable, Sequence

RANKS = "A23456789TJQK"
SUITS = "shdc"

BONUS = {
    "A": {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30},
    "B": {4: 1, 5: 3, 6: 4, 7: 7, 8: 8, 9: 20},
    "C": {4: 2, 5: 2, 6: 4, 7: 4, 8: 10, 9: 30},
}
"""What a Dragon Bonus pays to one for winning by so many points, by paytable (ma-midi 12(e))."""

TIE_PAYS = 8
ONE_PAIR_PAYS, BOTH_PAIRS_PAY = 3, 15

Hands = tuple[list[str], list[str]]


def deck() -> list[str]:
    """The 52 cards, in order."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def worth(card: str) -> int:
    """A card's value in points: ace 1, ten and faces 0 (ma-midi 6(a))."""
    return 0 if card[0] in "TJQK" else RANKS.index(card[0]) + 1


def burned_with(card: str) -> int:
    """How many further cards go with the first one burned: ten and faces 10 (ma-midi 5(e))."""
    return worth(card) or 10


def count(cards: Sequence[str]) -> int:
    """The point count of a hand (ma-midi 6(b))."""
    return sum(map(worth, cards)) % 10


def natural(cards: Sequence[str]) -> bool:
    """Whether a hand is 8 or 9 on its first two cards (ma-midi 1)."""
    return len(cards) == 2 and count(cards) > 7


def deal(draw: Callable[[], str]) -> Hands:
    """A round dealt to its end: Player and Banker in turn, then third cards (ma-midi 8 to 10)."""
    first, second, third, fourth = draw(), draw(), draw(), draw()
    player, banker = [first, third], [second, fourth]
    if natural(player) or natural(banker):
        return player, banker
    if count(player) < 6:
        player.append(draw())
        if _banker_draws(count(banker), worth(player[2])):
            banker.append(draw())
    elif count(banker) < 6:
        banker.append(draw())
    return player, banker


def _banker_draws(total: int, third: int) -> bool:
    """Table 1 of ma-midi 10(c)(2)."""
    if total == 3:
        return third != 8
    if total in {4, 5, 6}:
        return {4: 2, 5: 4, 6: 6}[total] <= third <= 7
    return total < 3


def winner(player: Sequence[str], banker: Sequence[str]) -> str:
    """`player`, `banker` or `tie`."""
    difference = count(player) - count(banker)
    return "tie" if not difference else "player" if difference > 0 else "banker"


def wins(bet: str, player: Sequence[str], banker: Sequence[str], bonus: str) -> int | None:
    """What a bet pays to one; 0 for a stake handed back, None for one lost (ma-midi 7, 12)."""
    won = winner(player, banker)
    if bet in {"player", "banker"}:
        return 1 if bet == won else 0 if won == "tie" else None
    if bet == "tie":
        return TIE_PAYS if won == "tie" else None
    if bet == "house_money":
        return (None, ONE_PAIR_PAYS, BOTH_PAIRS_PAY)[pairs(player, banker)]
    mine, other = (player, banker) if bet == "dragon_bonus_player" else (banker, player)
    margin = count(mine) - count(other)
    if natural(mine):
        return 1 if margin > 0 else 0 if margin == 0 else None
    return BONUS[bonus].get(margin)


def pairs(player: Sequence[str], banker: Sequence[str]) -> int:
    """How many of the hands began with a pair (ma-midi 7(a)(7))."""
    return (player[0][0] == player[1][0]) + (banker[0][0] == banker[1][0])


def commission(won_cents: int, rate_bps: int, rounding: str) -> int:
    """Vigorish in cents on what Banker won (ma-midi 12(c)).

    rounding: `exact` to the cent, `nearest` or `up` to a multiple of 25 cents.
    """
    unit = 1 if rounding == "exact" else 25
    whole, rest = divmod(won_cents * rate_bps, 10_000 * unit)
    over = rest > 0 if rounding == "up" else 2 * rest >= 10_000 * unit
    return (whole + over) * unit

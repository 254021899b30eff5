"""Short ways to say what lies on a table: hands as `"9s Kd"`, wagers by bet, and what they came
to.
"""

from collections.abc import Iterator, Mapping, Sequence

from ledger.baccarat.hands import Hand, next_draw
from ledger.baccarat.lines import Line
from ledger.baccarat.settlement import Settlement, settle
from ledger.baccarat.wagers import Bet, Press, Tender, Wager
from ledger.rules.loader import load
from ledger.values.cards import parse_card


def cards(text: str) -> list[str]:
    """The cards of a hand, `10S` and `Ts` alike."""
    return [parse_card(token) for token in text.split()]


def deal(shoe: Iterator[str]) -> tuple[list[str], list[str]]:
    """Both hands of a round dealt from a shoe: two and two in turn, Player first, then the third cards due."""
    player: list[str] = []
    banker: list[str] = []
    for hand in (player, banker, player, banker):
        hand.append(next(shoe))
    while draw := next_draw(player, banker):
        (player if draw.hand is Hand.PLAYER else banker).append(next(shoe))
    return player, banker


def round_of(
    rules: str,
    player: str,
    banker: str,
    *wagers: Wager,
    presses: Sequence[Press] = (),
    options: Mapping[str, str] | None = None,
) -> Settlement:
    """A round settled under a submission that ships."""
    offering = load(rules, options).offering
    return settle(offering, cards(player), cards(banker), wagers, presses)


def net_cents(settlement: Settlement) -> dict[str, int]:
    """What each bet's player is better or worse off by, vigorish taken."""
    nets: dict[str, int] = {}
    for line in settlement.lines:
        nets[line.bet] = nets.get(line.bet, 0) + line.returned - staked(line) - line.vig
    return nets


def staked(line: Line) -> int:
    """Chips at risk; a coupon is worth nothing itself."""
    return 0 if line.tender is Tender.COUPON else line.cents


def only(settlement: Settlement) -> Line:
    """The one line of a round with one wager."""
    (line,) = settlement.lines
    return line


def on(bet: Bet, cents: int, seat: int = 1, tender: Tender = Tender.CHIPS) -> Wager:
    """A wager; a coupon has a number."""
    return Wager(seat, bet, cents, tender, "MP-1" if tender is Tender.COUPON else "")

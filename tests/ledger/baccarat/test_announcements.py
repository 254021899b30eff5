"""W7: what the dealer announces."""

import pytest

from tests.ledger.baccarat.layout import round_of

BANKER_WINS = "Ks 6s", "Kd 7d"
PLAYER_WINS = "Ks 7s", "Kd 6d"
TIE = "Ks 7s", "Kd 7d"
THREE_CARD_7 = "Ks Qs 2d", "Kh 2h 5c"
THREE_CARD_8 = "Ks 5s 3d", "Kh 7h"


@pytest.mark.parametrize(
    ("rules", "hands", "announcement"),
    [
        ("ma-midi", BANKER_WINS, "player 6, banker 7, banker wins"),
        ("ma-midi", PLAYER_WINS, "player 7, banker 6, player wins"),
        ("ma-midi", TIE, "player 7, banker 7, tie hand"),
        ("ma-midi", THREE_CARD_7, "player 2, banker 7, banker wins"),
        ("ma-midi", THREE_CARD_8, "player 8, banker 7, player wins"),
        ("ma-midi-ez", BANKER_WINS, "player 6, banker 7, banker wins"),
        ("ma-midi-ez", THREE_CARD_7, "player 2, banker 7, banker wins, Dragon 7"),
        ("ma-midi-ez", THREE_CARD_8, "player 8, banker 7, player wins, Panda 8"),
        ("md-midi-fortune7", THREE_CARD_7, "player 2, banker 7, banker wins, Fortune 7"),
        ("md-midi-fortune7", PLAYER_WINS, "player 7, banker 6, player wins, One Up"),
        ("md-midi-fortune7", TIE, "player 7, banker 7, tie hand"),
        ("div-mini-tie-vig", TIE, "player 7, banker 7, tie hand"),
        ("div-mini-no-commission", BANKER_WINS, "player 6, banker 7, banker wins"),
    ],
)
def test_ma_midi_11_a_the_point_counts_the_winner_and_the_special_hands(
    rules: str, hands: tuple[str, str], announcement: str
) -> None:
    assert round_of(rules, *hands).announce == announcement

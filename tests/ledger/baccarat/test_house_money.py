"""W6: House Money is settled on each hand's first two cards; a winner takes it or presses it."""

import pytest

from ledger.baccarat.house_money import press_next, settle_house_money
from ledger.baccarat.lines import Line
from ledger.baccarat.wagers import Bet, Press
from ledger.rules.loader import load
from ledger.values.errors import Refused
from tests.ledger.baccarat.layout import cards, net_cents, on, only, round_of

PLAYER_PAIR = "Ks Kd", "2c 5c"
BANKER_PAIR = "Ks 7d", "2c 2d As"
BOTH_PAIRS = "4s 4d", "5c 5h"
NO_PAIR = "Ks Qd 2d", "2c 5c"


@pytest.mark.parametrize(
    ("hands", "returned"),
    [(PLAYER_PAIR, 2000), (BANKER_PAIR, 2000), (BOTH_PAIRS, 8000), (NO_PAIR, 0)],
)
def test_ma_midi_12_h_pairs_by_rank(hands: tuple[str, str], returned: int) -> None:
    player, banker = cards(hands[0])[:2], cards(hands[1])[:2]
    offering = load("ma-midi").offering
    lines, presses = settle_house_money(offering, player, banker, [on(Bet.HOUSE_MONEY, 500)])
    assert [line.returned for line in lines] == [returned]
    assert presses == ()


def test_ma_midi_7_a_7_two_tens_are_a_pair_and_a_ten_and_a_king_are_not() -> None:
    offering = load("ma-midi").offering
    tens = settle_house_money(offering, cards("Ts Td"), cards("2c 5c"), [on(Bet.HOUSE_MONEY, 500)])
    faces = settle_house_money(offering, cards("Ts Kd"), cards("2c 5c"), [on(Bet.HOUSE_MONEY, 500)])
    assert [tens[0][0].result, faces[0][0].result] == ["win", "lose"]


def pressed(*presses: Press, percent: str = "100") -> dict[str, Line]:
    """A round in which a pair wins $15 of House Money beside $50 on Player, and Banker wins."""
    settled = round_of(
        "ma-midi",
        "4s 4d",
        "2c 7c",
        on(Bet.HOUSE_MONEY, 500),
        on(Bet.PLAYER, 5000),
        on(Bet.BANKER, 2000),
        presses=presses,
        options={"house_money.press_percent": percent},
    )
    return {line.bet: line for line in settled.lines}


def test_ma_midi_8_c_3_a_press_enlarges_the_standing_wager() -> None:
    lines = pressed(Press(1, Bet.BANKER))
    assert (lines["house_money"].cents, lines["house_money"].returned) == (500, 2000)
    assert (lines["banker"].cents, lines["banker"].returned) == (3500, 7000)
    assert lines["player"].cents == 5000


def test_decision_6_the_enlarged_banker_wager_owes_vigorish_on_all_it_wins() -> None:
    lines = pressed(Press(1, Bet.BANKER))
    assert (lines["banker"].vig, lines["house_money"].vig) == (175, 0)


def test_ma_midi_8_c_3_a_pressed_payout_that_loses_is_gone() -> None:
    settled = round_of(
        "ma-midi",
        *BOTH_PAIRS,
        on(Bet.HOUSE_MONEY, 500),
        on(Bet.BANKER, 5000),
        presses=[Press(1, Bet.BANKER)],
    )
    assert sum(net_cents(settled).values()) == -5000


def test_ma_midi_8_c_3_i_a_only_the_portion_the_submission_allows() -> None:
    assert pressed(Press(1, Bet.PLAYER), percent="50")["player"].cents == 5750
    with pytest.raises(Refused) as refused:
        pressed(Press(1, Bet.PLAYER, 751), percent="50")
    assert refused.value.refusal.code == "press_too_large"


def test_w6_winnings_may_be_split_over_both_hands_but_not_pressed_twice() -> None:
    lines = pressed(Press(1, Bet.PLAYER, 1000), Press(1, Bet.BANKER))
    assert (lines["player"].cents, lines["banker"].cents) == (6000, 2500)
    with pytest.raises(Refused) as refused:
        pressed(Press(1, Bet.PLAYER), Press(1, Bet.BANKER))
    assert refused.value.refusal.code == "press_not_positive"


WINNER_ONLY = "has no winning House Money wager", "Only a winner may press."


@pytest.mark.parametrize(
    ("hands", "press", "code", "told"),
    [
        (NO_PAIR, Press(1, Bet.PLAYER), "press_without_win", WINNER_ONLY),
        (BOTH_PAIRS, Press(2, Bet.PLAYER), "press_without_win", WINNER_ONLY),
        (
            BOTH_PAIRS,
            Press(1, Bet.BANKER),
            "press_without_wager",
            ("has no wager standing on banker", "Pay the winnings out."),
        ),
        (
            BOTH_PAIRS,
            Press(1, Bet.TIE),
            "press_onto",
            ("cannot press onto tie", "Press onto player or banker."),
        ),
        (
            BOTH_PAIRS,
            Press(1, Bet.PLAYER, 0),
            "press_not_positive",
            ("presses nothing", "Enter an amount above zero, or no press."),
        ),
        (
            BOTH_PAIRS,
            Press(1, Bet.PLAYER, 7501),
            "press_too_large",
            (
                "presses 75.01, and may press 75.00 (100% of the payout)",
                "Press no more than that, and pay the rest out.",
            ),
        ),
    ],
)
def test_w6_a_press_that_is_not_allowed(
    hands: tuple[str, str], press: Press, code: str, told: tuple[str, str]
) -> None:
    wagers = on(Bet.HOUSE_MONEY, 500), on(Bet.PLAYER, 5000)
    with pytest.raises(Refused) as refused:
        round_of("ma-midi", *hands, *wagers, presses=[press])
    found = refused.value.refusal
    assert (found.code, found.message) == (code, f"Seat {press.seat} {told[0]}.")
    assert found.next_step == told[1]
    assert found.facts == {"seat": press.seat, "onto": str(press.onto), "cents": press.cents}


def test_w6_a_seat_presses_no_more_than_its_payout_in_all_and_a_cent_is_one() -> None:
    lines = pressed(Press(1, Bet.PLAYER, 1), Press(1, Bet.BANKER, 1499))
    assert (lines["player"].cents, lines["banker"].cents) == (5001, 3499)
    with pytest.raises(Refused) as refused:
        pressed(Press(1, Bet.PLAYER, 1), Press(1, Bet.BANKER, 1499), Press(1, Bet.PLAYER, 1))
    assert refused.value.refusal.code == "press_too_large"


def test_w6_nothing_is_pressed_where_house_money_is_not_offered() -> None:
    with pytest.raises(Refused) as refused:
        round_of("md-midi", *BOTH_PAIRS, on(Bet.PLAYER, 5000), presses=[Press(1, Bet.PLAYER)])
    assert refused.value.refusal.code == "press_without_win"


def test_w6_a_winner_who_presses_nothing_takes_it_all() -> None:
    assert only(round_of("ma-big", *BOTH_PAIRS, on(Bet.HOUSE_MONEY, 500))).returned == 8000


def next_press(*presses: Press, once: bool = True) -> Press:
    """The last of some presses, as a table takes it, of $15 that a seat has won."""
    wagers = [on(Bet.HOUSE_MONEY, 500), on(Bet.PLAYER, 5000), on(Bet.BANKER, 2000)]
    hands = cards("4s 4d"), cards("2c 7c")
    *before, wish = presses
    return press_next(load("ma-midi").offering, hands, wagers, before, wish, once=once)


def test_w6_a_payout_is_pressed_whole_and_once() -> None:
    whole = Press(1, Bet.PLAYER, 1500)
    assert next_press(Press(1, Bet.PLAYER)) == next_press(whole) == whole
    for presses, said, step in (
        (
            (whole, Press(1, Bet.BANKER)),
            "Seat 1 has pressed its House Money in this round.",
            "A payout is pressed once, onto one hand.",
        ),
        (
            (Press(1, Bet.BANKER, 700),),
            "Seat 1 may press $15.00 (100% of the payout), all of it, and not $7.00.",
            "Press all that the rules submission has pressed, or pay the winnings out.",
        ),
    ):
        with pytest.raises(Refused) as refused:
            next_press(*presses)
        assert (refused.value.refusal.message, refused.value.refusal.next_step) == (said, step)

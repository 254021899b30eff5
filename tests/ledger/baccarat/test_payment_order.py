"""W8: losing wagers first, then winners from the highest seat down, vigorish as the procedure
says.
"""

import pytest

from ledger.baccarat.settlement import Settlement
from ledger.baccarat.wagers import Bet, Press, Tender, Wager
from tests.ledger.baccarat.layout import on, round_of

BANKER_WINS = "Ks 6s", "Kd 7d"
TIE = "Ks 7s", "Kd 7d"

WAGERS = (
    on(Bet.PLAYER, 1000, seat=1),
    on(Bet.BANKER, 2000, seat=2),
    on(Bet.TIE, 500, seat=5),
    on(Bet.BANKER, 3000, seat=7),
    on(Bet.BANKER, 1000, seat=4),
    on(Bet.PLAYER, 1000, seat=8),
)


def told(settlement: Settlement) -> list[str]:
    """The dealer's steps, a line each."""
    return [f"{step.kind} {step.seat} {step.bet} {step.cents}" for step in settlement.steps]


COLLECTED = ["collect 8 player 1000", "collect 5 tie 500", "collect 1 player 1000"]
PAID = ["pay 7 banker 3000", "pay 4 banker 1000", "pay 2 banker 2000"]
MARKED = ["mark_vig 7 banker 150", "mark_vig 4 banker 50", "mark_vig 2 banker 100"]
PAY_THEN_VIG = [step for both in zip(PAID, MARKED, strict=True) for step in both]
VIG_THEN_PAY = [step for both in zip(MARKED, PAID, strict=True) for step in both]


def test_ma_midi_11_b_vigorish_then_payment_seat_by_seat() -> None:
    assert told(round_of("ma-midi", *BANKER_WINS, *WAGERS)) == COLLECTED + VIG_THEN_PAY


def test_ma_big_12_b_payment_then_vigorish_seat_by_seat() -> None:
    assert told(round_of("ma-big", *BANKER_WINS, *WAGERS)) == COLLECTED + PAY_THEN_VIG


@pytest.mark.parametrize(
    ("procedure", "steps"),
    [
        ("i", PAID + MARKED),
        ("ii", MARKED + PAID),
        ("iii", PAY_THEN_VIG),
        ("iv", VIG_THEN_PAY),
    ],
)
def test_div_j_2_four_procedures(procedure: str, steps: list[str]) -> None:
    options = {"payment_order": procedure}
    settled = round_of("div-mini", *BANKER_WINS, *WAGERS, options=options)
    assert told(settled) == COLLECTED + steps


def test_ma_midi_12_d_1_vigorish_collected_when_the_winner_is_paid() -> None:
    options = {"vigorish.collect": "at_payout"}
    settled = round_of("ma-midi", *BANKER_WINS, on(Bet.BANKER, 2000), options=options)
    assert told(settled) == ["collect_vig 1 banker 100", "pay 1 banker 2000"]


def test_ma_midi_11_b_no_vigorish_step_on_an_ez_table() -> None:
    settled = round_of("ma-midi-ez", *BANKER_WINS, *WAGERS)
    assert told(settled) == COLLECTED + PAID


def test_ma_midi_12_d_2_a_seats_whole_vigorish_is_marked_once() -> None:
    wagers = on(Bet.BANKER, 1000), on(Bet.BANKER, 100, tender=Tender.COUPON)
    settled = round_of("ma-midi", *BANKER_WINS, *wagers)
    assert told(settled) == [
        "mark_vig 1 banker 75",
        "pay 1 banker 1000",
        "pay 1 banker 100",
        "collect 1 banker 100",
    ]


def test_div_c_4_vigorish_on_a_tie_is_collected_at_the_end_of_the_round() -> None:
    wagers = on(Bet.BANKER, 1000, seat=9), on(Bet.TIE, 100, seat=2), on(Bet.BANKER, 400, seat=3)
    settled = round_of("div-mini-tie-vig", *TIE, *wagers)
    assert told(settled) == [
        "pay 2 tie 800",
        "push 9 banker 1000",
        "push 3 banker 400",
        "collect_vig 9 banker 250",
        "collect_vig 3 banker 100",
    ]


def house_money_round(rules: str) -> Settlement:
    return round_of(
        rules,
        "4s 4d",
        "2c 7c",
        on(Bet.HOUSE_MONEY, 500, seat=2),
        on(Bet.BANKER, 1000, seat=2),
        on(Bet.HOUSE_MONEY, 500, seat=8),
        presses=[Press(2, Bet.BANKER, 1000)],
    )


def test_ma_midi_8_c_3_house_money_first_counterclockwise_from_the_dealers_right() -> None:
    assert told(house_money_round("ma-midi")) == [
        "pay 8 house_money 1500",
        "pay 2 house_money 500",
        "press 2 banker 1000",
        "mark_vig 2 banker 100",
        "pay 2 banker 2000",
    ]


def test_ma_big_9_e_seats_of_a_big_table_rise_counterclockwise() -> None:
    assert told(house_money_round("ma-big"))[:3] == [
        "pay 2 house_money 500",
        "press 2 banker 1000",
        "pay 8 house_money 1500",
    ]


def test_ma_midi_8_c_3_losing_house_money_is_collected_as_the_dealer_comes_to_it() -> None:
    wagers = on(Bet.HOUSE_MONEY, 500, seat=3), on(Bet.PLAYER, 100, seat=9)
    settled = round_of("ma-midi", *BANKER_WINS, *wagers)
    assert told(settled) == ["collect 3 house_money 500", "collect 9 player 100"]


def test_w8_lines_stand_in_the_order_of_the_procedure() -> None:
    settled = round_of("ma-midi", *TIE, *WAGERS)
    assert [(line.seat, line.result) for line in settled.lines] == [
        (5, "win"),
        (8, "push"),
        (7, "push"),
        (4, "push"),
        (2, "push"),
        (1, "push"),
    ]


def test_ma_midi_12_i_royal_9_is_paid_for_one() -> None:
    wagers = Wager(5, Bet.ROYAL_9, 500), on(Bet.PLAYER, 1000, seat=9)
    settled = round_of("ma-midi", "Ks 9s", "2c 3c", *wagers)
    assert told(settled) == ["pay 9 player 1000", "pay 5 royal_9 5000", "collect 5 royal_9 500"]

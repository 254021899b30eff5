"""Refusals of `pit wager`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    BETS,
    CLOSED,
    FACE_UP,
    INIT,
    LINKED,
    MINI,
    OPEN,
    OPENER,
    SHOE,
    SIGNED,
    START,
    Cases,
)

HOUSE = (*INIT, f"table open MB-01 --rules house-dragon --pit P-1 {OPENER} {SIGNED}")

CASES: Final[Cases] = {
    "royal_9_stake": (LINKED, "wager place MB-01 3 royal-9 10"),
    "unknown_bet": (SHOE, "wager place MB-01 3 bankre 20"),
    "unknown_bet.two": (SHOE, "wager place MB-01 3 dragon 20"),
    "unknown_bet.of_the_table": (SHOE, "wager place MB-01 3 qq 20"),
    "unknown_tender": (SHOE, "wager place MB-01 3 banker 20 --tender cheque"),
    "money_negative.no_option": (SHOE, "wager place MB-01 3 banker -20"),
    "usage.three_words_a_wager": (SHOE, "wager place MB-01 3 banker 20 3 tie"),
    "entered_twice": (BETS, "wager place MB-01 3 banker 20"),
    "bet_not_offered": (SHOE, "wager place MB-01 3 dragon-7 20"),
    "bets_closed": (CLOSED, "wager place MB-01 4 banker 50"),
    "confirmation_missing": (
        MINI,
        "wager place MB-01 3 banker 25 --tender cash --confirmed-by D-7",
    ),
    "stake_not_taken": (
        (
            *INIT,
            f"table open MB-01 --rules ma-midi --option unit_cents=500 --pit P-1 {OPENER} {SIGNED}",
            START,
        ),
        "wager place MB-01 3 banker 24",
    ),
    "nothing_to_confirm": (SHOE, "wager place MB-01 3 banker 25 --confirmed-by D-7"),
    "simulated_round_due": ((*SHOE, FACE_UP), "wager place MB-01 3 banker 20"),
    "coupon_bet": (SHOE, "wager place MB-01 3 tie 5 --coupon 1017"),
    "coupon_number": (BETS, "wager place MB-01 3 banker 5 --tender cash --coupon 1017"),
    "coupon_on_table": (
        (*BETS, "wager place MB-01 3 banker 5 --coupon 1017"),
        "wager place MB-01 3 banker 5 --coupon 1017",
    ),
    "coupon_without_wager": (SHOE, "wager place MB-01 3 banker 5 --coupon 1017"),
    "main_wager_missing": (
        (*HOUSE, "shoe start MB-01 1 --burn 4d"),
        "wager place MB-01 3 dragon-bonus-player 5",
    ),
    "no_meter": (SHOE, "wager place MB-01 3 royal-9 5"),
    "hands_not_recorded": (
        (*INIT, f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --tray-only"),
        "wager place MB-01 3 banker 20",
    ),
    "no_shoe": (OPEN, "wager place MB-01 3 banker 20"),
    "no_such_wager": (BETS, "wager withdraw MB-01 4 banker"),
    "not_positive": (SHOE, "wager place MB-01 3 banker 0"),
    "no_such_seat.wager": (SHOE, "wager place MB-01 12 banker 20"),
    "shoe_over": ((*SHOE, "shoe end MB-01 --reason damaged"), "wager place MB-01 3 banker 20"),
    "tender_not_accepted": (
        (*HOUSE, "shoe start MB-01 1 --burn 4d", "wager place MB-01 3 banker 20"),
        "wager place MB-01 3 banker 5 --coupon 1017",
    ),
}

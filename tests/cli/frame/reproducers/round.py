"""Refusals of `pit round`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    BANKER_WINS,
    BETS,
    BIG_SHOE,
    CLOSED,
    DEALT,
    DIV,
    DRAWING,
    FACE_UP,
    INIT,
    INSTEAD,
    JACKPOT,
    NOTICE,
    OPEN,
    OTHER_LINK,
    OWING,
    PAIR,
    PLAYED,
    RESHUFFLED,
    REVERSE_ROUND,
    REVERSED,
    SHOE,
    SHOE_AT_NOON,
    SIMULATED,
    Cases,
)

FOURS = 'round play MB-01 --player "4d 4d" --banker "4d 4d"'
IN_ERROR = "round irregular MB-01 third-card 2h --undisclosed"
UNSEEN = "round irregular MB-01 drawn-in-error --undisclosed"
DRAWN = (*CLOSED, 'round deal MB-01 --player "2d 2s" --banker "5c Kh"')

CASES: Final[Cases] = {
    "link_left": (
        (*PLAYED, OTHER_LINK, "meter move R9-1 MB-01 --to R9-3", REVERSE_ROUND),
        (
            "round play MB-01 --wager 3:royal-9:5 --wager 3:banker:20 --player '7d Qh' --banker '8c Kh'"
            " --instead-of MB-01:2026-07-11:1"
        ),
    ),
    "unknown_card": (SHOE, 'round play MB-01 --player "1H 7d" --banker "9c Kh"'),
    "unknown_hand": (DRAWING, "round third MB-01 tie 2d"),
    "unknown_outcome": (DEALT, "round settle MB-01 --outcome house"),
    "bad_press": (SHOE, 'round play MB-01 --press 3 --player "4d 4h" --banker "9c Kh"'),
    "usage.two_verbs": (INIT, "round s MB-01"),
    "bad_wager": (SHOE, 'round play MB-01 --wager 3:banker --player "4d 4h" --banker "9c Kh"'),
    "no_round_yet": (OPEN, "round show MB-01"),
    "already_dealt": (DEALT, 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "bets_closed.again": (CLOSED, "round bets-closed MB-01"),
    "bets_open": (BETS, 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "cards_not_handed": (
        (
            *BIG_SHOE,
            "shoe curator MB-01 dealer --declined 2 --declined 5",
            "round bets-closed MB-01",
        ),
        "round hand MB-01 banker dealer",
    ),
    "cards_out_of_order": (DEALT, "round hand MB-01 banker 5"),
    "handed_out_of_turn": (
        (*SHOE, "wager place MB-01 3 player 25", "round bets-closed MB-01", DEALT[-1]),
        "round hand MB-01 banker dealer",
    ),
    "relinquishment": (DEALT, "round hand MB-01 banker 3 --ordered-by S-2"),
    "curator_missing": (BIG_SHOE, "round bets-closed MB-01"),
    "shoe_to_pass": (
        (*BIG_SHOE, "shoe curator MB-01 2", 'round play MB-01 --player "9d Qh" --banker "7c Kh"'),
        "round bets-closed MB-01",
    ),
    "burned_cards": (
        DIV[:-1],
        'round irregular MB-01 drawn-in-error 2d --disclosed --shown "3d"',
    ),
    "card_missing": (SHOE, "round irregular MB-01 face-up --disclosed"),
    "cards_on_layout": ((*DEALT, FACE_UP), SIMULATED),
    "face_up_is_disclosed": (SHOE, "round irregular MB-01 face-up 7d --undisclosed"),
    "hand_full": ((*SHOE, *[UNSEEN] * 4), UNSEEN),
    "no_hand_dealt": (SHOE, IN_ERROR),
    "no_simulated_round": (SHOE, SIMULATED),
    "other_first_card": (
        (*SHOE, "round irregular MB-01 drawn-in-error 2d --undisclosed"),
        FOURS,
    ),
    "other_first_card.simulated": ((*SHOE, FACE_UP), SIMULATED.replace("7d", "8d")),
    "player_has_three": ((*DRAWN, "round third MB-01 player 3h"), IN_ERROR),
    "third_card_due": (DRAWN, IN_ERROR),
    "card_not_in_shoe": ((*SHOE, FOURS), FOURS),
    "hand_incomplete": (DRAWING, "round settle MB-01"),
    "no_round": (SHOE, "round settle MB-01"),
    "not_dealt": (CLOSED, "round third MB-01 player 2d"),
    "outcome_differs": (DEALT, "round settle MB-01 --outcome player"),
    "press_in_part": (PAIR, "round press MB-01 3 player 10"),
    "pressed_already": (
        (*PAIR, "round press MB-01 3 player"),
        "round press MB-01 3 player",
    ),
    "press_too_late": (
        (*PAIR, "round third MB-01 player 2s"),
        "round press MB-01 3 player",
    ),
    "press_without_wager": (PAIR, "round press MB-01 3 banker"),
    "press_without_win": (DEALT, "round press MB-01 3 banker"),
    "shoe_short": ((), 'round deal MB-01 --player "7d Qh" --banker "9c Kh"'),
    "third_card_not_due": (DEALT, "round third MB-01 player 2d"),
    "two_cards_each": (CLOSED, 'round deal MB-01 --player 7d --banker "9c Kh"'),
    "at_before_round": ((*SHOE_AT_NOON, BANKER_WINS), f"{BANKER_WINS} {AFTERNOON}"),
    "reversed_already": (REVERSED, REVERSE_ROUND),
    "round_void": ((*BETS, "round void MB-01 --reason x"), REVERSE_ROUND),
    "round_in_books": (
        (*OWING, "vig uncollected MB-01 3 --reason left --supervisor S-2"),
        REVERSE_ROUND,
    ),
    "card_irregular": (
        (*SHOE, "round irregular MB-01 drawn-in-error 7d --undisclosed", BANKER_WINS),
        f"{REVERSE_ROUND} --not-dealt",
    ),
    "approval_own.reverse": (OWING, REVERSE_ROUND.replace("S-2", "C-1")),
    "award_won": (JACKPOT, REVERSE_ROUND),
    "meter_won_since": (
        (*PLAYED, JACKPOT[-1]),
        REVERSE_ROUND,
    ),
    "not_reversed": (OWING, INSTEAD),
    "at_of_the_other": (REVERSED, f"{INSTEAD} --at 18:18"),
    "entered_again": ((*REVERSED, INSTEAD), INSTEAD),
    "cards_stay_dealt": (REVERSED, INSTEAD.replace("7d", "6d")),
    "rules_changed_since": (
        (*REVERSED, f"rules adopt ma-midi --table MB-01 --option {RESHUFFLED} {NOTICE}"),
        INSTEAD,
    ),
    "bad_reversal": (OWING, "round reverse --file rounds.csv --approved-by S-2"),
    "round_typed_and_filed": (OWING, f"{REVERSE_ROUND} --file rounds.csv"),
    "no_round_named": (OWING, "round reverse --reason x --approved-by S-2"),
}

"""Refusals of `pit play`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    BANKER_WINS,
    INIT,
    OPENER,
    OWING,
    REVERSED,
    SHOE,
    SIGNED,
    Cases,
)

EZ = (*INIT, f"table open MB-01 --rules ma-midi-ez --pit P-1 {OPENER} {SIGNED}")

CASES: Final[Cases] = {
    "unread_word": (SHOE, "play MB-01 3b25 lunch"),
    "two_readings": (EZ, "play MB-01 3p825"),
    "unknown_bet.in_a_line": (SHOE, "play MB-01 3q25"),
    "money_unreadable.in_a_line": (SHOE, "play MB-01 3b"),
    "amount_too_large.in_a_line": (SHOE, "play MB-01 1b999999999999999"),
    "money_negative.in_a_line": (SHOE, "play MB-01 3b-25"),
    "not_positive.in_a_line": (SHOE, 'play MB-01 "1b25 2b0"'),
    "bad_seat.in_a_line": (SHOE, "play MB-01 5-1b25"),
    "unknown_card.in_a_line": (SHOE, "play MB-01 3b25 7dXh 9c9d"),
    "unknown_hand.in_a_line": (SHOE, 'play MB-01 "3b25 3>t"'),
    "hands_unclear": (SHOE, "play MB-01 3b25 7dQh9c9d"),
    "nothing_before": (OWING, "play MB-01 5="),
    "nothing_before.reversed": (REVERSED, "play MB-01 ="),
    "left_since": (
        (*OWING, "vig collect MB-01 --all", "seat leave MB-01 3", "seat sit MB-01 3"),
        "play MB-01 =",
    ),
    "coupon_before": (
        (*SHOE, f"{BANKER_WINS} --wager 3:banker:5:coupon:1017"),
        "play MB-01 3x2",
    ),
    "same_under_key": (OWING, "play MB-01 3x2 --key k-1"),
    "empty_line": (SHOE, "play MB-01 /"),
    "line_too_long": (SHOE, f"play MB-01 {'1-9b25 ' * 56}"),
}

"""What the dealer does, in order (W8), and who turns the cards (T10), through the commands."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Terminal

SIGNED = ("--opener", "100x50", "--dealer", "D-7", "--supervisor", "S-2")
WINNERS = [
    {"seat": 2, "bet": "banker", "cents": 1000},
    {"seat": 7, "bet": "banker", "cents": 2000},
    {"seat": 5, "bet": "player", "cents": 500},
]


def steps(apart: Terminal, rules: str, *options: str) -> list[tuple[str, int, int]]:
    """Kind, seat and cents of what the dealer does with the wagers after Banker wins."""
    hand = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"], "wagers": WINNERS}
    command = ("audit", "settle", "--rules", rules, "--steps", *options)
    answer = json.loads(apart.does(*command, stdin=json.dumps(hand) + "\n"))
    return [(x["kind"], x["seat"], x["cents"]) for x in answer["steps"] if x["seat"]]


PAY_7, PAY_2 = ("pay", 7, 2000), ("pay", 2, 1000)
MARK_7, MARK_2 = ("mark_vig", 7, 100), ("mark_vig", 2, 50)


@pytest.mark.parametrize(
    ("procedure", "order"),
    [
        ("i", [PAY_7, PAY_2, MARK_7, MARK_2]),
        ("ii", [MARK_7, MARK_2, PAY_7, PAY_2]),
        ("iii", [PAY_7, MARK_7, PAY_2, MARK_2]),
        ("iv", [MARK_7, PAY_7, MARK_2, PAY_2]),
    ],
)
def test_w8_div_j_2_four_procedures(
    apart: Terminal, procedure: str, order: list[tuple[str, int, int]]
) -> None:
    told = steps(apart, "div-mini", "--option", f"payment_order={procedure}")
    assert told == [("collect", 5, 500), *order]


def test_w8_ma_midi_11_b_vigorish_first_and_ma_big_12_b_after(apart: Terminal) -> None:
    assert steps(apart, "ma-midi")[1:] == [MARK_7, PAY_7, MARK_2, PAY_2]
    assert steps(apart, "ma-big")[1:] == [PAY_7, MARK_7, PAY_2, MARK_2]


def test_w8_lines_alone_where_steps_are_not_asked_for(apart: Terminal) -> None:
    hand = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"], "wagers": []}
    answer = apart.does("audit", "settle", "--rules", "ma-midi", stdin=json.dumps(hand) + "\n")
    assert "steps" not in json.loads(answer)


def seat(terminal: Terminal, table: str, hand: str, *more: str) -> Any:
    return terminal.json("round", "turn", table, hand, *more)["seat"]


def test_t10_ma_midi_8_c_d_who_turns_the_cards(terminal: Terminal) -> None:
    terminal.does("table", "open", "MB-01", "--rules", "ma-midi", "--pit", "P-1", *SIGNED)
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    assert terminal.is_refused("round", "turn", "MB-01", "player")["code"] == "no_round"
    for wager in ((3, "player", "25"), (8, "player", "25"), (5, "tie", "100"), (3, "player", "5")):
        terminal.does("wager", "place", "MB-01", *map(str, wager))
    terminal.does("wager", "place", "MB-01", "8", "player", "5", "--tender", "cash")
    terminal.does("round", "bets-closed", "MB-01")
    assert seat(terminal, "MB-01", "player") == 8
    assert seat(terminal, "MB-01", "banker") is None
    assert seat(terminal, "MB-01", "player", "--relinquished", "8") == 5
    declined = ("--relinquished", "8", "--declined", "5")
    assert seat(terminal, "MB-01", "player", *declined) == 3
    assert seat(terminal, "MB-01", "player", *declined, "--declined", "3") is None
    assert terminal.does("round", "turn", "MB-01", "player") == "Seat 8 turns the player's cards.\n"
    told = terminal.does("round", "turn", "MB-01", "banker")
    assert told == "The dealer turns the banker's cards.\n"


@pytest.mark.parametrize(
    ("rules", "table", "seats", "order"),
    [
        ("ma-midi", "MB-01", (3, 5, 8), [8, 5, 3]),
        ("ma-big", "BB-01", (2, 7, 12), [2, 7, 12]),
        ("div-mini", "MN-01", (3, 5, 8), [3, 5, 8]),
    ],
)
def test_t10_equal_wagers_go_to_the_seat_closest_to_the_dealer_and_then_to_the_right(
    terminal: Terminal, rules: str, table: str, seats: tuple[int, ...], order: list[int]
) -> None:
    """ma-midi 8(c)(6), (d); ma-big 9(d)(6), (f); div (g)(3)(iii)(E), (k)(5)."""
    handed = ("--option", "handling=handed")
    terminal.does("table", "open", table, "--rules", rules, "--pit", "P-1", *handed, *SIGNED)
    terminal.does("shoe", "start", table, "1", "--burn", "2c")
    if rules == "ma-big":
        terminal.does("shoe", "curator", table, "dealer")
    for each in seats:
        terminal.does("wager", "place", table, str(each), "player", "25")
    terminal.does("round", "bets-closed", table)
    assert seat(terminal, table, "player") == order[0]
    assert seat(terminal, table, "banker") is None
    gave_up = ("--relinquished", str(order[0]))
    assert seat(terminal, table, "player", *gave_up) == order[1]
    declined = (*gave_up, "--declined", str(order[1]))
    assert seat(terminal, table, "player", *declined) == order[2]
    assert seat(terminal, table, "player", *declined, "--declined", str(order[2])) is None

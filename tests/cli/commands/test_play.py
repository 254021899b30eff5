"""`pit play`: a round in one line of shorthand is the round that `pit round play` records, for a fifth of the keys."""

import json
from typing import Any

from benchmarks.keys import BY_FLAGS, IN_ONE_LINE, MOST_KEYS, keys
from tests.cli.conftest import DAY, Terminal


def _recorded(terminal: Terminal, *typed: str) -> list[Any]:
    told = terminal.json(*typed)
    return [{**each, "recorded_at": 0} for each in told["events"]]


def test_it_records_what_round_play_does(on_file: Terminal) -> None:
    on_file.dealing()
    told = _recorded(on_file, *BY_FLAGS, "--dry-run")
    assert told[-1]["topic"] == "table.vigorish_marked"
    assert _recorded(on_file, "play", "MB-01", IN_ONE_LINE, "--dry-run") == told
    assert _recorded(on_file, "play", "MB-01", *IN_ONE_LINE.split(), "--dry-run") == told


def test_a_hand_takes_sixty_keys_at_most() -> None:
    assert keys(f". {IN_ONE_LINE}") <= MOST_KEYS


def test_it_is_answered_in_full_words_with_totals_and_what_is_owed(on_file: Terminal) -> None:
    on_file.dealing()
    said = on_file.does("play", "MB-01", IN_ONE_LINE)
    assert "seat 4: $10.00 on Dragon Bonus Banker" in said
    assert said.endswith(
        "6 wagers of $180.00, $140.00 handed back: the house wins $40.00; vigorish $3.00;"
        " owed now: seat 1 $1.25, seat 7 $1.75\n"
    )
    totals = on_file.json("play", "MB-01", "1= / 7dQh 2c2dTd")["totals"]
    assert totals == {
        "round": f"MB-01:{DAY}:2",
        "wagers": 1,
        "staked_cents": 2500,
        "returned_cents": 0,
        "vig_cents": 0,
        "owed": {"1": 125, "7": 175},
    }


def test_wagers_first_and_cards_when_they_are_dealt(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25 5t5")
    on_file.does("wager", "withdraw", "MB-01", "5", "t")
    assert "1 wager of $25.00" in on_file.does("play", "MB-01", "7dQh 9cKh")
    said = on_file.does("play", "MB-01", "3x2 / 7dQh 9c9d")
    assert "seat 3: $50.00 on Banker" in said
    assert "Tie" not in said


def test_a_round_without_wagers_says_that_there_were_none(on_file: Terminal) -> None:
    on_file.dealing()
    said = on_file.does("play", "MB-01", "7dQh 9cKh").splitlines()
    assert said[-1] == "no wagers; owed now: nothing"


def test_wagers_without_cards_are_answered_seat_by_seat_with_their_total(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25 / 7dQh 9cKh")
    line = ("4t3 3b5 3p10", "3 b 5 3 p 10 4 t 3")
    of_seats = [
        "seat 3: $15.00, $15.00 in all",
        "seat 4: $3.00 on Tie, $3.00 in all",
        "3 wagers of $18.00; owed now: seat 3 $1.25",
    ]
    for typed in (("play", "MB-01", line[0]), ("wager", "place", "MB-01", *line[1].split())):
        assert on_file.does(*typed, "--dry-run").splitlines()[-3:] == of_seats
    assert on_file.does("play", "MB-01", "4t3 3b5 3p10").splitlines()[-3:] == of_seats
    for typed in (("play", "MB-01", "4t2"), ("wager", "place", "MB-01", "4", "t", "2")):
        (alone,) = on_file.does(*typed, "--dry-run").splitlines()[1:]
        assert alone == "seat 4: $2.00 on Tie, $5.00 in all; owed now: seat 3 $1.25"
    assert on_file.json("play", "MB-01", "4t2 3b7", "--yes")["entered"] == {
        "seats": [
            {"seat": 3, "bet": "banker", "cents": 700, "total_cents": 2200},
            {"seat": 4, "bet": "tie", "cents": 200, "total_cents": 500},
        ],
        "wagers": 2,
        "cents": 900,
        "owed": {"3": 125},
    }


def test_the_same_wager_twice_in_a_line_is_asked_about(on_file: Terminal) -> None:
    on_file.dealing()
    assert on_file.is_refused("play", "MB-01", "3b25 3b25")["code"] == "entered_twice"
    assert on_file.is_refused("play", "MB-01", "3b25 3b25 / 7dQh 9cKh")["code"] == "entered_twice"
    on_file.does("play", "MB-01", "3b25 3b25", "--yes")


def test_in_the_place_of_a_reversed_round(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25 / 7dQh 9cKh")
    on_file.does("round", "reverse", "MB-01", "--reason", "x", "--approved-by", "S-2")
    on_file.does("play", "MB-01", "3b20 / 7dQh 9cKh", "--instead-of", "MB-01:1")
    shown = json.loads(on_file.does("round", "show", "MB-01:1r", "--json"))
    assert [each["cents"] for each in shown["wagers"]] == [2000]

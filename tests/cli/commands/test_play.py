"""`pit play`: a round in one line of shorthand is the round that `pit round play` records, for a fifth of the keys."""

import json
from typing import Any

from benchmarks.keys import BY_FLAGS, IN_ONE_LINE, MOST_KEYS, keys
from tests.cli.conftest import DAY, OPENER, SIGNED, Terminal


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


def test_a_round_in_the_place_of_another_is_known_in_any_case_completed_and_suggested(
    on_file: Terminal,
) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", f"3b25 {HANDS}")
    on_file.does("play", "MB-01", f"3b25 {HANDS}", "--yes")
    _reversed(on_file, "MB-01:1")
    on_file.does("play", "MB-01", f"3b20 {HANDS}", "--instead-of", "MB-01:1")
    again = f"MB-01:{DAY}:1r"
    assert on_file.json("round", "show", "mb-01:1R")["round"] == again
    named = on_file.does("completion", "names", "ROUND", "MB-01").split()
    assert named == [f"MB-01:{DAY}:1", again, f"MB-01:{DAY}:2"]
    told = on_file.is_refused("round", "show", "MB-01:1rr", exit_code=3)
    assert (told["code"], again in told["next_step"]) == ("unknown_round", True)


HANDS = "/ 7dQh 9cKh"


def _lays(terminal: Terminal, *typed: str) -> list[tuple[int, str, int]]:
    placed = [each for each in _recorded(terminal, "play", "MB-01", *typed) if "wagers" in each]
    return [(seat, bet, cents) for each in placed for seat, bet, cents, *_ in each["wagers"]]


def _three_rounds(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("play", "MB-01", f"3p12 {HANDS}")
    terminal.does("play", "MB-01", "4b10 2p10 6t5 4p5")
    terminal.does("wager", "withdraw", "MB-01", "6", "t")
    terminal.does("play", "MB-01", HANDS)
    terminal.does("play", "MB-01", f"4b18 5p30 {HANDS}")
    terminal.does("vig", "collect", "MB-01", "--all")


def _reversed(terminal: Terminal, round_: str) -> None:
    terminal.does("round", "reverse", round_, "--reason", "x", "--approved-by", "S-2")


def test_as_before_in_the_place_of_a_reversed_round_is_as_in_that_round(on_file: Terminal) -> None:
    """Whoever has left since: it is of those who sat there then."""
    _three_rounds(on_file)
    on_file.does("seat", "leave", "MB-01", "2")
    _reversed(on_file, "MB-01:2")
    of_it = [(4, "banker", 1000), (2, "player", 1000), (4, "player", 500)]
    instead = (HANDS, "--instead-of", "MB-01:2")
    assert _lays(on_file, "=", *instead, "--dry-run") == of_it
    assert _lays(on_file, "2x2", *instead, "--dry-run") == [(2, "player", 2000)]
    told = on_file.is_refused("play", "MB-01", "6=", *instead, exit_code=2)
    assert told["message"] == f"There is no wager of seat 6 in round MB-01:{DAY}:2."
    for line in ("=", "2=", "4x2"):
        nowhere = ("play", "MB-01", line, HANDS, "--instead-of", "MB-01:9")
        told = on_file.is_refused(*nowhere, exit_code=3)
        assert told["code"] == "unknown_round", "and not that nobody wagered in it"
    on_file.does("play", "MB-01", "2= 4b20", *instead, "--yes")
    _reversed(on_file, "MB-01:2r")
    of_it = [(2, "player", 1000), (4, "banker", 2000)]
    again = ("=", HANDS, "--instead-of", "MB-01:2r", "--dry-run")
    assert sorted(_lays(on_file, *again)) == of_it


def test_the_round_before_is_that_of_the_highest_number(on_file: Terminal) -> None:
    """Also where one in the place of an older round was entered since."""
    _three_rounds(on_file)
    _reversed(on_file, "MB-01:2")
    on_file.does("play", "MB-01", "2p10", HANDS, "--instead-of", "MB-01:2")
    as_before = [(4, "banker", 1800), (5, "player", 3000)]
    assert _lays(on_file, "=", "--dry-run") == as_before
    _reversed(on_file, "MB-01:3")
    on_file.does("play", "MB-01", "5p5", HANDS, "--instead-of", "MB-01:3")
    assert _lays(on_file, "=", "--dry-run") == [(5, "player", 500)]


def test_nobody_wagers_as_a_player_did_who_has_left(on_file: Terminal) -> None:
    _three_rounds(on_file)
    on_file.does("seat", "leave", "MB-01", "2")  # It wagered nothing in the last one.
    assert len(_lays(on_file, "=", "--dry-run")) == 2
    on_file.does("seat", "leave", "MB-01", "5")
    for line in ("=", "x2 4t5", "5=", "4-5="):
        assert on_file.is_refused("play", "MB-01", line, exit_code=2)["code"] == "left_since"
    on_file.does("seat", "sit", "MB-01", "5", "--patron", "Z. New")
    assert on_file.is_refused("play", "MB-01", "=", exit_code=2)["facts"] == {"seats": [5]}
    assert _lays(on_file, "4=", "--dry-run") == [(4, "banker", 1800)]
    on_file.does("seat", "sit", "MB-01", "4", "--patron", "Who Was There")
    assert _lays(on_file, "= 5p5", "--dry-run") == [(5, "player", 500), (4, "banker", 1800)]
    on_file.does("play", "MB-01", "= 5p5", HANDS)
    assert _lays(on_file, "5=", "--dry-run") == [(5, "player", 500)]


def test_nobody_wagers_as_before_the_table_was_closed(on_file: Terminal) -> None:
    _three_rounds(on_file)
    on_file.does("table", "close", "MB-01", "--closer", "100x50 25x200 5x400", *SIGNED)
    on_file.does("table", "open", "MB-01", *OPENER, *SIGNED)
    on_file.does("shoe", "start", "MB-01", "2", "--burn", "2c")
    assert on_file.is_refused("play", "MB-01", "=", exit_code=2)["facts"] == {"seats": [4, 5]}

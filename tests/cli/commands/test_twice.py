"""A wager or a buy-in answers with the seat's total, and one like another within ten seconds is asked about."""

from collections.abc import Iterator
from datetime import datetime

import pytest
import time_machine

from cli.frame.options import Session
from ledger.table.acts import Round, WagerEntry
from tests.cli.conftest import NOW, Terminal

WAGER = ("wager", "place", "MB-01", "3", "banker", "25")
BUY_IN = ("chips", "buy-in", "MB-01", "3", "200")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that is put on by hand."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def test_a_wager_and_a_buy_in_answer_with_the_seats_total(terminal: Terminal) -> None:
    terminal.dealing()
    assert "seat 3: $200.00, $200.00 in all" in terminal.does(*BUY_IN)
    assert "seat 3: $50.00 on Tie, $50.00 in all" in terminal.does(*WAGER[:4], "tie", "50")
    terminal.does("wager", "place", "MB-01", "5", "banker", "75")
    assert "seat 3: $25.00 on Banker, $75.00 in all" in terminal.does(*WAGER)
    dry = terminal.json(*BUY_IN[:4], "50", "--dry-run", "--key", "k-1")
    said = terminal.json(*BUY_IN[:4], "50", "--key", "k-1")
    again = terminal.json(*BUY_IN[:4], "50", "--key", "k-1")
    total = {"seat": 3, "bet": "", "cents": 5_000, "total_cents": 25_000}
    assert [each["seat"] for each in (dry, said, again)] == [total] * 3
    terminal.does("round", "void", "MB-01", "--reason", "spilled")
    terminal.does("seat", "leave", "MB-01", "3")
    assert "seat 3: $200.00, $200.00 in all" in terminal.does(*BUY_IN, "--yes")


@pytest.mark.parametrize("command", [WAGER, BUY_IN])
def test_the_same_again_within_ten_seconds_is_asked_about(
    on_file: Terminal, clock: time_machine.Traveller, command: tuple[str, ...]
) -> None:
    on_file.dealing()
    on_file.does(*command, "--key", "k-1")
    clock.shift(10)
    error = on_file.is_refused(*command)
    assert (error["code"], error["facts"]["seat"]) == ("entered_twice", 3)
    assert on_file.run(*command, "--dry-run").exit_code == 1
    assert on_file.json(*command, "--key", "k-1")["repeated"], "that is what a key is for"
    on_file.does(*command, "--by", "C-2")
    on_file.does(*command, "--yes")
    clock.shift(11)
    on_file.does(*command)


def test_what_is_not_the_same_is_not_asked_about(on_file: Terminal) -> None:
    on_file.dealing().opened("MB-02")
    on_file.does(*WAGER)
    on_file.does("wager", "place", "MB-01", "4", "banker", "25")
    on_file.does("wager", "place", "MB-01", "3", "player", "25")
    on_file.does("wager", "place", "MB-01", "3", "banker", "25.01")
    on_file.does(*BUY_IN)
    on_file.does("chips", "buy-in", "MB-01", "4", "200")
    on_file.does("chips", "buy-in", "MB-02", "3", "200")
    on_file.does("wager", "withdraw", "MB-01", "3", "banker")
    on_file.does(*WAGER)
    on_file.does("round", "bets-closed", "MB-01")
    on_file.does("round", "void", "MB-01", "--reason", "spilled")
    on_file.does(*WAGER)


def test_what_was_taken_back_is_no_double_and_counts_no_more(
    on_file: Terminal, clock: time_machine.Traveller
) -> None:
    on_file.dealing()
    clock.shift(5)
    on_file.does(*BUY_IN)
    on_file.does("undo", "MB-01", "--reason", "mistyped")
    clock.shift(1)
    assert "$200.00, $200.00 in all" in on_file.does(*BUY_IN)


def test_a_person_at_a_terminal_is_asked(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_file.dealing()
    on_file.does(*BUY_IN)
    monkeypatch.setattr("cli.frame.writing.may_be_asked", lambda: True)
    asked = on_file.run(*BUY_IN, stdin="n\n")
    assert (asked.exit_code, "Is it meant?" in asked.stderr) == (1, True)
    assert "$400.00 in all" in on_file.does(*BUY_IN, stdin="y\n")


PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")


@pytest.mark.usefixtures("clock")
def test_a_wager_twice_in_a_whole_round_is_asked_about_by_the_same_rule(on_file: Terminal) -> None:
    on_file.dealing()
    same = ("--wager", "3:banker:25")
    others = ("--wager", "3:player:25", "--wager", "4:banker:25", "--wager", "3:banker:20")
    error = on_file.is_refused(*PLAY, *same, *same, *others)
    assert (error["code"], error["facts"]["bet"]) == ("entered_twice", "banker")
    on_file.does(*WAGER)
    assert on_file.is_refused(*PLAY, *same)["code"] == "entered_twice"
    on_file.does(*PLAY, *others)
    assert on_file.is_refused(*PLAY, "--wager", "3:tie:5:cash", "--wager", "3:tie:5:cash")
    on_file.does(*PLAY, *same, *same, "--yes")


def test_a_round_of_cards_alone_twice_is_asked_about(
    on_file: Terminal, clock: time_machine.Traveller
) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    on_file.does(*PLAY)
    error = on_file.is_refused(*PLAY)
    assert (error["code"], error["facts"]["round"]) == ("entered_twice", f"MB-01:{NOW[:10]}:1")
    assert "has these cards, and was played" in error["message"]
    on_file.does(*PLAY[:-1], "9c Qh")
    clock.shift(11)
    on_file.does(*PLAY)


def test_a_round_that_a_feed_has_just_recorded_is_asked_about(
    on_file: Terminal, clock: time_machine.Traveller
) -> None:
    on_file.dealing()
    fed = Round(
        by="reader",
        at=datetime.fromisoformat(NOW),
        source="reader",
        seq=1,
        table="MB-01",
        wagers=[WagerEntry(seat=3, bet="banker", cents=2_500, tender="chips")],
        player=["7d", "Qh"],
        banker=["9c", "Kh"],
    )
    with Session(on_file.url, None).ledger as ledger:
        ledger.do(fed)
    clock.shift(2)
    assert on_file.is_refused(*PLAY, "--wager", "3:banker:25")["code"] == "entered_twice"
    on_file.does(*PLAY, "--wager", "3:banker:30")


@pytest.mark.parametrize("command", [("round", "play"), ("round", "settle")])
def test_a_whole_round_twice_is_asked_about(
    on_file: Terminal, clock: time_machine.Traveller, command: tuple[str, str]
) -> None:
    on_file.dealing()
    play = (*PLAY, "--wager", "3:banker:25", "--wager", "4:player:10")
    if command[1] == "play":
        on_file.does(*play)
    else:
        on_file.does(*WAGER)
        on_file.does("wager", "place", "MB-01", "4", "player", "10")
        on_file.does("round", "bets-closed", "MB-01")
        on_file.does("round", "deal", *PLAY[2:])
        on_file.does("round", "settle", "MB-01")
    clock.shift(2)
    error = on_file.is_refused(*play)
    assert error["code"] == "entered_twice"
    assert error["facts"]["round"].endswith(":1")
    on_file.does(*PLAY, "--wager", "3:banker:25", "--wager", "4:player:15")
    on_file.is_refused(*play, "--by", "C-2")
    on_file.does(*play, "--by", "C-2", "--yes")
    on_file.does("undo", "MB-01", "--reason", "twice", "--by", "C-2")
    on_file.does("round", "reverse", "MB-01:1", "--reason", "seats", "--approved-by", "S-2")
    on_file.does(*play, "--instead-of", "MB-01:1")
    clock.shift(11)
    on_file.does(*play)

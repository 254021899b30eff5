"""Faults other systems have had, tried through `pit`."""

import pytest
import time_machine

from tests.cli.conftest import Terminal

BAD_CARDS = ["1H", "X0", "H", "HTC", "XK", "DH", "55", "0S", "11D", ""]


@pytest.mark.parametrize("token", BAD_CARDS)
def test_x10_a_bad_card_is_named_with_its_field(on_file: Terminal, token: str) -> None:
    on_file.dealing()
    on_file.does("round", "bets-closed", "MB-01")
    error = on_file.is_refused(*("round", "third", "MB-01", "player", token), exit_code=2)
    assert error["code"] == "unknown_card"
    assert error["facts"] == {"field": "card", "token": token}


@pytest.mark.parametrize("token", BAD_CARDS)
def test_x10_in_a_hand(on_file: Terminal, token: str) -> None:
    on_file.dealing()
    error = on_file.is_refused(
        *("round", "play", "MB-01", "--player", "7d Qh", "--banker", f"9c {token}"),
        exit_code=2 if token else 1,
    )
    assert error["code"] == ("unknown_card" if token else "two_cards_each")


def test_x7_x8_a_card_the_rules_never_allowed(terminal: Terminal) -> None:
    terminal.dealing()
    error = terminal.is_refused(
        *("round", "play", "MB-01", "--wager", "3:b:20", "--outcome", "banker"),
        *("--player", "8s 10c", "--banker", "3h 2d 2s"),
    )
    assert error["code"] == "third_card_not_due"


def test_x9_four_cards_are_not_a_finished_round(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "player", "20")
    terminal.does("round", "bets-closed", "MB-01")
    terminal.does("round", "deal", "MB-01", "--player", "Qs 7s", "--banker", "5c Qs")
    error = terminal.is_refused("round", "settle", "MB-01")
    assert (
        error["message"] == "The round is not complete: Banker must draw on 5 [ma-midi 10(c)(1)]."
    )


def test_x22_no_wager_after_no_more_bets(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    terminal.does("round", "bets-closed", "MB-01")
    error = terminal.is_refused("wager", "place", "MB-01", "4", "banker", "50")
    assert error["code"] == "bets_closed"
    wagers = terminal.json("table", "show", "MB-01")["wagers"]
    assert [(wager["seat"], wager["cents"]) for wager in wagers] == [(3, 2_000)]


def test_x23_marked_vigorish_keeps_a_new_shoe_away(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(
        *("round", "play", "MB-01", "--wager", "3:banker:75"),
        *("--player", "7d Qh", "--banker", "9c Kh"),
    )
    error = terminal.is_refused("shoe", "start", "MB-01", "2", "--burn", "2c")
    assert error["code"] == "vigorish_owed"
    assert error["facts"]["owed_cents"] == {"3": 375}
    terminal.does("vig", "collect", "MB-01", "3")
    terminal.does("shoe", "start", "MB-01", "2", "--burn", "2c")


def test_x37_late_night_play_is_on_the_day_it_began(on_file: Terminal) -> None:
    on_file.opened()
    with time_machine.travel("2026-07-12T12:00:00Z", tick=False):
        days = [
            on_file.json("seat", "sit", "MB-01", str(seat), "--at", at, "--dry-run")["events"][0][
                "day"
            ]
            for seat, at in enumerate(
                ("2026-07-12T03:30:00Z", "2026-07-12T09:59:59Z", "2026-07-12T10:00:00Z"), 1
            )
        ]
    assert days == ["2026-07-11", "2026-07-11", "2026-07-12"]


def test_the_repeated_hour_needs_its_offset(on_file: Terminal) -> None:
    on_file.opened()
    sit = ("seat", "sit", "MB-01", "3", "--dry-run", "--at")
    assert on_file.is_refused(*sit, "2026-11-01T01:30", exit_code=2)["code"] == "ambiguous_time"
    with time_machine.travel("2026-11-01T12:00:00-05:00", tick=False):
        first = on_file.json(*sit, "2026-11-01T01:30-04:00")["events"][0]["at"]
        second = on_file.json(*sit, "2026-11-01T01:30-05:00")["events"][0]["at"]
    assert second - first == 3_600_000_000


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("23:30", "2026-07-11T23:30-04:00"),
        ("5:59", "2026-07-12T05:59-04:00"),
        ("2026-07-11T23:30", "2026-07-11T23:30-04:00"),
        ("2026-07-11 23:30:05.5", "2026-07-11T23:30:05.5-04:00"),
    ],
)
def test_a_time_without_offset_is_local(on_file: Terminal, typed: str, expected: str) -> None:
    on_file.opened()
    sit = ("seat", "sit", "MB-01", "3", "--dry-run", "--at")
    with time_machine.travel("2026-07-12T05:59:30-04:00", tick=False):
        assert (
            on_file.json(*sit, typed)["events"][0]["at"]
            == on_file.json(*sit, expected)["events"][0]["at"]
        )

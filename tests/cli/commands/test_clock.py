"""A clock that was set back: what is refused, what is taken, and that it is the clock that is named."""

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
import time_machine

from cli.demo.dealer import Day, Plan
from tests.cli.conftest import DAY, NOW, SIGNED, Terminal

BEHIND = "2026-07-11T17:00:00-04:00"
PLAY = (
    "round",
    "play",
    "MB-01",
    "--player",
    "7d Qh",
    "--banker",
    "9c Kh",
    "--wager",
    "3:banker:20",
)


def test_decision_43_a_clock_that_is_behind_the_log_is_named_and_nothing_is_recorded(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    terminal.does(*PLAY)
    with time_machine.travel(BEHIND, tick=False):
        error = terminal.is_refused(*PLAY, exit_code=4)
        assert error["code"] == "clock_behind"
        assert error["facts"] == {"now": BEHIND, "recorded_at": NOW}
        # What says when it happened is held against the log, not against the clock.
        early = terminal.is_refused(*PLAY, "--at", "2026-07-11T16:00-04:00")
        assert early["code"] == "at_before_opening"
    terminal.does(*PLAY, "--yes")


def test_what_rests_on_nothing_later_is_taken_as_the_clock_says_and_the_books_hold(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    terminal.does(*PLAY)
    with time_machine.travel(BEHIND, tick=False):
        terminal.opened("MB-02")
        event = json.loads(terminal.everything()[-1].state)
    terminal.does("chips", "buy-in", "MB-02", "3", "100")
    assert (event["at"], event["recorded_at"]) == (1_783_803_600_000_000,) * 2
    terminal.does("report", "win", "--day", DAY)
    terminal.does("db", "check")
    terminal.does(*("chips", "fill", "MB-01", "--slip", "1", "--chips", "25x4", *SIGNED))


def test_decision_43_an_act_before_the_clock_was_set_back_is_not_taken_back_as_if_it_were_new(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    terminal.does("property", "set", "undo-window=5", "clock-tolerance=5")
    terminal.does("seat", "sit", "MB-01", "3", "--at", "18:01")
    with time_machine.travel("2026-07-11T17:58:00-04:00", tick=False):
        assert (
            terminal.is_refused("undo", "MB-01", "--reason", "wrong seat")["code"]
            == "approval_missing"
        )
    terminal.does("undo", "MB-01", "--reason", "wrong seat")


def test_a_clock_that_ran_ahead_once_stops_nobody(terminal: Terminal) -> None:
    with time_machine.travel("2026-07-20T12:00:00-04:00", tick=False):
        terminal.opened("MB-02")
    terminal.dealing()
    terminal.does(*PLAY)
    # The last event of the log was recorded by a clock that is right.
    error = terminal.is_refused("shoe", "start", "MB-02", "1", "--burn", "2c")
    assert error["code"] == "at_before_opening"


def _is_open(path: Path) -> bool:
    """Whether this process holds the file open; nothing is waited for that garbage collection would let go."""
    for descriptor in range(256):
        with suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return True
    return False


@pytest.mark.parametrize("aside", [(), ("--quarantine", "aside.ndjson")])
def test_a_feed_stops_at_a_clock_that_is_behind_and_sets_nothing_aside(
    terminal: Terminal, aside: tuple[str, ...]
) -> None:
    lines = list(Day(Plan(rounds=2, tables=("MB-07",))).lines())
    Path("first").write_bytes(b"".join(lines[:10]))
    Path("whole").write_bytes(b"".join(lines))
    with time_machine.travel("2026-07-13T18:00:00-04:00", tick=False):
        terminal.does("feed", "first")
    with time_machine.travel("2026-07-10T18:00:00-04:00", tick=False):
        error = terminal.is_refused("feed", "whole", *aside, exit_code=4)
    assert error["code"] == "clock_behind"
    assert not _is_open(Path("whole"))
    with time_machine.travel("2026-07-13T18:00:00-04:00", tick=False):
        told = terminal.json("feed", "whole", *aside)
    assert (told["taken"], told["skipped"]) == (len(lines) - 10, 10)

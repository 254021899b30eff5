"""What people read, in golden files: the same on both databases."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import SIGNED, Terminal

SHOWN = (
    "table list",
    "table show MB-01",
    "table show MB-02",
    "round list",
    "round show MB-01",
    "round show MB-02",
    "chips list",
    "vig outstanding",
    "report win",
    "report win --format json",
    "report win --format ndjson",
    "report win --format csv",
    "report win --period month",
    "report win --period year --group pit --format json",
    "report win --group game",
    "report win --by shift",
    "report hours",
    "report hours --format csv",
    "report coupons",
    "report vig",
    "report exceptions",
    "report exceptions --format csv",
    "day show",
)
OF_THE_RULES = (
    "rules list",
    "rules show ma-midi",
    "rules show ma-midi --option vigorish.rounding=exact",
)


def a_day(terminal: Terminal) -> None:
    """Two tables: one closed and counted, one in the middle of a round."""
    terminal.dealing("MB-01")
    terminal.does("chips", "buy-in", "MB-01", "3", "200")
    terminal.does("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x40", *SIGNED)
    play = ("round", "play", "MB-01")
    terminal.does(
        *(*play, "--wager", "3:banker:25", "--wager", "4:p:100:cash", "--wager", "4:dbp:5"),
        *("--player", "7d 4h 2s", "--banker", "5c 5h 4c"),
    )
    terminal.does(
        *(*play, "--wager", "3:player:25", "--wager", "3:hm:5", "--press", "3:player:15"),
        *("--player", "4d 4h", "--banker", "Tc Kh"),
    )
    terminal.does("wager", "place", "MB-01", "3", "banker", "25")
    terminal.does("round", "void", "MB-01", "--reason", "cards exposed")
    left = ("--reason", "left without paying", "--supervisor", "S-2")
    terminal.does("vig", "uncollected", "MB-01", "3", *left)
    terminal.does("table", "close", "MB-01", "--closer", "100x49 25x230 5x400", *SIGNED)
    terminal.does("day", "count", "today", "--table", "MB-01", "--notes", "100x3")

    terminal.dealing("MB-02", "--option", "vigorish.rounding=nearest")
    terminal.does("seat", "sit", "MB-02", "5", "--patron", "Ms Vandermeer")
    terminal.does("wager", "place", "MB-02", "3", "banker", "1,000")
    terminal.does("wager", "place", "MB-02", "3", "banker", "25", "--coupon", "1017")
    terminal.does("round", "bets-closed", "MB-02")
    terminal.does("round", "deal", "MB-02", "--player", "Td 5h", "--banker", "2c Kh")
    terminal.does("shoe", "cut-card", "MB-02")


def _name(command: str) -> str:
    return f"shown/{command.replace(' --', '.').replace(' ', '_').replace('=', '_')}.txt"


def test_what_people_read_of_a_day(terminal: Terminal, golden: Callable[[str, str], None]) -> None:
    a_day(terminal)
    for command in SHOWN:
        golden(_name(command), terminal.does(*command.split()))


@pytest.mark.parametrize("command", OF_THE_RULES)
def test_what_people_read_of_the_rules(command: str, golden: Callable[[str, str], None]) -> None:
    """No store is needed for it."""
    golden(_name(command), Terminal("sqlite:////nowhere/pit.db").does(*command.split()))

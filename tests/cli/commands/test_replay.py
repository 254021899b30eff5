"""`pit audit replay`: a round as it happened, and whether today's code agrees."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from tests.cli.conftest import NOW, SIGNED, Terminal, tamper

MINUTES = [f"2026-07-11T18:{minute:02}:00-04:00" for minute in range(1, 12)]


def _typed_slowly(terminal: Terminal) -> None:
    """A round typed step by step, each step a minute after it happened; vigorish collected later."""
    steps = (
        ("wager", "place", "MB-01", "3", "banker", "20"),
        ("wager", "place", "MB-01", "4", "player", "100", "--tender", "cash"),
        ("wager", "place", "MB-01", "4", "tie", "5"),
        ("wager", "withdraw", "MB-01", "4", "tie"),
        ("round", "bets-closed", "MB-01"),
        ("round", "deal", "MB-01", "--player", "7d 4h", "--banker", "5c 5h"),
        ("round", "third", "MB-01", "player", "2s"),
        ("round", "third", "MB-01", "banker", "4c"),
        ("round", "settle", "MB-01"),
        ("vig", "collect", "MB-01", "3", "0.25"),
    )
    for step, happened, recorded in zip(steps, MINUTES, MINUTES[1:], strict=False):
        with time_machine.travel(recorded, tick=False):
            terminal.does(*step, "--at", happened)


def test_every_step_is_told(terminal: Terminal, golden: Callable[[str, str], None]) -> None:
    terminal.dealing()
    _typed_slowly(terminal)
    golden("replay.txt", terminal.does("audit", "replay", "MB-01:2026-07-11:1"))
    golden("replay.json", json.dumps(terminal.json("audit", "replay", "MB-01:1"), indent=1) + "\n")
    golden("round_show.txt", terminal.does("round", "show", "MB-01"))


def test_vigorish_is_followed_through_other_rounds(terminal: Terminal) -> None:
    terminal.dealing()
    play = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")
    terminal.does(*play, "3:banker:20")
    terminal.does(*play, "4:banker:40")
    terminal.does("vig", "collect", "MB-01", "4")
    terminal.does("vig", "collect", "MB-01", "3")

    vigorish = terminal.json("audit", "replay", "MB-01:1")["vigorish"]

    assert (vigorish["assessed"], vigorish["outstanding"]) == (100, 0)
    assert [(line["seat"], line["cents"]) for line in vigorish["collected"]] == [(3, 100)]


def test_vigorish_at_payout_agrees(terminal: Terminal) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", "house-dragon", "--pit", "P-1"),
        *("--opener", "none", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does(
        *("round", "play", "MB-01", "--wager", "3:banker:20"),
        *("--player", "7d Qh", "--banker", "9c Kh"),
    )
    told = terminal.json("audit", "replay", "MB-01")
    assert told["recomputed_agrees"] is True
    assert told["vigorish"]["marked"] == []
    assert told["vigorish"]["outstanding"] == 0


def test_an_open_round_has_nothing_to_compare(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    told = terminal.json("audit", "replay", "MB-01")
    assert (told["status"], told["rules"], told["recomputed_agrees"]) == ("open", None, None)
    assert "nothing to compare" in terminal.does("audit", "replay", "MB-01")


@pytest.mark.parametrize(
    ("topic", "change", "what", "differs"),
    [
        ("table.round_settled", (",4000,100,", ",4001,100,"), "line 2", (4001, 4000)),
        ("table.vigorish_marked", ("[3,100,", "[3,125,"), "vigorish marked, seat 3", (125, 100)),
        ("table.round_settled", ('me":"banker"', 'me":"tie"'), "outcome", ("tie", "banker")),
        (
            "table.third_card_dealt",
            ("ma-midi 10(b)(1)", "ma-midi 10(a)"),
            "third card 2s",
            ("player draws by ma-midi 10(a)", "player draws by ma-midi 10(b)(1)"),
        ),
    ],
)
def test_a_difference_is_shown_where_it_is(
    terminal: Terminal, topic: str, change: tuple[str, str], what: str, differs: tuple[Any, Any]
) -> None:
    terminal.dealing()
    _typed_slowly(terminal)
    tamper(terminal.url, topic, *change)

    result = terminal.run("audit", "replay", "MB-01:1", "--json")

    assert result.exit_code == 6
    told = json.loads(result.stdout)
    assert told["recomputed_agrees"] is False
    (difference,) = told["differences"]
    assert difference["what"] == what
    pair = (difference["recorded"], difference["recomputed"])
    if what == "line 2":
        pair = (pair[0]["returned"], pair[1]["returned"])
    assert pair == differs
    shown = terminal.run("audit", "replay", "MB-01:1")
    assert shown.exit_code == 6
    assert "DIFFERS from the record" in shown.stdout


def test_i6_a_void_tells_the_house_money_it_takes_back(terminal: Terminal) -> None:
    terminal.dealing()
    for bet, dollars in (("house-money", "5"), ("banker", "50")):
        terminal.does("wager", "place", "MB-01", "3", bet, dollars)
    terminal.does("round", "bets-closed", "MB-01")
    terminal.does("round", "deal", "MB-01", "--player", "2s 2d", "--banker", "Kd 3c")
    terminal.does("round", "press", "MB-01", "3", "banker", "15")
    assert terminal.json("audit", "replay", "MB-01")["recomputed_agrees"] is None
    terminal.does("round", "void", "MB-01", "--reason", "too few cards")

    told = terminal.json("audit", "replay", "MB-01:1")
    assert [(line["seat"], line["cents"]) for line in told["taken_back"]] == [(3, 1500)]
    assert told["recomputed_agrees"] is True
    assert "House Money taken back:\n  seat 3: $15.00\n" in terminal.does("round", "show", "MB-01")

    tamper(terminal.url, "table.round_voided", "[3,1500,", "[3,1400,")
    result = terminal.run("audit", "replay", "MB-01:1", "--json")
    assert result.exit_code == 6
    (difference,) = json.loads(result.stdout)["differences"]
    assert difference["what"] == "House Money taken back, seat 3"
    assert (difference["recorded"], difference["recomputed"]) == (1400, 1500)


def test_replay_uses_the_rules_the_round_was_played_under(terminal: Terminal) -> None:
    terminal.dealing()
    play = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager", "3:b:21")
    terminal.does(*play)
    with time_machine.travel(NOW, tick=False) as clock:
        clock.shift(3600)
        terminal.does("vig", "collect", "MB-01", "3")
        terminal.does(
            *(
                "rules",
                "adopt",
                "ma-midi",
                "--table",
                "MB-01",
                "--option",
                "vigorish.rounding=exact",
            ),
            *("--notice-at", "18:00", "--authorised-by", "S-1"),
        )
        terminal.does(*play)
        first, second = (terminal.json("audit", "replay", f"MB-01:{n}") for n in (1, 2))
    assert first["recomputed_agrees"] is second["recomputed_agrees"] is True
    assert (first["vigorish"]["assessed"], second["vigorish"]["assessed"]) == (125, 105)
    assert first["rules"]["sha256"] != second["rules"]["sha256"]


def test_x8_an_irregular_card_is_told_with_what_became_of_it(terminal: Terminal) -> None:
    """Undisclosed, Player standing on 7: Banker, who draws on 5, gets the card dealt to Player."""
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    terminal.does("round", "bets-closed", "MB-01")
    terminal.does("round", "deal", "MB-01", "--player", "Qs 7s", "--banker", "5c Qd")
    terminal.does("round", "irregular", "MB-01", "third-card", "4h", "--undisclosed")
    terminal.does("round", "settle", "MB-01")
    shown = terminal.does("audit", "replay", "MB-01:1")
    assert "4♥ dealt to Player without authority: it becomes Banker's third card" in shown
    told = terminal.json("audit", "replay", "MB-01:1")
    (card,) = told["irregularities"]
    assert (card["remedy"], card["rule"]) == ("banker_third", "ma-midi 13(b)")
    assert told["banker_points"] == 9
    assert told["recomputed_agrees"] is True

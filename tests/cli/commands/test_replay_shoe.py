"""U1: what stands before a round in its shoe is told with it: cards drawn in error, simulated rounds, a void."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import DAY, SIGNED, Terminal, tamper, typed_once

PLAY = ("round", "play", "MB-01", "--wager", "3:player:20")


def irregular(terminal: Terminal, kind: str, card: str, *how: str) -> None:
    terminal.does("round", "irregular", "MB-01", kind, *([card] if card else []), *how)


def replay(terminal: Terminal, n: int) -> Any:
    return terminal.json("audit", "replay", f"MB-01:{DAY}:{n}")


def said(told: dict[str, Any]) -> list[str]:
    return [step["said"] for step in told["steps"]]


@typed_once
def eventful(terminal: Terminal) -> None:
    """A natural, after which a third card is dealt in error and kept for the next hand; a card is
    found face up; then the round that follows.
    """
    terminal.dealing()
    for step in (
        ("wager", "place", "MB-01", "3", "player", "20"),
        ("round", "bets-closed", "MB-01"),
        ("round", "deal", "MB-01", "--player", "4d 7s", "--banker", "5c 3h"),
        ("round", "irregular", "MB-01", "third-card", "Td", "--undisclosed"),
        ("round", "settle", "MB-01"),
        ("round", "irregular", "MB-01", "face-up", "6h", "--disclosed"),
        ("round", "simulated", "MB-01", "--player", "6h Qh", "--banker", "9c Kh"),
        ("shoe", "cut-card", "MB-01"),
        (*PLAY, "--player", "Td 7h", "--banker", "9c Kh"),
        (*PLAY, "--player", "7d Qh", "--banker", "9c Ks"),
    ):
        terminal.does(*step)


def test_i4_a_simulated_round_is_told_before_the_round_that_follows_it(eventful: Terminal) -> None:
    told = replay(eventful, 2)
    (simulated,) = told["simulated"]
    assert (simulated["player"], simulated["banker"]) == (["6h", "Qh"], ["9c", "Kh"])
    assert (simulated["player_points"], simulated["banker_points"]) == (6, 9)
    assert simulated["rule"] == "ma-midi 13(d)"
    assert [card["card"] for card in told["before"]] == ["Td", "6h"]
    wait = f"Round MB-01:{DAY}:1: 10♦ dealt to Player without authority:"
    assert said(told)[:4] == [
        f"{wait} it is the first card of the next hand; 408 cards left",
        "6♥ found face up: it begins a simulated round without wagers; 407 cards left",
        "Simulated round, no wagers: Player 6♥ Q♥, Banker 9♣ K♥; 404 cards left",
        "Cut card of shoe 1 seen: 2 rounds left",
    ]
    assert [each["event"] for each in told["entered"]][:4] == [
        "table.irregular_card",
        "table.irregular_card",
        "table.round_simulated",
        "table.cut_card_seen",
    ]
    assert told["recomputed_agrees"] is True
    shown = eventful.does("audit", "replay", f"MB-01:{DAY}:2")
    assert "Simulated round, no wagers: Player 6♥ Q♥" in shown
    assert "Before it\n" in eventful.does("round", "show", f"MB-01:{DAY}:2")


def test_u1_what_came_before_is_told_of_one_round_only(eventful: Terminal) -> None:
    first, third = replay(eventful, 1), replay(eventful, 3)
    assert [card["card"] for card in first["irregularities"]] == ["Td"]
    for told in (first, third):
        assert (told["before"], told["simulated"]) == ([], [])
        assert not any("imulated round, no" in each or "Cut card" in each for each in said(told))
        assert told["recomputed_agrees"] is True


def test_i1_the_card_carried_over_is_marked_with_its_section(eventful: Terminal) -> None:
    told = replay(eventful, 2)
    assert [(card["card"], card["carried"], card["left"]) for card in told["cards"]] == [
        ("Td", "ma-midi 13(b)", 404),
        ("9c", "", 403),
        ("7h", "", 402),
        ("Kh", "", 401),
    ]
    assert "Player 10♦, makes 0, carried over by ma-midi 13(b)" in said(told)
    assert "carried over by ma-midi 13(b)" in eventful.does("round", "show", f"MB-01:{DAY}:2")


@pytest.mark.parametrize("rules", ["ma-midi", "div-mini"])
def test_i1_two_cards_carried_over_one_of_them_in_the_round_itself(
    terminal: Terminal, rules: str
) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", rules, "--pit", "P-1"),
        *("--opener", "none", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    irregular(terminal, "drawn-in-error", "2h", "--undisclosed")
    terminal.does("round", "bets-closed", "MB-01")
    irregular(terminal, "drawn-in-error", "", "--undisclosed")
    terminal.does("round", "deal", "MB-01", "--player", "2h 7h", "--banker", "9c Kh")
    terminal.does("round", "settle", "MB-01")
    told = replay(terminal, 1)
    section = {"ma-midi": "ma-midi 13(a)", "div-mini": "div (k)(2)"}[rules]
    assert [(card["card"], card["carried"], card["left"]) for card in told["cards"]] == [
        ("2h", section, 411),
        ("9c", section, 411),
        ("7h", "", 410),
        ("Kh", "", 409),
    ]
    assert len(told["before"]) == len(told["irregularities"]) == 1


def test_i4_a_simulated_round_between_no_more_bets_and_the_deal(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "player", "20")
    terminal.does("round", "bets-closed", "MB-01")
    irregular(terminal, "face-up", "6h", "--disclosed")
    terminal.does("round", "simulated", "MB-01", "--player", "6h Qh", "--banker", "9c Kh")
    told = replay(terminal, 1)
    assert (told["status"], len(told["simulated"]), len(told["irregularities"])) == ("open", 1, 1)
    terminal.does("round", "deal", "MB-01", "--player", "Td 7h", "--banker", "9c Kh")
    terminal.does("round", "settle", "MB-01")
    told = replay(terminal, 1)
    assert [line.partition(" ")[0] for line in said(told)][:4] == [
        "Wager:",
        "No",
        "Round",
        "Simulated",
    ]


@pytest.mark.parametrize(
    ("topic", "change", "what"),
    [
        ("table.irregular_card", ('"Td"', '"Tc"'), "first card, drawn in error before"),
        ("table.round_simulated", ('["9c","Kh"]', '["5c","Kh"]'), "simulated round"),
        (
            "table.round_simulated",
            ('["6h","Qh"]', '["6d","Qh"]'),
            "first card of a simulated round",
        ),
    ],
)
def test_u1_todays_code_finds_what_was_changed_before_the_round(
    eventful: Terminal, topic: str, change: tuple[str, str], what: str
) -> None:
    tamper(eventful.url, topic, *change)
    result = eventful.run("audit", "replay", f"MB-01:{DAY}:2", "--json")
    assert result.exit_code == 6
    (difference,) = json.loads(result.stdout)["differences"]
    assert difference["what"] == what


def test_u1_todays_code_finds_another_remedy_than_the_rules_have(eventful: Terminal) -> None:
    tamper(eventful.url, "table.irregular_card", "ma-midi 13(b)", "ma-midi 13(c)")
    result = eventful.run("audit", "replay", f"MB-01:{DAY}:1", "--json")
    assert result.exit_code == 6
    (difference,) = json.loads(result.stdout)["differences"]
    assert difference == {
        "what": "irregular card Td",
        "recorded": "next_hand by ma-midi 13(c)",
        "recomputed": "next_hand by ma-midi 13(b)",
    }


def test_u1_todays_code_counts_the_cards_that_left_with_a_disclosed_one(
    terminal: Terminal,
) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", "div-mini", "--pit", "P-1"),
        *("--opener", "none", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    irregular(terminal, "face-up", "9h", "--disclosed")
    terminal.does(*PLAY, "--player", "7d Qh", "--banker", "9c Kh")
    assert replay(terminal, 1)["recomputed_agrees"]
    tamper(terminal.url, "table.irregular_card", '"burned":9', '"burned":2')
    result = terminal.run("audit", "replay", f"MB-01:{DAY}:1", "--json")
    assert result.exit_code == 6
    assert json.loads(result.stdout)["differences"] == [
        {"what": "cards that left with 9h", "recorded": 2, "recomputed": 9}
    ]


def test_u1_the_page_draws_the_simulated_round_and_marks_the_carried_card(
    eventful: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "round.html"
    eventful.does("audit", "replay", f"MB-01:{DAY}:2", "--html", str(file))
    page = file.read_text(encoding="utf-8")
    simulated, _, hands = page.partition('<div class="hands">')
    assert simulated.count('aria-label="6 of hearts"') == 1
    assert "ma-midi 13(d), 404 cards left" in simulated
    hands, _, steps = hands.partition("<h2>Step by step")
    assert "carried over<br>ma-midi 13(b)" in hands
    assert hands.count('class="card ') == 4
    assert "dealt to Player without authority" in steps
    eventful.does(
        "audit", "replay", f"MB-01:{DAY}:2", "--html", str(file), "--until", "2", "--force"
    )
    assert "6 of hearts" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["settle", "void"])
def test_i7_div_j_4_a_disputed_hand_can_be_laid_out_again_card_by_card(
    terminal: Terminal, ending: str
) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", "div-mini", "--pit", "P-1"),
        *("--opener", "none", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does("wager", "place", "MB-01", "3", "player", "20")
    terminal.does("round", "bets-closed", "MB-01")
    terminal.does("round", "deal", "MB-01", "--player", "2d 2s", "--banker", "5c Kh")
    terminal.does("round", "third", "MB-01", "player", "4h")
    terminal.does("round", "third", "MB-01", "banker", "9c")
    reason = ("--reason", "disputed") if ending == "void" else ()
    terminal.does("round", ending, "MB-01", *reason)
    terminal.does(*PLAY, "--player", "7d Qh", "--banker", "9c Kh")
    dealt = [(card["hand"], card["card"], card["left"]) for card in replay(terminal, 1)["cards"]]
    assert dealt == [
        ("player", "2d", 412),
        ("banker", "5c", 411),
        ("player", "2s", 410),
        ("banker", "Kh", 409),
        ("player", "4h", 408),
        ("banker", "9c", 407),
    ]


@pytest.mark.parametrize("dealt", [False, True])
def test_i6_the_page_of_a_void_round(terminal: Terminal, tmp_path: Path, dealt: bool) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "player", "20")
    if dealt:
        terminal.does("round", "bets-closed", "MB-01")
        terminal.does("round", "deal", "MB-01", "--player", "Td 7h", "--banker", "9c Kh")
        irregular(terminal, "drawn-in-error", "4h", "--disclosed")
    terminal.does("round", "void", "MB-01", "--reason", "cards exposed")
    file = tmp_path / "round.html"
    terminal.does("audit", "replay", "MB-01:1", "--html", str(file))
    page = file.read_text(encoding="utf-8")
    assert f"Void{', shoe 1' * dealt}" in page
    assert ">Open<" not in page
    assert "Void: cards exposed" in page
    assert "Handed back: seat 3: $20.00 on Player" in page
    assert len(re.findall('<td class="what"><label for="s[0-9]+">Announced', page)) == dealt
    assert page.count("it begins a simulated round") == 2 * dealt  # in its turn, and in the table
    assert "ma-midi 13(e)" not in page
    assert "agrees with the record" in page


def test_i4_history_lists_simulated_rounds_and_irregular_cards_of_the_day(
    eventful: Terminal,
) -> None:
    listed = eventful.json("audit", "history", "MB-01")
    events = [entry["event"] for entry in listed]
    assert events.count("table.irregular_card") == 2
    assert events.count("table.round_simulated") == 1
    shown = eventful.does("audit", "history", "MB-01", "--day", DAY)
    assert "simulated round, no wagers: Player 6♥ Q♥, Banker 9♣ K♥ [ma-midi 13(d)]" in shown

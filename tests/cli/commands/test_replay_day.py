"""U1: all rounds of a gaming day settled again, of a table, of a shoe; what differs is told, exit 6."""

import json
import re
from pathlib import Path

import pytest

from projections.replay import find as replay_find
from tests.cli.conftest import DAY, Terminal, tamper, typed_once

AGAIN = '<p class="differs">'
PLAY = ("round", "play", "MB-01", "--wager", "3:banker:20")


@typed_once
def played(terminal: Terminal) -> None:
    """Banker, Banker with a pair, Player and a tie; then a round that is void."""
    terminal.dealing()
    terminal.does(*PLAY, "--player", "7d Qh", "--banker", "9c Kh")
    terminal.does(*PLAY, "--player", "6d Qh", "--banker", "4s 4h")
    terminal.does(*PLAY, "--player", "9d Qh", "--banker", "7c Kh")
    terminal.does(*PLAY, "--player", "9d Qd", "--banker", "9c Kd")
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    terminal.does("round", "void", "MB-01", "--reason", "cards exposed")


def test_u1_a_day_that_agrees_is_shown_by_its_roads(played: Terminal) -> None:
    shown = played.does("audit", "replay", "--day", DAY)
    assert shown == (
        "MB-01, shoe 1: 4 rounds\n"
        "  Bead plate (' Banker pair, . Player pair)\n    B\n    B'\n    P\n    T\n"
        "  Big road (' Banker pair, . Player pair; /n ties after it)\n    B  P/1\n    B'\n"
        "MB-01, shoe not named: 1 round\n"
        f"4 rounds of {DAY} settled again, 1 void: none differs.\n"
    )


GONE = {"2": 1, "4": 2, "6": 1, "7": 2, "9": 4, "Q": 4, "K": 3}
BY_RANK = {rank: 32 - GONE.get(rank, 0) for rank in "A23456789TJQK"}


def test_u1_a_shoe_that_is_asked_for_says_what_is_left_in_it_by_rank(played: Terminal) -> None:
    (shoe,) = played.json("audit", "replay", "--table", "MB-01", "--shoe", "1")["shoes"]
    assert (shoe["cards_left"], shoe["left_by_rank"]) == (397, BY_RANK)
    shown = played.does("audit", "replay", "--table", "MB-01", "--shoe", "1")
    assert "  397 cards left: A 32, 2 31, 3 32, 4 30," in shown
    assert "K 29; 2 of them gone unseen\n" in shown
    assert played.json("table", "show", "MB-01")["left_by_rank"] == BY_RANK
    assert "\n  left   A 32, 2 31," in played.does("table", "show", "MB-01")
    # A day has many shoes: what is left is of one.
    assert all(
        each["left_by_rank"] is None
        for each in played.json("audit", "replay", "--day", DAY)["shoes"]
    )


def test_u1_a_round_that_has_not_ended_is_not_said_to_be_settled_again(played: Terminal) -> None:
    played.does("wager", "place", "MB-01", "3", "banker", "20")
    shown = played.does("audit", "replay", "--day", DAY)
    assert shown.endswith(
        f"\n4 rounds of {DAY} settled again, 1 void: none differs; 1 not ended.\n"
    )


def test_u1_what_came_of_a_shoe_after_its_last_round_counts_until_the_next_one(
    played: Terminal,
) -> None:
    def left() -> tuple[int, int]:
        (shoe,) = played.json("audit", "replay", "--table", "MB-01", "--shoe", "1")["shoes"]
        return shoe["cards_left"], shoe["left_by_rank"]["9"]

    def stands() -> tuple[int, int]:
        table = played.json("table", "show", "MB-01")
        return table["cards_left"], table["left_by_rank"]["9"]

    assert left() == stands() == (397, 28)
    why = ("--reason", "never dealt", "--approved-by", "S-2")
    played.does("round", "reverse", f"MB-01:{DAY}:4", "--not-dealt", *why)
    assert left() == stands() == (401, 30)
    played.does("round", "irregular", "MB-01", "face-up", "9h", "--disclosed")
    played.does("round", "simulated", "MB-01", "--player", "9h 8h", "--banker", "6d Td")
    assert left() == stands() == (397, 29)
    played.does("vig", "collect", "MB-01", "3")
    played.does("shoe", "end", "MB-01", "--reason", "spilled")
    played.does("shoe", "start", "MB-01", "2", "--burn", "2c")
    played.does("undo", "MB-01", "--reason", "not yet")
    assert left() == stands() == (397, 29)
    played.does("shoe", "start", "MB-01", "2", "--burn", "2c")
    assert stands() == (413, 32)
    assert left() == (397, 29)


def test_u1_the_roads_as_programs_get_them(played: Terminal) -> None:
    (shoe,) = played.json("audit", "replay", "--table", "MB-01", "--shoe", "1")["shoes"]
    ((*beads,),) = shoe["bead_plate"]
    assert [each["outcome"] for each in beads] == ["banker", "banker", "player", "tie"]
    assert [each["banker_pair"] for each in beads] == [False, True, False, False]
    assert [(x["column"], x["row"], x["outcome"], x["ties"]) for x in shoe["big_road"]] == [
        (0, 0, "banker", 0),
        (0, 1, "banker", 0),
        (1, 0, "player", 1),
    ]


def test_u1_the_page_of_shoes_draws_their_roads_and_names_what_differs(
    played: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "shoes.html"
    played.does("audit", "replay", "--table", "MB-01", "--shoe", "1", "--html", str(file))
    page = file.read_text(encoding="utf-8")
    plate, _, road = page.partition('aria-label="Big road"')
    assert plate.count('<circle class="bead"') == 4
    assert road.count('<circle class="bead"') == 3
    assert page.count('class="banker-pair"') == 2
    assert road.count('<path class="ties"') == 1
    assert "397 cards left: A 32" in page
    assert "none differs" in page
    assert not re.search(r"<script|<link|src=|url\(|@import", page)
    tamper(played.url, "table.round_settled", ",4000,100,", ",4001,100,")
    result = played.run("audit", "replay", "--day", DAY, "--html", str(file), "--force")
    assert result.exit_code == 6
    assert f"{AGAIN}MB-01:{DAY}:1 DIFFERS" in file.read_text(encoding="utf-8")


def test_u1_one_that_was_stopped_goes_on_and_leaves_no_file(
    played: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, told = tmp_path / "part", replay_find.replay
    again = ("audit", "replay", "--day", DAY, "--resume", str(file))

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    played.does("wager", "place", "MB-01", "3", "banker", "20")  # It is told one by one.
    whole = played.does("audit", "replay", "--day", DAY)
    monkeypatch.setattr(replay_find, "replay", stopped)
    assert played.run(*again).exit_code == 130
    assert file.exists()
    monkeypatch.setattr(replay_find, "replay", told)
    assert played.does(*again) == whole
    assert not file.exists()
    error = played.is_refused("audit", "replay", "MB-01", "--resume", str(file), exit_code=2)
    assert error["code"] == "round_or_day"


def test_u1_what_differs_is_named_and_the_exit_code_is_6(played: Terminal) -> None:
    tamper(played.url, "table.round_settled", ",4000,100,", ",4001,100,")
    result = played.run("audit", "replay", "--table", "MB-01", "--shoe", "1", "--json")
    assert result.exit_code == 6
    told = json.loads(result.stdout)
    assert (told["rounds"], told["differing"]) == (4, 2)
    (shoe,) = told["shoes"]
    assert [each["agrees"] for each in shoe["rounds"]] == [False, False, True, True]
    shown = played.run("audit", "replay", "--table", "MB-01")
    assert shown.exit_code == 6
    assert f"MB-01:{DAY}:1 DIFFERS\n    line 1: recorded" in shown.stdout


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ((), "round_or_day"),
        (("MB-01", "--day", DAY), "round_or_day"),
        (("--day", DAY, "--until", "3"), "round_or_day"),
        (("--day", "2026-07-10"), "no_rounds"),
        (("--table", "MB-09"), "unknown_table"),
    ],
)
def test_u1_a_round_or_a_day(played: Terminal, typed: tuple[str, ...], code: str) -> None:
    assert played.run("audit", "replay", *typed).stderr.partition(":")[0] == code

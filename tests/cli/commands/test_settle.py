"""`pit audit settle`: hands in, settlements out, line by line, apart from any store."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.loader import load
from projections.queries.settle import Settler, whole_lines
from tests.cli.conftest import Terminal

ROOT = Path(__file__).parents[3]
NOWHERE = Terminal("sqlite:////nowhere/pit.db")


def _settle(*hands: dict[str, Any], rules: str = "ma-midi", options: tuple[str, ...] = ()) -> Any:
    """Exit code and answers."""
    chosen = [part for option in options for part in ("--option", option)]
    result = NOWHERE.run(
        *("audit", "settle", "--rules", rules, *chosen),
        stdin="\n".join(json.dumps(hand) for hand in hands),
    )
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_json_may_be_said_where_nothing_else_is_printed() -> None:
    hand = b'{"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}\n'
    settle = ("audit", "settle", "--rules", "ma-midi")
    assert NOWHERE.does(*settle, "--json", stdin=hand) == NOWHERE.does(*settle, stdin=hand)


@pytest.mark.parametrize(
    ("presses", "code"),
    [
        ([("player", 700)], "press_in_part"),
        ([("player", None), ("banker", None)], "pressed_already"),
        ([("player", None), ("player", 1)], "pressed_already"),
        ([("tie", None)], "press_onto"),
        ([("player", None)], ""),
        ([("player", 1500)], ""),
    ],
)
def test_w6_presses_are_refused_as_at_a_table(
    presses: list[tuple[str, int | None]], code: str
) -> None:
    hand = {
        "player": ["2d", "2h", "3s"],
        "banker": ["7c", "Kh"],
        "wagers": [
            {"seat": 3, "bet": bet, "cents": cents}
            for bet, cents in (("player", 2500), ("banker", 2500), ("house_money", 500))
        ],
        "presses": [{"seat": 3, "onto": onto, "cents": cents} for onto, cents in presses],
    }
    exit_code, (answer,) = _settle(hand)
    assert (exit_code, answer.get("error", {}).get("code", "")) == (bool(code), code)
    unfinished = {**hand, "player": ["2d"], "banker": []}
    assert _settle(unfinished)[1][0]["error"]["code"] == "hand_incomplete"


def test_answer_has_the_shape_of_the_contract() -> None:
    hand = {
        "player": ["7d", "Qh"],
        "banker": ["9c", "Kh"],
        "wagers": [
            {"seat": 3, "bet": "banker", "cents": 2500, "tender": "chips"},
            {"seat": 5, "bet": "player", "cents": 10_000},
        ],
        "presses": [],
    }
    assert _settle(hand) == (
        0,
        [
            {
                "outcome": "banker",
                "player_points": 7,
                "banker_points": 9,
                "announce": "player 7, banker 9, banker wins",
                "lines": [
                    {
                        "seat": 5,
                        "bet": "player",
                        "cents": 10_000,
                        "tender": "chips",
                        "result": "lose",
                        "returned": 0,
                        "vig": 0,
                        "rule": "ma-midi 7(a)(2)(ii)",
                    },
                    {
                        "seat": 3,
                        "bet": "banker",
                        "cents": 2500,
                        "tender": "chips",
                        "result": "win",
                        "returned": 5000,
                        "vig": 125,
                        "rule": "ma-midi 12(c)",
                    },
                ],
            }
        ],
    )


def test_x18_x19_the_option_decides_the_rounding() -> None:
    hand = {
        "player": ["Td", "Qh"],
        "banker": ["9c", "Kh"],
        "wagers": [{"seat": 1, "bet": "banker", "cents": 77_100}],
    }
    vigs = {
        rounding: _settle(hand, options=(f"vigorish.rounding={rounding}",))[1][0]["lines"][0]["vig"]
        for rounding in ("exact", "nearest", "up")
    }
    assert vigs == {"exact": 3855, "nearest": 3850, "up": 3875}


def test_a_refused_line_is_answered_and_the_rest_goes_on() -> None:
    good = {"player": ["9d", "Kd"], "banker": ["2c", "4d"], "wagers": []}
    exit_code, answers = _settle(good, {**good, "player": ["9d"]}, good)
    assert exit_code == 1
    assert [answer.get("outcome") for answer in answers] == ["player", None, "player"]
    assert answers[1]["error"] == {
        "code": "hand_incomplete",
        "message": "The round is not complete: Player has 1 of its first two cards.",
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"player": ["8s", "Tc"], "banker": ["3h", "2d", "2s"]}, "hand_illegal"),
        ({"player": ["1H", "7s"]}, "unknown_card"),
        ({"wagers": [{"seat": 3, "bet": "bankr", "cents": 500}]}, "unknown_bet"),
        (
            {"wagers": [{"seat": 3, "bet": "banker", "cents": 5, "tender": "gold"}]},
            "unknown_tender",
        ),
        ({"wagers": [{"seat": 10, "bet": "banker", "cents": 500}]}, "no_such_seat"),
        ({"wagers": [{"seat": 3, "bet": "dragon_7", "cents": 500}]}, "bet_not_offered"),
        ({"wagers": [{"seat": 3, "bet": "banker", "cents": 0}]}, "stake_not_positive"),
        ({"wagers": [{"seat": 3, "bet": "royal_9", "cents": 600}]}, "royal_9_stake"),
        ({"wagers": [{"seat": 3, "bet": "banker", "cents": 1.5}]}, "line_unreadable"),
        ({"wager": []}, "line_unreadable"),
        ({"presses": [{"seat": 3, "onto": "tie"}]}, "press_without_win"),
        ({"outcome": "banker"}, "outcome_differs"),
    ],
)
def test_what_a_line_is_refused_for(change: dict[str, Any], code: str) -> None:
    hand = {"player": ["9d", "Kd"], "banker": ["2c", "4d"], "wagers": []}
    exit_code, (answer,) = _settle({**hand, **change})
    assert exit_code == 1
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    ("options", "wagers", "code"),
    [
        (("minimum_cents=2500",), [("banker", 1000)], "stake_not_taken"),
        (("minimum_cents=2500",), [("banker", 2500), ("tie", 500)], ""),
        (("minimum_cents=2500",), [("banker", 1000), ("banker", 1500)], ""),
        (("unit_cents=500",), [("player", 2700)], "stake_not_taken"),
        (("unit_cents=500",), [("player", 2500)], ""),
        ((), [("banker", 1)], ""),
        ((), [("player", 500), ("player", 500, "chips", "1017")], "coupon_number"),
        ((), [("player", 500), *[("player", 100, "coupon", "1017")] * 2], "coupon_on_table"),
        ((), [("player", 500), ("player", 500, "coupon", "1017")], ""),
    ],
)
def test_decision_48_stakes_that_a_table_does_not_take_are_not_settled(
    options: tuple[str, ...], wagers: list[tuple[object, ...]], code: str
) -> None:
    hand = {
        "player": ["9s", "Kh"],
        "banker": ["5h", "5s"],
        "wagers": [
            dict(zip(("seat", "bet", "cents", "tender", "coupon"), (7, *wager), strict=False))
            for wager in wagers
        ],
    }
    exit_code, (answer,) = _settle(hand, rules="div-mini", options=options)
    assert (exit_code, answer.get("error", {}).get("code", "")) == (bool(code), code)


def test_labels_of_the_caller_and_blank_lines_are_passed_over() -> None:
    line = '{"hand":7,"id":"x","player":["9d","Kd"],"banker":["2c","4d"],"outcome":"player"}'
    result = NOWHERE.run("audit", "settle", "--rules", "ma-midi", stdin=f"\n{line}\n\n{line}")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_bytes_that_are_no_text_are_one_refused_line() -> None:
    good = b'{"player":["9d","Kd"],"banker":["2c","4d"]}\n'
    result = NOWHERE.run(
        "audit", "settle", "--rules", "ma-midi", stdin=good + b'{"player":["\xff"]}\n' + good
    )
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [
        False,
        True,
        False,
    ]


def test_every_line_is_answered_before_the_next_one_comes() -> None:
    """Another program may hold a conversation with it."""
    settling = subprocess.Popen(
        [sys.executable, "-m", "cli.frame.main", "audit", "settle", "--rules", "ma-midi"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with settling:
        assert settling.stdin is not None
        assert settling.stdout is not None
        for _ in range(3):
            settling.stdin.write(b'{"player":["9d","Kd"],"banker":["2c","4d"]}\n')
            settling.stdin.flush()
            assert json.loads(settling.stdout.readline())["outcome"] == "player"
        settling.stdin.close()
    assert settling.returncode == 0


@given(data=st.binary(max_size=200))
def test_no_line_whatever_stops_it(data: bytes) -> None:
    settler = Settler(load("ma-midi"))
    answer = json.loads(settler.answer(data))
    assert answer.keys() in (
        {"error"},
        {"outcome", "player_points", "banker_points", "announce", "lines"},
    )


class _Dribble:
    """A stream that comes in pieces of its own choosing."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = [piece for piece in pieces if piece]

    def read1(self, _: int) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


@given(pieces=st.lists(st.binary(max_size=8).map(lambda b: b.replace(b"x", b"\n"))))
def test_lines_are_the_same_however_they_come(pieces: list[bytes]) -> None:
    stream: Any = _Dribble(pieces)
    lines = [line for some in whole_lines(stream) for line in some]
    assert lines == b"".join(pieces).split(b"\n")

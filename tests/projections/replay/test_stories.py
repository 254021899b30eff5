"""U1: a round is told as the texts have it, written out by hand; live and apart from any store it is one story."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger.desks.ledger import Ledger
from ledger.rules import load
from ledger.rules.source import sources
from ledger.values.money import parse_cents
from projections.queries.moment import NOW
from projections.queries.round import replay
from projections.queries.settle import Settler
from projections.queries.told import telling_of
from tests.clerk import Clerk

STORIES = (Path(__file__).parent / "stories.txt").read_text(encoding="utf-8").split("\n== ")[1:]
NOTICED = {"notice_at": "2026-07-11T16:00:00-04:00", "authorised_by": "M-1"}
INPUT = ("rules", "options", "wagers", "presses", "player", "banker")


class Story(NamedTuple):
    """What was wagered and how the cards fell, and what is told of it."""

    given: dict[str, str]
    told: list[str]

    @property
    def options(self) -> dict[str, str]:
        return dict(pair.split("=") for pair in self.given.get("options", "").split())

    @property
    def wagers(self) -> list[dict[str, Any]]:
        return [_wager(*each.split()) for each in self.given["wagers"].split(", ")]

    @property
    def presses(self) -> list[dict[str, Any]]:
        said = filter(None, self.given.get("presses", "").split(", "))
        return [
            {"seat": int(seat), "onto": onto, "cents": parse_cents(dollars)}
            for seat, onto, dollars in (each.split() for each in said)
        ]


def _wager(
    seat: str, bet: str, dollars: str, tender: str = "chips", no: str = ""
) -> dict[str, Any]:
    cents = parse_cents(dollars)
    return {"seat": int(seat), "bet": bet, "cents": cents, "tender": tender, "coupon": no}


def read(text: str) -> Story:
    _, *lines = text.strip().splitlines()
    given = dict(line.split(" ", 1) for line in lines if line.split()[0] in INPUT)
    return Story(given, [line for line in lines if line.split()[0] not in INPUT])


def live(ledger: Ledger, story: Story) -> list[str]:
    """The replay of the round as it was typed, its cards and wagers left out."""
    clerk = Clerk(ledger).opens(story.given["rules"], options=story.options, **NOTICED)
    clerk.starts_shoe()
    for wager in story.wagers:
        clerk.says("wager", **wager)
    clerk.says("no_more_bets")
    hands = {hand: story.given[hand].split() for hand in ("player", "banker")}
    clerk.says("deal", player=hands["player"][:2], banker=hands["banker"][:2])
    for press in story.presses:
        clerk.says("press", **press)
    for hand, dealt in hands.items():
        for card in dealt[2:]:
            clerk.says("third", hand=hand, card=card)
    clerk.says("settle")
    told = replay(ledger, NOW, "MB-01")
    assert told.recomputed_agrees
    closed = next(n for n, step in enumerate(told.steps) if step.event == "table.bets_closed")
    return [f"{x.said} [{x.rule}]" for x in told.steps[closed + 1 :] if not x.card]


def apart(story: Story) -> list[str]:
    """The steps of `pit audit settle`."""
    hand = {
        "player": story.given["player"].split(),
        "banker": story.given["banker"].split(),
        "wagers": story.wagers,
        "presses": story.presses,
    }
    rules = load(story.given["rules"], story.options)
    settler = Settler(rules.offering, telling_of(rules))
    answer = json.loads(settler.answer(json.dumps(hand).encode()))
    return [f"{step['said']} [{step['rule']}]" for step in answer["steps"]]


@pytest.mark.parametrize("text", STORIES, ids=[each.partition(":")[0] for each in STORIES])
def test_u1_a_round_is_told_as_its_text_has_it(ledger: Ledger, text: str) -> None:
    story = read(text)
    assert apart(story) == story.told
    assert live(ledger, story) == story.told


def test_u1_every_text_has_a_round_that_is_told_by_it() -> None:
    assert {load(read(text).given["rules"]).source for text in STORIES} == sources().keys()


def said(ledger: Ledger, name: str = "MB-01") -> list[str]:
    return [f"{x.said} [{x.rule}]" for x in replay(ledger, NOW, name).steps]


def test_t5_ma_midi_9_d_the_last_hand_is_announced_once_the_hand_of_the_cut_card_is_over(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2_000)
    clerk.says("no_more_bets")
    clerk.says("cut_card")
    clerk.says("deal", player=["9d", "Kd"], banker=["7s", "Qs"])
    clerk.says("settle")
    clerk.plays("9d Kd", "7s Qs", (3, "player", 2_000))
    first, second = said(ledger, "MB-01:2026-07-11:1"), said(ledger, "MB-01:2026-07-11:2")
    assert "Cut card of shoe 1 seen: 2 rounds left [ma-midi 9(d)]" in first
    assert first[-1] == 'Announced: "last hand" [ma-midi 9(d)]'
    assert not any("last hand" in each for each in second)


def test_i6_a_void_for_another_reason_than_too_few_cards_cites_no_section(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2_000)
    clerk.says("no_more_bets")
    clerk.says("void", reason="cards exposed")
    assert "Void: cards exposed []" in said(ledger)
    assert replay(ledger, NOW, "MB-01").void_rule is None

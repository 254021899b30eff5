"""U1: a round is told as the texts have it, written out by hand; live and apart from any store it is one story."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger.baccarat.wagers import Bet, Tender
from ledger.desks.ledger import Ledger
from ledger.rules.loader import list_ids, load
from ledger.values.errors import Refused
from ledger.values.money import parse_cents
from projections.queries.moment import NOW
from projections.queries.round import replay
from projections.queries.settle import Settler
from projections.queries.story_steps import StorySteps
from tests.clerk import Clerk
from tests.copies import sources
from tests.ledger.link.floor import install
from tests.projections.replay.test_undone import undo

STORIES = (Path(__file__).parent / "stories.txt").read_text(encoding="utf-8").split("\n== ")[1:]
WHOLE = (Path(__file__).parent / "whole.txt").read_text(encoding="utf-8").split("\n== ")[1:]
NOTICED = {"notice_at": "2026-07-11T16:00:00-04:00", "authorised_by": "M-1"}
INPUT = ("rules", "options", "wagers", "presses", "player", "banker")


class Story(NamedTuple):
    """What was wagered and how the cards fell, and what is told of it."""

    given: dict[str, str]
    told: list[str]

    @property
    def options(self) -> dict[str, str]:
        return options_of(self.given)

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


def options_of(given: dict[str, str]) -> dict[str, str]:
    return dict(pair.split("=") for pair in given.get("options", "").split())


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
    if any(wager["bet"] == Bet.ROYAL_9 for wager in story.wagers):
        install(clerk)
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
    told_here = (
        x for x in told.steps[closed + 1 :] if not x.card and not x.event.startswith("link.")
    )
    return [f"{x.said} [{x.rule}]" for x in told_here]


def apart(story: Story) -> list[str]:
    """The steps of `pit audit settle`."""
    hand = {
        "player": story.given["player"].split(),
        "banker": story.given["banker"].split(),
        "wagers": story.wagers,
        "presses": story.presses,
    }
    rules = load(story.given["rules"], story.options)
    settler = Settler(rules, StorySteps(rules.offering))
    answer = json.loads(settler.answer(json.dumps(hand).encode()))
    return [f"{step['said']} [{step['rule']}]" for step in answer["steps"]]


@pytest.mark.parametrize("text", STORIES, ids=[each.partition(":")[0] for each in STORIES])
def test_u1_a_round_is_told_as_its_text_has_it(ledger: Ledger, text: str) -> None:
    story = read(text)
    assert apart(story) == story.told
    assert live(ledger, story) == story.told


class Whole(NamedTuple):
    """What is entered, act by act, and what is told of the round that is the last of it."""

    given: dict[str, str]
    acts: list[tuple[str, dict[str, Any]]]
    told: list[str]


def read_whole(text: str) -> Whole:
    _, *lines = text.strip().splitlines()
    given = dict(line.split(" ", 1) for line in lines if line.split()[0] in INPUT)
    acts = [line.split()[1:] for line in lines if line.startswith("> ")]
    told = [line for line in lines if not line.startswith("> ") and line.split()[0] not in INPUT]
    return Whole(given, [(kind, dict(map(_field, fields))) for kind, *fields in acts], told)


def _field(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    if value in ("yes", "no"):
        return name, value == "yes"
    if "," in value:
        return name, value.split(",")
    return name, int(value) if value.isdigit() else value


@pytest.mark.parametrize("text", WHOLE, ids=[each.partition(":")[0] for each in WHOLE])
def test_u1_a_whole_round_is_told_as_its_text_has_it(ledger: Ledger, text: str) -> None:
    story = read_whole(text)
    clerk = Clerk(ledger).opens(story.given["rules"], options=options_of(story.given), **NOTICED)
    clerk.starts_shoe()
    if any(fields.get("bet") == Bet.ROYAL_9 for _, fields in story.acts):
        install(clerk)
    for kind, fields in story.acts:
        clerk.says(kind, **fields)
    told = replay(ledger, NOW, "MB-01")
    assert [f"{step.said} [{step.rule}]" for step in told.steps] == story.told
    assert [step.rule for step in told.steps if step.card] == [card.rule for card in told.cards]
    assert told.recomputed_agrees


TOLD_ELSEWHERE: Mapping[str, str] = {
    "round.void": "tests/ledger/table/test_shoe.py: a shoe has to be played to its end",
    "round.coupon": "a refusal cites it, and no step",
    "draw.once": "the same",
    "vigorish.rate": "a wager's line cites it as what the winner is paid by",
    "vigorish.rounding": "the same as of the rate",
    "vigorish.forms": "tests/ledger/form: a form comes after the round",
    "round.handling": "who is handed the cards is told by the order that the text has for it, in whole.txt",
    "shoe": "of the cards before a round, told in the table's day",
    "one_up.win": "one of its two awards is told",
}
"""Sections by dotted key, or all under a name, that the story of a round does not come to, and why."""


@pytest.mark.parametrize("source", sorted(sources()))
def test_u1_every_section_of_a_text_that_a_round_comes_to_has_a_story(source: str) -> None:
    cited: set[str] = set()
    offered: dict[str, str] = {}
    stories = [(each.given, each.told) for each in map(read, STORIES)]
    stories += [(each.given, each.told) for each in map(read_whole, WHOLE)]
    for given, told in stories:
        if load(given["rules"]).source == source:
            cited |= {line.rpartition(" [")[2].removesuffix("]") for line in told}
    for submission in (each for each in map(load, list_ids()) if each.source == source):
        bets = set(Bet) - submission.pays.keys() - ({Bet.ROYAL_9} if submission.royal_9 else set())
        offered |= {
            key: section
            for key, section in submission.cites.items()
            if key.partition(".")[0] not in bets
            and not {key, key.partition(".")[0]} & TOLD_ELSEWHERE.keys()
            and (key != "round.settle" or Tender.COUPON in submission.tenders)
        }
    missing = {key: section for key, section in offered.items() if section not in cited}
    assert not missing


def test_u1_what_is_told_elsewhere_is_a_section_of_some_text() -> None:
    keys = {key for each in map(load, list_ids()) for key in each.cites}
    assert TOLD_ELSEWHERE.keys() <= keys | {key.partition(".")[0] for key in keys}


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


def test_t5_ma_midi_9_d_a_void_round_completes_no_hand_and_the_next_one_does_in_its_place(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2_000)
    clerk.says("cut_card")
    clerk.says("no_more_bets")
    clerk.says("void", reason="cards exposed")
    for _ in range(2):
        clerk.plays("9d Kd", "7s Qs", (3, "player", 2_000))
    assert clerk.is_refused("no_more_bets") == "shoe_over"
    void, first, last = (said(ledger, f"MB-01:2026-07-11:{n}") for n in (1, 2, 3))
    assert "Cut card of shoe 1 seen: 2 rounds left [ma-midi 9(d)]" in void
    announced = 'Announced: "last hand" [ma-midi 9(d)]'
    assert [each[-1] == announced for each in (void, first, last)] == [False, True, False]


def test_t5_so_does_a_round_in_the_place_of_one_that_was_never_dealt(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("no_more_bets")
    clerk.says("cut_card")
    clerk.says("deal", player=["9d", "Kd"], banker=["7s", "Qs"])
    clerk.says("settle")
    name = "MB-01:2026-07-11:1"
    why = {"reason": "misread", "approved_by": "S-2", "not_dealt": True}
    clerk.says("reverse", round=name, **why)
    hands = {"player": ["9d", "Kd"], "banker": ["7s", "Js"]}
    clerk.says("round_instead", instead_of=name, wagers=[], **hands)
    clerk.plays("9d Kd", "7s Qs")
    assert said(ledger, f"{name}r")[-1] == 'Announced: "last hand" [ma-midi 9(d)]'
    assert not any("last hand" in each for each in said(ledger, "MB-01:2026-07-11:2"))


def test_w2_who_confirmed_a_wager_of_a_later_round_is_no_part_of_one_that_is_owed(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000))
    told = {"bet": "player", "cents": 2_000, "tender": "cash", "confirmed_by": "D-7"}
    clerk.says("wager", seat=4, **told)
    assert not any("verbal" in each for each in said(ledger, "MB-01:2026-07-11:1"))
    assert any("verbal" in each for each in said(ledger, "MB-01:2026-07-11:2"))


def test_i6_a_void_for_another_reason_than_too_few_cards_cites_no_section(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2_000)
    clerk.says("no_more_bets")
    clerk.says("void", reason="cards exposed")
    assert "Void: cards exposed []" in said(ledger)
    assert replay(ledger, NOW, "MB-01").void_rule is None


def test_u1_what_is_entered_right_after_a_settlement_without_vigorish_is_told(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.plays("9d Kd", "7s Qs", (3, "player", 2_000))
    first, second = "MB-01:2026-07-11:1", "MB-01:2026-07-11:2"
    clerk.says("raise_dispute", round=first, seat=3, claim="I had 50", evidence=["camera 12"])
    clerk.plays("9h Kh", "7h Qh", (3, "player", 2_000))
    clerk.says("reverse", round=second, reason="seat 3 bet 10", approved_by="S-2")
    assert any("I had 50" in each for each in said(ledger, first))
    assert any("seat 3 bet 10" in each for each in said(ledger, second))


def test_u1_who_confirmed_a_verbal_wager_is_in_the_round_and_in_what_was_entered(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    told = {"bet": "player", "cents": 2_000, "tender": "cash"}
    clerk.says("buy_in", seat=3, cents=2_000)
    clerk.says("wager", seat=3, **told)
    clerk.says("wager", seat=4, confirmed_by="D-7", **told)
    clerk.says("wager", seat=5, confirmed_by="D-8", **told)
    undo(clerk)
    found = replay(ledger, NOW, "MB-01")
    (confirmed,) = found.confirmed
    assert (confirmed.seat, confirmed.cents, confirmed.confirmed_by) == (4, 2_000, "D-7")
    events = [each.event for each in found.entered]
    assert events == ["table.wagers_placed", *("table.bought_in", "table.wagers_placed") * 2]
    confirmations = [step.said for step in found.steps if "verbal" in step.said]
    assert confirmations == [
        "Seat 4 bought in for $20.00, a verbal wager confirmed by D-7",
        "Taken back since: seat 5 bought in for $20.00, a verbal wager confirmed by D-8",
    ]


def test_p1_typed_word_by_word_or_in_one_line_an_award_is_told_once_and_alike(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    install(clerk)
    wagers = [(seat, bet, 500) for seat in (3, 8) for bet in ("royal_9", "player")]
    for seat, bet, cents in wagers:
        clerk.says("wager", seat=seat, bet=bet, cents=cents)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["Kc", "9h"], banker=["Kd", "9c"])
    clerk.says("settle")
    clerk.plays("Kc 9h", "Kd 9c", *wagers)
    by_word, in_one = (said(ledger, f"MB-01:2026-07-11:{n}") for n in (1, 2))
    assert [_but_money(x) for x in in_one] == [_but_money(x) for x in by_word]
    awards = [x for x in by_word if " of K9 " in x]
    assert [x.split("seat ")[1][:6] for x in awards] == ["8 wins", "8 paid", "3 wins", "3 paid"]


def _but_money(told: str) -> str:
    """A step whatever its meter stood at, and whichever round it is of."""
    return re.sub(r"[0-9,]+\.\d+", "$", told.replace("2026-07-11:2", "2026-07-11:1"))


def test_p4_an_award_recorded_as_paid_otherwise_is_told_once_each_time(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    install(clerk)
    clerk.plays("Kc 9h", "2s 5d", (3, "royal_9", 500))
    round_id = "MB-01:2026-07-11:1"
    of = {"round": round_id, "seat": 3, "supervisor": "S-2", "instead": True}
    clerk.says("pay_award", place="cage", **of)
    clerk.says("pay_award", place="tray", **of)
    told = [x.removeprefix(f"Round {round_id}: ") for x in said(ledger) if "K9 Player" in x][1:]
    assert [x.replace("$350.25 of K9 Player", "it") for x in told] == [
        "seat 3 wins it (Player King 9; the meter showed $350.25) [ma-midi 12(i)]",
        "seat 3 paid it, tray [ma-midi 12(i)]",
        "it not handed to seat 3 after all; it waits []",
        "seat 3 paid it, cage, S-2 [ma-midi 12(i)]",
        "it not handed to seat 3 after all; it waits []",
        "seat 3 paid it, tray, S-2 [ma-midi 12(i)]",
    ]


@pytest.mark.parametrize(
    ("player", "banker", "said"),
    [
        (
            "5s Kh 9c",
            "5h Ks 8c",
            "Banker stays on 5 against a third card worth 9 [ma-midi 10(c)(2)(iii)]",
        ),
        (
            "5s Kh 9c",
            "7h Ks 8c",
            "Banker stays on 7 against a third card worth 9 [ma-midi 10(c)(2)(ii)]",
        ),
        ("9s Kh", "5h Ks 8c", "Player has a natural 9 [ma-midi 10(a)]"),
        ("7s Kh 2c", "5h Ks 8c", "Player stays on 7 [ma-midi 10(b)(2)]"),
        ("7s Kh", "6h Ks 8c", "Banker stays on 6 [ma-midi 10(c)(1)]"),
        ("4s Kh", "5h Ks", "Player must draw on 4 [ma-midi 10(b)(1)]"),
        ("5s Kh 9c", "2h Ks", "Banker must draw on 2 [ma-midi 10(c)(2)(i)]"),
        ("5s Kh 9c 2d", "2h Ks", "no hand is dealt more than one additional card [ma-midi 9(c)]"),
    ],
)
def test_w4_a_hand_that_was_dealt_otherwise_is_refused_by_the_section_that_has_it(
    player: str, banker: str, said: str
) -> None:
    hands = {"player": player.split(), "banker": banker.split()}
    answer = json.loads(Settler(load("ma-midi")).answer(json.dumps(hands).encode()))
    assert said in answer["error"]["message"]


def test_w4_a_further_card_is_refused_by_the_section_that_forbids_it(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "7h"], banker=["5h", "5s"])
    clerk.says("third", hand="player", card="2c")
    with pytest.raises(Refused, match=r"it has its own \[ma-midi 9\(c\)\]"):
        clerk.says("third", hand="player", card="3c")

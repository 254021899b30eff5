"""A round is settled again from its own events alone, and what today's code makes otherwise of them is named (U1)."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.shoe import CardsHanded
from ledger.rules.submission import from_document
from ledger.store.codec import EVENTS, TOPIC_OF
from projections.replay import at_once
from projections.replay.replay import replay_of
from projections.replay.rows import Replay
from projections.replay.story import Story
from tests.clerk import Clerk, establish

ROUND = "MB-01:2026-07-11:1"
NEXT = "MB-01:2026-07-11:2"


@pytest.fixture
def events(sqlite_url: str) -> Iterator[list[Recorded]]:
    """Banker's seven beats Player's four, who drew. A card too many was disclosed, and is dealt from before the next
    round.
    """
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
        clerk = Clerk(ledger).opens().starts_shoe()
        clerk.says("wager", seat=3, bet="banker", cents=2_000)
        clerk.says("no_more_bets")
        clerk.says("deal", player=["2d", "2h"], banker=["Td", "7h"])
        clerk.says("third", hand="player", card="Kc")
        clerk.says("settle")
        clerk.says("irregular", kind="drawn_in_error", card="6h", disclosed=True)
        clerk.says("simulated_round", player=["6h", "Qh"], banker=["9c", "Kh"])
        clerk.plays("9d Kd", "7s Qs", (3, "player", 2_000))
        yield ledger.stream("table:MB-01")


def replayed(events: Iterable[Recorded], round_id: str) -> Replay:
    story, document = Story(round_id), None
    for recorded in events:
        if isinstance(recorded.event, e.RulesAdopted):
            document = recorded.event.document
        if isinstance(recorded.event, e.IrregularCard | e.RoundSimulated):
            if round_id == NEXT:
                story.take_before(recorded.originator_version, recorded)
        else:
            story.take(recorded.originator_version, recorded)
    return replay_of(story, document)


def altered(
    events: Iterable[Recorded], kind: type[Event], round_id: str, **fields: Any
) -> list[Recorded]:
    """The same events, of which one kind says something else of a round."""
    return [
        Recorded(each.originator_id, each.originator_version, structs.replace(each.event, **fields))
        if isinstance(each.event, kind) and getattr(each.event, "round", round_id) in {round_id, ""}
        else each
        for each in events
    ]


def differing(replay: Replay) -> list[str]:
    return [each.what for each in replay.differences]


def test_u1_what_was_recorded_comes_out_again(events: list[Recorded]) -> None:
    for round_id, vigorish in ((ROUND, 100), (NEXT, 0)):
        found = replayed(events, round_id)
        assert (found.status, found.recomputed_agrees, found.differences) == ("settled", True, [])
        assert found.vigorish.assessed == vigorish
    assert [card.rule for card in replayed(events, ROUND).cards][-1] == "ma-midi 10(b)(1)"


@pytest.mark.parametrize(
    ("kind", "fields", "what"),
    [
        (e.RoundSettled, {"outcome": "player"}, ["outcome"]),
        (e.RoundSettled, {"player_points": 5}, ["player_points"]),
        (e.RoundSettled, {"banker_points": 6}, ["banker_points"]),
        (e.RoundSettled, {"announce": "Tie"}, ["announce"]),
        (e.RoundSettled, {"lines": []}, ["line 1"]),
        (e.ThirdCardDealt, {"rule": "ma-midi 10(b)(9)"}, ["third card Kc"]),
        (e.VigorishMarked, {"marks": []}, ["vigorish marked, seat 3"]),
        (e.VigorishMarked, {"marks": [e.SeatCents(3, 99, ROUND)]}, ["vigorish marked, seat 3"]),
    ],
)
def test_u1_each_thing_that_was_changed_is_named_and_nothing_else(
    events: list[Recorded], kind: type[Event], fields: dict[str, Any], what: list[str]
) -> None:
    found = replayed(altered(events, kind, ROUND, **fields), ROUND)
    assert differing(found) == what
    assert found.recomputed_agrees is False


def test_u1_hands_that_cannot_be_settled_are_a_difference_and_no_crash(
    events: list[Recorded],
) -> None:
    never = altered(events, e.CardsDealt, ROUND, player=["9d", "Kd"])
    assert differing(replayed(never, ROUND)) == ["third card Kc", "settlement"]


@pytest.mark.parametrize(
    ("kind", "fields", "what"),
    [
        (e.IrregularCard, {"card": "6d"}, "first card of a simulated round"),
        (e.RoundSimulated, {"player": ["6d", "Qh"]}, "first card of a simulated round"),
        (e.RoundSimulated, {"banker": ["5c", "Kh"]}, "simulated round"),
    ],
)
def test_i4_what_came_before_the_round_is_worked_out_again_too(
    events: list[Recorded], kind: type[Event], fields: dict[str, Any], what: str
) -> None:
    assert differing(replayed(altered(events, kind, NEXT, **fields), NEXT)) == [what]


def test_u1_a_round_that_takes_wagers_has_nothing_to_compare(events: list[Recorded]) -> None:
    first = [each for each in events if not isinstance(each.event, e.NoMoreBets | e.RoundSettled)]
    found = replayed(first, ROUND)
    assert (found.status, found.recomputed_agrees) == ("open", None)


def test_a_story_passes_over_what_is_of_another_round_or_was_taken_back(
    events: list[Recorded],
) -> None:
    story = Story(ROUND)
    for recorded in events:
        story.take(recorded.originator_version, recorded, undone=True)
    assert story.entered[0].event == "table.wagers_placed"
    assert (story.wagers, story.cards, story.settled, story.outstanding) == ([], [], None, 0)


def test_v3_what_a_reversal_takes_back_is_worked_out_again(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
        clerk = Clerk(ledger).opens().starts_shoe()
        clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000), (5, "banker", 3_000))
        clerk.says("collect_vig", seat=3, cents=40)
        clerk.says("collect_vig", seat=3)
        clerk.says("reverse", round=ROUND, reason="misread", approved_by="S-2")
        clerk.says("hand_back_vig", seat=3)
        events = ledger.stream("table:MB-01")
    assert replayed(events, ROUND).recomputed_agrees
    settled = next(x.event for x in events if isinstance(x.event, e.RoundSettled))
    paid = [structs.replace(settled.lines[0], returned=9_000), *settled.lines[1:]]
    for fields, what in (
        ({"lines": paid}, "line 1 of the reversal"),
        ({"lines": settled.lines[:1]}, "line 2 of the reversal"),
        ({"owed_back": []}, "vigorish owed back, seat 3"),
        ({"owed_back": [e.SeatCents(3, 99, ROUND)]}, "vigorish owed back, seat 3"),
    ):
        otherwise = altered(events, e.RoundReversed, ROUND, **fields)
        assert differing(replayed(otherwise, ROUND)) == [what]


@pytest.fixture
def turned(sqlite_url: str) -> Iterator[list[Recorded]]:
    """Seats 8 and 3 with as much on Player, 7 on Banker; 8 gives the cards up and 5 does not want them."""
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
        clerk = Clerk(ledger).opens().starts_shoe()
        for seat, bet in ((3, "player"), (8, "player"), (5, "tie"), (7, "banker")):
            clerk.says("wager", seat=seat, bet=bet, cents=2_500)
        clerk.says("no_more_bets")
        clerk.says("deal", player=["2d", "Qh"], banker=["9c", "Kh"])
        clerk.says("hand_cards", hand="player", seat=8)
        clerk.says("hand_cards", hand="player", seat=5, declined=[7])
        clerk.says("hand_cards", hand="banker", seat=7)
        clerk.says("settle")
        yield ledger.stream("table:MB-01")


def handed_otherwise(events: Iterable[Recorded], n: int, **fields: Any) -> list[Recorded]:
    """The same events, of which the nth that hands cards says something else."""
    found = [each for each in events if isinstance(each.event, CardsHanded)][n]
    return [
        Recorded(each.originator_id, each.originator_version, structs.replace(each.event, **fields))
        if each is found
        else each
        for each in events
    ]


@pytest.mark.parametrize(
    ("n", "fields", "again"),
    [
        (0, {"seat": 3}, "seat 8 by ma-midi 8(c)(6)"),
        (0, {"seat": 0}, "seat 8 by ma-midi 8(c)(6)"),
        (0, {"rule": "ma-midi 8(c)(1)"}, "seat 8 by ma-midi 8(c)(6)"),
        (0, {"declined": [7]}, "seat 8 by ma-midi 8(d)"),
        (1, {"seat": 3}, "seat 5 by ma-midi 8(d)"),
        (1, {"declined": []}, "seat 7 by ma-midi 8(d)"),
        (1, {"previous": 7}, "nobody"),
        (1, {"rule": "ma-midi 8(c)(6)"}, "seat 5 by ma-midi 8(d)"),
        (2, {"seat": 2}, "seat 7 by ma-midi 8(c)(2)"),
        (2, {"hand": "player"}, "nobody"),
        (2, {"rule": "ma-midi 8(d)"}, "seat 7 by ma-midi 8(c)(2)"),
    ],
)
def test_t10_who_was_handed_the_cards_is_worked_out_again(
    turned: list[Recorded], n: int, fields: dict[str, Any], again: str
) -> None:
    assert replayed(turned, ROUND).recomputed_agrees
    (found, *_) = replayed(handed_otherwise(turned, n, **fields), ROUND).differences
    assert (found.what[:9], found.recomputed) == ("who turns", again)


def test_t10_what_was_recorded_while_one_section_stood_for_several_agrees_and_is_told_with_its_own(
    turned: list[Recorded],
) -> None:
    found = replayed(handed_otherwise(turned, 2, rule="ma-midi 8(c)(6)"), ROUND)
    assert found.recomputed_agrees
    sections = ["ma-midi 8(c)(6)", "ma-midi 8(d)", "ma-midi 8(c)(2)"]
    assert [each.rule for each in found.handed] == sections


PLAY = (
    *(e.WagersPlaced, e.NoMoreBets, e.CardsDealt, CardsHanded),
    *(e.RoundSettled, e.VigorishMarked),
)


def certain(events: Iterable[Recorded]) -> set[str]:
    """The rounds of a table that agree on one pass."""
    rules = from_document(
        next(x.event.document for x in events if isinstance(x.event, e.RulesAdopted))
    )
    agreeing = set[str]()

    def judge(dealt: at_once.Dealt) -> None:
        if at_once.agrees(dealt, lambda _: rules):
            agreeing.add(dealt.round)

    passed = at_once.Pass(judge)
    own = [x.event for x in events if isinstance(x.event, PLAY)]
    passed.take((TOPIC_OF[type(event)], EVENTS.encode(event)) for event in own)
    passed.end()
    return agreeing


def test_t10_who_was_handed_the_cards_is_worked_out_again_on_one_pass_too(
    turned: list[Recorded],
) -> None:
    assert certain(turned) == {ROUND}
    assert certain(handed_otherwise(turned, 0, seat=3)) == set()

"""U1: a day's rounds settled again on one pass agree with each told by itself, and what is not certain is told so."""

from collections.abc import Iterable
from random import Random
from typing import Any

from ledger.desks.ledger import Ledger
from ledger.events.table import NoMoreBets
from ledger.feed import Intake, Line
from ledger.store.codec import EVENTS, TOPIC_OF
from projections.figures import rounds
from projections.figures.rounds import Round
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from projections.queries.shoes_again import settled_again
from projections.replay import at_once
from projections.replay import find as replay_find
from tests.clerk import Clerk
from tests.games.day import DAY, GamesDay


def ended(ledger: Ledger) -> list[Round]:
    with caught_up(ledger, NOW, rounds.NEEDS) as connection:
        return [each for each in rounds.rounds(connection, DAY) if each.ended_at]


def certain(ledger: Ledger, found: list[Round]) -> set[str]:
    """Of one table's rounds."""
    spans = [(each.round, each.first_version, each.last_version) for each in found]
    with caught_up(ledger, NOW, replay_find.NEEDS) as connection:
        won = at_once.awarded(connection)
        return at_once.agreeing(connection, f"table:{found[0].table}", spans, won)


def test_u1_all_but_a_few_are_certain_and_agree_when_told_one_by_one(ledger: Ledger) -> None:
    day = GamesDay("ma-midi", "T-1", Random(7), 60)
    lines = (Line(number, raw) for number, raw in enumerate(day.lines(), 1))
    assert Intake(ledger).run(lines).complete
    found = ended(ledger)
    sure = certain(ledger, found)
    assert len(sure) > len(found) * 0.8
    with caught_up(ledger, NOW, replay_find.NEEDS) as connection:
        for each in found:
            span = each.first_version, each.last_version
            told = replay_find.replay(connection, each.round, *span)
            assert told.recomputed_agrees, each.round


def test_u1_what_was_irregular_void_or_taken_back_is_told_by_itself(dealing: Clerk) -> None:
    wager = (3, "banker", 2000)
    dealing.plays("7d Qh", "9c Kh", wager)
    dealing.says("irregular", kind="drawn_in_error", card="7d", disclosed=False)
    dealing.plays("7d Qh", "9c Kh", wager)
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    dealing.says("void", reason="cards exposed")
    dealing.plays("7d Qh", "9c Kh", wager)
    reversed_round = f"MB-01:{DAY}:4"
    dealing.says("reverse", round=reversed_round, reason="wrong seat", approved_by="S-2")
    dealing.plays("7d Qh", "9c Kh", wager)
    sure = certain(dealing.ledger, ended(dealing.ledger))
    assert sure == {f"MB-01:{DAY}:{n}" for n in (1, 3, 5)}
    again = settled_again(dealing.ledger, NOW, DAY)
    assert (again.rounds, again.differing) == (5, 0)


def test_u1_what_comes_of_a_round_or_a_day_once_another_had_begun_is_not_plain() -> None:
    rounds = [
        f"MB-01:2026-07-{day}:{n}" for day, n in ((11, 1), (11, 2), (11, 1), (12, 1), (11, 3))
    ]
    assert plain(rounds) == [*zip(rounds, (True, True, False, True, False), strict=True)]


def plain(rounds: Iterable[str]) -> list[tuple[str, bool]]:
    """Each time that a round was judged, and whether it is plain then."""
    judged: list[tuple[str, bool]] = []
    passed = at_once.Pass(lambda dealt: judged.append((dealt.round, dealt.plain)))
    passed.take(map(_closed, rounds))
    passed.end()
    return judged


def _closed(round_id: str) -> tuple[str, bytes]:
    said: dict[str, Any] = {"by": "C-1", "at": 0, "recorded_at": 0, "day": DAY}
    event = NoMoreBets(
        **said, round=round_id, shoe="1", rules="ma-midi", rules_version=1, rules_sha256=""
    )
    return TOPIC_OF[NoMoreBets], EVENTS.encode(event)

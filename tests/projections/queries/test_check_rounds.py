"""U1: of rounds that were settled again as their streams were gone through, those are told one by one that were not
certain, and those that came since.
"""

import pytest

from projections.engine.engine import catch_up
from projections.models.registry import PROJECTIONS
from projections.queries import check_rounds, check_streams
from projections.queries.check_rounds import Settled
from projections.replay import find as replay_find
from projections.replay.rows import Replay
from tests.clerk import Clerk
from tests.games.day import DAY

FIRST, SECOND = f"MB-01:{DAY}:1", f"MB-01:{DAY}:2"


def play(clerk: Clerk) -> None:
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2000))


def settled(clerk: Clerk) -> list[Settled]:
    (task,) = check_streams.tasks(clerk.ledger, 1, settles=True)
    rounds: list[Settled] = task.does(clerk.ledger, *task.arguments, None).found.rounds
    return rounds


def test_u1_only_what_is_not_certain_is_told_one_by_one(
    dealing: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay, told = replay_find.replay, list[str]()

    def counted(connection: object, name: str, first: int, last: int) -> Replay:
        told.append(name)
        return replay(connection, name, first, last)  # type: ignore[arg-type]

    monkeypatch.setattr(replay_find, "replay", counted)
    play(dealing)
    before = settled(dealing)
    play(dealing)
    now = settled(dealing)
    ledger = dealing.ledger
    catch_up(PROJECTIONS, ledger.journal, ledger.journal.engine)
    doubt = [Settled(each.reached, [FIRST]) for each in now]
    for given, alone in ((now, []), (doubt, [FIRST]), (before, [SECOND])):
        told.clear()
        (task,) = check_rounds.tasks(ledger, 1, given)
        assert task.does(ledger, *task.arguments, None).found == 2
        assert told == alone

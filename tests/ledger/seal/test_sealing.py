"""Sealing and what goes with it, killed at every statement, and two at once: the store is whole, and the key never
signs two histories.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal.note import Key
from ledger.store import tables
from ledger.values.errors import PitError
from projections.engine.engine import catch_up
from projections.models.table_win import PROJECTION as TABLE_WIN
from projections.queries import check, check_streams
from projections.queries import verify as verify_query
from tests.clerk import Clerk
from tests.killed import at_every_statement
from tests.projections.log import dump
from tests.sealing import LOG
from tests.works import closes, closes_again, closing, rebuilds, seal, seals, snapshots_table

KEY = Key.read(LOG)


def checkpoints(ledger: Ledger) -> list[str]:
    """Those that the store keeps, each of which verifies, as the whole log does."""
    with ledger.journal.engine.connect() as connection:
        kept = list(connection.scalars(sa.select(tables.checkpoints.c.note)))
    verify_query.verify(ledger, [KEY] if kept else [], hashes_only=True)
    return kept


def remembered(home: Path) -> str:
    place = home / "log.key.seen"
    return place.read_text() if place.exists() else ""


def test_a_seal_is_made_or_not_wherever_it_is_killed(
    dealing: Clerk, url: str, tmp_path: Path
) -> None:
    ledger, found = dealing.ledger, list[int]()
    for _ in at_every_statement(url, partial(seals, home=tmp_path)):
        kept = checkpoints(ledger)
        found.append(len(kept))
        # What anybody can see, the key knows that it signed.
        assert not kept or "harbor-house" in remembered(tmp_path)
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, 1)
    dealing.says("sit", seat=5)
    seal(ledger, tmp_path)
    assert len(checkpoints(ledger)) == 2, "it goes on"


def test_a_day_is_closed_with_its_seal_or_not_at_all(
    clerk: Clerk, url: str, tmp_path: Path
) -> None:
    ledger, before = clerk.ledger, len(clerk.everything())
    for _ in at_every_statement(url, partial(closes, home=tmp_path)):
        closed = len(clerk.everything()) - before
        assert closed in (0, 1)
        assert len(checkpoints(ledger)) >= closed, "what was signed with the day is kept"
        if closed:  # And nobody has sealed what signed it.
            break
    assert len(checkpoints(ledger)) == 1
    found = [
        len(checkpoints(ledger))
        for _ in at_every_statement(url, partial(closes_again, home=tmp_path))
    ]
    assert (found, found[0], found[-1]) == (sorted(found), 1, 2)
    assert verify_query.verify(ledger, [KEY], hashes_only=True).unsealed == 0


def test_a_read_model_is_the_old_one_or_the_new_one_wherever_it_is_killed(
    dealing: Clerk, url: str
) -> None:
    ledger = dealing.ledger
    engine = ledger.journal.engine
    catch_up([TABLE_WIN], ledger.journal, engine)
    before = dump(engine, TABLE_WIN)
    for _ in at_every_statement(url, rebuilds):
        catch_up([TABLE_WIN], ledger.journal, engine)
        assert dump(engine, TABLE_WIN) == before
    check.check(ledger)


def test_a_snapshot_is_there_or_not_wherever_it_is_killed(dealing: Clerk, url: str) -> None:
    ledger, found = dealing.ledger, list[int]()
    for _ in at_every_statement(url, snapshots_table):
        folded = check_streams.Streams(ledger)
        folded.fold(None)
        found.append(folded.snapshots)
    assert (found, found[-1]) == (sorted(found), 1)


def both(url: str, does: Callable[[Ledger, Barrier], object]) -> list[object]:
    """What comes of it where two do it at once."""
    barrier = Barrier(2)

    def one(_: int) -> object:
        with Ledger(url) as ledger:
            try:
                return does(ledger, barrier)
            except PitError as error:
                return error.refusal.code

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, range(2)))


def test_two_seal_at_once_and_make_one_checkpoint(dealing: Clerk, url: str, tmp_path: Path) -> None:
    def seals_at_once(ledger: Ledger, barrier: Barrier) -> object:
        barrier.wait()
        return seal(ledger, tmp_path).note

    first, second = both(url, seals_at_once)
    assert first == second
    assert len(checkpoints(dealing.ledger)) == 1


def test_two_close_at_once_and_one_does(clerk: Clerk, url: str, tmp_path: Path) -> None:
    before = len(clerk.everything())

    def closes_at_once(ledger: Ledger, barrier: Barrier) -> object:
        act = closing(ledger, tmp_path)
        barrier.wait()
        return ledger.do(act).repeated

    done, refused = sorted(map(str, both(url, closes_at_once)))
    assert done == "False"
    assert refused in {"day_closed", "day_changed"}
    assert len(clerk.everything()) == before + 1
    checkpoints(clerk.ledger)

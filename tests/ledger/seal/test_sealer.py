"""The sealer says how far it is, and signs what goes on from all that its keys signed, wherever they remember it."""

from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock, call

import pytest
from eventsourcing.persistence import StoredEvent
from sqlalchemy import Engine

from ledger.seal import checkpoint, merkle, sealing, tiles
from ledger.seal import note as signed_note
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder, Terms
from ledger.seal.tiles import Kept
from ledger.store.engine import begin_write
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.errors import IntegrityFailure
from tests.sealing import LOG_PRIVATE, NEXT, NEXT_PRIVATE

LOG, OTHER = map(signed_note.signer_of, (LOG_PRIVATE, NEXT_PRIVATE))


@pytest.fixture
def place(recorder: SqlApplicationRecorder) -> int:
    """The position of the only event."""
    recorder.insert_events([StoredEvent("table:MB-01", 1, "table.seat_taken", b"{}")])
    found = recorder.max_notification_id()
    assert found is not None
    return found


@pytest.fixture
def holder(tmp_path: Path) -> Holder:
    """The key of the log."""
    return Holder(LOG, Memory(tmp_path / "log.key"))


def test_of_a_single_event_it_is_told_that_it_is_the_last(
    engine: Engine, place: int, holder: Holder
) -> None:
    told = Mock()
    sealed = sealing.seal(engine, holder, lambda: 1, progress=told)
    assert told.call_args_list == [call(place, place)]
    assert (sealed.checkpoint.size, sealed.position) == (1, place)


def test_what_its_key_remembers_is_gone_on_from_though_the_store_has_no_checkpoint(
    engine: Engine, place: int, holder: Holder
) -> None:
    with holder.memory.held() as seen:
        seen.put("harbor-house", checkpoint.make("harbor-house", place + 1, bytes(32), LOG))
    with pytest.raises(IntegrityFailure) as caught:
        sealing.seal(engine, holder, lambda: 1)
    assert caught.value.refusal.code == "log_does_not_go_on"


@pytest.mark.usefixtures("place")
def test_a_key_that_takes_over_signs_what_the_one_before_signed_of_the_same_size(
    engine: Engine, holder: Holder, tmp_path: Path
) -> None:
    sealing.seal(engine, holder, lambda: 1)
    terms, after = Terms(NEXT, holder), Holder(OTHER, Memory(tmp_path / "next.key"))
    for _ in range(2):
        note = sealing.seal(engine, after, lambda: 2, terms).note
        found = [key for key, _ in signed_note.verified(note, [LOG.key, OTHER.key])]
        assert sorted(found, key=repr) == sorted([LOG.key, OTHER.key], key=repr)


@pytest.mark.parametrize(
    ("size", "why"),
    [
        (1, "1 event of it had been sealed, and it has 0"),
        (3, "3 events of it had been sealed, and it has 2"),
        (2, "its events are not those that were sealed"),
    ],
)
def test_why_a_log_does_not_go_on_is_told(engine: Engine, size: int, why: str) -> None:
    leaves = range(0 if size == 1 else 2)
    before = checkpoint.make("harbor-house", size, bytes(32), LOG)
    with begin_write(engine) as connection:
        tiles.add(connection, [(n + 1, sha256(b"%d" % n).digest()) for n in leaves])
        tree = Kept(connection)
        now = Checkpoint("harbor-house", tree.size, merkle.root(tree, tree.size))
        with pytest.raises(IntegrityFailure) as caught:
            sealing._verify_goes_on(tree, before, LOG.key, now)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts) == ("log_does_not_go_on", {"sealed_events": size})
    assert refusal.message == f"The log does not go on from what was sealed: {why}."

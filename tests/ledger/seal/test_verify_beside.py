"""What is kept beside the events is held against them at every level, and where each of its rows ends."""

from hashlib import sha256

import pytest

from ledger.seal import merkle
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.note import Note
from ledger.seal.verify import Signed, Start, Tree, verify
from ledger.values.errors import IntegrityFailure
from tests.ledger.seal.logs import Log, played


@pytest.fixture(scope="module")
def log() -> Log:
    """A log of two tiles and a part of one."""
    return played(600)


@pytest.mark.parametrize(
    ("level", "at"), [(None, 0), (1, 255), (2, 0)], ids=["nothing", "of a tile", "of 256 tiles"]
)
def test_a_hash_above_65_536_events_is_held_against_them(level: int | None, at: int) -> None:
    """Of 256 tiles the last is read; those before it were verified."""
    last = played(256).sealed()
    before = [sha256(b"%d" % n).digest() for n in range(255)]
    tiles = [*before, *last.kept[1]]
    log = Log(last.events, [[bytes(32)] * 256 * 255 + last.kept[0], tiles, [merkle.folded(tiles)]])
    tree = Tree(above=[[*before]], number=255)
    if level is None:
        assert verify(log, [], Start(tree=tree))[:2] == (256, 65_536)
        assert tree.above == log.kept[1:]
        return
    log.kept[level][at] = bytes(32)
    with pytest.raises(IntegrityFailure) as caught:
        verify(log, [], Start(tree=tree))
    assert caught.value.refusal.code == "seal_altered"


def test_the_last_of_65_536_tiles_becomes_a_hash_of_every_level_above() -> None:
    """In a log of 16,777,216 events, of which the last one is put in."""
    some = [sha256(b"%d" % n).digest() for n in range(256)]
    tree = Tree(above=[some[1:], some[1:]], leaves=some, number=256 * 256 - 1)
    tree.close()
    tile = merkle.folded(some)
    above = merkle.folded([*some[1:], tile])
    levels = [[*some[1:], tile], [*some[1:], above], [merkle.folded([*some[1:], above])]]
    assert tree == Tree(above=levels, number=256 * 256)


def test_a_row_of_hashes_that_ends_at_another_event_is_told(log: Log) -> None:
    ends = {0: [1, 100, 256], 1: [257, 512], 2: [600]}
    rows = {n: [(end, log.events[end - 1][0]) for end in each] for n, each in ends.items()}
    assert Log(log.events, log.kept, rows).named() == ("nothing", None)
    for number, each in rows.items():
        for nth, (end, position) in enumerate(each):
            other = [*each[:nth], (end, position + 1), *each[nth + 1 :]]
            altered = Log(log.events, log.kept, {**rows, number: other})
            assert altered.named()[0] == "seal_altered", end


def test_what_was_changed_is_looked_for_behind_what_still_holds(log: Log) -> None:
    """Whatever else was signed of that size, or of a later one."""
    wrong = Signed(
        Checkpoint("harbor-house", 400, bytes(32)), Note("of no tree"), "here", True, frozenset()
    )
    signed = [wrong, *(log.checkpoint(size) for size in (100, 256, 400, 600))]
    with pytest.raises(IntegrityFailure) as caught:
        log.verified(*signed)
    facts = caught.value.refusal.facts
    assert (caught.value.refusal.code, facts["first"], facts["last"]) == ("not_as_sealed", 257, 400)


def test_a_checkpoint_that_does_not_hold_contradicts_nobody(log: Log) -> None:
    """The store's own is no other history where the events are not those that it is over."""
    row = log.events[100]
    other = Log([*log.events[:100], (*row[:4], b"{}"), *log.events[101:]]).sealed()
    theirs = log.checkpoint(300, own=False)
    assert other.named(log.checkpoint(), theirs)[0] == "not_as_sealed"
    assert other.named(other.checkpoint(300), theirs)[0] == "histories_contradict", "of one size"


def test_a_checkpoint_that_ends_before_an_event_says_nothing_of_it(log: Log) -> None:
    row = log.events[300]
    changed = log.altered(*log.events[:300], (*row[:4], b"{}"), *log.events[301:])
    assert changed.named(log.checkpoint(300), log.checkpoint())[0] == "event_changed"
    assert changed.named(log.checkpoint(300))[0] == "event_changed"

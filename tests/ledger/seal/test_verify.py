"""Whatever is done to a log, what is named first is the event to which it was done."""

import contextlib
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock, call

import pytest

from ledger.seal import merkle
from ledger.seal.leaf import Stored
from ledger.seal.merkle import Leaves
from ledger.seal.tiles import KEEP
from ledger.seal.verify import Signed, Tree, verify
from ledger.values.errors import IntegrityFailure
from tests.ledger.seal.logs import Log, played

GOLDEN = Path(__file__).parents[2] / "golden" / "events"


@pytest.fixture(scope="module")
def log() -> Log:
    """A log of two tiles and a part of one."""
    return played(600)


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 2048, 2049, 2 * 256 + 1])
def test_a_log_that_nobody_touched_is_as_it_was_sealed(size: int) -> None:
    log = played(size)
    sizes = {0, 1, size // 2, size - 1, size} & set(range(size + 1))
    found = log.verified(*(log.checkpoint(each) for each in sizes))
    assert (found.events, found.size, found.signed) == (size, size, size)


def test_the_tree_of_a_long_log_is_that_of_its_leaves() -> None:
    """Tile after tile, two levels above the leaves."""
    leaves = [sha256(b"%d" % n).digest() for n in range(256 * 256 + 256 + 7)]
    tree, whole = Tree(), Leaves(leaves)
    for at in range(0, len(leaves), 256):
        tree.leaves = leaves[at : at + 256]
        if len(tree.leaves) == 256:
            tree.close()
            assert (tree.number, tree.leaves) == (at // 256 + 1, [])
    assert [len(row) for row in tree.above] == [257, 1]
    for size in range(len(leaves) - 7, len(leaves) + 1):
        assert merkle.root(tree, size) == merkle.root(whole, size)


def test_how_far_it_is_is_told_as_long_as_nothing_is_wrong(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By readings of a tile; how far it came only at the end of a tile, of which there are two."""
    monkeypatch.setattr("ledger.seal.verify.TILES_AT_ONCE", 1)
    tree, places = Leaves(log.kept[0]), [log.events[n][0] for n in (255, 511, 599)]
    row = log.events[300]
    altered = log.altered(*log.events[:300], (*row[:4], b"{}"), *log.events[301:])
    beside = Log(log.events, [log.kept[0], [log.kept[1][0], bytes(32)]])
    for every, held, sizes in (
        (1, log, [256, 512]),
        (2, log, [512]),
        (3, log, []),
        (1, altered, [256]),
        (1, beside, [256]),
    ):
        monkeypatch.setattr("ledger.seal.verify.READINGS_KEPT", every)
        told, reached = Mock(), Mock()
        with contextlib.suppress(IntegrityFailure):
            verify(held, [log.checkpoint()], progress=told, reached=reached)
        assert told.call_args_list == [call(place) for place in places]
        assert reached.call_args_list == [call(size, merkle.root(tree, size)) for size in sizes]


def test_what_came_after_the_seal_is_not_held_against_it(log: Log) -> None:
    """Nor is a tile that became full since."""
    grown = Log(played(800).events, log.kept)
    found = grown.verified(log.checkpoint())
    assert (found.size, found.signed) == (800, 600)
    assert grown.verified().signed == 0


def test_every_byte_of_a_small_log_is_guarded() -> None:
    """Each byte of every part of some kinds of event, turned one after the other."""
    kinds = sorted(GOLDEN.glob("*.json"))[::9]
    log = Log(
        [
            (
                3 * n + 1,
                b"table:MB-01",
                n + 1,
                kind.name.rsplit(".", 2)[0].encode(),
                kind.read_bytes(),
            )
            for n, kind in enumerate(kinds)
        ]
    ).sealed()
    signed = log.checkpoint()
    for n, (position, stream, version, topic, state) in enumerate(log.events):
        altered: list[Stored] = [
            (position, stream, version ^ 1 << bit, topic, state) for bit in range(31)
        ]
        altered += [(position, each, version, topic, state) for each in turned(stream)]
        altered += [(position, stream, version, each, state) for each in turned(topic)]
        altered += [(position, stream, version, topic, each) for each in turned(state)]
        for row in altered:
            found = Log([*log.events[:n], row, *log.events[n + 1 :]], log.kept)
            assert found.named(signed) == ("event_changed", position)
        for other in (position - 1, position + 1):
            row = (other, stream, version, topic, state)
            assert log.altered(*log.events[:n], row, *log.events[n + 1 :]).named(signed) == (
                "event_moved",
                other,
            )


def test_a_byte_of_a_large_log_is_guarded_wherever_it_is() -> None:
    """Of 100,000 events some, drawn anew in every run, each with a byte of its state another one."""
    log = played(100_000)
    signed = log.checkpoint()
    for _ in range(6):
        n = Random().randrange(100_000)
        position, stream, version, topic, state = log.events[n]
        at = Random().randrange(len(state))
        other = bytes([*state[:at], state[at] ^ 1 << Random().randrange(8), *state[at + 1 :]])
        rows = [*log.events[:n], (position, stream, version, topic, other), *log.events[n + 1 :]]
        assert Log(rows, log.kept).named(signed) == ("event_changed", position), (n, at)


def turned(part: bytes) -> list[bytes]:
    """A part with each of its bytes another one in turn, and one byte shorter or longer."""
    each = [bytes([*part[:n], byte ^ 1 << n % 8, *part[n + 1 :]]) for n, byte in enumerate(part)]
    return [*each, part[:-1], part + b" "]


def test_what_is_done_to_an_event_is_told(log: Log) -> None:
    events, signed = log.events, log.checkpoint()
    for n in (0, 1, 255, 256, 300, 598):
        row, following = events[n], events[n + 1]
        before = events[n - 1][0] if n else 0
        rest = [*events[:n], *events[n + 1 :]]
        missing = log.altered(*rest)
        assert missing.named(signed) == ("event_missing", before)
        added = (row[0] + 1, row[1], 9_999, *row[3:])
        if all(each[0] != added[0] for each in events):
            assert log.altered(*events, added).named(signed) == ("event_added", added[0])
        swapped = ((row[0], *following[1:]), (following[0], *row[1:]))
        others = [*events[:n], *events[n + 2 :]]
        assert log.altered(*others, *swapped).named(signed) == ("event_moved", following[0])
        last = (events[-1][0] + 5, *row[1:])
        assert log.altered(*rest, last).named(signed) == ("event_moved", last[0])


@pytest.mark.parametrize(("to", "of"), [(299, 400), (10, 550)])
def test_an_event_that_came_forward_is_told(log: Log, to: int, of: int) -> None:
    """By some tiles too."""
    events = log.events
    moved = (events[to][0] + 1, *events[of][1:])
    assert moved[0] not in {row[0] for row in events}
    rest = [*events[:of], *events[of + 1 :]]
    assert log.altered(*rest, moved).named(log.checkpoint()) == ("event_moved", moved[0])


def test_where_an_event_is_gone_for_good_its_place_was_changed_whatever_stands_there(
    log: Log,
) -> None:
    events = log.events
    other = (events[100][0], *events[300][1:])
    rest = [*events[:100], *events[101:300], *events[301:]]
    assert log.altered(*rest, other).named(log.checkpoint()) == ("event_changed", other[0])


@pytest.mark.parametrize("n", [0, 1, 2, 150, 255, 256, 298])
def test_an_event_that_moved_in_a_log_without_holes_is_told(n: int) -> None:
    """It stood at the very next position; so does whatever came into its place."""
    log = Log([(at, *row[1:]) for at, row in enumerate(played(300).events, 1)]).sealed()
    events, signed = log.events, log.checkpoint()
    row, rest = events[n], [*events[:n], *events[n + 1 :]]
    last = (events[-1][0] + 5, *row[1:])
    assert told(log.altered(*rest, last), signed)[1]["was"] == row[0]
    first = (0, *row[1:])
    assert told(log.altered(first, *rest), signed)[1]["was"] == row[0]
    swapped = ((row[0], *events[n + 1][1:]), (row[0] + 1, *row[1:]))
    others = [*events[:n], *events[n + 2 :]]
    assert log.altered(*others, *swapped).named(signed) == ("event_moved", row[0] + 1)


def test_an_event_that_moved_to_any_place_that_was_free_is_told() -> None:
    log = played(12)
    taken = {row[0] for row in log.events}
    for row in log.events:
        rest = [each for each in log.events if each != row]
        for place in set(range(40)) - taken:
            sentence, facts = told(log.altered(*rest, (place, *row[1:])), log.checkpoint())
            assert sentence.endswith(f", at position {place}, stood at {row[0]}.")
            assert (facts["position"], facts["was"]) == (place, row[0])


def test_a_gap_in_a_stream_says_which_event_is_missing(log: Log) -> None:
    gone = log.events[300]
    found = log.altered(*log.events[:300], *log.events[301:]).gap()
    assert found == (gone[1].decode(), gone[2])


@pytest.mark.parametrize("left", [0, 1, 255, 256, 599])
def test_a_tail_that_was_cut_off_is_told(log: Log, left: int) -> None:
    after = log.events[left - 1][0] if left else 0
    cut = Log(log.events[:left], log.kept)
    assert cut.named(log.checkpoint()) == ("log_cut_off", after)
    assert cut.named() == ("log_cut_off", after), "the hashes that are kept say so too"
    without_seal = Log(log.events[:left]).sealed()
    assert without_seal.named(log.checkpoint()) == ("log_cut_off", after)
    assert without_seal.named(log.checkpoint(own=False)) == ("older_store", None)


def test_a_hash_that_was_altered_is_told_from_an_event_that_was(log: Log) -> None:
    for level, at in ((0, 0), (0, 300), (0, 599), (1, 0), (1, 1)):
        kept = [list(row) for row in log.kept]
        kept[level][at] = bytes(32)
        assert Log(log.events, kept).named(log.checkpoint())[0] == "seal_altered"
    shorter = Log(log.events, [log.kept[0][:256], log.kept[1][:1]])
    assert shorter.named(log.checkpoint())[0] == "seal_altered"
    of_events = "The events are those that were signed, but"
    leaf = Log(log.events, [[*log.kept[0][:300], bytes(32), *log.kept[0][301:]], log.kept[1]])
    assert told(leaf, log.checkpoint())[0] == (
        f"{of_events} the hash of leaf 300 is not what was signed."
    )
    assert told(shorter, log.checkpoint())[0] == (
        f"{of_events} hashes that are kept beside the events are missing or were changed."
    )


def test_events_and_hashes_changed_together_break_the_next_signature(log: Log) -> None:
    row = log.events[300]
    other = Log([*log.events[:300], (*row[:4], b"{}"), *log.events[301:]]).sealed()
    signed = [log.checkpoint(size) for size in (100, 256, 400, 600)]
    assert other.named(*signed)[0] == "not_as_sealed"
    assert other.named() == ("nothing", None), "nobody can tell without a signature"


def test_two_histories_are_told_with_their_evidence(log: Log) -> None:
    row = log.events[100]
    other = Log([*log.events[:100], (*row[:4], b"{}"), *log.events[101:]]).sealed()
    theirs = log.checkpoint(300, own=False)
    assert other.named(other.checkpoint(), theirs)[0] == "histories_contradict"
    assert other.named(theirs)[0] == "not_as_sealed", "one signature contradicts nothing"
    nobodys = other.checkpoint(key=b"evil")
    assert other.named(nobodys, theirs)[0] == "not_as_sealed", "nor does another key's"


EVIDENCE = "Keep both notes and the proof: they are the evidence, and need no store."


def told(log: Log, *signed: Signed) -> tuple[str, dict[str, Any]]:
    """What is said of it, the code apart: the sentence and all its facts."""
    with pytest.raises(IntegrityFailure) as caught:
        log.verified(*signed)
    step = caught.value.refusal.next_step
    assert step == (EVIDENCE if caught.value.refusal.code == "histories_contradict" else KEEP)
    return caught.value.refusal.message, dict(caught.value.refusal.facts)


def test_what_is_named_is_told_with_its_place_and_its_facts(log: Log) -> None:
    events, signed = log.events, log.checkpoint()
    row, place = events[300], events[299][0]
    of = {"stream": row[1].decode(), "version": row[2]}
    here = {"leaf": 300, "after_position": place}
    event = {**here, **of, "topic": "table.seat_taken", "position": row[0]}
    what = f"Event {row[2]} of {of['stream']}, table.seat_taken, at position {row[0]:,},"

    changed = log.altered(*events[:300], (*row[:4], b"{}"), *events[301:])
    assert told(changed, signed) == (
        f"{what} is not what was recorded.",
        {**event, "signed": True},
    )
    assert changed.named(signed)[0] == "event_changed"
    assert told(changed)[1] == {**event, "signed": False}, "no checkpoint is over it"
    added = (row[0] + 1, row[1], 9_999, *row[3:])
    assert told(log.altered(*events, added), signed) == (
        f"Event 9999 of {of['stream']}, table.seat_taken, at position {added[0]:,}, was not in the log.",
        {
            **event,
            "leaf": 301,
            "after_position": row[0],
            "version": 9_999,
            "position": added[0],
            "signed": True,
        },
    )
    assert told(Log(events[:590], log.kept), signed)[0] == (
        f"The log ends at position {events[589][0]:,}; sealed after it and gone: 10 events."
    )
    assert told(log.altered(*events[:300], *events[301:]), signed) == (
        f"After position {place:,} event {row[2]} of {of['stream']} is missing.",
        {**here, **of, "signed": True},
    )
    # The last one of its stream leaves no gap in it.
    assert told(log.altered(*events[:597], *events[598:]), signed) == (
        f"After position {events[596][0]:,} an event is missing.",
        {"leaf": 597, "after_position": events[596][0], "signed": True},
    )
    moved = (events[-1][0] + 5, *row[1:])
    sentence, facts = told(log.altered(*events[:300], *events[301:], moved), signed)
    assert sentence == f"{what.replace(f'{row[0]:,}', f'{moved[0]:,}')} stood at {row[0]:,}."
    assert facts == {**event, "position": moved[0], "was": row[0], "signed": True}


def test_what_is_stored_as_no_name_is_told_as_it_can_be(log: Log) -> None:
    row = log.events[0]
    for stream, shown in ((b"table:\xff", "table:\ufffd"), (None, "None")):
        odd: Any = (row[0], stream, *row[2:])
        sentence, facts = told(log.altered(odd, *log.events[1:]))
        assert sentence.startswith(f"Event 1 of {shown}, table.seat_taken, at position 1,")
        assert facts["stream"] == shown


def test_what_is_gone_from_the_end_is_told_with_how_much(log: Log) -> None:
    place = log.events[589][0]
    cut = Log(log.events[:590]).sealed()
    facts = {"sealed_events": 600, "events": 590}
    assert told(cut, log.checkpoint()) == (
        f"The log ends at position {place:,}; sealed after it and gone: 10 events.",
        {**facts, "after_position": place, "gone": 10},
    )
    theirs = log.checkpoint(own=False)
    sentence, found = told(cut, theirs)
    assert sentence == (
        "The checkpoint of the test is of 600 events; this store has 590 and nothing in it says that there were more:"
        " an older copy was put back, or the end was cut off with its seal."
    )
    assert found == {**facts, "checkpoint": theirs.note.written()}


def test_what_was_changed_with_its_hash_is_told_between_two_checkpoints(log: Log) -> None:
    row = log.events[300]
    other = Log([*log.events[:300], (*row[:4], b"{}"), *log.events[301:]]).sealed()
    signed = [log.checkpoint(size) for size in (100, 256, 400, 600)]
    sentence, facts = told(other, *signed)
    assert sentence.startswith("Among the events 257 to 400 of the log is one")
    assert facts == {"first": 257, "last": 400, "checkpoint": signed[2].note.written()}
    assert told(other, signed[3])[1]["first"] == 1, "nothing before it is known to be as it was"


@pytest.mark.parametrize("size", [100, 255, 300, 512])
def test_two_histories_are_proved_to_contradict_by_what_is_printed_alone(
    log: Log, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.seal.verify.TILES_AT_ONCE", 1)
    row = log.events[50]
    other = Log([*log.events[:50], (*row[:4], b"{}"), *log.events[51:]]).sealed()
    ours, theirs = other.checkpoint(), log.checkpoint(size, own=False)
    sentence, facts = told(other, ours, theirs)
    assert sentence == (
        f"Two histories of harbor-house were signed: the first {size} events of one are not those of the other."
    )
    assert facts["one"].strip() == theirs.note.written().strip()
    assert facts["other"].strip() == ours.note.written().strip()
    root = b64decode(facts["root_of_other_at_size_of_one"])
    assert root != theirs.checkpoint.root
    proof = [b64decode(each) for each in facts["proof"]]
    assert merkle.extends(size, 600, proof, root, ours.checkpoint.root)
    assert not merkle.extends(size, 600, proof, theirs.checkpoint.root, ours.checkpoint.root)

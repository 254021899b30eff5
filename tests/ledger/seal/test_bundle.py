"""A proof as it travels: whatever is changed in its file, it is no proof any more, and it is said why."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ledger.seal import bundle, checkpoint, merkle
from ledger.seal import note as signed_note
from ledger.seal.leaf import hash_of
from ledger.seal.merkle import Leaves
from ledger.seal.note import Key
from ledger.values.errors import IntegrityFailure
from tests.ledger.seal.logs import played
from tests.sealing import LOG, LOG_PRIVATE

EVENTS = played(5).events
TREE = Leaves([hash_of(row) for row in EVENTS])
NOTE = checkpoint.make("harbor-house", 5, merkle.root(TREE, 5), signed_note.signer_of(LOG_PRIVATE))
PROOF = bundle.prove("round:MB-01:1", TREE, NOTE, [(1, EVENTS[1]), (3, EVENTS[3])])
KEYS = [Key.read(LOG)]


def why_not(content: bytes) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(IntegrityFailure) as refused:
        bundle.opened(content, KEYS)
    found = refused.value.refusal
    return found.code, found.message, dict(found.facts)


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    found = msgspec.to_builtins(PROOF)
    change(found)
    return msgspec.json.encode(found)


def test_a_proof_is_opened_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bundle.written(PROOF)
    monkeypatch.setattr(bundle, "MOST_BYTES", len(content))
    found, made, note = bundle.opened(content, KEYS)
    assert (found, made.size, note) == (PROOF, 5, NOTE)
    assert [each.row for each in found.events] == [EVENTS[1], EVENTS[3]]
    monkeypatch.setattr(bundle, "MOST_BYTES", len(content) - 1)
    assert why_not(content)[1] == "That is not a proof: it is too long."


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda x: x.update(format="pit-ledger-proof/v0"), "it is of another form, or empty"),
        (lambda x: x.update(events=[]), "it is of another form, or empty"),
        (lambda x: x.update(more=1), "it cannot be read, or is not whole"),
        (lambda x: x["events"].reverse(), "its events are not in the order of the log"),
        (
            lambda x: x["events"].insert(0, x["events"][0]),
            "its events are not in the order of the log",
        ),
        (lambda x: x["events"][0].update(leaf=-1), "its events are not in the order of the log"),
    ],
)
def test_what_is_no_proof_is_told_why(change: Callable[[dict[str, Any]], object], why: str) -> None:
    code, sentence, facts = why_not(changed(change))
    assert (code, sentence, facts) == ("proof_malformed", f"That is not a proof: {why}.", {})
    with pytest.raises(IntegrityFailure) as refused:
        bundle.opened(changed(change), KEYS)
    assert refused.value.refusal.next_step == (
        "Give the file as it was written by pit audit prove, or pit audit seal --since."
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda x: x.update(state="{}"),
        lambda x: x.update(leaf=2),
        lambda x: x["proof"].pop(),
        lambda x: x["proof"].append(x["proof"][0]),
        lambda x: x.update(proof=["!!!!"]),
        lambda x: x["proof"].insert(0, x["proof"].pop(0).replace("=", "\n=")),
    ],
)
def test_an_event_whose_way_to_the_root_is_none_is_not_in_the_log(
    change: Callable[[dict[str, Any]], object],
) -> None:
    row = EVENTS[1]
    code, sentence, facts = why_not(changed(lambda x: change(x["events"][0])))
    assert code == "not_in_the_log"
    assert sentence == (
        f"Event 1 of table:MB-01 at position {row[0]} is not shown to be in the log of harbor-house."
    )
    assert facts == {"stream": "table:MB-01", "version": 1, "position": row[0]}

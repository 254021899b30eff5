"""What travels to a witness is read as it was written; anything else is no proof."""

from hashlib import sha256

import pytest

from ledger.seal import checkpoint, travelling
from ledger.seal import note as signed_note
from ledger.values.errors import IntegrityFailure
from tests.sealing import LOG_PRIVATE

NOTE = checkpoint.make("harbor-house", 7, bytes(32), signed_note.signer_of(LOG_PRIVATE))
HASHES = [sha256(b"%d" % n).digest() for n in range(64)]
LINE = "A" * 43 + "="


@pytest.mark.parametrize(("old", "hashes"), [(1, 1), (7, 0), (10**18, 3), (10**19 - 1, 63)])
def test_a_checkpoint_is_read_with_its_proof_as_it_was_written(old: int, hashes: int) -> None:
    written = travelling.written(NOTE, old, HASHES[:hashes])
    assert written.startswith(f"old {old}\n")
    found = travelling.read(written.encode())
    assert (found.note, found.old, found.proof) == (NOTE, old, HASHES[:hashes])
    assert found.checkpoint == checkpoint.read(NOTE)


def test_where_nothing_is_to_be_proved_the_note_stands_alone() -> None:
    written = travelling.written(NOTE, 0, [])
    assert written == NOTE.written()
    assert travelling.read(written.encode()) == (NOTE, checkpoint.read(NOTE), 0, [])


@pytest.mark.parametrize(
    "head",
    [
        *(f"old {size}" for size in ("", "-1", "+1", "1 ", "0x1", "1e3", "²", "9" * 20)),
        "old 1\n" + "\n".join([LINE] * 64),
        *(f"old 1\n{line}" for line in ("A" * 43, LINE[1:], "A" * 42 + "B=", "*" * 44)),
        f"old 1\n{LINE} ",
    ],
)
def test_what_is_no_proof_is_refused(head: str) -> None:
    with pytest.raises(IntegrityFailure) as caught:
        travelling.read(f"{head}\n\n{NOTE.written()}".encode())
    assert caught.value.refusal.code == "proof_malformed"


def test_a_proof_that_is_no_text_is_refused() -> None:
    with pytest.raises(IntegrityFailure) as caught:
        travelling.read(b"old 1\n\xff\n\n" + NOTE.written().encode())
    found = caught.value.refusal
    assert (found.code, found.facts) == ("proof_malformed", {})
    assert found.message == (
        "That is not a proof: what stands above the checkpoint cannot be read."
    )
    assert found.next_step == (
        "Give the file as it was written by pit audit prove, or pit audit seal --since."
    )

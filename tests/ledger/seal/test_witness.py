"""A witness who is asked twice at once signs one history: what is checked and what is remembered is one step."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from ledger.seal import checkpoint, travelling, witness
from ledger.seal import note as signed_note
from ledger.seal.memory import Memory
from ledger.values.errors import IntegrityFailure
from tests.sealing import LOG_PRIVATE, WITNESS_PRIVATE

LOG = signed_note.signer_of(LOG_PRIVATE)
ASKED = 8


def test_of_histories_that_contradict_each_other_one_is_signed(tmp_path: Path) -> None:
    def asked(n: int) -> str:
        made = checkpoint.make("harbor-house", 3, bytes([n]) * 32, LOG)
        travelled = travelling.read(made.written().encode())
        signer = signed_note.signer_of(WITNESS_PRIVATE)
        try:
            witness.cosign(travelled, LOG.key, signer, Memory(tmp_path / "w.key"), 1_700_000_000)
        except IntegrityFailure as error:
            facts = error.refusal.facts
            # Both notes, each complete in itself.
            for note in (facts["one"], facts["other"]):
                checkpoint.opened(str(note).removeprefix("\n").encode(), LOG.key)
            assert facts["one"] != facts["other"]
            return error.refusal.code
        return "signed"

    with ThreadPoolExecutor(ASKED) as pool:
        said = list(pool.map(asked, range(ASKED)))
    assert sorted(said) == [*["histories_contradict"] * (ASKED - 1), "signed"]


def test_a_log_goes_on_from_the_empty_one_as_it_is_and_from_one_event_by_a_proof(
    tmp_path: Path,
) -> None:
    def asked(memory: str, size: int, root: bytes) -> str:
        made = checkpoint.make("harbor-house", size, root, LOG)
        travelled = travelling.read(made.written().encode())
        signer = signed_note.signer_of(WITNESS_PRIVATE)
        try:
            witness.cosign(travelled, LOG.key, signer, Memory(tmp_path / memory), 1_700_000_000)
        except IntegrityFailure as error:
            return error.refusal.code
        return "signed"

    nothing, one, more = sha256(b"").digest(), bytes(32), bytes([1]) * 32
    assert [asked("a.key", 0, nothing), asked("a.key", 3, more)] == ["signed", "signed"]
    assert [asked("b.key", 1, one), asked("b.key", 3, more)] == ["signed", "proof_missing"]

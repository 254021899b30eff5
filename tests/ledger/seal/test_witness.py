"""A witness who is asked twice at once, or killed meanwhile, signs one history: what is checked and what is remembered
is one step.
"""

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.seal import checkpoint, travelling, witness
from ledger.seal import note as signed_note
from ledger.seal.memory import Memory
from ledger.seal.note import Signer
from ledger.seal.travelling import Travelled
from ledger.values.errors import IntegrityFailure
from tests.forked import SERVER
from tests.sealing import LOG_PRIVATE, NEXT_PRIVATE, WITNESS_PRIVATE

LOG = signed_note.signer_of(LOG_PRIVATE)
ASKED = 8
CONTRADICT = (
    "Two histories of harbor-house were signed: its first 2 events are said to be others than those that you witnessed."
    " Keep both notes: they are the evidence, and need no store."
)
NOT_ON = (
    "The log does not go on from what was sealed: {} you witnessed."
    " Sign nothing, keep both files, and have the store verified against yours: pit audit verify --against."
)
MOST = 100
"""Calls of the system that no signature comes to."""


def asked(key: Path, n: int) -> str:
    """What comes of it where a witness is asked to sign a history, one of many that contradict each other."""
    return signing(key, 3, bytes([n]) * 32)


def signing(
    key: Path, size: int, root: bytes, origin: str = "harbor-house", log: Signer = LOG
) -> str:
    """What comes of it where a witness is asked to sign a checkpoint without a proof that it goes on."""
    made = checkpoint.make(origin, size, root, log)
    travelled = travelling.read(made.written().encode())
    signer = signed_note.signer_of(WITNESS_PRIVATE)
    try:
        witness.cosign(travelled, log.key, signer, Memory(key), 1_700_000_000)
    except IntegrityFailure as error:
        refusal = error.refusal
        if refusal.code == "histories_contradict":
            # Both notes, each complete in itself.
            notes = {str(refusal.facts[each]).removeprefix("\n") for each in ("one", "other")}
            assert len(notes) == 2
            for note in notes:
                checkpoint.opened(note.encode(), LOG.key)
        return refusal.code
    return "signed"


def test_of_histories_that_contradict_each_other_one_is_signed(tmp_path: Path) -> None:
    with ThreadPoolExecutor(ASKED) as pool:
        said = list(pool.map(lambda n: asked(tmp_path / "w.key", n), range(ASKED)))
    assert sorted(said) == [*["histories_contradict"] * (ASKED - 1), "signed"]


def test_what_another_key_signs_under_the_name_of_a_log_accuses_nobody(tmp_path: Path) -> None:
    other = signed_note.signer_of(signed_note.generate("harbor-house", signed_note.ED25519))
    assert signing(tmp_path / "w.key", 3, bytes(32)) == "signed"
    assert signing(tmp_path / "w.key", 3, bytes([1]) * 32, log=other) == "log_does_not_go_on"


def test_a_log_is_known_by_the_name_of_its_key_alone(tmp_path: Path) -> None:
    """Under another name a second history would be the first one seen."""
    assert signing(tmp_path / "w.key", 3, bytes(32)) == "signed"
    assert signing(tmp_path / "w.key", 3, bytes([1]) * 32, "elsewhere") == "other_origin"


@pytest.mark.parametrize(
    ("size", "private", "code", "told"),
    [
        (
            2,
            LOG_PRIVATE,
            "histories_contradict",
            CONTRADICT,
        ),
        (
            2,
            NEXT_PRIVATE,
            "log_does_not_go_on",
            NOT_ON.format("another key signed other events than those that"),
        ),
        (
            3,
            LOG_PRIVATE,
            "log_does_not_go_on",
            NOT_ON.format("the proof does not lead from the 2 events that"),
        ),
    ],
)
def test_why_a_witness_signs_nothing_is_told_with_what_they_have(
    tmp_path: Path, size: int, private: str, code: str, told: str
) -> None:
    """The note that they signed; of a contradiction the other one too."""
    memory = Memory(tmp_path / "w.key")
    signer, log = (signed_note.signer_of(each) for each in (WITNESS_PRIVATE, private))
    seen = checkpoint.cosign(checkpoint.make("harbor-house", 2, bytes(32), LOG), 1, signer)
    with memory.held() as held:
        held.put("harbor-house", seen)
    note = checkpoint.make("harbor-house", size, bytes([1]) * 32, log)
    travelled = Travelled(note, checkpoint.read(note), 2, [])
    with pytest.raises(IntegrityFailure) as refused:
        witness.cosign(travelled, log.key, signer, memory, 2)
    found = refused.value.refusal
    assert (found.code, f"{found.message} {found.next_step}") == (code, told)
    if code == "histories_contradict":
        assert found.facts == {"one": f"\n{seen.written()}", "other": f"\n{note.written()}"}
    else:
        assert found.facts == {"sealed_events": 2, "checkpoint": seen.written()}


def test_a_log_goes_on_from_the_empty_one_as_it_is_and_from_one_event_by_a_proof(
    tmp_path: Path,
) -> None:
    nothing, one, more = sha256(b"").digest(), bytes(32), bytes([1]) * 32
    a, b = tmp_path / "a.key", tmp_path / "b.key"
    assert [signing(a, 0, nothing), signing(a, 3, more)] == ["signed", "signed"]
    assert [signing(b, 1, one), signing(b, 3, more)] == ["signed", "proof_missing"]
    assert signing(b, 1, one) == "signed", "it is where it was"


def killed(key: Path, after: int) -> None:
    """Asked of the first history, and killed before its so-manieth use of a file."""
    left = after

    def counted(event: str, _: object) -> None:
        nonlocal left
        if event == "open" or event.startswith(("os.", "fcntl.")):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(counted)
    asked(key, 1)
    os._exit(0)


def test_a_witness_killed_wherever_it_is_signs_no_other_history_than_it_remembers(
    tmp_path: Path,
) -> None:
    remembered: list[bool] = []
    for after in range(1, MOST):
        key = tmp_path / str(after)
        process = SERVER.Process(target=killed, args=(key, after))
        process.start()
        process.join()
        with Memory(key).held() as seen:
            remembered.append(seen.get("harbor-house") is not None)
        assert asked(key, 2) == ("histories_contradict" if remembered[-1] else "signed")
        assert asked(key, 2 - remembered[-1]) == "signed", "again"
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
    # It is told to nobody before it is remembered.
    assert remembered == sorted(remembered)
    assert (remembered[0], remembered[-2:]) == (False, [True, True])


def test_a_memory_without_an_end_is_not_read_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.seal.memory.MOST_BYTES", 100)
    memory = Memory(tmp_path / "witness.key")
    memory.place.symlink_to("/dev/zero")
    with pytest.raises(IntegrityFailure) as refused, memory.held():
        pass
    assert refused.value.refusal.code == "memory_unreadable"


def test_a_memory_that_was_made_and_never_written_is_empty_and_one_of_another_shape_is_none(
    tmp_path: Path,
) -> None:
    memory = Memory(tmp_path / "witness.key")
    memory.place.touch()
    with memory.held() as seen:
        assert seen.get("harbor-house") is None
    for content in ('["harbor-house"]', '{"harbor-house": 1}', "{"):
        memory.place.write_text(content, encoding="utf-8")
        with pytest.raises(IntegrityFailure) as refused, memory.held():
            pass
        assert refused.value.refusal.code == "memory_unreadable"

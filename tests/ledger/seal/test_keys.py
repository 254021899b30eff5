"""Key files, and what is told of a command that should sign and does not."""

import subprocess
from base64 import encodebytes
from pathlib import Path
from unittest.mock import Mock

import pytest

from ledger.seal import keys
from ledger.seal import note as signed_note
from ledger.values.errors import Misused
from tests.sealing import LOG, LOG_PRIVATE, OTHER_PRIVATE

MESSAGE = b"what is signed"


def written(place: Path, content: bytes) -> Path:
    """A key file."""
    place.write_bytes(content)
    return place


def test_a_file_that_is_no_text_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(Misused) as refused:
        keys.read(written(tmp_path / "a.key", b"\xff"))
    assert refused.value.refusal.code == "bad_key"


def test_a_command_whose_quotation_marks_are_not_closed_signs_nothing(tmp_path: Path) -> None:
    with pytest.raises(Misused) as refused:
        keys.read(written(tmp_path / "a.key", f"{LOG}\nsign 'it".encode()))
    found = refused.value.refusal
    assert (found.code, found.facts) == (
        "signing_failed",
        {"reason": "its quotation marks are not closed"},
    )


@pytest.mark.parametrize(
    ("private", "line_by_line", "reason"),
    [
        (LOG_PRIVATE, True, "Error"),
        (OTHER_PRIVATE, False, "its answer is no signature of this key"),
    ],
    ids=["in two lines", "of another key"],
)
def test_a_command_answers_with_one_line_that_the_key_signed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    private: str,
    line_by_line: bool,
    reason: str,
) -> None:
    answer = encodebytes(signed_note.signer_of(private).sign(MESSAGE))
    assert answer.count(b"\n") == 2
    said = answer if line_by_line else answer.replace(b"\n", b"")
    monkeypatch.setattr(subprocess, "run", Mock(return_value=Mock(stdout=said)))
    signer = keys.read(written(tmp_path / "a.key", f"{LOG}\nsign it".encode()))
    with pytest.raises(Misused) as refused:
        signer.sign(MESSAGE)
    found = refused.value.refusal
    assert (found.code, found.facts) == ("signing_failed", {"reason": reason})

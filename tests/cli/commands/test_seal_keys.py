"""The property's own key, and the one that takes over: named in the log, handed over with two signatures, verified."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.seal import checkpoint, merkle, sealing
from ledger.seal import note as signed_note
from ledger.seal.tiles import Kept
from ledger.store.engine import begin_write, make_engine
from ledger.store.tables import checkpoints
from tests.cli.commands.test_month import DAYS, play_june, signed
from tests.cli.conftest import Terminal, typed_once_at_nothing
from tests.cli.sealing import seal, write_keys
from tests.sealing import LOG, LOG_PRIVATE, NEXT, NEXT_PRIVATE, WITNESS

NAMES_NEXT = ("property", "set", f"seal-key={NEXT}")
HANDS_OVER = ("audit", "seal", "--key", "next.key", "--old", "log.key", "--out", "both.checkpoint")


@typed_once_at_nothing
def june(bare: Terminal) -> None:
    """A month that is over, whose days nobody has signed."""
    play_june(bare)


def found(terminal: Terminal, *keys: str, exit_code: int = 0) -> dict[str, Any]:
    """What a verification with some public keys says."""
    named = [word for key in keys for word in ("--key", key)]
    result = terminal.run("audit", "verify", "--hashes", "--json", *named)
    assert result.exit_code == exit_code, result.output
    answer: dict[str, Any] = (
        json.loads(result.stderr)["error"] if exit_code else json.loads(result.stdout)
    )
    return answer


@pytest.fixture
def handed_over(terminal: Terminal) -> Terminal:
    """A log that was sealed under one key, then by both, then under the next."""
    write_keys()
    seal(terminal)
    terminal.does(*NAMES_NEXT)
    terminal.does(*HANDS_OVER)
    terminal.does("property", "set", "late-after=20")
    terminal.does("audit", "seal", "--key", "next.key", "--out", "next.checkpoint")
    return terminal


def test_decision_45_a_key_takes_over_with_the_signature_of_the_one_before(
    handed_over: Terminal,
) -> None:
    both = signed_note.read(Path("both.checkpoint").read_bytes())
    assert [each.key.hex() for each in both.signatures] == [
        key.split("+")[1] for key in (NEXT, LOG)
    ]
    for keys in ((), (LOG,), (NEXT,), (LOG, NEXT)):
        verified = found(handed_over, *keys)
        assert (verified["checkpoints"], verified["took_over_alone"]) == (3, [])
        assert set(verified["keys"]) == {LOG, NEXT}
    error = handed_over.is_refused("audit", "seal", "--key", "log.key")
    assert error["code"] == "other_seal_key", "the key before is out"
    handed_over.does("audit", "seal", "--key", "next.key")


def test_the_key_before_remembers_that_it_handed_over(terminal: Terminal) -> None:
    write_keys()
    seal(terminal)
    terminal.does(*NAMES_NEXT)
    terminal.does(*HANDS_OVER)
    assert Path("log.key.seen").read_text() == Path("next.key.seen").read_text()


def test_a_key_that_the_property_did_not_name_takes_nothing_over(terminal: Terminal) -> None:
    write_keys()
    seal(terminal)
    error = terminal.is_refused(*HANDS_OVER)
    assert error["code"] == "key_not_handed_over"
    assert not Path("next.key.seen").exists()


def test_decision_45_a_key_that_took_over_alone_is_named_for_good(terminal: Terminal) -> None:
    write_keys()
    seal(terminal)
    terminal.does(*NAMES_NEXT)
    terminal.does("audit", "seal", "--key", "next.key", "--old-lost")
    for keys in ((), (LOG,), (NEXT,)):
        error = found(terminal, *keys, exit_code=5)
        assert error["code"] == "key_not_handed_over"
        assert error["facts"]["key"] == NEXT
    assert found(terminal, LOG, NEXT)["took_over_alone"] == [NEXT]
    told = terminal.does("audit", "verify", "--hashes", "--key", LOG, "--key", NEXT)
    assert f"  {NEXT} took over without the signature of the key before it.\n" in told


def put(terminal: Terminal, *private: str, below: signed_note.Note | None = None) -> None:
    """A checkpoint is put into the store behind the ledger's back. below: a note under which a signature is put."""
    engine = make_engine(terminal.url)
    signers = [signed_note.signer_of(each) for each in private]
    sealing.follow(engine)
    with begin_write(engine) as connection:
        tree = Kept(connection)
        root = merkle.root(tree, tree.size)
        made = checkpoint.make("harbor-house", tree.size, root, *signers)
        if below is not None:
            made = below.with_signature(signed_note.sign(below.text, signers[0]).signatures[0])
        row = {"size": checkpoint.read(made).size, "key": signers[0].key.written()}
        connection.execute(
            sa.insert(checkpoints), [{**row, "note": made.written(), "recorded_at": 2**60}]
        )
    engine.dispose()


def test_a_signature_that_was_put_below_a_note_of_the_key_before_hands_nothing_over(
    terminal: Terminal,
) -> None:
    """Whoever has the database has the note of the key before, and can put theirs beside its signature."""
    write_keys()
    place = seal(terminal)
    put(terminal, NEXT_PRIVATE, below=signed_note.read(place.read_bytes()))
    assert found(terminal, LOG, exit_code=5)["code"] == "key_not_handed_over"
    # Nor where the event that names it is put behind what was signed.
    terminal.does(*NAMES_NEXT)
    put(terminal, NEXT_PRIVATE)
    assert found(terminal, LOG, exit_code=5)["code"] == "key_not_handed_over"


def test_a_checkpoint_under_a_key_that_is_out_is_named(handed_over: Terminal) -> None:
    handed_over.does("property", "set", "late-after=25")
    put(handed_over, LOG_PRIVATE)
    assert found(handed_over, LOG, NEXT, exit_code=5)["code"] == "other_seal_key"


def close(what: str) -> list[str]:
    return shlex.split(f"--by A-1 day close {what} --second A-2 --yes")


def test_a_day_and_a_month_close_under_the_propertys_key_alone(
    june: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    signed(june, DAYS[0])
    june.does(*NAMES_NEXT)
    found = june.run("day", "reconcile", DAYS[1], "--json")
    ids = [each["id"] for each in json.loads(found.stdout)]
    june.does("day", "acknowledge", DAYS[1], *ids, "--reason", "seen")
    before = june.everything()
    for more in ([], ["--dry-run"]):
        assert june.is_refused(*close(DAYS[1]), *more)["code"] == "other_seal_key"
    monkeypatch.delenv("PIT_SEAL_KEY")
    assert june.is_refused(*close(DAYS[1]))["code"] == "other_seal_key", "nor under none"
    assert june.everything() == before
    june.does(*HANDS_OVER)
    monkeypatch.setenv("PIT_SEAL_KEY", "next.key")
    june.does(*close(DAYS[1]))
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    assert june.is_refused(*close("--month 2026-06"))["code"] == "other_seal_key"
    monkeypatch.setenv("PIT_SEAL_KEY", "next.key")
    june.does(*close("--month 2026-06"))
    verified = june.json("audit", "verify", "--key", LOG)
    assert (verified["took_over_alone"], verified["unsealed"]) == ([], 0)


@pytest.mark.parametrize(
    ("typed", "code"),
    [("harbor-house", "bad_key"), (f"{LOG[:-1]}X", "bad_key"), (WITNESS, "wrong_kind_of_key")],
)
def test_a_key_that_cannot_seal_is_not_named(on_file: Terminal, typed: str, code: str) -> None:
    result = on_file.run("property", "set", f"seal-key={typed}", "--json")
    assert (result.exit_code, json.loads(result.stderr)["error"]["code"]) == (2, code)


def test_the_key_that_is_named_is_shown_and_can_be_none(on_file: Terminal) -> None:
    on_file.does("property", "set", f"seal-key={LOG}")
    assert on_file.json("property", "show")["seal_key"] == LOG
    assert f"  seal key {LOG}\n" in on_file.does("property", "show")
    on_file.does("property", "set", "seal-key=none")
    assert "  seal key none\n" in on_file.does("property", "show")

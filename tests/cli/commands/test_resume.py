"""A verification that was stopped goes on where it was, and believes no more than what it found itself."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal import note as signed_note
from ledger.seal import verify as seal_verify
from ledger.seal.note import Key
from ledger.seal.unfinished import Unfinished
from ledger.store.engine import begin_write, make_engine
from ledger.store.tables import events as log
from ledger.values.errors import IntegrityFailure, Misused
from ledger.values.progress import Progress
from projections.queries import check_rounds
from projections.queries.check_streams import Streams
from projections.queries.verify import Audited, Given, verify
from tests.cli.conftest import Terminal
from tests.cli.sealing import seal, write_keys
from tests.ledger.seal.logs import played
from tests.sealing import LOG

TILES = 5
PLACE = Path("part.json")
RESUME = ("audit", "verify", "--key", LOG, "--resume", str(PLACE))


@pytest.fixture
def long(on_file: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A sealed log of some tiles and a few events more; how far one comes is kept after each tile."""
    monkeypatch.setattr(seal_verify, "TILES_AT_ONCE", 1)
    monkeypatch.setattr(seal_verify, "READINGS_KEPT", 1)
    write_keys()
    seal(on_file, out="first.checkpoint")
    names = ("position", "originator_id", "originator_version", "topic", "state")
    rows = [
        dict(
            zip(names, (row[0] + 1, row[1].decode(), row[2], row[3].decode(), row[4]), strict=True)
        )
        for row in played(TILES * 256 + 7).events
    ]
    engine = make_engine(on_file.url)
    with begin_write(engine) as connection:
        connection.execute(sa.insert(log), rows)
    engine.dispose()
    seal(on_file)
    return on_file


def hashed(terminal: Terminal, progress: Progress | None = None, *against: Given) -> Audited:
    """The log's hashes verified, from where it is kept how far that came."""
    with Ledger(terminal.url) as ledger:
        return verify(
            ledger,
            [Key.read(LOG)],
            against,
            hashes_only=True,
            unfinished=Unfinished(PLACE),
            progress=progress,
        )


def stopped(terminal: Terminal, after: int) -> None:
    """The same, stopped by Ctrl-C after so many readings."""
    left = after

    def counted(*_: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hashed(terminal, counted)


@pytest.mark.parametrize("after", range(1, TILES + 1))
def test_what_was_hashed_is_not_hashed_again(long: Terminal, after: int) -> None:
    stopped(long, after)
    assert PLACE.stat().st_mode & 0o777 == 0o600
    found = hashed(long)
    assert found.verified_before == after * 256
    assert found.events == TILES * 256 + 8 - found.verified_before
    assert not PLACE.exists(), "all is verified"


def test_it_is_stopped_more_than_once(long: Terminal) -> None:
    for _ in range(TILES):
        stopped(long, 1)
    found = json.loads(long.does(*RESUME, "--hashes", "--json"))
    assert (found["verified_before"], found["events"]) == (TILES * 256, 8)


def test_what_is_wrong_is_found_however_often_it_is_stopped(long: Terminal) -> None:
    position = long.everything()[300].id
    change(long, f"UPDATE events SET state = x'7b7d' WHERE position = {position}")
    for _ in range(2):
        stopped(long, TILES)
        assert Unfinished(PLACE).reached.size == 256, "the tile before the one with the fault"
    with pytest.raises(IntegrityFailure) as fault:
        hashed(long)
    assert (fault.value.refusal.code, fault.value.refusal.facts["position"]) == (
        "event_changed",
        position,
    )


def change(terminal: Terminal, *statements: str) -> None:
    """Change the store behind the ledger's back."""
    engine = make_engine(terminal.url)
    with begin_write(engine) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in connection.exec_driver_sql(query).all():
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        for each in statements:
            connection.exec_driver_sql(each)
    engine.dispose()


def test_it_goes_on_only_where_the_store_still_leads_there(long: Terminal) -> None:
    stopped(long, 3)
    kept = PLACE.read_bytes()
    reached = json.loads(kept)
    for wrong in (
        {**reached, "size": 512},
        {**reached, "size": 10**9},
        {**reached, "root": reached["root"].swapcase()},
    ):
        PLACE.write_text(json.dumps(wrong))
        with pytest.raises(IntegrityFailure) as fault:
            hashed(long)
        assert fault.value.refusal.code == "not_as_sealed"
    PLACE.write_bytes(kept)
    change(
        long,
        "UPDATE seal_hashes SET hashes = zeroblob(length(hashes)) WHERE level = 1",
    )
    with pytest.raises(IntegrityFailure):
        hashed(long)


def test_a_checkpoint_of_what_was_verified_before_is_held_against_it(long: Terminal) -> None:
    own = Given(Path("first.checkpoint").read_bytes(), "in first.checkpoint")
    stopped(long, 2)
    hashed(long, None, own)
    stopped(long, 2)
    key = signed_note.signer_of(Path("log.key").read_text())
    text = signed_note.read(own.content).text.replace("\n1\n", "\n2\n")
    other = Given(signed_note.sign(text, key).written().encode(), "in other.checkpoint")
    with pytest.raises(IntegrityFailure) as fault:
        hashed(long, None, other)
    assert fault.value.refusal.code == "not_as_sealed"


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"format":"other"}', '{"size":-256}', '{"size":256,"root":"AA=="}', '{"more":1}'],
)
def test_a_file_that_is_none_is_not_believed_and_not_replaced(
    on_file: Terminal, content: str
) -> None:
    PLACE.write_text(content)
    error = on_file.is_refused(*RESUME, exit_code=2)
    assert error["code"] == "verification_unusable"
    assert PLACE.read_text() == content


def test_what_is_no_regular_file_is_not_used_and_stays(tmp_path: Path) -> None:
    """It would be removed at the end: `--resume /dev/null` must leave the device."""
    pipe, kept = tmp_path / "pipe", tmp_path / "kept"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(kept)
    kept.write_bytes(b"")
    for place in (Path(os.devnull), pipe, link):
        with pytest.raises(Misused) as refused:
            Unfinished(place)
        assert refused.value.refusal.code == "verification_unusable"
        assert place.is_symlink() or place.exists()


def test_a_file_that_others_may_write_is_not_believed(long: Terminal) -> None:
    stopped(long, 1)
    PLACE.chmod(0o660)
    with pytest.raises(Misused) as refused:
        hashed(long)
    assert refused.value.refusal.code == "verification_unusable"


def test_steps_that_were_done_are_passed_over_while_the_log_is_the_same(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_keys()
    terminal.dealing()
    played_ = ("round", "play", "MB-01", "--wager", "3:banker:20", "--player", "7d Qh")
    terminal.does(*played_, "--banker", "9c Kh")
    seal(terminal)
    folds = 0
    fold, settle = Streams.fold, check_rounds._part

    def counted(streams: Streams, *of: Any) -> int:
        nonlocal folds
        folds += 1
        return fold(streams, *of)

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Streams, "fold", counted)
    monkeypatch.setattr(check_rounds, "_part", interrupted)
    assert terminal.run(*RESUME).exit_code == 130
    assert folds == 1
    assert terminal.run(*RESUME).exit_code == 130
    assert folds == 1, "folded before"
    terminal.does("seat", "sit", "MB-01", "5")
    monkeypatch.setattr(check_rounds, "_part", settle)
    checked = terminal.json(*RESUME)["checked"]
    assert folds == 2, "the log has grown"
    assert (checked["rounds"], checked["events"]) == (1, len(terminal.everything()))
    assert not PLACE.exists()

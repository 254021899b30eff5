"""The log sealed, witnessed, verified and proved, as it is typed, on both databases."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import time_machine

from ledger.desks.ledger import Ledger
from ledger.seal import checkpoint
from ledger.seal import note as signed_note
from ledger.store.engine import begin_write, make_engine
from projections.queries import verify as verify_query
from tests.clerk import Clerk
from tests.cli.conftest import NOW, SIGNED, Terminal
from tests.cli.sealing import cosign, seal, write_keys
from tests.engines import hang_up
from tests.sealing import LOG, OTHER_PRIVATE, WITNESS, WITNESS_PRIVATE

ROUND = "MB-01:2026-07-11:1"
BANKER_WINS = ("round", "play", "MB-01", "--wager", "3:banker:20", "--player", "7d Qh")


@pytest.fixture
def played(terminal: Terminal) -> Terminal:
    """A round from which vigorish is owed, a fill, and the keys in this directory."""
    write_keys()
    terminal.dealing()
    terminal.does(*BANKER_WINS, "--banker", "9c Kh")
    filled = ("--slip", "F-17", "--chips", "100x20", *SIGNED)
    terminal.does("chips", "fill", "MB-01", *filled)
    return terminal


def refused(terminal: Terminal, *typed: str) -> dict[str, Any]:
    """The error of a command that finds something."""
    result = terminal.run(*typed, "--json")
    assert result.exit_code == 5, result.output
    error: dict[str, Any] = json.loads(result.stderr)["error"]
    return error


def test_a_key_is_made_for_its_owner_alone(terminal: Terminal) -> None:
    made = terminal.json("audit", "key", "new", "mine.key")["public_key"]
    assert made.startswith("harbor-house+")
    assert Path("mine.key").stat().st_mode & 0o777 == 0o600
    assert terminal.does("audit", "key", "show", "mine.key") == f"{made}\n"
    theirs = ("audit", "key", "new", "theirs.key", "--witness")
    assert terminal.run(*theirs).exit_code == 2
    assert terminal.does(*theirs, "--name", "commission.example").startswith("commission.example+")


def test_a_log_is_sealed_witnessed_and_verified(played: Terminal) -> None:
    first = seal(played).read_text()
    assert first.splitlines()[:2] == ["harbor-house", str(len(played.everything()))]
    assert seal(played, out="again").read_text() == first, "nothing came in since"
    cosign(played)
    played.does("vig", "collect", "MB-01", "3")
    verified = played.json("audit", "verify", "--key", LOG, "--hashes")
    assert (verified["unsealed"], verified["sealed"] + 1) == (1, verified["events"])

    seal(played, "--since", "theirs.checkpoint", out="later.checkpoint")
    cosign(played, "later.checkpoint")
    given = ("--key", LOG, "--key", WITNESS, "--against", "theirs.checkpoint")
    found = played.json("audit", "verify", *given)
    assert (found["unsealed"], found["checkpoints"], found["checked"]["rounds"]) == (0, 3, 1)
    since = played.json("audit", "verify", *given, "--since", "own.checkpoint", "--hashes")
    assert since["events"] == found["events"], "less than a tile is hashed again"
    told = played.does("audit", "verify")
    assert "The keys are the store's own" in told
    assert "Settled again, each under its own rules, with the same result: 1 round.\n" in told


def test_a_witness_vouches_for_no_key_of_a_log(played: Terminal) -> None:
    seal(played)
    typed = ("audit", "verify", "--hashes", "--key", WITNESS)
    found = played.json(*typed)
    assert (found["keys"], found["keys_given"]) == ([LOG], False), "the witness has signed nothing"
    assert "The keys are the store's own" in played.does(*typed)


def test_a_checkpoint_of_another_log_accuses_nobody(played: Terminal) -> None:
    seal(played)
    log, witness = (signed_note.signer_of(each) for each in (OTHER_PRIVATE, WITNESS_PRIVATE))
    other = checkpoint.cosign(checkpoint.make("pier-nine", 2, bytes(32), log), 1, witness)
    Path("pier.checkpoint").write_text(other.written(), encoding="utf-8")
    keys = ("--key", LOG, "--key", WITNESS)
    for given in ("--against", "--since"):
        error = refused(played, "audit", "verify", *keys, given, "pier.checkpoint")
        assert (error["code"], error["facts"]["origin"]) == ("other_origin", "pier-nine")


def test_verifying_goes_on_from_the_tile_of_a_checkpoint(on_file: Terminal) -> None:
    write_keys()
    on_file.dealing()
    with Ledger(on_file.url) as ledger:
        clerk = Clerk(ledger)
        for n in range(256):
            clerk.says(("sit", "leave")[n % 2], seat=5, at=NOW)
    seal(on_file)
    on_file.does("seat", "sit", "MB-01", "6")
    size = len(on_file.everything())
    since = on_file.json("audit", "verify", "--since", "own.checkpoint", "--hashes")
    assert since["events"] == size - 256


CLOSE = ("day", "close", "2026-07-11", "--second", "A-2", "--yes", "--by", "A-1")


@contextmanager
def closing_time(played: Terminal, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The next noon, with a key to seal with: the day can be closed."""
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    played.does("vig", "collect", "MB-01", "3")
    played.does("table", "close", "MB-01", "--closer", "100x70 25x200 5x404", *SIGNED)
    played.does("day", "count", "2026-07-11", "--table", "MB-01", "--cash", "0")
    with time_machine.travel("2026-07-12T12:00:00-04:00", tick=False):
        found = played.run("day", "reconcile", "2026-07-11", "--json")
        standing = [each["id"] for each in json.loads(found.stdout)]
        if standing:
            played.does("day", "acknowledge", "2026-07-11", *standing, "--reason", "counted twice")
        yield


def test_a_day_that_is_closed_while_it_is_verified_is_no_forgery(
    played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_books, closes = verify_query._of_books, iter([CLOSE])

    def meanwhile(*args: Any) -> list[Any]:
        for typed in closes:
            played.does(*typed)
        return of_books(*args)

    with closing_time(played, monkeypatch):
        seal(played)
        monkeypatch.setattr(verify_query, "_of_books", meanwhile)
        assert played.json("audit", "verify", "--hashes")["checkpoints"] == 2, "kept, and given"
        assert next(closes, None) is None


def test_the_close_of_a_day_carries_its_checkpoint(
    played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing_time(played, monkeypatch):
        before = len(played.everything())
        assert played.run(*CLOSE, "--dry-run").exit_code == 0
        assert not Path("log.key.seen").exists(), "a dry run signs nothing"
        assert played.run(*CLOSE[:-1], "A-2").exit_code == 1
        assert not Path("log.key.seen").exists(), "a refused close seals nothing"
        assert f"\n{LOG}" in played.does(*CLOSE, "--key", "k-1")
        (closed,) = played.json(*CLOSE, "--key", "k-1")["events"]
        assert closed["seal_key"] == LOG
        assert closed["checkpoint"].startswith(f"harbor-house\n{before}\n")
        told = f"{closed['checkpoint']}{LOG}"
        assert told in played.does("day", "show", "2026-07-11")
        assert told in played.does("report", "day", "--day", "2026-07-11")
        assert played.json("day", "show", "2026-07-11")["closed"]["seal_key"] == LOG
        played.does("report", "day", "--day", "2026-07-11", "--html", "day.html")
        assert f"harbor-house\n{before}\n" in Path("day.html").read_text()
        verified = played.json("audit", "verify")
        assert verified["checkpoints"] == 4, (
            "kept, that over the close too, in the books, remembered"
        )
        assert verified["unsealed"] == 0


def test_a_log_is_sealed_as_it_grows(played: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = iter([("seat", "sit", "MB-01", "7"), ("seat", "sit", "MB-01", "8"), None])

    def pause(_: float) -> None:
        typed = next(pauses)
        if typed is None:
            raise KeyboardInterrupt
        Terminal(played.url).does(*typed)

    monkeypatch.setattr("cli.commands.seal.time.sleep", pause)
    result = played.run("audit", "seal", "--key", "log.key", "--follow", "--every", "2")
    assert result.exit_code == 130
    sizes = [line for line in result.stdout.splitlines() if line.isdigit()]
    assert int(sizes[1]) == int(sizes[0]) + 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (ROUND, "Seat 3 Banker $20.00 wins"),
        ("fill:F-17", "$2,000.00"),
    ],
)
def test_what_happened_is_proved_without_a_database(played: Terminal, name: str, says: str) -> None:
    seal(played)
    cosign(played)
    played.does("audit", "prove", name, "--out", "own.proof")
    witnessed = ("--checkpoint", "theirs.checkpoint", "--out", "witnessed.proof")
    played.does("audit", "prove", name, *witnessed)
    elsewhere = Terminal("sqlite:///nowhere.db")
    assert says in elsewhere.does("audit", "check-proof", "own.proof", "--key", LOG)
    told = elsewhere.json("audit", "check-proof", "witnessed.proof", "--key", WITNESS)
    assert told["signed_by"] == ["commission.example"]
    elsewhere.does("audit", "check-proof", "own.proof", "--key", LOG, "--html", "page.html")
    assert "by the checkpoint that harbor-house signed" in Path("page.html").read_text()
    assert not Path("nowhere.db").exists()


def test_a_proof_of_which_any_part_is_gone_or_other_is_refused(on_file: Terminal) -> None:
    write_keys()
    on_file.dealing()
    on_file.does(*BANKER_WINS, "--banker", "9c Kh")
    seal(on_file)
    on_file.does("audit", "prove", ROUND, "--out", "a.proof")
    whole = json.loads(Path("a.proof").read_text())
    for part in whole["events"][0]:
        wrong = json.loads(json.dumps(whole))
        of = wrong["events"][3]
        of[part] = of[part] + 1 if isinstance(of[part], int) else of[part][:-1]
        _is_refused(on_file, wrong)
        del of[part]
        _is_refused(on_file, wrong)
    for part in whole:
        wrong = dict(whole)
        del wrong[part]
        _is_refused(on_file, wrong)
    _is_refused(on_file, {**whole, "events": []})
    _is_refused(on_file, {**whole, "events": whole["events"][::-1]})
    _is_refused(on_file, {**whole, "events": whole["events"] * 2})
    _is_refused(on_file, {**whole, "format": "pit-ledger-proof/v2"})
    _is_refused(on_file, {**whole, "more": 1})
    content = Path("a.proof").read_bytes()
    for cut in range(0, len(content) - 1, len(content) // 25):
        Path("a.proof").write_bytes(content[:cut])
        assert refused(on_file, "audit", "check-proof", "a.proof", "--key", LOG)


def _is_refused(terminal: Terminal, wrong: dict[str, Any]) -> None:
    Path("a.proof").write_text(json.dumps(wrong))
    assert refused(terminal, "audit", "check-proof", "a.proof", "--key", LOG)


@pytest.mark.parametrize("table", ["seal_hashes", "checkpoints"])
@pytest.mark.parametrize(
    "change",
    ["DELETE FROM {0}", "UPDATE {0} SET {1}", "INSERT OR REPLACE INTO {0} SELECT * FROM {0}"],
)
def test_the_seal_is_never_changed(played: Terminal, table: str, change: str) -> None:
    seal(played)
    column = {"seal_hashes": "level = 1", "checkpoints": "size = 1"}[table]
    engine = make_engine(played.url)
    if "REPLACE" in change and engine.dialect.name == "postgresql":
        change = "TRUNCATE {0}"
    with pytest.raises(sa.exc.DatabaseError, match="never changed"), begin_write(engine) as of:
        of.exec_driver_sql(change.format(table, column))
    engine.dispose()
    played.does("audit", "verify", "--hashes")


def test_where_one_goes_on_from_another_history_both_are_shown(on_file: Terminal) -> None:
    """What a checkpoint does not lead to is not passed over, and is named as if all had been read."""
    write_keys()
    on_file.dealing()
    before = Path("pit.db").read_bytes()
    on_file.does("seat", "sit", "MB-01", "4")
    theirs = seal(on_file, out="other.checkpoint").read_text()
    hang_up()
    Path("pit.db").write_bytes(before)
    Path("log.key.seen").unlink()
    on_file.does("seat", "sit", "MB-01", "5")
    ours = seal(on_file).read_text()
    error = refused(on_file, "audit", "verify", "--since", "other.checkpoint", "--hashes")
    assert error["code"] == "histories_contradict"
    assert (error["facts"]["one"], error["facts"]["other"]) == (f"\n{theirs}", f"\n{ours}")
    on_file.does("audit", "verify", "--since", "own.checkpoint", "--hashes")


def test_a_witness_never_signs_what_does_not_go_on(on_file: Terminal) -> None:
    write_keys()
    on_file.dealing()
    seal(on_file)
    cosign(on_file)
    seen = Path("witness.key.seen").read_text()
    on_file.does("seat", "sit", "MB-01", "4")
    seal(on_file, "--since", "theirs.checkpoint", out="later.checkpoint")
    lines = Path("later.checkpoint").read_text().split("\n")
    witnessed = ("audit", "cosign", "bad.checkpoint", "--key", "witness.key", "--log", LOG)
    hashes = [n for n, line in enumerate(lines) if len(line) == 44][:-1]
    for n in hashes:
        for wrong in ([*lines[:n], *lines[n + 1 :]], [*lines[:n], lines[n], *lines[n:]]):
            Path("bad.checkpoint").write_text("\n".join(wrong))
            assert refused(on_file, *witnessed)["code"] == "log_does_not_go_on"
    for n in range(0, len("\n".join(lines)), 40):
        Path("bad.checkpoint").write_text("\n".join(lines)[:n])
        refused(on_file, *witnessed)
    assert Path("witness.key.seen").read_text() == seen
    cosign(on_file, "later.checkpoint")
    assert Path("witness.key.seen").read_text() != seen
    assert Path("witness.key.seen").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("by_the_property", [False, True])
def test_a_seal_that_was_taken_away_whole_is_missed(
    on_file: Terminal, *, by_the_property: bool
) -> None:
    write_keys()
    on_file.dealing()
    if by_the_property:
        on_file.does("property", "set", f"seal-key={LOG}")
    seal(on_file)
    on_file.does("audit", "verify", "--hashes")
    with make_engine(on_file.url).connect() as of:
        for table in ("checkpoints", "seal_hashes"):
            query = (
                f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{table}'"
            )
            for name in of.exec_driver_sql(query).scalars().all():
                of.exec_driver_sql(f"DROP TRIGGER {name}")
            of.exec_driver_sql(f"DELETE FROM {table}")
        of.commit()
    Path("log.key.seen").unlink()
    named = () if by_the_property else ("--key", LOG)
    said = on_file.is_refused("audit", "verify", *named, exit_code=5)
    assert said["code"] == "checkpoint_missing"

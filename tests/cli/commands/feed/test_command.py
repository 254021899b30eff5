"""`pit feed` as a person and a script meet it."""

import json
import os
import pty
from pathlib import Path

import pytest

from ledger.desks.ledger import Ledger
from tests.clerk import establish
from tests.cli.commands.feed.running import finish, start
from tests.ledger.feed.sender import Sender, everything


def written(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


@pytest.fixture
def faulty(sender: Sender, tmp_path: Path) -> str:
    """Two good records, one that is refused, one that is no record, a gap, and what waits."""
    lines = [*sender.opening(), sender.line("sit", seat=12), b"{", sender.line("sit", seat=1)]
    sender.seq += 1
    return written(tmp_path / "feed.ndjson", [*lines, sender.line("sit", seat=2)])


def test_json_of_a_feed_that_was_taken(
    url: str, ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    feed = written(tmp_path / "feed.ndjson", sender.opening())
    code, out, err = finish(start(url, feed, "--json"))
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "records": 2,
        "taken": 2,
        "skipped": 0,
        "refused": 0,
        "position": ledger.journal.max_notification_id(),
        "waiting": 0,
        "gaps": [],
        "sources": {"reader-1": 2},
        "resume": None,
        "dry_run": False,
    }


def test_a_refusal_ends_with_1_and_the_line_to_resume_at(
    url: str, ledger: Ledger, faulty: str
) -> None:
    code, out, err = finish(start(url, faulty, "--json"))
    assert code == 1
    assert json.loads(err) == {
        "line": 3,
        "seq": 3,
        "code": "no_such_seat",
        "message": json.loads(err)["message"],
    }
    told = json.loads(out)
    assert (told["records"], told["taken"], told["refused"], told["resume"]) == (3, 2, 1, 3)
    assert ledger.journal.last_seq("reader-1") == 2


def test_with_quarantine_only_a_gap_ends_with_1(
    url: str, ledger: Ledger, faulty: str, tmp_path: Path
) -> None:
    aside = tmp_path / "aside.ndjson"
    code, out, err = finish(start(url, faulty, "--quarantine", str(aside), "--json"))
    assert code == 1
    refusals = [json.loads(line) for line in err.splitlines()]
    assert [(each["line"], each["seq"], each["code"]) for each in refusals] == [
        (3, 3, "no_such_seat"),
        (4, None, "not_json"),
        (6, 6, "gap"),
    ]
    told = json.loads(out)
    counts = ("records", "taken", "skipped", "refused", "waiting")
    assert [told[name] for name in counts] == [6, 3, 0, 2, 1]
    gap = {"source": "reader-1", "missing": 5, "line": 6, "seq": 6, "waiting": 1, "code": "gap"}
    assert told["gaps"] == [gap]
    assert [json.loads(line)["line"] for line in aside.read_bytes().splitlines()] == [3, 4]
    assert ledger.journal.last_seq("reader-1") == 4


def test_with_quarantine_and_no_gap_it_ends_with_0(
    url: str, ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    feed = written(tmp_path / "feed.ndjson", [*sender.opening(), sender.line("sit", seat=12)])
    code, _, _ = finish(start(url, feed, "--quarantine", str(tmp_path / "aside")))
    assert code == 0
    assert ledger.journal.last_seq("reader-1") == 3


def test_a_person_reads_what_to_do(sqlite_url: str, faulty: str) -> None:
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
    code, out, err = finish(start(sqlite_url, faulty))
    assert code == 1
    first, *_ = err.splitlines()
    assert first.startswith("line 3 (reader-1 3): no_such_seat: ")
    assert out.splitlines() == [
        "3 records: 2 taken, 0 skipped, 1 refused. The log stands at 6.",
        "Resume at line 3: everything before it is kept.",
    ]


def test_a_dry_run_tells_the_same_and_writes_nothing(
    url: str, ledger: Ledger, faulty: str, tmp_path: Path
) -> None:
    before = everything(ledger)
    aside = tmp_path / "aside.ndjson"
    typed = (faulty, "--quarantine", str(aside), "--json")
    dry = finish(start(url, *typed, "--dry-run"))
    assert everything(ledger) == before
    assert not aside.exists()
    wet = finish(start(url, *typed))
    assert (dry[0], dry[2]) == (wet[0], wet[2])
    ignored = {"position", "dry_run"}
    assert _but(json.loads(dry[1]), ignored) == _but(json.loads(wet[1]), ignored)


def _but(told: dict[str, object], names: set[str]) -> dict[str, object]:
    return {name: value for name, value in told.items() if name not in names}


@pytest.mark.parametrize(
    ("typed", "code", "exit_code"),
    [
        (["missing.ndjson"], "no_such_file", 3),
        (["{here}"], "not_a_file", 2),
        (["{feed}", "--quarantine", "{feed}"], "quarantine_is_feed", 2),
        (["{feed}", "--quarantine", "{here}/not/there"], "file_unusable", 2),
    ],
)
def test_what_cannot_be_read_or_written_is_said(
    sqlite_url: str, sender: Sender, tmp_path: Path, typed: list[str], code: str, exit_code: int
) -> None:
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
    feed = written(tmp_path / "feed.ndjson", sender.opening())
    spelled = [each.format(here=tmp_path, feed=feed) for each in typed]
    ended, out, err = finish(start(sqlite_url, *spelled, "--json"))
    assert (ended, out) == (exit_code, "")
    assert json.loads(err)["error"]["code"] == code


def test_on_a_terminal_it_shows_how_far_it_has_come(
    sqlite_url: str, sender: Sender, tmp_path: Path
) -> None:
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
    feed = written(tmp_path / "feed.ndjson", [*sender.opening(), sender.line("sit", seat=12)])
    ours, theirs = pty.openpty()
    process = start(sqlite_url, feed, stderr=theirs)
    os.close(theirs)
    code, out, _ = finish(process)
    seen = _all_of(ours)
    assert code == 1
    assert "taken" in seen
    assert "no_such_seat" in seen
    assert out.startswith("3 records: 2 taken")


def _all_of(terminal: int) -> str:
    """What was written to a terminal that nobody writes to any more."""
    seen = b""
    with open(terminal, "rb", buffering=0) as file:
        try:
            while chunk := file.read(65_536):
                seen += chunk
        except OSError:  # so ends a terminal
            return seen.decode()
    return seen.decode()

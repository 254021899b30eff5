"""`pit feed` on files that grow and pipes: saved at every pause, ended cleanly."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from tests.cli.commands.feed.running import finish, start
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Sender

SOON_SECONDS = 60.0


def soon(happened: Callable[[], bool]) -> float:
    """Wait for something to happen, and say how many seconds it took."""
    began = time.monotonic()
    while not happened():
        if time.monotonic() - began > SOON_SECONDS:
            pytest.fail("it did not happen")
        time.sleep(0.01)
    return time.monotonic() - began


def test_following_a_file_saves_what_is_added_within_a_second(
    url: str, ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    feed = tmp_path / "feed.ndjson"
    feed.write_bytes(b"".join(line + b"\n" for line in sender.opening()))
    with start(url, str(feed), "--follow", "--json") as process:
        soon(lambda: ledger.journal.last_seq("reader-1") == 2)
        late = []
        for _ in range(5):
            line = sender.line("buy_in", seat=1, cents=100)
            with feed.open("ab") as file:
                file.write(line[:40])
                file.flush()
                time.sleep(0.15)  # a line begun is no line
                file.write(line[40:] + b"\n")
            late.append(soon(lambda: ledger.journal.last_seq("reader-1") == sender.seq))
        process.send_signal(signal.SIGINT)
        code, out, err = finish(process)
    assert (code, err) == (0, "")
    assert json.loads(out)["taken"] == 7
    assert min(late) < 1.0


def test_standard_input_is_saved_when_it_pauses(url: str, ledger: Ledger, sender: Sender) -> None:
    with start(url, "-", stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b"".join(line + b"\n" for line in sender.opening()))
        process.stdin.flush()
        soon(lambda: ledger.journal.last_seq("reader-1") == 2)
        process.stdin.write(sender.line("buy_in", seat=1, cents=100))  # no line feed: its end is
        process.stdin.close()
        process.stdin = None
        code, out, _ = finish(process)
    assert code == 0
    assert out.startswith("3 records: 3 taken, 0 skipped, 0 refused.")


def test_ctrl_c_ends_a_pipe_with_everything_kept(url: str, ledger: Ledger, sender: Sender) -> None:
    with start(url, "-", "--json", stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b"".join(line + b"\n" for line in sender.opening()))
        process.stdin.flush()
        soon(lambda: ledger.journal.last_seq("reader-1") == 2)
        process.send_signal(signal.SIGINT)
        code, out, err = finish(process)
    assert (code, err) == (0, "")
    assert json.loads(out)["sources"] == {"reader-1": 2}


def test_ctrl_c_in_the_middle_of_a_file_keeps_what_was_read(
    url: str, ledger: Ledger, tmp_path: Path
) -> None:
    feed = tmp_path / "feed.ndjson"
    feed.write_bytes(b"".join(Day(Plan(rounds=200)).lines()))
    records = feed.read_bytes().count(b"\n")
    with start(url, str(feed), "--json", small_batches=True) as process:
        soon(lambda: (ledger.journal.max_notification_id() or 0) > 1)
        process.send_signal(signal.SIGTERM)
        code, out, _ = finish(process)
    assert code == 130
    told = json.loads(out)
    assert 0 < told["taken"] < records
    assert sum(map(ledger.journal.last_seq, told["sources"])) == told["taken"]
    code, out, _ = finish(start(url, str(feed), "--json"))
    assert code == 0
    assert json.loads(out)["taken"] == records - told["taken"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_feed_without_end_is_stopped_at_once(
    sqlite_url: str, tmp_path: Path, number: signal.Signals
) -> None:
    with open_pit(sqlite_url) as ledger:
        feed = tmp_path / "feed.ndjson"
        feed.write_bytes(b"".join(Day(Plan(rounds=100)).lines()))
        endless = f"while cat {feed}; do :; done"
        with (
            subprocess.Popen(["sh", "-c", endless], stdout=subprocess.PIPE) as source,
            start(sqlite_url, "-", "--json", small_batches=True, stdin=source.stdout) as process,
        ):
            soon(lambda: (ledger.journal.max_notification_id() or 0) > 1)
            process.send_signal(number)
            code, out, _ = finish(process)
            source.kill()
        assert code == 0
        told = json.loads(out)
        assert {each: ledger.journal.last_seq(each) for each in told["sources"]} == told["sources"]

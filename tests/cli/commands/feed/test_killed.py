"""A feeder that is killed at any moment, many times, and started again: the books of one clean run."""

import json
import time
from pathlib import Path
from random import Random

import pytest

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from tests.cli.commands.feed.running import finish, start
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Log, log_of, read_models
from tests.stores import Files

KILLS = 10


def feed_with_faults() -> bytes:
    """A day with bad lines and refused records in it, each of which is set aside."""
    lines = list(Day(Plan(seed=11, rounds=110, stepwise=0.3)).lines())
    for place in (700, 400, 90):
        lines.insert(place, b'{"v": 1, "sour\n')
    stranger = [b'{"v": 1, "source": "stranger", "seq": %d, "type": "sit"}\n' % n for n in (1, 2)]
    return b"".join([*lines[:300], *stranger, *lines[300:]])


Left = tuple[Log, list[bytes], bytes]


@pytest.fixture(scope="module")
def clean(sqlite_stores: Files, tmp_path_factory: pytest.TempPathFactory) -> Left:
    """What one clean run leaves behind."""
    home = tmp_path_factory.mktemp("clean")
    feed, aside = home / "feed.ndjson", home / "aside.ndjson"
    feed.write_bytes(feed_with_faults())
    url = sqlite_stores.put(home / "pit.db")
    with open_pit(url) as ledger:
        code, _, err = finish(start(url, str(feed), "--quarantine", str(aside), small_batches=True))
        assert code == 0, err
        assert len(aside.read_bytes().splitlines()) == 5
        return log_of(ledger, recorded_at=True), read_models(ledger), aside.read_bytes()


def kill_in_the_middle(url: str, ledger: Ledger, rng: Random, *typed: str) -> bool:
    """Start the feeder and kill it a moment after it has saved something. Whether it was killed."""
    before = ledger.journal.max_notification_id()
    process = start(url, *typed, small_batches=True)
    while process.poll() is None and ledger.journal.max_notification_id() == before:
        time.sleep(0.002)
    time.sleep(rng.uniform(0, 0.03))
    process.kill()
    code, _, err = finish(process)
    assert code in {0, -9}, err
    return code == -9


def test_killed_at_any_moment_and_fed_again_gives_the_books_of_one_run(
    url: str, clean: Left, tmp_path: Path
) -> None:
    feed, aside = tmp_path / "feed.ndjson", tmp_path / "aside.ndjson"
    feed.write_bytes(feed_with_faults())
    typed = (str(feed), "--quarantine", str(aside))
    rng = Random(url)
    with open_pit(url) as ledger:
        killed = 0
        while killed < KILLS and kill_in_the_middle(url, ledger, rng, *typed):
            killed += 1
            read_models(ledger)  # caught up from wherever it was killed
        assert killed > KILLS // 2
        code, out, err = finish(start(url, *typed, "--json", small_batches=True))
        assert code == 0, err
        assert json.loads(out)["skipped"] > 0
        assert log_of(ledger, recorded_at=True) == clean[0]
        assert read_models(ledger) == clean[1]
        assert aside.read_bytes() == clean[2]

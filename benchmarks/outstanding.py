"""`pit vig outstanding` over a store of a million events, against `python -c "import sqlalchemy"`.

Target: at most 3 times its time, under 200 MB. Run: `python -m benchmarks.outstanding [EVENTS]`.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from migrations.run import upgrade
from tests.clerk import establish

RUNS = 9
COPY = """
INSERT INTO events (originator_id, originator_version, topic, state)
SELECT originator_id || '-' || :copy, originator_version, topic, state FROM events
WHERE position <= :last AND originator_id LIKE 'table:%' ORDER BY position
"""


def main(events: int) -> None:
    """Make the store, then time both commands, one after the other, in fresh processes."""
    with tempfile.TemporaryDirectory() as home:
        url = f"sqlite:///{home}/pit.db"
        stored = _fill(url, Path(home), events)
        ledger = [
            sys.executable,
            "-m",
            "cli.frame.main",
            "--db",
            url,
            "vig",
            "outstanding",
            "--json",
        ]
        plain = [sys.executable, "-c", "import sqlalchemy"]
        started = time.perf_counter()
        subprocess.run(ledger, check=True, stdout=subprocess.DEVNULL)
        print(f"{stored:,} events; first run, catching up: {time.perf_counter() - started:.1f} s")
        times: dict[str, list[float]] = {"pit": [], "plain": []}
        for _ in range(RUNS):
            for name, command in (("pit", ledger), ("plain", plain)):
                started = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                times[name].append(time.perf_counter() - started)
        ours, theirs = (statistics.median(times[name]) for name in ("pit", "plain"))
        print(f"pit vig outstanding {ours * 1000:.0f} ms, import sqlalchemy {theirs * 1000:.0f} ms")
        print(
            f"ratio {ours / theirs:.2f} (target at most 3); memory {_memory(ledger)} MB (target 200)"
        )


def _fill(url: str, home: Path, events: int) -> int:
    """A dealt day through the feed, then copied under other tables' names until there are enough."""
    engine = make_engine(url)
    upgrade(engine)
    with Ledger(url) as ledger:
        establish(ledger)
    feed = home / "day.ndjson"
    with feed.open("wb") as file:
        file.writelines(Day(Plan(rounds=400)).lines())
    command = [sys.executable, "-m", "cli.frame.main", "--db", url, "feed", str(feed)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with engine.connect() as connection:
        last = connection.exec_driver_sql("SELECT max(position) FROM events").scalar_one()
    for copy in range(events // last):
        with engine.begin() as connection:
            connection.exec_driver_sql(COPY, {"copy": copy, "last": last})
    with engine.connect() as connection:
        stored: int = connection.exec_driver_sql("SELECT count(*) FROM events").scalar_one()
    engine.dispose()
    return stored


def _memory(command: list[str]) -> int:
    """Peak resident memory of a command, in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss // 1024


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)

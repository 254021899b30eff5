"""Fifty people who read in their browsers while six tables feed: `python -m benchmarks.readers`.

Each asks for a page of a day, reads it for some seconds and asks for the next one. The days behind it are fed once with
nobody reading and once with all of them: at the pace of tables, by the CPU of the process that records; then as fast as
they are taken, by the clock: it is waited for.
"""

import http.client
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Event
from typing import Final

from benchmarks.measured import children, pit, served
from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from migrations.run import upgrade
from tests.clerk import establish

PORT: Final = 8397
READERS: Final = 50
READS_SECONDS: Final = 5.0
"""For which a page is read, on the average."""

MOST_MILLISECONDS: Final = 200
MOST_SLOWER: Final = 0.1

TABLES: Final = tuple(f"MB-0{n}" for n in range(1, 7))
ROUNDS: Final = 120
"""At each table, each day."""

DAYS: Final = 20
"""That are fed while somebody reads the one before them."""

HANDS_A_MINUTE: Final = 1.0
"""At each table, where they are fed at the pace of tables."""

PACED_SECONDS: Final = 60.0

PAGES: Final = (
    *("/floor", "/day/{day}", "/vigorish", "/meters", "/forms", "/report/win/{day}"),
    *("/table/MB-01/{day}", "/round/MB-01/{day}/7", "/round/MB-04/{day}/20", "/table/MB-03"),
)


def main() -> None:
    """Measure and print."""
    day = Plan().start.date().isoformat()
    pages = [page.format(day=day) for page in PAGES]
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        (home / "before.ndjson").write_bytes(b"".join(_dealt(0)))
        lines = [line for n in range(1, DAYS + 1) for line in _dealt(n)]
        (home / "feed.ndjson").write_bytes(b"".join(lines))
        before = home / "before.db"
        _fed(before, home / "before.ndjson")
        for pace, fed in (("at the pace of tables", _paced), ("at full speed", _seconds)):
            alone = fed(_copied(before, home / "alone.db"), home / "feed.ndjson")
            read = _copied(before, home / "read.db")
            with served(_url(read), PORT) as (host, port), ThreadPoolExecutor(READERS) as readers:
                done = Event()
                asked = [readers.submit(_reads, host, port, pages, done, n) for n in range(READERS)]
                beside = fed(read, home / "feed.ndjson")
                done.set()
                answers = sorted(seconds for each in asked for seconds in each.result())
            _told(pace, answers, alone, beside)


def _told(pace: str, answers: list[float], alone: float, beside: float) -> None:
    late = answers[int(len(answers) * 0.95)] * 1000
    over = sum(each * 1000 > MOST_MILLISECONDS for each in answers) / len(answers)
    print(f"  {len(TABLES)} tables {pace}; {len(answers):,} pages")
    print(
        f"    95% within {late:,.0f} ms; {over:.1%} over {MOST_MILLISECONDS} ms, at most 5% asked"
    )
    print(
        f"    fed in {alone:.2f} s alone, {beside:.2f} s beside readers: {beside / alone - 1:+.0%};"
        f" at most {MOST_SLOWER:+.0%} asked",
        flush=True,
    )


def _dealt(n: int) -> Iterator[bytes]:
    """The nth day after the first, told by a source of its own."""
    start = Plan().start + timedelta(days=n)
    return Day(Plan(tables=TABLES, rounds=ROUNDS, start=start, seed=n, source=f"deal-{n}")).lines()


def _fed(store: Path, feed: Path) -> None:
    engine = make_engine(_url(store))
    upgrade(engine)
    engine.dispose()
    with Ledger(_url(store)) as ledger:
        establish(ledger)
    pit("--db", _url(store), "feed", str(feed))


def _seconds(store: Path, feed: Path) -> float:
    started = time.perf_counter()
    pit("--db", _url(store), "feed", str(feed))
    return time.perf_counter() - started


def _paced(store: Path, feed: Path) -> float:
    """Seconds of CPU of a process that is fed at the pace of tables for some time, with its start."""
    lines = feed.read_bytes().splitlines(keepends=True)
    of_a_round = len(lines) / (DAYS * ROUNDS * len(TABLES))
    apart = 60 / (HANDS_A_MINUTE * len(TABLES) * of_a_round)
    command = (sys.executable, "-m", "cli.frame.main", "--db", _url(store), "feed", "-")
    before = children()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        for line in lines[: int(PACED_SECONDS / apart)]:
            process.stdin.write(line)
            process.stdin.flush()
            time.sleep(apart)
    assert process.returncode == 0, process.returncode
    return children() - before


def _copied(store: Path, to: Path) -> Path:
    for left in to.parent.glob(f"{to.name}*"):
        left.unlink()
    shutil.copyfile(store, to)
    return to


def _url(store: Path) -> str:
    return f"sqlite:///{store}"


def _reads(host: str, port: int, pages: list[str], done: Event, n: int) -> list[float]:
    """Seconds that each of somebody's pages took, but for their first."""
    draw, took = Random(n), list[float]()  # noqa: S311  the same each time
    connection = http.client.HTTPConnection(host, port, timeout=60)
    while not done.wait(draw.uniform(0, 2 * READS_SECONDS)):
        started = time.perf_counter()
        try:
            connection.request("GET", draw.choice(pages))
            answer = connection.getresponse()
            answer.read()
            connection.close()  # Nobody keeps one open for as long as a page is read.
        except ConnectionRefusedError:
            continue
        assert answer.status == http.client.OK, answer.status
        took.append(time.perf_counter() - started)
    return took[1:]


if __name__ == "__main__":
    main()

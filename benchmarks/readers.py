"""Fifty people who read in their browsers while six tables feed: `python -m benchmarks.readers [SECONDS]`.

Each asks for a page of a day, reads it for some seconds and asks for the next one. The days behind it are fed: at the
pace of tables for so many seconds, once by `pit feed` beside the server and once to the server itself, and then as fast
as records are taken. At the pace of tables nobody reads and everybody does in turns, so that processes have long
started, and whatever else the machine does slows both alike.
"""

import http.client
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random
from socket import create_connection
from statistics import mean, median
from threading import Event
from typing import Final, NamedTuple

from benchmarks.measured import pit, served
from benchmarks.serve import PLAN, TOKEN, prepared
from cli.demo.dealer import Day, Plan

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
"""That are fed at full speed while somebody reads the one before them."""

RECORDS_A_SECOND: Final = 9.0
"""Of six tables that are busy: three hands a minute at each, and thirty records of a hand."""

PACED_SECONDS: Final = 160.0
TURNS: Final = 8
"""In every other one of them somebody reads."""

PAGES: Final = (
    *("/floor", "/day/{day}", "/vigorish", "/meters", "/forms", "/report/win/{day}"),
    *("/table/MB-01/{day}", "/round/MB-01/{day}/7", "/round/MB-04/{day}/20", "/table/MB-03"),
)

Takes = Callable[[bytes], float]
"""Takes a record, and says what it took: seconds."""


class Reading(NamedTuple):
    """A server, and those who read there while they may. answers: seconds that each of their pages took."""

    url: str
    host: str
    port: int
    may: Event
    answers: list[float]


def main(seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        before, file = home / "before.db", home / "feed.ndjson"
        file.write_bytes(b"".join(_dealt(0, source="before")))
        pit("--db", prepared(_url(before)), "feed", str(file))
        lines = list(_dealt(1, source=PLAN.source, stepwise=1.0, players=7))
        for what, taking in (("CPU of pit feed", _piped), ("until it is answered", _sent)):
            with _read(_copied(before, home / "read.db"), door=True) as reading:
                with taking(reading) as takes:
                    fed = _paced(reading, takes, lines, seconds)
                _told_pages("at the pace of tables", reading.answers)
                _told_fed(f"a record, {what}", "mean", *map(mean, fed))
                _told_fed(f"a record, {what}", "median", *map(median, fed))
        days = (_dealt(n, source=f"deal-{n}") for n in range(1, DAYS + 1))
        file.write_bytes(b"".join(line for day in days for line in day))
        alone = _seconds(_url(_copied(before, home / "alone.db")), file)
        with _read(_copied(before, home / "read.db"), door=False) as reading:
            reading.may.set()
            beside = _seconds(reading.url, file)
        _told_pages("at full speed", reading.answers)
        _told_fed("all of it", "once", alone, beside)


def _told_pages(pace: str, answers: list[float]) -> None:
    answers = sorted(answers)
    late = answers[int(len(answers) * 0.95)] * 1000
    over = sum(each * 1000 > MOST_MILLISECONDS for each in answers) / len(answers)
    print(f"  {len(TABLES)} tables {pace}; {len(answers):,} pages")
    print(
        f"    half within {median(answers) * 1000:,.0f} ms, 95% within {late:,.0f} ms;"
        f" {over:.1%} over {MOST_MILLISECONDS} ms, at most 5% asked"
    )


def _told_fed(what: str, how: str, alone: float, beside: float) -> None:
    print(
        f"    {what}: {how} {alone * 1000:,.2f} ms alone, {beside * 1000:,.2f} ms beside readers:"
        f" {beside / alone - 1:+.0%}; at most {MOST_SLOWER:+.0%} asked",
        flush=True,
    )


def _dealt(n: int, **how: object) -> Iterator[bytes]:
    """The nth day after the first."""
    plan: dict[str, object] = {"tables": TABLES, "rounds": ROUNDS, "seed": n, **how}
    return Day(Plan(start=Plan().start + timedelta(days=n), **plan)).lines()  # type: ignore[arg-type]


@contextmanager
def _read(store: Path, *, door: bool) -> Iterator[Reading]:
    """Everybody has come, and reads whenever they may."""
    day, url, done = Plan().start.date().isoformat(), _url(store), Event()
    pages = [page.format(day=day) for page in PAGES]
    with (
        served(url, PORT, *(("--feed-db", url) if door else ())) as (host, port),
        ThreadPoolExecutor(READERS) as people,
    ):
        _listens(host, port)
        for page in pages:
            _asked(host, port, page)
        reading = Reading(url, host, port, Event(), [])
        for n in range(READERS):
            people.submit(_reads, reading, pages, done, n)
        try:
            yield reading
        finally:
            reading.may.set()
            done.set()


def _reads(reading: Reading, pages: list[str], done: Event, n: int) -> None:
    draw = Random(n)  # noqa: S311  the same each time
    while not done.wait(draw.uniform(0, 2 * READS_SECONDS)):
        if not reading.may.is_set():
            continue
        started = time.perf_counter()
        _asked(reading.host, reading.port, draw.choice(pages))
        reading.answers.append(time.perf_counter() - started)


def _asked(host: str, port: int, page: str) -> None:
    connection = http.client.HTTPConnection(host, port, timeout=60)
    connection.request("GET", page)
    answer = connection.getresponse()
    answer.read()
    connection.close()  # Nobody keeps one open for as long as a page is read.
    assert answer.status == http.client.OK, answer.status


def _paced(
    reading: Reading, takes: Takes, lines: list[bytes], seconds: float
) -> tuple[list[float], list[float]]:
    """Seconds that each record took while nobody read, and while everybody did."""
    took: tuple[list[float], list[float]] = ([], [])
    coming, turn = iter(lines), int(RECORDS_A_SECOND * seconds / TURNS)
    for n in range(TURNS):
        if n % 2:
            reading.may.set()
        for line in islice(coming, turn):
            began = time.monotonic()
            took[n % 2].append(takes(line))
            time.sleep(max(0.0, began + 1 / RECORDS_A_SECOND - time.monotonic()))
        reading.may.clear()
    return took


@contextmanager
def _piped(reading: Reading) -> Iterator[Takes]:
    """A process of `pit feed`: the CPU that it took until the next record comes."""
    command = (sys.executable, "-m", "cli.frame.main", "--db", reading.url, "feed", "-")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        into = process.stdin

        def cpu() -> float:
            told = Path(f"/proc/{process.pid}/schedstat").read_text(encoding="ascii")
            return int(told.split()[0]) / 1e9

        last = 0.0

        def takes(line: bytes) -> float:
            nonlocal last
            before, last = last, cpu()
            into.write(line)
            into.flush()
            return last - before

        yield takes
    assert process.returncode == 0, process.returncode


@contextmanager
def _sent(reading: Reading) -> Iterator[Takes]:
    """One request to the server that is read: how long each record waits for its answer."""
    head = (
        f"POST /feed HTTP/1.1\r\nHost: {reading.host}\r\nAuthorization: Bearer {TOKEN}\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    with create_connection((reading.host, reading.port), 60) as wire, wire.makefile("rb") as read:
        wire.sendall(head.encode())
        begun = False

        def takes(line: bytes) -> float:
            nonlocal begun
            started = time.perf_counter()
            wire.sendall(b"%x\r\n%s\r\n" % (len(line), line))
            while not begun and read.readline() != b"\r\n":
                """The head of the answer."""
            begun = True
            answer = read.read(int(read.readline(), 16))
            read.readline()
            assert b'"recorded"' in answer, answer
            return time.perf_counter() - started

        yield takes
        wire.sendall(b"0\r\n\r\n")


def _listens(host: str, port: int) -> None:
    while True:
        try:
            create_connection((host, port), 60).close()
        except ConnectionRefusedError:
            continue
        return


def _seconds(url: str, feed: Path) -> float:
    started = time.perf_counter()
    pit("--db", url, "feed", str(feed))
    return time.perf_counter() - started


def _copied(store: Path, to: Path) -> Path:
    for left in to.parent.glob(f"{to.name}*"):
        left.unlink()
    shutil.copyfile(store, to)
    return to


def _url(store: Path) -> str:
    return f"sqlite:///{store}"


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else PACED_SECONDS)

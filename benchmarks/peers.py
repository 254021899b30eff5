"""What each table won on every day, of the same settled wagers, by pit ledger and by others.

Run with `python -m benchmarks.peers [ROUNDS]`. The others are given the wagers as they read them: a journal of an entry
a wager for plain-text accounting, comma-separated values for databases. Those that are not installed say so. All must
come to the same cents. Pit ledger reads its log, where a wager stands with its cards, and keeps what it comes to; the
others keep nothing.
"""

import csv
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.measured import RUNS
from ledger.events.base import Recorded
from ledger.events.table import RoundSettled
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from migrations.run import upgrade
from projections.models.settled import sums
from tests.projections.history import make_up, store

TABLES: Final = 10
DAYS: Final = 4

LEDGER_LINE: Final = '"%(account)","%(quantity(display_total))"\n'

Balances = dict[tuple[str, str], int]
"""Cents that hands came to, by gaming day and table."""


class Wager(NamedTuple):
    """A settled wager. cents: what the house won by it, less than 0 where it lost."""

    day: str
    table: str
    cents: int


class Peer(NamedTuple):
    """Somebody who adds up. command: what is run on a file; reads: balances from what that prints."""

    name: str
    is_here: bool
    command: Sequence[str]
    reads: Callable[[str], Balances]


OURS: Final = """
import sys
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine.engine import catch_up
from projections.models.table_win import PROJECTION, TABLE_WIN
engine = make_engine(sys.argv[1])
catch_up([PROJECTION], SqlApplicationRecorder(engine), engine)
of = TABLE_WIN.table.c
with engine.connect() as connection:
    known = TABLE_WIN.table.select().where(of.hand_result_cents.is_not(None))
    for row in connection.execute(known.with_only_columns(of.day, of.table, of.hand_result_cents)):
        print(*row, sep=",")
"""
SQLITE: Final = """
import csv, sqlite3, sys
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE wagers (day TEXT, of TEXT, cents INTEGER)")
with open(sys.argv[1], newline="") as file:
    connection.executemany("INSERT INTO wagers VALUES (?, ?, ?)", csv.reader(file))
for row in connection.execute("SELECT day, of, sum(cents) FROM wagers GROUP BY day, of"):
    print(*row, sep=",")
"""
DUCKDB: Final = """
import duckdb, sys
names = {"day": "VARCHAR", "of": "VARCHAR", "cents": "BIGINT"}
rows = duckdb.read_csv(sys.argv[1], header=False, sep=",", auto_detect=False, columns=names)
for row in duckdb.sql("SELECT day, of, sum(cents) FROM rows GROUP BY ALL").fetchall():
    print(*row, sep=",")
"""
BEANCOUNT: Final = """
import sys
from collections import Counter
from beancount import loader
entries, errors, _ = loader.load_file(sys.argv[1])
assert not errors, errors[:3]
found = Counter()
for entry in entries:
    for posting in getattr(entry, "postings", ()):
        kind, *rest = posting.account.split(":")
        if kind == "Income":
            found[entry.date.isoformat(), rest[-1]] -= int(posting.units.number * 100)
for of, cents in found.items():
    print(*of, cents, sep=",")
"""


def main(rounds: int) -> None:
    """Make the wagers up, have each add them up, and print what it took of a core and of memory."""
    made = make_up(Random(2026), tables=TABLES, days=DAYS, rounds=rounds)  # noqa: S311  the same each time
    wagers = list(settled(made.recorded))
    right = _added(wagers)
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as bare:
        peers = _peers(_written(Path(home), made.recorded, wagers))
        starts = _peers(_written(Path(bare), [], []))
        print(f"{len(wagers):,} wagers of {len(made.recorded):,} events; seconds are CPU")
        ours = 0.0
        for peer, start in zip(peers, starts, strict=True):
            if not peer.is_here:
                print(f"  {peer.name:<12} is not installed")
                continue
            # Once with wagers: some keep what they came to, and have less to do the next time.
            started, _, nothing = min(_run(start.command) for _ in range(RUNS))
            seconds, megabytes, printed = _run(peer.command)
            assert (peer.reads(nothing), peer.reads(printed)) == ({}, right), peer.name
            each = max(0.0, seconds - started) / len(wagers) * 1e6
            ours = ours or each
            told = f"starts in {started:5.2f} s, {each:7.2f} us a wager, {megabytes:>5} MB"
            print(f"  {peer.name:<12} {told}   {each / ours:>6.2f} x pit ledger", flush=True)


def settled(history: Iterable[Recorded]) -> Iterator[Wager]:
    """Every wager of the history, as it was settled."""
    for recorded in history:
        if isinstance(event := recorded.event, RoundSettled):
            table = recorded.originator_id.removeprefix("table:")
            for line in event.lines:
                staked, returned, _ = sums([line])
                yield Wager(event.day, table, staked - returned)


def _added(wagers: Sequence[Wager]) -> Balances:
    found: Counter[tuple[str, str]] = Counter()
    for day, table, cents in wagers:
        found[day, table] += cents
    return _of_any(found)


def _of_any(found: Mapping[tuple[str, str], int]) -> Balances:
    return {of: cents for of, cents in found.items() if cents}


def _written(home: Path, history: Sequence[Recorded], wagers: Sequence[Wager]) -> dict[str, str]:
    """What each reads, by kind: the store of a history, and files of its wagers."""
    engine = make_engine(f"sqlite:///{home / 'pit.db'}")
    upgrade(engine)
    store(SqlApplicationRecorder(engine), list(history), 2_000)
    engine.dispose()
    with (home / "wagers.csv").open("w", newline="") as file:
        csv.writer(file).writerows(wagers)
    (home / "wagers.journal").write_text("".join(map(_journal, wagers)))
    (home / "wagers.beancount").write_text("".join([*_opened(wagers), *map(_beans, wagers)]))
    return {file.suffix[1:]: str(file) for file in home.iterdir()}


def _journal(wager: Wager) -> str:
    """As ledger and hledger read it. The day is part of the account: both then print all days in one balance."""
    amount = f"USD {_dollars(wager.cents)}"
    account = f"Income:{wager.day}:{wager.table}"
    return f"{wager.day} * wager\n    Assets:Chips  {amount}\n    {account}\n\n"


def _beans(wager: Wager) -> str:
    won, lost = (f"{_dollars(cents)} USD" for cents in (wager.cents, -wager.cents))
    return f'{wager.day} * "wager"\n  Assets:Chips  {won}\n  Income:{wager.table}  {lost}\n\n'


def _dollars(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def _opened(wagers: Sequence[Wager]) -> Iterator[str]:
    for account in ("Assets:Chips", *sorted({f"Income:{wager.table}" for wager in wagers})):
        yield f"2020-01-01 open {account} USD\n"


def _peers(files: Mapping[str, str]) -> list[Peer]:
    scripts = (
        ("pit ledger", "ledger.store", OURS, f"sqlite:///{files['db']}"),
        ("beancount", "beancount", BEANCOUNT, files["beancount"]),
        ("SQLite", "sqlite3", SQLITE, files["csv"]),
        ("DuckDB", "duckdb", DUCKDB, files["csv"]),
    )
    programs = (
        ("ledger", ("--balance-format", LEDGER_LINE)),
        ("hledger", ("--output-format", "csv")),
    )
    flat = ("-f", files["journal"], "balance", "Income", "--flat", "--no-total")
    return [
        *(
            Peer(name, find_spec(module) is not None, (sys.executable, "-c", script, file), _rows)
            for name, module, script, file in scripts
        ),
        *(
            Peer(name, shutil.which(name) is not None, (name, *flat, *options), _accounts)
            for name, options in programs
        ),
    ]


MEASURED: Final = """
import os, sys
_, status, used = os.wait4(os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ), 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, status, file=sys.stderr)
"""
"""Starts a command from a small process: what a process holds at its most counts from the one that started it."""


def _run(command: Sequence[str]) -> tuple[float, int, str]:
    """Seconds on a core, megabytes, and what was printed, of a process of its own."""
    small = (sys.executable, "-S", "-c", MEASURED)
    done = subprocess.run([*small, *command], capture_output=True, text=True, check=True)
    seconds, megabytes, status = done.stderr.split()[-3:]
    assert status == "0", done.stderr
    return float(seconds), int(megabytes), done.stdout


def _rows(printed: str) -> Balances:
    return _of_any({(day, of): int(cents) for day, of, cents in csv.reader(printed.splitlines())})


def _accounts(printed: str) -> Balances:
    """Balances of income, which is what was won, with its sign the other way."""
    found = {}
    for account, amount in csv.reader(printed.splitlines()):
        if account.startswith("Income:"):
            _, day, table = account.split(":")
            found[day, table] = -int(Decimal(amount.replace("USD", "").strip()).scaleb(2))
    return _of_any(found)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)

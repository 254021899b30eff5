"""A command by itself, on stores of different length: seconds of CPU of its process, held against an import that takes
turns with it; and a line of `pit shell`. Run: `python -m benchmarks.cold [EVENTS]...`.
"""

import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import floor
from benchmarks.measured import in_turns, pit, python, seconds
from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from migrations.run import upgrade
from projections.engine.engine import catch_up
from projections.models.registry import PROJECTIONS
from projections.queries.standing import link_codes
from tests.clerk import Clerk, establish

DAY: Final = floor.DAY.isoformat()
DAYS: Final = 4
TABLE: Final = "MB-01"
TYPED: Final = ("--by", "C-1", "--dry-run")
COMMANDS: Final = (
    ("report", "win", "--day", DAY),
    ("report", "day", "--day", DAY),
    ("day", "reconcile", DAY),
    ("day", "show", DAY),
    ("table", "show", TABLE),
    ("round", "list", "--day", DAY),
    ("vig", "outstanding"),
    ("form", "list"),
    ("meter", "show"),
    ("property", "set", "undo-window=15", "--by", "A-1", "--dry-run"),
    ("wager", "place", TABLE, "3", "banker", "25", *TYPED),
    ("play", TABLE, "3b25 / 7dQh 9cKh", *TYPED),
)
LINES: Final = (
    f"wager place {TABLE} 3 banker 25 --dry-run",
    f"{TABLE} 3b25 / 7dQh 9cKh --dry-run",
    f"table show {TABLE}",
    f"vig outstanding --table {TABLE}",
    "table list",
)
AGAIN: Final = 40
"""So often is a line typed to tell what it takes from what the shell takes to start."""


def main(lengths: list[int]) -> None:
    """Print a line a command, for each length of the store."""
    _held_against("import click", "--help")
    for events in lengths:
        with TemporaryDirectory() as home:
            url = f"sqlite:///{Path(home, 'pit.db')}"
            print(f"{_store(url, events):,} events", flush=True)
            for command in COMMANDS:
                _held_against("import sqlalchemy", *command, url=url)
            for line in LINES:
                _in_the_shell(url, line)


def _held_against(peer: str, *command: str, url: str = "") -> None:
    """Print the seconds of a command, on a store, beside those of an import."""
    store = ("--db", url) if url else ()
    took, limit = in_turns(partial(pit, *store, *command), partial(python, "-c", peer))
    seconds(f"pit {' '.join(command[:2])}", took, peer, limit)


def _in_the_shell(url: str, line: str) -> None:
    """Print what a line takes in `pit shell` once that has started."""
    took, started = in_turns(partial(_shell, url, line, 1 + AGAIN), partial(_shell, url, line, 1))
    print(f"  in pit shell: {line:<44}{(took - started) / AGAIN * 1_000:>6.1f} ms", flush=True)


def _shell(url: str, line: str, times: int) -> None:
    subprocess.run(
        [sys.executable, "-m", "cli.frame.main", "--db", url, "--by", "C-1", "shell"],
        input=f"{line}\n" * times,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _store(url: str, events: int) -> int:
    """A store of about so many events, its read models caught up; how many there are."""
    engine = make_engine(url)
    upgrade(engine)
    recorder = SqlApplicationRecorder(engine)
    if events:
        floor.stored(recorder, floor.played(events // DAYS, DAYS - 1, events // DAYS))
        catch_up(PROJECTIONS, recorder, engine)
    else:
        with Ledger(url) as ledger:
            establish(ledger)
    with Ledger(url) as ledger:
        Clerk(ledger, TABLE).opens().starts_shoe()
        for link in link_codes(ledger):
            ledger.snapshot_link(link)  # Whoever plays at a link writes them.
    catch_up(PROJECTIONS, recorder, engine)
    stored = recorder.max_notification_id() or 0
    engine.dispose()
    return stored


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [0, 100_000])

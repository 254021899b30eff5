"""A whole gaming day with made-up play, run through the real commands one after the other."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.demo.dealer import Day, Plan
from cli.frame.failing import FINDINGS
from cli.shown.said import drawing
from ledger.values.errors import Refused
from ledger.values.files import write_whole

DAY = "2026-07-11"
SHORT = {"MB-02": 2_500}
"""Cents missing from a tray at its close, so that the day's report has something to find."""

OURS = "day.ndjson"
"""The file by which a directory is known to be the demo's own and may be made anew."""

SIGNED = "--dealer D-CHEN --supervisor S-QUINN"

BY_HAND = (
    "table open MB-03 --rules ma-midi --pit P1 --opener '100x50 25x100 5x200 1x100' " + SIGNED,
    "shoe start MB-03 1 --burn 9c",
    "chips buy-in MB-03 3 200",
    "wager place MB-03 3 banker 20",
    "wager place MB-03 3 dragon-bonus-banker 5",
    "round bets-closed MB-03",
    'round deal MB-03 --player "7d Qh" --banker "5c 5h"',
    "round third MB-03 banker 8h",
    "round settle MB-03",
    "vig outstanding --table MB-03",
)
TOO_EARLY = "seat leave MB-03 3"
AND_THEN = (
    "vig collect MB-03 3",
    "seat leave MB-03 3",
    "table close MB-03 --closer '100x50 25x100 5x157 1x101' " + SIGNED,
)


@click.command()
@click.option(
    "--directory",
    default="demo",
    show_default=True,
    help="Where its files go; made anew.",
)
@click.option("--seed", default=7, show_default=True, help="The same seed deals the same day.")
@click.option("--rounds", default=60, show_default=True, help="Rounds at each fed table.")
def demo(directory: str, seed: int, rounds: int) -> None:
    """Run a whole gaming day with made-up play: feed, hand-typed table, counts, report, replay."""
    home = _fresh(Path(directory))
    day = Day(Plan(seed=seed, rounds=rounds, short=SHORT, voids=0.03))
    feed = home / OURS
    write_whole(feed, b"".join(day.lines()), may_replace=lambda: True)
    with _surroundings(PIT_DB=f"sqlite:///{home / 'pit.db'}", PIT_BY="C-RIVERA"):
        _say("A property opens its books.")
        _ledger("init --name 'Harbor House' --zone America/New_York --cutoff 06:00")
        _say(f"Two tables are fed by their equipment: {rounds} rounds each, made up in {feed}.")
        _ledger(f"feed {feed}")
        _say("The same file again changes nothing.")
        _ledger(f"feed {feed}")
        _say("A third table is typed by hand.")
        for minute, command in enumerate(BY_HAND):
            _ledger(_dated(command, minute))
        _say("Nobody leaves who owes vigorish: this one is meant to be refused.")
        _ledger(_dated(TOO_EARLY, 10), expected=Refused.exit_code)
        for minute, command in enumerate(AND_THEN, 11):
            _ledger(_dated(command, minute))
        _say("Accounting counts the drop boxes.")
        for table, books in day.books.items():
            _ledger(
                f"day count {DAY} --table {table} --cash {books.buy_ins / 100:.2f} --by A-WEISS"
            )
        _ledger(f"day count {DAY} --table MB-03 --cash 200 --by A-WEISS")
        _say("The day's win: tray and hands agree to the cent, but for $25.00 missing at MB-02.")
        _ledger(f"report win --day {DAY}")
        _ledger(f"report vig --day {DAY}")
        _ledger(f"report exceptions --day {DAY}")
        _say("Accounting reconciles: exit 6 says that something is to be explained.")
        _ledger(f"day reconcile {DAY}", expected=FINDINGS)
        _ledger(f"day reconcile explain tray_variance:MB-02 --day {DAY}")
        _say(
            "What stands is acknowledged, and two people sign. The day's books do not change any more."
        )
        kept = [f"coupons_kept:{table}" for table, books in day.books.items() if books.coupons_kept]
        if kept:
            _ledger(f"day acknowledge {DAY} {' '.join(kept)} --reason counted --by A-WEISS")
        _ledger(
            f"day acknowledge {DAY} tray_variance:MB-02 --reason 'a $25 chip short' --by A-WEISS"
        )
        _ledger(f"day close {DAY} --second A-NOOR --yes --by A-WEISS")
        _ledger(_dated("chips buy-in MB-03 3 200", 30), expected=Refused.exit_code)
        _ledger(f"day show {DAY}")
        _say("Audit replays the hand typed above, from the events alone.")
        _ledger(f"audit replay MB-03:{DAY}:1")
        _say("And checks the store: every stream whole, every read model equal to a rebuild.")
        _ledger("db check")
    store = f"sqlite:///{home / 'pit.db'}"
    click.echo(f"\nLook around: {_called()} --db {store} round list --day {DAY}")


def _called() -> str:
    """The command as it was called: `pit` where it is on the path, else where it is; or the module that was run."""
    place = Path(sys.argv[0])
    if place.suffix == ".py":
        return "python -m cli.frame.main"
    return place.name if shutil.which(place.name) == str(place) else str(place)


def _fresh(home: Path) -> Path:
    """An empty directory. One that is not the demo's own is left alone."""
    if home.exists() and any(home.iterdir()) and not (home / OURS).is_file():
        raise Refused(
            "not_the_demos",
            f"{home} holds other things than a demo.",
            "Name another directory with --directory.",
            directory=str(home),
        )
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    return home


@contextmanager
def _surroundings(**names: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(names)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _dated(command: str, minute: int) -> str:
    """The command, with a moment of that day where it records something."""
    return command if "outstanding" in command else f"{command} --at {DAY}T20:{minute:02}-04:00"


def _say(sentence: str) -> None:
    click.secho(f"\n# {sentence}", fg="cyan", file=drawing(sys.stdout))


def _ledger(typed: str, expected: int = 0) -> None:
    """Run one command as a person would type it. Its exit code must be the expected one."""
    from cli.frame.main import pit

    click.secho(f"\n$ pit {typed}", bold=True, file=drawing(sys.stdout))
    sys.stdout.flush()
    try:
        pit.main(shlex.split(typed))
    except SystemExit as ended:
        if ended.code != expected:
            raise SystemExit(ended.code or Refused.exit_code) from None

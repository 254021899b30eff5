"""Every command that only reads, and what it is asked of a day that was played."""

import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import time_machine

from cli.frame.main import pit
from cli.pages import reference
from ledger.rules.source import packaged_text
from tests.cli.conftest import Terminal
from tests.cli.sealing import seal, write_keys
from tests.migrations.keep import PLAYED, STORES, make_ready
from tests.sealing import LOG

AFTERWARDS = "2026-07-12T18:00:00-04:00"
"""When all that is played has happened."""

READ: dict[str, str] = {
    **dict.fromkeys(
        [
            *("property show", "rules history", "rules list", "table list", "round list"),
            *(
                "vig outstanding",
                "form list",
                "chips list",
                "chips slips",
                "operator list",
                "feed tokens",
            ),
            *("chips series", "audit dispute list", "db check", "db status", "db roles"),
        ],
        "",
    ),
    **dict.fromkeys(
        (
            f"report {name}"
            for name in (
                *(
                    "awards",
                    "boxes",
                    "comps",
                    "corrections",
                    "coupons",
                    "day",
                    "drop",
                    "exceptions",
                    "flash",
                    "forms",
                ),
                *("filing", "hours", "meters", "performance", "to-date", "trend", "vig", "win"),
            )
        ),
        "--day 2026-07-11",
    ),
    "rules show": "ma-midi",
    "report month": "--month 2026-07",
    "report versions": "--day 2026-07-11",
    "rules odds": "ma-midi",
    "rules lint": "own.toml",
    "table show": "MB-01",
    "round show": "MB-01:2026-07-11:1",
    "round turn": "MB-01 player",
    "form show": "CVF-1001",
    "chips show": "fill F-17",
    "export events": "--to copy",
    "export figures": "--to copy",
    "export journal": "--day 2026-07-11",
    "meter history": "R9-1",
    "meter show": "R9-1",
    "operator show": "C-1",
    "day show": "2026-07-11",
    "day reconcile show": "2026-07-11",
    "day reconcile explain": "tray_variance:MB-02 --day 2026-07-11",
    "audit checkpoints": "",
    "audit check-proof": f"round.proof --key {LOG}",
    "audit diff": "win --from 20 --to 30 --day 2026-07-11",
    "audit event": "10",
    "audit history": "MB-01 --day 2026-07-11",
    "audit prove": "MB-01:2026-07-11:1 --out readers.proof --force",
    "audit replay": "MB-01:2026-07-11:1",
    "audit search": "seat:3 day:2026-07-11",
    "audit settle": "--rules ma-midi",
    "audit undone": "--day 2026-07-11",
    "audit verify": f"--key {LOG} --against own.checkpoint",
}
"""Every command that only reads, with what it is asked."""

KEEPING = {
    *("db rebuild", "db upgrade", "db snapshot", "db follow", "audit seal", "audit cosign"),
    *("audit key new", "audit key show", "shell", "demo", "completion", "serve"),
    *("group report", "group replay"),
}
"""Commands without a dry run that are not a reader's, know no store, or hold others."""


@cache
def leaves() -> dict[str, click.Command]:
    """Every command that does something itself, by its name."""
    return {
        context.command_path.removeprefix("pit "): command
        for context, command in reference.commands(pit, None, "pit")
        if not isinstance(command, click.Group)
    }


def lines_played() -> Iterator[list[str]]:
    """What was typed on the days that are kept, but for the first line, which sets the store up."""
    for line in (STORES / PLAYED).read_text(encoding="utf-8").splitlines():
        words = shlex.split(line, comments=True)
        if words and words[0] != "init":
            yield words


def name_of(words: list[str]) -> str:
    """The name of the command that is typed; of a feed the verb may be left out."""
    said = words[2:] if words[0] == "--by" else words
    names = (*(" ".join(said[:n]) for n in (1, 2, 3)), f"{said[0]} read")
    return next(name for name in names if name in leaves())


def play(terminal: Terminal) -> None:
    """Those days, sealed, in a store that is set up, and the files that readers name.

    The read models count a part of it.
    """
    make_ready(Path())
    Path("own.toml").write_text(packaged_text("submissions/ma-midi.toml"), encoding="utf-8")
    with time_machine.travel(AFTERWARDS, tick=False):
        for words in lines_played():
            terminal.does(*words)
        write_keys()
        terminal.does("report", "print", "day.html", "--day", "2026-07-11")
        terminal.does("db", "snapshot")
        terminal.does("report", "win")
        seal(terminal)
        terminal.does("audit", "prove", "MB-01:2026-07-11:1", "--out", "round.proof")
        terminal.does("chips", "buy-in", "MB-01", "3", "100")
        seal(terminal)

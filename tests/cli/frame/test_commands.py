"""The commands as such: help, the reference page, completion, and what is imported for them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from cli.frame.failing import FINDINGS
from cli.frame.main import NOUNS, pit
from cli.frame.naming import VerbLeftOut
from cli.pages import reference
from cli.typed.values import BETS, HANDS, OUTCOMES, TENDERS
from ledger.baccarat.hands import Hand, Outcome
from ledger.baccarat.wagers import Bet, Tender
from tests.cli.conftest import Terminal

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/cli-reference.md"
COMMANDS = {
    context.command_path: command for context, command in reference.commands(pit, None, "pit")
}

CONTRACT = """
    init; rules list show; table open close show list; shoe start cut-card end; seat sit leave;
    round bets-closed deal third settle void show list play; wager place withdraw;
    vig outstanding collect; chips buy-in fill credit list; feed; day show count;
    report win vig exceptions; audit replay settle; play; undo; shell; completion;
    db upgrade check status rebuild snapshot; demo
"""


def test_the_contract_is_there() -> None:
    for part in CONTRACT.split(";"):
        noun, *verbs = part.split()
        assert f"pit {noun}" in COMMANDS
        for verb in verbs:
            assert f"pit {noun} {verb}" in COMMANDS


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_and_every_option_says_what_it_is_for(path: str) -> None:
    command = COMMANDS[path]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{path} {parameter.opts[0]}"
    assert f"## {path}\n" in PAGE.read_text(encoding="utf-8")


PRINT_NO_JSON = {"pit serve", "pit shell", "pit completion"}


@pytest.mark.parametrize("path", sorted(COMMANDS.keys() - {"pit demo"}))
def test_every_command_takes_the_same_options_of_what_is_shown_and_of_who_asks(path: str) -> None:
    """A noun too, before its verb; where that may be left out, what stands there is read by the one that is meant."""
    command = COMMANDS[path]
    if isinstance(command, VerbLeftOut):
        path = f"{path} {command.left_out}"
    taken = {name for each in COMMANDS[path].params for name in each.opts}
    everywhere = {"--wide", "--no-pager", "--db", "--by"}
    of_json = isinstance(COMMANDS[path], click.Group) or path in PRINT_NO_JSON
    assert {*everywhere, *(() if of_json else ("--json",))} - taken == set()


@pytest.mark.parametrize("path", COMMANDS)
def test_an_option_that_takes_a_value_has_one_name_and_a_long_one(path: str) -> None:
    """By which it is seen whether it is said twice."""
    options = [each for each in COMMANDS[path].params if isinstance(each, click.Option)]
    names = [(*each.opts, *each.secondary_opts) for each in options if not each.is_flag]
    assert [many for many in names if len(many) > 1 or not many[0].startswith("--")] == []


def test_short_help_is_a_sentence() -> None:
    assert {name: text for name, (_, text) in NOUNS.items() if not text.endswith(".")} == {}


@pytest.mark.parametrize("noun", ["day", "db"])
def test_the_help_of_the_day_and_of_the_store_names_all_its_verbs(noun: str) -> None:
    """Theirs name verbs, one after the other: what is not among them would not be looked for."""
    group: Any = COMMANDS[f"pit {noun}"]
    assert [verb for verb in group.commands if verb not in NOUNS[noun][1]] == []
    assert group.help == NOUNS[noun][1]


def test_every_name_of_the_game_can_be_typed() -> None:
    assert list(BETS) == list(Bet)
    assert sorted(HANDS) == sorted(Hand)
    assert sorted(OUTCOMES) == sorted(Outcome)
    assert sorted(TENDERS) == sorted(Tender)


def _imported(terminal: Terminal | None, *args: str, ends: int = 0) -> set[str]:
    """The modules that a command has imported when it ends, with that code, in a process of its own; not those that
    were put off.
    """
    program = (
        "import sys\nfrom cli.frame.main import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "print(*(name for name, it in sys.modules.items() if getattr(it, '__spec__', 0)), file=sys.stderr)"
    )
    db = ("--db", terminal.url) if terminal else ()
    done = subprocess.run(
        [sys.executable, "-c", program, *db, *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ends, done.stderr
    return set(done.stderr.split())


HEAVY = {
    *("alembic", "cryptography", "jinja2", "prompt_toolkit", "psycopg", "rich", "xlsxwriter"),
    *("cli.demo", "cli.commands.shell", "ledger.feed", "ledger.seal", "multiprocessing"),
    *("sqlalchemy.dialects.postgresql", "sqlalchemy.orm", "sqlalchemy.ext"),
    *("asyncio.events", "email", "ssl", "sqlalchemy.connectors"),
    *("csv", "hashlib", "importlib.resources", "ipaddress", "secrets", "shutil", "zipfile"),
}
"""What neither reading nor writing needs on SQLite."""

DECIDES = {
    *("ledger.desks.decisions", "ledger.transaction.unit", "ledger.transaction.gate"),
    *("ledger.table.decide", "ledger.link.follow", "ledger.operators.authority"),
}
FOLDS = {
    *(
        "ledger.table",
        "ledger.link",
        "ledger.form",
        "ledger.pit",
        "ledger.equipment",
        "ledger.day.state",
    ),
    *("ledger.transaction.snapshots", "ledger.rules.loader", "ledger.desks.wording"),
}
"""What aggregates are folded with, and read of submissions: figures are read without."""
REPORTS = {"projections.engine", "projections.reports", "projections.replay"}


def _within(imported: set[str], rooms: set[str]) -> set[str]:
    """Those of the modules that are these, or stand within them."""
    return {name for name in imported if any(f"{name}.".startswith(f"{room}.") for room in rooms)}


def test_help_imports_no_more_than_click_and_its_own_frame() -> None:
    imported = _imported(None, "--help")
    outside = {"sqlalchemy", "msgspec", "eventsourcing", "json", "pathlib", "tomllib", "traceback"}
    heavy = HEAVY - {"shutil"}  # By which click asks how wide a terminal is.
    assert not _within(imported, {*heavy, *outside, "projections", "migrations", "cli.commands"})
    assert _within(imported, {"ledger"}) == {
        *("ledger", "ledger.values", "ledger.values.errors", "ledger.values.hidden")
    }


def test_a_command_that_reads_loads_nothing_that_decides(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does(
        *("round", "play", "MB-01", "--wager", "3:b:20"),
        *("--player", "7d Qh", "--banker", "9c Kh"),
    )
    imported = _imported(on_file, "vig", "outstanding", "--json")
    assert "sqlalchemy" in imported
    assert not _within(imported, {*HEAVY, *DECIDES, "projections.replay"})
    assert _within(imported, {"projections.models"}) == {
        *("projections.models", "projections.models.vigorish"),
        *("projections.models.instants", "projections.models.places"),
        "projections.models.settled",
    }


@pytest.mark.parametrize(
    ("asked", "ends"),
    [("report day", 0), ("round list", 0), ("day reconcile", FINDINGS), ("report win", 0)],
)
def test_a_command_that_reads_figures_loads_nothing_that_folds(
    on_file: Terminal, asked: str, ends: int
) -> None:
    on_file.dealing()
    imported = _imported(on_file, *asked.split(), ends=ends)
    assert not _within(imported, {*HEAVY, *DECIDES, *FOLDS})


def test_a_command_that_writes_loads_no_read_model(on_file: Terminal) -> None:
    on_file.dealing()
    imported = _imported(on_file, "--by", "C-1", "seat", "sit", "MB-01", "5")
    assert imported >= DECIDES
    in_words = {"projections.replay", "projections.replay.cited"}  # How a section is cited.
    assert _within(imported, HEAVY | REPORTS) <= in_words


def test_audit_settle_touches_no_store() -> None:
    program = (
        "import io, sys\nfrom cli.frame.main import pit\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(b\'{"player":["9d","Kd"],"banker":["2c","4d"]}\'))\n'
        "try:\n    pit.main(['audit', 'settle', '--rules', 'ma-midi'])\n"
        "except SystemExit:\n    pass\n"
        "print(*(name for name, it in sys.modules.items() if getattr(it, '__spec__', 0)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert '"outcome":"player"' in done.stdout
    assert {"sqlalchemy", "eventsourcing", "ledger.desks.ledger"}.isdisjoint(done.stderr.split())

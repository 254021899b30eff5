"""A command reads arguments, does one act or puts one question, and prints: what comes between stands below it."""

from pathlib import Path
from typing import Final

import pytest

from tests.architecture.commands import Face

ROOT: Final = Path(__file__).parents[2]

READ: Final = frozenset(
    {
        "projections.queries.moment.verify_reached",  # The moment that is looked back to has been.
        "projections.queries.codes.verify_known",  # The table that is named is there.
        "projections.queries.round.full_name",  # A round, in whichever way it is named.
        "projections.queries.in_one_line.offered",  # A round in one line, by what its table offers.
        "projections.queries.in_one_line.wagers_before",  # The same, as it was played before.
        "projections.queries.unsaid.opened",  # What is left out and the table knows.
        "projections.queries.unsaid.closer",
        "projections.queries.unsaid.decks",
        "projections.queries.unsaid.adopting",
        "migrations.upkeep.property_of",
    }
)
"""By what arguments are read that say something of the books."""

PRINTED: Final = frozenset(
    {
        "cli.frame.writing.show",  # What was done.
        "cli.frame.writing.to_json",
        "projections.queries.printed.report_page",  # An answer, drawn for the property's paper.
        "projections.queries.printed.report_workbook",
        "projections.queries.printed.paper_page",
        "projections.queries.printed.slip_paper_page",
        "projections.queries.shoes_page.shoes_page",
    }
)
"""By what an answer is printed, which says something of the books besides."""

SEVERAL: Final = {
    "cli.commands.db.rebuild": "that it is done though the log does not verify is recorded when that is found",
    "cli.commands.feed.read": "it goes on and on, and keeps the read models current meanwhile",
    "cli.commands.seal.seal": "it goes on sealing as the log grows, until it is stopped",
    "cli.commands.serve.serve": "it answers whatever is asked, until it is stopped",
}
"""Commands that do more, and why."""


@pytest.fixture
def face() -> Face:
    return Face(ROOT, READ | PRINTED)


def test_a_command_does_one_act_or_puts_one_question(face: Face) -> None:
    found = {name: asked for name in face.commands() if len(asked := face.asked(name)) > 1}
    assert found.keys() == SEVERAL.keys(), {x: found[x] for x in found.keys() - SEVERAL.keys()}


def test_most_commands_are_seen_to_ask(face: Face) -> None:
    """What is not seen is not held to it: those that are left read files, or ask in a session of their own."""
    silent = {
        name.removeprefix("cli.commands.") for name in face.commands() if not face.asked(name)
    }
    assert silent == {
        *("audit.settle", "completion.completion", "group.replay", "group.report", "shell.shell"),
        *("rules.lint", "rules.show", "seal.cosign", "seal.check_proof", "seal.new_key"),
        "seal.show_key",
    }


LINES: Final = {
    "books = session().ledger\n    first(books)\n    second(books)": 2,
    "found = first(session().ledger)\n    session().ledger.do(found)": 2,
    "first(session().ledger) if x else _own()": 2,
    "how(partial(second, ledger))\n    _own()": 2,
    "def later():\n        ledger.do(x)\n    first(ledger, later)": 2,
    "with a:\n        first(ledger)\n    for each in x:\n        second(ledger)": 2,
    "if x:\n        first(ledger)\n        return\n    second(ledger)": 1,
    "if x:\n        first(ledger)\n    else:\n        second(ledger)": 1,
    "verify_known(ledger, x)\n    first(ledger, x)\n    show(ledger)": 1,
    "zone = session().ledger.calendar.tz\n    first(ledger, zone)": 1,
}


@pytest.mark.parametrize(("lines", "times"), LINES.items())
def test_a_second_is_seen_on_whichever_way(face: Face, lines: str, times: int) -> None:
    imports = "from projections.queries.x import first, second"
    reads = "from projections.queries.codes import verify_known\nfrom cli.frame.writing import show"
    own = "def _own():\n    ledger.do(y)\n"
    source = f"{imports}\n{reads}\n{own}@click.command()\ndef new():\n    {lines}\n"
    face.read("cli.commands.new", source)
    assert len(face.asked("cli.commands.new.new")) == times, lines

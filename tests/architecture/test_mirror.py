"""Tests mirror the folders: a room of the house has its folder of tests, and what stands there is of that room."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes, parsed
from tests.architecture.rooms import HALLS, imported

ROOT: Final = Path(__file__).parents[2]


def rooms(root: Path) -> Iterator[str]:
    """`ledger/table` and so on: every folder of a hall that holds Python."""
    for hall in HALLS:
        yield from (
            f"{hall}/{each.name}"
            for each in sorted((root / hall).iterdir())
            if any(each.glob("*.py"))
        )


def unlike(root: Path) -> list[str]:
    """Where tests do not mirror the folders, each a sentence.

    A room of the program, `cli` apart, is tested by what imports it; the commands are typed.
    """
    found, there = [], list(rooms(root))
    for room in there:
        tests = root / "tests" / room
        if not any(tests.rglob("test_*.py")):
            found.append(f"{room} has no tests in tests/{room}")
        elif not room.startswith("cli/") and not any(
            _knows(file, room) for file in tests.rglob("*.py")
        ):
            found.append(f"nothing in tests/{room} imports {room}")
    found += [
        f"tests/{hall}/{each.name} is of no room"
        for hall in HALLS
        for each in (root / "tests" / hall).iterdir()
        if any(each.rglob("*.py")) and f"{hall}/{each.name}" not in there
    ]
    return found


def _knows(file: Path, room: str) -> bool:
    name = room.replace("/", ".")
    names = imported("tests", file.read_text(encoding="utf-8"))
    return any(each == name or each.startswith(f"{name}.") for each in names)


FACE: Final = ("cli.commands", "cli.frame", "cli.shown", "cli.typed", "tests.cli")
"""What only tests in tests/cli speak to."""

BELOW_AND_FACE: Final = {
    "ledger/link/test_together.py": "two commands at once, as two tables' clerks type them",
    "ledger/transaction/test_keys.py": "the commands that take a key",
    "projections/reports/test_complete.py": "every report has a command",
    "projections/queries/conftest.py": "a day that was typed",
    "projections/queries/test_check_numbers.py": "a day that was typed, with a number of every kind",
    "projections/queries/test_check_keys.py": "commands that were typed under a key",
    "projections/queries/test_outside_the_command.py": "answers are held against what is printed",
}
"""Tests below the command that know it, and why."""


def speaks_to_the_command(source: str) -> bool:
    """Whether a test runs the command, within itself or as a process, or imports what is only of it."""
    texts = {node.value for node in nodes(parsed(source)) if isinstance(node, ast.Constant)}
    return "cli.frame.main" in texts or any(
        each == face or each.startswith(f"{face}.")
        for each in imported("tests", source)
        for face in FACE
    )


def test_what_runs_the_command_stands_with_the_command() -> None:
    found = {
        str(file.relative_to(ROOT / "tests"))
        for hall in ("ledger", "projections")
        for file in (ROOT / "tests" / hall).rglob("*.py")
        if speaks_to_the_command(file.read_text(encoding="utf-8"))
    }
    assert found == BELOW_AND_FACE.keys()


def test_every_room_has_its_folder_of_tests_and_every_folder_its_room() -> None:
    assert unlike(ROOT) == []


def test_a_room_without_tests_is_found(tmp_path: Path) -> None:
    for hall in HALLS:
        (tmp_path / hall / "room").mkdir(parents=True)
        (tmp_path / hall / "room/new.py").touch()
        (tmp_path / "tests" / hall / "room").mkdir(parents=True)
        (tmp_path / "tests" / hall / "room/test_new.py").write_text(f"import {hall}.room.new\n")
    assert unlike(tmp_path) == []
    (tmp_path / "ledger/attic").mkdir()
    (tmp_path / "ledger/attic/new.py").touch()
    assert unlike(tmp_path) == ["ledger/attic has no tests in tests/ledger/attic"]
    (tmp_path / "tests/ledger/attic").mkdir()
    (tmp_path / "tests/ledger/attic/test_new.py").write_text("import ledger.room.new\n")
    assert unlike(tmp_path) == ["nothing in tests/ledger/attic imports ledger/attic"]
    (tmp_path / "tests/cli/cellar").mkdir()
    (tmp_path / "tests/cli/cellar/test_new.py").touch()
    assert unlike(tmp_path)[1:] == ["tests/cli/cellar is of no room"]

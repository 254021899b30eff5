"""A file that is put into a room is guarded from the day it is written."""

import shutil
from pathlib import Path

import pytest

from tests.architecture.rooms import (
    AGGREGATES,
    HALLS,
    ROOMS,
    breaches,
    circle,
    known,
    main,
    outside,
    sources,
)

ROOT = Path(__file__).parents[2]
HOUSE = dict(sources(ROOT))


def in_rooms(*rooms: str) -> list[str]:
    """Every module of these rooms, and one in each that is not written yet."""
    there = [name for name in HOUSE if name.startswith(tuple(f"{room}." for room in rooms))]
    return [*there, *(f"{room}.written_tomorrow" for room in rooms)]


def known_with(module: str, *lines: str) -> set[str]:
    """What a module may not know and would, with some lines more."""
    return known(module, "\n".join([HOUSE.get(module, ""), *lines]))


def test_nobody_imports_what_their_room_may_not() -> None:
    assert breaches(ROOT) == []


def test_a_room_knows_rooms_above_it_only_so_there_are_no_circles() -> None:
    above: set[str] = set()
    for room, may in ROOMS.items():
        assert {each for each in may if each.split(".")[0] in {*HALLS, "migrations"}} <= above, room
        above.add(room)


@pytest.mark.parametrize(
    "imports",
    [
        "from ledger.table.counts import count_tray",
        "def later():\n    from ledger.table import counts",
        "if TYPE_CHECKING:\n    import ledger.table.counts",
    ],
)
def test_no_modules_of_a_room_import_one_another(imports: str) -> None:
    assert circle(HOUSE) == []
    draft = "ledger.table.draft"
    found = circle({**HOUSE, draft: f"{HOUSE[draft]}\n{imports}\n"})
    assert found[0] == found[-1]
    assert {draft, "ledger.table.counts"} <= set(found)


@pytest.mark.parametrize("module", in_rooms(*AGGREGATES))
def test_no_aggregate_may_know_sql_or_a_screen(module: str) -> None:
    packages = {"sqlalchemy", "psycopg", "click", "rich", "eventsourcing"}
    for form in ("import {}", "from {}.part import thing", "def f():\n    import {} as p"):
        assert packages <= known_with(module, *map(form.format, packages)), form


def test_no_aggregate_may_reach_outside_the_program_by_the_standard_library() -> None:
    reaching = {"sqlite3", "subprocess", "socket", "time", "os", "importlib", "urllib", "random"}
    for module in in_rooms(*AGGREGATES):
        for form in ("import {}", "from {} import thing", "def f():\n    import {} as p"):
            source = "\n".join([HOUSE.get(module, ""), *map(form.format, reaching)])
            assert outside(module, source) == reaching, (module, form)


def test_no_module_imports_another_of_the_house_by_name_but_those_that_have_a_table_of_them() -> (
    None
):
    store = "ledger.store.statements"
    for line in (
        "import_module('cli.frame.main')",
        "import_module(name)",
        "import_module(f'cli.{name}')",
        "__import__('cli')",
    ):
        assert outside(store, f"{HOUSE[store]}\n{line}\n") == {"a module by name"}, line
    assert outside(store, HOUSE[store]) == set()


@pytest.mark.parametrize("module", in_rooms("projections.models"))
def test_no_read_model_may_know_an_aggregate_or_another_read_model(module: str) -> None:
    for form in ("import {}.state", "from {} import state"):
        assert set(AGGREGATES) <= known_with(module, *map(form.format, AGGREGATES)), form
    if module != "projections.models.registry":
        assert "projections.models" in known_with(module, "from projections.models import rounds")


@pytest.mark.parametrize("module", in_rooms("ledger.values", "ledger.baccarat"))
def test_values_and_the_game_know_the_standard_library_only(module: str) -> None:
    assert known_with(module, "import msgspec") == {"msgspec"}


@pytest.mark.parametrize(
    ("file", "line", "said"),
    [
        (
            "ledger/table/state.py",
            "import sqlalchemy",
            "ledger.table.state may not import sqlalchemy",
        ),
        ("ledger/link/new.py", "import sqlalchemy", "ledger.link.new may not import sqlalchemy"),
        (
            "projections/models/new.py",
            "from ledger.table.state import Table",
            "projections.models.new may not import ledger.table",
        ),
        ("ledger/table/state.py", "import sqlite3", "ledger.table.state may not import sqlite3"),
        (
            "cli/commands/seal.py",
            "def f(): return session().ledger.journal",
            "cli.commands.seal may not reach for a ledger's journal",
        ),
        (
            "cli/shown/new.py",
            "def f(ledger): return ledger.loader.property_now()",
            "cli.shown.new may not reach for a ledger's loader",
        ),
        ("api/x.py", "", "api/ is no room, and holds Python"),
        ("loose.py", "", "loose.py is no room, and holds Python"),
        ("ledger/loose.py", "", "ledger.loose stands in no room"),
        ("ledger/attic/new.py", "", "ledger.attic.new stands in no room"),
    ],
)
def test_make_check_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, line: str, said: str
) -> None:
    for hall in (*HALLS, "migrations"):
        shutil.copytree(ROOT / hall, tmp_path / hall, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / file).parent.mkdir(exist_ok=True)
    with (tmp_path / file).open("a", encoding="utf-8") as changed:
        changed.write(f"\n{line}\n")
    assert main(tmp_path) == 1
    assert said in capsys.readouterr().out.splitlines()
    assert "tests.architecture.rooms" in (ROOT / "Makefile").read_text(encoding="utf-8")

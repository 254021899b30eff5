"""The books as flat tables: they are what the reports say, and engines answer questions to them."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa
import pytest
import time_machine
from pyarrow import parquet

from projections.reports.flat import TABLES, VERSION, schema_of
from tests.cli.commands.signed.day import DAY, TODAY
from tests.cli.commands.test_export import a_counted_day, the_day_after
from tests.cli.conftest import NOW, Terminal
from tests.cli.sealing import seal, write_keys
from tests.stores import Files

PAGE: Final = Path(__file__).parents[3] / "docs/group.md"
QUESTIONS: Final = re.findall(r"^```sql\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture
def books(sqlite_stores: Files, tmp_path: Path) -> Iterator[Terminal]:
    """A closed day with forms, vigorish, an award that waits and what does not agree; and the day after."""
    with time_machine.travel(NOW, tick=False):
        yield Terminal(sqlite_stores.put(tmp_path / "pit.db", a_counted_day, the_day_after))


def rows(table: str) -> list[dict[str, Any]]:
    """All that a table has, in order."""
    files = sorted(Path("figures", VERSION, table).rglob("*.parquet"))
    return [
        row for file in files for row in parquet.read_table(file, partitioning=None).to_pylist()
    ]


def reported(books: Terminal, *report: str) -> list[dict[str, Any]]:
    """The same of both days, as a report has them."""
    return [row for day in (DAY, TODAY) for row in books.json(*report, "--day", day)]


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as JSON would have it."""
    return {
        name: value.isoformat().replace("+00:00", "Z") if hasattr(value, "isoformat") else value
        for name, value in row.items()
    }


def test_the_tables_say_what_the_reports_say(books: Terminal) -> None:
    found = books.json("export", "figures", "--to", "figures")
    assert (found["property"], found["months"]) == ("harbor-house", ["2026-07"])
    assert {name: len(rows(name)) for name in TABLES} == found["rows"]
    for table, report in (
        ("table_days", ("report", "win")),
        ("vigorish", ("report", "vig")),
        ("meters", ("report", "meters")),
        ("rounds", ("round", "list")),
        ("forms", ("report", "forms")),
    ):
        expected = reported(books, *report)
        assert len(expected) == len(rows(table)) > 0, table
        for row, said in zip(rows(table), expected, strict=True):
            words = {n: " ".join(v) if isinstance(v, list) else v for n, v in said.items()}
            assert plain(row).items() - {("gaming_day", str(row["gaming_day"]))} <= words.items()
    listed = [each for day in (DAY, TODAY) for each in _findings(books, day)]
    assert [(each["finding"], str(each["gaming_day"])) for each in rows("findings")] == listed
    assert {each["reason"] for each in rows("findings")} > {None}


def _findings(books: Terminal, day: str) -> list[tuple[str, str]]:
    import json  # noqa: PLC0415

    found = books.run("day", "reconcile", day, "--json")
    return [(each["id"], each["gaming_day"]) for each in json.loads(found.stdout)]


def test_the_wagers_of_a_round_are_what_it_came_to(books: Terminal) -> None:
    books.does("export", "figures", "--to", "figures")
    settled = {row["round"]: row for row in rows("rounds") if row["status"] == "settled"}
    wagers = rows("wagers")
    assert {row["round"] for row in wagers} == settled.keys()
    for name, row in settled.items():
        own = [each for each in wagers if each["round"] == name]
        assert [each["line"] for each in own] == list(range(1, len(own) + 1))
        for column in ("returned", "vig"):
            assert sum(each[column] for each in own) == row[column]


def test_a_month_alone_is_written_again_in_its_own_place(books: Terminal) -> None:
    books.does("export", "figures", "--to", "figures")
    before = {each: each.read_bytes() for each in Path("figures").rglob("*.parquet")}
    told = books.does("export", "figures", "--to", "figures", "--month", "2026-07")
    assert told.startswith("harbor-house, 1 month: rounds ")
    assert {each: each.read_bytes() for each in Path("figures").rglob("*.parquet")} == before
    assert books.json("export", "figures", "--to", "none", "--month", "2026-06")["months"] == []
    assert not Path("none").exists()


def test_figures_of_another_property_of_the_same_name_are_left_alone(books: Terminal) -> None:
    books.does("export", "figures", "--to", "figures")
    before = {each: each.read_bytes() for each in Path("figures").rglob("*.parquet")}
    other = Terminal("sqlite:///other.db")
    other.does("init", "--name", "Harbor House", "--zone", "America/New_York")
    refused = other.is_refused("export", "figures", "--to", "figures")
    assert refused["code"] == "figures_of_another_log"
    assert {each: each.read_bytes() for each in Path("figures").rglob("*.parquet")} == before
    books.does("export", "figures", "--to", "figures")


def test_figures_that_were_cut_short_or_damaged_are_written_again(books: Terminal) -> None:
    """Killed, there was the folder of a month and nothing in it."""
    books.does("export", "figures", "--to", "figures")
    (file,) = Path("figures", VERSION, "rounds").rglob("*.parquet")
    whole = file.read_bytes()
    for name in ("_SUCCESS", "month=2026-09"):
        Path(file.parent.parent, name).mkdir()
    for there in (None, b"", whole[:-9]):
        file.unlink()
        if there is not None:
            file.write_bytes(there)
        books.does("export", "figures", "--to", "figures")
        assert file.read_bytes() == whole


def test_the_page_names_every_column_of_every_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in TABLES:
        columns = ", ".join(f"`{each}`" for each in schema_of(name).names)
        assert re.search(rf"^\| `{name}` \| .* \| {re.escape(columns)} \|$", page, re.MULTILINE), (
            name
        )


def test_the_questions_of_the_page_are_answered(books: Terminal) -> None:
    write_keys()
    seal(books)
    books.does("export", "figures", "--to", "figures")
    books.does("export", "events", "--to", "copy")
    won, brought, late = (duckdb.connect().execute(each).fetchall() for each in QUESTIONS)
    of_tables = reported(books, "report", "win")
    assert [row[:2] for row in won] == [("harbor-house", "2026-07")]
    assert won[0][2] == sum(row["win_tray"] or 0 for row in of_tables)
    handle = sum(row["handle"] for row in _performance(books))
    assert sum(row[3] for row in brought) == handle
    assert sum(row[2] for row in late) > 0
    assert os.listdir("copy") == ["property=harbor-house"]  # noqa: PTH208


def test_a_day_whose_win_is_unknown_is_in_no_hold_and_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path("figures", VERSION, "table_days/property=pier-nine/month=2026-07")
    place.mkdir(parents=True)
    days = {"win_tray": [-500, 1_500, None], "drop": [4_000, 6_000, 10_000]}
    parquet.write_table(pa.table(days), place / "table_days.parquet")
    won = duckdb.connect().execute(QUESTIONS[0]).fetchall()
    assert won == [("pier-nine", "2026-07", 1_000, 1_000, 1)]


def _performance(books: Terminal) -> list[dict[str, Any]]:
    month = ("report", "performance", "--period", "month", "--by", "bet", "--day", TODAY)
    return [row for row in books.json(*month) if row["by"] == "bet"]

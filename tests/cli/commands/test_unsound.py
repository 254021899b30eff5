"""Rows of read models that no event comes to are named, and are no fault of the program: whoever owns the database can
write them.
"""

import json
import shlex
from collections.abc import Iterator
from contextlib import suppress

import pytest
import sqlalchemy as sa
import time_machine

from cli.serve.app import make_app
from ledger.store.engine import begin_write, make_engine
from projections.models.registry import PROJECTIONS
from projections.queries import sound
from tests.cli.conftest import DAY, Terminal, a_property
from tests.cli.readers import AFTERWARDS, READ, play
from tests.cli.serve.asking import Browser
from tests.stores import Stores

TOLD = {0, 2, 3, 5, 6}
"""It is answered, cannot be asked here, there is none, it is named, or what is found does not agree."""


def played(url: str) -> None:
    """Whatever readers are asked of."""
    play(Terminal(url))


@pytest.fixture
def store(stores: Stores) -> Iterator[Terminal]:
    """Those days, on each database in turn."""
    with stores.copy(a_property, played) as url, time_machine.travel(AFTERWARDS, tick=False):
        yield Terminal(url)


def test_whatever_rows_say_no_reader_takes_it_for_a_fault_of_the_program(store: Terminal) -> None:
    """On SQLite a number may be a text too."""
    models = [model for projection in PROJECTIONS for model in projection.models]
    engine = make_engine(store.url)
    for model in models:
        for field in model.row.__struct_fields__[model.key :]:
            with suppress(sa.exc.DBAPIError), begin_write(engine) as connection:
                connection.exec_driver_sql(f"UPDATE {model.name} SET \"{field}\" = 'x'")
    engine.dispose()
    codes = set()
    for name, of in READ.items():
        said = store.run(*name.split(), *shlex.split(of), stdin="")
        assert said.exit_code in TOLD, (name, said.output)
        codes.add(said.exit_code)
    assert 5 in codes


@pytest.mark.parametrize(
    ("change", "command"),
    [
        ("UPDATE rounds SET player = 'x'", f"audit replay --day {DAY}"),
        ("UPDATE table_days SET earlier = 'x'", "audit history MB-01"),
    ],
)
def test_a_text_that_cannot_be_read_is_named_with_what_the_events_come_to(
    store: Terminal, change: str, command: str
) -> None:
    store.does(*command.split())
    with_change(store, change)
    error = store.is_refused(*command.split(), exit_code=5)
    assert error["code"] == "read_model_differs"
    assert error["facts"]["stored"] != error["facts"]["rebuilt"]
    assert "pit db rebuild" in error["next_step"]
    store.does("db", "rebuild", error["facts"]["read_model"])
    store.does(*command.split())


def with_change(terminal: Terminal, change: str) -> None:
    """The store with something changed in it."""
    engine = make_engine(terminal.url)
    with begin_write(engine) as connection:
        assert connection.exec_driver_sql(change).rowcount, change
    engine.dispose()


def test_a_number_that_is_none_is_named_however_long_the_log_is(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "HELD", 0)
    on_file.dealing()
    on_file.does("chips", "buy-in", "MB-01", "3", "100")
    on_file.does("report", "win")
    with_change(on_file, "UPDATE table_win SET buy_ins_cents = 'x'")
    for command in ("report win", "report day", "day show", "chips buy-in MB-01 3 5"):
        said = on_file.run(*command.split(), "--json")
        if command.startswith("chips"):  # What is recorded is, whatever is wrong with read models.
            assert said.exit_code == 0
            continue
        assert said.exit_code == 5, said.output
        error = json.loads(said.stderr)["error"]
        assert error["code"] == "read_model_differs"
        assert error["message"] == (
            f"The read model table_win says of {DAY} MB-01 what no event comes to: buy_ins_cents is 'x'."
        )
        assert error["facts"] == {
            "read_model": "table_win",
            "table": "table_win",
            "row": f"{DAY} MB-01",
            "field": "buy_ins_cents",
        }


def test_a_page_names_it_too(store: Terminal) -> None:
    with_change(store, "UPDATE rounds SET player = 'x'")
    with Browser(make_app(store.url), "http://127.0.0.1") as browser:
        answer = browser.get(f"/shoes/{DAY}.json")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "read_model_differs"

"""Stores that earlier versions have played: brought up, their books are what they were then.

`python -m tests.migrations.keep` keeps one of each version that goes out; `stores/played.txt` is
what the next one is to be given, and may grow with what a version can do.
"""

import json
import lzma
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
import sqlalchemy as sa
import time_machine
from alembic import command

from ledger.store.engine import begin_write, make_engine
from migrations import chain, run
from tests import engines
from tests.cli.conftest import Terminal
from tests.conftest import BACKENDS
from tests.migrations.keep import BOOKS, DAYS, FEED, PLAYED, STORE, STORES, make_ready
from tests.postgres import Server

KEPT = sorted(each for each in STORES.iterdir() if each.is_dir())


def copied(source: sa.Engine, target: sa.Engine) -> None:
    """Make the store of `source` in the empty database `target`, in its own version."""
    with source.connect() as old, begin_write(target) as new:
        version = old.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        command.upgrade(chain.config(new), version)
        # It takes no event of a program of another version.
        new.execute(sa.select(sa.func.set_config("pit.version", version, True)))
        tables = sa.MetaData()
        tables.reflect(new, only=lambda name, _: name != "alembic_version")
        for table in tables.tables.values():
            # The database gives events their positions itself, and the same ones.
            given = [column for column in table.columns if column.identity is None]
            rows = old.execute(sa.select(*given).order_by(*table.primary_key)).mappings()
            if found := [dict(row) for row in rows]:
                new.execute(sa.insert(table), found)


SINCE = {
    "kind": {
        "corrected",
        "meter_corrected",
        "dispute_decided",
        "entered_late",
        "forms_not_counted",
    },
    "code": {"meter_not_read"},
}
"""Kinds of exceptions, and codes of findings, that were none in a version that had none of them."""


@pytest.fixture(params=KEPT, ids=lambda kept: kept.name)
def kept(request: pytest.FixtureRequest) -> Path:
    """What is kept of a version."""
    found: Path = request.param
    return found


def bring_up(kept: Path, file: Path, url: str) -> None:
    """Unpack the store of a version into a file, and bring it up to the present one: there, or in the empty database
    at another address.
    """
    file.write_bytes(lzma.decompress((kept / STORE).read_bytes()))
    own = f"sqlite:///{file}"
    source, target = make_engine(own), make_engine(url)
    try:
        if url != own:
            copied(source, target)
        run.upgrade(target)
    finally:
        source.dispose()
        target.dispose()
    engines.hang_up()


@pytest.fixture(scope="module")
def brought_up(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """The file of a version's store, brought up: once, to be copied."""
    home = tmp_path_factory.mktemp("kept")

    def made(kept: Path) -> Path:
        file = home / f"{kept.name}.db"
        if not file.exists():
            bring_up(kept, file, f"sqlite:///{file}")
        return file

    return made


@pytest.fixture(scope="module")
def brought_up_there(
    pg_admin: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Path], str]]:
    """The database of a version's store, brought up: once, to be copied."""
    home, databases = tmp_path_factory.mktemp("there"), dict[Path, str]()

    def made(kept: Path) -> str:
        if kept not in databases:
            databases[kept] = pg_admin.create()
            bring_up(kept, home / f"{kept.name}.db", pg_admin.url(databases[kept]))
        return databases[kept]

    yield made
    for each in databases.values():
        pg_admin.drop(each)


@pytest.fixture(params=BACKENDS)
def upgraded(request: pytest.FixtureRequest, kept: Path, tmp_path: Path) -> Iterator[Terminal]:
    """Its store, brought up to the present version, on each database in turn."""
    if request.param == "sqlite":
        file = tmp_path / "kept.db"
        copyfile(request.getfixturevalue("brought_up")(kept), file)
        yield Terminal(f"sqlite:///{file}")
        return
    server: Server = request.getfixturevalue("pg_admin")
    with server.database(request.getfixturevalue("brought_up_there")(kept)) as url:
        yield Terminal(url)


def _says(row: Any, name: str, value: str) -> bool:
    return isinstance(row, dict) and row.get(name) == value


def missing(expected: Any, found: Any, at: str = "") -> list[str]:
    """Where a figure of the `expected` is another now, or gone. What was added since is left."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            each
            for name, figure in expected.items()
            for each in missing(figure, found.get(name, "gone"), f"{at}.{name}")
        ]
    if isinstance(expected, list) and isinstance(found, list):
        new = {
            (name, value)
            for name, values in SINCE.items()
            for value in values
            if not any(_says(row, name, value) for row in expected)
        }
        found = [row for row in found if not any(_says(row, *each) for each in new)]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            each
            for n, pair in enumerate(zip(expected, found, strict=True))
            for each in missing(*pair, f"{at}[{n}]")
        ]
    return [] if expected == found else [f"{at}: {expected!r} is now {found!r}"]


def test_every_report_has_the_figures_it_had(kept: Path, upgraded: Terminal) -> None:
    books = json.loads((kept / BOOKS).read_text(encoding="utf-8"))
    found = {asked: upgraded.json(*asked.split()) for asked in books}
    for asked, report in found.items():
        if asked.startswith("report day") and "notes" not in books[asked]:
            _as_before(books[asked], report)
    different = missing(books, found)
    assert [each for each in different if ".position: " not in each] == []


def _as_before(then: dict[str, Any], now: dict[str, Any]) -> None:
    """What closed days have learned since a version that had no notes: a later correction is a note of theirs, they
    count up to the books that were signed, and what they left open is a finding of the next day.
    """
    if now["closing"] is not None:
        noted = {each["document"] for each in now["notes"]}
        then["corrections"] = [e for e in then["corrections"] if e["document"] not in noted]
    # Corrections and rulings are exceptions since; those of meters, and rulings, are shown one by one.
    since = {"meter", "ruling"}
    now["corrections"] = [each for each in now["corrections"] if each["figure"] not in since]
    for report in (then, now):
        report["summary"].pop("exceptions", None)
    now["findings"] = [each for each in now["findings"] if each.get("since") is None]
    for each in now["findings"]:  # What of a variance comes of corrections is said since.
        each["message"] = each["message"].partition(" Of it ")[0]


def test_what_the_next_version_is_given_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that this version refuses would be missed when its store is kept."""
    monkeypatch.chdir(tmp_path)
    make_ready(tmp_path)
    played = (STORES / PLAYED).read_text(encoding="utf-8")
    with time_machine.travel("2026-07-13T12:00:00-04:00"):
        result = Terminal("sqlite:///played.db").run("shell", stdin=played)
    assert (result.exit_code, result.stderr) == (0, "")


def test_nothing_is_wrong_with_it_and_every_round_replays(upgraded: Terminal) -> None:
    upgraded.does("db", "check")
    rounds = [row["round"] for day in DAYS for row in upgraded.json("round", "list", "--day", day)]
    assert rounds
    for each in rounds:
        upgraded.does("audit", "replay", each)


def test_a_command_under_the_key_it_had_is_a_repeat(kept: Path, upgraded: Terminal) -> None:
    """The stored digests are those of that version; so are its words, which may be gone since."""
    before = upgraded.everything()
    lines = (kept / PLAYED).read_text(encoding="utf-8").splitlines()
    keyed = [shlex.split(line) for line in lines if "--key" in line]
    assert keyed
    for words in keyed:
        answer = upgraded.json(*words)
        assert answer["repeated"] is True, words
    assert upgraded.everything() == before


def test_another_command_under_a_used_key_is_refused(kept: Path, upgraded: Terminal) -> None:
    lines = (kept / PLAYED).read_text(encoding="utf-8").splitlines()
    first, second = (shlex.split(line) for line in lines if "buy-1" in line or "wager-1" in line)
    second[second.index("wager-1")] = "buy-1"
    assert first != second
    assert upgraded.is_refused(*second, exit_code=4)["code"] == "key_reused"


def test_a_key_of_that_version_is_held_against_its_events_alone(upgraded: Terminal) -> None:
    """Its events do not say under which key they were recorded; those from here on do."""
    gone = "DELETE FROM idempotency_keys WHERE key = 'key:{}'"
    upgraded.does("--by", "A-1", "property", "set", "late-after=25", "--key", "set-2")
    engine = make_engine(upgraded.url)
    with begin_write(engine) as connection:
        connection.execute(sa.text(gone.format("buy-1")))
    upgraded.does("db", "check")
    with begin_write(engine) as connection:
        connection.execute(sa.text(gone.format("set-2")))
    engine.dispose()
    assert upgraded.is_refused("db", "check", exit_code=5)["code"] == "key_missing"


def test_what_was_fed_is_not_taken_again(kept: Path, upgraded: Terminal) -> None:
    before = upgraded.everything()
    upgraded.does("feed", str(kept / FEED))
    assert upgraded.everything() == before

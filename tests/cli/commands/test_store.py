"""`pit init` and `pit db`: a store set up, checked, rebuilt."""

import json
import os
import pty
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import make_url

from cli.frame.reading import progress
from ledger.store.engine import begin_write, make_engine
from ledger.store.errors import store_errors
from ledger.values.errors import StoreUnreachable
from migrations.chain import config
from migrations.version import head
from tests.cli.conftest import SIGNED, Terminal
from tests.cli.terminals import a_command
from tests.forked import Process
from tests.postgres import Server

HARBOR = ("init", "--name", "Harbor House", "--zone", "America/New_York")


def test_init_makes_a_file_and_may_be_repeated(tmp_path: Path) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path}/new.db")
    first = terminal.json(*HARBOR)
    assert (first["version_before"], first["cutoff"], first["repeated"]) == (None, "06:00", False)
    assert terminal.json(*HARBOR) == {**first, "version_before": first["version"], "repeated": True}
    assert terminal.json("init")["name"] == "Harbor House"
    assert len(terminal.everything()) == 1


def test_init_sets_up_an_empty_postgresql_database(pg_admin: Server) -> None:
    name = pg_admin.create()
    terminal = Terminal(pg_admin.url(name))
    assert terminal.json(*HARBOR)["version_before"] is None
    terminal.dealing()
    terminal.does("db", "check")
    pg_admin.drop(name)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_text_is_refused_by_init(
    pg_admin: Server, encoding: str
) -> None:
    name = pg_admin.create_encoded(encoding)
    terminal = Terminal(pg_admin.url(name))
    told = terminal.run(*HARBOR)
    assert (told.exit_code, "store_not_utf8" in told.stderr) == (7, True)
    assert "store_not_set_up" in terminal.run("db", "status").stderr
    pg_admin.drop(name)


def test_a_text_that_a_database_cannot_hold_is_said_to_be_such(pg_admin: Server) -> None:
    name = pg_admin.create_encoded("LATIN1")
    engine = make_engine(pg_admin.url(name))
    with pytest.raises(StoreUnreachable) as told, store_errors(), engine.connect() as connection:
        connection.exec_driver_sql("SELECT %s::text", ("賭",))
    assert told.value.refusal.code == "store_not_utf8"
    engine.dispose()
    pg_admin.drop(name)


def test_every_text_is_read_and_written_whatever_encoding_clients_are_told(
    pg_admin: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = pg_admin.create()
    engine = make_engine(pg_admin.url(name))
    with begin_write(engine) as connection:
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET client_encoding = 'LATIN1'")
    engine.dispose()
    monkeypatch.setenv("PGCLIENTENCODING", "SQL_ASCII")
    url = make_url(pg_admin.url(name)).update_query_dict({"client_encoding": "SQL_ASCII"})
    terminal = Terminal(url.render_as_string(hide_password=False))
    terminal.json("init", "--name", "Kasino Žofín — 賭", "--zone", "Europe/Prague")
    assert terminal.json("init")["name"] == "Kasino Žofín — 賭"
    terminal.does("db", "check")
    pg_admin.drop(name)


def test_init_dry_makes_nothing(tmp_path: Path) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path}/new.db")
    result = terminal.run(*HARBOR, "--dry-run")
    assert result.exit_code == 0
    assert result.stderr == "Dry run: nothing was changed.\n"
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    "wrong", [("--zone", "America/Boston"), ("--cutoff", "6am"), ("--name", "")]
)
def test_init_refused_makes_nothing(tmp_path: Path, wrong: tuple[str, str]) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path}/new.db")
    assert terminal.run(*HARBOR, *wrong).exit_code == 2
    assert not (tmp_path / "new.db").exists()


def test_init_without_an_author_makes_nothing(tmp_path: Path) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path}/new.db")
    assert "no_author" in terminal.run(*HARBOR, by=None).stderr
    assert not (tmp_path / "new.db").exists()


def test_another_property_is_refused(terminal: Terminal) -> None:
    error = terminal.is_refused("init", "--zone", "America/Chicago")
    assert error["code"] == "property_differs"


def _a_day(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(
        *("round", "play", "MB-01", "--wager", "3:banker:20"),
        *("--player", "7d Qh", "--banker", "9c Kh"),
    )
    terminal.does("vig", "collect", "MB-01", "3")
    terminal.does("table", "close", "MB-01", "--closer", "none", *SIGNED)


def test_check_finds_a_sound_store_sound(terminal: Terminal) -> None:
    _a_day(terminal)
    found = terminal.json("db", "check")
    assert found["ok"] is True
    assert found["events"] == len(terminal.everything())
    assert found["snapshots"] == 1
    assert set(found["read_models"].values()) == {found["position"]}
    assert "Nothing is wrong." in terminal.does("db", "check")


def test_rebuilt_read_models_equal_the_live_ones(terminal: Terminal) -> None:
    _a_day(terminal)
    reports = (("report", "win"), ("report", "vig"), ("round", "list"), ("chips", "list"))
    before = [terminal.json(*report) for report in reports]
    rebuilt = terminal.json("db", "rebuild")
    assert [terminal.json(*report) for report in reports] == before
    assert {one["position"] for one in rebuilt} == {terminal.json("db", "check")["position"]}


def test_rebuild_one_by_its_name(terminal: Terminal) -> None:
    _a_day(terminal)
    assert [one["name"] for one in terminal.json("db", "rebuild", "vig")] == ["vigorish"]


def test_status_of_a_store_of_today(terminal: Terminal) -> None:
    _a_day(terminal)
    terminal.does("report", "win")
    status = terminal.json("db", "status")
    assert status["version"] == status["needed"]
    assert status["events"] == len(terminal.everything())
    assert status["read_models"]["table_win"] == status["last_event"]
    assert "Read models" in terminal.does("db", "status")


def test_status_hides_the_password(terminal: Terminal) -> None:
    if terminal.url.startswith("postgresql"):
        terminal.url = terminal.url.replace("@", ":sesame@", 1)
    assert "sesame" not in terminal.run("db", "status").output


def test_status_of_an_old_store_says_so_and_upgrade_refuses_a_newer_one(on_file: Terminal) -> None:
    engine = make_engine(on_file.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    status = on_file.json("db", "status")
    assert (status["version"], "events" in status) == ("9999", False)
    assert (
        json.loads(on_file.run("db", "upgrade", "--json").stderr)["error"]["code"]
        == "store_too_new"
    )


def test_upgrade_of_a_store_of_today_does_nothing(terminal: Terminal) -> None:
    upgraded = terminal.json("db", "upgrade")
    assert upgraded["version_before"] == upgraded["version"]
    assert "nothing to do" in terminal.does("db", "upgrade")


def test_snapshot_of_tables_that_are_due(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.dealing()
    assert terminal.json("db", "snapshot") == {"snapshots": []}
    monkeypatch.setattr("ledger.transaction.snapshots.TABLE_EVERY", 2)
    assert terminal.json("db", "snapshot") == {"snapshots": ["MB-01"]}
    assert terminal.json("db", "check")["snapshots"] >= 1


def test_init_asks_at_a_terminal_for_what_was_not_said(tmp_path: Path) -> None:
    """Typed into a real terminal: name and zone asked for, the cut-off proposed."""
    ours, theirs = pty.openpty()
    store = f"sqlite:///{tmp_path}/asked.db"
    with os.fdopen(theirs, "rb", buffering=0) as stdin:
        asking = Process(
            a_command,
            *("--db", store, "--by", "A-1", "init", "--json"),
            cwd=tmp_path,
            env={**os.environ},
            stdin=stdin,
            stderr=theirs,
        )
    with asking:
        os.write(ours, b"Harbor House\nAmerica/New_York\n\n")
        assert asking.wait() == 0
        done = json.loads(asking.said()[0])
    asked = os.read(ours, 4096).decode()
    os.close(ours)
    assert (done["name"], done["zone"], done["cutoff"]) == (
        "Harbor House",
        "America/New_York",
        "06:00",
    )
    assert "Name of the property" in asked


def test_a_long_reading_tells_a_person_at_a_terminal_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert progress() is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell = progress()
    assert tell is not None
    tell(2_000, 5_000)
    tell(5_000, 5_000)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "\r\x1b[KReading events: 2,000 of 5,000\r\x1b[K"


def test_an_old_store_is_brought_up_to_this_version(tmp_path: Path) -> None:
    """From the first version of the tables, which had no read models."""
    url = f"sqlite:///{tmp_path}/old.db"
    engine = make_engine(url)
    with begin_write(engine) as connection:
        command.upgrade(config(connection), "0001")
    engine.dispose()
    terminal = Terminal(url)
    assert "store_too_old" in terminal.run("report", "win").stderr

    upgraded = terminal.json("db", "upgrade")

    assert (upgraded["version_before"], upgraded["version"]) == ("0001", head())
    terminal.does(*HARBOR)
    _a_day(terminal)
    assert terminal.json("db", "check")["ok"] is True

"""Files and secrets: what is there is not replaced unasked, a store is its owner's, no password is shown or kept."""

import json
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from cli.shell.history import history as kept_lines
from ledger.desks.ledger import Ledger
from tests.cli.conftest import SIGNED, Terminal
from tests.ledger.feed.test_bad_lines import raw

SECRET = "hunter2"  # noqa: S105  what must not be shown


def test_a_page_that_is_there_is_replaced_when_that_is_said(on_file: Terminal) -> None:
    page = ("report", "day", "--html", "day.html")
    on_file.does(*page)
    first = Path("day.html").read_bytes()
    error = on_file.is_refused(*page, exit_code=2)
    assert (error["code"], error["facts"]) == ("file_exists", {"file": "day.html"})
    assert Path("day.html").read_bytes() == first
    on_file.does(*page, "--force")
    for name in ("pit.db", "pit.db-wal", "pit.db-journal"):
        error = on_file.is_refused("report", "day", "--excel", name, "--force", exit_code=2)
        assert error["code"] == "file_is_a_database"
    on_file.does("report", "day", "--html", "/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_no_page_and_no_quarantine_takes_the_place_of_a_secret(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key, private or of a device, what it signed last, and the passphrase that a command names: --force replaces
    none.
    """
    on_file.does("audit", "key", "new", "own.key")
    on_file.does("audit", "seal", "--key", "own.key")
    on_file.does("audit", "key", "new", "device.key")
    Path("device.key").write_text(f"{on_file.does('audit', 'key', 'show', 'device.key')}signs\n")
    Path("next.key").write_bytes(Path("device.key").read_bytes())
    error = on_file.is_refused("audit", "key", "new", "own.key", exit_code=2)
    assert (error["code"], "--force" in error["next_step"]) == ("file_exists", False)
    Path("A-1.phrase").write_text("correct horse battery\n")
    monkeypatch.setenv("PIT_SEAL_KEY", "device.key")
    monkeypatch.setenv("PIT_PASSPHRASE_FILE", "A-1.phrase")
    Path("feed.ndjson").write_bytes(raw('"cents": 10000', '"cents": -1'))
    keys = ("own.key", "own.key.seen", "own.key.seen.lock", "device.key", "next.key")
    for name in (*keys, "A-1.phrase"):
        before = Path(name).read_bytes()
        for typed in (
            ("report", "day", "--html", name, "--force"),
            ("report", "day", "--excel", name, "--force"),
            ("feed", "feed.ndjson", "--quarantine", name),
        ):
            error = on_file.is_refused(*typed, exit_code=2)
            assert (error["code"], error["facts"]) == ("file_is_a_secret", {"file": name})
        assert Path(name).read_bytes() == before


def test_a_file_is_written_new_or_as_it_was_to_read(on_file: Terminal) -> None:
    """A new file is as the umask has it; one that is replaced is another file, and keeps who may read it."""
    page = ("report", "day", "--force", "--html")
    before = os.umask(0o027)
    try:
        on_file.does(*page, "new.html")
    finally:
        os.umask(before)
    assert stat.S_IMODE(Path("new.html").stat().st_mode) == 0o640
    Path("new.html").chmod(0o600)
    os.link("new.html", "other-name.html")
    on_file.does(*page, "new.html")
    assert stat.S_IMODE(Path("new.html").stat().st_mode) == 0o600
    assert not Path("new.html").samefile("other-name.html"), "moved there, not written over"
    Path("link.html").symlink_to("new.html")
    assert on_file.is_refused(*page, "link.html", exit_code=2)["code"] == "file_is_a_link"
    Path("dangling").symlink_to("nowhere.html")
    assert on_file.is_refused(*page, "dangling", exit_code=2)["code"] == "file_is_a_link"
    assert not Path("nowhere.html").exists()
    with sqlite3.connect("theirs.db") as theirs:
        theirs.execute("CREATE TABLE theirs (id INTEGER)")
    assert on_file.is_refused(*page, "theirs.db", exit_code=2)["code"] == "file_is_a_database"
    assert not list(Path().glob(".*.part")), "nothing is left beside it"


def test_a_pipe_is_written_into_and_stays_one(on_file: Terminal) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        on_file.does("audit", "key", "new", "own.key")
        on_file.does("audit", "seal", "--key", "own.key", "--out", "pipe")
        assert os.read(reader, 4096).startswith(b"harbor-house\n")
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)


def test_a_quarantine_is_no_database_and_no_link(on_file: Terminal) -> None:
    Path("feed.ndjson").write_bytes(raw('"cents": 10000', '"cents": -1'))
    Path("link").symlink_to("aim")
    for name, code in (("pit.db", "file_is_a_database"), ("link", "file_is_a_link")):
        error = on_file.is_refused("feed", "feed.ndjson", "--quarantine", name, exit_code=2)
        assert error["code"] == code
    assert not Path("aim").exists()


def test_a_new_store_is_read_by_its_owner_alone() -> None:
    before = os.umask(0)
    try:
        Terminal("sqlite:///new.db").initialised()
        with Ledger("sqlite:///new.db") as ledger:
            ledger.property  # noqa: B018  while it is open, what lies beside it is there too
            made = list(Path().glob("new.db*"))
            assert {stat.S_IMODE(each.stat().st_mode) for each in made} == {0o600}
    finally:
        os.umask(before)


ADDRESSES = (
    f"postgresql://pit:{SECRET}@127.0.0.1:1/pit",
    f"postgres://pit:{SECRET}@127.0.0.1:1/pit",
    f"postgresql://pit@127.0.0.1:1/pit?password={SECRET}",
    f"postgresql://pit@127.0.0.1:1/pit?sslpassword={SECRET}",
    f"postgresql://pit:p@{SECRET}@127.0.0.1:1/pit",
    f"postgresql://pit:{SECRET}@127.0.0.1:port/pit",
    f"mysql://pit:{SECRET}@127.0.0.1/pit",
    f"postgresql://pit:{SECRET}@127.0.0.1:1/pit?sslmode=nonsense",
    f"postgresql://pit:{SECRET}@127.0.0.1:1/pit?nonsense=1",
)


@pytest.mark.parametrize("url", ADDRESSES)
def test_no_password_is_shown_in_an_error(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", SECRET)
    for typed in (("table", "list"), ("db", "status"), ("table", "list", url), (url,)):
        for as_json in ((), ("--json",)):
            said = Terminal(url).run(*typed, *as_json)
            assert said.exit_code in {2, 7}, said.output
            assert SECRET not in said.output


def test_no_password_is_shown_of_a_store_that_is_there(postgres_url: str) -> None:
    url = f"{postgres_url}{'&' if '?' in postgres_url else '?'}password={SECRET}"
    told = Terminal(url).does("init", "--name", "Harbor House", "--zone", "America/New_York")
    assert SECRET not in told + Terminal(url).does("db", "status", "--json")
    assert Terminal(postgres_url.replace("postgresql", "postgres", 1)).json("db", "status")[
        "events"
    ]


@pytest.mark.parametrize(
    "url", ["postgresql://h:port/d", "postgresql://h:99999999/d", "sqlite:///a\0b", "x", "://", ""]
)
def test_an_address_that_cannot_be_read(url: str) -> None:
    said = Terminal("sqlite:///none.db").run("--db", url, "table", "list", "--json")
    assert json.loads(said.stderr)["error"]["code"] in {
        *("unknown_store_url", "store_unreachable", "store_not_set_up"),
    }


def test_the_history_keeps_no_line_with_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Path("history")
    monkeypatch.setenv("PIT_HISTORY", str(place))
    history = kept_lines()
    history.append_string("table list")
    history.append_string(f"--db postgresql://pit:{SECRET}@host/pit table list")
    assert "table list" in place.read_text()
    assert SECRET not in place.read_text()
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    place.write_text(
        place.read_text() + f"\n# 2026-07-11\n+--db x://{SECRET}\n\n# 2026-07-11\n+day show\n"
    )
    assert list(kept_lines().load_history_strings()) == ["day show", "table list"]
    assert SECRET not in place.read_text()


def test_the_history_keeps_the_last_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Path("history")
    monkeypatch.setenv("PIT_HISTORY", str(place))
    monkeypatch.setattr("cli.shell.history.MOST", 2)
    for typed in ("table list", "day show", "shoe show"):
        kept_lines().append_string(typed)
    assert list(kept_lines().load_history_strings()) == ["shoe show", "day show"]
    whole = place.read_bytes()
    kept_lines()
    assert place.read_bytes() == whole


def test_what_is_signed_is_signed_by_ids(on_file: Terminal) -> None:
    """One person never signs as two: an id is letters, digits, dot, dash and underscore, in every property."""
    on_file.opened()
    close = ("table", "close", "MB-01", "--closer", "100x50 25x200 5x400")
    for signed in (
        ("--dealer", "D 7", "--supervisor", "S-2"),
        ("--dealer", "\u00d0-7", *SIGNED[2:]),
    ):
        assert on_file.is_refused(*close, *signed)["code"] == "bad_id"
    assert on_file.is_refused(*close, *SIGNED, "--by", "Ann Lee")["code"] == "bad_id"
    assert on_file.is_refused(*close, "--dealer", "s-2", *SIGNED[2:])["code"] == "signed_twice"

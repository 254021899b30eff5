"""What somebody with the database can do to it, and what names it: one day, sealed, altered in each of these ways."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
import time_machine

from ledger.values.errors import Misused
from tests import engines
from tests.cli.altering import alter
from tests.cli.conftest import SIGNED, Terminal
from tests.cli.deeds import (
    BY_ITSELF,
    EVENTS,
    OF_SQLITE,
    OF_TABLE,
    OPENED,
    RECORDS,
    ROUND,
    replaced,
)
from tests.cli.owners import BY_ITS_OWNER, FITS_BETTER
from tests.cli.sealing import cosign, seal, write_keys
from tests.conftest import BACKENDS
from tests.forked import SERVER
from tests.sealing import LOG, WITNESS
from tests.stores import Databases, Files

ROOT = Path(__file__).parents[3]
FILES: dict[str, bytes] = {}
"""The checkpoints of the day below, on either database the same."""


def day() -> list[tuple[str, ...]]:
    """A short day with something of everything."""
    return [
        ("init", "--name", "Harbor House", "--zone", "America/New_York"),
        (
            *("table", "open", "MB-01", "--rules", "ma-midi", "--pit", "P-1"),
            *("--opener", "100x50 25x200 5x400", *SIGNED),
        ),
        ("shoe", "start", "MB-01", "1", "--burn", "2c"),
        ("chips", "buy-in", "MB-01", "3", "500", "--key", "k-1"),
        (
            *("round", "play", "MB-01", "--wager", "3:banker:100"),
            *("--player", "7d Qh", "--banker", "9c Kh"),
        ),
        ("vig", "collect", "MB-01", "3"),
        ("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "100x20", *SIGNED),
        ("table", "close", "MB-01", "--closer", "100x70 25x200 5x400", *SIGNED),
        ("db", "check"),
    ]


def sealed_day(url: str) -> None:
    """The day, sealed and witnessed."""
    write_keys()
    terminal = Terminal(url)
    for typed in day():
        terminal.does(*typed)
    FILES.update({each.name: each.read_bytes() for each in (seal(terminal), cosign(terminal))})
    for seen in ("log.key.seen", "witness.key.seen"):
        Path(seen).unlink()


def beside(url: str) -> Terminal:
    """A store of that day, and in this directory the keys and the checkpoints of it."""
    write_keys()
    for name, content in FILES.items():
        Path(name).write_bytes(content)
    return Terminal(url)


@pytest.fixture
def sealed(sqlite_stores: Files) -> Terminal:
    """The day, sealed and witnessed, in a file in this directory."""
    sqlite_stores.put(Path("pit.db"), sealed_day)
    return beside("sqlite:///pit.db")


@pytest.fixture
def on_server(postgres_stores: Databases) -> Iterator[Terminal]:
    """The same on a server."""
    with postgres_stores.copy(sealed_day) as url:
        yield beside(url)


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest) -> Terminal:
    """The same, on each database in turn."""
    on = {"sqlite": "sealed", "postgres": "on_server"}
    there: Terminal = request.getfixturevalue(on[request.param])
    return there


def found(terminal: Terminal, *command: str) -> str:
    """What a command finds first: the code, or nothing."""
    result = terminal.run(*command, "--json")
    if result.exit_code == 0:
        return "nothing"
    assert result.exit_code == 5, result.output
    code: str = json.loads(result.stderr)["error"]["code"]
    return code


VERIFY = ("audit", "verify", "--key", LOG, "--key", WITNESS, "--against", "theirs.checkpoint")
CHECK = ("db", "check")


def test_a_day_that_nobody_touched_is_whole(store: Terminal) -> None:
    alter(store.url)
    assert found(store, *VERIFY) == "nothing"


def test_the_page_counts_them() -> None:
    page = " ".join((ROOT / "docs/seal.md").read_text(encoding="utf-8").split())
    both, named = (
        len(EVENTS) - len(OF_SQLITE & EVENTS.keys()),
        len(BY_ITSELF.keys() & EVENTS.keys()),
    )
    assert (
        f"Of {len(EVENTS)} ways to alter the log or its seal that the tests try, {both} of them on both databases, it"
        f" names {named}," in page
    )


@pytest.mark.parametrize(
    ("store", "deed"),
    [(on, deed) for on in BACKENDS for deed in EVENTS if on == "sqlite" or deed not in OF_SQLITE],
    indirect=["store"],
)
def test_u4_what_is_done_to_the_log_is_named(store: Terminal, deed: str) -> None:
    """By the seal; and by the store alone, as far as what was done contradicts the rest of it."""
    statements, code = EVENTS[deed]
    alter(store.url, *statements)
    assert found(store, *VERIFY, "--hashes") == code
    assert found(store, *CHECK) == BY_ITSELF.get(deed, "nothing")


@pytest.mark.parametrize("deed", sorted(OF_SQLITE))
def test_what_is_of_another_type_is_no_fault_of_the_program(sealed: Terminal, deed: str) -> None:
    statements, _ = EVENTS[deed]
    alter(sealed.url, *statements)
    for typed in (
        ("audit", "replay", ROUND),
        ("audit", "history", "MB-01"),
        ("audit", "prove", ROUND, "--out", "round.proof"),
        ("audit", "seal", "--key", "log.key"),
        ("table", "show", "MB-01"),
        ("chips", "buy-in", "MB-01", "3", "5"),
        ("report", "win"),
    ):
        said = sealed.run(*typed)
        assert said.exit_code in {0, 1, 5, 6}, (typed, said.output)


@pytest.mark.parametrize("deed", RECORDS)
def test_what_is_done_beside_the_log_is_named(store: Terminal, deed: str) -> None:
    statements, code = RECORDS[deed]
    alter(store.url, *statements)
    assert found(store, *VERIFY, "--hashes") == "nothing"
    assert found(store, *CHECK) == code
    assert found(store, *VERIFY) == code


TRIGGERS = {
    "sqlite": ("CREATE TRIGGER evil BEFORE INSERT ON {} BEGIN SELECT RAISE(IGNORE); END",),
    "postgres": (
        "CREATE TRIGGER evil AFTER DELETE ON {} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE RULE evil AS ON INSERT TO {} DO INSTEAD NOTHING",
    ),
}


@pytest.mark.parametrize("table", ["Events", "rounds"])
@pytest.mark.parametrize(
    ("store", "made_so"),
    [(on, each) for on in BACKENDS for each in TRIGGERS[on]],
    indirect=["store"],
)
def test_what_acts_on_a_table_besides_is_named_however_that_is_spelled(
    store: Terminal, made_so: str, table: str
) -> None:
    alter(store.url, made_so.format(table))
    assert found(store, *CHECK) == "guards_missing"


def test_a_guard_that_stands_on_another_table_is_none(on_server: Terminal) -> None:
    alter(
        on_server.url,
        "CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints"
        " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
        "ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER events_are_kept",
        "DROP TRIGGER events_are_kept ON events",
    )
    error = on_server.is_refused(*CHECK, exit_code=5)
    assert error["facts"]["triggers"] == ["events_are_kept", "events_are_kept on checkpoints"]


@pytest.mark.parametrize("deed", BY_ITS_OWNER)
def test_a_guard_or_a_table_that_its_owner_made_anew_is_named(
    on_server: Terminal, deed: str
) -> None:
    statements, named = BY_ITS_OWNER[deed]
    with psycopg.connect(on_server.url) as connection:
        for statement in statements:
            connection.execute(statement.encode())
    engines.hang_up()  # What the test before had planned there is of the table as it was.
    facts = on_server.is_refused(*CHECK, exit_code=5)["facts"]
    assert facts in ({"triggers": [named]}, {"tables": [named]})


def test_a_server_that_spells_its_names_otherwise_is_no_fault(on_server: Terminal) -> None:
    with psycopg.connect(on_server.url) as connection:
        spelled = f"ALTER DATABASE {connection.info.dbname} SET quote_all_identifiers = on"
        connection.execute(spelled.encode())
    engines.hang_up()
    assert found(on_server, *CHECK) == "nothing"


def test_a_catalogue_that_stands_before_the_servers_own_is_not_asked(on_server: Terminal) -> None:
    with psycopg.connect(on_server.url) as connection:
        connection.execute("CREATE TABLE public.pg_trigger AS TABLE pg_catalog.pg_trigger")
        connection.execute("ALTER TABLE events DISABLE TRIGGER events_are_kept")
        path = f"ALTER DATABASE {connection.info.dbname} SET search_path = public, pg_catalog"
        connection.execute(path.encode())
    engines.hang_up()
    assert on_server.is_refused(*CHECK, exit_code=5)["facts"]["triggers"] == ["events_are_kept"]


def test_nothing_is_made_of_a_log_that_is_read_through_what_fits_better(
    on_server: Terminal,
) -> None:
    with psycopg.connect(on_server.url) as connection:
        connection.execute(FITS_BETTER.encode())
    assert found(on_server, *VERIFY, "--hashes") == "guards_missing"
    assert found(on_server, "db", "rebuild") == "log_not_verified"


def test_an_extension_of_the_servers_administrator_is_no_fault(on_server: Terminal) -> None:
    with psycopg.connect(on_server.url) as connection:
        connection.execute("CREATE EXTENSION amcheck")
    assert found(on_server, *CHECK) == "nothing"


def test_an_index_that_refuses_is_named(sealed: Terminal) -> None:
    with closing(sqlite3.connect("pit.db")) as connection:
        connection.execute(
            "CREATE UNIQUE INDEX evil ON events (originator_id) WHERE topic = 'table.chips_credited'"
        )
    error = sealed.is_refused(*CHECK, exit_code=5)
    assert error["facts"] == {"triggers": ["evil on events"]}


def test_what_no_two_rows_may_share_besides_is_named(sealed: Terminal) -> None:
    with closing(sqlite3.connect("pit.db")) as connection, connection:
        made = "SELECT sql FROM sqlite_master WHERE name = 'rounds'"
        ((said,),) = connection.execute(made).fetchall()
        connection.execute("ALTER TABLE rounds RENAME TO old")
        connection.execute(said.replace("CONSTRAINT pk_rounds", "UNIQUE (n), CONSTRAINT pk_rounds"))
        connection.execute("INSERT INTO rounds SELECT * FROM old")
        connection.execute("DROP TABLE old")
    assert sealed.is_refused(*CHECK, exit_code=5)["facts"] == {"tables": ["rounds"]}


@pytest.mark.parametrize(
    ("table", "said", "instead"),
    [
        ("events", " AUTOINCREMENT", ""),
        ("events", "originator_version)", "originator_version) ON CONFLICT IGNORE"),
        ("idempotency_keys", '("key")', '("key") ON CONFLICT REPLACE'),
        ("checkpoints", "note TEXT", "note TEXT DEFAULT 'x'"),
    ],
)
def test_a_table_of_which_the_file_says_something_else_is_named(
    sealed: Terminal, table: str, said: str, instead: str
) -> None:
    with schema_written() as connection:
        altered = connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ? AND instr(sql, ?)",
            (said, instead, table, said),
        )
        assert altered.rowcount == 1
    error = sealed.is_refused(*CHECK, exit_code=5)
    assert (error["code"], error["facts"]) == ("tables_altered", {"tables": [table]})


@contextmanager
def schema_written() -> Iterator[sqlite3.Connection]:
    """The file, with what it says of its tables laid open."""
    with closing(sqlite3.connect("pit.db")) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        yield connection


def test_a_table_that_refuses_is_not_called_others_who_write(store: Terminal) -> None:
    refuses = "CHECK (topic <> 'table.opened')"
    if store.url.startswith("sqlite"):
        with schema_written() as connection:
            connection.execute(
                "UPDATE sqlite_master SET sql = replace(sql, 'topic TEXT', ?) WHERE name = 'events'",
                (f"topic TEXT {refuses}",),
            )
    else:
        with psycopg.connect(store.url) as connection:
            connection.execute(f"ALTER TABLE events ADD {refuses} NOT VALID".encode())
    opened = next(typed for typed in day() if typed[:2] == ("table", "open"))
    typed = ["MB-02" if each == "MB-01" else each for each in opened]
    error = store.is_refused(*typed, exit_code=5)
    assert error["code"] == "tables_altered"
    assert "refuses what was to be recorded" in error["message"]
    store.is_refused("table", "show", "MB-02", exit_code=3)


@pytest.mark.parametrize("version", ["x'ff00'", "74.5"])
def test_a_version_that_is_no_text_is_named(sealed: Terminal, version: str) -> None:
    with closing(sqlite3.connect("pit.db")) as connection, connection:
        connection.execute("CREATE TABLE other (version_num)")
        connection.execute(f"INSERT INTO other VALUES ({version})")
        connection.execute("DROP TABLE alembic_version")
        connection.execute("ALTER TABLE other RENAME TO alembic_version")
    for typed in (CHECK, VERIFY, ("db", "upgrade"), ("report", "win")):
        assert found(sealed, *typed) == "value_unreadable"


def close_day(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> str:
    """Close the day with the key, and what was said of it besides."""
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    terminal.does("day", "count", "2026-07-11", "--table", "MB-01", "--cash", "500")
    with time_machine.travel("2026-07-12T12:00:00-04:00", tick=False):
        found = terminal.run("day", "reconcile", "2026-07-11", "--json")
        for each in json.loads(found.stdout):
            terminal.does("day", "acknowledge", "2026-07-11", each["id"], "--reason", "as counted")
        closed = terminal.run("day", "close", "2026-07-11", "--second", "A-2", "--yes")
    assert closed.exit_code == 0, closed.output
    return closed.stderr


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (replaced('"A-2"', '"A-3"', "day.closed"), "event_changed"),
        ("DELETE FROM events WHERE topic = 'day.closed'", "log_cut_off"),
    ],
)
def test_who_signed_a_day_is_under_the_seal_at_once(
    sealed: Terminal, monkeypatch: pytest.MonkeyPatch, deed: str, code: str
) -> None:
    assert "No checkpoint" not in close_day(sealed, monkeypatch)
    alter(sealed.url, deed)
    assert found(sealed, *VERIFY) == code


@pytest.mark.parametrize(
    "set_to",
    [
        "content = 9223372036854775807",
        "content = 'x'",
        "content = 0.5",
        "part = CAST(part AS BLOB)",
    ],
)
def test_what_is_kept_of_a_day_in_another_type_is_no_fault_of_the_program(
    sealed: Terminal, monkeypatch: pytest.MonkeyPatch, set_to: str
) -> None:
    close_day(sealed, monkeypatch)
    before = sealed.does("report", "vig", "--day", "2026-07-11")
    alter(sealed.url, f"UPDATE signed_days SET {set_to} WHERE part = 'vig'")
    assert found(sealed, *CHECK) == "not_as_signed"
    assert sealed.does("report", "vig", "--day", "2026-07-11") == before
    assert found(sealed, *CHECK) == "nothing"


def test_what_signed_a_day_and_could_not_be_sealed_is_said_and_made_up_for(
    sealed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("projections.queries.books_signed.seal", _key_taken_out)
        said = close_day(sealed, broken)
    assert "The books are signed. No checkpoint is over that yet: The key is not there." in said
    assert sealed.json(*VERIFY, "--hashes")["unsealed"] == 1
    seal(sealed)
    assert sealed.json(*VERIFY, "--hashes")["unsealed"] == 0


def test_a_checkpoint_that_somebody_else_holds_and_is_gone_is_named(store: Terminal) -> None:
    """Others remain, and lead to the same log; without what was handed out nothing says that there was one."""
    store.does("property", "set", "late-after=31", "--by", "A-1")
    seal(store, out="later.checkpoint")
    alter(store.url, "DELETE FROM checkpoints WHERE size = (SELECT min(size) FROM checkpoints)")
    assert found(store, "audit", "verify", "--key", LOG, "--hashes") == "nothing"
    assert found(store, *VERIFY, "--hashes") == "checkpoint_missing"


def _key_taken_out(*_: object, **__: object) -> None:
    raise Misused("signing_failed", "The key is not there.", "Put it in.")


def test_a_report_says_at_once_that_a_read_model_counts_what_is_not_there(
    sealed: Terminal,
) -> None:
    alter(sealed.url, "UPDATE tracking SET position = 'x' WHERE name = 'table_win'")
    assert found(sealed, "report", "win") == "read_model_differs"
    alter(sealed.url, "UPDATE tracking SET position = 9999 WHERE name = 'table_win'")
    assert found(sealed, "report", "win") == "read_model_differs"
    sealed.does("db", "rebuild", "table_win")
    assert found(sealed, "report", "win") == "nothing"


def test_an_index_that_lies_is_named(sealed: Terminal) -> None:
    """It lacks the events whose topic is asked for, and every table is as it was."""
    lies = "SELECT rootpage FROM sqlite_master WHERE name = 'lies'"
    with closing(sqlite3.connect("pit.db")) as connection, connection:
        index = "SELECT sql FROM sqlite_master WHERE name = 'ix_events_rare_topic'"
        ((said,),) = connection.execute(index).fetchall()
        connection.execute(said.replace("ix_events_rare_topic", "lies") + " AND position > 6")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            f"UPDATE sqlite_master SET rootpage = ({lies}) WHERE name = 'ix_events_rare_topic'"
        )
        connection.execute("DELETE FROM sqlite_master WHERE name = 'lies'")
    error = sealed.is_refused(*CHECK, exit_code=5)
    assert (error["code"], error["facts"]) == ("store_damaged", {"table": "events"})
    assert "missing from index ix_events_rare_topic" in error["message"]


def test_a_hole_as_long_as_the_numbers_go_is_stepped_over(
    sealed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event at nearly the last position there can be: reports and the check go on from there."""
    # The log seems long enough to be shared out among processes, which would import everything.
    monkeypatch.setattr("projections.queries.workers.ANEW", SERVER)
    far = 2**63 - 1000
    last = f"(SELECT max(originator_version) + 1 FROM events {OF_TABLE} > 0)"
    alter(
        sealed.url,
        f"INSERT INTO events SELECT {far}, 'table:MB-01', {last}, topic, state FROM events WHERE topic = '{OPENED}'",
    )
    sealed.does("report", "win")
    assert sealed.run(*CHECK).exit_code in {0, 5}


def test_nothing_is_made_anew_of_what_was_altered_but_for_a_reason_on_record(
    sealed: Terminal,
) -> None:
    """The way in which a lowered wager came to agree with everything: the advice was to rebuild."""
    alter(sealed.url, *EVENTS["a wager lowered"][0])
    before = Path("pit.db").read_bytes()
    refused = sealed.run("db", "rebuild", "--json")
    assert json.loads(refused.stderr)["error"]["facts"]["found"] == "event_changed"
    assert Path("pit.db").read_bytes() == before
    sealed.does("db", "rebuild", "--reason", "the original is kept by the commission")
    last = sealed.everything()[-1]
    assert (last.topic, b"event_changed" in last.state) == ("property.read_models_rebuilt", True)
    assert found(sealed, *VERIFY) == "event_changed", "it stays found"

"""Roles on PostgreSQL: a writer's day and an auditor's reports under roles that may do no more."""

import os
import shlex
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from psycopg import errors, sql
from sqlalchemy import text
from sqlalchemy.engine import make_url
from starlette.testclient import TestClient

from cli.serve.app import make_app
from ledger.store import turns
from ledger.store.engine import begin_write, make_engine
from ledger.store.tables import feed_digests
from migrations import chain, run
from migrations.roles import renew
from projections.models.registry import whole_metadata
from tests.cli.conftest import DAY, SIGNED, Terminal
from tests.cli.proving import PEOPLE, filed, write_phrases
from tests.cli.readers import lines_played, name_of
from tests.cli.sealing import seal, write_keys
from tests.cli.serve.sending import HOST, bearing, body_of
from tests.cli.writers import WRITERS
from tests.ledger.feed.sender import Sender
from tests.reused import Reused
from tests.sealing import LOG

PREFIX = f"pit_{os.getpid()}"
"""Roles are the whole server's, and other tests may use it at the same time."""
PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")
REPORTS = (
    f"day show {DAY} --json",
    f"day reconcile {DAY} --json",
    *(f"report {name} --day {DAY} --json" for name in ("win", "vig", "hours", "day", "exceptions")),
    f"report win --day {DAY} --as-of 4 --json",
    "round list --json",
    "table show MB-01 --json",
    "vig outstanding --json",
    "operator list --json",
    "audit replay MB-01 --json",
    "audit history MB-01 --json",
    "db check --json",
    "db status --json",
)


@pytest.fixture
def owned(postgres_url: str) -> Iterator[Terminal]:
    """A store in which the roles are; they are gone after the test."""
    terminal = Terminal(postgres_url).initialised()
    terminal.does("db", "roles", "--prefix", PREFIX, "--apply")
    yield terminal
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for role in ("owner", "writer", "auditor"):
            name = sql.Identifier(f"{PREFIX}_{role}")
            connection.execute(sql.SQL("REASSIGN OWNED BY {} TO CURRENT_USER").format(name))
            connection.execute(sql.SQL("DROP OWNED BY {}").format(name))
            connection.execute(sql.SQL("DROP ROLE {}").format(name))


def _as(terminal: Terminal, role: str) -> str:
    return (
        make_url(terminal.url)
        .set(username=f"{PREFIX}_{role}")
        .render_as_string(hide_password=False)
    )


def test_a_day_is_written_and_read_under_roles_with_no_more_rights(owned: Terminal) -> None:
    writer, auditor, owner = (Terminal(_as(owned, role)) for role in ("writer", "auditor", "owner"))
    writer.dealing()
    writer.does(*PLAY, "3:banker:20")
    writer.does("chips", "fill", "MB-01", "--slip", "1", "--chips", "25x4", *SIGNED)
    writer.does("report", "win", "--day", DAY)
    writer.does(*PLAY, "4:banker:40")
    # What the read models lack by now the auditor's own reading counts.
    read = [auditor.run(*command.split()) for command in REPORTS]
    for command, result in zip(REPORTS, read, strict=True):
        assert result.exit_code in (0, 6), f"{command}: {result.output}"
    assert any("counted in memory" in result.stderr for result in read)
    again = [writer.run(*command.split()) for command in REPORTS]
    for command, mine, theirs in zip(REPORTS, read, again, strict=True):
        if not command.startswith("db"):
            assert mine.stdout == theirs.stdout, command
    assert auditor.is_refused(*PLAY, "3:banker:25", exit_code=7)["code"] == "role_may_not"
    assert writer.is_refused("db", "rebuild", "rounds", exit_code=7)["code"] == "role_may_not"
    write_keys()
    seal(writer)
    auditor.does("audit", "verify", "--key", LOG, "--against", "own.checkpoint")
    owner.does("db", "rebuild", "rounds")
    writer.does(*PLAY, "5:banker:40")
    assert writer.does("round", "list", "--json") == auditor.does("round", "list", "--json")


CHANGES = (
    *("DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}", "ALTER TABLE {} DISABLE TRIGGER ALL"),
    "CREATE RULE mine AS ON INSERT TO {} DO INSTEAD NOTHING",
)
KEPT = ("events", "seal_hashes", "checkpoints", "idempotency_keys", "snapshots")


def test_append_only_is_a_matter_of_rights_too(owned: Terminal) -> None:
    statements = [change.format(table) for change in CHANGES for table in KEPT]
    statements += [
        "UPDATE events SET state = ''",
        "DROP TRIGGER events_are_kept ON events",
        "CREATE TABLE public.mine ()",
        f"CREATE TABLE {turns.SCHEMA}.mine ()",
        "SET session_replication_role = replica",
    ]
    for role in ("writer", "auditor"):
        with psycopg.connect(_as(owned, role), autocommit=True) as connection:
            for statement in statements:
                with pytest.raises(errors.InsufficientPrivilege):
                    connection.execute(statement)
    with psycopg.connect(_as(owned, "auditor"), autocommit=True) as connection:
        for table in whole_metadata().tables:
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute(f"INSERT INTO {table} DEFAULT VALUES")


def test_what_is_kept_of_passphrases_is_the_writers_alone(owned: Terminal) -> None:
    writer, auditor = Terminal(_as(owned, "writer")), Terminal(_as(owned, "auditor"))
    who = ("--name", "Ada Lund", "--licence", "L-1", "--role", "accounting", "--by", "A-1")
    writer.does("operator", "register", "A-1", *who)
    write_phrases({"A-1": "four words nobody connects"})
    enroll = ("operator", "enroll", "A-1", "--new-passphrase-file", "A-1.phrase", *filed("A-1"))
    for _ in range(2):  # The first, and another in its place.
        writer.does(*enroll)
    writer.does("property", "set", "passphrases=accounting", *filed("A-1"))
    assert auditor.json("operator", "show", "A-1")["passphrase"]["set_by"] == "A-1"
    with (
        psycopg.connect(_as(owned, "auditor"), autocommit=True) as connection,
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute("SELECT count(*) FROM passphrases")


def test_whoever_may_only_read_cannot_take_the_turn_of_those_who_write(owned: Terminal) -> None:
    tried = [
        *(
            f"LOCK TABLE {turns.SCHEMA}.{turn} IN {mode} MODE"
            for turn in ("writing", turns.WAITING, turns.SEALING)
            for mode in ("ACCESS SHARE", "EXCLUSIVE")
        ),
        "LOCK TABLE events IN SHARE MODE",
        "SELECT * FROM events FOR KEY SHARE",
    ]
    with psycopg.connect(_as(owned, "auditor")) as auditor:
        for statement in tried:
            with pytest.raises(errors.InsufficientPrivilege):
                auditor.execute(statement)
            auditor.rollback()
        # The numbers that writers waited for once, and whatever a reader can hold.
        auditor.execute("SELECT pg_advisory_lock(123671548422500), pg_advisory_lock(7201509)")
        auditor.execute("LOCK TABLE events IN ACCESS SHARE MODE")
        writer = Terminal(_as(owned, "writer"))
        writer.opened()


def test_the_roles_are_shown_before_they_are_made(on_file: Terminal, postgres_url: str) -> None:
    terminal = Terminal(postgres_url).initialised()
    shown = terminal.does("db", "roles")
    assert "CREATE ROLE pit_auditor LOGIN" in shown
    with psycopg.connect(postgres_url) as connection:
        found = connection.execute("SELECT FROM pg_roles WHERE rolname = 'pit_auditor'")
        assert found.fetchone() is None
    assert on_file.is_refused("db", "roles", exit_code=2)["code"] == "no_roles"
    assert terminal.run("db", "roles", "--prefix", "x; DROP").exit_code == 2


def test_read_models_that_somebody_else_rebuilt_are_the_owners(owned: Terminal) -> None:
    """Whoever set the store up may rebuild them too."""
    writer, auditor, owner = (Terminal(_as(owned, role)) for role in ("writer", "auditor", "owner"))
    writer.dealing()
    for each in (owned, owner):
        each.does("db", "rebuild")
        auditor.does("db", "check")
        writer.does(*PLAY, "3:banker:20", "--yes")
        writer.does("report", "win", "--day", DAY)


@pytest.mark.parametrize("by", [f"SET ROLE {PREFIX}_owner", "RESET ROLE"], ids=["owner", "other"])
def test_an_upgrade_gives_the_roles_what_they_need_of_new_tables(
    owned: Terminal, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    engine = make_engine(owned.url)

    def one_is_made(made: Any, _: str) -> None:
        connection = made.attributes["connection"]
        connection.execute(text(by))
        feed_digests.drop(connection)
        feed_digests.create(connection)

    monkeypatch.setattr(chain, "command", SimpleNamespace(upgrade=one_is_made))
    with begin_write(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    run.upgrade(engine)
    with engine.connect() as connection:
        may = text("SELECT has_table_privilege(:role, 'feed_digests', :right)")
        found = {
            role: [
                right
                for right in ("SELECT", "INSERT", "UPDATE", "DELETE")
                if connection.scalar(may, {"role": f"{PREFIX}_{role}", "right": right})
            ]
            for role in ("writer", "auditor")
        }
        of = text("SELECT tableowner FROM pg_tables WHERE tablename = 'feed_digests'")
        assert connection.scalar(of) == f"{PREFIX}_owner"
    engine.dispose()
    assert found == {"writer": ["SELECT", "INSERT"], "auditor": ["SELECT"]}


def test_the_roles_of_another_store_are_given_nothing(owned: Terminal) -> None:
    """The owner of a store that has no roles may be called as theirs begin."""
    may = text(
        f"SELECT has_table_privilege('{PREFIX}_writer', 'events', 'INSERT'),"
        f" has_table_privilege('{PREFIX}_auditor', 'events', 'SELECT')"
    )
    engine = make_engine(owned.url)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE ROLE {PREFIX}"))
        connection.execute(text(f"ALTER TABLE events OWNER TO {PREFIX}"))
        connection.execute(text(f"REVOKE ALL ON events FROM {PREFIX}_writer, {PREFIX}_auditor"))
        renew(connection)
        assert connection.execute(may).one() == (False, False)
        connection.execute(text(f"ALTER TABLE events OWNER TO {PREFIX}_owner"))
        renew(connection)
        assert connection.execute(may).one() == (True, True)
        connection.rollback()
    engine.dispose()


def test_every_command_that_writes_works_for_the_writer(owned: Terminal) -> None:
    """Those that are not among what is played at the standby: see test_standby.py."""
    played = {name_of(words) for words in lines_played()}
    write_phrases({each: f"the passphrase of {each}" for each in PEOPLE})
    writer = Terminal(_as(owned, "writer"))
    with closing(Reused(str(make_url(owned.url).database), owned.url)) as store:
        a_property = store.rows()
        assert a_property is not None
        for name in WRITERS.keys() - played - {"init"}:
            before, command = WRITERS[name]
            store.begins_with(a_property)
            for typed in (*before[1:], command):
                writer.does(*shlex.split(typed))


def test_what_is_shown_is_read_as_the_auditor_and_what_is_fed_written_as_the_writer(
    owned: Terminal,
) -> None:
    writer, auditor = Terminal(_as(owned, "writer")), Terminal(_as(owned, "auditor"))
    token = writer.json("feed", "token", "new", "reader-1")["token"]
    lines, shown = body_of(Sender().opening()), bearing(token)
    with TestClient(make_app(auditor.url, feed_url=writer.url), f"http://{HOST}") as client:
        fed = client.post("/feed", content=lines, headers=shown)
        assert (fed.status_code, fed.text.count('"recorded"')) == (200, 2)
        assert client.get("/feed/reader-1", headers=shown).json()["next"] == 3
        assert client.get("/floor.json").text == auditor.does("table", "list", "--json")
    with TestClient(make_app(auditor.url, feed_url=auditor.url), f"http://{HOST}") as client:
        fed = client.post(
            "/feed", content=body_of([b"{}"]), headers=shown, params={"quarantine": "yes"}
        )
        assert fed.status_code == 422
        more = body_of(Sender().opening()[:1]).replace(b'"seq": 1', b'"seq": 3')
        fed = client.post("/feed", content=more, headers=shown, params={"quarantine": "yes"})
        assert (fed.status_code, fed.json()["error"]["code"]) == (503, "role_may_not")

"""Passphrases as people give them: at a terminal, unseen; in a file; once in a shell and for a feed. And two who close
a day, each at a desk of their own.
"""

import os
import pty
import select
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write, make_engine
from ledger.store.tables import passphrases
from ledger.values.errors import IntegrityFailure
from projections.queries.check_records import check_passphrases
from tests.cli.conftest import Terminal
from tests.cli.proving import enroll, filed, write_phrases
from tests.cli.sealing import write_keys
from tests.cli.terminals import at_a_command
from tests.forked import Process

YESTERDAY = "2026-07-10"
PEOPLE = (
    ("A-1", "accounting"),
    ("A-2", "accounting"),
    ("C-1", "pit_clerk"),
)


def _staffed(terminal: Terminal) -> Terminal:
    for code, role in PEOPLE:
        who = ("--name", f"Person {code}", "--licence", f"L-{code}", "--role", role)
        terminal.does("operator", "register", code, *who, "--by", "A-1")
    return terminal


@pytest.fixture
def staffed(terminal: Terminal) -> Terminal:
    """A property with two in accounting and a clerk, on each database in turn."""
    return _staffed(terminal)


@pytest.fixture
def on_sqlite(on_file: Terminal) -> Terminal:
    """The same on SQLite: for what has nothing to do with the database."""
    return _staffed(on_file)


def _error(terminal: Terminal, *typed: str, exit_code: int = 1) -> dict[str, object]:
    return terminal.is_refused(*typed, exit_code=exit_code)


def test_two_people_close_a_day_each_at_a_desk_of_their_own(staffed: Terminal) -> None:
    enroll(staffed)
    close = ("day", "close", YESTERDAY, "--second", "A-2", "--yes")
    said = staffed.json(*close, *filed("A-1"), "--key", "k-1")
    assert [each["topic"] for each in said["events"]] == ["signing.proposed"]
    waits = "Signed by A-1; waits for A-2 until 2026-07-12 18:00:00-04:00."
    assert waits in staffed.does("day", "show", YESTERDAY)
    assert waits in staffed.does("day", "reconcile", YESTERDAY)
    shown = staffed.json("day", "show", YESTERDAY)
    assert (shown["closed"], shown["waiting"]["waits_for"]) == (None, "A-2")
    sign = ("day", "sign", YESTERDAY, "--yes")
    # The file of one is not the other's.
    typed = ("--by", "A-2", "--passphrase-file", "A-1.phrase")
    assert staffed.run(*sign, *typed, "--json").exit_code == 1
    assert staffed.json(*sign, *filed("A-2"), "--dry-run")["position"] is None
    assert staffed.json("day", "show", YESTERDAY)["closed"] is None
    signed = staffed.json(*sign, *filed("A-2"), "--key", "k-2")
    assert [each["topic"] for each in signed["events"]] == ["day.closed"]
    again = staffed.json(*sign, *filed("A-2"), "--key", "k-2")
    assert (again["repeated"], again["position"]) == (True, signed["position"])
    shown = staffed.json("day", "show", YESTERDAY)
    assert {shown["closed"]["by"], shown["closed"]["second"]} == {"A-1", "A-2"}
    assert (shown["closed"]["differing"], shown["waiting"]) == ([], None)
    staffed.does("db", "check")


def test_only_who_proves_who_they_are_has_the_log_sealed(
    on_sqlite: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Books that wait are not sealed, nor is anything for a passphrase that is wrong: who signs last seals."""
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    enroll(on_sqlite)
    close = ("day", "close", YESTERDAY, "--second", "A-2", "--yes")
    sign = ("day", "sign", YESTERDAY, "--yes")
    theirs = ("--by", "A-2", "--passphrase-file", "A-1.phrase")
    forged = ("--by", "A-1", "--passphrase-file", "A-2.phrase")
    assert "passphrase_wrong" in on_sqlite.run(*close, *forged).stderr
    assert on_sqlite.is_refused(*close, "--by", "A-1")["code"] == "passphrase_needed"
    on_sqlite.does(*close, *filed("A-1"))
    assert "passphrase_wrong" in on_sqlite.run(*sign, *theirs).stderr
    assert not Path("log.key.seen").exists()
    on_sqlite.does(*sign, *filed("A-2"))
    assert Path("log.key.seen").exists()
    assert on_sqlite.json("day", "show", YESTERDAY)["closed"]["checkpoint"]


def test_who_closes_alone_with_a_passphrase_seals_with_it(
    on_sqlite: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    enroll(on_sqlite, "accounting")
    close = ("day", "close", YESTERDAY, "--second", "A-2", "--yes", "--by", "A-1")
    wrong = ("--passphrase-file", "A-2.phrase")
    assert "passphrase_wrong" in on_sqlite.run(*close, *wrong).stderr
    assert not Path("log.key.seen").exists()
    asked: list[str] = []

    def ask(operator: str, **_: object) -> str:
        asked.append(operator)
        return f"the passphrase of {operator}"

    monkeypatch.setattr("cli.frame.passphrase.ask", ask)
    on_sqlite.does(*close)
    assert Path("log.key.seen").exists()
    assert asked == ["A-1"], "once, for the seal and the close"


def test_a_month_is_signed_later_too(on_sqlite: Terminal) -> None:
    enroll(on_sqlite)
    close = ("day", "close", "--month", "2026-06", "--second", "A-2", "--yes")
    on_sqlite.does(*close, *filed("A-1"))
    done = on_sqlite.json("day", "sign", "--month", "2026-06", "--yes", *filed("A-2"))
    assert [each["topic"] for each in done["events"]] == ["month.closed"]


def test_the_second_refuses_with_a_reason(on_sqlite: Terminal) -> None:
    enroll(on_sqlite)
    on_sqlite.does("day", "close", YESTERDAY, "--second", "A-2", "--yes", *filed("A-1"))
    refuse = ("day", "sign", YESTERDAY, "--refuse", "--reason", "count MB-02 again")
    on_sqlite.does(*refuse, *filed("A-2"))
    assert on_sqlite.json("day", "show", YESTERDAY)["waiting"] is None


def test_what_another_approves_takes_theirs_at_the_terminal_and_no_file_of_the_author(
    on_sqlite: Terminal,
) -> None:
    enroll(on_sqlite)
    roles = ("operator", "roles", "A-1", "--role", "accounting", "--role", "audit")
    error = _error(on_sqlite, *roles, "--second", "A-2", *filed("A-1"))
    assert (error["code"], error["facts"]) == (
        "passphrase_needed",
        {"operator": "A-2", "field": "second"},
    )


def test_what_was_put_behind_the_log_in_the_place_of_a_passphrase_is_named(
    staffed: Terminal,
) -> None:
    """Altered, taken away, planted: whoever checks the store need not wait until somebody is locked out."""
    enroll(staffed)
    engine = make_engine(staffed.url)
    for change, whose in (
        ("UPDATE passphrases SET kept = kept || 'A' WHERE operator = 'A-2'", "A-2"),
        ("UPDATE passphrases SET operator = 'C-1' WHERE operator = 'A-2'", "A-2"),
        ("INSERT INTO passphrases SELECT 'C-1', kept, 0 FROM passphrases", "C-1"),
        ("DELETE FROM passphrases", "A-1"),
    ):
        with begin_write(engine) as connection:
            before = connection.execute(sa.select(passphrases)).mappings().all()
            connection.execute(sa.text(f"{change} LIMIT 1" if "INSERT" in change else change))
        with Ledger(staffed.url) as ledger, pytest.raises(IntegrityFailure) as found:
            check_passphrases(ledger)
        refusal = found.value.refusal
        assert (refusal.code, refusal.facts) == ("passphrase_altered", {"operator": whose})
        with begin_write(engine) as connection:
            connection.execute(sa.delete(passphrases))
            connection.execute(sa.insert(passphrases), [dict(each) for each in before])
    engine.dispose()
    assert staffed.json("audit", "verify")["checked"]["passphrases"] == 2


def test_failures_are_shown_with_the_operator_and_among_the_days_exceptions(
    staffed: Terminal,
) -> None:
    enroll(staffed)
    wrong = ("--by", "A-1", "--passphrase-file", "A-2.phrase")
    for _ in range(3):
        assert staffed.run("property", "set", "late-after=20", *wrong).exit_code == 1
    locked = _error(staffed, "property", "set", "late-after=20", *filed("A-1"))
    assert locked["code"] == "passphrase_locked"
    found = staffed.json("operator", "show", "A-1")["passphrase"]
    assert (found["failures"], found["failed"]) == (3, 3)
    assert found["until"] is not None
    assert "attempts failed: 3, 3 in a row" in staffed.does("operator", "show", "A-1")
    rows = staffed.json("report", "exceptions")
    assert [each["kind"] for each in rows] == ["passphrase_failed"] * 3


def test_a_passphrase_is_in_nothing_that_is_printed_or_kept(on_sqlite: Terminal) -> None:
    enroll(on_sqlite)
    words = "the passphrase of A-1"
    shown = on_sqlite.does("operator", "show", "A-1", "--json")
    shown += on_sqlite.does("property", "show")
    assert words not in shown
    store = Path(on_sqlite.url.removeprefix("sqlite:///")).read_bytes()
    assert words.encode() not in store


def test_a_shell_asks_its_author_once(on_sqlite: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    enroll(on_sqlite)
    asked: list[str] = []

    def ask(operator: str, **_: object) -> str:
        asked.append(operator)
        return f"the passphrase of {operator}"

    monkeypatch.setattr("cli.frame.passphrase.ask", ask)
    lines = "\n".join(f"day duplicates today --form CVF-{n}:1.00" for n in (20, 30, 40))
    other = "\n--by A-2 day duplicates today --form CVF-50:1.00\nday duplicates today --form CVF-60:1.00\n"
    result = on_sqlite.run("shell", stdin=lines + other, by="A-1")
    assert result.exit_code == 0, result.output
    assert asked == ["A-1", "A-2"]
    settings = "\n".join(f"property set late-after={n}" for n in (20, 30))
    asked.clear()
    result = on_sqlite.run(
        "shell", stdin=f"{lines.replace('CVF-', 'CVG-')}\n{settings}\n", by="A-1"
    )
    assert result.exit_code == 0, result.output
    assert asked == ["A-1"] * 3, (
        "once for all that takes a role, and for each change of the settings"
    )


def test_a_passphrase_file_that_is_named_is_compared_in_a_shell_too(on_sqlite: Terminal) -> None:
    enroll(on_sqlite)
    write_phrases({"wrong": "something else altogether"})
    enters = "day duplicates today --form CVF-{n}:1.00 --passphrase-file {file}.phrase"
    lines = [enters.format(n=n, file=file) for n, file in enumerate(("A-1", "wrong"), 20)]
    result = on_sqlite.run("shell", stdin="\n".join([*lines, ""]), by="A-1")
    assert result.exit_code == 1, result.output
    assert "passphrase_wrong" in result.stderr


def test_a_feed_asks_whoever_feeds_once(on_sqlite: Terminal) -> None:
    enroll(on_sqlite, "pit_clerk")
    Path("empty.ndjson").write_text("", encoding="utf-8")
    assert _error(on_sqlite, "feed", "empty.ndjson")["code"] == "not_enrolled"
    assert on_sqlite.run("feed", "empty.ndjson", by=None).exit_code == 2
    on_sqlite.does("feed", "empty.ndjson", *filed("A-1"))


def test_standard_input_gives_one_too(on_sqlite: Terminal) -> None:
    new = ("operator", "enroll", "A-1", "--by", "A-1", "--new-passphrase-file", "-")
    on_sqlite.does(*new, stdin="four words nobody connects\n")
    on_sqlite.does("property", "set", "passphrases=accounting", "--by", "A-1")
    typed = ("property", "set", "late-after=20", "--by", "A-1", "--passphrase-file", "-")
    on_sqlite.does(*typed, stdin="four words nobody connects\n")


def test_at_a_terminal_it_is_typed_twice_and_not_shown(on_sqlite: Terminal) -> None:
    enroll_a_1 = ("operator", "enroll", "A-1", "--by", "A-1")
    differ = _typing(on_sqlite.url, enroll_a_1, "four words nobody connects", "four other words")
    assert "passphrases_differ" in differ
    seen = _typing(on_sqlite.url, enroll_a_1, *["four words nobody connects"] * 2)
    assert "New passphrase of A-1" in seen
    assert "A-1 has set a passphrase" in seen
    for shown in (seen, differ):
        assert "four" not in shown
    on_sqlite.does("property", "set", "passphrases=accounting", "--by", "A-1")
    write_phrases({"A-1": "four words nobody connects"})
    on_sqlite.does("property", "set", "late-after=20", *filed("A-1"))


def _typing(url: str, typed: tuple[str, ...], *answers: str) -> str:
    """What a person sees who types a command at a terminal, and answers what it asks."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "rb", buffering=0) as stdin:
        process = Process(
            at_a_command,
            *("--db", url, *typed),
            cwd=Path.cwd(),
            env={**os.environ},
            stdin=stdin,
        )
    with process:
        seen, left, until = "", list(answers), time.monotonic() + 60
        while time.monotonic() < until:
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                seen += os.read(ours, 4096).decode()
            except OSError:  # It has ended.
                break
            if left and seen.rstrip().endswith(":") and seen.count(":") > len(answers) - len(left):
                os.write(ours, f"{left.pop(0)}\n".encode())
    os.close(ours)
    return seen


def test_a_shell_is_handed_over_with_the_passphrase_of_a_role_that_is_asked_for_one(
    on_sqlite: Terminal,
) -> None:
    enroll(on_sqlite)
    refused = on_sqlite.run("shell", stdin="by A-2\n")
    assert (refused.exit_code, refused.stderr[:27]) == (1, "line 1: passphrase_needed: ")
    assert on_sqlite.run("shell", stdin="by C-1\n").exit_code == 0
    assert on_sqlite.run("shell", stdin="by C-7\n").exit_code == 3

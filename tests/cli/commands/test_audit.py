"""U1, U3: a round stopped at a step, what was said of it later, a table's day, a store copied to read."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
import time_machine

from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from projections.replay.find import find
from tests.clerk import Clerk
from tests.cli.conftest import DAY, SIGNED, Terminal, typed_once
from tests.heard import heard

ROUND = f"MB-01:{DAY}:1"
PLAY = ("round", "play", "MB-01", "--player", "7d 4h 2s", "--banker", "5c 5h 4c", "--wager")
DOCUMENT = "D-17"


@typed_once
def played(terminal: Terminal) -> None:
    """A round with vigorish owed."""
    terminal.dealing()
    terminal.does(*PLAY, "3:banker:20")


def _replay(terminal: Terminal, *options: str) -> dict[str, object]:
    told: dict[str, object] = terminal.json("audit", "replay", ROUND, *options)
    return told


def test_u1_until_a_step_nothing_later_is_told(played: Terminal) -> None:
    whole = _replay(played)["steps"]
    assert isinstance(whole, list)
    assert [step["n"] for step in whole] == list(range(1, len(whole) + 1))
    stopped = _replay(played, "--until", "4")
    assert stopped == {"round": ROUND, "steps": whole[:4], "of": len(whole)}
    shown = played.does("audit", "replay", ROUND, "--until", "4")
    assert "Player: 7♦, makes 7" in shown
    assert "Banker: 5♣, makes 5" in shown
    assert "411 cards left in the shoe" in shown
    assert shown.startswith(f"Round {ROUND}, open\n")
    assert "2♠" not in shown
    assert "agrees" not in shown
    to_the_end = played.does("audit", "replay", ROUND, "--until", str(len(whole)))
    assert to_the_end.startswith(f"Round {ROUND}, settled\n")
    beyond = played.run("audit", "replay", ROUND, "--until", "99")
    assert (beyond.exit_code, beyond.stderr.partition(":")[0]) == (2, "no_such_step")


def test_u1_a_dispute_stands_below_the_round_it_is_of(played: Terminal) -> None:
    claim = ("--seat", "3", "--claim", "Player won", "--evidence", "camera 12")
    assert "Since" not in played.does("round", "show", ROUND)
    played.does("audit", "dispute", "raise", ROUND, *claim)
    *_, since, raised = played.does("round", "show", ROUND).splitlines()
    assert since == "Since"
    assert "Player won" in raised


def test_u1_what_was_taken_back_stands_below_the_round(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    terminal.does("wager", "place", "MB-01", "4", "tie", "5")
    terminal.does("undo", "MB-01", "--reason", "typed")
    *_, since, gone, undo = terminal.does("round", "show", "MB-01").splitlines()
    assert (since, gone.partition(": ")[0]) == ("Since", "  Taken back since")
    assert undo.startswith("  Entered by C-1 and taken back: ")


def test_u1_who_confirmed_a_verbal_wager_stands_in_its_round(terminal: Terminal) -> None:
    terminal.dealing()
    cash = ("--tender", "cash", "--confirmed-by", "D-7")
    terminal.does("wager", "place", "MB-01", "3", "banker", "25", *cash)
    told = "eat 3 bought in for $25.00, a verbal wager confirmed by D-7"
    assert f"  s{told}\n" in terminal.does("round", "show", "MB-01")
    shown = terminal.does("audit", "replay", "MB-01")
    assert f". S{told}\n" in shown
    assert "Bought In " in shown.partition("Entered")[2].title()


def test_u1_x6_every_card_comes_in_turn_and_says_its_rule(played: Terminal) -> None:
    steps = _replay(played)["steps"]
    assert isinstance(steps, list)
    cards = [step for step in steps if step["card"]]
    assert [step["left"] for step in cards] == [412, 411, 410, 409, 408, 407]
    assert all(step["rule"].startswith("ma-midi ") for step in cards)
    # X6: in turn, Player first, and the third cards after them.
    assert [step["card"] for step in cards] == ["7d", "5c", "4h", "5h", "2s", "4c"]
    (payment,) = (step for step in steps if "handed" in step["said"])
    assert payment["said"].endswith("handed $40.00, vigorish $1.00, at 1 to 1")
    assert payment["rule"] == "ma-midi 12(c)"


def test_u2_what_was_said_later_is_found_by_an_index(played: Terminal) -> None:
    """However long a table's stream is, only its rare events are looked through."""
    engine = make_engine(played.url)
    with engine.connect() as connection:
        asked = heard(connection)
        find(connection, ROUND, 4, 100)
    statements = [each for each in asked if "NOT IN" in each]
    assert len(statements) == 3, "what was taken back, adoptions, and what else names the round"
    explain = "EXPLAIN" if engine.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET enable_seqscan = off")
            connection.exec_driver_sql("SET enable_bitmapscan = off")
        for statement in statements:
            plain = re.sub(r"%\(\w+\)s|:\w+", "'1'", statement)
            plan = str(connection.exec_driver_sql(f"{explain} {plain}").all())
            assert "ix_events_rare" in plan, plan
    engine.dispose()


def _disputed(url: str) -> None:
    with time_machine.travel(f"{DAY}T19:01:00-04:00", tick=False), Ledger(url) as ledger:
        clerk = Clerk(ledger, moment=f"{DAY}T19:00:00-04:00")
        clerk.plays("7d Qh", "9c Kh", (4, "banker", 4_000))
        clerk.says("raise_dispute", round=ROUND, claim="paid short", evidence=["camera 4"], seat=3)
        clerk.says(
            "decide_dispute",
            round=ROUND,
            ruling="upheld",
            reason="seen on camera",
            decided_by="M-1",
            document=DOCUMENT,
            cents=-500,
        )


def test_u3_dispute_ruling_and_correction_are_told_with_the_round(played: Terminal) -> None:
    _disputed(played.url)
    told = _replay(played)
    later = told["later"]
    assert isinstance(later, list)
    events = [each["event"] for each in later]
    assert sorted(events) == [
        "table.correction_posted",
        "table.dispute_decided",
        "table.dispute_raised",
    ]
    assert events[0] == "table.dispute_raised"
    (correction,) = (x for x in later if x["event"] == "table.correction_posted")
    assert (correction["facts"]["cents"], correction["facts"]["document"]) == (-500, DOCUMENT)
    assert told["recomputed_agrees"] is True
    shown = played.does("audit", "replay", ROUND)
    assert "paid short" in shown
    assert "Dispute Decided" in shown.title()
    other = played.json("audit", "replay", f"MB-01:{DAY}:2")
    assert other["later"] == []


def test_u1_a_page_to_print_with_the_cards_drawn(played: Terminal, tmp_path: Path) -> None:
    played.does(
        *("audit", "dispute", "raise", ROUND, "--seat", "3"),
        *("--claim", "short by <b>five</b>", "--evidence", "camera 4"),
    )
    file = tmp_path / "round.html"
    result = played.run("audit", "replay", ROUND, "--html", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    page = file.read_text(encoding="utf-8")
    assert "Harbor House" in page
    assert "short by &lt;b&gt;five&lt;/b&gt;" in page
    # Drawn large in its hand, and small beside its step.
    assert page.count('aria-label="4 of hearts"') == 2
    assert page.count('class="card red"') == 2 * 3
    assert page.count('class="card black"') == 2 * 3
    assert "ma-midi 10(b)(1)" in page
    assert "agrees with the record" in page
    assert "<script" not in page
    assert "http" not in page
    played.run("audit", "replay", ROUND, "--html", str(file), "--until", "4", "--force")
    stopped = file.read_text(encoding="utf-8")
    assert "4 of hearts" not in stopped
    assert "agrees" not in stopped
    assert "Settled" not in stopped


def test_u1_meters_before_and_after(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(
        *("meter", "install", "R9-1", "--rules", "ma-midi", "--table", "MB-01"),
        *("--authorised-by", "M-1"),
    )
    play = ("round", "play", "MB-01", "--wager", "3:royal-9:5", "--player")
    terminal.does(*play, "7d Qh", "--banker", "8c Kh")
    terminal.does(*play, "7d Qh", "--banker", "8c Kh", "--yes")
    first, second = (terminal.json("audit", "replay", f"MB-01:{DAY}:{n}") for n in (1, 2))
    assert {x["link"] for x in first["meters"]} == {"R9-1"}
    assert [x["before"] for x in second["meters"]] == [x["after"] for x in first["meters"]]
    major = next(x for x in first["meters"] if x["meter"] == "major")
    assert (major["before"], major["after"]) == (50_000_000_000, 50_000_450_000)
    assert any("puts in" in step["said"] for step in first["steps"])
    assert first["later"] == []


def test_u1_history_is_every_event_of_the_tables_day(played: Terminal) -> None:
    played.dealing("MB-02")
    played.does("day", "count", DAY, "--table", "MB-01", "--cash", "0")
    entries = played.json("audit", "history", "MB-01")
    mine = [
        row
        for row in played.everything()
        if row.originator_id == "table:MB-01" or row.originator_id.startswith("day:")
    ]
    assert [entry["position"] for entry in entries] == [row.id for row in mine]
    assert entries[-1]["said"].endswith("drop of MB-01 counted: $0.00")
    assert {entry["by"] for entry in entries} == {"C-1"}
    shown = played.does("audit", "history", "MB-01", "--day", DAY)
    assert shown.count("2026-07-11 18:00:00-04:00") == len(entries)
    assert played.json("audit", "history", "MB-01", "--day", "2026-07-10") == []
    assert "Nothing happened." in played.does("audit", "history", "MB-01", "--day", "2026-07-10")
    unknown = played.run("audit", "history", "MB-10")
    assert unknown.exit_code == 3


@pytest.fixture
def copied(
    on_file: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    """A copy of a store that nobody may write; the read models in it know nothing yet."""
    on_file.dealing()
    on_file.does(*PLAY, "3:banker:20")
    path = tmp_path / "copy.db"
    source = sqlite3.connect(on_file.url.removeprefix("sqlite:///"))
    with closing(source), closing(sqlite3.connect(path)) as target:
        source.backup(target)
    monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
    yield Terminal(f"sqlite:///{path}")
    assert not path.with_name("copy.db-wal").exists()


def test_u1_a_copied_store_is_only_read(copied: Terminal, on_file: Terminal) -> None:
    commands = (
        f"audit replay {ROUND} --json",
        "audit replay MB-01",
        f"audit history MB-01 --day {DAY}",
        f"report win --day {DAY} --json",
        f"round list --day {DAY}",
        "table list",
    )
    shown = [copied.does(*command.split()) for command in commands]
    with pytest.MonkeyPatch.context() as writable:
        writable.setattr("ledger.store.engine.os.access", lambda *_: True)
        assert shown == [on_file.does(*command.split()) for command in commands]
    engine = make_engine(copied.url)
    with engine.connect() as connection, pytest.raises(sa.exc.OperationalError, match="readonly"):
        connection.exec_driver_sql("DELETE FROM tracking")
    engine.dispose()


def test_u1_a_copied_store_takes_no_event(copied: Terminal) -> None:
    result = copied.run(*PLAY, "3:banker:25", "--json")
    assert result.exit_code == 7
    assert json.loads(result.stderr)["error"]["code"] == "store_read_only"
    assert copied.run("chips", "fill", "MB-01", "--slip", "1", "--chips", "25x4", *SIGNED).exit_code

"""U1: a round and a table's day told when the day is closed, and from a copy of the store when the original is gone."""

import json
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    CORRECT,
    DAY_CLOSED,
)

CLOSED = "2026-07-10"
TODAY = "2026-07-11"
ROUND = f"MB-01:{CLOSED}:1"
CORRECTED = CORRECT.replace("MB-01:2026-07-11:1", ROUND)
ASKED = (
    f"audit replay {ROUND}",
    f"audit replay {ROUND} --json",
    f"audit replay {ROUND} --until 3",
    f"audit history MB-01 --day {CLOSED}",
    f"audit history MB-01 --day {CLOSED} --json",
    f"audit history MB-01 --day {TODAY} --json",
    f"report win --day {CLOSED} --json",
    f"round list --day {CLOSED}",
    "round show MB-01",
    "table show MB-01",
    "table list",
)


def typed(terminal: Terminal, *commands: str) -> Terminal:
    for command in commands:
        terminal.does(*shlex.split(command))
    return terminal


def asked(terminal: Terminal) -> list[str]:
    return [terminal.does(*question.split()) for question in ASKED]


def history(terminal: Terminal, day: str, *then: str) -> list[str]:
    rows: list[dict[str, Any]] = terminal.json("audit", "history", "MB-01", "--day", day, *then)
    return [row["event"] for row in rows]


def test_u1_a_round_and_a_day_are_told_when_the_day_is_closed(bare: Terminal) -> None:
    typed(bare, *DAY_CLOSED)
    told = bare.json("audit", "replay", ROUND)
    assert (told["status"], told["recomputed_agrees"], told["later"]) == ("settled", True, [])
    assert (told["vigorish"]["assessed"], told["vigorish"]["outstanding"]) == (375, 0)
    events = history(bare, CLOSED)
    assert events[0] == "table.commissioned"
    assert events[-2:] == ["table.closed", "day.drop_counted"]
    assert history(bare, TODAY) == []


def test_u3_a_correction_on_a_later_day_is_told_with_the_round(bare: Terminal) -> None:
    typed(bare, *DAY_CLOSED)
    listed, head = history(bare, CLOSED), bare.everything()[-1].id
    typed(bare, "table open MB-01 --opener 100x50 --dealer D-7 --supervisor S-2", CORRECTED)
    told = bare.json("audit", "replay", ROUND)
    (correction,) = told["later"]
    assert (correction["event"], correction["gaming_day"]) == ("table.correction_posted", TODAY)
    assert (correction["facts"]["cents"], correction["facts"]["of_day"]) == (500, CLOSED)
    assert "Correction posted" in bare.does("audit", "replay", ROUND)
    assert bare.json("audit", "replay", ROUND, "--as-of", str(head))["later"] == []
    assert history(bare, CLOSED) == listed, "a closed day has no further event"
    assert history(bare, TODAY) == ["table.opened", "table.correction_posted"]
    assert history(bare, TODAY, "--as-of", str(head)) == []


@pytest.mark.parametrize("counted", ["nothing", "the closed day", "everything"])
def test_u1_a_copy_is_replayed_when_the_original_is_gone(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: str
) -> None:
    """However far its read models had come when it was copied; the copy stays as it is."""
    original = typed(Terminal(sqlite_url), *DAY_CLOSED)
    if counted != "nothing":
        asked(original)
    typed(original, "table open MB-01 --opener 100x50 --dealer D-7 --supervisor S-2", CORRECTED)
    if counted == "everything":
        asked(original)
    path, copy = Path(sqlite_url.removeprefix("sqlite:///")), tmp_path / "laptop" / "copy.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    told = asked(original)
    path.unlink()
    before = copy.read_bytes()
    monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)

    assert asked(Terminal(f"sqlite:///{copy}")) == told

    assert json.loads(told[1])["later"][0]["event"] == "table.correction_posted"
    assert copy.read_bytes() == before
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]

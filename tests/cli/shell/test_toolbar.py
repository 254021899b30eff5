"""What stands below the line has room at the terminal, whatever is told there, and says where something is left out."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.frame.options import Session
from cli.shell.lines import Shell
from cli.shell.toolbar import LONGEST_NAME, NEWS_LINES, Toolbar
from cli.shown.at_table import fitted
from cli.shown.fitting import broken
from ledger.table.acts import CollectAllVig, Leave, Sit
from projections.queries.unsaid import LOOKED_THROUGH, MOST_NEWS, News
from tests.cli.conftest import Terminal
from tests.cli.shell.conftest import shell_of

SETTLED = "r1 settled: player 7, banker 9, banker wins, the house wins $1,500.00"


@pytest.fixture
def terminal(on_file: Terminal) -> Terminal:
    """What the toolbar shows hangs on no database."""
    return on_file


@pytest.fixture
def shell(kept: Session, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The shell at MB-01, at a terminal of 60 columns and 24 rows."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "24")
    found = shell_of(kept)
    found.take("MB-01")
    return found


def test_totals_of_many_wagers_stand_first_and_what_has_no_room_is_counted(
    shell: Shell, kept: Session
) -> None:
    lines = Toolbar(shell, kept)(". 1-9b25 1-9p5 1-9t5 1-9dbb5 1-9dbp5").splitlines()
    assert lines[2] == "45 wagers of $405.00; owed now: nothing"
    assert (len(lines), lines[-1]) == (23, "… 4 lines more")


@pytest.mark.parametrize("rows", [8, 12])
def test_a_table_gives_way_to_what_a_round_would_come_to(
    shell: Shell, kept: Session, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    shell.take(". 1-9b25 1-9t5 1-9dbb5 1-9dbp5")
    monkeypatch.setenv("LINES", str(rows))
    lines = Toolbar(shell, kept)(". 7dQh 9cKh").splitlines()
    assert "player 7, banker 9, banker wins: 36 wagers of $360.00," in lines
    assert len(lines) == rows - 1
    assert any(line.startswith("… ") for line in lines)


@pytest.mark.parametrize("who", ["C-7", "reader-ez-01", "x" * 64, "监控台" * 20])
@pytest.mark.parametrize("columns", ["60", "80"])
def test_how_a_round_of_others_ended_is_seen_whoever_entered_it(
    shell: Shell, kept: Session, monkeypatch: pytest.MonkeyPatch, who: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(
        shell.watch, "news", lambda _: [News("C-9", "seat 3 taken"), News(who, SETTLED)]
    )
    told = Toolbar(shell, kept)("").splitlines()[2:]
    assert len(told) <= NEWS_LINES
    assert max(map(cell_len, told)) <= int(columns)
    assert " ".join(told).endswith("the house wins $1,500.00")
    assert (told[0].startswith("… ")) == ("seat 3 taken" not in " ".join(told))
    assert f"{broken(who, LONGEST_NAME)[0]}: " in " ".join(told), "whatever is left out"


def test_what_others_collected_is_seen_to_be_that_however_many_rounds_it_was_of(
    shell: Shell, kept: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of its marks alone stood there: `MB-01:2026-07-11:2; seat 7: $1.00 of MB-01:2026-07-11:3`."""
    monkeypatch.setenv("COLUMNS", "60")
    for _ in range(3):
        shell.take(". 1b25 3b100 7b20 / 7dQh 9cKh --yes")
    shell.watch.see("MB-01")
    with Session(kept.url, "C-2").ledger as other:
        act = CollectAllVig(by="C-2", at=datetime.now(UTC), source="", seq=0, table="MB-01")
        other.do(act)
    (news,) = Toolbar(shell, kept)("").splitlines()[-1:]
    assert news == "C-2: vigorish collected: $21.75 of seats 1, 3, 7"


@pytest.mark.parametrize("many", [MOST_NEWS // 2, LOOKED_THROUGH])
def test_of_what_others_entered_only_the_latest_is_read_and_only_when_there_is_more(
    shell: Shell, kept: Session, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    shell.watch.see("MB-01")
    with Session(kept.url, "C-7").ledger as other:
        for _ in range(many):
            other.do(at_seat(Sit), at_seat(Leave))
    read: list[int] = []
    stream = kept.ledger.stream

    def reading(*asked: Any) -> Any:
        found = stream(*asked)
        read.append(len(found))
        return found

    monkeypatch.setattr(kept.ledger, "stream", reading)
    told = [shell.watch.news("MB-01") for _ in range(3)]
    assert read == [min(many * 2, LOOKED_THROUGH)]
    assert len(told[-1]) == min(many, MOST_NEWS + 1)
    assert str(told[-1][-1]) == "C-7: seat 5 taken; seat 5 left"


def at_seat(kind: Any) -> Any:
    return kind(by="C-7", at=datetime.now(UTC), source="", seq=0, table="MB-01", seat=5)


@given(st.lists(st.text(st.sampled_from("ab监 ,·"), min_size=1)), st.integers(4, 30))
def test_what_is_fitted_loses_nothing_and_is_nowhere_wider(parts: list[str], columns: int) -> None:
    lines = fitted(parts, columns)
    assert max(map(cell_len, lines), default=0) <= columns
    assert _letters(lines) == _letters(parts)


def _letters(texts: list[str]) -> list[str]:
    return [each for each in "".join(texts) if each not in " ·"]


def test_a_character_that_takes_two_columns_is_counted_so() -> None:
    assert broken("监控 监控", 5) == ["监控", "监控"]
    assert broken("监控监控", 6, " ") == ["监控", " 监控"]
    assert broken("a b", 3) == ["a b"]


def test_a_round_that_no_screen_has_room_for_is_not_tried(shell: Shell, kept: Session) -> None:
    told = Toolbar(shell, kept)(f". {'3b25 ' * 500}").splitlines()
    assert told[-1] == "Too long to be tried while it is typed."


def test_what_goes_wrong_below_the_line_is_a_sentence_there(
    shell: Shell, kept: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: str) -> None:
        raise FileNotFoundError(2, "No such file or directory", "here")

    monkeypatch.setattr(shell, "stands", fails)
    assert Toolbar(shell, kept)(". 3b25") == "here cannot be used: No such file or directory."


def test_why_a_store_is_not_read_stands_below_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not set up, or of another version, does answer."""
    monkeypatch.setenv("COLUMNS", "40")
    with closing(Session(f"sqlite:///{tmp_path}/none.db", "C-1")) as kept:
        shown = Toolbar(shell_of(kept), kept)("")
    assert shown.startswith("There is no store at")
    assert max(map(len, shown.splitlines())) <= 40

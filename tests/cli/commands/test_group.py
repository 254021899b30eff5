"""Two properties' figures from copies of their logs, and their hands settled again, as it is typed."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
import time_machine
from msgspec.structs import replace

from ledger.export import write
from ledger.export.parts import copies
from ledger.export.place import Place
from ledger.store.engine import begin_write, make_engine
from projections.engine.engine import in_file, reading
from projections.figures import handle, performance
from projections.group.shards import Folds, fold, stretches, tables_of
from projections.models import performance as performance_model
from projections.models import table_win
from projections.models import vigorish as vigorish_model
from tests.cli.commands.signed.day import DAY
from tests.cli.commands.test_export import a_counted_day, the_day_after
from tests.cli.commands.test_month import play_june, sign_days
from tests.cli.conftest import NOW, Terminal, tamper
from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OPENER,
    SIGNED,
)
from tests.cli.sealing import write_keys
from tests.projections.log import dump
from tests.sealing import LOG
from tests.stores import Files

OTHER: Final = "pier-nine+a1e3f8ab+AXt6XplkeS7zS88o47yJWQcc02RvbG/37pnqGxBT7bsG"
ASK: Final = ("--from", "copy", "--workers", "1")
KEYS: Final = ("--key", LOG, "--key", OTHER)
WINS: Final = '--player "7d Qh" --banker "9c Kh"'


def june_closed(url: str) -> None:
    """June at another property, its days closed."""
    play_june(Terminal(url))
    sign_days(Terminal(url))


def hands(url: str) -> None:
    """Hands that stand, one that was taken back, one reversed, one void."""
    for typed in (
        *INIT,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED}",
        "shoe start MB-01 1 --burn 4d",
        f"round play MB-01 --wager 3:banker:75 --wager 4:player:30 {WINS}",
        f"round play MB-01 --wager 3:banker:75 {WINS}",
        "undo MB-01 --reason slip",
        f"round play MB-01 --wager 3:banker:50 {WINS}",
        f"round reverse MB-01:{NOW[:10]}:2 --reason misread --approved-by S-2",
        f"round play MB-01 --wager 3:player:25 {WINS}",
    ):
        Terminal(url).does(*shlex.split(typed))


def what_came_later(url: str) -> None:
    """Awards and forms of the day before come to something else, whose books are signed."""
    the_day_after(url)
    for number in (1001, 1002):
        Terminal(url).does("form", "void", f"CVF-{number}", "--reason", "torn", "--pit-boss", "B-2")


@pytest.fixture
def nobody() -> Terminal:
    """Somebody who has no store."""
    return Terminal("sqlite:///nowhere.db")


@pytest.fixture
def group(sqlite_stores: Files, tmp_path: Path) -> Iterator[dict[str, Terminal]]:
    """Two properties, each with closed days, and copies of both."""
    write_keys()
    with time_machine.travel(NOW, tick=False):
        made = {
            "harbor-house": Terminal(sqlite_stores.put(tmp_path / "one.db", a_counted_day)),
            "pier-nine": Terminal(sqlite_stores.put(tmp_path / "two.db", june_closed)),
        }
        copied(made["harbor-house"], "log.key")
        copied(made["pier-nine"], "other.key")
        yield made
    assert not Path("nowhere.db").exists()


def copied(terminal: Terminal, key: str) -> None:
    terminal.does("audit", "seal", "--key", key)
    terminal.does("export", "events", "--to", "copy")


def of(rows: list[dict[str, Any]]) -> dict[str | None, dict[str, Any]]:
    return {row["name"]: row for row in rows}


def test_a_group_s_figures_are_those_of_the_closed_days_of_its_properties(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    won = of(nobody.json("group", "report", "win", *ASK, *KEYS))
    assert list(won) == ["harbor-house", "pier-nine", None]
    for name, day in (("harbor-house", DAY), ("pier-nine", "2026-06-30")):
        month = ("--period", "month", "--group", "property", "--day", day)
        (own,) = group[name].json("report", "win", *month)
        same = won[name].keys() & own.keys() - {"name", "days", "days_unknown", "hands_unknown"}
        assert {each: won[name][each] for each in same} == {each: own[each] for each in same}
    meters = of(nobody.json("group", "report", "meters", *ASK, *KEYS))
    today = group["harbor-house"].json("report", "meters", "--day", DAY)
    for figure in ("contributions", "awards", "closing", "unpaid", "liability", "to_win"):
        assert meters[None][figure] == sum(row[figure] for row in today)
    forms = of(nobody.json("group", "report", "forms", *ASK, *KEYS))
    assert forms[None]["forms"] == len(group["harbor-house"].json("report", "forms", "--day", DAY))
    assert forms[None]["unexplained"] > 0
    vig = of(nobody.json("group", "report", "vig", "--by", "month", *ASK, *KEYS))
    assert list(vig) == ["2026-06", "2026-07", None]
    told = nobody.does("group", "report", "performance", "--by", "rules", *ASK, "--unverified")
    assert "Against theory" in told
    assert "ma-midi" in told


def test_whoever_asks_says_whether_copies_are_held_to_keys(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    assert set(group) == {"harbor-house", "pier-nine"}
    ask = ("group", "report", "vig", *ASK)
    assert nobody.run(*ask).exit_code == 2
    assert nobody.run(*ask, "--unverified", *KEYS).exit_code == 2
    result = nobody.run(*ask, "--key", LOG, "--json")
    assert result.exit_code == 5
    assert [row["name"] for row in json.loads(result.stdout)] == ["harbor-house", None]
    assert result.stderr.startswith("Left out: pier-nine. ")


def test_each_of_several_copies_is_verified_whatever_is_found_of_the_others(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    verify = ("audit", "verify", "--export", "copy")
    assert [row["origin"] for row in nobody.json(*verify, *KEYS)] == [*group]
    last = max(Path("copy/property=harbor-house").rglob("*.parquet"))
    last.write_bytes(last.read_bytes()[:-1])
    result = nobody.run(*verify, *KEYS, "--json")
    assert result.exit_code == 5
    assert [row["origin"] for row in json.loads(result.stdout)] == ["pier-nine"]
    assert json.loads(result.stderr)["error"]["code"] == "export_altered"
    told = nobody.run(*verify, "--key", LOG)
    assert told.exit_code == 5
    assert told.stdout == ""
    assert re.findall(r"^(\w+):", told.stderr, re.MULTILINE) == ["export_altered", "not_signed"]
    assert "None of the keys is one of pier-nine" in told.stderr


def closed_days(name: str) -> tuple[str, ...]:
    return ("2026-07-09", DAY) if name == "harbor-house" else ("2026-06-29", "2026-06-30")


def own(group: dict[str, Terminal], of: str) -> dict[str, list[list[dict[str, Any]]]]:
    """A report of each closed day of each property, as its own store has it."""
    return {
        name: [terminal.json("report", of, "--day", day) for day in closed_days(name)]
        for name, terminal in group.items()
    }


def test_table_win_is_to_the_cent_that_of_the_properties_own_days(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    """None of which is unknown."""
    days = [
        {**row, "property": name, "month": row["gaming_day"][:7]}
        for name, of_days in own(group, "win").items()
        for row in chain(*of_days)
    ]
    figures = ("rounds", "voids", "fills", "credits", "drop", "win_tray", "win_hands")
    vig = ("vig_assessed", "vig_collected", "vig_documented", "vig_uncollected")
    for axis in ("property", "month", "rules"):
        rows = nobody.json("group", "report", "win", "--by", axis, *ASK, *KEYS)
        assert {row["name"] for row in rows[:-1]} == {row[axis] or "" for row in days}
        for row in rows:
            ours = [each for each in days if row["name"] in {each[axis] or "", None}]
            for figure in (*figures, *vig):
                parts = [each[figure] for each in ours]
                assert row[figure] == (None if None in parts else sum(parts)), (axis, figure)


def test_theory_and_variance_are_exactly_those_of_the_properties_own_hands(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    months = [handle.By.MONTH, handle.By.RULES, handle.By.TABLE]
    for axis, by in zip(("month", "rules", "property"), months, strict=True):
        sums: dict[str | None, handle.Came] = {}
        for name, terminal in group.items():
            terminal.does("report", "performance")
            engine = make_engine(terminal.url)
            with reading(engine, performance.NEEDS) as connection:
                span = handle.Span(performance.FIRST, closed_days(name)[-1])
                groups, whole = handle.came(connection, span, by)
            engine.dispose()
            assert whole.theory
            assert whole.variance
            named = {name: whole} if axis == "property" else groups
            for each, came in (*named.items(), (None, whole)):
                sums.setdefault(each, handle.Came()).add(came)
        rows = of(nobody.json("group", "report", "performance", "--by", axis, *ASK, *KEYS))
        assert rows.keys() == sums.keys()
        for each, came in sums.items():
            told = performance.of_group(axis, each, came)
            assert rows[each] == {figure: getattr(told, figure) for figure in rows[each]}


@pytest.mark.parametrize("name", ["win", "performance", "vig", "meters", "forms"])
def test_figures_do_not_hang_on_what_is_added_up_nor_on_the_parts_of_a_copy(
    group: dict[str, Terminal],
    nobody: Terminal,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each property has a month of its own, so that a month's row is its property's."""
    monkeypatch.setattr(write, "MOST", 41)
    for terminal in group.values():
        terminal.does("export", "events", "--to", "parts")
    ask = ("group", "report", name, "--workers", "1", "--unverified")
    by_property = of(nobody.json(*ask, "--from", "copy"))
    by_month = of(nobody.json(*ask, "--from", "copy", "--by", "month"))
    months = {"harbor-house": "2026-07", "pier-nine": "2026-06", None: None}
    for row, month in months.items():
        assert by_month[month] == {**by_property[row], "by": "month", "name": month}
    assert of(nobody.json(*ask, "--from", "parts")) == by_property
    assert of(nobody.json(*ask, "--from", "parts", "--by", "month")) == by_month


def test_forms_and_meters_of_a_closed_day_are_as_they_were_signed_whatever_came_later(
    sqlite_stores: Files, tmp_path: Path, nobody: Terminal
) -> None:
    write_keys()
    with time_machine.travel(NOW, tick=False):
        terminal = Terminal(sqlite_stores.put(tmp_path / "pit.db", a_counted_day, what_came_later))
        copied(terminal, "log.key")
    signed = {name: terminal.json("report", name, "--day", DAY) for name in ("forms", "meters")}
    (row, _) = nobody.json("group", "report", "forms", *ASK, "--key", LOG)
    issued = [each for each in signed["forms"] if each["status"] == "issued"]
    assert (row["forms"], row["void"]) == (len(signed["forms"]), 0)
    assert row["cents"] == sum(each["cents"] for each in issued) > 0
    assert row["unexplained"] == sum(bool(each["finding"]) for each in signed["forms"])
    (row, _) = nobody.json("group", "report", "meters", *ASK, "--key", LOG, "--by", "month")
    for figure in ("awards", "corrections", "to_win", "closing", "unpaid", "liability"):
        assert row[figure] == sum(each[figure] for each in signed["meters"])
    assert row["unpaid"] > 0


def of_no_use(terminal: Terminal) -> None:
    """Its hands cannot be read."""
    tamper(terminal.url, "table.round_settled", '"outcome":', '"outcame":')


def of_a_later_version(terminal: Terminal) -> None:
    """An event of a kind that this program does not know."""
    tamper(terminal.url, "table.round_settled", '"outcome":', '"outcome":')
    engine = make_engine(terminal.url)
    with begin_write(engine) as connection:
        connection.exec_driver_sql(
            "UPDATE events SET topic = 'table.reserved' WHERE topic = 'table.round_reversed'"
        )
    engine.dispose()


@pytest.mark.parametrize("taken", [("--unverified",), KEYS])
@pytest.mark.parametrize(
    ("changed", "said"),
    [(of_no_use, "cannot be read"), (of_a_later_version, "table.reserved")],
)
def test_a_copy_with_an_event_that_cannot_be_read_is_named_and_left_out(
    changed: Callable[[Terminal], None],
    said: str,
    taken: tuple[str, ...],
    sqlite_stores: Files,
    tmp_path: Path,
    nobody: Terminal,
) -> None:
    """Sealed as it is, so that it verifies."""
    write_keys()
    with time_machine.travel(NOW, tick=False):
        whole = Terminal(sqlite_stores.put(tmp_path / "one.db", june_closed))
        other = Terminal(sqlite_stores.put(tmp_path / "two.db", hands))
        changed(other)
        copied(whole, "other.key")
        copied(other, "log.key")
    for asked in (("report", "win"), ("report", "performance"), ("replay",)):
        result = nobody.run("group", *asked, *ASK, *taken, "--json")
        assert result.exit_code == 5, result.output
        assert [row["name"] for row in json.loads(result.stdout)] == ["pier-nine", None]
        assert result.stderr.startswith("Left out: harbor-house. ")
        assert said in result.stderr


def test_a_copy_of_which_a_file_is_gone_or_cut_off_is_left_out_verified_or_not(
    group: dict[str, Terminal], nobody: Terminal
) -> None:
    assert "pier-nine" in group
    file = max(Path("copy/property=pier-nine").rglob("*.parquet"))
    for content in (file.read_bytes()[:-9], None):
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        for asked in (("report", "vig"), ("replay",)):
            result = nobody.run("group", *asked, *ASK, "--unverified", "--json")
            assert result.exit_code == 5, result.output
            assert [row["name"] for row in json.loads(result.stdout)] == ["harbor-house", None]
            assert result.stderr.startswith("Left out: pier-nine. In the export of pier-nine")


def test_a_property_of_which_nothing_is_there_or_no_day_is_closed_is_named(
    sqlite_stores: Files, tmp_path: Path, nobody: Terminal
) -> None:
    """Of its hands there are, once it has a copy."""
    write_keys()
    ask = (*ASK, *KEYS, "--json")
    with time_machine.travel(NOW, tick=False):
        copied(Terminal(sqlite_stores.put(tmp_path / "two.db", june_closed)), "other.key")
        said = [nobody.run("group", "report", "win", *ask)]
        copied(Terminal(sqlite_stores.put(tmp_path / "one.db", hands)), "log.key")
        said += [nobody.run("group", "report", name, *ask) for name in ("win", "forms")]
    for result in said:
        assert result.exit_code == 5, result.output
        assert [row["name"] for row in json.loads(result.stdout)] == ["pier-nine", None]
        assert result.stderr.startswith("Left out: harbor-house. ")
    assert "There is no export of harbor-house" in said[0].stderr
    assert all("no gaming day is closed yet" in result.stderr for result in said[1:])
    assert nobody.run("group", "replay", *ask).exit_code == 0
    missing = nobody.run("group", "report", "win", *ASK, "--from", "nowhere", *KEYS)
    assert missing.exit_code == 3
    assert "no export in nowhere" in missing.stderr


def test_an_event_that_says_what_cannot_be_leaves_its_property_out(
    sqlite_stores: Files, tmp_path: Path, nobody: Terminal
) -> None:
    write_keys()
    with time_machine.travel(NOW, tick=False):
        whole = Terminal(sqlite_stores.put(tmp_path / "one.db", june_closed))
        other = Terminal(sqlite_stores.put(tmp_path / "two.db", a_counted_day))
        tamper(other.url, "table.opened", '"opener_cents":', f'"opener_cents":{10**15}')
        tamper(other.url, "table.cards_dealt", '"player":["', '"player":["z')
        copied(whole, "other.key")
        copied(other, "log.key")
    for asked in (("report", "win"), ("replay",)):
        result = nobody.run("group", *asked, *ASK, *KEYS, "--json")
        assert result.exit_code == 5, result.output
        assert [row["name"] for row in json.loads(result.stdout)] == ["pier-nine", None]
        assert "An event in the export of harbor-house says what cannot be" in result.stderr


def test_whose_workers_are_meant_is_said(nobody: Terminal) -> None:
    ask = ("group", "replay", "--from", "copy", "--unverified", "--scheduler", "tcp://127.0.0.1:1")
    assert nobody.run(*ask, "--workers", "2").exit_code == 2


@pytest.fixture
def played(sqlite_stores: Files, tmp_path: Path) -> Iterator[Terminal]:
    """Hands of one property."""
    write_keys()
    with time_machine.travel(NOW, tick=False):
        yield Terminal(sqlite_stores.put(tmp_path / "pit.db", hands))


def test_every_hand_that_stands_is_settled_again(played: Terminal, nobody: Terminal) -> None:
    copied(played, "log.key")
    (row, whole) = nobody.json("group", "replay", *ASK, "--key", LOG)
    assert {**row, "name": None} == whole
    assert (row["hands"], row["agreeing"], row["differing"], row["apart"]) == (2, 2, 0, 0)
    assert (row["first_differing"], row["win"]) == (None, None)


def test_what_was_taken_back_is_gone_wherever_a_part_of_the_copy_ends(
    played: Terminal, nobody: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(played, "log.key")
    ask = ("--workers", "1", "--key", LOG, "--rules", "ma-midi-ez")
    whole = nobody.json("group", "replay", "--from", "copy", *ask)
    rows = _folded("copy")
    for most in (2, 5):
        monkeypatch.setattr(write, "MOST", most)
        played.does("export", "events", "--to", f"parts of {most}")
        assert nobody.json("group", "replay", "--from", f"parts of {most}", *ask) == whole
        assert _folded(f"parts of {most}") == rows


def _folded(folder: str) -> bytes:
    """The rows of read models of a table, folded part by part and handed on each time."""
    (copy,) = copies([Place(folder)])
    (table,) = tables_of(copy)
    needs = [table_win.PROJECTION, vigorish_model.PROJECTION, performance_model.PROJECTION]
    names = [each.name for each in needs]
    into, carried = Folds(names, names), None
    for stretch in stretches(copy, table):
        for part in stretch.parts:
            carried = fold(carried, replace(stretch, parts=[part]), into)
    assert carried is not None
    engine = in_file(needs, str(carried.path))
    found = dump(engine, *needs)
    engine.dispose()
    return found


def test_hands_are_settled_under_another_submission(played: Terminal, nobody: Terminal) -> None:
    """Without vigorish on Banker the house keeps the less: 5 percent of 75, rounded up, is 3.75."""
    copied(played, "log.key")
    ask = ("group", "replay", *ASK, "--unverified", "--by", "rules")
    (row, _) = nobody.json(*ask, "--rules", "ma-midi")
    assert (row["name"], row["tried"], row["refused"], row["difference"]) == ("ma-midi", 2, 0, 0)
    (row, _) = nobody.json(*ask, "--rules", "ma-midi-ez")
    assert (row["tried"], row["difference"]) == (2, row["win_then"] - row["win"])
    assert row["win"] == -7500 + 375 + 3000 + 2500
    assert row["win_then"] == -7500 + 3000 + 2500
    assert "Under the other submission" in nobody.does(*ask, "--rules", "ma-midi-ez")
    assert nobody.run(*ask, "--option", "decks=8").exit_code == 2
    (row, _) = nobody.json("group", "replay", *ASK, "--unverified", "--by", "month")
    assert row["name"] == NOW[:7]


def test_a_hand_that_comes_to_something_else_is_named(played: Terminal, nobody: Terminal) -> None:
    tamper(
        played.url,
        "table.round_settled",
        '"banker",7500,"chips","win",15000',
        '"banker",7500,"chips","win",14000',
    )
    copied(played, "log.key")
    result = nobody.run("group", "replay", *ASK, "--key", LOG, "--json")
    assert result.exit_code == 6, result.output
    (row, _) = json.loads(result.stdout)
    assert (row["differing"], row["first_differing"]) == (1, f"MB-01:{NOW[:10]}:1")


def test_what_is_not_installed_is_named(nobody: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "projections.group.report", None)
    monkeypatch.delattr("projections.group.report", raising=False)
    for verb in ("report win", "replay"):
        result = nobody.run("group", *verb.split(), *ASK, "--unverified")
        assert result.exit_code == 2
        assert "pip install 'pit-ledger[group]'" in result.stderr

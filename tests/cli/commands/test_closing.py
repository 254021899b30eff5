"""The end of a gaming day as accounting types it: reconcile, explain, acknowledge, close, correct (A4)."""

import json
import shlex
from collections.abc import Callable

from tests.cli.conftest import Terminal, typed_once_at_nothing
from tests.cli.frame.reproducers.beginnings import (
    COUNTED,
    DAY_CLOSED,
    DISPUTED,
    OWING,
    PLAYED_BEFORE,
    RULED,
    SEEN,
)

DAY = "2026-07-10"
TODAY = "2026-07-11"


def typed(terminal: Terminal, *commands: str) -> Terminal:
    for command in commands:
        terminal.does(*shlex.split(command))
    return terminal


@typed_once_at_nothing
def counted(bare: Terminal) -> None:
    """A day that was played and counted; a chip is missing."""
    typed(bare, *COUNTED)


@typed_once_at_nothing
def seen(bare: Terminal) -> None:
    """What was found on it is acknowledged."""
    typed(bare, *SEEN)


@typed_once_at_nothing
def signed(bare: Terminal) -> None:
    """It is closed by two."""
    typed(bare, *DAY_CLOSED)


def test_x21_one_cent_is_not_reconciled(bare: Terminal) -> None:
    typed(bare, *PLAYED_BEFORE, f"day count {DAY} --table MB-01 --cash 0.01")
    result = bare.run("day", "reconcile", DAY, "--json")
    assert result.exit_code == 6
    found = {each["id"]: each for each in json.loads(result.stdout)}
    assert found["drop_variance:MB-01"]["cents"] == 1
    assert not found["drop_variance:MB-01"]["blocks"]


def test_findings_and_what_they_rest_on(
    counted: Terminal, golden: Callable[[str, str], None]
) -> None:
    shown = counted.run("day", "reconcile", DAY)
    assert shown.exit_code == 6
    explained = counted.does("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    golden("shown/reconcile.txt", shown.stdout + "\n" + explained)


def test_a_finding_for_information_needs_no_reason_and_stays_with_the_closed_day(
    counted: Terminal,
) -> None:
    """Decision 54: the day is closed with it, and `reconcile` ends with 0 where there is nothing else."""
    about = "hold_outside_band:MB-01"
    counted.does("property", "set", "hold-band=1", "hold-least-rounds=1", "--by", "A-1")
    assert "tray_variance:MB-01  [to be explained]" in counted.run("day", "reconcile", DAY).stdout
    shown = counted.run("day", "reconcile", DAY).stdout
    assert f"{about}  [for information]" in shown
    assert "2 findings, 0 blocking, 1 without a reason." in shown
    typed(counted, SEEN[-1], DAY_CLOSED[-1])
    closed = counted.json("day", "show", DAY)["closed"]
    assert [each[0] for each in closed["findings"]] == ["tray_variance:MB-01"]
    found = {
        each["id"]: each
        for each in json.loads(counted.run("day", "reconcile", DAY, "--json").stdout)
    }
    assert set(found) == {"tray_variance:MB-01", about}
    assert "hands of the day" in counted.does("day", "reconcile", "explain", about, "--day", DAY)


def test_a_day_without_findings_is_empty_and_exits_0(signed: Terminal) -> None:
    assert signed.json("day", "reconcile", TODAY) == []
    assert signed.run("day", "reconcile", TODAY).exit_code == 0


def test_nothing_is_still_to_be_done_on_a_closed_day(counted: Terminal) -> None:
    open_, shown = counted.json("day", "show", DAY), counted.does("day", "show", DAY)
    assert (open_["status"], open_["not_reconciled"]) == ("not reconciled", ["MB-01"])
    assert "Still to be done" in shown
    typed(counted, SEEN[-1])
    reasoned, shown = counted.json("day", "show", DAY), counted.does("day", "show", DAY)
    assert (reasoned["status"], reasoned["not_reconciled"]) == ("explained", [])
    assert "Still to be done" not in shown
    typed(counted, DAY_CLOSED[-1])
    after, shown = counted.json("day", "show", DAY), counted.does("day", "show", DAY)
    assert (after["status"], after["not_reconciled"]) == ("closed", [])
    assert after["tray_variance"] == open_["tray_variance"] != 0
    assert "Still to be done" not in shown


def test_an_acknowledged_finding_is_explained_with_its_reason(
    seen: Terminal, signed: Terminal
) -> None:
    explain = ("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    for each in (seen, signed):
        told = each.does(*explain)
        assert "[acknowledged]" in told
        assert "acknowledged: chip found later" in told
        assert each.json(*explain)["acknowledged"] == "chip found later"


def test_a_closed_days_report_does_not_change_by_a_later_correction(signed: Terminal) -> None:
    report = ("report", "win", "--day", DAY, "--json")
    before, shown = signed.json(*report), signed.json("day", "show", DAY)
    assert shown["closed"]["by"] == "A-1"
    assert shown["closed"]["second"] == "A-2"
    ((finding, _, reason, by),) = shown["closed"]["findings"]
    assert (finding, reason, by) == ("tray_variance:MB-01", "chip found later", "C-1")
    typed(
        signed,
        'table open MB-01 --opener "100x50" --dealer D-7 --supervisor S-2',
        f"day correct MB-01 hand-result --lower 47.50 --names MB-01:{DAY}:1"
        " --document MC-7 --reason misread --approved-by S-2",
    )
    assert signed.json(*report) == before
    (posted,) = signed.json("day", "show", TODAY)["corrections"]
    assert (posted["document"], posted["of_day"], posted["cents"]) == ("MC-7", DAY, -4750)
    after = signed.json("day", "show", DAY)
    (note,) = after.pop("notes")
    assert (note["what"], note["gaming_day"], note["by"]) == ("correction", TODAY, "C-1")
    assert (note["document"], note["cents"]) == ("MC-7", -4750)
    assert after == {name: value for name, value in shown.items() if name != "notes"}
    assert signed.json("day", "show", DAY)["closed"]["differing"] == []
    assert "The books are as they were signed." in signed.does("day", "show", DAY)
    assert signed.json("report", "win", "--day", TODAY, "--json")[0]["hand_result"] == -4750


def test_a_dispute_is_listed_until_it_is_decided(bare: Terminal) -> None:
    typed(bare, *DISPUTED)
    (open_,) = bare.json("audit", "dispute", "list")
    assert (open_["round"], open_["ruling"]) == (f"MB-01:{TODAY}:1", None)
    found = bare.run("day", "reconcile", TODAY, "--json")
    assert "dispute_open" in found.stdout
    typed(
        bare, f"audit dispute decide MB-01:{TODAY}:1 upheld {RULED} --to-player 5 --document MC-1"
    )
    assert bare.json("audit", "dispute", "list") == []
    (decided,) = bare.json("audit", "dispute", "list", "--day", TODAY)
    assert (decided["ruling"], decided["document"]) == ("upheld", "MC-1")


def test_closing_and_correcting_are_safe_to_repeat_and_to_try(bare: Terminal) -> None:
    typed(bare, *OWING)
    command = (
        *("day", "correct", "MB-01", "hand-result", "--raise", "5", "--document", "MC-1"),
        *("--names", f"MB-01:{TODAY}:1", "--reason", "misread", "--approved-by", "S-2"),
    )
    before = bare.everything()
    bare.does(*command, "--dry-run")
    assert bare.everything() == before
    bare.does(*command, "--key", "k-1")
    once = bare.everything()
    bare.does(*command, "--key", "k-1")
    assert bare.everything() == once


def test_an_acknowledgement_is_repeated_under_its_key_though_the_finding_moved_or_is_gone(
    bare: Terminal,
) -> None:
    count = f"day count {DAY} --table MB-01 --cash"
    typed(bare, *PLAYED_BEFORE, f"{count} 0.01")
    command = ("day", "acknowledge", DAY, "drop_variance:MB-01", "--reason", "seen", "--key", "a1")
    first = bare.json(*command)
    for cash in ("0.02", "0"):
        typed(bare, f"{count} {cash} --recount")
        assert bare.json(*command) == {**first, "repeated": True}
    assert bare.is_refused(*command, "--by", "A-9", exit_code=3)["code"] == "unknown_finding"
    typed(bare, f"{count} 0.03 --recount")
    assert bare.is_refused(*command, "--by", "A-9", exit_code=4)["code"] == "key_reused"


def test_a_key_of_an_acknowledgement_stands_for_the_finding_in_any_case(bare: Terminal) -> None:
    typed(bare, *PLAYED_BEFORE, f"day count {DAY} --table MB-01 --cash 0.01")
    rest = ("--reason", "seen", "--key", "a1")
    first = bare.json("day", "acknowledge", DAY, "drop_variance:mb-01", *rest)
    for cash in (None, "0"):  # The finding is there, and gone.
        if cash:
            typed(bare, f"day count {DAY} --table MB-01 --cash {cash} --recount")
        for named in ("drop_variance:MB-01", "DROP_VARIANCE:mb-01", "drop_variance:mb-01"):
            again = bare.json("day", "acknowledge", DAY, named, *rest)
            assert again == {**first, "repeated": True}

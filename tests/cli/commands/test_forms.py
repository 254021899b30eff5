"""`pit form`, and accounting's side of it: count, duplicates, the report."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import DAY, OPENER, SIGNED, Terminal, typed_once

SIGNERS = ("--dealer", "D-7", "--pit-boss", "B-2")
BANKER_WINS = ("--player", "7d Qh", "--banker", "9c Kh")


@typed_once
def owing(terminal: Terminal) -> None:
    """Seat 3 of a div-mini table owes $1.00; the clerk C-1 has forms 1001 to 1005."""
    terminal.does(
        *("table", "open", "MB-01", "--rules", "div-mini", "--pit", "P-1", *OPENER, *SIGNED)
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does("round", "play", "MB-01", "--wager", "3:banker:20", *BANKER_WINS)
    terminal.does(
        *("form", "receive", "CVF", "--first", "1001", "--last", "1005"),
        *("--pit", "P-1", "--clerk", "C-1"),
    )


def issue(terminal: Terminal, *options: str, serial: str = "CVF-1001") -> None:
    terminal.does(
        *("form", "issue", serial, "MB-01", "3", "--patron", "R. Ames", "--patron-signed"),
        *(*SIGNERS, *options),
    )


def a_day_of_forms(terminal: Terminal) -> None:
    """One void, one issued and dropped, both forwarded, the table counted."""
    terminal.does("form", "void", "CVF-1001", "--reason", "torn", "--pit-boss", "B-2")
    issue(terminal, serial="CVF-1002")
    terminal.does("form", "drop", "CVF-1002", *SIGNERS)
    terminal.does("form", "forward", "CVF")
    terminal.does(
        *("day", "count", DAY, "--table", "MB-01", "--cash", "0", "--form", "CVF-1002:1.00:MB-01")
    )


def test_f6_report_forms_says_what_scripts_depend_on(owing: Terminal) -> None:
    a_day_of_forms(owing)
    assert owing.json("report", "forms", "--day", DAY)[1]["finding"] is None
    owing.does("day", "duplicates", DAY, "--form", "CVF 1002:1:MB-01:r. ames", "--void", "CVF-1001")
    assert owing.json("report", "forms", "--day", DAY) == [
        {
            "serial": "CVF-1001",
            "status": "void",
            "table": None,
            "seat": None,
            "cents": None,
            "finding": "matched",
            "corrected": None,
        },
        {
            "serial": "CVF-1002",
            "status": "issued",
            "table": "MB-01",
            "seat": 3,
            "cents": 100,
            "finding": "matched",
            "corrected": None,
        },
    ]
    (books,) = owing.json("report", "win", "--day", DAY)
    assert (books["vig_documented"], books["vig_outstanding"], books["drop"]) == (100, 0, 100)
    assert books["form_variance"] == 0


def test_a_form_is_known_however_its_series_is_spelled(owing: Terminal) -> None:
    owing.does("form", "void", "cvf-1001", "--reason", "torn", "--pit-boss", "B-2")
    issue(owing, serial="Cvf-1002")
    owing.does("form", "drop", "cvf 1002", *SIGNERS)
    owing.does("form", "lost", "cvf-1005", "--reason", "burnt", "--authorised-by", "B-2")
    owing.does("form", "forward", "cvf")
    counted = ("day", "count", DAY, "--table", "MB-01", "--cash", "0", "--form", "cvf-1002:1.00")
    owing.does(*counted)
    Path("copies.csv").write_text("serial,cents,void\ncvf-1002,100,\n", encoding="utf-8")
    entered = ("day", "duplicates", DAY, "--file", "copies.csv", "--void", "cVf-1001")
    owing.does(*entered, "--form", "cvf-1003:1")
    owing.does("day", "take-back", DAY, "--duplicate", "cvf-1003", "--reason", "not there")
    Path("boxes.csv").write_text("table,cents,forms\nmb-01,0,cvf-1002:1.00\n", encoding="utf-8")
    owing.does("day", "count", DAY, "--file", "boxes.csv", "--recount")
    rows = owing.json("report", "forms", "--day", DAY)
    assert [(row["serial"], row["finding"]) for row in rows] == [
        ("CVF-1001", "matched"),
        ("CVF-1002", "matched"),
        ("CVF-1005", "lost"),
    ]
    assert owing.json("form", "show", "cvf-1002") == owing.json("form", "show", "CVF-1002")
    assert owing.json("form", "list", "cvf") == owing.json("form", "list", "CVF")
    owing.does("form", "print", "cvf-1002", "first.html")
    owing.does("form", "print", "CVF-1002", "second.html")
    assert "REPRINT" in Path("second.html").read_text(encoding="utf-8")
    found = owing.json("audit", "search", "form:cvf-1002")
    assert found
    assert found == owing.json("audit", "search", "form:CVF-1002")
    again = ("form", "receive", "cvf", "--first", "2001", "--last", "2005")
    assert owing.is_refused(*again)["code"] == "series_known"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "duplicates.csv",
            f"Serial,Amount,Day,Void\nCVF-1001,,,yes\nCVF-1002,1.10,{DAY},\n",
        ),
        (
            "duplicates.ndjson",
            '{"serial": "CVF-1001", "void": true}\n\n{"serial": "CVF-1002", "cents": 110}\n',
        ),
    ],
)
def test_f6_duplicates_from_a_file(owing: Terminal, name: str, text: str) -> None:
    a_day_of_forms(owing)
    Path(name).write_text(text, encoding="utf-8")
    owing.does("day", "duplicates", DAY, "--file", name)
    findings = {row["serial"]: row["finding"] for row in owing.json("report", "forms")}
    assert findings == {"CVF-1001": "matched", "CVF-1002": "amount_differs"}


@pytest.mark.parametrize(
    "text",
    [
        "serial,cents,patron\nCVF-1001,R. Ames,375\n",
        "serial,amount\nR. Ames,3.75\n",
        "serial,day\nCVF-1001,R. Ames\n",
        "serial,R. Ames\nCVF-1001,1\n",
        "serial\nCVF-1001,R. Ames\n",
        '{"serial": "CVF-1001", "patron": "R. Ames"\n',
    ],
)
def test_no_patrons_name_in_an_error_about_a_file(terminal: Terminal, text: str) -> None:
    Path("duplicates").write_text(text, encoding="utf-8")
    error = terminal.is_refused("day", "duplicates", DAY, "--file", "duplicates", exit_code=2)
    assert error["code"] == "bad_duplicate"
    assert "Ames" not in json.dumps(error)


def test_no_patrons_name_in_what_a_clerk_is_told(owing: Terminal) -> None:
    for typed in ("CVF-1001:R. Ames", "R. Ames:1.00", "R. Ames"):
        error = owing.is_refused("day", "duplicates", DAY, "--form", typed, exit_code=2)
        assert "Ames" not in json.dumps(error)
    told = owing.run(
        *("form", "issue", "CVF-1001", "MB-01", "3", "--patron", "R. Ames", "--patron-signed"),
        *SIGNERS,
    )
    assert told.exit_code == 0
    assert "Ames" not in told.output
    assert "Ames" not in owing.does("form", "list")
    assert "Ames" in owing.does("form", "show", "CVF-1001")


def test_x31_a_form_issued_with_a_key_is_issued_once(owing: Terminal) -> None:
    issue(owing, "--key", "k-1")
    before = owing.everything()
    issue(owing, "--key", "k-1")
    assert owing.everything() == before


def test_a_dry_run_issues_nothing(owing: Terminal) -> None:
    before = owing.everything()
    issue(owing, "--dry-run")
    assert owing.everything() == before


def test_f5_an_issued_form_is_void_and_stamped_as_it_reads(
    owing: Terminal, golden: Callable[[str, str], None]
) -> None:
    issue(owing)
    void = ("form", "void", "CVF-1001", "--reason", "wrong patron", "--pit-boss", "B-3")
    before = owing.everything()
    owing.does(*void, "--dry-run")
    assert owing.everything() == before
    golden("shown/form_void_issued.txt", owing.does(*void, "--key", "k-1"))
    before = owing.everything()
    assert owing.json(*void, "--key", "k-1")["repeated"] is True
    assert owing.everything() == before
    golden("shown/form_show_void_issued.txt", owing.does("form", "show", "CVF-1001"))
    owing.does("form", "show", "CVF-1001", "--html", "form.html", "--force")
    page = Path("form.html").read_text(encoding="utf-8")
    assert page.count(">VOID<") == 2
    assert page.count("R. Ames") == 2
    (owed,) = owing.json("vig", "outstanding")
    assert (owed["seat"], owed["cents"], owed["rounds"]) == (3, 100, [f"MB-01:{DAY}:1"])
    told = owing.json("audit", "replay", "MB-01:1")["vigorish"]
    assert ([x["cents"] for x in told["restored"]], told["outstanding"]) == ([100], 100)
    (exception, _, uncounted) = owing.json("report", "exceptions")
    assert (uncounted["kind"], uncounted["subject"]) == ("forms_not_counted", "CVF")
    assert (exception["kind"], exception["table"], exception["cents"]) == (
        "form_voided",
        "MB-01",
        100,
    )
    issue(owing, serial="CVF-1002")
    replayed = owing.does("audit", "replay", "MB-01:1")
    assert "CVF-1001 is void" in replayed
    assert owing.json("audit", "replay", "MB-01:1")["vigorish"]["outstanding"] == 0
    assert owing.json("audit", "replay", "MB-01:1")["recomputed_agrees"] is True
    assert owing.json("db", "check")["ok"] is True


def test_f2_which_number_is_next_which_are_missing_and_who_has_them(owing: Terminal) -> None:
    a_day_of_forms(owing)
    owing.does("day", "duplicates", DAY, "--form", "CVF-1004:1")
    (series,) = owing.json("form", "list")
    assert series == {
        "series": "CVF",
        "first": 1001,
        "last": 1005,
        "next": 1003,
        "issued": 1,
        "void": 1,
        "lost": 0,
        "unused": 3,
        "kept": 0,
        "missing": ["CVF-1001", "CVF-1002", "CVF-1003", "CVF-1004"],
        "pit": "P-1",
        "clerks": ["C-1"],
    }
    exceptions = owing.json("report", "exceptions")
    assert {(row["kind"], row["subject"]) for row in exceptions} == {
        ("approvals_lacking", "div-mini"),
        ("form_voided", "CVF-1001"),
        ("form_missing_duplicate", "CVF-1001"),
        ("form_missing_duplicate", "CVF-1002"),
        ("form_unaccounted", "CVF-1003"),
        ("form_out_of_sequence", "CVF-1004"),
        ("forms_not_counted", "CVF"),
    }
    owing.does("form", "assign", "CVF", "--pit", "P-1", "--clerk", "C-2")
    assert owing.json("form", "list")[0]["clerks"] == ["C-2"]


def test_the_replay_of_a_round_tells_of_its_form(owing: Terminal) -> None:
    issue(owing)
    vigorish = owing.json("audit", "replay", "MB-01:1")["vigorish"]
    assert ([told["cents"] for told in vigorish["documented"]], vigorish["outstanding"]) == (
        [100],
        0,
    )
    assert "documented on a form" in owing.does("audit", "replay", "MB-01:1")
    assert owing.json("db", "check")["ok"] is True


def test_what_people_read_of_forms(owing: Terminal, golden: Callable[[str, str], None]) -> None:
    a_day_of_forms(owing)
    owing.does("day", "duplicates", DAY, "--form", "CVF-1002:1.50:MB-01", "--void", "CVF-1001")
    for command in (
        "form list",
        "form list CVF",
        "form show CVF-1001",
        "form show CVF-1002",
        "report forms",
        "report comps",
    ):
        golden(f"shown/{command.replace(' ', '_')}.txt", owing.does(*command.split()))


def test_f3_f5_a_form_is_printed_with_both_copies_and_a_void_one_is_stamped(
    owing: Terminal, golden: Callable[[str, str], None]
) -> None:
    a_day_of_forms(owing)
    for serial, stamps in (("CVF-1001", 2), ("CVF-1002", 0)):
        owing.does("form", "show", serial, "--html", "form.html", "--force")
        page = Path("form.html").read_text(encoding="utf-8")
        assert [page.count(f">{name}</span>") for name in ("Original", "Duplicate")] == [1, 1]
        assert page.count(">VOID<") == stamps
        golden(f"shown/form_show_{serial}.html", page)


def test_a_patrons_name_is_printed_as_it_is_written(owing: Terminal) -> None:
    owing.does(
        *("form", "issue", "CVF-1001", "MB-01", "3", "--patron", "<b>R & A</b>"),
        *("--statement", "left the table", "--stated-by", "D-7", *SIGNERS),
    )
    owing.does("form", "show", "CVF-1001", "--html", "form.html", "--force")
    page = Path("form.html").read_text(encoding="utf-8")
    assert page.count("<dd>&lt;b&gt;R &amp; A&lt;/b&gt;</dd>") == 2
    assert "not signed: left the table (stated by D-7)" in page

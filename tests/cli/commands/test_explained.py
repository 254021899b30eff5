"""Every kind of finding, on a day with all of them: `explain` shows the events that each rests on (A1-A4, F6)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from projections.figures.finding_kinds import KINDS
from projections.queries import findings as findings_query
from projections.queries.moment import NOW
from tests.cli.conftest import DAY, SIGNED, Terminal, a_property
from tests.stores import Files, Stores

BEFORE = "2026-07-10"
THEN = ("--at", f"{BEFORE}T12:00")
SIGNERS = ("--dealer", "D-7", "--pit-boss", "B-2")
BANKER_WINS = ("--player", "7d Qh", "--banker", "9c Kh")
TIE = ("--player", "7d Qh", "--banker", "7c Kh")
PATRON = ("--patron", "R. Ames", "--patron-signed")
OF_METERS = {code for code in KINDS if code.startswith(("meter_", "award_"))}
OF_MONTHS = {"hold_off_base"}


def opens(terminal: Terminal, table: str, rules: str, *options: str, chips: str = "100x9") -> None:
    terminal.does(
        *("table", "open", table, "--rules", rules, "--pit", "P-1", "--opener", chips),
        *(*SIGNED, *options),
    )


def issues(terminal: Terminal, table: str, number: int) -> None:
    """A seat owes $1.00, and a form documents it."""
    terminal.does("round", "play", table, "--wager", "3:banker:20", *BANKER_WINS, "--yes")
    terminal.does("form", "issue", f"CVF-{number}", table, "3", *PATRON, *SIGNERS)


def all_that_goes_wrong(url: str) -> None:
    """A day on which everything does but what meters and awards do, or needs months."""
    terminal = Terminal(url)
    terminal.does("property", "set", "hold-least-rounds=1", "hold-band=1", "--by", "A-1")
    _tables(terminal)
    _forms(terminal)
    _counts(terminal)


@pytest.fixture
def a_bad_day(stores: Stores) -> Iterator[Terminal]:
    """That day, on each database in turn."""
    with stores.copy(a_property, all_that_goes_wrong) as url:
        yield Terminal(url)


def _tables(terminal: Terminal) -> None:
    """MB-07 has no hands; MB-09 plays on over the cut-off; MB-08 opens with other chips than it closed with."""
    opens(terminal, "MB-08", "ma-midi", *THEN)
    terminal.does("table", "close", "MB-08", "--closer", "100x9", *SIGNED, *THEN)
    opens(terminal, "MB-09", "ma-midi", *THEN)
    opens(terminal, "MB-07", "ma-midi", "--tray-only")
    terminal.does("shoe", "start", "MB-09", "1", "--burn", "2c", *THEN)
    terminal.does("chips", "buy-in", "MB-09", "3", "20")
    terminal.does("round", "play", "MB-09", "--wager", "3:banker:75", *BANKER_WINS)
    terminal.does("wager", "place", "MB-09", "3", "b", "20")
    opens(terminal, "MB-08", "ma-midi", chips="100x8")
    terminal.does("shoe", "start", "MB-08", "1", "--burn", "2c")
    coupon = ("--wager", "4:banker:25", "--wager", "4:banker:25:coupon:MP-1")
    terminal.does("round", "play", "MB-08", "--wager", "3:banker:75", *coupon, *BANKER_WINS)
    terminal.does("round", "play", "MB-08", "--wager", "3:banker:75", *TIE)
    for seat in "34":
        terminal.does("vig", "collect", "MB-08", seat)
    terminal.does("round", "play", "MB-08", "--wager", "5:banker:75", *BANKER_WINS)
    terminal.does("vig", "collect", "MB-08", "5")
    signed = ("--reason", "of MB-09", "--approved-by", "S-2")
    terminal.does("round", "reverse", f"MB-08:{DAY}:3", *signed)
    terminal.does("audit", "dispute", "raise", f"MB-08:{DAY}:2", "--claim", "not a tie")
    for slip in ("F-17", "F-19", "F-019"):
        terminal.does("chips", "fill", "MB-08", "--slip", slip, "--chips", "100x1", *SIGNED)
    _slips(terminal)
    record = {"v": 1, "source": "reader-2", "seq": 1, "at": f"{DAY}T18:00:00-04:00"}
    record |= {"by": "C-1", "table": "MB-08", "type": "settle"}
    Path("reader-2.ndjson").write_text(json.dumps(record) + "\n", encoding="utf-8")
    terminal.run("feed", "reader-2.ndjson", "--quarantine", "aside.ndjson")


def _slips(terminal: Terminal) -> None:
    """Other chips prepared than asked for and received than prepared; one on its way, one void; parts of some alone."""
    carried = ("--cage", "G-1", "--security", "X-1")
    of_table = ("MB-08", "fill")
    for slip, asked, written in (("F-20", "100x2", "100x1"), ("F-21", "100x1", "100x1")):
        terminal.does("chips", "request", *of_table, "--chips", asked, "--supervisor", "S-2")
        terminal.does("chips", "prepare", *of_table, "--slip", slip, "--chips", written, *carried)
    terminal.does("chips", "receive", *of_table, "--slip", "F-20", "--chips", "100x3", *SIGNED)
    terminal.does("chips", "receive", *of_table, "--slip", "F-21", "--chips", "25x4", *SIGNED)
    for slip in ("F-22", "F-23"):
        terminal.does("chips", "request", *of_table, "--chips", "100x1", "--supervisor", "S-2")
        terminal.does("chips", "prepare", *of_table, "--slip", slip, *carried)
    for prefix, first, last in (("F-", "16", "16"), ("F-", "19", "30"), ("G-", "1", "30")):
        numbers = ("--first", first, "--last", last)
        terminal.does("chips", "stock", "fill", "--prefix", prefix, *numbers)
    terminal.does(
        *("chips", "lost", "fill", "--prefix", "G-", "--first", "7"),
        *("--reason", "torn", "--authorised-by", "B-2"),
    )
    terminal.does("chips", "fill", "MB-08", "--slip", "g-7", "--chips", "100x1", *SIGNED)
    terminal.does("chips", "unused", "fill", "--prefix", "G-", "--from", "1", "--to", "29")
    signed = ("--reason", "torn", "--supervisor", "S-2", "--cage", "G-1")
    terminal.does("chips", "void", *of_table, "--slip", "F-23", *signed)
    read = ("--fill", "F-20:300:MB-07", "--fill", "F-23:100", "--fill", "F-99:5")
    terminal.does("chips", "parts", DAY, "cage", *read)
    terminal.does("chips", "parts", DAY, "table", "--fill", "F-20:300")


def _forms(terminal: Terminal) -> None:
    for table in ("MB-01", "MB-02"):
        opens(terminal, table, "div-mini")
        terminal.does("shoe", "start", table, "1", "--burn", "2c")
    terminal.does(
        *("form", "receive", "CVF", "--first", "1001", "--last", "1020"),
        *("--pit", "P-1", "--clerk", "C-1"),
    )
    for number in (1001, 1002, 1003):
        issues(terminal, "MB-01", number)
    terminal.does("form", "void", "CVF-1004", "--reason", "torn", "--pit-boss", "B-2")
    issues(terminal, "MB-02", 1005)
    issues(terminal, "MB-01", 1006)
    terminal.does("form", "drop", "CVF-1002", *SIGNERS)
    terminal.does("form", "forward", "CVF")
    _late_forms(terminal)


def _late_forms(terminal: Terminal) -> None:
    """One of the day before is dropped and forwarded today, one names nobody who was seated; one is lost."""
    opens(terminal, "MB-03", "div-mini", *THEN)
    terminal.does("shoe", "start", "MB-03", "1", "--burn", "2c", *THEN)
    terminal.does(
        *("form", "receive", "CVG", "--first", "1", "--last", "9"),
        *("--pit", "P-1", "--clerk", "C-1", *THEN),
    )
    terminal.does("round", "play", "MB-03", "--wager", "3:banker:20", *BANKER_WINS, *THEN)
    terminal.does("form", "issue", "CVG-1", "MB-03", "3", *PATRON, *SIGNERS, *THEN)
    terminal.does("table", "close", "MB-03", "--closer", "100x9", *SIGNED, *THEN)
    terminal.does("form", "drop", "CVG-1", *SIGNERS)
    terminal.does("form", "forward", "CVG")
    terminal.does("seat", "sit", "MB-02", "3", "--patron", "L. Moreau")
    terminal.does("round", "play", "MB-02", "--wager", "3:banker:20", *BANKER_WINS, "--yes")
    terminal.does("form", "issue", "CVG-2", "MB-02", "3", *PATRON, *SIGNERS)
    terminal.does("form", "lost", "CVG-9", "--reason", "burnt", "--authorised-by", "B-2")
    terminal.does("form", "count", "CVG", "--from", "2", "--to", "8")


def _counts(terminal: Terminal) -> None:
    for table in ("MB-01", "MB-02", "MB-08"):
        terminal.does("table", "close", table, "--closer", "100x5", *SIGNED)
    box = ("day", "count", DAY, "--table")
    terminal.does(
        *(*box, "MB-01", "--cash", "7", "--form", "CVF-1002:1:MB-02"),
        *("--form", "CVF-1003:3", "--form", "CVF-1006:1"),
    )
    terminal.does(*box, "MB-08", "--cash", "1")
    terminal.does(
        *(*box, "MB-08", "--machine", "1x1", "--hand", "1x2", "--recount"),
        *("--form", "CVF-1006:1", "--form", "CVG-1:1"),
    )
    terminal.does("property", "set", "blind-counts=drop", "--by", "A-1")
    for by, cash in (("C-1", "1"), ("A-2", "2")):
        terminal.does(*box, "MB-07", "--cash", cash, "--by", by)
    terminal.does(*box, "MB-07", "--cash", "3", "--recount", "--by", "C-1")
    Path("duplicates.csv").write_text(
        "serial,amount,day,patron,void\n"
        "CVF-1002,1,,L. Moreau,\n"
        f"CVF-1003,1,{BEFORE},,\n"
        "CVF-1004,1,,,\n"
        "CVF-1005,1,,,\n"
        "CVF-1009,1,,,\n",
        encoding="utf-8",
    )
    terminal.does("day", "duplicates", DAY, "--file", "duplicates.csv")


def found(terminal: Terminal) -> list[dict[str, Any]]:
    result = terminal.run("day", "reconcile", DAY, "--json")
    assert result.exit_code == 6, result.output
    rows: list[dict[str, Any]] = json.loads(result.stdout)
    return rows


def test_every_finding_shows_the_events_it_rests_on_or_why_there_is_none(
    a_bad_day: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = found(a_bad_day)
    with Ledger(a_bad_day.url) as ledger:
        of_day = findings_query.found(ledger, NOW, DAY)
    # What does not agree is the same for all of them.
    known = {(NOW, DAY): of_day}
    monkeypatch.setattr("projections.queries.explained.found", lambda _, *of: known[of[:2]])
    assert {each["code"] for each in findings} == KINDS.keys() - OF_METERS - OF_MONTHS
    for each in findings:
        explain = ("day", "reconcile", "explain", each["id"], "--day", DAY)
        shown = a_bad_day.json(*explain)["events"]
        assert [(x["stream"], x["version"]) for x in shown] != [] or KINDS[each["code"]].no_event
        assert sorted((x["stream"], x["version"]) for x in shown) == [
            (place["stream"], place["version"]) for place in each["events"]
        ]
        if not shown:
            assert KINDS[each["code"]].no_event in a_bad_day.does(*explain)


@pytest.mark.parametrize(
    ("finding", "topics"),
    [
        ("drop_not_counted:MB-09", []),
        ("table_not_closed:MB-09", []),
        ("opener_unknown:MB-09", []),
        ("form_unaccounted:CVF-1008", []),
        ("vigorish_outstanding:MB-09", ["table.vigorish_marked"]),
        ("vigorish_owed_back:MB-08", ["table.round_reversed"]),
        ("coupons_kept:MB-08", ["table.round_settled"]),
        (f"dispute_open:MB-08:{DAY}:2", ["table.dispute_raised"]),
        ("slip_not_received:fill:F-17", ["table.chips_filled"]),
        ("slip_lost_and_used:fill:g-7", ["slips.slips_lost", "table.chips_filled"]),
        (
            "form_missing_original:CVF-1001",
            ["form.issued", "form.copies_forwarded"],
        ),
        (
            "form_patron_differs:CVF-1002",
            [
                "form.issued",
                "form.original_dropped",
                "form.copies_forwarded",
                "day.drop_counted",
                "day.duplicates_received",
            ],
        ),
        (
            "form_variance:MB-01",
            ["day.drop_counted", *["table.vigorish_documented"] * 4],
        ),
    ],
)
def test_what_a_finding_rests_on(
    sqlite_stores: Files, tmp_path: Path, finding: str, topics: list[str]
) -> None:
    day = Terminal(sqlite_stores.put(tmp_path / "pit.db", a_property, all_that_goes_wrong))
    events = day.json("day", "reconcile", "explain", finding, "--day", DAY)["events"]
    assert sorted(event["topic"] for event in events) == sorted(topics)


def test_a_mark_settled_later_still_explains_the_day_on_which_it_stood(on_file: Terminal) -> None:
    opens(on_file, "MB-01", "ma-midi", *THEN)
    on_file.does("shoe", "start", "MB-01", "1", "--burn", "2c", *THEN)
    for wager in ("3:banker:75", "4:banker:20"):
        on_file.does("round", "play", "MB-01", "--wager", wager, *BANKER_WINS, *THEN)
    on_file.does("vig", "collect", "MB-01", "4", *THEN)

    def rests_on() -> list[tuple[str, str]]:
        explain = ("vigorish_outstanding:MB-01", "--day", BEFORE)
        shown = on_file.json("day", "reconcile", "explain", *explain)
        return [(event["topic"], event["round"]) for event in shown["events"]]

    before = rests_on()
    assert before == [("table.vigorish_marked", f"MB-01:{BEFORE}:1")]
    on_file.does("vig", "collect", "MB-01", "3")
    assert rests_on() == before


def test_decision_17_a_coupon_without_its_face_or_wagered_twice_is_refused_and_found(
    on_file: Terminal,
) -> None:
    """The ledger lets neither in; from a feed each is set aside, and the day's findings name it."""
    on_file.dealing()
    chips = {"seat": 3, "bet": "banker", "cents": 2_500}
    coupon = {**chips, "tender": "coupon", "coupon": "MP-1"}
    hands = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    rounds = [
        [chips, {**coupon, "cents": 5_000}],  # a face above the wager that it doubles
        [chips, coupon],
        [chips, coupon],  # kept by the house since the round before
        [chips, coupon, coupon],
    ]
    Path("reader-2.ndjson").write_text(
        "".join(
            json.dumps(
                {
                    "v": 1,
                    "source": "reader-2",
                    "seq": seq,
                    "by": "C-1",
                    "table": "MB-01",
                    "at": f"{DAY}T18:00:00-04:00",
                    "type": "round",
                    "wagers": wagers,
                    **hands,
                }
            )
            + "\n"
            for seq, wagers in enumerate(rounds, 1)
        ),
        encoding="utf-8",
    )
    on_file.run("feed", "reader-2.ndjson", "--quarantine", "aside.ndjson")
    refused = {
        each["id"]: each["message"] for each in found(on_file) if each["code"] == "record_refused"
    }
    assert list(refused) == [f"record_refused:reader-2:{seq}" for seq in (1, 3, 4)]
    for seq, code in ((1, "coupon_without_wager"), (3, "number_used"), (4, "coupon_")):
        assert code in refused[f"record_refused:reader-2:{seq}"]
    (kept,) = [each for each in found(on_file) if each["code"] == "coupons_kept"]
    assert kept["cents"] == 2_500


def test_a_variance_that_a_correction_made_shows_the_correction(on_file: Terminal) -> None:
    opens(on_file, "MB-01", "ma-midi")
    on_file.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    on_file.does("table", "close", "MB-01", "--closer", "100x9", *SIGNED)
    on_file.does(
        *("day", "correct", "MB-01", "closer", "--raise", "25", "--names", "closer"),
        *("--of-day", DAY, "--document", "MC-1", "--reason", "misread", "--approved-by", "S-2"),
    )
    shown = on_file.json("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    assert shown["cents"] == 2_500
    assert [event["topic"] for event in shown["events"]] == [
        "table.opened",
        "table.closed",
        "table.correction_posted",
    ]


@pytest.mark.parametrize(("closer", "left"), [("100x8 1x119", 0), ("100x7 1x119", -10_000)])
def test_what_would_explain_a_variance_is_sought_in_what_corrections_leave_of_it(
    on_file: Terminal, closer: str, left: int
) -> None:
    opens(on_file, "MB-01", "ma-midi")
    on_file.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    on_file.does("round", "play", "MB-01", "--wager", "3:player:119", *BANKER_WINS)
    on_file.does("chips", "buy-in", "MB-01", "3", "100")
    on_file.does("table", "close", "MB-01", "--closer", closer, *SIGNED)
    on_file.does(
        *("day", "correct", "MB-01", "hand-result", "--names", f"MB-01:{DAY}:1", "--lower", "19"),
        *("--of-day", DAY, "--document", "MC-1", "--reason", "misread", "--approved-by", "S-2"),
    )
    explain = ("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    shown = on_file.json(*explain)
    assert shown["cents"] == left + 1_900
    (hour,) = shown["hours"]
    assert (hour["kept"], hour["corrected"]) == (10_000, -1_900)
    assert "$100.00, 1 round, MB-01:2026-07-11:1, -$19.00 of it by correction" in on_file.does(
        *explain
    )
    told = [each["message"] for each in shown["narrowed"]]
    assert ("1 chip of $100.00 too few." in told) == (left != 0)
    assert not [each for each in shown["narrowed"] if each["kind"] == "hour"]
    assert bool(told) == (left != 0)


def test_a_wager_that_was_paid_by_its_rules_and_is_on_record_as_collected_is_told(
    on_file: Terminal,
) -> None:
    opens(on_file, "MB-01", "ma-midi")
    on_file.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    wagers = ("--wager", "3:player:100", "--wager", "4:tie:5")
    on_file.does("round", "play", "MB-01", *wagers, *BANKER_WINS)
    on_file.does("table", "close", "MB-01", "--closer", "100x9 1x60", *SIGNED)
    shown = on_file.json("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    assert shown["cents"] == -4_500
    told = [each["message"] for each in shown["narrowed"] if each["kind"] == "wager"]
    assert told == ["Seat 4, $5.00 on tie, was paid $40.00."]

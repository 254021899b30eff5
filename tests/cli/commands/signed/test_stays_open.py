"""What stays open when a day is signed: its findings and its tables (decision 40)."""

import json
import shlex
from datetime import datetime

import time_machine
from msgspec import structs

from ledger.day.acts import CloseDay
from ledger.desks.ledger import Ledger
from projections.figures import closing, win
from projections.queries.findings import signing
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from tests.cli.commands.signed.day import (
    CLOSE,
    COUNTED,
    DAY,
    DAY_BEFORE,
    EARLIER,
    THEN,
    TODAY,
    WHY,
    WINS,
    does,
    explain_everything,
    tampered,
)
from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OPENER,
    SIGNED,
)


def test_days_close_in_order(bare: Terminal) -> None:
    earlier = f"table open MB-09 --rules ma-midi --pit P-2 {OPENER} {SIGNED} --at {EARLIER}T20:00"
    does(bare, *INIT, earlier, *DAY_BEFORE, *COUNTED)
    error = bare.is_refused(*shlex.split(CLOSE))
    assert (error["code"], error["facts"]["open"]) == ("earlier_day_open", [EARLIER])
    does(bare, f"table close MB-09 --closer 'none' {SIGNED} --at {EARLIER}T21:00")
    explain_everything(bare)
    does(bare, f"day count {EARLIER} --table MB-09 --cash 0")
    ids = [e["id"] for e in json.loads(bare.run("day", "reconcile", EARLIER, "--json").stdout)]
    bare.does("day", "acknowledge", EARLIER, *ids, "--reason", "seen")
    does(bare, CLOSE.replace(DAY, EARLIER), CLOSE)


def open_today(terminal: Terminal) -> dict[str, str | None]:
    found = json.loads(terminal.run("day", "reconcile", TODAY, "--json").stdout)
    return {each["id"]: each["since"] for each in found}


def test_what_stayed_open_is_told_with_its_amount_and_the_events_it_rests_on(
    signed: Terminal,
) -> None:
    """A form of 5% of $75, a mark of 5% of $40, the major meter's seed with 9% of a wager of $5."""
    found = json.loads(signed.run("day", "reconcile", TODAY, "--json").stdout)
    told = {
        each["id"]: (
            each["table"],
            each["cents"],
            *(f"{place['stream']} {place['version']}" for place in each["events"]),
        )
        for each in found
        if each["since"] == DAY
    }
    assert told == {
        "vigorish_outstanding:MB-02": ("MB-02", 200, "table:MB-02 14"),
        f"award_unpaid:MB-01:{DAY}:1:3:major": ("MB-01", 5_000_045, "link:R9-1 4"),
        "form_missing_original:CVF-1001": ("MB-02", 375, "series:CVF 3"),
        "form_missing_duplicate:CVF-1001": ("MB-02", 375, "series:CVF 3"),
        "slip_missing:fill:F-18_to_F-19": ("MB-01", None, "table:MB-01 15"),
    }


def test_what_stayed_open_is_a_finding_of_each_day_until_it_is_settled(signed: Terminal) -> None:
    award = f"award_unpaid:MB-01:{DAY}:1:3:major"
    stands_open = "opener_unknown:MB-02 table_not_closed:MB-02 drop_not_counted:MB-02"
    assert open_today(signed) == {
        **dict.fromkeys([*stands_open.split(), "meter_not_read:R9-1"]),
        "vigorish_outstanding:MB-02": DAY,
        award: DAY,
        "form_missing_original:CVF-1001": DAY,
        "form_missing_duplicate:CVF-1001": DAY,
        "slip_missing:fill:F-18_to_F-19": DAY,
        "meter_not_read:R9-1": None,
    }
    does(
        signed,
        f"meter award MB-01:{DAY}:1 3 --cage --supervisor S-2",
        f"day duplicates {TODAY} --form CVF-1001:3.75:MB-02",
        f"chips fill MB-02 --slip F-19 --chips 25x4 {SIGNED}",
        "vig collect MB-02 5",
    )
    left = open_today(signed)
    assert {award, "form_missing_duplicate:CVF-1001", "vigorish_outstanding:MB-02"}.isdisjoint(left)
    assert left["form_missing_original:CVF-1001"] in {DAY, None}
    assert "slip_missing:fill:F-18" in left


def signed_as_before(url: str) -> None:
    """Close the day as a version did that knew no tables that stood open: without them, or as if they rested."""
    with Ledger(url) as ledger:
        read = signing(ledger, DAY).read
        with caught_up(ledger, NOW, win.NEEDS) as connection:
            connection.execution_options(**{win.SIGNED: {DAY: []}})
            books = closing.books(win.win(connection, DAY))
        before = structs.replace(read, books=books, findings=[], reports_sha256="", open_before=[])
        at = datetime.fromisoformat(f"{TODAY}T12:00:00-04:00")
        ledger.do(CloseDay(by="A-1", at=at, day=DAY, second="A-2", read=before))


def test_decision_40_a_day_signed_without_the_tables_that_stood_open_stays_as_it_was_signed(
    bare: Terminal,
) -> None:
    opens = "table open {} --rules ma-midi --pit P-1 {} {} --at {}T20:00"
    with time_machine.travel(f"{EARLIER}T23:00:00-04:00", tick=False):
        does(bare, *INIT)
        for table in ("MB-05", "MB-06"):
            does(bare, opens.format(table, OPENER, SIGNED, EARLIER))
        does(bare, "shoe start MB-06 1 --burn 4d", f"round play MB-06 --wager 4:p:100 {WINS}")
    corrected = f"day correct MB-06 hand-result --lower 5 --names MB-06:{EARLIER}:1"
    does(
        bare,
        opens.format("MB-01", OPENER, SIGNED, DAY),
        f"{corrected} --document MC-1 {WHY} {THEN}",
        f"table close MB-01 --closer '100x50' {SIGNED} {THEN}",
        f"day count {DAY} --table MB-01 --cash 0",
    )
    open_day = bare.json("report", "win", "--day", DAY)
    assert [(row["table"], row["opener"], row["drop"]) for row in open_day][1:] == [
        ("MB-05", None, None),
        ("MB-06", None, None),
    ]
    signed_as_before(bare.url)
    for thrown_away in (False, True):
        if thrown_away:
            tampered(bare.url, "DELETE FROM signed_days")
        rows = bare.json("report", "win", "--day", DAY)
        assert [(row["table"], row["opener"]) for row in rows][1:] == [("MB-06", 0)]
        assert not bare.run("day", "show", DAY).stdout.startswith("NOT AS SIGNED")
        assert bare.json("db", "check")["signed_days"] == 1
    month = bare.json("report", "win", "--day", TODAY, "--period", "month", "--group", "table")
    assert {row["name"]: row["days"] for row in month} == {
        "MB-01": 1,
        "MB-05": 2,
        "MB-06": 3,
        None: 3,
    }


def test_decision_40_a_day_of_which_nothing_is_recorded_has_the_tables_that_stood_open_on_it(
    bare: Terminal,
) -> None:
    """Whatever comes later: it is not over with, nor is one after it, until they are counted."""
    with time_machine.travel(f"{EARLIER}T23:00:00-04:00", tick=False):
        does(
            bare,
            *INIT,
            f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at {EARLIER}T20:00",
            f"day count {EARLIER} --table MB-01 --cash 0",
        )
    does(
        bare,
        f"day acknowledge {EARLIER} table_not_closed:MB-01 --reason 'plays on'",
        f"day close {EARLIER} --second A-2 --yes",
    )
    (books,) = bare.json("report", "win", "--day", DAY)
    assert (books["table"], books["opener"], books["drop"]) == ("MB-01", None, None)
    assert bare.json("report", "win", "--day", DAY, "--known-at", f"{EARLIER}T23:30") == []
    assert bare.json("report", "win", "--day", "2026-07-12") == []
    with time_machine.travel("2026-07-12T12:00:00-04:00", tick=False):
        for day, why in ((DAY, "day_blocked"), (TODAY, "earlier_day_open")):
            closes = bare.run("day", "close", day, "--second", "A-2", "--yes")
            assert closes.stderr.startswith(why), closes.stderr
    does(
        bare,
        f"day count {DAY} --table MB-01 --cash 0",
        f"table count MB-01 --tray '100x50' {SIGNED} --at {TODAY}T06:00",
    )
    (books,) = bare.json("report", "win", "--day", DAY)
    assert (books["opener"], books["closer"], books["drop"]) == (None, 500_000, 0)
    never = bare.run("day", "count", "2026-07-08", "--table", "MB-01", "--cash", "0")
    assert never.stderr.startswith("table_not_open_that_day")

"""A day with all that can stay open at its end, signed; and what comes later."""

import json
import shlex
from typing import Any

import time_machine
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write, make_engine
from projections.queries.moment import NOW
from projections.queries.printed import report_page, report_workbook
from projections.queries.report import master_report
from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OPENER,
    PATRON,
    SIGNED,
    SIGNERS,
)

EARLIER, DAY, TODAY = "2026-07-09", "2026-07-10", "2026-07-11"
WHY = "--reason misread --approved-by S-2"
THEN = f"--at {DAY}T20:00"
WINS = '--player "7d Qh" --banker "9c Kh"'
DAY_BEFORE = tuple(
    f"{each} {THEN}"
    for each in (
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED}",
        "shoe start MB-01 1 --burn 4d",
        "meter install R9-1 --rules ma-midi --table MB-01 --authorised-by M-1",
        'round play MB-01 --wager 3:royal-9:5 --player "Kc 9h" --banker "9h Kc"',
        f"round play MB-01 --wager 4:p:100 {WINS}",
        f"chips fill MB-01 --slip F-17 --chips 25x4 {SIGNED}",
        f"chips fill MB-01 --slip F-20 --chips 25x4 {SIGNED}",
        f"audit dispute raise MB-01:{DAY}:2 --claim unclear",
        f"table close MB-01 --closer '100x50 25x207 5x400' {SIGNED}",
        f"table open MB-02 --rules div-mini --pit P-1 {OPENER} {SIGNED}",
        "shoe start MB-02 1 --burn 4d",
        f"round play MB-02 --wager 3:banker:75 {WINS}",
        f"round play MB-02 --wager 5:banker:40 {WINS}",
        "form receive CVF --first 1001 --last 1009 --pit P-1 --clerk C-1",
        f"form issue CVF-1001 MB-02 3 {PATRON} {SIGNERS}",
    )
)
COUNTED = (
    f"day count {DAY} --table MB-01 --cash 20",
    f"day count {DAY} --table MB-02 --cash 0 --form CVF-1003:2",
    f"day duplicates {DAY} --form CVF-1007:3:MB-02",
)
CLOSE = f"--by A-1 day close {DAY} --second A-2 --yes"

ADJUSTED = (
    "meter adjust R9-1 major --raise 5 --document M-7 --reason x --authorised-by S-2 --second M-1"
)
LATER = (
    "form drop CVF-1001 --dealer D-7 --pit-boss B-2",
    "form forward CVF",
    "form void CVF-1002 --reason torn --pit-boss B-2",
    f"form issue CVF-1003 MB-02 5 {PATRON} {SIGNERS}",
    "vig collect MB-02 5 1",
    "vig collect MB-02 5",
    f"meter award MB-01:{DAY}:1 3 --cage --supervisor S-2",
    f"table open MB-01 {OPENER} {SIGNED}",
    "shoe start MB-01 2 --burn 4d",
    f"round play MB-01 --wager 4:b:50 {WINS}",
    f"chips fill MB-01 --slip F-18 --chips 25x4 {SIGNED}",
    f"chips fill MB-02 --slip F-19 --chips 25x4 {SIGNED}",
    f"chips fill MB-02 --slip F-17 --chips 25x4 {SIGNED}",
    f"chips credit MB-02 --slip K-9 --chips 25x4 {SIGNED}",
    f"day correct MB-01 hand-result --lower 47.50 --names MB-01:{DAY}:2 --document MC-7 {WHY}",
    f"day correct MB-02 fills --raise 5 --of-day {DAY} --names F-20 --document MC-8 {WHY}",
    f"audit dispute decide MB-01:{DAY}:2 denied --reason camera --decided-by S-2",
    f"audit dispute raise MB-02:{DAY}:1 --claim late",
    f"day count {TODAY} --table MB-02 --cash 0 --form CVF-1001:3.75",
    f"day count {TODAY} --table MB-02 --cash 0 --form CVF-1001:3.75 --form CVF-1002:9 --recount",
    f"day duplicates {TODAY} --form CVF-1001:3.75:MB-02 --form CVF-1003:2:MB-02",
    f"day acknowledge {TODAY} drop_not_counted:MB-01 --reason none",
    f"table close MB-02 --closer '100x50' {SIGNED}",
    f"table open MB-09 --rules ma-midi --pit P-2 {OPENER} {SIGNED} --at {EARLIER}T20:00",
    f"table close MB-09 --closer 100x50 {SIGNED} --at {EARLIER}T21:00",
    f"day count {EARLIER} --table MB-09 --cash 0",
    f"--by A-1 day close {EARLIER} --second A-2 --yes",
    f"audit dispute raise MB-09:{DAY}:1 --claim nothing",
    "meter read R9-1 k9_player 350.25 --witness S-2",
    ADJUSTED,
    "form lost CVF-1009 --reason burnt --authorised-by B-2",
    "form count CVF --from 1004 --to 1008",
    f"meter award-reverse MB-01:{DAY}:1/3 --document M-8 --reason x --authorised-by B-2 --second A-1",
)

LISTS = (
    *(f"report {name}" for name in ("win", "vig", "hours", "coupons", "meters", "awards")),
    *(f"report {name}" for name in ("forms", "comps", "exceptions")),
    *(
        f"report win --period {length} --group {group}"
        for length, group in (("day", "pit"), ("month", "property"), ("year", "game"))
    ),
    "chips list",
    "chips list --table MB-02",
    "round list",
    "round list --table MB-01",
    "audit dispute list",
)
QUESTIONS = (
    *(f"{each} --day {DAY} --format {form}" for each in LISTS for form in ("table", "json", "csv")),
    f"report vig --day {DAY} --format ndjson",
    f"report day --day {DAY}",
    f"report day --day {DAY} --json",
    f"day show {DAY}",
    f"day show {DAY} --json",
    f"day reconcile {DAY}",
    f"day reconcile {DAY} --format csv",
    f"day reconcile explain award_unpaid:MB-01:{DAY}:1:3:major --day {DAY}",
)


def does(terminal: Terminal, *commands: str) -> Terminal:
    for command in commands:
        terminal.does(*shlex.split(command))
    return terminal


def told(terminal: Terminal, question: str) -> str:
    """What is printed, without the notes below it."""
    result = terminal.run(*shlex.split(question))
    assert result.exit_code in {0, 6}, result.output
    if question.endswith("--json"):
        answer: dict[str, Any] = json.loads(result.stdout)
        answer.pop("notes")
        return json.dumps(answer)
    # Down to the title of the notes, which Rich centres above them.
    lines = result.stdout.splitlines()
    notes = [n for n, line in enumerate(lines) if line.strip().startswith("Notes: found out")]
    return "\n".join(lines[: notes[0]] if notes else lines).rstrip()


def printed(url: str) -> tuple[bytes, bytes]:
    with Ledger(url) as ledger:
        report = structs.replace(master_report(ledger, NOW, DAY), notes=[])
        return report_page(ledger, report), report_workbook(ledger, report)


def explain_everything(terminal: Terminal) -> None:
    found = json.loads(terminal.run("day", "reconcile", DAY, "--json").stdout)
    assert not [each["id"] for each in found if each["blocks"]]
    assert {"award_unpaid", "slip_missing", "vigorish_outstanding", "dispute_open"} <= {
        each["code"] for each in found
    }
    ids = [each["id"] for each in found]
    terminal.does("day", "acknowledge", DAY, *ids, "--reason", "seen")


def closed(terminal: Terminal, *more: str) -> Terminal:
    """A day with all that can stay open at its end, and more, closed."""
    with time_machine.travel(f"{EARLIER}T12:00:00-04:00", tick=False):
        does(terminal, *INIT)
    does(terminal, *DAY_BEFORE, *more, *COUNTED)
    explain_everything(terminal)
    return does(terminal, CLOSE)


def a_signed_day(url: str) -> None:
    """The day as it is."""
    closed(Terminal(url))


def all_that_comes_later(url: str) -> None:
    """Whatever of it can be recorded."""
    terminal = Terminal(url)
    for command in LATER:
        terminal.run(*shlex.split(command))


def tampered(url: str, statement: str) -> None:
    engine = make_engine(url)
    with begin_write(engine) as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()

"""Decision 31: every report of a closed day is the one that was signed; what is found out later is a note."""

import json
import re
import shlex
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

import pytest
import sqlalchemy as sa
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.day.acts import CloseDay
from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events.base import Event, Recorded
from ledger.store import tables
from ledger.store.engine import begin_write, make_engine
from projections.engine import kept
from projections.engine.model import Model
from projections.figures import closing, win
from projections.models.closings import CLOSINGS
from projections.queries import signed_rows
from projections.queries.findings import signing
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from projections.queries.printed import report_page, report_workbook
from projections.queries.report import master_report
from projections.queries.signed import NEEDS
from projections.reports.kinds import KINDS, Asked
from tests.cli.conftest import Terminal, tamper
from tests.cli.reproducers import INIT, OPENER, PATRON, SIGNED, SIGNERS
from tests.cli.sealing import seal, write_keys
from tests.projections.log import folded
from tests.stores import Made, Stores

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


@pytest.fixture
def signed(stores: Stores) -> Iterator[Terminal]:
    """That day, as it was closed."""
    with stores.copy(a_signed_day) as url:
        yield Terminal(url)


@pytest.fixture
def overtaken(stores: Stores) -> Iterator[Terminal]:
    """That day, and all that comes later."""
    with stores.copy(a_signed_day, all_that_comes_later) as url:
        yield Terminal(url)


@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def _law(terminal: Terminal, before: dict[str, str], data: st.DataObject) -> None:
    """Whatever is recorded, in whatever order; what is refused leaves nothing. Each example goes on from the last."""
    for command in data.draw(st.lists(st.sampled_from(LATER), min_size=4, max_size=12)):
        terminal.run(*shlex.split(command))
    for question in data.draw(st.lists(st.sampled_from(QUESTIONS), min_size=4, max_size=8)):
        assert told(terminal, question) == before[question], question


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """What was told of the day as it was closed, by question: on either database the same."""
    return {}


def test_law_a_closed_days_reports_are_the_same_bytes_whatever_comes_later(
    signed: Terminal, answers: dict[str, str]
) -> None:
    before = answers or {question: told(signed, question) for question in QUESTIONS}
    answers |= before
    files = printed(signed.url)
    _law(signed, before)
    for command in LATER:
        signed.run(*shlex.split(command))
    assert {question: told(signed, question) for question in QUESTIONS} == before
    assert printed(signed.url) == files


def tampered(url: str, statement: str) -> None:
    engine = make_engine(url)
    with begin_write(engine) as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def test_what_is_kept_is_made_again_of_events(
    stores: Stores, signed: Terminal, answers: dict[str, str]
) -> None:
    asked = QUESTIONS[:6] + QUESTIONS[-6:]
    before = {question: answers.get(question) or told(signed, question) for question in asked}
    with stores.copy(a_signed_day, all_that_comes_later) as url:
        _is_made_again(Terminal(url), before)


def _is_made_again(signed: Terminal, before: dict[str, str]) -> None:
    for thrown_away in ("DELETE FROM signed_days", "UPDATE signed_days SET content = part::bytea"):
        statement = thrown_away
        if signed.url.startswith("sqlite"):
            statement = statement.replace("part::bytea", "x'00'")
        tampered(signed.url, statement)
        assert {question: told(signed, question) for question in before} == before
    assert signed.json("db", "check")["signed_days"] >= 1
    signed.does("db", "rebuild", "closings")
    assert {question: told(signed, question) for question in before} == before


def test_later_facts_are_notes_with_document_amount_author_and_day(overtaken: Terminal) -> None:
    notes = overtaken.json("day", "show", DAY)["notes"]
    assert notes == overtaken.json("report", "day", "--day", DAY)["notes"]
    assert {each["gaming_day"] for each in notes} == {TODAY}
    assert {(each["what"], each["document"], each["cents"]) for each in notes} >= {
        ("correction", "MC-7", -4_750),
        ("dispute decided", None, None),
        ("original dropped", "CVF-1001", 375),
        ("duplicate forwarded", "CVF-1001", 375),
        ("form issued", "CVF-1003", 200),
        ("award paid", None, 5_000_045),
        ("fill slip", "F-18", 10_000),
    }
    for question in (f"day reconcile {DAY}", f"report forms --day {DAY}", f"day show {DAY}"):
        shown = overtaken.run(*shlex.split(question)).stdout
        assert "Notes: found out since the day was closed" in shown
        assert "MC-7" in shown
    assert "without a reason" not in told(overtaken, f"day reconcile {DAY}").replace(
        "0 without a reason", ""
    )


def test_figures_that_are_not_as_signed_are_said_first_and_fail_the_check(signed: Terminal) -> None:
    assert signed.json("db", "check")["signed_days"] == 1
    tampered(signed.url, "UPDATE table_win SET fills_cents = fills_cents + 1")
    for question in QUESTIONS:
        result = signed.run(*shlex.split(question))
        screen = "--json" not in question and "csv" not in question and "ndjson" not in question
        said = result.stdout if screen and "format json" not in question else result.stderr
        if "explain" not in question:
            assert said.startswith("NOT AS SIGNED: 2026-07-10 was signed by A-1 and A-2"), question
    with Ledger(signed.url) as ledger:
        page = report_page(ledger, master_report(ledger, NOW, DAY)).decode()
    assert "NOT AS SIGNED" in page
    assert signed.run("db", "check").exit_code == 5


def other_value(url: str, model: Model[Any], column: str, change: bool) -> int:
    """Change a cell of every row, or give it its value back; how many rows there are."""
    of = model.table.c[column]
    number = isinstance(of.type, sa.BigInteger)
    by = (of + 1 if change else of - 1) if number else None
    text = of + "x" if change else sa.func.substr(of, 1, sa.func.length(of) - 1)
    engine = make_engine(url)
    with begin_write(engine) as connection:
        count = connection.execute(sa.update(model.table).values({of: text if by is None else by}))
    engine.dispose()
    return count.rowcount


def a_cell(model: Model[Any]) -> str:
    """A column of a model that no later day changes, known in every row, and names none."""
    later = signed_rows.stays_of(model).later
    names = [column.name for column in model.columns if not column.nullable]
    return [name for name in names if name not in {*later, "day"}][-1]


RARER = (
    "property set largest-slip=50",
    f"chips fill MB-02 --slip G-1 --chips 25x4 {SIGNED} --yes {THEN}",
    f"day correct MB-01 hand-result --lower 5 --names MB-01:{DAY}:2 --document MC-1 {WHY} {THEN}",
    f"{ADJUSTED} {THEN}",
    f"meter read R9-1 k9_player 350.25 --witness S-2 {THEN}",
    f"form lost CVF-1009 --reason burnt --authorised-by B-2 {THEN}",
    f"form count CVF --from 1002 --to 1008 {THEN}",
    f"chips request MB-02 fill --chips 25x4 --supervisor S-2 {THEN}",
    f"chips void MB-02 fill --supervisor S-2 --reason misread {THEN}",
    f"chips parts {DAY} cage --fill G-1:100 {THEN}",
    f"chips stock fill --prefix H- --first 1 --last 9 {THEN}",
    f"chips unused fill --prefix H- --from 1 --to 9 {THEN}",
    "property set blind-counts=inventory",
    *(f"table count MB-02 --tray 100x9 {SIGNED} --by {who} {THEN}" for who in ("D-7", "S-2")),
    "property set blind-counts=none",
)


def test_every_read_model_that_the_days_reports_read_is_named_where_it_was_altered(
    bare: Terminal,
) -> None:
    signed = closed(bare, *RARER)
    models = [
        (projection.name, model)
        for projection in NEEDS
        for model in projection.models
        if signed_rows.stays_of(model).of is not signed_rows.Of.NONE
    ]
    questions = [each for each in QUESTIONS if "explain" not in each]
    unused = []
    for n, (name, model) in enumerate([*models, ("closings", CLOSINGS)]):
        cell = a_cell(model) if model is not CLOSINGS else "books_at"
        if not other_value(signed.url, model, cell, change=True):
            unused.append(model.name)
            continue
        result = signed.run(*shlex.split(questions[n % len(questions)]))
        first = {said.partition("\n")[0] for said in (result.stdout, result.stderr)}
        assert any(
            line.startswith("NOT AS SIGNED") and f"read model {name}" in line for line in first
        ), (model.name, cell, first)
        other_value(signed.url, model, cell, change=False)
    assert unused == []
    assert not signed.run("day", "show", DAY).stdout.startswith("NOT AS SIGNED")


def alter(url: str, part: str, *, forged: bool = False) -> None:
    """More rounds in what is kept of a report. forged: its own digest too."""
    engine = make_engine(url)
    of = tables.signed_days
    with begin_write(engine) as connection:
        here = sa.and_(of.c.day == DAY, of.c.part == part)
        plain = zlib.decompress(connection.scalar(sa.select(of.c.content).where(here)) or b"")
        more = re.sub(rb'"rounds":\d+', lambda found: found[0] + b"1", plain, count=1)
        assert more != plain
        digest = {"sha256": sha256(more).hexdigest()} if forged else {}
        changed = sa.update(of).where(here).values(content=zlib.compress(more), **digest)
        connection.execute(changed)
    engine.dispose()


@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("part", ["day", "hours", "win"])
def test_what_is_kept_of_a_report_cannot_be_altered_unseen(
    signed: Terminal, part: str, forged: bool
) -> None:
    alter(signed.url, part, forged=forged)
    for question in QUESTIONS[:4] + QUESTIONS[-4:]:
        result = signed.run(*shlex.split(question))
        if "explain" not in question:
            first = (result.stdout, result.stderr)
            assert any(said.startswith("NOT AS SIGNED") for said in first), question
            if not forged:
                assert any(f"report {part}" in said for said in first), question
    assert signed.run("db", "check").exit_code == 5


ANEW = "MADE ANEW: what the reports of 2026-07-10 said when it was signed is not kept."


def reports_thrown_away(url: str) -> None:
    """What is kept of the day's reports is gone, and one of them asked for: it is made anew."""
    tampered(url, "DELETE FROM signed_days")
    Terminal(url).does("report", "hours", "--day", DAY)


def read_models_rebuilt(url: str) -> None:
    """Everything that can be made anew is."""
    does(Terminal(url), "db rebuild", f"report hours --day {DAY}")


@pytest.mark.parametrize("said", ["", "UPDATE signed_days SET remade = 1"])
@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("made_anew", [reports_thrown_away, read_models_rebuilt])
def test_a_report_that_was_made_anew_cannot_be_altered_unseen(
    stores: Stores, made_anew: Made, forged: bool, said: str
) -> None:
    """It is what was signed, byte for byte, and stays under the digest that two people signed."""
    with stores.copy(a_signed_day, made_anew) as url:
        signed = Terminal(url)
        if said:
            tampered(url, said)
        first = signed.run("day", "show", DAY).stdout
        assert not first.startswith(("NOT AS SIGNED", "MADE ANEW"))
        alter(url, "hours", forged=forged)
        expected = ANEW if forged and said else "NOT AS SIGNED"
        for question in QUESTIONS[:4] + QUESTIONS[-4:]:
            result = signed.run(*shlex.split(question))
            if "explain" not in question:
                assert any(x.startswith(expected) for x in (result.stdout, result.stderr)), question
        assert signed.run("db", "check").exit_code == 5


def test_a_report_that_a_later_version_works_out_otherwise_says_so(
    signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody altered it, and the check agrees: it is what events come to now."""
    written = kept.encoded
    monkeypatch.setattr(kept, "encoded", lambda value: written(value) + b"\n")
    tampered(signed.url, "DELETE FROM signed_days")
    assert signed.run("day", "show", DAY).stdout.startswith(ANEW)
    assert signed.json("day", "show", DAY)["closed"]["remade"] is True
    assert signed.run("db", "check").exit_code == 0


def without_replacements(value: object) -> bytes:
    """A part as a version kept it that knew of no round in the place of another."""
    return re.sub(rb',"(instead_of|replaced_by)":null', b"", KEPT_AS(value))


KEPT_AS = kept.encoded


def test_a_day_that_an_earlier_version_signed_without_a_column_is_as_signed(
    bare: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes stay under the signed digest, also when all else is rebuilt, and cannot be altered unseen."""
    with monkeypatch.context() as earlier:
        earlier.setattr(kept, "encoded", without_replacements)
        earlier.setattr("projections.queries.signed.EDITION", 0)
        signed = closed(bare)
    rounds = f"round list --day {DAY} --format json"
    for _ in range(2):
        for question in (rounds, f"day show {DAY}", f"report day --day {DAY} --json"):
            said = signed.run(*shlex.split(question))
            assert not said.stdout.startswith(("NOT AS SIGNED", "MADE ANEW")), question
            assert not said.stderr.startswith(("NOT AS SIGNED", "MADE ANEW")), question
        shown = json.loads(signed.does(*rounds.split()))
        assert [row["instead_of"] for row in shown] == [None] * 4
        signed.does("db", "check")
        signed.does("db", "rebuild", "--reason", "upgraded")
    alter(signed.url, "hours")
    assert signed.run(*rounds.split()).stderr.startswith("NOT AS SIGNED")
    assert signed.run("db", "check").exit_code == 5


def test_an_event_altered_behind_the_books_is_not_as_signed(signed: Terminal) -> None:
    tamper(signed.url, "table.chips_filled", '"cents":10000', '"cents":10001')
    tampered(signed.url, "DELETE FROM signed_days")
    signed.does("db", "rebuild", "--reason", "seen")
    assert signed.run("day", "show", DAY).stdout.startswith("NOT AS SIGNED")
    assert signed.run("db", "check").exit_code == 5


def planted(terminal: Terminal, stream: str, topic: str, state: bytes) -> None:
    """Record an event at the end of a stream, as no act would."""
    versions = [x.originator_version for x in terminal.everything() if x.originator_id == stream]
    engine = make_engine(terminal.url)
    with begin_write(engine) as connection:
        connection.execute(
            tables.events.insert(),
            {
                "originator_id": stream,
                "originator_version": max(versions) + 1,
                "topic": topic,
                "state": state,
            },
        )
    engine.dispose()


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("table.chips_filled", "F-20", "F-21"),
        ("day.finding_acknowledged", '"reason":"seen"', '"reason":"agreed"'),
        ("day.finding_acknowledged", f'"day":"{DAY}"', f'"day":"{TODAY}"'),
    ],
    ids=["a fill", "what no figure rests on", "what goes on in the day's own stream"],
)
@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of the log.
def test_what_no_act_can_put_behind_a_closed_day_is_named_sealed_or_not(
    signed: Terminal, topic: str, old: str, new: str
) -> None:
    write_keys()
    like = [each for each in signed.everything() if each.topic == topic][-1]
    planted(signed, like.originator_id, topic, like.state.replace(old.encode(), new.encode()))
    for _ in range(2):
        error = signed.is_refused("db", "check", exit_code=5)
        assert (error["code"], error["facts"]["topic"]) == ("not_as_signed", topic)
        assert signed.is_refused("audit", "verify", exit_code=5)["code"] == "not_as_signed"
        seal(signed)


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)
def test_what_a_later_day_takes_back_of_a_closed_one_is_named(signed: Terminal) -> None:
    """The undo is dated on an open day; the figures of the closed one are others since."""
    last = [x for x in signed.everything() if x.originator_id == "table:MB-02"][-1]
    then = json.loads(last.state)["recorded_at"]
    undone = {
        "by": "C-1",
        "at": then,
        "recorded_at": then,
        "day": TODAY,
        "reason": "typo",
        "undone": [],
        "first": last.originator_version,
        "last": last.originator_version,
        "happened_at": then,
        "entered_by": "C-1",
        "entered_at": then,
    }
    planted(signed, "table:MB-02", "table.act_undone", json.dumps(undone).encode())
    assert signed.is_refused("db", "check", exit_code=5)["code"] == "not_as_signed"


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)
def test_what_a_later_day_reverses_of_a_closed_one_is_named(signed: Terminal) -> None:
    """The reversal is dated on an open day: it is the round that stands behind signed books."""
    named = f'"round":"MB-01:{DAY}:2"'.encode()
    settled = next(
        x for x in signed.everything() if x.topic == "table.round_settled" and named in x.state
    )
    of = json.loads(settled.state)
    reversed_round = {
        **{name: of[name] for name in ("by", "at", "recorded_at", "round", "lines")},
        "day": TODAY,
        "reason": "misread",
        "approved_by": "S-2",
        "settled_at": of["at"],
    }
    planted(
        signed, settled.originator_id, "table.round_reversed", json.dumps(reversed_round).encode()
    )
    error = signed.is_refused("db", "check", exit_code=5)
    assert (error["code"], error["facts"].get("topic")) == ("not_as_signed", "table.round_reversed")


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("form.issued", '"dealer":"D-7"', '"dealer":"D-8"'),
        ("link.award_won", '"seat":3', '"seat":4'),
    ],
)
@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of reports.
def test_a_form_or_an_award_altered_behind_its_day_is_not_as_signed(
    signed: Terminal, topic: str, old: str, new: str
) -> None:
    """The check folds the events again and holds them against what is kept under the signed digest."""
    tamper(signed.url, topic, old, new)
    signed.run("db", "rebuild", "--reason", "seen")
    error = signed.is_refused("db", "check", exit_code=5)
    assert error["code"] == "not_as_signed"


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of reports.
def test_rows_that_are_read_two_at_a_time_are_those_that_were_signed(
    signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.queries.signed_rows.AT_ONCE", 2)
    assert "The books are as they were signed." in signed.does("day", "show", DAY)


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


STORED: dict[tuple[type[Event], str], Any] = {
    (form_events.FormIssued, "cents"): 376,
    (form_events.FormIssued, "patron"): "R. Games",
    (form_events.FormIssued, "dealer"): "D-8",
    (form_events.FormVoided, "reason"): "thorn",
    (form_events.FormVoided, "pit_boss"): "B-3",
    (form_events.OriginalDropped, "number"): 1003,
    (form_events.CopiesForwarded, "numbers"): [],
    (form_events.FormLost, "number"): 1008,
    (form_events.FormsCounted, "beyond"): [1009],
    (link_events.LinkInstalled, "meters"): [
        link_events.MeterTerms("major", 5_000_001, 900),
        link_events.MeterTerms("k9_banker", 35_000, 500),
        link_events.MeterTerms("k9_player", 35_000, 500),
    ],
    (link_events.ContributionsTaken, "lines"): [],
    (link_events.AwardWon, "cents"): 5_000_044,
    (link_events.AwardWon, "player"): ["Kc", "9d"],
    (link_events.AwardPaid, "place"): "tray",
    (link_events.AwardPaid, "supervisor"): "S-3",
    (link_events.AwardReversed, "document"): "M-9",
    (link_events.AwardReversed, "visible"): 0,
    (link_events.MeterRead, "shown"): 3_500_000,
    (link_events.MeterRead, "witness"): "S-3",
    (link_events.MeterCorrected, "cents"): -500,
    (link_events.MeterCorrected, "second"): "M-2",
}
"""Of every kind of event of forms, meters and awards: what somebody with the database might rather have stored."""


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # The log is folded in memory.
def test_the_signed_books_hold_each_form_meter_and_award(overtaken: Terminal) -> None:
    """One stored fact after the other is another: what two people sign of its day is then another too."""
    with Ledger(overtaken.url) as ledger:
        stored = ledger.journal.select_notifications(start=None, limit=1_000)
        read = (ledger.mapper.to_domain_event(each) for each in stored)
        log = [each for each in read if isinstance(each, Recorded)]
    days = {day: books(log, day) for day in (DAY, TODAY)}
    unheld = []
    for (kind, fact), value in STORED.items():
        n = next(n for n, each in enumerate(log) if type(each.event) is kind)
        event = structs.replace(log[n].event, **{fact: value})
        place = (log[n].originator_id, log[n].originator_version)
        altered = [*log[:n], Recorded(*place, event), *log[n + 1 :]]
        if books(altered, event.day) == days[event.day]:
            unheld.append((kind.__name__, fact))
    assert unheld == []


OF_PAPER = [
    KINDS[name] for name in ("forms", "comps", "meters", "awards", "corrections", "exceptions")
]
OF_MODELS = tuple(dict.fromkeys(need for kind in OF_PAPER for need in kind.needs))


def books(log: Sequence[Recorded], day: str) -> list[Any]:
    """What is signed of a day's forms, meters and awards, as the log has them."""
    with folded(log, OF_MODELS) as connection:
        reports = [kind.rows(connection, Asked(day)) for kind in OF_PAPER]
        return [reports, signed_rows.signed(connection, OF_MODELS, day)]

"""Decision 31: every report of a closed day is the one that was signed; what is found out later is a note."""

import shlex
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write, make_engine
from projections.engine.model import Model
from projections.models.closings import CLOSINGS
from projections.queries import signed_rows
from projections.queries.moment import NOW
from projections.queries.printed import report_page
from projections.queries.report import master_report
from projections.queries.signed import NEEDS
from tests.cli.commands.signed.day import (
    ADJUSTED,
    DAY,
    LATER,
    QUESTIONS,
    THEN,
    TODAY,
    WHY,
    a_signed_day,
    all_that_comes_later,
    closed,
    printed,
    tampered,
    told,
)
from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    SIGNED,
)
from tests.stores import Stores


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

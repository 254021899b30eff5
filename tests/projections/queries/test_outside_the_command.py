"""What can be asked of the books is asked without the command, and answers what the command prints."""

import ast
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from projections import queries
from projections.queries import (
    adoptions,
    check,
    checkpoints,
    compare,
    event,
    explained,
    history,
    house,
    link_odds,
    month,
    printed,
    round_page,
    search,
    shoes_again,
    shoes_page,
    sound,
    standing,
    turn,
    undone,
    versions,
)
from projections.queries import day as day_query
from projections.queries import findings as findings_query
from projections.queries import forms as forms_query
from projections.queries import journal as journal_query
from projections.queries import operators as operators_query
from projections.queries import report as report_query
from projections.queries import round as round_query
from projections.queries import slips as slips_query
from projections.queries.moment import NOW, Moment
from projections.reports.kinds import KINDS
from tests.cli.conftest import DAY, Terminal
from tests.loaded import loaded

ROUND = f"MB-01:{DAY}:1"
FINDING = "drop_variance:MB-01"
EARLY = Moment(position=12)

ASKED: dict[str, Callable[[Ledger], Any]] = {
    "table list": standing.tables,
    "table show MB-01": lambda books: standing.table(books, NOW, "MB-01"),
    "table show MB-01 --as-of 12": lambda books: standing.table(books, EARLY, "MB-01"),
    "meter show": standing.links,
    "meter show R9-1": lambda books: standing.link(books, NOW, "R9-1"),
    "rules odds --link R9-1": lambda books: link_odds.of_link(books, NOW, "R9-1", None)[0],
    "meter history R9-1": lambda books: standing.history_of_link(books, NOW, "R9-1").told,
    f"audit replay --day {DAY}": lambda books: shoes_again.settled_again(books, NOW, DAY),
    "round show MB-01": lambda books: round_query.show(books, NOW, "MB-01"),
    "round turn MB-01 banker": lambda books: turn.turn_of(books, "MB-01", "banker"),
    f"audit replay {ROUND}": lambda books: round_query.replay(books, NOW, ROUND),
    f"audit replay {ROUND} --until 3": lambda books: round_query.until(
        round_query.replay(books, NOW, ROUND), 3
    ),
    f"audit history MB-01 --day {DAY}": lambda books: history.history(books, NOW, "MB-01", DAY),
    f"audit diff win --from 12 --day {DAY}": lambda books: compare.compare(
        books, EARLY, NOW, "win", DAY
    ),
    f"day show {DAY}": lambda books: day_query.books(books, NOW, DAY),
    f"day reconcile {DAY}": lambda books: findings_query.found(books, NOW, DAY).standing,
    f"day reconcile explain {FINDING} --day {DAY}": lambda books: (
        explained.explained(books, NOW, DAY, FINDING).told
    ),
    "export journal --preliminary --day 2026-07-10": lambda books: journal_query.of_day(
        books, NOW, "2026-07-10", preliminary=True
    ),
    "report month --month 2026-07": lambda books: month.month_report(books, NOW, "2026-07"),
    "export journal --month 2026-06": lambda books: journal_query.of_month(books, NOW, "2026-06"),
    f"report day --day {DAY}": lambda books: report_query.master_report(books, NOW, DAY),
    f"report versions --day {DAY}": lambda books: versions.versions(books, DAY),
    "audit dispute list": lambda books: report_query.disputes(books).rows,
    "vig outstanding": lambda books: report_query.outstanding(books).rows,
    "form list": lambda books: forms_query.forms(books).rows,
    "form list CVF": lambda books: forms_query.forms(books, NOW, "CVF").rows,
    "form show CVF-1": lambda books: forms_query.form(books, NOW, "CVF", 1).shown,
    "rules history": lambda books: adoptions.adoptions(books, NOW),
    "operator list": operators_query.operators,
    "operator show A-1": lambda books: operators_query.operator(books, "A-1"),
    "audit event 12": lambda books: event.event(books, NOW, 12),
    "audit search MB-01 seat:3": lambda books: search.search(books, NOW, ["MB-01", "seat:3"]),
    f"audit undone --day {DAY}": lambda books: undone.of_day(books, NOW, DAY).rows,
    "audit checkpoints": checkpoints.sealed,
    "db check": check.check,
    "property show": house.house,
}
"""The command, and the query that answers the same."""

OTHERWISE: dict[str, str] = {
    "past.caught_up": "a connection that others read through",
    "past.begun": "the same",
    "past.in_turn": "the same",
    "past.live": "the same",
    "past.pointed": "the same",
    "past.rebuilt": "the same",
    "past.stood": "the same",
    "reached.reached": "what of the log a past moment needs",
    "past.signature": "whether the day of a report is closed",
    "signed.rows": "a report of a closed day, as `report` asks for it",
    "signed.whole": "the same of the master report",
    "signed.since": "what stands beside either",
    "signed.master_of": "the master report of an open day",
    "signed.parts": "what a close keeps",
    "signed.rows_differing": "a part of pit db check",
    "signed.keep": "the same",
    "findings.signing": "the same",
    "findings.proposed": "the same, where another signs later",
    "day.waiting": "part of `day show`",
    "month.reading": "what the close of a month signs",
    "month.proposed": "the same, where another signs later",
    "past.closing_of": "what was signed, for those who look at the month",
    "findings.keep": "the same",
    "came_of.came_of": "what was done, told: tests of whatever records",
    "for_use.print_for_use": "it is done and not asked; test_prints",
    "taken_back.take_back": "the same; test_undo",
    "findings.of_day": "`found`, and how the day stands: tests of day reconcile",
    "counts_told.as_told": "part of whatever shows a tray that was counted",
    "moment.verify_reached": "part of what every question does",
    "moment.stands_at": "the same",
    "in_one_line.offered": "what a round in one line is read by: test_play",
    "in_one_line.wagers_before": "the same",
    "totals.round_totals": "what a settled round is answered with: test_play",
    "codes.names_of": "what a shell completes, and what comes near: test_completion, test_errors",
    "in_one_line.outlook": "what the toolbar of the shell tells: test_shell",
    "codes.verify_known": "the same",
    "codes.table_codes": "the codes of `tables`",
    "standing.offered_at": "what `of_link` of a link's odds is reckoned by",
    "standing.link_codes": "the codes of `links`",
    "unsaid.opened": "what a command that opens a table begins with",
    "standing.standing_of": "what `standing.table` is made of, and the shell's toolbar",
    "unsaid.closer": "what a command that opens a table offers",
    "unsaid.decks": "what a command that brings decks begins with",
    "unsaid.adopting": "what a command that changes the rules of a pit begins with",
    "findings.acknowledge": "it is done and not asked; tests of day acknowledge",
    "books_signed.close_day": "the same of day close, and test_books_signed",
    "books_signed.close_month": "the same",
    "books_signed.sign_day": "the same of day sign",
    "books_signed.sign_month": "the same",
    "seat.put_down": "beside the answer of a wager or a buy-in",
    "undone.last_undone": "what an undo begins with",
    "undone.undone": "beside the answer of an undo",
    "undone.would_undo": "beside the refusal of an undo",
    "undone.staying": "the same",
    "past.unwritten": "a connection that others read through",
    "round.find": "what `show`, `replay` and the page are made of",
    "round.full_name": "the same",
    "names.verified": "the operators of `replay` and of a form",
    "names.people": "the same",
    "house.paper": "what every page is made for",
    "signatures.signatures": "beside a closed day's report, on paper: test_closing",
    "report.rows": "what the other reports are made of",
    "signed.rows_signed": "the same",
    "check_streams.tasks": "parts of pit db check",
    "check_streams.together": "the same",
    "check_feeds.first_with_digest": "the same",
    "check_feeds.verify": "the same",
    "check_meters.verify": "the same",
    "check_days.check_closed": "the same",
    "check_numbers.verify": "the same",
    "check_rounds.tasks": "the same",
    "check_records.check_passphrases": "the same",
    "check_keys.verify": "the same",
    "check_records.check_reached": "the same",
    "check_records.check_guards": "the same",
    "check_file.check_file": "the same",
    "check.check_beside": "what `pit audit verify` does besides",
    "event.position_of": "beside the events of a finding, in a browser: test_addresses of pit serve",
    "event.recorded_at": "part of a light",
    "lights.lights": "the light of each table in a browser: test_lights of pit serve",
    "roads.roads": "the road of each table in a browser: test_lights of pit serve",
    "operators.may_sign_in": "what pit serve begins with: test_command of it",
    "feeds.feed": "what equipment is answered over HTTP: test_equipment",
    "feeds.last_seq": "the same",
    "feeds.feeds": "what a server says of itself: test_health",
    "current.stands": "the same",
    "feed_tokens.tokens": "pit feed tokens, which has its own tests",
    "report.figures": "what several reports are made of",
    "journal.read": "what an export is made of",
    "exports.events": "pit export events, which has its own tests",
    "flat.export": "the same of pit export figures",
    "printed.paper_shown": "what `paper_page` is made of",
    "printed.report_shown": "what `report_page` is made of",
    "printed.slip_shown": "what `slip_paper_page` is made of",
    "round_page.page_of": "what `round_page` is made of, and the page of a proof",
    "verify.verify": "needs a key; tests of pit audit verify",
    "verify.looking": "what pit db rebuild asks",
    "verify.trouble": "the same",
    "proof.prove": "the same; pit audit prove",
    "check_signed.closed_days": "parts of a check and a rebuild",
    "check_models.check": "the same",
    "rebuild.rebuild": "it is done and not asked; pit db rebuild",
    "current.bring_up": "what pages of pit serve wait for; its tests",
    "current.only_read": "what pit serve asks of a store before it starts; its tests",
    "versions.print_of_version": "which print a page says it is; tests of what is printed again",
    "current.follow": "it ends when it is told to; tests of pit db follow",
    "check.snapshot": "the same; pit db snapshot",
}
"""Functions that take the ledger and are not asked here by themselves: why."""


def _printed(terminal: Terminal, command: str) -> Any:
    result = terminal.run(*command.split(), "--json")
    assert result.exit_code in {0, 6}, result.output
    return msgspec.json.decode(result.stdout)


def _encoded(answer: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


def test_every_question_answers_what_the_command_prints(played: Terminal, books: Ledger) -> None:
    for command, ask in ASKED.items():
        assert _encoded(ask(books)) == _printed(played, command), command


def test_every_report_answers_what_the_command_prints(played: Terminal, books: Ledger) -> None:
    elsewhere = {
        "outstanding": "vig outstanding",
        "series": "form list",
        "shifts": f"report win --by shift --day {DAY}",
        "rounds": f"round list --day {DAY}",
        "chips": f"chips list --day {DAY}",
        "slips": f"chips slips --day {DAY}",
        "slip_series": f"chips series --day {DAY}",
    }
    for name in KINDS:
        command = elsewhere.get(name, f"report {name} --day {DAY}")
        assert _encoded(report_query.report(books, NOW, name, DAY).rows) == _printed(
            played, command
        )


def test_what_is_asked_in_parts(played: Terminal, books: Ledger) -> None:
    read = findings_query.reconciled(books, DAY)
    assert [each.id for each in read.findings] == [
        each["id"] for each in _printed(played, f"day reconcile {DAY}")
    ]
    adopted = adoptions.submissions(books, EARLY)
    assert [each.sha256 for each in adopted] == [
        each["sha256"] for each in _printed(played, "rules list --as-of 12")
    ]
    status = _printed(played, "db status")
    contents = _encoded(check.contents(books))
    assert {name: status[name] for name in contents} == contents
    fill = slips_query.slip(books, NOW, "fill", "f-17")
    assert _encoded(fill.shown) == _printed(played, "chips show fill F-17")
    assert b"F-17" in printed.slip_paper_page(books, fill)
    assert b"CVF-1" in printed.paper_page(books, forms_query.form(books, NOW, "CVF", 1))
    assert DAY.encode() in printed.report_page(books, report_query.master_report(books, NOW, DAY))
    assert printed.report_workbook(books, report_query.master_report(books, NOW, DAY)).startswith(
        b"PK"
    )
    assert f"Round {ROUND}".encode() in round_page.round_page(books, NOW, ROUND).content
    shoes = shoes_page.shoes_page(books, shoes_again.settled_again(books, NOW, DAY))
    assert "MB-01, shoe 1" in shoes.html()
    sound.verify(books)  # Their rows are what the events come to.


def _modules() -> list[str]:
    return [each.name for each in pkgutil.iter_modules(queries.__path__)]


def test_no_question_is_left_out() -> None:
    public = {
        f"{name}.{function}": code
        for name in _modules()
        for function, code in vars(import_module(f"projections.queries.{name}")).items()
        if inspect.isfunction(code)
        and code.__module__ == f"projections.queries.{name}"
        and not function.startswith("_")
        and "ledger" in inspect.signature(code).parameters
    }
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    modules = {name: value for name, value in globals().items() if inspect.ismodule(value)}
    asked = {
        f"{modules[each.value.id].__name__.rpartition('.')[2]}.{each.attr}"
        for each in ast.walk(tree)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        if each.value.id in modules
    }
    assert public.keys() - asked == OTHERWISE.keys()


SCREENS = {"click", "cli", "rich"}


@pytest.mark.parametrize("name", _modules())
def test_a_question_knows_no_screen(name: str) -> None:
    """No click, no printing, none of the streams of the process, below `cli`."""
    (directory,) = queries.__path__
    tree = ast.parse(Path(directory, f"{name}.py").read_text(encoding="utf-8"))
    called = {
        x.func.id
        for x in ast.walk(tree)
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)
    }
    assert called.isdisjoint({"print", "input", "session"})
    modules = {each: f"{queries.__name__}.{each}" for each in _modules()}
    found = loaded(*modules.values())[modules[name]]
    assert not {each for each in found if each.partition(".")[0] in SCREENS}


SCRIPT = """\
import sys, msgspec
from ledger.desks.ledger import Ledger
from projections.queries import adoptions, check, compare, day, findings, history, round, settle, standing
from projections.queries.moment import NOW, Moment
(url, table, date, named, hand), early = sys.argv[1:], Moment(position=12)
with Ledger(url) as books:
    answers = [round.full_name(books, NOW, table), round.show(books, NOW, named), round.replay(books, NOW, named)]
    answers += [day.books(books, NOW, date), findings.found(books, NOW, date).standing, standing.tables(books)]
    answers += [history.history(books, NOW, table, date), compare.compare(books, early, NOW, "win", date)]
    settler = settle.Settler(adoptions.submissions(books, early)[0])
    answers += [check.check(books), msgspec.Raw(settler.answer(hand.encode()))]
    print(msgspec.json.encode(answers).decode())
"""


def test_a_script_of_ten_lines_asks_all(played: Terminal) -> None:
    """A round found, told and replayed; a day and what does not agree on it; where tables stand; history; two states
    compared; the check; a hand settled. What it imports stands above its ten lines.
    """
    imports, rest = SCRIPT.split("(url", 1)
    assert len(rest.splitlines()) <= 10, imports
    hand = '{"player":["7d","Qh"],"banker":["9c","Kh"],"wagers":[{"seat":3,"bet":"banker","cents":10000}]}'
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, played.url, "MB-01", DAY, ROUND, hand],
        check=True,
        capture_output=True,
        text=True,
    )
    name, *answers, settled = msgspec.json.decode(done.stdout)
    assert name == _printed(played, "round show MB-01")["round"]
    commands = (
        *(f"round show {ROUND}", f"audit replay {ROUND}", f"day show {DAY}"),
        *(f"day reconcile {DAY}", "table list", f"audit history MB-01 --day {DAY}"),
        *(f"audit diff win --from 12 --day {DAY}", "db check"),
    )
    assert answers == [_printed(played, command) for command in commands]
    answered = played.run("audit", "settle", "--rules", "ma-midi", stdin=hand)
    assert settled == msgspec.json.decode(answered.stdout)

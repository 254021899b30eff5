"""`pit audit`: a hand replayed from its events; hands settled apart from any store."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import click

from cli.commands.dispute import dispute
from cli.commands.rules import option, submission
from cli.commands.seal import check_proof, checkpoints, cosign, key, prove, seal, verify
from cli.frame.failing import FINDINGS
from cli.frame.files import force, resume_option, write_file
from cli.frame.options import Noun, as_json, gaming_day, options, session, workers_option
from cli.frame.paging import show_lines
from cli.frame.past import asked, looking_back, read
from cli.frame.reading import (
    day_option,
    print_json,
    progress,
    show_rows,
    showing,
    table_option,
)
from cli.shown.compare import REPORTS
from cli.typed.kinds import NEW_FILE, choice, number, one_of
from cli.typed.values import Pair
from ledger.values.errors import Misused, Refused

audit = Noun(
    "audit",
    help="Replay a hand, look back, compare, seal the log; settle hands apart from any store.",
)

REPORT = one_of(dict.fromkeys(REPORTS, ()), "report")

for _verb in (dispute, key, seal, checkpoints, cosign, verify, prove, check_proof):
    audit.add_command(_verb)


@audit.command("replay")
@click.argument("name", metavar="[ROUND]", default="")
@click.option("--until", type=number(1), metavar="STEP", help="Tell it up to that step.")
@click.option(
    "--html", type=NEW_FILE, metavar="FILE", help="As a page to step through and to print."
)
@click.option("--shoe", metavar="SHOE", help="This shoe only.")
@options(day_option, table_option, force, workers_option, resume_option)
@options(as_json, looking_back)
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    *,
    name: str,
    until: int | None,
    html: Path | None,
    force: bool,
    resume: Path | None,
    as_json: bool,
    **of: str | None,
) -> None:
    """A round told from its own events and settled again by today's code. Exit 6 if they differ.

    ROUND is TABLE:DAY:N; TABLE:N is today's; TABLE alone is the one in progress, or else the last. Without it all
    rounds of a gaming day are settled again, of one table or shoe where these are named, and each shoe's roads shown.
    With --resume one that was stopped goes on with what it had not done, while the log is the same.

    \b
    pit audit replay MB-01:today:7
    pit audit replay --day today --table MB-01 --shoe 1 --html shoe.html
    """
    from cli.shown.round import stopped, whole
    from projections.queries import round as round_query

    if bool(name) == any(of.values()) or (name and resume) or (not name and until):
        raise Misused(
            "round_or_day",
            "Either a round is told, or the rounds of a day are settled again.",
            "Name ROUND, with --until if you like; or say --day, --table, --shoe.",
        )
    current = session()
    ledger, moment = current.ledger, asked(current)
    if not name:
        _day_again(ctx, of, resume, html, force=force, as_json=as_json)
        return
    if html is not None:
        from projections.queries.round_page import round_page

        page = round_page(ledger, moment, name, until, progress())
        write_file(html, page.content, force=force)
        agrees = page.agrees
    else:
        found = round_query.replay(ledger, moment, name, progress())
        part = None if until is None else round_query.until(found, until)
        if as_json:
            print_json(found if part is None else part)
        elif until is not None:
            show_lines(stopped(found, until))
        else:
            show_lines(whole(found, ledger.calendar.tz))
        agrees = found.recomputed_agrees
    if agrees is False and until is None:
        ctx.exit(FINDINGS)


def _day_again(
    ctx: click.Context,
    of: Mapping[str, str | None],
    resume: Path | None,
    html: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """All rounds of a gaming day settled again, printed or as a page."""
    from cli.shown.shoes_again import lines
    from ledger.seal.unfinished import Unfinished
    from projections.queries.shoes_again import settled_again

    current, steps = session(), Unfinished(resume)
    ledger = current.ledger
    day = gaming_day(of["day"], ledger.calendar)
    found = settled_again(
        ledger, asked(current), day, of["code"], of["shoe"], progress(), unfinished=steps
    )
    steps.finished()
    if html is not None:
        from projections.queries.shoes_page import shoes_page

        write_file(html, shoes_page(ledger, found).html().encode(), force=force)
    elif as_json:
        print_json(found)
    else:
        show_lines(lines(found))
    if found.differing:
        ctx.exit(FINDINGS)


@audit.command("history")
@click.argument("code", metavar="TABLE")
@options(day_option, as_json, looking_back)
def show_history(code: str, day: str | None, as_json: bool) -> None:
    """A table's gaming day, every event a line: when, by whom, what; and what was counted of it."""
    from cli.shown.history import lines
    from projections.queries import history

    current = session()
    calendar, moment = current.ledger.calendar, asked(current)
    found = history.history(current.ledger, moment, code, gaming_day(day, calendar), progress())
    if as_json:
        print_json(found)
        return
    show_lines(lines(found, calendar.tz))
    if not found:
        click.echo("Nothing happened.")


@audit.command("undone")
@options(day_option, table_option, showing)
def show_undone(day: str | None, code: str | None, form: str) -> None:
    """Entries of a gaming day that were taken back: what each was, who entered it, who took it back, and why.

    \b
    pit audit undone --day 2026-07-11
    """
    from projections.queries.undone import of_day

    current = session()
    ledger, moment = current.ledger, asked(current)
    found = of_day(ledger, moment, gaming_day(day, ledger.calendar), code, progress())
    show_rows(found.view, found.rows, form)


@audit.command("event")
@click.argument("position", metavar="EVENT", type=number(1))
@options(as_json, looking_back)
def show_event(position: int, as_json: bool) -> None:
    """One event of the log, by its position: what it says, who entered and signed it, and as it is recorded.

    \b
    pit audit event 1234
    """
    from cli.shown.event import lines
    from projections.queries.event import event

    current = session()
    found = event(current.ledger, asked(current), position)
    if as_json:
        print_json(found)
    else:
        show_lines(lines(found, current.ledger.calendar.tz))


@audit.command("search")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@showing
def search_log(words: tuple[str, ...], form: str) -> None:
    """Events that say every WORD, the newest first, 200 at most.

    A word is text, in any field and whatever case, or a kind and what is looked for: round: card: seat: patron: slip:
    form: operator: amount: table: day:

    \b
    pit audit search patron:Ames
    pit audit search table:MB-01 seat:3 amount:25 day:2026-07-11
    """
    from projections.queries import search

    current = session()
    show_rows(search.VIEW, search.search(current.ledger, asked(current), words), form)


@audit.command("diff")
@click.argument("name", metavar="REPORT", type=REPORT)
@click.option("--from", "start", metavar="EVENT|TIME", help="The state before; see --as-of.")
@click.option("--to", "end", metavar="EVENT|TIME", help="The state after; now if left out.")
@click.option("--known-from", metavar="TIME", help="Before: what had been recorded by then.")
@click.option("--known-to", metavar="TIME", help="After: what had been recorded by then.")
@click.option(
    "--period", type=choice("period", "day", "month", "year"), help="Of win; see pit report."
)
@click.option(
    "--group",
    type=choice("group", "table", "pit", "game", "property"),
    help="Of win; see pit report.",
)
@options(day_option, as_json)
def diff(name: str, day: str | None, as_json: bool, **typed: str | None) -> None:
    """What changed in REPORT between two states of the books, row by row and figure by figure.

    REPORT is a report of that name; day is the master report, summary is pit day show, findings are those of pit day
    reconcile.

    An event's position means the state after it, a time what had happened by then.

    \b
    pit audit diff win --day 2026-07-11 --from 1200 --to 1350
    pit audit diff win --day 2026-07-11 --known-from 2026-07-12T06:30 --known-to 2026-07-13T12:00
    """
    from cli.shown.compare import lines
    from projections.queries.compare import compare

    if (typed["period"] or typed["group"]) and name != "win":
        raise Misused(
            "no_period",
            f"{name} is of a gaming day or of no time; only win is added up.",
            "Leave --period and --group out, or compare win.",
            report=name,
        )
    if typed["start"] is None and typed["known_from"] is None:
        raise Misused(
            "no_state",
            "The state to compare from is not named.",
            "Say --from EVENT or TIME, or --known-from TIME.",
        )
    current = session()
    before = read(current, typed["start"], typed["known_from"])
    after = read(current, typed["end"], typed["known_to"])
    found = compare(
        current.ledger,
        before,
        after,
        name,
        gaming_day(day, current.ledger.calendar),
        length=typed["period"],
        group=typed["group"],
        progress=progress(),
    )
    if as_json:
        print_json(found)
        return
    show_lines(lines(found, name, current.ledger.calendar.tz))
    if not found:
        click.echo("Nothing changed.")


@audit.command("settle")
@click.option("--rules", "rules_id", required=True, metavar="ID", help="The rules submission.")
@option
@click.option("--steps", is_flag=True, help="Tell what the dealer says and does, in order.")
@click.option("--json", is_flag=True, expose_value=False, help="Said or not: it prints JSON.")
@click.pass_context
def settle(ctx: click.Context, rules_id: str, pairs: tuple[Pair, ...], steps: bool) -> None:
    """Settle hands read from standard input, one JSON object a line, under a submission.

    A line is {"player", "banker", "wagers": [{"seat", "bet", "cents", "tender"}], "presses"}; it is
    answered by a line with the outcome and every wager's ending, or with the error. No store is
    touched. Exit 1 if any line was refused.

    \b
    pit audit settle --rules ma-midi --option vigorish.rounding=exact < hands.ndjson
    """
    from projections.queries.settle import Incoming, Settler

    session().verify_no_script()
    rules = submission(rules_id, pairs)
    story = None
    if steps:
        from projections.queries.story_steps import StorySteps

        story = StorySteps(rules.offering)
    settler = Settler(rules, story)
    settler.run(cast("Incoming", sys.stdin.buffer), sys.stdout.buffer)
    if settler.refused:
        click.echo(f"{settler.refused:,} of {settler.read:,} lines were refused.", err=True)
        ctx.exit(Refused.exit_code)

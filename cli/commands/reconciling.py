"""`pit day reconcile`: what does not agree on a gaming day, and what each finding rests on."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from cli.frame.failing import FINDINGS
from cli.frame.naming import VerbLeftOut
from cli.frame.options import PitCommand, as_json, gaming_day, options, session
from cli.frame.paging import say
from cli.frame.past import asked, looking_back
from cli.frame.reading import (
    day_option,
    print_json,
    progress,
    say_position,
    say_waiting,
    show_notes,
    show_rows,
    showing,
    warn,
)

if TYPE_CHECKING:
    from projections.queries.explained import Evidence
    from projections.reconcile import Finding

SHOWN = 5
"""Of one kind of what would explain a variance so many are shown."""

"""The exit code where something does not agree."""


class DayOrVerb(VerbLeftOut):
    """`reconcile 2026-07-11` and `reconcile explain ...`: what is no verb is the day."""

    command_class = PitCommand
    left_out = "show"

    def stands_for(self, word: str) -> bool:
        """Whether it is a day."""
        return word in {"today", "yesterday"}


reconcile = DayOrVerb(
    "reconcile",
    help="What does not agree on DAY: pit day reconcile [DAY]; or explain FINDING.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    subcommand_metavar="[DAY] | explain FINDING",
)


@reconcile.command("show")
@click.argument("name", metavar="[DAY]", required=False)
@options(showing)
@click.pass_context
def show(ctx: click.Context, name: str | None, form: str) -> None:
    """What does not agree on DAY, or today. Exit 6 where there is something to be put right or explained.

    Every variance counts, to the cent. A finding that blocks has to be put right before the day is
    closed; any other is put right or acknowledged, but for what is for information.
    """
    from projections.figures.finding_kinds import informs
    from projections.queries import findings as findings_query

    current = session()
    moment, named = asked(current), gaming_day(name, current.ledger.calendar)
    found, waiting, over = findings_query.of_day(current.ledger, moment, named, progress())
    if found.since is not None:
        warn(found.since.closing, form)
    if form == "table":
        say(_lines(named, found.findings, found.acknowledged))
        if found.since is not None:
            closed = found.since.closing
            say([f"Closed by {closed.by} and {closed.second}: so it was signed."])
            show_notes(found.since.notes)
        elif not over:
            say([f"{named} is not over: a table that is still open has no closer yet."], err=True)
    else:
        show_rows(findings_query.FINDINGS, found.standing, form)
    say_waiting(waiting, form)
    say_position(found.position, form)
    if not all(map(informs, found.findings)):
        ctx.exit(FINDINGS)


def _lines(
    day: str, found: "list[Finding]", acknowledged: dict[tuple[str, int | None], str]
) -> Iterator[str]:
    from projections.figures.finding_kinds import informs

    if not found:
        yield f"{day} agrees in everything."
        return
    for each in found:
        yield from _of_finding(each, acknowledged.get((each.id, each.cents), ""))
    open_ = sum((each.id, each.cents) not in acknowledged and not informs(each) for each in found)
    yield ""
    yield (
        f"{len(found)} finding{'s' * (len(found) != 1)},"
        f" {sum(each.blocks for each in found)} blocking, {open_} without a reason."
    )


def _of_finding(found: "Finding", reason: str) -> Iterator[str]:
    from projections.figures.finding_kinds import informs

    unsaid = "for information" if informs(found) else "to be explained"
    standing = "blocks" if found.blocks else "acknowledged" if reason else unsaid
    yield f"{found.id}  [{standing}]"
    yield f"  {found.message}"
    yield f"  acknowledged: {reason}" if reason else f"  usually: {found.usual_cause}"


@reconcile.command("explain")
@click.argument("finding")
@options(day_option, as_json, looking_back)
def explain(finding: str, day: str | None, as_json: bool) -> None:
    """The events that FINDING rests on: what happened, when, who entered it.

    A tray variance adds up with the hands, hour by hour; and what alone would explain it is told: an hour, a round,
    two of them, a wager, vigorish, a slip, chips missing or taken for others.

    \b
    pit day reconcile explain tray_variance:MB-01 --day 2026-07-11
    """
    from ledger.values.money import dollars
    from projections.queries.event_lines import describe
    from projections.queries.explained import explained, none_because
    from projections.queries.words import local

    current = session()
    moment, named = asked(current), gaming_day(day, current.ledger.calendar)
    of = explained(current.ledger, moment, named, finding, progress())
    if as_json:
        print_json(of.told)
        return
    say(_of_finding(of.finding, of.acknowledged))
    if not of.events:
        say([f"  {none_because(of.finding)}"])
    for recorded in of.events:
        event: Any = recorded.event
        source = f", {event.source} record {event.seq}" if event.source else ""
        say([f"  {local(event.at, current.ledger.calendar.tz)}  {event.by}{source}"])
        say(f"    {describe(recorded)}".split("\n"))
    if of.adds_up:
        sums = (f"{each.figure.replace('_', ' ')} {dollars(each.cents)}" for each in of.adds_up)
        say([f"  adds up: {', '.join(sums)}"])
        held = {"expected": of.expected, "counted": of.counted, "difference": of.finding.cents}
        say([f"  {', '.join(f'{name} {dollars(cents or 0)}' for name, cents in held.items())}"])
    say(_narrowed(of))


def _narrowed(of: "Evidence") -> Iterator[str]:
    """A tray's hands hour by hour, and what would explain its variance alone."""
    from ledger.values.money import dollars
    from projections.queries.words import local

    zone = session().ledger.calendar.tz
    for hour in of.hours:
        rounds = f"{len(hour.rounds)} round{'s' * (len(hour.rounds) != 1)}"
        ends = " to ".join(dict.fromkeys([*hour.rounds[:1], *hour.rounds[-1:]]))
        corrected = f"{dollars(hour.corrected)} of it by correction" if hour.corrected else ""
        told = ", ".join(filter(None, (dollars(hour.kept), rounds, ends, corrected)))
        yield f"  hands from {local(hour.hour, zone)}: {told}"
    if of.adds_up:
        yield (
            "  would explain it alone:"
            if of.narrowed
            else "  nothing on record would explain it alone."
        )
    for _, alike in groupby(of.narrowed, lambda each: each.kind):
        suspects = list(alike)
        for each in suspects[:SHOWN]:
            names = [local(each.of[0], zone)] if each.kind == "hour" else each.of
            yield f"    {', '.join(names)}: {each.message}"
        if len(suspects) > SHOWN:
            yield f"    and {len(suspects) - SHOWN} more of the kind: --json has them."

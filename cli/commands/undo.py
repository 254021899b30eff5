"""`pit undo`: the last act at a table taken back."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cli.frame.asking import answered, may_be_asked
from cli.frame.options import PitCommand, options, session, writing
from cli.frame.paging import say
from cli.frame.writing import said_of, show, to_json
from cli.typed.kinds import number
from ledger.values.errors import Refused

if TYPE_CHECKING:
    from ledger.events.base import Recorded
    from projections.queries.taken_back import UndoneAct

NO = frozenset({"n", "no", "q", "quit"})
"""Typed at a question, that nothing is taken back."""

YES = frozenset({"", "y", "yes"})
"""Typed at a question, that it is."""


@click.command("undo", cls=PitCommand)
@click.argument("code", metavar="TABLE")
@click.option(
    "--reason",
    metavar="TEXT",
    help="Why it is taken back; asked for on a terminal where one is needed.",
)
@click.option("--entry", type=number(1), default=None, metavar="N", help="An event of that act.")
@click.option("--approved-by", default="", metavar="ID", help="The supervisor who approves it.")
@options(writing)
def undo(
    code: str,
    *,
    reason: str | None,
    entry: int | None,
    at: str | None,
    as_json: bool,
    key: str,
    dry_run: bool,
    **typed: Any,
) -> None:
    """Take back the last act at TABLE, and typed again the one before it; --dry-run shows which it is.

    What one line or command entered is one act. Nothing is deleted: history shows the act and its undo. It goes back to
    the first wager of the last round, or to what somebody signed. Whoever entered it may take it back within the
    property's undo window (10 minutes unless set) and needs no --reason: it was mistyped then. Later, or for another's
    entry, a count or a slip, there is a reason and a supervisor approves. The slip of a fill or a credit is void then.
    To undo an undo, enter the act again. With --entry it is refused unless that event of the log is of the act. A dry
    run shows the act where an approval or a reason is missing too; it is refused then as without (exit 1).

    \b
    pit undo MB-01 --dry-run
    pit undo MB-01 --reason "seat 9 bought in" --approved-by S-2
    """
    from ledger.table.acts import Undo
    from projections.queries.event_lines import in_json
    from projections.queries.taken_back import TakingBack, take_back

    looks = may_be_asked()
    asked = reason is None and looks and not (dry_run or as_json or key)
    shows = dry_run or (looks and not as_json)

    def act(reason: str) -> Undo:
        return said_of(Undo, code, at, entry=entry or 0, reason=reason, **typed)

    how = TakingBack(
        key,
        dry_run,
        reason or "",
        why=partial(_why, code) if asked else None,
        seen=partial(_show_what_goes, code, shown=looks and not (dry_run or as_json)),
        refused=partial(_show_last, code, shown=shows, as_json=as_json, asked=not dry_run),
    )
    found = take_back(session().ledger, act, how)
    if as_json:
        shown = {"undone": [in_json(recorded) for recorded in found.events]}
        click.echo(json.dumps({**to_json(found.done, dry_run=dry_run), **shown}))
        return
    show(found.done, dry_run=dry_run, as_json=False)
    if not asked:
        say(_lines("taken back", found.events))
        say(f"  stays: {each}" for each in found.stays)


def _show_what_goes(code: str, found: "UndoneAct", *, shown: bool) -> None:
    if shown:
        say(_in_brief("takes back", code, found.events), err=True)
        say((f"  stays: {each}" for each in found.stays), err=True)


def _show_last(
    code: str, last: "list[Recorded]", *, shown: bool, as_json: bool, asked: bool
) -> None:
    """The last act where an undo is refused that reaches it. asked: in brief, to who is there to be asked."""
    from projections.queries.event_lines import in_json

    if not last or not shown:
        return
    if as_json:
        nothing: dict[str, Any] = {
            "events": [],
            "position": None,
            "repeated": False,
            "dry_run": True,
        }
        click.echo(json.dumps({**nothing, "undone": [in_json(each) for each in last]}))
        return
    would = "would be taken back"
    say(_in_brief(would, code, last) if asked else _lines(would, last), err=asked)


def _lines(done: str, events: "Iterable[Recorded]") -> Iterator[str]:
    """What becomes of each event, and what the event says, in lines."""
    from projections.queries.event_lines import describe

    for recorded in events:
        yield from f"  {done}: {describe(recorded)}".split("\n")


def _in_brief(done: str, code: str, events: "Iterable[Recorded]") -> Iterator[str]:
    """What becomes of an act of a table, short enough to be seen whole where the question stands below it."""
    from projections.queries.undone import in_brief

    first, *rest = in_brief(events)
    yield f"  {done}: {code}: {first}"
    yield from (f"    {each}" for each in rest)


def _why(code: str, needed: bool) -> str:
    """The reason, "" where none is needed, once it is seen what goes and said that it does. Whatever is no yes leaves
    it there: it may be the next command of who did not wait for the question. So does Ctrl-C.
    """
    said = _answered("Is it taken back (Enter: yes; n: it stays)")
    if said.lower() not in YES:
        _leave(code, "" if said.lower() in NO else "; a reason stands behind --reason")
    while needed:
        why = _answered("Why is it taken back (n: it stays)")
        if why.lower() in NO:
            _leave(code)
        if why.lower() not in YES:
            return why
    return ""


def _answered(question: str) -> str:
    return answered(question, default="", show_default=False).strip()


def _leave(code: str, hint: str = "") -> NoReturn:
    say([f"{code}: nothing taken back{hint}"], err=True)
    click.get_current_context().exit(Refused.exit_code)

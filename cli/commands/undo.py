"""`pit undo`: the last act at a table taken back."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
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
    from ledger.desks.ledger import Ledger
    from ledger.events.base import Recorded
    from ledger.table.acts import Undo

UNSAID = "?"
"""Stands for the reason until it is asked for."""

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
    from msgspec import structs

    from ledger.table.acts import Undo
    from projections.queries.event_lines import in_json
    from projections.queries.undone import last_undone, staying, undone

    looks = may_be_asked()
    asked = reason is None and looks and not (dry_run or as_json or key)
    act_for = partial(said_of, Undo, code, at, entry=entry or 0, **typed)
    act = act_for(reason=UNSAID if asked else reason or "")
    ledger = session().ledger
    seen = dry_run or (looks and not as_json)
    with _shown(code, as_json=as_json, asked=not dry_run) if seen else nullcontext():
        done = ledger.do(act, key=key, dry_run=True)
    taken_back, stays = undone(ledger, done), staying(ledger, done)
    if looks and not (dry_run or as_json or done.repeated):
        say(_in_brief("takes back", code, taken_back), err=True)
        say((f"  stays: {each}" for each in stays), err=True)
    if asked and not done.repeated:
        act = act_for(reason=_why(code, needed=_needs_reason(ledger, act_for(reason=""))))
    if not dry_run and not done.repeated:
        # What came in between is not taken back in its place.
        done = ledger.do(structs.replace(act, read=last_undone(ledger, done)), key=key)
    if as_json:
        shown = {"undone": [in_json(recorded) for recorded in taken_back]}
        click.echo(json.dumps({**to_json(done, dry_run=dry_run), **shown}))
        return
    show(done, dry_run=dry_run, as_json=False)
    if not asked:
        say(_lines("taken back", taken_back))
        say(f"  stays: {each}" for each in stays)


@contextmanager
def _shown(code: str, *, as_json: bool, asked: bool) -> Iterator[None]:
    """Show the last act where an undo is refused that reaches it. asked: in brief, to who is there to be asked."""
    from projections.queries.event_lines import in_json
    from projections.queries.undone import would_undo

    try:
        yield
    except Refused as refused:
        last = would_undo(session().ledger, refused)
        if as_json and last:
            nothing: dict[str, Any] = {
                "events": [],
                "position": None,
                "repeated": False,
                "dry_run": True,
            }
            click.echo(json.dumps({**nothing, "undone": [in_json(each) for each in last]}))
        elif last:
            lines = (
                _in_brief("would be taken back", code, last)
                if asked
                else _lines("would be taken back", last)
            )
            say(lines, err=asked)
        raise


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


def _needs_reason(ledger: "Ledger", act: "Undo") -> bool:
    """Whether what an act takes back is not taken back without a reason, and would be with one."""
    try:
        ledger.do(act, dry_run=True)
    except Refused:
        return True
    return False


def _why(code: str, *, needed: bool) -> str:
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

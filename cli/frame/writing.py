"""How a typed command reaches the ledger, and how what it recorded is shown."""

import json
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.frame.asking import confirmed, may_be_asked
from cli.frame.options import session
from cli.frame.paging import say
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.desks.doing import Doing
    from ledger.desks.ledger import Done
    from ledger.events.act import Act
    from ledger.table import acts as table_acts

A = TypeVar("A")
T = TypeVar("T", bound="table_acts.Act")


def perform(
    kind: "type[table_acts.Act]",
    table: str,
    /,
    *,
    at: str | None,
    key: str,
    dry_run: bool,
    as_json: bool,
    yes: bool = False,
    **facts: Any,
) -> None:
    """Do one act of a table. facts: its own fields."""
    do(said_of(kind, table, at, **facts), key=key, dry_run=dry_run, as_json=as_json, yes=yes)


def record(
    kind: "type[Act]",
    /,
    *,
    at: str | None,
    key: str,
    dry_run: bool,
    as_json: bool,
    **facts: Any,
) -> None:
    """Do one act that is of no table. facts: its own fields."""
    do(said(kind, at, **facts), key=key, dry_run=dry_run, as_json=as_json)


def said_of(kind: "type[T]", table: str, at: str | None, /, **facts: Any) -> "T":
    """A typed act of a table. facts: its own fields."""
    return said(kind, at, source="", seq=0, table=table, **facts)


def said(kind: type[A], at: str | None, /, **facts: Any) -> A:
    """A typed act: by who acts, and now unless another time was typed. facts: its own fields."""
    current = session()
    return make(kind, by=current.by, at=current.moment(at), **facts)


def do(*acts: "Act", key: str, dry_run: bool, as_json: bool, yes: bool = False) -> "Done":
    """Have acts decided and saved, and show what they came to. yes: whatever may be a slip is meant."""
    how = doing(key=key, dry_run=dry_run, as_json=as_json, yes=yes)
    return how.do(session().ledger, *acts)


def doing(*, key: str, dry_run: bool, as_json: bool, yes: bool = False) -> "Doing":
    """How a typed command has acts decided and saved: it asks what may be a slip, and shows what they came to."""
    from ledger.desks.doing import Doing

    @cache  # It may be decided again, and nobody is asked again.
    def meant(message: str) -> bool:
        if yes or as_json or not may_be_asked():
            return yes
        return confirmed(f"{message} Is it meant?")

    return Doing(
        key,
        dry_run,
        meant=lambda doubt: meant(doubt.refusal.message),
        told=partial(show, dry_run=dry_run, as_json=as_json),
    )


def whole_round(
    code: str, at: str | None, instead_of: str | None, /, **facts: Any
) -> "table_acts.Round":
    """A whole round of a table as it was typed, or one in the place of a reversed round. facts: its own fields.

    Raises Misused where a time is typed for one that has its time already.
    """
    from ledger.table.acts import Round, RoundInstead

    if instead_of is None:
        return said_of(Round, code, at, **facts)
    if at is not None:
        raise Misused(
            "at_of_the_other",
            f"A round in the place of {instead_of} counts when that one was played.",
            "Leave out --at.",
            at=at,
        )
    return said_of(RoundInstead, code, None, instead_of=round_named(instead_of), **facts)


def round_named(name: str) -> str:
    """`TABLE:DAY:N` of a round as it was typed, in each of the ways in which one can be named."""
    from projections.queries.moment import NOW
    from projections.queries.round import full_name

    return full_name(session().ledger, NOW, name)


def make(kind: type[A], /, **fields: Any) -> A:
    """A typed act, held to the bounds of a record of the feed. Raises Misused, naming the field."""
    import msgspec

    try:
        given = {name: value for name, value in fields.items() if value is not None}
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        from ledger.feed.complaints import complaint

        found = complaint(str(error))
        raise Misused(
            "bad_value", found.message, "Correct it and repeat the command.", field=found.field
        ) from None


def show(done: "Done", *, dry_run: bool, as_json: bool) -> None:
    """Print what was recorded: a line an event, or JSON."""
    if as_json:
        click.echo(json.dumps(to_json(done, dry_run=dry_run)))
        return
    from projections.queries.came_of import came_of

    say(came_of(session().ledger, done).lines)
    if dry_run:
        click.echo("Dry run: nothing was recorded.", err=True)
    elif done.repeated:
        click.echo("Recorded before; nothing was added.", err=True)


def to_json(done: "Done", *, dry_run: bool) -> dict[str, Any]:
    """The stable JSON of a command that records."""
    import msgspec

    from projections.queries.came_of import came_of

    answer = came_of(session().ledger, done).answer(dry_run=dry_run)
    told: dict[str, Any] = msgspec.to_builtins(answer, str_keys=True)
    return told

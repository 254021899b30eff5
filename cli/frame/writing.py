"""How a typed command reaches the ledger, and how what it recorded is shown."""

import json
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.frame.options import session
from cli.frame.reading import near_tables
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.base import Event, Recorded
    from ledger.table.acts import Act
    from ledger.transaction.unit import Done


A = TypeVar("A")


def perform(
    kind: "type[Act]",
    table: str,
    /,
    *,
    at: str | None,
    key: str,
    dry_run: bool,
    as_json: bool,
    **facts: Any,
) -> None:
    """Make the act, have it decided and saved, and show what it came to. facts: its own fields."""
    current = session()
    said: dict[str, Any] = {"source": "", "seq": 0, "by": current.by, "at": current.moment(at)}
    act = make(kind, table=table, **said, **facts)
    with near_tables(current.ledger):
        done = current.ledger.act(act, key=key, dry_run=dry_run)
    show(done, dry_run=dry_run, as_json=as_json)


def make(kind: type[A], /, **fields: Any) -> A:
    """A typed act, held to the bounds of a record of the feed. Raises Misused, naming the field."""
    import msgspec

    try:
        given = {name: value for name, value in fields.items() if value is not None}
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        field = place.removesuffix("`") or "a value"
        raise Misused(
            "bad_value",
            f"{field}: {problem[:1].lower()}{problem[1:]}.",
            "Correct it and repeat the command.",
            field=field,
        ) from None


def show(done: "Done", *, dry_run: bool, as_json: bool) -> None:
    """Print what was recorded: a line an event, or JSON."""
    if as_json:
        click.echo(json.dumps(to_json(done, dry_run=dry_run)))
        return
    from cli.shown.telling import describe

    for recorded in done.events:
        click.echo(describe(recorded))
    if dry_run:
        click.echo("Dry run: nothing was recorded.", err=True)
    elif done.repeated:
        click.echo("Recorded before; nothing was added.", err=True)


def _fields(event: "Event") -> dict[str, Any]:
    """The event's own fields; a version among them is that of rules, not its place in the stream."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    if "version" in fields:
        fields["rules_version"] = fields.pop("version")
    return fields


def to_json(done: "Done", *, dry_run: bool) -> dict[str, Any]:
    """The stable JSON of a command that records: events, position, repeated, dry_run."""
    return {
        "events": [event_json(recorded) for recorded in done.events],
        "position": done.position,
        "repeated": done.repeated,
        "dry_run": dry_run,
    }


def event_json(recorded: "Recorded") -> dict[str, Any]:
    """An event as JSON shows it: its place, its topic, its fields."""
    from ledger.store.codec import TOPIC_OF

    return {
        "stream": recorded.originator_id,
        "version": recorded.originator_version,
        "topic": TOPIC_OF[type(recorded.event)],
        **_fields(recorded.event),
    }

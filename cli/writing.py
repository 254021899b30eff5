"""How a typed command reaches the ledger, and how what it recorded is shown."""

import json
from typing import TYPE_CHECKING, Any

import click

from cli.options import session

if TYPE_CHECKING:
    from ledger.events import Recorded
    from ledger.table.acts import Act
    from ledger.unit_of_work import Done


def perform(
    kind: "type[Act]",
    table: str,
    *,
    at: str | None,
    key: str,
    dry_run: bool,
    as_json: bool,
    **facts: Any,
) -> "Done":
    """Make the act, have it decided and saved, and show what it came to."""
    current = session()
    act = kind(source="", seq=0, at=current.moment(at), by=current.by, table=table, **facts)
    done = current.pit.act(act, key=key, dry_run=dry_run)
    show(done, dry_run=dry_run, as_json=as_json)
    return done


def show(done: "Done", *, dry_run: bool, as_json: bool) -> None:
    """Print what was recorded: a line an event, or JSON."""
    if as_json:
        click.echo(json.dumps(to_json(done, dry_run=dry_run)))
        return
    for recorded in done.events:
        click.echo(describe(recorded))
    if dry_run:
        click.echo("Dry run: nothing was recorded.", err=True)
    elif done.repeated:
        click.echo("Recorded before; nothing was added.", err=True)


def to_json(done: "Done", *, dry_run: bool) -> dict[str, Any]:
    """The stable JSON of a command that records: events, position, repeated, dry_run."""
    import msgspec  # noqa: PLC0415

    from ledger.store.topics import topic_of  # noqa: PLC0415

    return {
        "events": [
            {
                "stream": recorded.originator_id,
                "version": recorded.originator_version,
                "topic": topic_of(type(recorded.event)),
                **msgspec.to_builtins(recorded.event, str_keys=True),
            }
            for recorded in done.events
        ],
        "position": done.position,
        "repeated": done.repeated,
        "dry_run": dry_run,
    }


def describe(recorded: "Recorded") -> str:
    """One line that a person can check against the layout."""
    raise NotImplementedError

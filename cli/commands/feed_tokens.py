"""`pit feed token`, `pit feed tokens`: what equipment feeds with over HTTP."""

import json
from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import Noun, PitCommand, as_json, options, session, writing
from cli.frame.paging import say, show_lines
from cli.frame.reading import print_json
from cli.frame.writing import record, said, show, to_json
from cli.typed.kinds import number

if TYPE_CHECKING:
    from projections.queries.feed_tokens import Token

token = Noun("token", help="Tokens by which equipment feeds over HTTP: new, revoke.")


@token.command("new")
@click.argument("source", metavar="SOURCE")
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="TABLE",
    help="A table that it may feed, as often as needed; every table if left out.",
)
@writing
def new(
    source: str, tables: tuple[str, ...], at: str | None, key: str, dry_run: bool, as_json: bool
) -> None:
    """Give SOURCE a token, with which it may feed over HTTP. It is printed last, once, and kept nowhere.

    To replace one, give the equipment a new one first, and then revoke the old one.

    \b
    pit feed token new reader-7 --table MB-07
    """
    from ledger.equipment.acts import IssueFeedToken
    from ledger.values import tokens

    made = tokens.made()
    act = said(
        IssueFeedToken, at, of_source=source, tables=list(tables), sha256=tokens.digest(made)
    )
    done = session().ledger.do(act, key=key, dry_run=dry_run)
    shown = None if dry_run or done.repeated else made
    if as_json:
        click.echo(json.dumps({**to_json(done, dry_run=dry_run), "token": shown}))
        return
    show(done, dry_run=dry_run, as_json=False)
    if shown is not None:
        click.echo(shown)
    elif done.repeated:
        lost = "where it is lost, revoke it and issue another one under another key."
        say([f"Its token was shown then, and is kept nowhere: {lost}"], err=True)


@token.command("revoke")
@click.argument("source", metavar="SOURCE")
@click.argument("number", metavar="NUMBER", type=number())
@click.option("--reason", required=True, metavar="WHY", help="Why.")
@writing
def revoke(source: str, number: int, reason: str, **how: Any) -> None:
    """Let token NUMBER of SOURCE be good no more; what it fed stays."""
    from ledger.equipment.acts import RevokeFeedToken

    record(RevokeFeedToken, of_source=source, number=number, reason=reason, **how)


@click.command("tokens", cls=PitCommand)
@options(as_json)
def tokens(as_json: bool) -> None:
    """Every token there ever was, by source: for which tables, who issued it when, and whether it was revoked."""
    from projections.queries.feed_tokens import tokens as all_tokens

    found = all_tokens(session().ledger)
    if as_json:
        print_json(found)
        return
    show_lines(map(_line, found))
    if not found:
        click.echo("No source has a token: nothing is fed over HTTP.")


def _line(found: "Token") -> str:
    from projections.queries.words import local

    zone = session().ledger.calendar.tz
    revoked = (
        f"; revoked {local(found.revoked_at, zone)} by {found.revoked_by}: {found.reason}"
        if found.revoked_at
        else ""
    )
    return (
        f"{found.source} {found.number}: {', '.join(found.tables) or 'every table'},"
        f" issued {local(found.issued_at, zone)} by {found.issued_by}{revoked}"
    )

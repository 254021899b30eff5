"""`pit serve`: the books in a browser."""

import ipaddress
import re
import socket
import webbrowser
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from cli.frame.extras import needing
from cli.frame.options import PitCommand, session
from cli.typed.kinds import number
from ledger.values.errors import Misused, Refused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

PORT = 8321

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104  it is what is refused unless a name is given

_NAME: Final = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.IGNORECASE
)
"""A host as a browser names it (RFC 1123, section 2.1)."""


@click.command("serve", cls=PitCommand)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Where it listens."
)
@click.option(
    "--port", type=number(1, 65_535), default=PORT, show_default=True, metavar="N", help="Its port."
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="By which it is asked for, as behind a proxy; as often as there are. Operators sign in then.",
)
@click.option(
    "--feed-db",
    metavar="URL",
    envvar="PIT_FEED_DB",
    help="The store as one may write to it, for equipment that feeds over HTTP; without it nothing is fed here.",
)
@click.option("--open", "browse", is_flag=True, help="Open a browser at it.")
def serve(
    host: str, port: int, names: tuple[str, ...], feed_db: str | None, *, browse: bool
) -> None:
    """Show the books in a browser, until Ctrl-C: they can be read there, and nothing recorded.

    On this machine, which is all that it answers unless said otherwise, nobody is asked who they are. With another
    --host, or a --name, operators sign in with their passphrases, and their roles decide what they see.

    With --feed-db, equipment that has a token (pit feed token new) feeds there too: POST /feed.

    \b
    pit serve --open
    pit serve --name books.harbor-house.example
    """
    with needing("serve", "pit serve"):
        from cli.serve.app import make_app
        from cli.serve.server import Server
    for each in (host, *names):
        _verify_host(each)
    if feed_db is not None:
        _verify_feed_store(feed_db)
    app = make_app(
        session().url, _names(host, names, feeds=feed_db is not None), feed_db, apart=True
    )
    with _listening(host, port) as listens:
        address = f"http://{_bracketed(host)}:{port}"
        click.echo(address)
        if browse:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        Server(app).run(sockets=[listens])


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listening(host: str, port: int) -> socket.socket:
    """Where requests come in; whoever asks from here on is answered. Raises Misused where nothing can listen."""
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        why = str(error.strerror).partition(" (while ")[0]  # What follows says it once more.
        raise Misused(
            "cannot_listen",
            f"Nothing can listen at port {port} of {host}: {why}.",
            "Name another --port, or a --host that is an address of this machine; stop what listens there already.",
            host=host,
            port=port,
        ) from error


def _verify_host(name: str) -> None:
    """Raise Misused for what is neither a host's name nor an address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        if not _NAME.fullmatch(name):
            raise Misused(
                "bad_host",
                f"{name!r} is not the name of a host.",
                "Say it without http:// and without a port, as in books.harbor-house.example.",
                host=name,
            ) from None


def _verify_feed_store(url: str) -> None:
    """Raise Misused or StoreUnreachable for an address at which is no store of this version that can be written to."""
    from cli.frame.bootstrap import open_store

    with open_store(url, session().catalogue) as ledger:
        _verify_written(ledger)


def _verify_written(ledger: "Ledger") -> None:
    """Raise Misused for a store that may only be read."""
    from projections.queries.current import only_read

    if only_read(ledger):
        raise Misused(
            "feed_store_read_only",
            "Attempts to sign in, and what is fed, are recorded, and the store may only be read at this address.",
            "Name the store as one may write to it: --feed-db.",
        )


def _names(host: str, names: tuple[str, ...], *, feeds: bool) -> tuple[str, ...]:
    """The names by which others ask for it; none where only this machine does. feeds: whether the store that is
    written to is named apart. Raises Misused, Refused.
    """
    from cli.serve.doors import LOOPBACK

    if host in LOOPBACK and not names:
        click.echo("It answers this machine alone, and asks nobody who they are.", err=True)
        return ()
    if host in ANYWHERE and not names:
        raise Misused(
            "no_name",
            f"{host} is every address of this machine, and no name for it.",
            "Say by which name it is asked for: --name.",
            host=host,
        )
    from projections.queries.operators import may_sign_in

    able = may_sign_in(session().ledger)
    if not able:
        raise Refused(
            "nobody_enrolled",
            "Whoever reads from elsewhere signs in, and no operator has a passphrase.",
            "Register them (pit operator register) and enroll them (pit operator enroll).",
        )
    if not feeds:
        _verify_written(session().ledger)
    click.echo(f"Operators sign in; so can {', '.join(able)}.", err=True)
    return names or (host,)

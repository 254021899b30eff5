"""`pit serve`: the books in a browser."""

import webbrowser
from typing import TYPE_CHECKING

import click

from cli.frame.options import PitCommand, session
from cli.typed.kinds import number
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from starlette.applications import Starlette

PORT = 8321
GRACE_SECONDS = 3
"""How long what is being answered may take once it is stopped; a feed has saved by then what came."""


@click.command("serve", cls=PitCommand)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="HOST",
    help="Where it listens; this machine alone unless said.",
)
@click.option(
    "--port", type=number(1, 65_535), default=PORT, show_default=True, metavar="N", help="Its port."
)
@click.option(
    "--feed-db",
    metavar="URL",
    envvar="PIT_FEED_DB",
    help="The store as one may write to it, for equipment that feeds over HTTP; without it nothing is fed here.",
)
@click.option("--open", "browse", is_flag=True, help="Open a browser at it.")
def serve(host: str, port: int, feed_db: str | None, *, browse: bool) -> None:
    """Show the books in a browser, at http://127.0.0.1:8321 until Ctrl-C; nothing can be recorded there.

    With --feed-db, equipment that has a token (pit feed token new) feeds there too: POST /feed.

    \b
    pit serve --open
    """
    import uvicorn

    app = _app(session().url, host, feed_db)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    click.echo(address)
    click.echo("Whoever uses this machine can read it: nobody is asked who they are.", err=True)
    if browse:
        webbrowser.open(address)
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _app(url: str, host: str, feed_url: str | None) -> "Starlette":
    """The application. Raises Misused where what it takes is not installed."""
    try:
        from cli.serve.app import make_app
    except ModuleNotFoundError as error:
        raise Misused(
            "not_installed",
            f"What pit serve takes is not installed: {error.name}.",
            "Install it: pip install 'pit-ledger[serve]'.",
            module=error.name,
        ) from error
    from cli.serve.doors import LOOPBACK

    return make_app(url, (*LOOPBACK, host), feed_url)

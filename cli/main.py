"""`pit`: one command for clerk, accounting and audit. Nouns, then verbs; each noun is a module, imported when it is used."""

import importlib
import sys
from typing import NoReturn

import click

from cli.options import Session
from ledger.errors import PitError

NOUNS = {
    "init": ("cli.init", "Create or upgrade the store of this property."),
    "rules": ("cli.rules", "Rules submissions: what may be offered, and how it is settled."),
    "table": ("cli.table", "Open, close and show gaming tables."),
    "shoe": ("cli.shoe", "The shoe in play."),
    "seat": ("cli.seat", "Who sits where."),
    "round": ("cli.round", "Play a round by hand."),
    "wager": ("cli.wager", "Place and withdraw wagers."),
    "vig": ("cli.vig", "Outstanding vigorish."),
    "chips": ("cli.chips", "Buy-ins, fills and credits."),
    "feed": ("cli.feed", "Read a table feed."),
    "day": ("cli.day", "The gaming day: show and count."),
    "report": ("cli.report", "Reports of a gaming day."),
    "audit": ("cli.audit", "Replay a hand; settle hands apart from any store."),
    "db": ("cli.db", "The store itself: upgrade, check, status, rebuild, snapshot."),
    "demo": ("cli.demo", "Run a whole gaming day with made-up play."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that `pit --help` stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(NOUNS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in NOUNS:
            return None
        command = getattr(importlib.import_module(NOUNS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in NOUNS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--db", metavar="URL", envvar="PIT_DB", help="The store; else PIT_DB, the config file, sqlite:///pit.db.")
@click.option("--by", metavar="ID", envvar="PIT_BY", help="Who acts; else PIT_BY, the config file.")
@click.version_option(package_name="pit-ledger", prog_name="pit")
@click.pass_context
def pit(ctx: click.Context, db: str | None, by: str | None) -> None:
    """Table accounting for casino baccarat, from the first wager to the audited day."""
    ctx.obj = Session(db, by)
    ctx.call_on_close(ctx.obj.close)


def main() -> NoReturn:
    """Run `pit`; every error ends in a sentence and an exit code, never in a traceback."""
    try:
        result = pit.main(standalone_mode=False)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except PitError as error:
        show_refusal(error)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(result if isinstance(result, int) else 0)


def show_refusal(error: PitError) -> None:
    """Print code, sentence, facts and next step on stderr."""
    refusal = error.refusal
    click.secho(f"{refusal.code}: ", fg="red", bold=True, nl=False, err=True)
    click.echo(refusal.message, err=True)
    if refusal.facts:
        click.echo("  " + ", ".join(f"{name}: {value}" for name, value in refusal.facts.items()), err=True)
    click.echo(f"  {refusal.next_step}", err=True)

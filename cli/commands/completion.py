"""`pit completion`: what a shell needs to complete commands, as a file that starts nothing for most of them."""

import click

from cli.frame.options import PitCommand, session
from cli.typed.kinds import choice

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", cls=PitCommand)
@click.argument("what", metavar="bash|zsh|fish", type=choice("shell", *SHELLS, "names"))
@click.argument("kind", metavar="[KIND]", default="")
@click.argument("of", metavar="[TABLE]", default="")
@click.pass_context
def completion(ctx: click.Context, what: str, kind: str, of: str) -> None:
    """Print the file by which bash, zsh or fish completes commands of pit.

    \b
    pit completion bash > ~/.local/share/bash-completion/completions/pit
    pit completion zsh > ~/.zfunc/_pit        # a directory of fpath, before compinit
    pit completion fish > ~/.config/fish/completions/pit.fish

    Nouns, verbs, options and what an option may be stand in the file. Only names start pit, where one is written, and
    are asked for in the store: pit completion names TABLE, PIT, LINK, SERIES, SERIAL, OPERATOR, RULES; ROUND, AWARD
    or BET of a TABLE, which offers no other bets; METER of a LINK.
    """
    if what == "names":
        for name in session().names(kind, of):
            click.echo(name)
        return
    from cli.completion.scripts import script
    from cli.completion.takes import every

    click.echo(script(what, every(ctx.find_root().command)), nl=False)

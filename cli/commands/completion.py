"""`pit completion`: what a shell needs to complete commands, as a file that starts nothing for most of them."""

import click

from cli.frame.options import PitCommand, session

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", cls=PitCommand)
@click.argument("what", metavar="bash|zsh|fish", type=click.Choice((*SHELLS, "names")))
@click.argument("kind", metavar="[KIND]", default="")
@click.argument("code", metavar="[TABLE]", default="")
def completion(what: str, kind: str, code: str) -> None:
    """Print the file by which bash, zsh or fish completes commands of pit.

    \b
    pit completion bash > ~/.local/share/bash-completion/completions/pit
    pit completion zsh > ~/.zfunc/_pit
    pit completion fish > ~/.config/fish/completions/pit.fish

    Nouns, verbs, options and what an option may be stand in the file. Names are asked for in the store where one is
    written: pit completion names TABLE, ROUND, LINK, SERIES, OPERATOR, RULES; BET TABLE for what a table offers.
    """
    if what == "names":
        for name in session().names(kind, code):
            click.echo(name)
        return
    from cli.frame.reference import leaves
    from cli.shown.completion import script

    click.echo(script(what, leaves()), nl=False)

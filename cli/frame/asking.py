"""Whether somebody is there to be asked, and what they say."""

import sys
from typing import Any

import click

from cli.frame.echo import seen
from cli.frame.paging import at_words, lines_wait


def at_terminal() -> bool:
    """Whether a person is there to be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def may_be_asked() -> bool:
    """Whether a person is there, and looks: behind lines that wait at the terminal nobody is asked."""
    return at_terminal() and not lines_wait()


def confirmed(question: str) -> bool:
    """Whether a person says yes; anything else is a no."""
    asked = "\n".join(at_words([f"{question} [y/N]:"], err=True))
    said = answered(asked, default="", show_default=False, prompt_suffix=" ")
    return said.strip().lower() in {"y", "yes"}


def answered(question: str, **how: Any) -> str:
    """What a person answers to a question on standard error. how: as `click.prompt` has it."""
    with seen():
        try:
            said: str = click.prompt(question, err=True, **how)
        except click.Abort:
            click.echo(err=True)  # What is said of it is no answer.
            raise
    return said

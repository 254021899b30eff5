"""Whether somebody is there to be asked, and what they say."""

import sys

import click


def at_terminal() -> bool:
    """Whether a person is there to be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirmed(question: str) -> bool:
    """Whether a person says yes; anything else is a no."""
    said: str = click.prompt(f"{question} [y/N]", default="", show_default=False, err=True)
    return said.strip().lower() in {"y", "yes"}

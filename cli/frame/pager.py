"""The program that shows what is longer than a terminal."""

import os
import shlex
import shutil
import sys
from contextlib import suppress
from typing import Final

import click

NOT_FOUND: Final = 127
"""The exit code of a shell that knows no such command."""


def pager() -> str:
    """PIT_PAGER, else PAGER, else less where it is there: a command as a shell reads it. "" where PIT_PAGER is set and
    empty, where it is no command, and where there is none.
    """
    named = os.environ.get("PIT_PAGER")
    command = (
        (named or os.environ.get("PAGER") or shutil.which("less") or "") if named != "" else ""
    )
    with suppress(ValueError):  # A quotation mark that is not closed.
        return command if shlex.split(command) else ""
    return ""


def paged(text: str, by: str) -> None:
    """Show text by a pager, until that ends; as it is where it is not found, and where nobody types. That it failed is
    said: it may have shown nothing.
    """
    if not sys.stdin.isatty():
        click.echo(text, nl=False)
        return
    code = _shown(text, by)
    if code == NOT_FOUND:
        click.echo(text, nl=False)
    elif code:
        click.echo(f"The pager ended with exit code {code}: {by}. See --no-pager.", err=True)


def _shown(text: str, by: str) -> int:
    """The exit code of a pager. Ctrl-C is the pager's to read."""
    import subprocess

    process = subprocess.Popen(  # noqa: S602  a person's own command, which may be a pipe, as git has it
        by, shell=True, stdin=subprocess.PIPE, text=True, errors="replace"
    )
    with suppress(BrokenPipeError, KeyboardInterrupt), process.stdin or sys.stdout as into:
        into.write(text)
    while process.poll() is None:
        with suppress(KeyboardInterrupt):
            process.wait()
    return process.returncode

"""How somebody gives a passphrase: typed at a terminal, unseen, or in a file that is theirs alone."""

import os
import stat
import sys
from pathlib import Path

import click

from cli.frame.asking import at_terminal
from cli.frame.echo import unseen
from ledger.values.errors import Misused, Refused

STANDARD_INPUT = "-"
_MOST = 1 << 14


def ask(operator: str, *, new: bool, file: str | None) -> str | None:
    """The passphrase of an operator; None where nobody is there. new: one that is set. file: where it stands."""
    if file is not None:
        return _read(file)
    if not at_terminal():
        return None
    if new:
        return _twice(operator)
    return _typed(f"Passphrase of {operator}")


def _twice(operator: str) -> str:
    first = _typed(f"New passphrase of {operator}")
    if first != _typed("The same again"):
        raise Refused(
            "passphrases_differ",
            "The two are not the same.",
            "Nothing was recorded; repeat the command.",
        )
    return first


def _typed(question: str) -> str:
    with unseen():
        typed: str = click.prompt(question, hide_input=True, err=True)
    return typed


def _read(place: str) -> str:
    """The first line of a file, or of standard input. Raises Misused for a file that others may read."""
    if place == STANDARD_INPUT:
        return _line(sys.stdin.readline(_MOST))
    with Path(place).open(encoding="utf-8") as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISREG(mode) and stat.S_IMODE(mode) & 0o077:
            raise Misused(
                "passphrase_exposed",
                f"{place} may be read by others than its owner.",
                f"chmod 600 {place}; where others have read it, set another passphrase.",
                file=place,
                mode=f"{stat.S_IMODE(mode):04o}",
            )
        return _line(file.readline(_MOST))


def _line(read: str) -> str:
    """As it was typed, without the end of the line."""
    return read.removesuffix("\n").removesuffix("\r")

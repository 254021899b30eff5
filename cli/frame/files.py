"""Files that a command writes for people: whole, or not at all."""

import errno
import os
from pathlib import Path

import click

from cli.frame.asking import confirmed, may_be_asked
from cli.frame.options import session
from cli.typed.kinds import NEW_FILE
from ledger.values.errors import Misused
from ledger.values.files import file_exists, verify_no_secret, verify_writable, write_whole

force = click.option("--force", is_flag=True, help="Replace a file that is there.")
"""What every command takes that writes a file: --force."""


resume_option = click.option(
    "--resume",
    type=NEW_FILE,
    metavar="FILE",
    help="Keep in FILE how far it comes; go on from there.",
)
"""What goes through the whole log and can be stopped: --resume."""


def may_write(place: Path, *, force: bool) -> bool:
    """Ask now whether a file may be written, so that what follows is not done in vain. force: replace one that is
    there; a person is asked. Returns whether it is replaced. Raises Misused where it cannot be written.
    """
    verify_writable(place)
    verify_no_secret(place, session().secret_files)
    if not place.parent.is_dir():
        raise _not_written(place, os.strerror(errno.ENOENT))
    if place.is_file() and not _is_replaced(place, force=force):
        raise file_exists(place)
    return force or place.is_file()


def _is_replaced(place: Path, *, force: bool) -> bool:
    """Whether a file that is there is to be; a person is asked."""
    if force or not may_be_asked():
        return force
    return confirmed(f"{place} is there already. Replace it?")


def write_file(place: Path, content: bytes, *, force: bool) -> None:
    """Write a file. force: replace one that is there; a person is asked. Raises Misused where that cannot be done."""
    try:
        verify_no_secret(place, session().secret_files)
        write_whole(place, content, lambda: _is_replaced(place, force=force))
    except OSError as error:
        raise _not_written(place, error.strerror) from error
    click.echo(f"Written: {place}", err=True)


def _not_written(place: Path, why: str | None) -> Misused:
    return Misused(
        "file_not_written",
        f"{place} cannot be written: {why}.",
        "Name another file.",
        file=str(place),
    )

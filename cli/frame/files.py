"""Files that a command writes for people: whole, or not at all."""

from contextlib import suppress
from pathlib import Path

import click

from ledger.values.errors import Misused

NEW_FILE = click.Path(dir_okay=False, path_type=Path)


def write_file(place: Path, content: bytes) -> None:
    """Write a file beside its place and move it there. Raises Misused where that cannot be done."""
    beside = place.with_name(f".{place.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(place)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise Misused(
            "file_not_written",
            f"{place} cannot be written: {error.strerror}.",
            "Name another file.",
            file=str(place),
        ) from error
    click.echo(f"Written: {place}", err=True)

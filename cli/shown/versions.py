"""The versions of a day's report as a person reads them."""

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from cli.shown.compare import lines as changed

if TYPE_CHECKING:
    from projections.queries.versions import Version, Versions


def lines(found: "Versions", zone: tzinfo) -> Iterator[str]:
    """Each version, and what changed from the one to the other."""
    for version in found.versions:
        yield _line(version, zone)
    yield ""
    if not found.changes:
        yield "Nothing changed from the one to the other."
    yield from changed(found.changes, "day", zone)


def _line(version: "Version", zone: tzinfo) -> str:
    who = " and ".join(each for each in (version.by, version.second) if each)
    when = (
        datetime.fromisoformat(version.at).astimezone(zone).isoformat(sep=" ", timespec="seconds")
        if version.at
        else "not signed"
    )
    return f"{version.name.capitalize():<12} {when}, {f'{who}, ' if who else ''}event {version.position}"

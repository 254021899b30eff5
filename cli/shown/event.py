"""One event as a person reads it."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import TYPE_CHECKING

from projections.queries.words import local

if TYPE_CHECKING:
    from projections.queries.event import EventShown


def lines(found: "EventShown", zone: tzinfo) -> Iterator[str]:
    """In words, with when and by whom; and its fields as they are recorded."""
    yield from found.said.split("\n")
    yield f"  event {found.position:,}, at {local(found.at, zone)}, recorded {local(found.recorded_at, zone)}"
    for each in found.operators:
        yield f"  {each.operator}: {each.words} ({each.capacities})"
    yield from (f"  {name}: {value}" for name, value in found.event.items())

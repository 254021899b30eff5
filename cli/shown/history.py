"""A table's day as a person reads it, a line an event."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from projections.queries.history import Entry
from projections.queries.words import local


def lines(found: Iterable[Entry], zone: tzinfo) -> Iterator[str]:
    """The events; when it was recorded is said where that was later."""
    for each in found:
        at, recorded_at = local(each.at, zone), local(each.recorded_at, zone)
        late = "" if at == recorded_at else f" (recorded {recorded_at})"
        first, *more = each.said.splitlines()
        yield f"{each.position:>9,}  {at}{late}  {each.by:<8}  {first}"
        yield from (f"{'':11}{line}" for line in more)

"""What the feed itself leaves on record. Stream `feed:SOURCE`."""

from ledger.events.base import Event


def stream(source: str) -> str:
    """The stream of one source; records that name no source share `feed:`."""
    return f"feed:{source}"


class RecordRefused(Event, frozen=True, kw_only=True):
    """A record set aside by quarantine. Its number counts as taken.

    raw: the line as it came, for the corrected record.
    """

    line: int
    code: str
    message: str
    raw: str
    table: str = ""

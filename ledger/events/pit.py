"""Which tables are open in a pit, and by which procedures. Stream `pit:CODE`."""

from ledger.events.base import Event


def stream(code: str) -> str:
    """The stream of a pit."""
    return f"pit:{code}"


class TableJoinedPit(Event, frozen=True, kw_only=True):
    """A table is open in the pit, or goes on there under other rules.

    rules_source: the regulator's text its submission follows. choices: what that text wants to be uniform in a pit.
    """

    table: str
    rules_source: str
    choices: dict[str, str]


class TableLeftPit(Event, frozen=True, kw_only=True):
    """A table of the pit has closed."""

    table: str

"""What happened to an award at its table: its payment, or that there was none after all. Stream `table:CODE`."""

from ledger.events.base import TableEvent


class AwardHandedOver(TableEvent, frozen=True, kw_only=True):
    """A meter's award paid in chips out of the tray."""

    round: str
    seat: int
    meter: str
    cents: int


class AwardNotHandedOver(TableEvent, frozen=True, kw_only=True):
    """A meter's award was not paid in chips out of the tray after all: it is recorded otherwise now.

    handed_at: when it was said to have left the tray, microseconds UTC.
    """

    round: str
    seat: int
    meter: str
    cents: int
    handed_at: int

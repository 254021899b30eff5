"""A fill or a credit on its way: requested, prepared by the cage, or void. Stream `table:CODE`; money in cents.

What was received at the table is `ChipsFilled` or `ChipsCredited`: nothing before it moves a chip of the tray.
"""

from ledger.events.base import TableEvent
from ledger.events.table import Inventory


class ChipsRequested(TableEvent, frozen=True, kw_only=True):
    """A supervisor asked the cage for a fill, or to take a credit. kind: `fill` or `credit`."""

    kind: str
    chips: Inventory
    cents: int
    supervisor: str


class SlipPrepared(TableEvent, frozen=True, kw_only=True):
    """The cage wrote the slip of a request, and security took it, with the chips of a fill, to the table.

    request: the version of its request in this stream. chips: as the cage's copy reads.
    """

    kind: str
    request: int
    slip: str
    chips: Inventory
    cents: int
    cage: str
    security: str


class SlipVoided(TableEvent, frozen=True, kw_only=True):
    """A request, or the slip that was prepared for it, comes to nothing: no chip moved at the table.

    slip, cage: "" where none was prepared; else all its parts are marked VOID and kept. cents: that are not moved.
    """

    kind: str
    request: int
    cents: int
    reason: str
    supervisor: str
    slip: str = ""
    cage: str = ""

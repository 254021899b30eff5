"""The gaming day's own facts: what the soft count found. Stream `day:DATE`."""

import msgspec

from ledger.errors import Refused
from ledger.events import Event


def stream(day: str) -> str:
    """The stream of a gaming day (ISO date)."""
    return f"day:{day}"


class DropCounted(Event, frozen=True, kw_only=True):
    """The cash found in one table's drop box.

    cash: notes by denomination in cents, empty when only the total is known. replaces: the count takes the place of an
    earlier one.
    """

    table: str
    cash: dict[int, int]
    cash_cents: int
    replaces: bool = False


class GamingDay(msgspec.Struct):
    """What has been counted for one gaming day: cash in cents by table."""

    version: int = 0
    drops: dict[str, int] = {}

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, DropCounted):
            self.drops[event.table] = event.cash_cents
        self.version += 1

    def verify_count(self, table: str, *, recount: bool) -> None:
        """Raise Refused where a second count would silently replace the first."""
        if table in self.drops and not recount:
            raise Refused(
                "drop_already_counted",
                f"The drop of {table} is already counted.",
                "Say --recount to replace the count; the first stays on record.",
                table=table,
                counted_cents=self.drops[table],
            )
        if table not in self.drops and recount:
            raise Refused(
                "drop_not_counted",
                f"The drop of {table} has not been counted yet.",
                "Leave --recount out.",
                table=table,
            )

"""What is printed for use."""

from typing import Literal

from ledger.events.act import Act, Name


class PrintDocument(Act, frozen=True, kw_only=True):
    """A form or a day's report is printed. name: the form's serial, or the gaming day (ISO date)."""

    document: Literal["form", "report"]
    name: Name

"""What is printed for use."""

from typing import Literal

from ledger.events.act import Act, Name


class PrintDocument(Act, frozen=True, kw_only=True):
    """A form, a day's report or the slip of a fill or credit is printed. name: the form's serial, the gaming day (ISO
    date), or the slip's number.
    """

    document: Literal["form", "report", "fill", "credit"]
    name: Name

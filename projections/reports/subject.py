"""A part of a report that a person reads: whose rows it has, and how they are shown."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from projections.figures.render import View


class Subject(msgspec.Struct, frozen=True):
    """A part of a report: the field that holds its rows, its short name, how its rows are shown.

    may_lack: whether a row can do without a figure, so that one left out is not an unknown one. told: its rows where
    they are not those of the field, as some of them are said elsewhere.
    """

    field: str
    name: str
    view: View
    may_lack: bool = False
    told: Callable[[Any], Sequence[msgspec.Struct]] | None = None

    def rows(self, report: msgspec.Struct) -> Sequence[msgspec.Struct]:
        """The rows of this part."""
        rows: Sequence[msgspec.Struct] | None = getattr(report, self.field)
        return (self.told(report) if self.told else rows) or []

"""What a request asks for: its address, and the moment to which it looks back (U2)."""

from calendar import monthrange
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from cli.frame import past
from cli.frame.options import Session, gaming_day
from cli.serve.readers import ANYBODY, Reader
from cli.typed.kinds import MONTH, Read, number
from ledger.desks.ledger import Spelled
from ledger.values.progress import Progress

MOMENTS = {"as_of": "--as-of", "known_at": "--known-at"}
"""What every address takes behind its question mark to look back, and the options by which commands do."""

YEAR = number(1_970, 9_998)


class Asked:
    """One request. named: the parts of its path. said: what stands behind its question mark. reader: who asks.
    notices: what they should know besides the answer. progress: told how far a long reading has come.

    Raises Misused for a moment that cannot be read, StoreUnreachable.
    """

    def __init__(
        self,
        current: Session,
        named: Mapping[str, str],
        said: Mapping[str, str],
        reader: Reader = ANYBODY,
        progress: Progress | None = None,
    ) -> None:
        self.reader = reader
        self.progress = progress
        self.notices: list[str] = []
        self.current = current
        self.ledger = current.ledger
        self.named = self._as_recorded(named)
        stripped = {name: text.strip() for name, text in said.items() if text.strip()}
        self.said = self._as_recorded(stripped)
        self.ledger.tell = self.notices.append
        current.as_of, current.known_at = self.said.get("as_of"), self.said.get("known_at")
        self.moment = past.asked(current)

    def _as_recorded(self, names: Mapping[str, str]) -> dict[str, str]:
        """Tables, pits and links as they were put into service, in whatever case they are named."""
        kinds: tuple[Spelled, ...] = ("table", "pit", "link")
        spelled = self.ledger.spelled
        return {**names} | {kind: spelled(names[kind], kind) for kind in kinds if kind in names}

    @cached_property
    def tables(self) -> frozenset[str]:
        """The codes of all tables."""
        from projections.queries.codes import names_of

        return frozenset(names_of(self.ledger, "TABLE"))

    @cached_property
    def operators(self) -> frozenset[str]:
        """The ids of all who were ever registered."""
        from projections.queries.operators import operators

        return frozenset(each.operator for each in operators(self.ledger))

    @cached_property
    def day(self) -> str:
        """The gaming day that the path names, as it is typed; of a month or a year the last one that had begun, of one
        that had not its first; else that of the moment. Raises Misused.
        """
        if "month" in self.named:
            month = MONTH.convert(self.named["month"], None, None)
            first, last = f"{month}-01", f"{month}-{monthrange(int(month[:4]), int(month[5:]))[1]}"
        elif "year" in self.named:
            year = YEAR.convert(self.named["year"], None, None)
            first, last = f"{year}-01-01", f"{year}-12-31"
        else:
            return self._day_of(self.named.get("day"))
        return max(first, min(last, self._day_of(None)))

    def _day_of(self, text: str | None) -> str:
        return gaming_day(text, self.ledger.calendar, self.current.stands_at())

    def option(self, name: str, kind: Read) -> Any:
        """What is said of a name, read as a command reads its option; None where nothing is. Raises Misused."""
        text = self.said.get(name)
        return None if text is None else kind.convert(text, None, None)

"""What was recorded with a section, told with it as it is cited now (U1): it may be known since that the text only
heads it, or prints it elsewhere. What was recorded stays as it is.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.shoe import ShoeEnded
from ledger.rules.source import as_cited

Cited = Callable[[str, str], str]
"""A subject and the section that was recorded of it, to the section as it is cited now."""

_SUBJECTS: Final[Mapping[type[Event], str]] = {
    e.ThirdCardDealt: "draw",
    e.IrregularCard: "irregularities",
    e.RoundSimulated: "irregularities",
    ShoeEnded: "round",
}


def recited(event: Event, cited: Cited = as_cited) -> Event:
    """An event with its sections as they are cited now. cited: of the submission it was played under, where that is
    known.
    """
    if isinstance(event, e.RoundSettled):
        lines = [replace(line, rule=cited(line.bet, line.rule)) for line in event.lines]
        return event if lines == event.lines else replace(event, lines=lines)
    subject = _SUBJECTS.get(type(event))
    if subject is None:
        return event
    rule: str = getattr(event, "rule")  # noqa: B009  every kind there has one
    return replace(event, rule=cited(subject, rule))

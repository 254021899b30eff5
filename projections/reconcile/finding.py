"""A finding of a kind, in words."""

from collections.abc import Iterable

import msgspec

from ledger.events.finding import EventPlace, Finding
from projections.figures.finding_kinds import KINDS, Kind


def found(  # noqa: PLR0913  what a finding says, all but three by name
    code: str,
    subject: str,
    day: str,
    *,
    table: str | None = None,
    cents: int | None = None,
    events: Iterable[EventPlace] = (),
    about: str = "",
    since: str | None = None,
    kind: Kind | None = None,
) -> Finding:
    """A finding of a kind. subject: what it is about. about: a second sentence with its facts. kind: its sentences,
    where they are others than those of its code.
    """
    kind = kind or KINDS[code]
    finding = Finding(
        id=f"{code}:{subject}",
        code=code,
        gaming_day=day,
        table=table,
        cents=cents,
        message=f"{kind.message} {about}".strip(),
        usual_cause=kind.usual_cause,
        blocks=kind.blocks,
        events=sorted(set(events)),
    )
    return open_since(finding, since)


def open_since(finding: Finding, since: str | None) -> Finding:
    """The same finding, that says since which earlier day it is open; as it is where that is None, or said."""
    if since is None or finding.since is not None:
        return finding
    message = f"{finding.message} Open since {since}."
    return msgspec.structs.replace(finding, since=since, message=message)

"""A finding of a kind, in words."""

from collections.abc import Iterable

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
    if since is not None:
        about = f"{about} Open since {since}.".strip()
    return Finding(
        id=f"{code}:{subject}",
        code=code,
        gaming_day=day,
        table=table,
        cents=cents,
        message=f"{kind.message} {about}".strip(),
        usual_cause=kind.usual_cause,
        blocks=kind.blocks,
        events=sorted(set(events)),
        since=since,
    )

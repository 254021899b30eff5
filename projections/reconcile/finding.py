"""A finding: what does not agree on a gaming day."""

from collections.abc import Iterable

import msgspec

from projections.figures.finding_kinds import KINDS


class EventPlace(msgspec.Struct, frozen=True, order=True):
    """An event by its stream and its place there."""

    stream: str
    version: int

    def __str__(self) -> str:
        """As it stands in one cell with others: `table:MB-01:17`."""
        return f"{self.stream}:{self.version}"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What does not agree on a gaming day.

    id: code and subject, unique on the day. cents: the amount concerned, None where there is none.
    blocks: the day cannot be closed with it. events: those it rests on, the hands themselves apart; empty where
    nothing is on record, and what is missing is the finding. since: the earlier gaming day from which it is open.
    """

    id: str
    code: str
    gaming_day: str
    table: str | None
    cents: int | None
    message: str
    usual_cause: str
    blocks: bool
    events: list[EventPlace]
    since: str | None = None


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
) -> Finding:
    """A finding of a kind. subject: what it is about. about: a second sentence with its facts."""
    kind = KINDS[code]
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

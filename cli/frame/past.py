"""Looking back (U2): a report as it stood at an event of the log, or at a moment, from events alone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from cli.frame.options import Session, options, session
from ledger.values.errors import Misused

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ledger.events.base import Event
    from projections.engine.engine import Progress
    from projections.engine.model import Projection


@dataclass(frozen=True, slots=True)
class Past:
    """A state of the books. position: after that event of the log. happened_by, known_at: from what
    had happened, and had been recorded, by then; microseconds UTC. Those given all hold.
    """

    position: int | None = None
    happened_by: int | None = None
    known_at: int | None = None

    def leads_to(self, other: "Past") -> bool:
        """Whether the other state is this one and what the log holds after it, up to a later event."""
        instants = (self.happened_by, self.known_at, other.happened_by, other.known_at)
        if instants != (None,) * 4 or self.position is None or other.position is None:
            return False
        return self.position <= other.position

    def sees(self, position: int, event: "Event") -> bool:
        """Whether an event at this position of the log belongs to that state."""
        return (
            (self.position is None or position <= self.position)
            and (self.happened_by is None or event.at <= self.happened_by)
            and (self.known_at is None or event.recorded_at <= self.known_at)
        )


def _remember_as_of(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        session().as_of = value


def _remember_known_at(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        session().known_at = value


looking_back = options(
    click.option(
        "--as-of",
        metavar="EVENT|TIME",
        expose_value=False,
        callback=_remember_as_of,
        help="After that event of the log, or from what had happened by then.",
    ),
    click.option(
        "--known-at",
        metavar="TIME",
        expose_value=False,
        callback=_remember_known_at,
        help="From what had been recorded by then.",
    ),
)
"""What every command takes that reads through `cli.frame.reading.caught_up`: --as-of, --known-at."""


def past(current: Session) -> Past | None:
    """The state that this command was asked for; None for the books as they stand. Raises Misused."""
    if current.as_of is None and current.known_at is None:
        return None
    return read(current, current.as_of, current.known_at)


def read(current: Session, as_of: str | None, known_at: str | None) -> Past:
    """A state as typed: an event's position or a time, and a time by which it was known.

    Raises Misused for what lies ahead: the same question must always have the same answer.
    """
    known = None if known_at is None else _micros(current, known_at)
    if as_of is None:
        return Past(known_at=known)
    if as_of.isascii() and as_of.isdigit():
        position, head = int(as_of), current.ledger.journal.max_notification_id() or 0
        if position > head:
            raise _not_yet(as_of, f"The log ends at event {head}.", "Name an event that is there.")
        return Past(position=position, known_at=known)
    return Past(happened_by=_micros(current, as_of), known_at=known)


def _micros(current: Session, text: str) -> int:
    from ledger.values.calendar import to_micros

    moment = current.moment(text)
    if moment > datetime.now(UTC):
        raise _not_yet(text, f"{text} is still to come.", "Name a time that has passed.")
    return to_micros(moment)


def _not_yet(asked: str, message: str, next_step: str) -> Misused:
    return Misused("not_yet", message, next_step, asked=asked)


@contextmanager
def rebuilt(
    needs: "Sequence[Projection]", then: Past, progress: "Progress | None"
) -> Iterator["sa.Connection"]:
    """A connection to these read models as they stood then, made in memory from events alone."""
    from projections.engine import engine

    made = engine.as_of(
        needs,
        session().ledger.journal,
        position=then.position,
        known_at=then.known_at,
        happened_by=then.happened_by,
        progress=progress,
    )
    try:
        with engine.reading(made, needs) as connection:
            yield connection
    finally:
        made.dispose()


@contextmanager
def going_on(
    needs: "Sequence[Projection]", before: Past, after: Past, progress: "Progress | None"
) -> Iterator["Iterator[sa.Connection]"]:
    """Connections to these read models as they stood in one state and then in another that it leads to: the same ones,
    folded on. Each is to be read before the next is asked for.
    """
    from projections.engine import engine

    journal = session().ledger.journal
    made = engine.as_of(needs, journal, position=before.position, progress=progress)

    def states() -> Iterator["sa.Connection"]:
        for then in (before, after):
            engine.fold_on(needs, journal, made, then.position, progress=progress)
            with engine.reading(made, needs) as connection:
                yield connection

    try:
        yield states()
    finally:
        made.dispose()

"""Looking back (U2): the moment that a command asks for, as it is typed."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from cli.frame.options import Session, options, session
from cli.frame.paging import Noted
from ledger.values.numbers import whole

if TYPE_CHECKING:
    from projections.queries.moment import Moment


def _remember_as_of(_: click.Context, __: click.Parameter, value: str) -> None:
    session().as_of = value


def _remember_known_at(_: click.Context, __: click.Parameter, value: str) -> None:
    session().known_at = value


looking_back = options(
    click.option(
        "--as-of",
        cls=Noted,
        metavar="EVENT|TIME",
        callback=_remember_as_of,
        help="After that event of the log, or from what had happened by then.",
    ),
    click.option(
        "--known-at",
        cls=Noted,
        metavar="TIME",
        callback=_remember_known_at,
        help="From what had been recorded by then.",
    ),
)
"""What every command takes that asks a query at a moment: --as-of, --known-at."""


def asked(current: Session) -> "Moment":
    """The moment that this command was asked for; now where none was typed. Raises Misused."""
    return read(current, current.as_of, current.known_at)


def read(current: Session, as_of: str | None, known_at: str | None) -> "Moment":
    """A moment as typed: an event's position or a time, and a time by which it was known.

    Raises Misused for what lies ahead.
    """
    from projections.queries.moment import Moment, verify_reached

    known = None if known_at is None else _micros(current, known_at)
    if as_of is None:
        return Moment(known_at=known)
    if as_of.isascii() and as_of.isdigit():
        found = Moment(position=whole(as_of, "as-of"), known_at=known)
        verify_reached(current.ledger, found)
        return found
    return Moment(happened_by=_micros(current, as_of), known_at=known)


def _micros(current: Session, text: str) -> int:
    from ledger.values.calendar import to_micros
    from projections.queries.moment import not_yet

    moment = current.moment(text)
    if moment > datetime.now(UTC):
        raise not_yet(text, f"{text} is still to come.", "Name a time that has passed.")
    return to_micros(moment)

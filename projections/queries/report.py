"""Reports by the names under which they are asked for, at the moment that is asked for."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.values.progress import Progress
from projections.figures.render import View
from projections.queries.moment import NOW, Moment
from projections.queries.past import Since, caught_up, closing_of, position_of, signature
from projections.reports.kinds import DISPUTES, KINDS, Asked, Kind, kind_of

if TYPE_CHECKING:
    from projections.reports.master import Master


class Rows(NamedTuple):
    """A report. view: how it is shown. position: the event up to which its rows count. since: of a closed day, how it
    was closed and what was found out afterwards. signed_month: below the win of a month, how that was closed.
    """

    view: View
    rows: list[msgspec.Struct]
    position: int
    since: Since | None = None
    signed_month: Recorded | None = None


def report(  # noqa: PLR0913  four of them narrow what is asked for
    ledger: Ledger,
    moment: Moment,
    name: str,
    day: str,
    *,
    table: str | None = None,
    length: str | None = None,
    group: str | None = None,
    months: int | None = None,
    listed: bool = False,
    progress: Progress | None = None,
) -> Rows:
    """A report of a gaming day (ISO date) or of no time. name: one of `kinds.KINDS`. table: of it only.

    length, group: of table win: day, month or year; table, pit, game or property. Of performance: by what else.
    months: of a trend, how many. listed: whether only what a person is shown of its rows is asked for.
    """
    ends = ledger.calendar.bounds(date.fromisoformat(day))[1]
    asked = Asked(day, ends, length, group, table, months=months, listed=listed)
    found = rows(ledger, moment, kind_of(name, asked), asked, progress)
    if listed and (name, length, moment) == ("win", "month", NOW):
        return found._replace(signed_month=closing_of(ledger, day[:7]))
    return found


def outstanding(
    ledger: Ledger,
    moment: Moment = NOW,
    table: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """What each seat owes and gets back: how much, since when, from which rounds. table: of it only."""
    asked = Asked(table=table)
    return rows(ledger, moment, kind_of("outstanding", asked), asked, progress)


def disputes(
    ledger: Ledger, moment: Moment = NOW, day: str | None = None, progress: Progress | None = None
) -> Rows:
    """Disputes raised on a gaming day, or all that are open."""
    return rows(ledger, moment, DISPUTES, Asked(day), progress)


def rows(
    ledger: Ledger, moment: Moment, kind: Kind, asked: Asked, progress: Progress | None = None
) -> Rows:
    """A report of a kind. Of a closed day it is the one that was signed."""
    closed = signature(ledger, moment, asked.day) if asked.day and "day" in kind.takes else None
    if closed is not None:
        from projections.queries import signed  # noqa: PLC0415  it knows all reports

        return Rows(
            kind.shown,
            signed.rows(ledger, closed, kind, asked, progress),
            closed.books_at,
            signed.since(ledger, closed, progress),
        )
    needs = kind.needs
    with caught_up(ledger, moment, needs, progress) as connection:
        found = kind.rows(connection, asked)
        return Rows(kind.shown, found, position_of(connection, needs))


def figures(
    ledger: Ledger,
    moment: Moment,
    day: str,
    names: Sequence[str],
    progress: Progress | None = None,
) -> tuple[bool, dict[str, list[Any]]]:
    """Whether a gaming day is closed, and reports of it by their names, without what stands beside a closed one."""
    kinds = {name: KINDS[name] for name in names}
    asked, closed = Asked(day), signature(ledger, moment, day)
    if closed is not None:
        from projections.queries import signed  # noqa: PLC0415  it knows all reports

        return True, {
            name: signed.rows(ledger, closed, kind, asked, progress) for name, kind in kinds.items()
        }
    needs = tuple(dict.fromkeys(each for kind in kinds.values() for each in kind.needs))
    with caught_up(ledger, moment, needs, progress) as connection:
        return False, {name: kind.rows(connection, asked) for name, kind in kinds.items()}


def master_report(
    ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None
) -> "Master":
    """The master report of a gaming day (ISO date)."""
    # All figures and their read models are behind it, and the other reports do without them.
    from projections.queries import signed  # noqa: PLC0415  as said above

    closed = signature(ledger, moment, day)
    if closed is not None:
        return signed.whole(ledger, closed, progress)
    with caught_up(ledger, moment, signed.MASTER_NEEDS, progress) as connection:
        return signed.master_of(ledger, connection, day)

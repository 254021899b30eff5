"""Whether a store contradicts itself: every stream folded, every read model held against a rebuild.

The first thing found ends it, as an IntegrityFailure that names the event.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.day import DayClosed
from ledger.seal.unfinished import Unfinished
from ledger.store import schema
from ledger.store.engine import read_only
from projections.engine import engine as projection_engine
from projections.engine import kept
from projections.engine.engine import Progress
from projections.figures import closing, months, win
from projections.models.registry import BY_NAME, PROJECTIONS
from projections.queries import (
    check_models,
    check_records,
    check_rounds,
    check_streams,
    codes,
    month,
    signed,
    standing,
)
from projections.queries.check_days import not_as_signed
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up, going_on, signature
from projections.queries.workers import Part, Task, Workers


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What was held against each other and agrees. position: of the last event. read_models: the position of each.

    signed_days: closed days whose books are those that were signed. rounds: that were settled again. keys: whose events
    are there. passphrases: that are as they were set; None for a role that may not read them.
    """

    events: int
    streams: int
    snapshots: int
    position: int
    read_models: dict[str, int]
    signed_days: int
    rounds: int
    keys: int
    passphrases: int | None
    ok: bool = True


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What a store holds. feeds: the number of each one's last record. read_models: the position of each."""

    events: int
    last_event: int
    snapshots: int
    feeds: dict[str, int]
    read_models: dict[str, int]


def check(
    ledger: Ledger,
    progress: Progress | None = None,
    unfinished: Unfinished | None = None,
) -> Checked:
    """Fold every stream, hold every read model against a rebuild, settle every round again. Raises IntegrityFailure,
    Conflict.

    unfinished: an earlier one that was stopped; the steps that it had done are passed over while the log is the same.
    What is found is the same with any number of processes.
    """
    steps = unfinished or Unfinished()
    steps.at(ledger.position)
    with Workers(ledger) as sharing:
        parts = _done(sharing, check_streams.tasks(ledger, sharing.count), steps, progress)
        folded = check_streams.together(ledger, list(parts.values()))
        if not read_only(ledger.journal.engine):  # Together: the log is read once for all that lag.
            projection_engine.catch_up(
                PROJECTIONS, ledger.journal, ledger.journal.engine, progress=progress
            )
        models = check_models.tasks(sharing.count)
        rounds = check_rounds.tasks(ledger, sharing.count)
        days = Task("signed_days", _check_signed_days, (), int)
        file = Task("file", check_records.check_file, (), int)
        found = _done(sharing, [file, *models, days, *rounds], steps, progress)
    stand_at: dict[str, int] = {}
    for each in models:
        stand_at |= found[each.name]
    checked = Checked(
        events=folded.events,
        streams=folded.streams,
        snapshots=folded.snapshots,
        position=folded.position,
        read_models={name: stand_at[name] for name in BY_NAME},
        signed_days=found[days.name],
        rounds=sum(found[each.name] for each in rounds),
        keys=check_records.check_keys(ledger),
        passphrases=check_records.check_passphrases(ledger),
    )
    check_records.check_guards(ledger)
    return checked


def fold(ledger: Ledger, progress: Progress | None = None) -> None:
    """Fold every stream. Raises IntegrityFailure."""
    with Workers(ledger) as sharing:
        parts = _done(sharing, check_streams.tasks(ledger, sharing.count), Unfinished(), progress)
    check_streams.together(ledger, list(parts.values()))


def _done(
    workers: Workers, tasks: Sequence[Task], steps: Unfinished, progress: Progress | None
) -> dict[str, Any]:
    """What tasks come to, by their names; those that were done before are not done again. Raises the first fault that
    their parts have found.
    """
    known = {each.name: steps.known(each.name, each.gives) for each in tasks}

    def keep(name: str, found: Any) -> None:
        if not isinstance(found, Part):
            steps.done(name, found)
        elif found.fault is None:
            steps.done(name, found.found)

    left = [each for each in tasks if known[each.name] is None]
    done = workers.share(left, progress, keep)
    parts = [each for each in done.values() if isinstance(each, Part)]
    faults = [(each.order, each.fault) for each in parts if each.fault is not None]
    if faults:
        raise min(faults, key=itemgetter(0))[1]
    return {
        name: getattr(done[name], "found", done[name]) if name in done else before
        for name, before in known.items()
    }


def contents(ledger: Ledger) -> Contents:
    """How much the store holds, and how far each read model is."""
    journal, events = ledger.journal, schema.events
    at = {
        each.name: projection_engine.status(each, journal, journal.engine) for each in PROJECTIONS
    }
    with journal.engine.connect() as connection:
        feeds = connection.execute(sa.select(schema.feed_sources))
        return Contents(
            events=connection.scalar(sa.select(sa.func.count()).select_from(events)) or 0,
            last_event=ledger.position,
            snapshots=connection.scalar(sa.select(sa.func.count()).select_from(schema.snapshots))
            or 0,
            feeds={row.source: row.last_seq for row in feeds},
            read_models={name: place.position for name, place in at.items()},
        )


def snapshot(ledger: Ledger, progress: Progress | None = None) -> list[str]:
    """Write the snapshots that are due, of tables and of links; which ones got some."""
    tables = codes.table_codes(ledger, progress=progress)
    links = standing.link_codes(ledger, progress=progress)
    written = [code for code in tables if ledger.snapshot(code)]
    return written + [code for code in links if ledger.snapshot_link(code)]


def closed_days(ledger: Ledger, progress: Progress | None) -> list[DayClosed]:
    """How each closed day was signed, in the order of the books."""
    with caught_up(ledger, NOW, closing.NEEDS, progress) as connection:
        days = [signature(ledger, NOW, day) for day in closing.closed_days(connection)]
    return sorted((each for each in days if each is not None), key=lambda each: each.books_at)


def _check_signed_days(ledger: Ledger, progress: Progress | None) -> int:
    """Hold the books of every closed day, and what is kept of its reports, against the events that were signed: the log
    is folded once, from one day's books to the next. How many days. Raises IntegrityFailure.
    """
    journal, closed = ledger.journal, closed_days(ledger, progress)
    if not closed:
        return 0
    states = [Moment(position=each.books_at) for each in closed]
    with going_on(ledger, states, signed.NEEDS, progress) as connections:
        for each, then in zip(closed, connections, strict=True):
            connection = signed.as_signed(then, each)
            differing = closing.differing(each.books, win.win(connection, each.day))
            if differing:
                raise not_as_signed(each.day, f"the books of {', '.join(differing)}")
            made = signed.parts(ledger, connection, each.day)
            with journal.engine.connect() as live:
                part = kept.differs(live, each.day, each.books_at, each.reports_sha256, made)
            if part:
                raise not_as_signed(each.day, f"what is kept of its reports ({part})")
            models = signed.rows_differing(ledger, connection, each, made)
            if models:
                raise not_as_signed(each.day, f"the rows of {', '.join(models)}")
    rows = [signed.rows_signed(ledger, each) for each in closed]
    with caught_up(ledger, NOW, signed.NEEDS, progress) as connection:
        for each, then_signed in zip(closed, rows, strict=True):
            changed = signed.changed(connection, each, then_signed)
            if changed:
                raise not_as_signed(
                    each.day, f"what the log makes of it today: {', '.join(changed)}"
                )
    _check_signed_months(ledger, sorted(closed, key=lambda each: each.day))
    return len(closed)


def _check_signed_months(ledger: Ledger, closed: Sequence[DayClosed]) -> None:
    """Hold the books of every closed month against those that its days were signed with."""
    for name, days in groupby(closed, key=lambda each: each.day[:7]):
        recorded = month.closing_of(ledger, name)
        differing = months.differing(recorded.event.books, days) if recorded else []
        if differing:
            raise not_as_signed(name, f"the books of {', '.join(differing)} are not its days'")

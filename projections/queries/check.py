"""Whether a store contradicts itself: every stream folded, every read model held against a rebuild.

The first thing found ends it, as an IntegrityFailure that names the event.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.seal.unfinished import Unfinished
from ledger.store.driver import ask, value_of
from ledger.store.engine import read_only
from projections.engine import engine as projection_engine
from projections.engine.engine import Progress
from projections.models.registry import BY_NAME, PROJECTIONS
from projections.queries import (
    check_file,
    check_keys,
    check_meters,
    check_numbers,
    check_records,
    check_rounds,
    check_signed,
    check_streams,
    codes,
    standing,
)
from projections.queries.workers import Task, Workers

GROUPS: Final = 2
"""In so many readings all read models of a long log are folded at the least: more would read more, one would hold all
in memory at once.
"""


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
    check_records.check_reached(ledger)
    steps = unfinished or Unfinished()
    steps.at(ledger.position)
    with Workers(ledger) as sharing:
        streams = check_streams.tasks(ledger, sharing.count, settles=True)
        parts = _done(sharing, streams, steps, progress)
        folded = check_streams.together(ledger, list(parts.values()))
        if not read_only(ledger.journal.engine):  # Together: the log is read once for all that lag.
            projection_engine.catch_up(
                PROJECTIONS, ledger.journal, ledger.journal.engine, progress=progress
            )
        days = [each.day for each in check_signed.closed_days(ledger, progress)]
        models = check_signed.tasks(days, max(sharing.count, 1 if sharing.few else GROUPS))
        rounds = check_rounds.tasks(ledger, sharing.count, folded.rounds)
        file = Task("file", check_file.check_file, (), int)
        found = _done(sharing, [file, *models, *rounds], steps, progress)
    stand_at: dict[str, int] = {}
    for each in models:
        stand_at |= found[each.name]
    check_meters.verify(ledger)
    checked = Checked(
        events=folded.events,
        streams=folded.streams,
        snapshots=folded.snapshots,
        position=folded.position,
        read_models={name: stand_at[name] for name in BY_NAME},
        signed_days=len(days),
        rounds=sum(found[each.name] for each in rounds),
        keys=check_keys.verify(ledger, folded.keys, folded.position),
        passphrases=check_records.check_passphrases(ledger),
    )
    check_numbers.verify(ledger, folded.numbers, folded.position)
    check_records.check_guards(ledger)
    return checked


def _done(
    workers: Workers, tasks: Sequence[Task], steps: Unfinished, progress: Progress | None
) -> dict[str, Any]:
    """What tasks come to, by their names; those that were done before are not done again. Raises the first fault that
    their parts have found.
    """
    parts = workers.go_on(tasks, steps, progress)
    faults = [(each.order, each.fault) for each in parts.values() if each.fault is not None]
    if faults:
        raise min(faults, key=itemgetter(0))[1]
    return {name: each.found for name, each in parts.items()}


def contents(ledger: Ledger) -> Contents:
    """How much the store holds, and how far each read model is."""
    with ledger.journal.engine.connect() as connection:
        feeds = ask(connection, "SELECT source, last_seq FROM feed_sources")
        return Contents(
            events=value_of(connection, "SELECT count(*) FROM events"),
            last_event=ledger.position,
            snapshots=value_of(connection, "SELECT count(*) FROM snapshots"),
            feeds={row.source: row.last_seq for row in feeds},
            read_models=projection_engine.positions(connection, PROJECTIONS),
        )


def snapshot(ledger: Ledger, progress: Progress | None = None) -> list[str]:
    """Write the snapshots that are due, of tables and of links; which ones got some."""
    tables = codes.table_codes(ledger, progress=progress)
    links = standing.link_codes(ledger, progress=progress)
    written = [code for code in tables if ledger.snapshot(code)]
    return written + [code for code in links if ledger.snapshot_link(code)]

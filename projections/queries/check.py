"""Whether a store contradicts itself: every stream folded, every read model held against a rebuild.

The first thing found ends it, as an IntegrityFailure that names the event.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.seal.unfinished import Unfinished
from ledger.store.driver import value_of
from ledger.store.engine import by_itself, read_only
from ledger.store.schema import HOW_MANY
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.models.registry import BY_NAME, PROJECTIONS
from projections.queries import (
    check_feeds,
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
from projections.queries.check_streams import Folded
from projections.queries.workers import Part, Task, Workers, raise_first

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
    return check_beside(ledger, [], progress, unfinished)[0]


def check_beside(
    ledger: Ledger,
    first: Sequence[Task],
    progress: Progress | None = None,
    unfinished: Unfinished | None = None,
) -> tuple[Checked, list[Any]]:
    """The same while other tasks are done, whose faults come first; what these come to."""
    check_records.check_reached(ledger)
    steps = unfinished or Unfinished()
    steps.at(ledger.position, ledger.url)
    with Workers(ledger) as sharing:
        found = _gone_through(ledger, sharing, first, steps, progress)
    check_meters.verify(ledger)
    folded = found.folded
    checked = Checked(
        events=folded.events,
        streams=folded.streams,
        snapshots=folded.snapshots,
        position=folded.position,
        read_models={name: found.stand_at[name] for name in BY_NAME},
        signed_days=found.signed_days,
        rounds=found.rounds,
        keys=check_keys.verify(ledger, folded.keys, folded.position),
        passphrases=check_records.check_passphrases(ledger),
    )
    check_numbers.verify(ledger, folded.numbers, folded.position)
    check_records.check_guards(ledger)
    return checked, found.first


class _Found(NamedTuple):
    """What processes came to. stand_at: the position of each read model; first: what stood before all else."""

    folded: Folded
    stand_at: dict[str, int]
    signed_days: int
    rounds: int
    first: list[Any]


def _gone_through(
    ledger: Ledger,
    sharing: Workers,
    first: Sequence[Task],
    steps: Unfinished,
    progress: Progress | None,
) -> _Found:
    lags, folded, parts = _lags(ledger), None, dict[str, Part]()
    many = sharing.count if lags else sharing.half
    of_log = [*first, *check_streams.tasks(ledger, many, settles=True)]
    if lags:  # What a faulty log says is taken into no read model.
        parts = sharing.go_on(of_log, steps, progress)
        folded = _folded(ledger, of_log, parts)
        if not read_only(ledger.journal.engine):  # Together: the log is read once for all that lag.
            projection_engine.catch_up(
                PROJECTIONS, ledger.journal, ledger.journal.engine, progress=progress
            )
    days = [each.day for each in check_signed.closed_days(ledger, progress)]
    file = Task("file", check_file.check_file, (), int, check_file.COST)
    beside = [file] if lags else [*of_log, file]
    groups = max(sharing.count, 1 if sharing.few else GROUPS)
    models = check_signed.tasks(days, groups, sharing.busy(beside))
    parts |= sharing.go_on([*beside, *models], steps, progress)
    folded = folded or _folded(ledger, of_log, parts)
    raise_first([file, *models], parts)
    rounds = check_rounds.tasks(ledger, sharing.count, folded.rounds)
    parts |= sharing.go_on(rounds, steps, progress)
    raise_first(rounds, parts)
    stand_at: dict[str, int] = {}
    for each in models:
        stand_at |= parts[each.name].found
    return _Found(
        folded,
        stand_at,
        len(days),
        sum(parts[each.name].found for each in rounds),
        [parts[each.name].found for each in first],
    )


def _lags(ledger: Ledger) -> bool:
    """Whether a read model lacks something that the log holds, or says what cannot be."""
    with by_itself(ledger.journal.engine) as connection:
        try:
            return projection_engine.lacking(connection, PROJECTIONS) is not None
        except IntegrityFailure:
            return True


def _folded(ledger: Ledger, of_log: Sequence[Task], parts: Mapping[str, Part]) -> Folded:
    """What all streams come to. Raises the first fault of the log."""
    raise_first(of_log, parts)
    found = [parts[each.name].found for each in of_log]
    return check_streams.together(ledger, [each for each in found if isinstance(each, Folded)])


def contents(ledger: Ledger) -> Contents:
    """How much the store holds, and how far each read model is."""
    with ledger.journal.engine.connect() as connection:
        return Contents(
            events=value_of(connection, HOW_MANY),
            last_event=ledger.position,
            snapshots=value_of(connection, "SELECT count(*) FROM snapshots"),
            feeds=check_feeds.stands(connection),
            read_models=projection_engine.positions(connection, PROJECTIONS),
        )


def snapshot(ledger: Ledger, progress: Progress | None = None) -> list[str]:
    """Write the snapshots that are due, of tables and of links; which ones got some."""
    tables = codes.table_codes(ledger, progress=progress)
    links = standing.link_codes(ledger, progress=progress)
    written = [code for code in tables if ledger.snapshot(code)]
    return written + [code for code in links if ledger.snapshot_link(code)]

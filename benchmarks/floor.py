"""A floor of 100 tables for benchmarks: gaming days that the ledger itself decided, as many events as are asked for.

One bank of five tables is played for real. Its events are then stored once for each of twenty banks, under that bank's
names and in turn, as if all of them played at the same moments: deciding takes longer than storing.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from zoneinfo import ZoneInfo

from eventsourcing.persistence import StoredEvent

from benchmarks.bank import TABLES_A_BANK, ZONE, Bank
from ledger.desks.ledger import Ledger
from ledger.events.feed import RecordRefused
from ledger.store.codec import TOPIC_OF
from ledger.store.engine import make_engine
from ledger.store.recorders import EventRow, FeedMove, SqlApplicationRecorder
from ledger.values.calendar import to_micros
from migrations.run import upgrade
from tests.clerk import establish

BANKS: Final = 20
PLAYED: Final = "B00"
"""What stands in every name of the bank that is played, and nowhere else in its events."""

EVENTS_A_ROUND: Final = 16
PROPERTY: Final = "Harbor House"
DAY: Final = date(2026, 7, 11)


def rounds_of(events: int) -> int:
    """At each of 100 tables, so that the day comes to about so many events."""
    return max(1, events // (BANKS * TABLES_A_BANK * EVENTS_A_ROUND))


def played(events: int, days: int, events_a_day: int, seed: int = 2026) -> list[EventRow]:
    """The events of the bank that is played, in order: earlier days, smaller ones, and then the day. seed: of what
    happens by chance.
    """
    with TemporaryDirectory() as home:
        url = f"sqlite:///{Path(home, 'bank.db')}"
        engine = make_engine(url)
        upgrade(engine)
        clock = _Clock(datetime.combine(DAY - timedelta(days=days), time(), ZoneInfo(ZONE)))
        with Ledger(url, clock=clock) as ledger:
            establish(ledger, since=clock.since)
            bank = Bank(ledger, PLAYED, Random(seed))  # noqa: S311  the same floor each time
            clock.bank = bank
            for ago in range(days, 0, -1):
                bank.day(DAY - timedelta(days=ago), rounds_of(events_a_day))
            bank.day(DAY, rounds_of(events))
            rows = ledger.journal.select_rows(0, 10**9)
        engine.dispose()
    return rows


class _Clock:
    """Says that it is as late as the last act. since: before the first."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self.bank: Bank | None = None

    def __call__(self) -> int:
        if self.bank is None:
            return to_micros(self.since)
        return max(to_micros(table.clerk.moment) for table in self.bank.tables)


def stored(recorder: SqlApplicationRecorder, rows: Iterable[EventRow], chunk: int = 10_000) -> int:
    """Store the bank's events for every bank; how many there are."""
    versions: dict[str, int] = {}
    events = chain.from_iterable(map(partial(_for_every_bank, versions), rows))
    count = refused = 0
    while some := list(islice(events, chunk)):
        recorder.append(some)
        count += len(some)
        refused += sum(each.topic == TOPIC_OF[RecordRefused] for each in some)
    recorder.append(
        [], feed={f"reader-B{n:02}": FeedMove(0, refused // BANKS) for n in range(BANKS) if refused}
    )
    return count


def _for_every_bank(versions: dict[str, int], row: EventRow) -> Iterator[StoredEvent]:
    _, stream, version, topic, state = row
    if stream == "property":
        yield StoredEvent(stream, version, topic, state)
        return
    # A series of slips goes by its prefix in small letters.
    small = PLAYED.lower()
    played, shared = PLAYED.encode(), small not in stream.lower()
    for n in range(BANKS):
        bank = f"B{n:02}"
        if shared:
            version = versions[stream] = versions.get(stream, 0) + 1
        yield StoredEvent(
            stream.replace(PLAYED, bank).replace(small, bank.lower()),
            version,
            topic,
            state.replace(played, bank.encode()),
        )

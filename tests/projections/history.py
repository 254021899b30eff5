"""Days at the tables, made up by a seeded hand: the events of a legal history, and what really lay
in tray and box.

Nothing of the write side is used. Chips and cash are moved about as people would move them; the
figures that projections must arrive at from the events are counted here in the trays and drop
boxes themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import merge
from random import Random
from typing import Any

from eventsourcing.persistence import StoredEvent
from sqlalchemy import Engine

from ledger.events import link as link_events
from ledger.events.base import Recorded
from ledger.events.day import DropCounted, FindingAcknowledged
from ledger.events.feed import RecordRefused
from ledger.events.property import PropertyEstablished, PropertySettingsChanged
from ledger.store.codec import EVENTS, TOPIC_OF
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine.engine import lacking
from projections.engine.model import Projection
from tests.projections.made_up_table import (
    DAYS,
    FIRST_DAY_AT,
    HOUR,
    Books,
    MadeUpTable,
    Writer,
    Written,
)


@dataclass(slots=True)
class History:
    """Recorded events in the order of the log, and the books by (day, table)."""

    recorded: list[Recorded] = field(repr=False)
    books: dict[tuple[str, str], Books] = field(repr=False)


def soft_count(rnd: Random, day: str, books: dict[tuple[str, str], Books]) -> Written:
    """The drop boxes of a day, counted the next morning: some twice, some not at all."""
    out = Writer(f"day:{day}", FIRST_DAY_AT + (DAYS.index(day) + 1) * 24 * HOUR + HOUR)
    out.day = day
    for (of, table), book in sorted(books.items()):
        if of != day or rnd.random() < 0.1:
            continue
        again = rnd.random() < 0.2
        if again:
            yield out.write(DropCounted, table=table, cash={}, cash_cents=rnd.randrange(9_999))
        book.unbooked = rnd.choice((0, 0, 100))
        counted = book.cash + book.unbooked
        book.drop = counted + sum(form.cents for form in book.dropped)
        found: dict[str, Any] = {"cash_cents": counted, "originals": book.dropped}
        yield out.write(DropCounted, table=table, cash={}, replaces=again, **found)
        # The same, told as two boxes: the first in the place of the one without a number.
        if rnd.random() < 0.3:
            part = rnd.randrange(counted + 1) if counted > 0 else 0
            first: dict[str, Any] = {
                "box": "1",
                "kind": "emergency",
                "replaces": True,
                "cash_cents": part,
            }
            yield out.write(DropCounted, table=table, cash={}, **first)
            other = {**found, "box": "2", "kind": "shift", "cash_cents": counted - part}
            yield out.write(DropCounted, table=table, cash={}, **other)
    # What accounting lets stand, and again once the amount has changed.
    finding = {"finding": "tray_variance:T-1", "code": "tray_variance", "reason": "seen"}
    for cents in (1, 2):
        yield out.write(FindingAcknowledged, cents=cents, **finding)


def quarantine(rnd: Random, days: Sequence[str]) -> Written:
    """Records that a feed set aside."""
    out = Writer("feed:rater", FIRST_DAY_AT)
    refusal: dict[str, Any] = {
        "code": "bets_closed",
        "message": "No more bets was announced.",
        "raw": "{}",
    }
    for n, day in enumerate(days):
        out.at, out.day = FIRST_DAY_AT + n * 24 * HOUR + 2 * HOUR, day
        if rnd.random() < 0.5 or n == 0:
            yield out.write(RecordRefused, source="rater", seq=n + 1, line=n + 1, **refusal)


def link(rnd: Random, days: Sequence[str]) -> Written:
    """A progressive link whose awards are paid at the cage: what its own stream says, none of its tables'."""
    out = Writer("link:R9-1", FIRST_DAY_AT)
    out.day = days[0]
    yield out.write(
        link_events.LinkInstalled,
        link="R9-1",
        rules="ma-midi",
        rules_version=1,
        rules_sha256="ab" * 32,
        wager_cents=500,
        meters=[
            link_events.MeterTerms("major", 5_000_000, 900),
            link_events.MeterTerms("k9_player", 35_000, 467, 33),
        ],
        supervisor_above_cents=120_000,
        authorised_by="m-1",
    )
    for n, day in enumerate(days):
        out.at, out.day = FIRST_DAY_AT + n * 24 * HOUR + 3 * HOUR, day
        for number in range(1, 6):
            where: dict[str, Any] = {"round": f"BB-01:{day}:{number}", "table": "BB-01"}
            lines = [
                link_events.MeterUnits("major", 450_000),
                link_events.MeterUnits("k9_player", 233_500, 16_500),
            ]
            yield out.write(
                link_events.ContributionsTaken, **where, seats=[3], staked_cents=500, lines=lines
            )
            if rnd.random() < 0.3:
                yield out.write(link_events.ContributionsReturned, **where, lines=lines)
        won: dict[str, Any] = {**where, "seat": 3, "meter": "k9_player", "cents": 35_023}
        yield out.write(
            link_events.AwardWon,
            **won,
            level="player_king_9",
            share_bps=10_000,
            reading=350_233_500,
            reseed_cents=35_000,
            player=["Kc", "9h"],
            banker=["2s", "5d"],
        )
        yield out.write(link_events.AwardPaid, **won, place="cage")


def house(days: Sequence[str]) -> Written:
    """The property, and when its shifts begin."""
    out = Writer("property", FIRST_DAY_AT - HOUR)
    out.day = days[0]
    terms = {"name": "Wharf Hall", "zone": "America/New_York", "cutoff": "06:00"}
    yield out.write(PropertyEstablished, **terms)
    yield out.write(
        PropertySettingsChanged, shifts=["06:00", "14:00", "22:00"], late_after_minutes=20
    )


def make_up(rnd: Random, *, tables: int = 3, days: int = 2, rounds: int = 12) -> History:
    """A history of some tables: the first collects vigorish at payout, the last of several runs on
    its tray alone.
    """
    made = [
        MadeUpTable(
            rnd, f"MB-{n + 1:02}", at_payout=n == 0, on_tray_alone=n > 0 and n == tables - 1
        )
        for n in range(tables)
    ]
    played = [list(table.play(DAYS[:days], rounds)) for table in made]
    books = {key: book for table in made for key, book in table.books.items()}
    counts = [list(soft_count(rnd, day, books)) for day in DAYS[:days]]
    refused = list(quarantine(rnd, DAYS[:days]))
    linked = list(link(rnd, DAYS[:days]))
    first = list(house(DAYS[:days]))
    log = merge(first, *played, *counts, refused, linked, key=lambda written: written[0])
    return History([recorded for _, recorded in log], books)


def store(recorder: SqlApplicationRecorder, recorded: Iterable[Recorded], chunk: int = 500) -> None:
    """Put events into a log, some at a time."""
    rows = [
        StoredEvent(
            r.originator_id, r.originator_version, TOPIC_OF[type(r.event)], EVENTS.encode(r.event)
        )
        for r in recorded
    ]
    for start in range(0, len(rows), chunk):
        recorder.append(rows[start : start + chunk])


def is_behind(projection: Projection, engine: Engine) -> bool:
    """Whether the log goes on after what a read model counts."""
    with engine.connect() as connection:
        return lacking(connection, [projection]) is not None

"""Whether links say of the rounds that fed them at which seats the wagers stood, as their tables do (P4, P5).

Both say it in one order, and of many rounds: so what each says is taken into one digest a table and day. Where they
differ, that day is gone through once more, for the round.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import zip_longest
from typing import Any

import msgspec

from ledger.baccarat.wagers import Bet
from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.table import NoMoreBets
from ledger.seal.tiles import KEEP
from ledger.table.state import Table
from ledger.values.errors import IntegrityFailure
from projections.queries.checked_stream import Stream, Taker


class Said(msgspec.Struct, frozen=True):
    """What some of the log says, in tables' streams and in links': by link, table and day, as JSON, a digest."""

    tables: dict[str, str]
    links: dict[str, str]


Round = tuple[str, list[int]]
"""A round, and the seats whose wagers fed a link in it."""


class Seats:
    """Seats that fed links, of some of the log. watched: of one link, table and day, each round is kept."""

    def __init__(self, watched: str = "") -> None:
        self._watched = watched
        self.of_table: list[Round] = []
        self.of_link: list[Round] = []
        self._tables: defaultdict[str, Any] = defaultdict(sha256)
        self._links: defaultdict[str, Any] = defaultdict(sha256)

    @property
    def said(self) -> Said:
        """What is to be held against the rest of the log."""
        return Said(_digests(self._tables), _digests(self._links))

    def takers(self, kind: type[Event]) -> list[Taker]:
        """What counts an event of a kind, in the order of the log."""
        found: dict[type[Event], Taker] = {
            NoMoreBets: self._closed,
            link_events.ContributionsTaken: self._taken,
        }
        return [found[kind]] if kind in found else []

    def _closed(self, event: NoMoreBets, of: Stream) -> None:
        table = of.state
        if isinstance(table, Table) and table.round is not None:
            link = table.link_of(event.round)
            if link:
                staked = [each.seat for each in table.round.wagers if each.bet == Bet.ROYAL_9]
                self._count(link, table.code, event, staked, of_table=True)

    def _taken(self, event: link_events.ContributionsTaken, of: Stream) -> None:
        self._count(of.code, event.table, event, event.seats, of_table=False)

    def _count(
        self, link: str, table: str, event: Any, seats: Iterable[int], *, of_table: bool
    ) -> None:
        of = msgspec.json.encode((link, table, event.day)).decode()
        said = event.round, sorted(seats)
        # Earlier versions of a link say of wagers that were all withdrawn that none fed it.
        if not said[1]:
            return
        (self._tables if of_table else self._links)[of].update(msgspec.json.encode(said))
        if of == self._watched:
            (self.of_table if of_table else self.of_link).append(said)


def _digests(by: dict[str, Any]) -> dict[str, str]:
    return {of: each.hexdigest() for of, each in by.items()}


def verify(parts: Iterable[Said], again: Callable[[Seats], None]) -> None:
    """Raise IntegrityFailure for a round of which a link says what its table does not. again: goes through the log once
    more.
    """
    tables, links = dict[str, str](), dict[str, str]()
    for part in parts:
        tables.update(part.tables)
        links.update(part.links)
    for of in sorted(tables.keys() | links.keys()):
        if tables.get(of) != links.get(of):
            watched = Seats(of)
            again(watched)
            raise _differs(of, watched)


def _differs(of: str, watched: Seats) -> IntegrityFailure:
    link, table, day = msgspec.json.decode(of)
    both = zip_longest(watched.of_table, watched.of_link)
    name, _ = next(ours or theirs for ours, theirs in both if ours != theirs)
    return IntegrityFailure(
        "meter_differs",
        f"Of the seats whose wagers fed {link} in {name}, it says something else than {table} does.",
        KEEP,
        link=link,
        table=table,
        day=day,
        round=name,
    )

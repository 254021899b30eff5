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

    def take(self, stream: str, event: Event, before: object) -> None:
        """Count one more event, in the order of the log. before: its table as it stood then."""
        match event:
            case NoMoreBets() if isinstance(before, Table) and before.round is not None:
                link = before.link_of(event.round)
                staked = [each.seat for each in before.round.wagers if each.bet == Bet.ROYAL_9]
                if link:
                    self._count(link, before.code, event, staked, of_table=True)
            case link_events.ContributionsTaken():
                link = stream.partition(":")[2]
                self._count(link, event.table, event, event.seats, of_table=False)
            case _:
                pass

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

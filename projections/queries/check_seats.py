"""Whether links say of the rounds that fed them at which seats the wagers stood, as their tables do (P4, P5).

Both say it in one order, and of many rounds: so what each says is taken into one digest a table and day.
"""

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
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


class Seats:
    """Seats that fed links, of some of the log."""

    def __init__(self) -> None:
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
                    self._count(self._tables, (link, before.code, event.day), event.round, staked)
            case link_events.ContributionsTaken():
                link = stream.partition(":")[2]
                self._count(self._links, (link, event.table, event.day), event.round, event.seats)
            case _:
                pass

    def _count(
        self, by: dict[str, Any], of: tuple[str, str, str], name: str, seats: Iterable[int]
    ) -> None:
        in_order = sorted(seats)
        # Earlier versions of a link say of wagers that were all withdrawn that none fed it.
        if in_order:
            by[msgspec.json.encode(of).decode()].update(msgspec.json.encode((name, in_order)))


def _digests(by: dict[str, Any]) -> dict[str, str]:
    return {of: each.hexdigest() for of, each in by.items()}


def verify(parts: Iterable[Said]) -> None:
    """Raise IntegrityFailure for a day of a table of which a link says what the table does not."""
    tables, links = dict[str, str](), dict[str, str]()
    for part in parts:
        tables.update(part.tables)
        links.update(part.links)
    for of in sorted(tables.keys() | links.keys()):
        if tables.get(of) != links.get(of):
            link, table, day = msgspec.json.decode(of)
            raise IntegrityFailure(
                "meter_differs",
                f"Of the seats whose wagers fed {link} on {day}, it says something else than {table} does.",
                KEEP,
                link=link,
                table=table,
                day=day,
            )

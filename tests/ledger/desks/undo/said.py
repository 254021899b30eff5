"""The last act at a table taken back, for tests."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.table.acts import Undo
from ledger.table.state import Table
from ledger.values.errors import Refused
from tests.clerk import SIGNED, Clerk, count_drop

DAY = "2026-07-11"
MINUTE = 60_000_000
FILL: dict[str, Any] = {"slip": "F-1", "chips": {"500": 4}, **SIGNED}
WAGER: dict[str, Any] = {"seat": 3, "bet": "banker", "cents": 2_500}


class Clock:
    """Goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 1_783_807_210_000_000

    def __call__(self) -> int:
        self.now += 1_000_000
        return self.now


def undo(clerk: Clerk, *, key: str = "", **said: Any) -> list[Event]:
    """The last act at the clerk's table taken back by its clerk."""
    act = clerk.act("cut_card")
    facts = {"by": act.by, "reason": "typed by mistake", **said}
    done = clerk.ledger.do(Undo(table=clerk.table, at=act.at, **facts, source="", seq=0), key=key)
    return [recorded.event for recorded in done.events]


def refused(clerk: Clerk, **said: Any) -> str:
    """The code with which it is refused, without a trace."""
    before = clerk.everything()
    with pytest.raises(Refused) as caught:
        undo(clerk, **said)
    assert clerk.everything() == before
    return caught.value.refusal.code


def stands(clerk: Clerk) -> Table:
    """The table, from the log alone."""
    return clerk.ledger.table(clerk.table)


def counts_nothing(clerk: Clerk, *, recount: bool = False, cents: int = 0) -> None:
    """What was in the table's drop box, besides forms."""
    at = clerk.ledger.clock()
    count_drop(clerk.ledger, DAY, clerk.table, by="A-1", at=at, cash_cents=cents, recount=recount)


ROYAL = ((3, "banker", 1_000), (3, "royal_9", 500))


def played(hands: tuple[str, str], wagers: Iterable[tuple[int, str, int]]) -> dict[str, Any]:
    """What a round that is told at once consists of."""
    lines = [{"seat": seat, "bet": bet, "cents": cents} for seat, bet, cents in wagers]
    return {"wagers": lines, "player": hands[0].split(), "banker": hands[1].split()}


def meanwhile(ledger: Ledger, monkeypatch: Any, happens: Callable[[], object]) -> None:
    """Once, something happens between what an undo reads of its table and how the table stood before it."""
    before_it = ledger.loader.table_without

    def late(*asked: Any) -> Table | None:
        monkeypatch.setattr(ledger.loader, "table_without", before_it)
        happens()
        return before_it(*asked)

    monkeypatch.setattr(ledger.loader, "table_without", late)

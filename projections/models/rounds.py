"""The rounds: one row each, from its first wager to its settlement or void."""

from collections.abc import Iterable, Set
from typing import Any, Final, Protocol

import msgspec

from ledger.events import table as e
from ledger.events.shoe import CardsHanded
from ledger.values.rounds import OPEN, REVERSED, SETTLED, VOID, in_order
from projections.engine.facts import rounds_in_lines, rounds_named
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import came_to


class RoundRow(msgspec.Struct, gc=False):
    """A round. Money in cents, instants in microseconds UTC, cards in the order dealt, parted by
    spaces.

    What a round staked, was handed back and owed in vigorish is unknown until it is settled, and
    nothing once it is void or reversed. first_version, last_version: its events in the table's stream. by: who
    entered the last of them.
    """

    id: str
    day: str
    table: str
    n: int
    status: str = OPEN
    shoe: str | None = None
    rules: str | None = None
    rules_version: int | None = None
    rules_sha256: str | None = None
    player: str = ""
    banker: str = ""
    outcome: str | None = None
    player_points: int | None = None
    banker_points: int | None = None
    announce: str | None = None
    reason: str | None = None
    staked_cents: int | None = None
    returned_cents: int | None = None
    vig_cents: int | None = None
    first_version: int = 0
    last_version: int = 0
    opened_at: int = 0
    ended_at: int | None = None
    by: str = ""


ROUNDS: Final = Model(
    "rounds", RoundRow, key=1, index=("day", "table", "n"), also=(("status", "day"),)
)
JOURNAL: Final = journal_of("rounds")
PROJECTION: Final = Projection("rounds", (ROUNDS, JOURNAL), JOURNAL)


class _OfRound(Protocol):
    """An event that names its round."""

    @property
    def round(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def at(self) -> int: ...


def _round(rows: Rows, fact: Fact[Any]) -> RoundRow:
    """The row of the round that an event names, begun where this is its first."""
    event: _OfRound = fact.event
    row = rows.get(ROUNDS, event.round)
    if row is None:
        day, n, _ = in_order(event.round)
        row = RoundRow(
            event.round, day, fact.table, n, first_version=fact.version, opened_at=event.at
        )
        rows.add(ROUNDS, row)
    row.last_version = fact.version
    row.by = event.by
    return row


def _last_rounds(facts: Iterable[Fact[e.WagersPlaced]]) -> Set[str]:
    """Of most events the last of each table will do: on other rounds bets are closed in the same batch."""
    return rounds_named({fact.table: fact for fact in facts}.values())


def _seen(rows: Rows, fact: Fact[Any]) -> None:
    _round(rows, fact)


for _kind in (e.WagerWithdrawn, e.HouseMoneyPressed, e.VigorishMarked, CardsHanded):
    PROJECTION.on(_kind, model=ROUNDS, pages=rounds_named)(_seen)
PROJECTION.on(e.WagersPlaced, model=ROUNDS, pages=_last_rounds)(_seen)


@PROJECTION.on(e.NoMoreBets, model=ROUNDS, pages=rounds_named)
def _no_more_bets(rows: Rows, fact: Fact[e.NoMoreBets]) -> None:
    row, event = _round(rows, fact), fact.event
    row.shoe = event.shoe
    row.rules, row.rules_version = event.rules, event.rules_version
    row.rules_sha256 = event.rules_sha256


@PROJECTION.on(e.CardsDealt, model=ROUNDS, pages=rounds_named)
def _dealt(rows: Rows, fact: Fact[e.CardsDealt]) -> None:
    row = _round(rows, fact)
    row.player, row.banker = " ".join(fact.event.player), " ".join(fact.event.banker)


@PROJECTION.on(e.ThirdCardDealt, model=ROUNDS, pages=rounds_named)
def _third_card(rows: Rows, fact: Fact[e.ThirdCardDealt]) -> None:
    row, card = _round(rows, fact), fact.event.card
    if fact.event.hand == "player":
        row.player = f"{row.player} {card}".strip()
    else:
        row.banker = f"{row.banker} {card}".strip()


@PROJECTION.on(e.RoundSettled, model=ROUNDS, pages=rounds_named)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    row, event = _round(rows, fact), fact.event
    row.status, row.ended_at = SETTLED, event.at
    row.player, row.banker = " ".join(event.player), " ".join(event.banker)
    row.outcome, row.announce = event.outcome, event.announce
    row.player_points, row.banker_points = event.player_points, event.banker_points
    came = rows.once(fact, came_to)
    row.staked_cents, row.returned_cents, row.vig_cents = came.staked, came.returned, came.vig


@PROJECTION.on(e.RoundVoided, model=ROUNDS, pages=rounds_named)
def _voided(rows: Rows, fact: Fact[e.RoundVoided]) -> None:
    row, event = _round(rows, fact), fact.event
    row.status, row.ended_at, row.reason = VOID, event.at, event.reason
    row.staked_cents = row.returned_cents = row.vig_cents = 0


@PROJECTION.on(e.RoundReversed, model=ROUNDS, pages=rounds_named)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    """It stays the round that it was, and nothing of it counts."""
    row = rows.at(ROUNDS, fact.event.round)
    row.status, row.reason = REVERSED, fact.event.reason
    row.staked_cents = row.returned_cents = row.vig_cents = 0


@PROJECTION.on(e.VigorishCollected, model=ROUNDS, pages=rounds_in_lines)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    """Vigorish taken as the winners are paid belongs to the round's events."""
    for line in fact.event.lines:
        row = rows.get(ROUNDS, line.round)
        if row is not None and row.last_version == fact.version - 1:
            row.last_version = fact.version

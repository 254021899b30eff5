"""All rounds of a gaming day settled again, shoe by shoe: what differs, and how the shoes ran (U1)."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.shoe import ShoeStarted
from ledger.events.table import TableClosed
from ledger.seal.unfinished import Unfinished
from ledger.store.errors import store_errors
from ledger.values.errors import NotFound
from ledger.values.numbers import counted
from ledger.values.progress import Progress
from ledger.values.rounds import SETTLED, VOID
from projections.engine.streams import between
from projections.figures import rounds
from projections.figures.road import Bead, Place, bead, bead_plate, big_road
from projections.figures.rounds import Played
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up, pointed
from projections.queries.workers import Task, Workers, raise_first
from projections.replay import at_once
from projections.replay import find as replay_find
from projections.replay.settled_again import Difference

FEW: Final = 2_000
"""Rounds that one process has settled again before others have started."""


PARTS: Final = 8
"""Into so many for each process a day is parted: one that is stopped loses no more than those that are at work."""


class RoundAgain(msgspec.Struct, frozen=True):
    """A round settled again. agrees: None while it is open. outcome: "" where it has none that counts."""

    round: str
    status: str
    outcome: str
    agrees: bool | None
    differences: list[Difference]


class ShoeAgain(msgspec.Struct, frozen=True):
    """The rounds of a shoe on a gaming day, in order. shoe: "" for rounds that no shoe was named for.

    cards_left, left_by_rank: when it was over, or as it stands, where one shoe was asked for. By rank, cards that left
    it unseen still count.
    """

    table: str
    shoe: str
    rounds: list[RoundAgain]
    bead_plate: list[list[Bead]]
    big_road: list[Place]
    cards_left: int | None
    left_by_rank: dict[str, int] | None


class _Said(msgspec.Struct, frozen=True):
    """What today's code says of a round, as in `RoundAgain`."""

    agrees: bool | None = True
    differences: list[Difference] = []


_AGREES: Final = _Said()


class DayAgain(msgspec.Struct, frozen=True):
    """differing: rounds of which today's code makes something else."""

    gaming_day: str
    rounds: int
    differing: int
    shoes: list[ShoeAgain]


def settled_again(
    ledger: Ledger,
    moment: Moment,
    day: str,
    table: str | None = None,
    shoe: str | None = None,
    progress: Progress | None = None,
    *,
    unfinished: Unfinished | None = None,
) -> DayAgain:
    """A gaming day's rounds, of one table or shoe where these are named, each under the rules it was played under.

    unfinished: an earlier one that was stopped; what it had done is passed over while the log is the same. Raises
    NotFound `no_rounds` where there are none.
    """
    steps = unfinished or Unfinished()
    steps.at(
        ledger.position, ledger.url
    )  # Before the rounds are read: of what comes meanwhile nothing is kept.
    if table is not None:
        ledger.table(table)
    with caught_up(ledger, moment, rounds.NEEDS, progress) as connection:
        found = rounds.played(connection, day, table, shoe)
    if not found:
        raise NotFound(
            "no_rounds",
            f"No round of {day} is there to settle again.",
            "pit round list shows a day's rounds and their shoes.",
            day=day,
            table=table,
            shoe=shoe,
        )
    asked = f"again {day} {table} {shoe} {moment}"
    shoes = _shoes(found, _by_all(ledger, moment, found, asked, steps, progress))
    if shoe is not None:
        shoes = [_with_cards_left(ledger, moment, each, found) for each in shoes]
    again = [each for one in shoes for each in one.rounds]
    differing = sum(each.agrees is False for each in again)
    return DayAgain(day, len(again), differing, shoes)


def verdict(found: DayAgain) -> str:
    """What today's code says to a day's rounds, in a sentence; what is void was settled by nobody."""
    rounds = [each for one in found.shoes for each in one.rounds]
    waiting = sum(each.agrees is None for each in rounds)
    void = sum(each.status == VOID for each in rounds)
    again = f"{counted(found.rounds - waiting - void, 'round')} of {found.gaming_day} settled again"
    again += f", {void} void" if void else ""
    differ = f"{found.differing} DIFFER from the record" if found.differing else "none differs"
    return f"{again}: {differ}{f'; {waiting} not ended' if waiting else ''}."


def title(shoe: ShoeAgain) -> str:
    """`MB-01, shoe 2: 61 rounds`."""
    return f"{shoe.table}, shoe {shoe.shoe or 'not named'}: {counted(len(shoe.rounds), 'round')}"


def _by_all(
    ledger: Ledger,
    moment: Moment,
    found: Sequence[Played],
    asked: str,
    steps: Unfinished,
    progress: Progress | None,
) -> dict[str, _Said]:
    """What is said of rounds by their names, but of those that agree; tables know nothing of one another, and are
    shared out. asked: which rounds these are.
    """
    tables = list(dict.fromkeys(each.table for each in found))
    with Workers(ledger, few=len(found) < FEW) as sharing:
        parts = range(min(sharing.count * PARTS, len(tables)))
        own = [set(tables[n :: len(parts)]) for n in parts]
        tasks = [
            Task(
                f"{asked}, part {n + 1} of {len(parts)}",
                _part,
                (moment, [each for each in found if each.table in own[n]]),
                dict[str, _Said],
            )
            for n in parts
        ]
        done = sharing.go_on(tasks, steps, progress)
    raise_first(tasks, done)
    return {name: said for each in done.values() for name, said in each.found.items()}


def _certain(connection: sa.Connection, found: Sequence[Played]) -> set[str]:
    """The rounds that agree for certain, table by table; the others are told one by one."""
    won = at_once.awarded(connection)
    tables: dict[str, list[tuple[str, int, int]]] = {}
    for each in found:
        if each.status in (SETTLED, VOID):
            span = each.round, each.first_version, each.last_version
            tables.setdefault(each.table, []).append(span)
    return {
        one
        for table, spans in tables.items()
        for one in at_once.agreeing(connection, f"table:{table}", spans, won)
    }


def _part(
    ledger: Ledger, moment: Moment, found: Sequence[Played], progress: Progress | None
) -> dict[str, _Said]:
    said = dict[str, _Said]()
    with pointed(ledger, replay_find.NEEDS, progress) as connection:
        certain = _certain(connection, found) if moment == NOW else set()
        for done, each in enumerate(found, 1):
            if progress is not None and (done % 500 == 0 or done == len(found)):
                progress(done, len(found))
            if each.round in certain:
                continue
            told = replay_find.replay(
                connection, each.round, each.first_version, each.last_version, moment.sees
            )
            if not told.recomputed_agrees:
                said[each.round] = _Said(told.recomputed_agrees, told.differences)
    return said


def _shoes(found: Sequence[Played], said: Mapping[str, _Said]) -> list[ShoeAgain]:
    """The shoes in the order of their rounds. A round that was void before its bets were closed is of no shoe, and
    parts none.
    """
    shoes: dict[tuple[str, str], list[Played]] = {}
    for each in found:
        shoes.setdefault((each.table, each.shoe or ""), []).append(each)
    made = []
    for (table, shoe), own in shoes.items():
        again = [_again(each, said.get(each.round, _AGREES)) for each in own]
        ran = [
            bead(each.round, each.outcome, each.player, each.banker)
            for each in own
            if each.status == SETTLED and each.outcome
        ]
        made.append(ShoeAgain(table, shoe, again, bead_plate(ran), big_road(ran), None, None))
    return made


def _again(played: Played, said: _Said) -> RoundAgain:
    outcome = played.outcome or "" if played.status == SETTLED else ""
    return RoundAgain(played.round, played.status, outcome, said.agrees, said.differences)


def _with_cards_left(
    ledger: Ledger, moment: Moment, shoe: ShoeAgain, found: Sequence[Played]
) -> ShoeAgain:
    """What the shoe held in the end: cards may leave it after the last of its rounds, and come back to it."""
    last = max(each.last_version for each in found if each.table == shoe.table)
    with store_errors(), ledger.journal.engine.connect() as connection:
        last = _end_of_shoe(connection, f"table:{shoe.table}", last, moment)
    table = ledger.loader.table_without(shoe.table, last=last)
    if table is None or table.shoe is None:
        return shoe
    left, by_rank = table.shoe.left, table.shoe.left_by_rank
    return msgspec.structs.replace(shoe, cards_left=left, left_by_rank=by_rank)


def _end_of_shoe(connection: sa.Connection, stream: str, last: int, moment: Moment) -> int:
    """The version of a table's last event, from one on, before its next shoe starts or it closes."""
    first = last + 1
    while batch := list(between(connection, stream, first, first + replay_find.BATCH - 1)):
        first += len(batch)
        for position, recorded in batch:
            version = recorded.originator_version
            if not moment.sees(position, recorded.event):
                continue
            over = isinstance(recorded.event, ShoeStarted | TableClosed)
            if over and version not in replay_find.undone_from(connection, stream, version):
                return last
            last = version
    return last

"""All rounds of a gaming day settled again, shoe by shoe: what differs, and how the shoes ran (U1)."""

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.shoe import ShoeStarted
from ledger.events.table import TableClosed
from ledger.store.errors import store_errors
from ledger.values.errors import NotFound
from ledger.values.numbers import counted
from ledger.values.rounds import SETTLED, VOID
from projections.engine.engine import Progress
from projections.engine.streams import between
from projections.figures import rounds
from projections.figures.road import Bead, Place, bead, bead_plate, big_road
from projections.figures.rounds import Played
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up, pointed
from projections.queries.workers import Task, Workers
from projections.replay import at_once
from projections.replay import find as replay_find
from projections.replay.settled_again import Difference

FEW: Final = 2_000
"""Rounds that one process has settled again before others have started."""


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
) -> DayAgain:
    """A gaming day's rounds, of one table or shoe where these are named, each under the rules it was played under.

    Raises NotFound `no_rounds` where there are none.
    """
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
    shoes = _by_all(ledger, moment, found, progress)
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
    ledger: Ledger, moment: Moment, found: Sequence[Played], progress: Progress | None
) -> list[ShoeAgain]:
    """The shoes in the order of their rounds; tables know nothing of one another, and are shared out."""
    tables = list(dict.fromkeys(each.table for each in found))
    with Workers(ledger, few=len(found) < FEW) as sharing:
        parts = range(min(sharing.count, len(tables)))
        own = [set(tables[n :: len(parts)]) for n in parts]
        tasks = [
            Task(str(n), _shoes, (moment, [each for each in found if each.table in own[n]]))
            for n in parts
        ]
        done = sharing.share(tasks, progress)
    made = {(each.table, each.shoe): each for some in done.values() for each in some}
    return [made[of] for of in dict.fromkeys((each.table, each.shoe or "") for each in found)]


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


def _shoes(
    ledger: Ledger, moment: Moment, found: Sequence[Played], progress: Progress | None
) -> list[ShoeAgain]:
    done, made = 0, list[ShoeAgain]()
    with pointed(ledger, replay_find.NEEDS, progress) as connection:
        # A round that was void before its bets were closed is of no shoe, and parts none.
        shoes: dict[tuple[str, str], list[Played]] = {}
        for each in found:
            shoes.setdefault((each.table, each.shoe or ""), []).append(each)
        certain = _certain(connection, found) if moment == NOW else set()
        for (table, shoe), own in shoes.items():
            again = []
            for each in own:
                done += 1
                if progress is not None and (done % 500 == 0 or done == len(found)):
                    progress(done, len(found))
                agrees: bool | None = True
                differ: list[Difference] = []
                if each.round not in certain:
                    told = replay_find.replay(
                        connection, each.round, each.first_version, each.last_version, moment.sees
                    )
                    agrees, differ = told.recomputed_agrees, told.differences
                outcome = each.outcome or "" if each.status == SETTLED else ""
                again.append(RoundAgain(each.round, each.status, outcome, agrees, differ))
            ran = [
                bead(each.round, each.outcome, each.player, each.banker)
                for each in own
                if each.status == SETTLED and each.outcome
            ]
            made.append(ShoeAgain(table, shoe, again, bead_plate(ran), big_road(ran), None, None))
    return made


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

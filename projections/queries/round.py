"""A round found by its name, and told from its own events at the moment that is asked for (U1)."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import structs
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.link import AwardWon
from ledger.link.state import Link, fold
from ledger.store.errors import store_errors
from ledger.values.errors import Misused, NotFound
from ledger.values.numbers import whole
from ledger.values.progress import Progress
from ledger.values.rounds import AGAIN, is_number
from projections.engine.streams import Placed
from projections.figures import rounds
from projections.queries.moment import NOW, Moment, gaming_day, stands_at
from projections.queries.names import Named, people
from projections.queries.past import caught_up, pointed
from projections.queries.steps import Step, steps
from projections.replay import find as replay_find
from projections.replay.find import FoundRound
from projections.replay.rows import Replay, StoryMeter
from projections.replay.settled_again import Difference


class WholeReplay(Replay, frozen=True, kw_only=True):
    """A round with its steps, and whoever entered and signed them."""

    steps: list[Step]
    operators: list[Named]


class PartReplay(msgspec.Struct, frozen=True):
    """A round up to a step. of: how many steps it has."""

    round: str
    steps: list[Step]
    of: int


def show(ledger: Ledger, moment: Moment, name: str, progress: Progress | None = None) -> Replay:
    """A round: its wagers, cards and result; named as in `full_name`. Raises Misused, NotFound."""
    return find(ledger, moment, name, progress).replay


def replay(
    ledger: Ledger, moment: Moment, name: str, progress: Progress | None = None
) -> WholeReplay:
    """A round step by step, and settled again by today's code; named as in `full_name`.

    Raises Misused, NotFound.
    """
    found = find(ledger, moment, name, progress)
    return WholeReplay(
        **structs.asdict(found.replay),
        steps=steps(found),
        operators=people(ledger, found.events),
    )


def until(whole: WholeReplay, step: int) -> PartReplay:
    """A round up to one of its steps. Raises Misused where it has not so many."""
    verify_step(whole.round, whole.steps, step)
    return PartReplay(whole.round, whole.steps[:step], len(whole.steps))


def verify_step(round_id: str, taken: Sequence[Step], step: int) -> None:
    """Raise Misused where a round has not so many steps."""
    if step > len(taken):
        raise Misused(
            "no_such_step",
            f"{round_id} has {len(taken)} steps.",
            "Name one of them; without --until all are told.",
            round=round_id,
            steps=len(taken),
        )


def find(ledger: Ledger, moment: Moment, name: str, progress: Progress | None = None) -> FoundRound:
    """The round that was named, as it stood then, and the events that it is told from.

    Raises Misused, NotFound.
    """
    round_id = full_name(ledger, moment, name, progress)
    first, last = _stretch(ledger, round_id, progress)
    with pointed(ledger, replay_find.NEEDS, progress) as connection:
        found = replay_find.find(connection, round_id, first, last, moment.sees)
    if not found.replay.entered:
        raise rounds.unknown_round(round_id)
    return replace(
        found, replay=structs.replace(found.replay, meters=_meters(ledger, found.events))
    )


def _meters(ledger: Ledger, events: Sequence[Placed]) -> list[StoryMeter]:
    """Each meter as it stood before the round's wagers went in, and after all that this round did to it."""
    of_links: dict[str, list[Recorded]] = {}
    for _, recorded in events:
        if recorded.originator_id.startswith("link:"):
            of_links.setdefault(recorded.originator_id, []).append(recorded)
    return [each for own in of_links.values() for each in _moved(ledger, own)]


def _moved(ledger: Ledger, own: Sequence[Recorded]) -> Iterator[StoryMeter]:
    """What a round's events of one link did to its meters, without what other tables did between two of them. Won
    whole, a meter begins anew, whatever was in it.
    """
    link = _link(ledger, own[0].originator_id, own[0].originator_version - 1)
    before = _held(link)
    after = dict(before)
    for each in own:
        if link.version != each.originator_version - 1:
            link = _link(ledger, each.originator_id, each.originator_version - 1)
        was, link = _held(link), link.copy()
        link.apply(each.event)
        anew = each.event.meter if _is_whole(each.event) else ""
        for name, units in _held(link).items():
            after[name] = units if name == anew else after[name] + units - was[name]
    for name, units in before.items():
        yield StoryMeter(link=link.code, meter=name, before=units, after=after[name])


def _is_whole(event: Any) -> bool:
    return isinstance(event, AwardWon) and bool(event.reseed_cents)


def _held(link: Link) -> dict[str, int]:
    """What each meter holds, visible and reserve together."""
    return {name: meter.visible + meter.reserve for name, meter in link.meters.items()}


def _link(ledger: Ledger, stream: str, version: int) -> Link:
    found = ledger.repository.get(stream, version=version, projector_func=cast("Any", fold))
    return cast("Link", found)


def _stretch(ledger: Ledger, round_id: str, progress: Progress | None) -> tuple[int, int]:
    """Where the round's events are in the table's stream. Raises NotFound."""
    with store_errors(), ledger.journal.engine.connect() as connection:
        known = rounds.stretch(connection, round_id)
        if known is not None and not replay_find.is_taken_back(connection, round_id, *known):
            return known
    with pointed(ledger, (*rounds.NEEDS, *replay_find.NEEDS), progress) as connection:
        found = replay_find.stretch(connection, round_id)
    if found is None:
        ledger.table(round_id.partition(":")[0])
        raise rounds.unknown_round(round_id)
    return found


def full_name(ledger: Ledger, moment: Moment, name: str, progress: Progress | None = None) -> str:
    """`TABLE:DAY:N` of a round named so, as TABLE:N of today, or as TABLE: in progress or last."""
    table, *rest = (part.strip() for part in name.split(":"))
    if not rest:
        if is_number(table.lstrip("-")) and ledger.loader.table(table) is None:
            raise _no_name(name)
        return _latest(ledger, moment, table, progress)
    *day, number = rest
    number = number.lower()
    if len(day) > 1 or not is_number(number):
        raise _no_name(name)
    named = gaming_day(day[0] if day else None, ledger.calendar, stands_at(ledger, moment))
    plain = number.rstrip(AGAIN)
    return f"{ledger.spelled(table)}:{named}:{whole(plain, 'number')}{number[len(plain) :]}"


def _no_name(name: str) -> Misused:
    return Misused(
        "bad_round",
        f"{name!r} does not name a round.",
        "Write TABLE:DAY:N, such as MB-01:2026-07-11:17; pit round list shows them.",
        round=name,
    )


def _latest(ledger: Ledger, moment: Moment, table: str, progress: Progress | None) -> str:
    known = ledger.table(table)
    latest: str | None = known.round.id if known.round else known.last_round
    if moment != NOW:
        with caught_up(ledger, moment, rounds.NEEDS, progress) as connection:
            latest = rounds.latest(connection, table)
    if not latest:
        raise NotFound(
            "no_round_yet",
            f"No round was played at {table} yet.",
            "pit round play, or pit wager place, begins one.",
            table=table,
        )
    return latest


def verdict(replay: Replay) -> str:
    """What today's code says to the round, in a sentence."""
    if replay.recomputed_agrees is None:
        return "Today's code has nothing to compare: the round is open."
    rules = f"{replay.rules.id} version {replay.rules.version}" if replay.rules else "its rules"
    if replay.recomputed_agrees:
        return f"Today's code, under {rules}, agrees with the record in every line."
    return f"Today's code, under {rules}, DIFFERS from the record:"


def difference(found: Difference) -> str:
    """One thing on which the record and today's code differ."""
    return f"  {found.what}: recorded {_value(found.recorded)}; today {_value(found.recomputed)}"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return "nothing" if value is None else str(value)

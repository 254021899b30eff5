"""A round as a person reads it, and how a round is named."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, cast

from msgspec import structs

from cli.frame.options import gaming_day, session
from cli.frame.past import Past, past
from cli.frame.reading import caught_up, near_tables, pointed
from cli.shown.steps import Step, carried, lines, status_after
from cli.shown.telling import cards, exact, irregular_card, settled, simulated_round, wager, words
from cli.shown.verified import ENTERED, Named
from ledger.store.errors import store_errors
from ledger.values.errors import Misused, NotFound
from ledger.values.money import dollars
from projections.engine.streams import Placed
from projections.figures import rounds
from projections.replay import find as round_events
from projections.replay.find import Found
from projections.replay.rows import CardTold, Entered, Later, MeterTold, Replay, VigTold
from projections.replay.settled_again import Difference

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger
    from ledger.link.state import Link


def find(ledger: "Ledger", name: str) -> Found:
    """The round that was named, as it stood where the command looks back.

    Raises Misused, NotFound.
    """
    with near_tables(ledger):
        round_id = full_name(ledger, name)
        first, last = _stretch(ledger, round_id)
    then = past(session()) or Past()
    with pointed(round_events.NEEDS) as connection:
        found = round_events.find(connection, round_id, first, last, then.sees)
    if not found.told.entered:
        raise rounds.unknown_round(round_id)
    return replace(found, told=structs.replace(found.told, meters=_meters(ledger, found.events)))


def _meters(ledger: "Ledger", events: Sequence[Placed]) -> list[MeterTold]:
    """Each meter as it stood before the round's wagers went in, and after the round's last act."""
    versions: dict[str, list[int]] = {}
    for _, recorded in events:
        if recorded.originator_id.startswith("link:"):
            versions.setdefault(recorded.originator_id, []).append(recorded.originator_version)
    return [
        MeterTold(
            link=before.code,
            meter=name,
            before=meter.visible + meter.reserve,
            after=after.meters[name].visible + after.meters[name].reserve,
        )
        for stream, found in versions.items()
        for before, after in [[_link(ledger, stream, n) for n in (found[0] - 1, found[-1])]]
        for name, meter in before.meters.items()
    ]


def _link(ledger: "Ledger", stream: str, version: int) -> "Link":
    from ledger.link.state import fold

    found = ledger.repository.get(stream, version=version, projector_func=cast("Any", fold))
    return cast("Link", found)


def _stretch(ledger: "Ledger", round_id: str) -> tuple[int, int]:
    """Where the round's events are in the table's stream. Raises NotFound."""
    engine = ledger.journal.engine
    with store_errors(), engine.connect() as connection:
        known = rounds.stretch(connection, round_id)
    if known is not None:
        return known
    with pointed(rounds.NEEDS) as connection:
        found = round_events.stretch(connection, round_id)
    if found is None:
        ledger.table(round_id.partition(":")[0])
        raise rounds.unknown_round(round_id)
    return found


def full_name(ledger: "Ledger", name: str) -> str:
    """`TABLE:DAY:N` of a round named so, as TABLE:N of today, or as TABLE: in progress or last."""
    table, *rest = (part.strip() for part in name.split(":"))
    if not rest:
        return _latest(ledger, table)
    *day, number = rest
    if len(day) > 1 or not (number.isascii() and number.isdigit()):
        raise Misused(
            "bad_round",
            f"{name!r} does not name a round.",
            "Write TABLE:DAY:N, such as MB-01:2026-07-11:17; pit round list shows them.",
            round=name,
        )
    return f"{table}:{gaming_day(day[0] if day else None, ledger.calendar)}:{int(number)}"


def _latest(ledger: "Ledger", table: str) -> str:
    known = ledger.table(table)
    latest: str | None = known.round.id if known.round else known.last_round
    if past(session()) is not None:
        with caught_up(rounds.NEEDS) as connection:
            latest = rounds.latest(connection, table)
    if not latest:
        raise NotFound(
            "no_round_yet",
            f"No round was played at {table} yet.",
            "pit round play, or pit wager place, begins one.",
            table=table,
        )
    return latest


def _heading(told: Replay, status: str = "") -> Iterator[str]:
    yield f"Round {told.round}, {status or told.status}"
    if told.rules:
        rules = told.rules
        yield f"  shoe {told.shoe}, rules {rules.id} version {rules.version}"
        yield f"  sha256 {rules.sha256}"


def summary(told: Replay) -> Iterator[str]:
    """The round: wagers, cards, result, vigorish."""
    yield from _heading(told)
    yield from _before(told)
    yield "Wagers"
    for placed in told.wagers:
        yield f"  {wager(placed)}{', withdrawn' if placed.withdrawn else ''}"
    if not told.wagers:
        yield "  none"
    if told.cards:
        yield "Cards"
        yield from map(_card, told.cards)
    for press in told.presses:
        yield f"  seat {press.seat} presses {dollars(press.cents)} onto {words(press.onto)}"
    for card in told.irregularities:
        yield f"  irregular: {irregular_card(card)}"
    if told.announce:
        yield f'Announced: "{told.announce}"'
    yield from _ending(told)


def _before(told: Replay) -> Iterator[str]:
    """What stands before the round in its shoe."""
    if told.before or told.simulated:
        yield "Before it"
    for card in told.before:
        yield f"  irregular: {irregular_card(card)}"
    for each in told.simulated:
        yield f"  {simulated_round(each)}"


def _card(told: CardTold) -> str:
    hand, shown = words(told.hand), cards([told.card])
    line = f"  {hand:<7}{shown:<4}makes {told.points}   {told.left} cards left   [{told.rule}]"
    return f"{line}{carried(told)}"


def _ending(told: Replay) -> Iterator[str]:
    if told.lines:
        yield "Settlement, in the order collected and paid"
        for n, line in enumerate(told.lines, 1):
            yield f"  {n}. {settled(line)}"
    vigorish = told.vigorish
    if vigorish.assessed:
        yield f"Vigorish: {dollars(vigorish.assessed)} assessed"
        yield from (f"  seat {mark.seat}: {dollars(mark.cents)} marked" for mark in vigorish.marked)
        yield from map(_paid, vigorish.collected)
        yield from map(_documented, vigorish.documented)
        yield from map(_restored, vigorish.restored)
        yield f"  {dollars(vigorish.outstanding)} outstanding"
    if told.reason:
        yield f"Void: {told.reason}; handed back:"
        yield from (f"  {wager(line)}" for line in told.returned)
    if told.taken_back:
        yield "House Money taken back:"
        yield from (f"  seat {paid.seat}: {dollars(paid.cents)}" for paid in told.taken_back)


def _documented(line: VigTold) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} documented on a form"


def _restored(line: VigTold) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} owed again, the form is void"


def _paid(line: VigTold) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} collected by {line.by}"


def whole(told: Replay, taken: Sequence[Step], who: Sequence[Named], zone: tzinfo) -> Iterator[str]:
    """The round step by step, who entered what and when, and what today's code says to it."""
    yield from _heading(told)
    yield "Step by step"
    yield from lines(taken)
    yield from _meter_lines(told)
    if told.vigorish.assessed:
        yield (
            f"Vigorish: {dollars(told.vigorish.assessed)} assessed,"
            f" {dollars(told.vigorish.outstanding)} outstanding"
        )
        yield from map(_documented, told.vigorish.documented)
        yield from map(_restored, told.vigorish.restored)
    yield "Entered"
    yield from (_entered(entry, zone) for entry in told.entered)
    yield from (_later(each, zone) for each in told.later)
    yield "By"
    yield from map(_named, who)
    yield verdict(told)
    yield from map(difference, told.differences)


def _named(who: Named) -> str:
    """Who entered only is told by name alone; who signed, with what."""
    signed = f" ({who.capacities})" if who.signs != [ENTERED] else ""
    return f"  {who.operator:<10} {who.told}{signed}"


def stopped(told: Replay, taken: Sequence[Step], until: int) -> Iterator[str]:
    """The round up to a step, and nothing of what came after it."""
    yield from _heading(told, status_after(taken[:until]))
    yield f"Step by step, until {until} of {len(taken)}"
    shown = taken[:until]
    yield from lines(shown)
    for hand in ("player", "banker"):
        held = [step for step in shown if step.hand == hand]
        if held:
            dealt = cards([step.card for step in held])
            yield f"{words(hand)}: {dealt}, makes {held[-1].points}"
    if shown and shown[-1].left is not None:
        yield f"{shown[-1].left} cards left in the shoe"


def _meter_lines(told: Replay) -> Iterator[str]:
    if told.meters:
        yield "Meters, before and after"
    for each in told.meters:
        yield f"  {each.link} {words(each.meter):<12} {exact(each.before)} -> {exact(each.after)}"


def _later(found: Later, zone: tzinfo) -> str:
    event = words(found.event.partition(".")[2]).capitalize()
    return (
        f"  {found.version:>6}  {event:<21} {found.by:<10} at {_local(found.at, zone)},"
        f" recorded {_local(found.recorded_at, zone)}, {found.stream}"
    )


def _entered(entry: Entered, zone: tzinfo) -> str:
    event = words(entry.event.partition(".")[2]).capitalize()
    feed = f", feed {entry.source} record {entry.seq}" if entry.source else ""
    return (
        f"  {entry.version:>6}  {event:<21} {entry.by:<10} at {_local(entry.at, zone)},"
        f" recorded {_local(entry.recorded_at, zone)}{feed}"
    )


def verdict(told: Replay) -> str:
    """What today's code says to the round, in a sentence."""
    if told.recomputed_agrees is None:
        return "Today's code has nothing to compare: the round is open."
    rules = f"{told.rules.id} version {told.rules.version}" if told.rules else "its rules"
    if told.recomputed_agrees:
        return f"Today's code, under {rules}, agrees with the record in every line."
    return f"Today's code, under {rules}, DIFFERS from the record:"


def difference(found: Difference) -> str:
    """One thing on which the record and today's code differ."""
    return f"  {found.what}: recorded {_value(found.recorded)}; today {_value(found.recomputed)}"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return "nothing" if value is None else str(value)


def _local(instant: str, zone: tzinfo) -> str:
    moment = datetime.fromisoformat(instant).astimezone(zone)
    return moment.isoformat(sep=" ", timespec="seconds")

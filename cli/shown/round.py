"""A round as a person reads it: whole, step by step, or up to a step."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from ledger.values.money import dollars
from projections.queries.names import ENTERED, Named
from projections.queries.round import WholeReplay, difference, verdict
from projections.queries.steps import Step, carried, status_after
from projections.queries.words import (
    cards,
    exact,
    irregular_card,
    local,
    settled,
    simulated_round,
    wager,
    words,
)
from projections.replay.rows import CardTold, Entered, Later, Replay, VigTold


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


def whole(told: WholeReplay, zone: tzinfo) -> Iterator[str]:
    """The round step by step, who entered what and when, and what today's code says to it."""
    yield from _heading(told)
    yield "Step by step"
    yield from step_lines(told.steps)
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
    yield from map(_named, told.operators)
    yield verdict(told)
    yield from map(difference, told.differences)


def _named(who: Named) -> str:
    """Who entered only is told by name alone; who signed, with what."""
    signed = f" ({who.capacities})" if who.signs != [ENTERED] else ""
    return f"  {who.operator:<10} {who.words}{signed}"


def stopped(told: WholeReplay, until: int) -> Iterator[str]:
    """The round up to a step, and nothing of what came after it."""
    shown = told.steps[:until]
    yield from _heading(told, status_after(shown))
    yield f"Step by step, until {until} of {len(told.steps)}"
    yield from step_lines(shown)
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
        f"  {found.version:>6}  {event:<21} {found.by:<10} at {local(found.at, zone)},"
        f" recorded {local(found.recorded_at, zone)}, {found.stream}"
    )


def _entered(entry: Entered, zone: tzinfo) -> str:
    event = words(entry.event.partition(".")[2]).capitalize()
    feed = f", feed {entry.source} record {entry.seq}" if entry.source else ""
    return (
        f"  {entry.version:>6}  {event:<21} {entry.by:<10} at {local(entry.at, zone)},"
        f" recorded {local(entry.recorded_at, zone)}{feed}"
    )


def step_lines(found: Iterable[Step]) -> Iterator[str]:
    """The steps as a person reads them."""
    for step in found:
        rule = f"   [{step.rule}]" if step.rule else ""
        left = f"   {step.left} cards left" if step.card else ""
        yield f"  {step.n:>3}. {step.said}{left}{rule}"

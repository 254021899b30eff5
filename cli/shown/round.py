"""A round as a person reads it: whole, step by step, or up to a step."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from ledger.values.money import dollars
from ledger.values.rounds import REVERSED
from projections.figures.arithmetic import exact
from projections.queries.names import ENTERED, Named
from projections.queries.order import GONE
from projections.queries.parts import carried
from projections.queries.round import WholeReplay, difference, verdict
from projections.queries.steps import Step, reversal, status_after
from projections.queries.words import (
    bought_in,
    cards,
    handed,
    irregular_card,
    local,
    settled,
    simulated_round,
    wager,
    words,
)
from projections.replay.rows import Entered, Later, Replay, StoryCard, StoryUncollected, StoryVig


def _heading(replay: Replay, status: str = "") -> Iterator[str]:
    yield f"Round {replay.round}, {status or replay.status}"
    if replay.instead_of:
        yield f"  in the place of {replay.instead_of}"
    if replay.rules:
        rules = replay.rules
        yield f"  shoe {replay.shoe}, rules {rules.id} version {rules.version}"
        yield f"  sha256 {rules.sha256}"


def summary(replay: WholeReplay) -> Iterator[str]:
    """The round: wagers, cards, result, vigorish."""
    yield from _heading(replay)
    yield from _before(replay)
    yield "Wagers"
    for placed in replay.wagers:
        yield f"  {wager(placed)}{', withdrawn' if placed.withdrawn else ''}"
    if not replay.wagers:
        yield "  none"
    for verbal in replay.confirmed:
        yield f"  {bought_in(verbal)}"
    if replay.cards:
        yield "Cards"
        yield from map(_card, replay.cards)
    for each in replay.handed:
        yield f"  {handed(each)}"
    for press in replay.presses:
        yield f"  seat {press.seat} presses {dollars(press.cents)} onto {words(press.onto)}"
    for card in replay.irregularities:
        yield f"  irregular: {irregular_card(card)}"
    if replay.announce:
        yield f'Announced: "{replay.announce}"'
    yield from _ending(replay)


def since(replay: WholeReplay) -> Iterator[str]:
    """What was taken back of the round, and what was said of it otherwise: corrections, disputes, awards."""
    said = {each.position for each in replay.later}
    found = [each for each in replay.steps if each.position in said or each.said.startswith(GONE)]
    if found:
        yield "Since"
    yield from (f"  {step.said}" for step in found)


def _before(replay: Replay) -> Iterator[str]:
    """What stands before the round in its shoe."""
    if replay.before or replay.simulated:
        yield "Before it"
    for card in replay.before:
        yield f"  irregular: {irregular_card(card)}"
    for each in replay.simulated:
        yield f"  {simulated_round(each)}"


def _card(card: StoryCard) -> str:
    hand, shown = words(card.hand), cards([card.card])
    line = f"  {hand:<7}{shown:<4}makes {card.points}   {card.left} cards left   [{card.rule}]"
    return f"{line}{carried(card)}"


def _ending(replay: WholeReplay) -> Iterator[str]:
    if replay.lines:
        yield "Settlement, in the order collected and paid"
        for n, line in enumerate(replay.lines, 1):
            yield f"  {n}. {settled(line)}"
    vigorish = replay.vigorish
    if vigorish.assessed:
        yield f"Vigorish: {dollars(vigorish.assessed)} assessed"
        yield from (f"  seat {mark.seat}: {dollars(mark.cents)} marked" for mark in vigorish.marked)
        yield from map(_paid, vigorish.collected)
        yield from map(_documented, vigorish.documented)
        yield from map(_uncollected, vigorish.uncollected)
        yield from map(_restored, vigorish.restored)
        yield f"  {dollars(vigorish.outstanding)} outstanding"
    if replay.status == REVERSED:
        yield from reversal(replay.steps)
    elif replay.reason:
        yield f"Void: {replay.reason}; handed back:"
        yield from (f"  {wager(line)}" for line in replay.returned)
    if replay.taken_back:
        yield "House Money taken back:"
        yield from (f"  seat {paid.seat}: {dollars(paid.cents)}" for paid in replay.taken_back)


def _documented(line: StoryVig) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} documented on a form"


def _uncollected(line: StoryUncollected) -> str:
    said = f"recorded by {line.by} before {line.supervisor}: {line.reason}"
    return f"  seat {line.seat}: {dollars(line.cents)} not collected, {said}"


def _restored(line: StoryVig) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} owed again, the form is void"


def _paid(line: StoryVig) -> str:
    return f"  seat {line.seat}: {dollars(line.cents)} collected by {line.by}"


def whole(replay: WholeReplay, zone: tzinfo) -> Iterator[str]:
    """The round step by step, who entered what and when, and what today's code says to it."""
    yield from _heading(replay)
    yield "Step by step"
    yield from step_lines(replay.steps)
    yield from _meter_lines(replay)
    if replay.vigorish.assessed:
        yield (
            f"Vigorish: {dollars(replay.vigorish.assessed)} assessed,"
            f" {dollars(replay.vigorish.outstanding)} outstanding"
        )
        yield from map(_documented, replay.vigorish.documented)
        yield from map(_uncollected, replay.vigorish.uncollected)
        yield from map(_restored, replay.vigorish.restored)
    yield "Entered"
    yield from (_entered(entry, zone) for entry in replay.entered)
    yield from (_later(each, zone) for each in replay.later)
    yield "By"
    yield from map(_named, replay.operators)
    yield verdict(replay)
    yield from map(difference, replay.differences)


def _named(who: Named) -> str:
    """Who entered only is told by name alone; who signed, with what."""
    signed = f" ({who.capacities})" if who.signs != [ENTERED] else ""
    return f"  {who.operator:<10} {who.words}{signed}"


def stopped(replay: WholeReplay, until: int) -> Iterator[str]:
    """The round up to a step, and nothing of what came after it."""
    shown = replay.steps[:until]
    yield from _heading(replay, status_after(shown))
    yield f"Step by step, until {until} of {len(replay.steps)}"
    yield from step_lines(shown)
    for hand in ("player", "banker"):
        held = [step for step in shown if step.hand == hand]
        if held:
            dealt = cards([step.card for step in held])
            yield f"{words(hand)}: {dealt}, makes {held[-1].points}"
    if shown and shown[-1].left is not None:
        yield f"{shown[-1].left} cards left in the shoe"


def _meter_lines(replay: Replay) -> Iterator[str]:
    if replay.meters:
        yield "Meters, before and after"
    for each in replay.meters:
        yield f"  {each.link} {words(each.meter):<12} {exact(each.before)} -> {exact(each.after)}"


def _later(found: Later, zone: tzinfo) -> str:
    event = words(found.event.partition(".")[2]).capitalize()
    return (
        f"  {found.position:>6}  {event:<21} {found.by:<10} at {local(found.at, zone)},"
        f" recorded {local(found.recorded_at, zone)}, {found.stream}"
    )


def _entered(entry: Entered, zone: tzinfo) -> str:
    event = words(entry.event.partition(".")[2]).capitalize()
    feed = f", feed {entry.source} record {entry.seq}" if entry.source else ""
    return (
        f"  {entry.position:>6}  {event:<21} {entry.by:<10} at {local(entry.at, zone)},"
        f" recorded {local(entry.recorded_at, zone)}{feed}"
    )


def step_lines(found: Iterable[Step]) -> Iterator[str]:
    """The steps as a person reads them."""
    for step in found:
        rule = f"   [{step.rule}]" if step.rule else ""
        left = f"   {step.left} cards left" if step.card else ""
        yield f"  {step.n:>3}. {step.said}{left}{rule}"

"""`undo`: the last act at a table taken back, with what it meant for other streams, in one transaction."""

from collections.abc import Sequence
from functools import partial

from ledger.events import link as link_events
from ledger.events import pit as pit_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.undoing import REACH, SIGNED
from ledger.link import reversal as link_reversal
from ledger.link import undo as link_undo
from ledger.link.carried import carry_over
from ledger.link.payment import Settled
from ledger.pit import state as pit_state
from ledger.table import acts as table_acts
from ledger.table import state as table_state
from ledger.table import undo
from ledger.table.draft import Draft, Past
from ledger.table.reckoning import stated_again
from ledger.table.state import Table
from ledger.transaction.unit import UnitOfWork
from ledger.values.calendar import days


def take_back(unit: UnitOfWork, act: table_acts.Undo) -> tuple[Recorded, ...]:
    """Take back the last act at a table. Raises Refused, NotFound; nothing is deleted."""
    known = unit.standing.known_table(act.table)
    stamp = unit.stamp(act)
    stream = table_state.stream(act.table)
    first = max(1, known.version - REACH + 1)
    recent = unit.loader.stream(stream, first, known.version)
    _verify_no_award_changed_since(unit, known, recent[-1].event)
    if not act.entry:
        _verify_no_count_waits(unit, known, {stamp.day, recent[-1].event.day})
    last = undo.last_act(act.table, recent)
    found = last.events
    window = unit.standing.settings.undo_window_minutes
    signed = _signed(unit, known, found)
    position_of = partial(_position, unit)
    undo.verify(act, last, stamp, window, signed=signed, position_of=position_of)
    events = undo.own(found)
    unit.gate.verify_days({stamp.day, *(recorded.event.day for recorded in found)})
    # Of the same reading as what is taken back: what others write since is a conflict when it is saved.
    undone = range(found[0].originator_version, found[-1].originator_version + 1)
    restored = unit.loader.table_without(act.table, undone, known.version)
    past = Past(back_to=unit.standing.back_to, link_at=unit.loader.link_at)
    draft = Draft(restored or Table(), stamp, unit.catalogue, past)
    _verify_nothing_rests(unit, known, draft.table, found[0].event, stamp.day)
    draft.record(e.ActUndone, day=events[-1].day, **undo.facts(act, found))
    # What was counted since, or stated again, has it worked back too.
    since = [recorded.event for recorded in reversed(last.since)]
    gone = [recorded.event for recorded in found]
    for counted in stated_again(since, events, stamp, unit.gate.is_closed, undone=gone):
        draft.add(counted)
    of_link = _of_link(unit, known, draft, events)
    unit.gate.verify(draft.pending)
    unit.keys.give_back(f"coupon:{number}" for number in undo.kept(restored, events))
    recorded = of_link + unit.put_table(act.table, draft.table, draft.pending)
    for code, kind, facts in pit_state.taken_back(known, draft.table):
        pit = unit.standing.pit(pit_events.stream(code))
        event = stamp.on(kind, **facts)
        pit.apply(event)
        pit.verify_uniform()
        recorded += unit.append(pit_events.stream(code), event)
    return tuple(recorded)


def _verify_nothing_rests(
    unit: UnitOfWork, known: Table, restored: Table, opened: Event, today: str
) -> None:
    """Raise Refused where a table would not have been open on a day any more, on whose books others have put something
    of it: what they did stays, and so does what it rests on.
    """
    day = opened.day
    if day not in known.rounds or day in restored.rounds:
        return
    for on in days(day, today):
        if known.code in unit.standing.day(on).drops:
            raise undo.rested_upon(
                known.code,
                on,
                f"The drop of {known.code} on {on} is counted",
                "Close the table with what is in its tray; where the box was another table's, count its drop as"
                " nothing: pit day count --recount.",
            )
    if known.link and _reversed_since(unit, known, opened):
        raise undo.rested_upon(
            known.code,
            day,
            f"An award that the tray of {known.code} had paid is taken back on {day}",
            "Close the table with what is in its tray.",
        )


def _reversed_since(unit: UnitOfWork, table: Table, opened: Event) -> bool:
    since = unit.standing.back_to(
        link_events.stream(table.link),
        f"{table.code}:{opened.day}:1",
        lambda event: event.recorded_at < opened.recorded_at,
    )
    return any(
        isinstance(each.event, link_events.AwardReversed)
        and each.event.table == table.code
        and each.event.of_tray
        for each in since
    )


def _verify_no_award_changed_since(unit: UnitOfWork, known: Table, last: Event) -> None:
    """Raise Refused where the last that was entered is what is on record of an award, and no chip moved by it: the
    table has no event of that, and an undo would take back what came before.
    """
    if not known.link:
        return
    since = unit.standing.link_since(known.link, last.recorded_at)
    changed = (each for each in since if isinstance(each, link_events.AwardOwed | Settled))
    for each in changed:
        if each.table == known.code and each.recorded_at > last.recorded_at:
            raise undo.not_undone(known.code, type(each))


def _verify_no_count_waits(unit: UnitOfWork, known: Table, days_of: set[str]) -> None:
    """Raise Refused where the last that was entered is a count of the tray that one person made alone: the table has no
    event of that, and an undo would take back what came before.
    """
    for day in days_of:
        for first in unit.standing.day(day).alone.values():
            of_tray = first.table == known.code and first.figure != "drop"
            if of_tray and not first.second and first.table_version == known.version:
                raise undo.count_waits(known.code, first.by)


def _position(unit: UnitOfWork, recorded: Recorded) -> int:
    place = (recorded.originator_id, recorded.originator_version)
    return unit.loader.journal.position_of(*place) or 0


def _signed(unit: UnitOfWork, table: Table, found: Sequence[Recorded]) -> bool:
    """Whether what is taken back bears signatures: a payment that a supervisor answered for is signed at its link."""
    return any(
        type(each.event) in SIGNED
        or (isinstance(each.event, link_undo.Moved) and _supervised(unit, table, each.event))
        for each in found
    )


def _supervised(unit: UnitOfWork, table: Table, handed: link_undo.Moved) -> bool:
    since = link_reversal.since_fed(
        table.link_of(handed.round), handed.round, unit.standing.back_to
    )
    return any(
        isinstance(each, Settled)
        and (each.round, each.seat, each.meter) == (handed.round, handed.seat, handed.meter)
        and each.supervisor != ""
        for each in since.events
    )


def _of_link(
    unit: UnitOfWork, table: Table, draft: Draft, events: Sequence[Event]
) -> tuple[Recorded, ...]:
    """What the act had put into the meters of its link goes out of them again, and what it paid of them back in."""
    played = [event for event in events if isinstance(event, e.NoMoreBets | e.RoundSettled)]
    moved = [event for event in events if isinstance(event, link_undo.Moved)]
    named = next((event.round for event in (*played, *moved)), "")
    code = table.link_of(named)
    if not code or not named:
        return ()
    link = unit.standing.link(code)
    fed = link.fed.get(table.code)
    back_to = unit.standing.back_to
    if not played:
        history = link_reversal.since_fed(link.code, named, back_to, undone=True).events
        decided = link_undo.owe_again(link, draft, history, moved[0])
    elif fed is not None and fed.round == named:
        since = link_reversal.since_fed(link.code, named, back_to)
        decided = link_undo.take_out(link, draft, fed, since, events)
    else:
        return ()
    recorded: list[Recorded] = []
    for each in carry_over(decided, unit.standing.link):
        unit.gate.verify(each.pending)
        unit.standing.links.hold(each.link.code, each.link)
        recorded += unit.pending.put(link_events.stream(each.link.code), each.pending)
    return tuple(recorded)

"""`undo`: the last act at a table taken back, with what it meant for other streams, in one transaction."""

from collections.abc import Sequence

from ledger.events import link as link_events
from ledger.events import pit as pit_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.undoing import REACH, stamp_of
from ledger.pit import state as pit_state
from ledger.table import acts as table_acts
from ledger.table import state as table_state
from ledger.table import undo
from ledger.table.draft import Draft
from ledger.table.state import Table
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Refused

BATCH = 100
"""Events of a link looked through at a time for those of the act."""


def take_back(unit: UnitOfWork, act: table_acts.Undo) -> tuple[Recorded, ...]:
    """Take back the last act at a table. Raises Refused, NotFound; nothing is deleted."""
    known = unit.standing.known_table(act.table)
    stamp = unit.stamp(act)
    stream = table_state.stream(act.table)
    first = max(1, known.version - REACH + 1)
    found = undo.last_act(act.table, unit.loader.stream(stream, first, known.version))
    undo.verify(act, found, stamp, unit.loader.property_now().settings.undo_window_minutes)
    if act.entry or act.read:
        undo.verify_named(act, [_position(unit, recorded) for recorded in found])
    events = [recorded.event for recorded in found]
    unit.gate.verify_days({stamp.day, *(event.day for event in events)})
    _verify_meters_unmoved(unit, known, events)
    restored = unit.loader.table_without(
        act.table, range(found[0].originator_version, found[-1].originator_version + 1)
    )
    draft = Draft(restored or Table(), stamp, unit.catalogue)
    draft.record(e.ActUndone, day=events[-1].day, **undo.facts(act, found))
    unit.gate.verify(draft.pending)
    recorded = unit.put_table(draft.table, draft.pending)
    for pit, kind, facts in pit_state.taken_back(known, draft.table):
        gaming_pit = unit.standing.pit(pit_events.stream(pit))
        event = stamp.on(kind, **facts)
        gaming_pit.apply(event)
        gaming_pit.verify_uniform()
        recorded += unit.append(pit_events.stream(pit), event)
    return tuple(recorded)


def _position(unit: UnitOfWork, recorded: Recorded) -> int:
    place = (recorded.originator_id, recorded.originator_version)
    return unit.loader.journal.position_of(*place) or 0


def _verify_meters_unmoved(unit: UnitOfWork, table: Table, events: Sequence[Event]) -> None:
    """Refuse an act whose transaction moved the meters of a link: other tables have read them since."""
    if not table.link:
        return
    stream = link_events.stream(table.link)
    last = unit.standing.link(table.link).version
    while last > 0:
        page = unit.loader.stream(stream, max(1, last - BATCH + 1), last)
        for recorded in reversed(page):
            event = recorded.event
            if event.recorded_at < events[0].recorded_at:
                return
            if (
                stamp_of(event) == stamp_of(events[0])
                and getattr(event, "table", table.code) == table.code
            ):
                raise Refused(
                    "meters_moved",
                    f"The last act at {table.code} has moved the meters of {table.link}.",
                    "Void a round in progress, which gives the meters back what it put in.",
                    table=table.code,
                    link=table.link,
                )
        last -= BATCH

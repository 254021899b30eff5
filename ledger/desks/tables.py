"""Acts of tables: decided together, with what they mean for the tables' progressive links and pits."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from ledger.events import link as link_events
from ledger.events import pit as pit_events
from ledger.events.base import Event, Recorded
from ledger.events.table import TableCommissioned
from ledger.events.tray import first_moved
from ledger.link import follow as link_follow
from ledger.link.carried import carry_over
from ledger.link.state import Link
from ledger.pit import state as pit_state
from ledger.table import state as table_state
from ledger.table.acts import Act, Adopt, Close, Count, Open, Reverse
from ledger.table.books import require_corrected_above_zero
from ledger.table.decide import decide
from ledger.table.draft import Draft, Past
from ledger.table.reckoning import Reckoning, reckon, stated_again
from ledger.table.rounds_named import day_of_round
from ledger.table.state import Table, unknown_table
from ledger.transaction.pending import verify_recorded
from ledger.transaction.standing import MINUTE
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Refused
from ledger.values.people import same_person

PIT_ACTS: Final = frozenset({Open, Adopt, Close})
"""What a pit is told of."""


def take(unit: UnitOfWork, *acts: Act) -> tuple[Recorded, ...]:
    """Decide acts of different tables: all of them, or none.

    Raises Refused or NotFound, and then nothing has changed.
    """
    drafts = [_decide(unit, act) for act in acts]
    following, of_links = _follow(unit, acts, drafts)
    for draft in drafts:
        _count_again(unit, draft)
        require_corrected_above_zero(unit.standing.corrections, draft.table.code, draft.pending)
    of_pits = _of_pits(unit, drafts) if not PIT_ACTS.isdisjoint(map(type, acts)) else {}
    for draft in drafts:
        unit.gate.verify(draft.pending)
        unit.keys.verify_unused(draft.claims, draft.unused, draft.together)
    for events in (*of_links.values(), *of_pits.values()):
        unit.gate.verify(events)
    recorded: list[Recorded] = []
    for act, draft in zip(acts, drafts, strict=True):
        unit.keys.use((*draft.claims, *draft.together))
        unit.keys.give_back(draft.given_back)
        if any(isinstance(event, TableCommissioned) for event in draft.pending):
            unit.gate.hold_spelling(table_state.stream(act.table), TableCommissioned)
        recorded += unit.put_table(act.table, draft.table, draft.pending)
    for link in following.values():
        unit.standing.links.hold(link.code, link)
    for stream, events in (*of_links.items(), *of_pits.items()):
        recorded += unit.pending.put(stream, events)
    return tuple(recorded)


def tried(unit: UnitOfWork, act: Act) -> Draft:
    """What an act would come to, of which nothing waits to be saved. Raises Refused, NotFound."""
    draft = _decide(unit, act)
    require_corrected_above_zero(unit.standing.corrections, draft.table.code, draft.pending)
    unit.gate.verify(draft.pending)
    return draft


def take_one(unit: UnitOfWork, act: Act) -> tuple[Recorded, ...]:
    """Decide an act that may follow others of its table in one command."""
    return take(unit, act)


def _decide(unit: UnitOfWork, act: Act) -> Draft:
    known = unit.standing.table(act.table) or Table()
    if not known.code and not isinstance(act, Open):
        raise unknown_table(act.table)
    if not known.code:
        _verify_no_twin(unit, act.table)
    stamp = unit.stamp(act)
    unit.gate.verify_order(stamp.day)
    draft = Draft(
        known,
        stamp,
        unit.catalogue,
        Past(
            unit.standing.history,
            partial(unit.standing.happened_since, act.table),
            unit.standing.back_to,
            unit.loader.link_at,
            unit.gate.is_closed,
        ),
        unit.standing.tolerance,
        unit.standing.award_limit_at(stamp.at),
    )
    draft.blind = unit.standing.settings.blind_counts
    if isinstance(act, Reverse):
        unit.gate.verify_days((day_of_round(draft, act.round),))
    if isinstance(act, Count):
        draft.reckoning = _reckoned(unit, draft)
    decide(draft, act)
    return draft


def _verify_no_twin(unit: UnitOfWork, code: str) -> None:
    """Raise Refused for a new table whose code is another's but for capitals: a person takes them for one."""
    waiting = (each for each in unit.standing.known() if same_person(each, code))
    twin = next(waiting, None) or unit.loader.twin(code)
    if twin != code:
        raise Refused(
            "table_twin",
            f"There is a table {twin}, and {code} would be taken for it.",
            f"Say {twin}, or give the table another code.",
            table=code,
            twin=twin,
        )


def _reckoned(unit: UnitOfWork, draft: Draft) -> Reckoning:
    """What a count stands for, by the shifts of its own gaming day, whenever it is entered."""
    calendar, property_ = unit.loader.calendar, unit.standing.property()
    return reckon(
        draft.table,
        draft.stamp.at,
        draft.stamp.day,
        lambda day: calendar.shifts(day, property_.shifts_on(day)),
        property_.settings.count_window_minutes * MINUTE,
        draft.past.since,
    )


def _count_again(unit: UnitOfWork, draft: Draft) -> None:
    """State the counts of the tray again that were made after what moved chips, as is known now."""
    first, calendar = first_moved(draft.pending), unit.loader.calendar
    if first is not None and (first <= draft.table.counted_at or draft.puts_right):
        since = unit.standing.happened_since(draft.table.code, calendar.start_at(first))
        for counted in stated_again(since, draft.pending, draft.stamp, unit.gate.is_closed):
            draft.add(counted)


def _follow(
    unit: UnitOfWork, acts: Sequence[Act], drafts: Sequence[Draft]
) -> tuple[dict[str, Link], dict[str, list[Event]]]:
    """What the tables' acts mean for their progressive links; a table may get events of its own by it."""
    events: dict[str, list[Event]] = {}
    following: dict[str, Link] = {}

    def link_of(code: str) -> Link:
        return following.get(code) or unit.standing.link(code)

    for act, draft in zip(acts, drafts, strict=True):
        code = link_follow.link_of(act, draft.table)
        decided: list[Event] = []
        if code and link_follow.concerns(act, draft.pending):
            before = unit.standing.table(act.table) or draft.table
            of_link = link_follow.follow(link_of(code), before, draft, act, unit.gate.is_closed)
            for each in carry_over(of_link, link_of):
                following[each.link.code] = each.link
                decided += each.pending
                events.setdefault(link_events.stream(each.link.code), []).extend(each.pending)
        verify_recorded((*draft.pending, *decided))
    return following, events


def _of_pits(unit: UnitOfWork, drafts: Sequence[Draft]) -> dict[str, list[Event]]:
    """What the tables' events mean for their pits; refused where a pit would not be uniform."""
    pits: dict[str, pit_state.Pit] = {}
    events: dict[str, list[Event]] = {}
    for draft in drafts:
        stream = pit_events.stream(draft.table.pit)
        for kind, facts in pit_state.consequences(draft.table, draft.pending):
            if stream not in pits:
                pits[stream] = unit.standing.pit(stream)
            event = draft.stamp.on(kind, **facts)
            pits[stream].apply(event)
            events.setdefault(stream, []).append(event)
    for pit in pits.values():
        pit.verify_uniform()
    return events

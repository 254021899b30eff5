"""The last act at a table taken back: which events it made, and whether they may go.

Pure: the table's last events and the act give what is taken back, or a refusal. The state before it is folded anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ledger.events import link as link_events
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event, Recorded
from ledger.events.topics import TOPICS
from ledger.events.undoing import (
    REACH,
    entry_of,
    is_barrier,
    is_stated_again,
    round_played,
    rounds_of,
    undone_versions,
)
from ledger.table import acts as table_acts
from ledger.table.posted import is_posted, resting, told
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.people import same_person

MINUTE: Final = 60_000_000

MISTYPED: Final = "mistyped"
"""Why somebody takes back what they have just entered, where they say nothing else."""

_TOPIC_OF: Final = {kind: topic for topic, kind in TOPICS.items()}

NOT_UNDONE: Final[Mapping[type[Event], tuple[str, str]]] = {
    e.RulesAdopted: (
        "adopted rules",
        "Adopt the rules that are meant, with their notice: pit rules adopt.",
    ),
    e.MetersLinked: (
        "linked the table to progressive meters",
        "Take it from the link: pit meter unlink. What came before stays: reverse a round, close an opening.",
    ),
    e.MetersUnlinked: (
        "took the table from its progressive link",
        "Link it again: pit meter link. What came before stays: reverse a round, of a retired link too.",
    ),
    e.TrayCounted: (
        "counted the tray",
        "Count it again with the same time where it was wrong: pit table count; else pit day correct.",
    ),
    e.RoundVoided: (
        "voided a round",
        "Play the round again; wagers that should not be handed back are placed anew.",
    ),
    e.RoundReversed: ("reversed a round", "Enter the round again: pit round play --instead-of."),
    link_events.AwardOwed: (
        "recorded an award otherwise, and moved no chip",
        "Record it once more as it is: pit meter award --instead.",
    ),
    link_events.AwardPaid: (
        "recorded an award as paid at the cage, and moved no chip",
        "Record it as it is, or take the award back: pit meter award --instead, pit meter award-reverse.",
    ),
    link_events.AwardRefused: (
        "ruled an award not to be paid, and moved no chip",
        "Record it once more as it is: pit meter award --instead.",
    ),
    e.VigorishDocumented: ("put vigorish on a form", "Void the form: pit form void."),
    e.VigorishRestored: (
        "put back a mark whose form is void",
        "Collect what is owed, or write another form: pit vig collect, pit form issue.",
    ),
    **dict.fromkeys(
        (slip_events.ChipsRequested, slip_events.SlipPrepared),
        ("is on its way between table and cage", "Void it: pit chips void."),
    ),
    slip_events.SlipVoided: ("voided a slip", "Request the chips again: pit chips request."),
    e.CorrectionPosted: (
        "posted a correction",
        "Post another of the same, the other way: pit day correct --raise or --lower.",
    ),
    e.DisputeRaised: ("raised a dispute", "Rule on it: pit audit dispute decide."),
    e.DisputeDecided: (
        "decided a dispute",
        "Where the ruling was wrong, raise it again: pit audit dispute raise.",
    ),
}
"""What an undo never takes back: what the act did, and what to do in the place of an undo."""


class LastAct(NamedTuple):
    """The events of a table's last act that still counts, in order; and what was posted since, which stays."""

    events: list[Recorded]
    since: list[Recorded]


def last_act(table: str, recent: Sequence[Recorded]) -> LastAct:
    """A table's last act. What was put to the books since, of whichever round or day, is passed over.

    recent: the table's last REACH events at most, in order. Raises Refused where an undo does not reach that far.
    """
    undone = undone_versions(recent)
    since: list[Recorded] = []
    passed_round = ""
    for entry in _entries(recent):
        events = [recorded.event for recorded in entry]
        if isinstance(events[0], e.ActUndone):
            continue
        played = next(filter(None, map(round_played, reversed(events))), "")
        if played and passed_round and played != passed_round:
            raise _out_of_reach(
                table,
                f"All that was entered since round {played} is taken back already.",
                "An undo goes into no round before the last: reverse that one, if it was settled: pit round reverse.",
            )
        passed_round = played or passed_round
        if entry[0].originator_version in undone:
            if any(map(is_barrier, events)):
                raise _out_of_reach(
                    table,
                    "What was taken back last bore signatures, and an undo goes no farther.",
                    _instead(recent),
                )
        elif is_posted(events):
            since[:0] = entry
        elif entry[0] is recent[0] and entry[0].originator_version > 1:
            break
        else:
            return LastAct(entry, since)
    raise _out_of_reach(
        table,
        f"An undo reaches {REACH} events back at most.",
        _instead(recent),
    )


def _instead(recent: Sequence[Recorded]) -> str:
    """What can be done about what an undo does not reach, as a next step: of rounds only where some were played."""
    played = any(round_played(recorded.event) for recorded in recent)
    rounds = (
        "Void a round in progress, reverse one that is over: pit round void, pit round reverse. "
    )
    return f"{rounds if played else ''}A count or a slip is corrected: pit day correct."


def _entries(recent: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """What was entered together, the latest first; each undo is apart."""
    found: list[Recorded] = []
    for recorded in reversed(recent):
        if found and _entry(recorded) != _entry(found[0]):
            yield found
            found = []
        found.insert(0, recorded)
    if found:
        yield found


def _entry(recorded: Recorded) -> tuple[object, ...]:
    undo = isinstance(recorded.event, e.ActUndone)
    return undo, *entry_of(recorded.originator_version, recorded.event)


def own(found: Sequence[Recorded]) -> list[Event]:
    """The events that an act itself came to: without counts that it had stated again, where older stores tell."""
    events = [recorded.event for recorded in found]
    return [event for event in events if not is_stated_again(event)] or events


def _out_of_reach(table: str, why: str, instead: str) -> Refused:
    return Refused(
        "undo_out_of_reach",
        f"There is no last act at {table} that can be taken back: {why[:1].lower()}{why[1:]}",
        instead,
        table=table,
    )


def rested_upon(table: str, day: str, what: str, instead: str) -> Refused:
    """The refusal to take back the opening of a table, on which something that others put on the day's books rests."""
    return Refused(
        "opening_rested_upon",
        f"{what}, so its opening is not taken back.",
        instead,
        table=table,
        day=day,
    )


def verify(
    act: table_acts.Undo,
    last: LastAct,
    stamp: Stamp,
    window_minutes: int,
    *,
    signed: bool,
    position_of: Callable[[Recorded], int],
) -> None:
    """Raise Refused unless the act may take this back: its kinds, what rests on it, who asks, and that it is meant.

    signed: whether somebody besides its author answers for what is taken back. position_of: of an event in the log.
    """
    _verify_kinds(act.table, last.events)
    _verify_posted(act, last, position_of)
    positions = [position_of(recorded) for recorded in last.events]
    _verify_named(act, positions)
    _verify_author(act, last.events, stamp, window_minutes, signed=signed, positions=positions)


_RESTED_UPON: Final = (
    "Put right what is wrong as it stands: pit day correct, or pit round reverse on an open day."
)


def _verify_posted(
    act: table_acts.Undo, last: LastAct, position_of: Callable[[Recorded], int]
) -> None:
    """Raise Refused where what was posted since rests on the act, or is what was meant."""
    events = [recorded.event for recorded in last.events]
    for entry in _entries(last.since):
        posted = [recorded.event for recorded in entry]
        rests = resting(posted, events)
        meant = any(position_of(recorded) in {act.entry, act.read} - {0} for recorded in entry)
        if rests is None and not meant:
            continue
        on = posted[0] if rests is None else rests
        raise Refused(
            "cannot_be_undone",
            f"{told(on)} is not taken back."
            if rests is None
            else f"{told(on)} rests on what was entered last at {act.table}, so that is not taken back.",
            _RESTED_UPON if isinstance(rests, e.CorrectionPosted) else NOT_UNDONE[type(on)][1],
            table=act.table,
            entry=position_of(entry[posted.index(on)]),
        )


def _verify_named(act: table_acts.Undo, positions: Sequence[int]) -> None:
    """Raise Refused where an event that is named, or was seen to be of the last act, is not of it."""
    for entry in (each for each in (act.entry, act.read) if each and each not in positions):
        several = len(positions) > 1
        last = f"{positions[0]} to {positions[-1]}" if several else f"{positions[0]}"
        raise Refused(
            "not_the_last_act",
            f"Event {entry} is not of the last act at {act.table}: {'those are' if several else 'that is'} {last}."
            if entry == act.entry
            else f"Somebody else entered or took back something at {act.table} meanwhile: its last act is now"
            f" {'events' if several else 'event'} {last}, and nothing was taken back in the place of event {entry}.",
            "pit undo --dry-run shows the last act; take back what came since, the latest first.",
            table=act.table,
            entry=entry,
            last_act=list(positions),
        )


def _verify_kinds(table: str, found: Sequence[Recorded]) -> None:
    kinds = [type(event) for event in own(found)]
    for kind in kinds:
        # Rules that a first opening adopted go with it; adopted alone they hold from their notice.
        if kind in NOT_UNDONE and not (kind is e.RulesAdopted and e.TableOpened in kinds):
            raise not_undone(table, kind)


def not_undone(table: str, kind: type[Event]) -> Refused:
    """The refusal to take back what a kind of event did."""
    did, instead = NOT_UNDONE[kind]
    return Refused(
        "cannot_be_undone",
        f"The last act at {table} {did}; that is not taken back.",
        instead,
        table=table,
    )


def count_waits(table: str, by: str) -> Refused:
    """The refusal to take back a count that one person made alone, or what it was made after without naming that."""
    return Refused(
        "cannot_be_undone",
        f"What was entered last of {table} is a count that {by} made alone; that is not taken back.",
        "Who counts second enters theirs; where the two differ, both count anew. To take back what came before it, name"
        " that: pit undo --entry.",
        table=table,
    )


def _verify_author(
    act: table_acts.Undo,
    found: Sequence[Recorded],
    stamp: Stamp,
    window_minutes: int,
    *,
    signed: bool,
    positions: Sequence[int],
) -> None:
    entered = found[-1].event
    by_author = same_person(act.by, entered.by)
    # Where the clock was set back meanwhile, nobody knows how long ago it was.
    soon = 0 <= stamp.recorded_at - entered.recorded_at <= window_minutes * MINUTE
    if act.approved_by and same_person(act.approved_by, act.by):
        raise Refused(
            "approval_own",
            f"{act.by} cannot approve what {act.by} takes back.",
            "Name a supervisor besides who takes it back.",
            by=act.by,
        )
    if by_author and soon and not signed:
        return
    if not act.approved_by:
        why = (
            "It bears signatures"
            if signed
            else f"It was entered more than {window_minutes} minutes ago"
            if by_author
            else f"It was entered by {entered.by}"
        )
        raise Refused(
            "approval_missing",
            f"{why}; a supervisor has to approve that it is taken back.",
            "Name the supervisor: --approved-by.",
            table=act.table,
            entered_by=entered.by,
            window_minutes=window_minutes,
            last_act=list(positions),
        )
    if not act.reason:
        raise Refused(
            "reason_missing",
            f"What {entered.by} entered is taken back for a reason.",
            'Give it: --reason "...".',
            table=act.table,
            entered_by=entered.by,
            last_act=list(positions),
        )


def kept(before: Table | None, found: Iterable[Event]) -> list[str]:
    """Numbers of the coupons that the house had kept by these events, which are with their players again.

    before: the table as it stood without them.
    """
    playing = before.round if before is not None else None
    wagers = list(playing.wagers) if playing is not None else []
    numbers: list[str] = []
    for event in found:
        if isinstance(event, e.WagersPlaced):
            wagers += event.wagers
        elif isinstance(event, e.RoundSettled):
            gone = {(line.seat, line.bet) for line in event.lines if line.result != "push"}
            numbers += [w.coupon for w in wagers if w.coupon and (w.seat, w.bet) in gone]
    return numbers


def facts(act: table_acts.Undo, found: Sequence[Recorded]) -> dict[str, object]:
    """What the event says that takes these back."""
    events = own(found)
    slips = [
        (
            # What the cage prepared is on its way again.
            ""
            if each.request
            else f"{'fill' if isinstance(each, e.ChipsFilled) else 'credit'}:{each.slip}",
            each.cents,
        )
        for each in events
        if isinstance(each, e.ChipsFilled | e.ChipsCredited)
    ]
    slip, cents = slips[0] if slips else ("", 0)
    return {
        "first": found[0].originator_version,
        "last": found[-1].originator_version,
        "undone": [line for event in events for line in _lines(event)],
        "happened_at": events[-1].at,
        "entered_by": events[-1].by,
        "entered_at": events[-1].recorded_at,
        "reason": act.reason or MISTYPED,
        "slip": slip,
        "cents": cents,
        "approved_by": act.approved_by,
    }


def _lines(event: Event) -> list[e.UndoneLine]:
    """A line for each round that an event belongs to; one where it belongs to none."""
    return [e.UndoneLine(_TOPIC_OF[type(event)], each) for each in rounds_of(event) or [""]]

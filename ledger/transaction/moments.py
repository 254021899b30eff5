"""The law of time: what the `at` of every kind of act is held against.

The gaming day of an act follows from its `at`, so that a time which cannot be is refused, typed or fed: one to come,
and one before something that the act rests on. Both are measured with the tolerance that the property grants its
clocks. Times are compared with one another and never with now, so that history can be entered in order years later.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import Any, Final

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CloseMonth,
    CountDrops,
    ReceiveDuplicates,
    ReceiveSlipCopies,
    RefuseBooks,
    SignDay,
    SignMonth,
    TakeBackDuplicates,
)
from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events import day as day_events
from ledger.events import link as link_events
from ledger.events.act import Act
from ledger.events.base import Event
from ledger.events.table import (
    MarkBack,
    MetersLinked,
    MetersUnlinked,
    RoundReversed,
    VigorishUncollected,
)
from ledger.form import acts as form_acts
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink, ReadMeter, RetireLink
from ledger.link.reversal import since_fed
from ledger.operators.acts import (
    ChangeRoles,
    EnrollOperator,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.paper.acts import PrintDocument
from ledger.property.acts import ChangeSettings, EstablishProperty, RebuildReadModels
from ledger.table import acts as table_acts
from ledger.table import shoe_acts, slip_acts
from ledger.table.books import entered_at
from ledger.table.state import Table
from ledger.transaction import decks, papers
from ledger.transaction.facts import TOLD, Fact, Known
from ledger.transaction.standing import Standing
from ledger.values.calendar import from_micros, to_micros
from ledger.values.errors import Conflict, Refused
from ledger.values.rounds import day_of

Held = Callable[[Standing, Any], Iterable[Known]]
"""Takes how all stands and an act; gives what its `at` must not come before, what has to be first told first."""


def verify(standing: Standing, act: Act, at: int, now: int, zone: tzinfo) -> None:
    """Raise Refused where an act's time, or that of its notice, is to come, or comes before what it rests on; Conflict
    where that is because this machine's clock was set back.

    at, now: microseconds UTC.
    """
    noticed = _noticed(act)
    said = max([at, *(each.at for each in noticed)])
    if said > now + standing.tolerance:
        _verify_clock(standing, now, zone)
        raise Refused(
            "at_in_future",
            f"{_clock(said, zone)} is to come: it is {_clock(now, zone)}.",
            "Check the time, and the clock of whoever says it.",
            at=_local(said, zone).isoformat(),
            now=_local(now, zone).isoformat(),
        )
    latest = at + standing.tolerance
    for known in (*HELD_AGAINST[type(act)](standing, act), *noticed):
        if (at if known.exactly else latest) < known.at:
            if latest > now:
                _verify_clock(standing, now, zone)
            early = Refused(
                f"at_before_{known.fact}",
                f"{_clock(at, zone)} is before {TOLD[known.fact]}, {_clock(known.at, zone)}.",
                "Check the time.",
                at=_local(at, zone).isoformat(),
                not_before=_local(known.at, zone).isoformat(),
            )
            early.act = known.of
            raise early


def _verify_clock(standing: Standing, now: int, zone: tzinfo) -> None:
    """Raise Conflict where the clock of this machine was set back. Looked at where a time is refused, so that
    an event of a clock that once ran ahead stops nobody.
    """
    recorded_at = standing.loader.last_recorded_at()
    if now + standing.tolerance < recorded_at:
        raise Conflict(
            "clock_behind",
            f"The clock says {_clock(now, zone)}; the last event was recorded at {_clock(recorded_at, zone)}.",
            "Set the clock right and repeat it; nothing was recorded.",
            now=_local(now, zone).isoformat(),
            recorded_at=_local(recorded_at, zone).isoformat(),
        )


def _noticed(act: Act) -> list[Known]:
    """The notice that an act says it goes by, whether it needs one or not."""
    notice_at = getattr(act, "notice_at", None)
    return [] if notice_at is None else [Known(to_micros(notice_at), Fact.NOTICE)]


def _local(at: int, zone: tzinfo) -> datetime:
    return from_micros(at).astimezone(zone)


def _clock(at: int, zone: tzinfo) -> str:
    return _local(at, zone).isoformat(timespec="seconds")


# -- what is on record


def _nothing(_: Standing, __: Act) -> Iterable[Known]:
    return ()


_OF_TABLE: Final[Mapping[Fact, Callable[[Table], int]]] = {
    Fact.OPENING: lambda table: table.opened_at if table.open else 0,
    Fact.CLOSE: lambda table: 0 if table.open else table.last_at,
    Fact.SHOE: lambda table: table.shoe.started_at if table.shoe else 0,
    Fact.ROUND: lambda table: table.round_at,
    Fact.LAST_ACT: lambda table: table.last_at,
}


def _table(*facts: Fact) -> Held:
    """What is known of an act's table."""
    asked = [(_OF_TABLE[fact], fact) for fact in facts]

    def known(standing: Standing, act: table_acts.Act) -> Iterable[Known]:
        table = standing.table(act.table)
        return [Known(when(table), fact) for when, fact in asked] if table else ()

    return known


_opening = _table(Fact.OPENING)
_shoe = _table(Fact.OPENING, Fact.SHOE)
_play = _table(Fact.OPENING, Fact.SHOE, Fact.ROUND)
_rules = _table(Fact.OPENING, Fact.ROUND)
_last_act = _table(Fact.OPENING, Fact.LAST_ACT)
_reopening = _table(Fact.CLOSE)


def _both(one: Held, other: Held) -> Held:
    return lambda standing, act: (*one(standing, act), *other(standing, act))


_received = _both(_opening, papers.slip)
_made_ready = _both(_opening, decks.received)
_recut = _both(_shoe, decks.cut)
_in_shoe = _both(_play, decks.cut)


def _close(standing: Standing, act: table_acts.Close) -> Iterable[Known]:
    """Nor does a table close before vigorish was left uncollected: its seat owed until then."""
    since = standing.happened_since(act.table, to_micros(act.at))
    left = (each for each in since if isinstance(each, VigorishUncollected))
    return (*_last_act(standing, act), *(Known(each.known_at, Fact.LAST_ACT) for each in left))


def _seat(standing: Standing, act: table_acts.Sit | table_acts.Leave) -> Iterable[Known]:
    """Nobody leaves before being there, or sits where another still does. Who wagered may give a name later."""
    table = standing.table(act.table)
    named = isinstance(act, table_acts.Sit) and table is not None and act.seat in table.seats
    at = 0 if table is None or named else table.seat_at.get(act.seat, 0)
    return (*_opening(standing, act), Known(at, Fact.SEAT))


def _owed(
    standing: Standing,
    act: table_acts.CollectVig | table_acts.UncollectedVig | table_acts.DocumentVig,
) -> Iterable[Known]:
    """The oldest mark of the seat, whichever opening it is of; later ones are not settled by what came before them."""
    table = standing.table(act.table)
    marked = _marked(standing, table.marks.get(act.seat, ())) if table else ()
    return marked or _opening(standing, act)


def _marked(standing: Standing, marks: Sequence[MarkBack]) -> Sequence[Known]:
    """The oldest of these marks; and the day of its round, before which no clock has any of it settled."""
    if not marks:
        return ()
    since = min(mark.since for mark in marks)
    of_day = _beginning(standing, [mark.round for mark in marks], since)
    return (Known(since, Fact.MARK), Known(of_day, Fact.MARK, exactly=True))


def _beginning(standing: Standing, rounds: Iterable[str], since: int) -> int:
    """When the first day of these rounds began; 0 where an older store has it later than when they were known of."""
    began = standing.loader.calendar.start_of(date.fromisoformat(min(map(day_of, rounds))))
    return began if began <= since else 0


def _all_owed(standing: Standing, act: table_acts.CollectAllVig) -> Iterable[Known]:
    """The oldest mark of each seat: what one of them owes since is not left out unsaid."""
    table = standing.table(act.table)
    each = table.marks.values() if table else ()
    return [x for marks in each for x in _marked(standing, marks)] or _opening(standing, act)


def _put_back(_: Standing, act: table_acts.RestoreVig) -> Iterable[Known]:
    return [Known(mark.since, Fact.MARK) for mark in act.marks]


def _named_round(
    standing: Standing,
    act: table_acts.Correct
    | table_acts.RaiseDispute
    | table_acts.DecideDispute
    | table_acts.Reverse,
) -> Iterable[Known]:
    """What is on record of the round, and of disputes about it, that the act names."""
    named = act.original if isinstance(act, table_acts.Correct) else act.round
    return [
        Known(event.known_at, Fact.ROUND)
        for event in _since_its_day(standing, act)
        if getattr(event, "round", "") == named
    ]


def _in_place(standing: Standing, act: table_acts.RoundInstead) -> Iterable[Known]:
    """The reversal of the round in whose place it is, and not the rounds that came since."""
    return [
        Known(event.known_at, Fact.ROUND)
        for event in _since_its_day(standing, act)
        if isinstance(event, RoundReversed) and event.round == act.instead_of
    ]


def _reversed_of_seat(standing: Standing, act: table_acts.HandBackVig) -> Iterable[Known]:
    """The first reversal that owes the seat something back; and the day of the first round that does."""
    since = [
        Known(event.known_at, Fact.ROUND)
        for event in _since_its_day(standing, act)
        if isinstance(event, RoundReversed) and any(x.seat == act.seat for x in event.owed_back)
    ]
    table = standing.table(act.table)
    owed = table.owed_back.get(act.seat, ()) if table else ()
    if not since or not owed:
        return since[-1:]
    of_day = _beginning(standing, [line.round for line in owed], since[-1].at)
    return (since[-1], Known(of_day, Fact.ROUND, exactly=True))


def _since_its_day(standing: Standing, act: table_acts.Act) -> Iterable[Event]:
    """A table's events since the gaming day of an act began; what was before cannot be too late for it."""
    return standing.happened_since(act.table, standing.loader.calendar.start_at(to_micros(act.at)))


def _corrected(standing: Standing, act: table_acts.Correct) -> Iterable[Known]:
    """The round that is named; and the slip, the count or the first payment that is corrected."""
    events = [*_since_its_day(standing, act)]
    if act.figure == "drop":
        events += standing.history(day_events.stream(act.of_day))
    entered = entered_at(act, events)
    entry = () if entered is None else (Known(entered, Fact.ENTRY),)
    return (*_named_round(standing, act), *entry)


def _must_hit(standing: Standing, act: table_acts.MustHit) -> Iterable[Known]:
    """The round that it names; one that it does not name is found by the time itself."""
    table = standing.table(act.table)
    if not act.round or table is None or table.link_of(act.round) != act.link:
        return ()
    recent = standing.link(act.link).recent.get(act.table, ())
    return [Known(fed.at, Fact.ROUND) for fed in recent if fed.round == act.round]


def _award(standing: Standing, act: table_acts.PayAward) -> Iterable[Known]:
    table = standing.table(act.table)
    if table is None or not table.link_of(act.round):
        return ()
    if act.instead:
        return _of_awards(standing, act.table, act.round, {act.seat})
    return [
        Known(award.known_at, Fact.ROUND)
        for award in standing.link(table.link_of(act.round)).owed.values()
        if (award.round, award.seat) == (act.round, act.seat) and act.meter in {"", award.meter}
    ]


def _award_won(standing: Standing, act: table_acts.ReverseAward) -> Iterable[Known]:
    return _of_awards(standing, act.table, act.round, {act.seat})


def _dispute(standing: Standing, act: table_acts.DecideDispute) -> Iterable[Known]:
    seats = {award.seat for award in act.awards}
    return (*_named_round(standing, act), *_of_awards(standing, act.table, act.round, seats))


def _of_awards(standing: Standing, code: str, round_id: str, seats: set[int]) -> Iterable[Known]:
    """That awards of a round were won, and handed over: since it fed the meters."""
    table = standing.table(code)
    if not seats or table is None or not table.link_of(round_id):
        return ()
    return [
        Known(event.known_at, Fact.ROUND)
        for event in since_fed(table.link_of(round_id), round_id, standing.back_to).events
        if isinstance(event, link_events.AwardWon | link_events.AwardPaid)
        and event.round == round_id
        and event.seat in seats
    ]


def _linking(
    standing: Standing, act: table_acts.LinkMeters | table_acts.UnlinkMeters
) -> Iterable[Known]:
    """A table is on one link after another."""
    since = _since_its_day(standing, act)
    linked = (each for each in since if isinstance(each, MetersLinked | MetersUnlinked))
    installed = _link(standing, act) if isinstance(act, table_acts.LinkMeters) else ()
    return (*_rules(standing, act), *installed, *(Known(x.known_at, Fact.LINKING) for x in linked))


def _retiring(standing: Standing, act: RetireLink) -> Iterable[Known]:
    """Both links, all that came to what the meters hold, and the last table that left them."""
    at = [standing.link(code).installed_at for code in (act.link, act.to)]
    last = max((x.known_at for x in standing.link_since(act.link, to_micros(act.at))), default=0)
    return (*[Known(each, Fact.INSTALLATION) for each in at], Known(last, Fact.METERS))


def _reading(standing: Standing, act: table_acts.MeterReading) -> Iterable[Known]:
    """Of the link that its table feeds; of another it is refused."""
    table = standing.table(act.table)
    return _link(standing, act) if table is not None and table.link == act.link else ()


def _link(
    standing: Standing,
    act: table_acts.LinkMeters | table_acts.MeterReading | AdjustMeter | ReadMeter | ChangeRates,
) -> Iterable[Known]:
    return (Known(standing.link(act.link).installed_at, Fact.INSTALLATION),)


def _day(
    standing: Standing,
    act: CountDrops
    | ReceiveDuplicates
    | ReceiveSlipCopies
    | TakeBackDuplicates
    | AcknowledgeFindings,
) -> Iterable[Known]:
    try:
        day = date.fromisoformat(act.day)
    except ValueError:  # Where it is read, it is refused.
        return ()
    return (Known(standing.loader.calendar.start_of(day), Fact.DAY),)


def _boxes(standing: Standing, act: CountDrops) -> Iterable[Known]:
    """A box is counted once it is pulled and opened."""
    yield from _day(standing, act)
    for box in act.boxes:
        for at in (box.said.placed_at, box.said.pulled_at, box.said.opened_at):
            if at is not None:
                yield Known(to_micros(at), Fact.BOX, of=box)


def _days_end(standing: Standing, act: CloseDay | SignDay) -> Iterable[Known]:
    """A signature is on the whole day."""
    return (Known(standing.loader.calendar.end_of(act.day), Fact.DAYS_END),)


def _month(standing: Standing, act: CloseMonth | SignMonth) -> Iterable[Known]:
    return (Known(standing.loader.calendar.end_of_month(act.month), Fact.MONTH),)


def _proposed(standing: Standing, act: RefuseBooks) -> Iterable[Known]:
    return (Known(standing.signing(act.books).waiting(act.books).at, Fact.PROPOSAL),)


def _registered(
    standing: Standing, act: ChangeRoles | SuspendOperator | ReinstateOperator | EnrollOperator
) -> Iterable[Known]:
    found = standing.registry().operators.get(act.operator)
    return (Known(found.standings[0].at, Fact.REGISTRATION),) if found else ()


def _token(standing: Standing, act: RevokeFeedToken) -> Iterable[Known]:
    issued = standing.feed_tokens().token(act.of_source, act.number).issued_at
    return (Known(issued, Fact.TOKEN),)


def _property(standing: Standing, _: ChangeSettings | RebuildReadModels) -> Iterable[Known]:
    return (Known(standing.loader.property.known_at, Fact.PROPERTY),)


HELD_AGAINST: Final[Mapping[type[Act], Held]] = {
    # A table is opened, run and closed.
    table_acts.Open: _reopening,
    table_acts.Adopt: _rules,
    table_acts.Close: _close,
    table_acts.BuyIn: _opening,
    table_acts.Fill: _opening,
    table_acts.Credit: _opening,
    table_acts.Count: _opening,
    slip_acts.RequestChips: _opening,
    slip_acts.PrepareSlip: papers.slip,
    slip_acts.ReceiveSlip: _received,
    slip_acts.VoidSlip: papers.slip,
    table_acts.Sit: _seat,
    table_acts.Leave: _seat,
    # Cards: a shoe follows the last round, and what made its cards ready; that is done at any time.
    shoe_acts.ReceiveDecks: _opening,
    shoe_acts.ShuffleCards: _made_ready,
    shoe_acts.StoreCards: _made_ready,
    shoe_acts.HandCards: _play,
    shoe_acts.Recut: _recut,
    shoe_acts.SpreadCards: _play,
    shoe_acts.PassShoe: _play,
    shoe_acts.Shoe: _in_shoe,
    shoe_acts.CutCard: _shoe,
    shoe_acts.EndShoe: _play,
    table_acts.Undo: _table(Fact.LAST_ACT),
    # Rounds, step after step.
    table_acts.PlaceWager: _play,
    table_acts.Withdraw: _play,
    table_acts.NoMoreBets: _play,
    table_acts.Deal: _play,
    table_acts.Press: _play,
    table_acts.Third: _play,
    table_acts.Settle: _play,
    table_acts.Round: _play,
    table_acts.RoundInstead: _in_place,
    table_acts.Void: _play,
    table_acts.Reverse: _named_round,
    table_acts.Irregular: _play,
    table_acts.SimulatedRound: _play,
    # What follows a round, sooner or later.
    table_acts.CollectVig: _owed,
    table_acts.CollectAllVig: _all_owed,
    table_acts.HandBackVig: _reversed_of_seat,
    table_acts.UncollectedVig: _owed,
    table_acts.DocumentVig: _owed,
    table_acts.RestoreVig: _put_back,
    table_acts.MustHit: _must_hit,
    table_acts.MeterReading: _reading,
    table_acts.PayAward: _award,
    table_acts.ReverseAward: _award_won,
    table_acts.Correct: _corrected,
    table_acts.RaiseDispute: _named_round,
    table_acts.DecideDispute: _dispute,
    # Forms.
    form_acts.ReceiveSeries: _nothing,
    form_acts.IssueSeries: papers.receipt,
    form_acts.IssueForm: papers.in_pit,
    form_acts.VoidForm: papers.form,
    form_acts.LoseForm: papers.receipt,
    form_acts.CountForms: papers.in_hand,
    form_acts.DropOriginal: papers.form,
    form_acts.ForwardCopies: papers.kept,
    form_acts.ReceiveSlips: _nothing,
    form_acts.LoseSlips: papers.slips,
    form_acts.CountSlips: papers.slips,
    # Days.
    CountDrops: _boxes,
    ReceiveDuplicates: _day,
    ReceiveSlipCopies: _day,
    TakeBackDuplicates: _day,
    AcknowledgeFindings: _day,
    CloseDay: _days_end,
    CloseMonth: _month,
    SignDay: _days_end,
    SignMonth: _month,
    RefuseBooks: _proposed,
    # Links.
    InstallLink: _nothing,
    **dict.fromkeys((AdjustMeter, ReadMeter, ChangeRates), _link),
    RetireLink: _retiring,
    table_acts.LinkMeters: _linking,
    table_acts.UnlinkMeters: _linking,
    # The register, and the property itself.
    RegisterOperator: _nothing,
    **dict.fromkeys((ChangeRoles, SuspendOperator, ReinstateOperator, EnrollOperator), _registered),
    IssueFeedToken: _nothing,
    RevokeFeedToken: _token,
    EstablishProperty: _nothing,
    ChangeSettings: _property,
    RebuildReadModels: _property,
    PrintDocument: _nothing,
}
"""By kind of act; an act without a row cannot be stamped, and so not be recorded."""

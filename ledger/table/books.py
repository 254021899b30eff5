"""What the books say of a figure, read from its table's history when a correction is held against it (A4, U3).

Corrections are rare, so that nothing of this is kept in a table's state.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec import structs

from ledger.events import day as day_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table import acts as table_acts
from ledger.table.draft import BackTo, Draft
from ledger.table.figures_named import seat_named, spelled
from ledger.table.meters import not_of_awards
from ledger.table.rounds_named import day_of_round
from ledger.table.state import stream
from ledger.values.errors import NotFound, Refused
from ledger.values.money import dollars
from ledger.values.people import plain
from ledger.values.rounds import again, day_of

OF_SEATS: Final = frozenset({"vig_assessed", "vig_collected", "vig_documented", "vig_uncollected"})
"""Figures that are made of the marks of seats, so that a correction names round and seat and moves the mark."""

_SLIPS: Final[Mapping[str, type[e.ChipsFilled | e.ChipsCredited]]] = {
    "fills": e.ChipsFilled,
    "credits": e.ChipsCredited,
}


_SUMS: Final = frozenset({"opener", "buy_ins", *OF_SEATS})
"""Figures whose first entry is what a correction needs: more may have come to it. Of the others the last stands."""


_OF_REVERSED: Final = frozenset({"hand_result", "vig_assessed"})
"""What can be posted of a reversed round whose day is closed; what is paid of it is collected or put on a form."""


class Entry(NamedTuple):
    """What a correction names, in cents, with all that was corrected of it. measure: a correction larger than that
    needs accounting. since: when its mark was put there, microseconds UTC, 0 where it is no mark.
    """

    cents: int
    measure: int
    since: int = 0


def named(draft: Draft, act: table_acts.Correct) -> tuple[table_acts.Correct, Entry]:
    """A correction with what it names spelled as the books have it, and what that is.

    Raises NotFound and Refused where there is no such thing, or nobody knows it.
    """
    if act.original.startswith(f"{draft.table.code}:"):
        day_of_round(draft, act.original)
    history = list(draft.past.history(stream(draft.table.code)))
    if any(isinstance(event, e.RoundReversed) and event.round == act.original for event in history):
        _require_none_in_place(draft, act)
    # Older stores may hold two whose numbers differ in spelling alone.
    slips = [each.slip for each in history if _is_slip(act, each)]  # type: ignore[attr-defined]  # a slip has
    if act.original not in slips:
        act = structs.replace(act, original=next(iter(slips), "") or spelled(act))
    return act, _ENTRIES[act.figure](draft, act, history)


def _require_none_in_place(draft: Draft, act: table_acts.Correct) -> None:
    """Of a reversed round nothing is corrected while another can be in its place. Once its day is closed none can: what
    it came to is posted, as of a void one.
    """
    in_place = again(act.original)
    entered = in_place in draft.table.again
    if entered or not draft.past.is_closed(day_of(act.original)):
        raise Refused(
            "round_reversed",
            f"Round {act.original} is reversed; there is nothing of it to correct.",
            f"Correct the round in its place: {in_place}."
            if entered
            else "Enter it rightly: pit round play --instead-of.",
            round=act.original,
        )
    if act.figure not in _OF_REVERSED:
        raise Refused(
            "round_reversed",
            f"Of round {act.original}, which is reversed, no {act.figure.replace('_', '-')} is corrected.",
            "Post what the round came to: pit day correct hand-result, vig-assessed; then collect what is owed.",
            round=act.original,
        )


def documented(back_to: BackTo, table: str, seat: int, round_id: str, day: str) -> int:
    """What of a seat's vigorish of a round is documented by forms of a day, with all corrected of it; cents."""
    cents = 0
    past = back_to(stream(table), round_id, lambda _: False)
    for event in (recorded.event for recorded in past if recorded.event is not None):
        match event:
            case e.VigorishDocumented() | e.VigorishRestored() if event.day == day:
                lines = (x for x in event.lines if (x.seat, x.round) == (seat, round_id))
                of_it = sum(x.cents for x in lines)
                cents += -of_it if isinstance(event, e.VigorishRestored) else of_it
            case e.CorrectionPosted(figure="vig_documented") if event.of_day == day:
                cents += event.cents if (event.seat, event.original) == (seat, round_id) else 0
            case _:
                pass
    return cents


_COUNTED: Final[Mapping[type[Event], Callable[[Any], tuple[str, int]]]] = {
    e.TableClosed: lambda x: ("closer", x.closer_cents),
    e.TrayCounted: lambda x: (x.figure, x.stands_cents),
    day_events.DropCounted: lambda x: ("drop", x.cash_cents),
}
"""What a count makes known of its day, in the place of an earlier one: the figure and its cents."""


def require_corrected_above_zero(
    corrections_of: Callable[[str], Iterable[e.CorrectionPosted]],
    table: str,
    events: Iterable[Event],
    beside_cents: int = 0,
) -> None:
    """Raise Refused where a count would leave a figure below zero by what was corrected of the one it replaces (A4).

    corrections_of: all that was corrected of a table's figures, on whatever day. beside_cents: of a drop, what was
    counted in the table's other boxes.
    """
    for event in events:
        counted = _COUNTED.get(type(event))
        figure, cents = counted(event) if counted else ("", 0)
        if not figure:
            continue
        corrections = [
            each
            for each in corrections_of(table)
            if (each.figure, each.of_day) == (figure, event.day)
        ]
        corrected = sum(each.cents for each in corrections)
        if cents + beside_cents + corrected < 0:
            documents = list(dict.fromkeys(each.document for each in corrections))
            raise Refused(
                "count_below_correction",
                f"The {figure} of {table} on {event.day} was lowered by {dollars(-corrected)} ({', '.join(documents)});"
                f" a count of {dollars(cents)} would leave it below zero.",
                f"Check the count; or post a correction of that one first: pit day correct {table} {figure} --raise.",
                table=table,
                figure=figure,
                day=event.day,
                documents=documents,
                corrected_cents=corrected,
                cents=cents,
            )


def entered_at(act: table_acts.Correct, events: Iterable[Event]) -> int | None:
    """Since when what a correction names is on record, among events of its table and of its day's count; else None."""
    entered = [event.known_at for event in events if is_entry(act, event)]
    if not entered:
        return None
    return min(entered) if act.figure in _SUMS else max(entered)


def moments(draft: Draft, act: table_acts.Correct) -> list[int]:
    """When all that a correction names happened, microseconds UTC. A second opening of a day is another opener's."""
    found = [
        event
        for event in draft.past.history(stream(draft.table.code))
        if is_entry(act, event)
        or (
            act.figure == "hand_result"
            and isinstance(event, e.RoundSettled | e.RoundVoided)
            and event.round == act.original
        )
    ]
    return [x.known_at for x in found if x is found[0] or not isinstance(x, e.TableOpened)]


def taken_back(draft: Draft, act: table_acts.Correct) -> e.CorrectionPosted | None:
    """The correction posted last of what is named that an act takes back, all or part; None where it takes back none.

    Those at one moment are one: what they come to together can be taken back.
    """
    last: dict[int, e.CorrectionPosted] = {}
    cents: Counter[int] = Counter()
    for event in draft.past.history(stream(draft.table.code)):
        if isinstance(event, e.CorrectionPosted) and _is_of_same(act, event):
            last.pop(event.moved_at, None)
            last[event.moved_at] = event
            cents[event.moved_at] += event.cents
    found = (
        event
        for at, event in reversed(last.items())
        if act.cents * cents[at] < 0 and abs(act.cents) <= abs(cents[at])
    )
    return next(found, None)


def _is_of_same(act: table_acts.Correct, event: e.CorrectionPosted) -> bool:
    of = ("figure", "of_day", "original", "seat")
    return all(getattr(act, name) == getattr(event, name) for name in of)


OF_ONE_MOMENT: Final = frozenset({"fills", "credits", "hand_result", "vig_collected"})
"""Figures whose corrections name what moved chips at a moment: a slip, a round, a payment."""


def is_entry(act: table_acts.Correct | e.CorrectionPosted, event: Event) -> bool:
    """Whether an event is what a correction names, or part of it. Of one that is posted: an event of its table."""
    match event:
        case e.ChipsFilled() | e.ChipsCredited():
            return _is_slip(act, event)
        case e.BoughtIn():
            seat = seat_named(act.figure, act.original)
            return (act.figure, act.of_day) == ("buy_ins", event.day) and seat in {0, event.seat}
        case (
            e.VigorishCollected()
            | e.VigorishDocumented()
            | e.VigorishUncollected()
            | e.VigorishRestored()
        ):
            return _of_seat(act, event) > 0
        case day_events.DropCounted():
            return isinstance(act, table_acts.Correct) and (act.figure, act.table) == (
                "drop",
                event.table,
            )
        case e.TrayCounted():
            return (event.figure, event.day) == (act.figure, act.of_day)
        case _:
            return (_OF_DAY.get(type(event)), event.day) == (act.figure, act.of_day)


_OF_DAY: Final[Mapping[type[Event], str]] = {
    e.TableOpened: "opener",
    e.TableClosed: "closer",
}


def _is_slip(act: table_acts.Correct | e.CorrectionPosted, event: Event) -> bool:
    """Whether an event is the slip that a correction names, however its number is spelled."""
    kind = _SLIPS.get(act.figure)
    return kind is not None and isinstance(event, kind) and plain(event.slip) == plain(act.original)


def _count(_: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    """The opener is the day's first, where no closer came before it; the closer the last, unless it opened again.

    What was corrected of a closer can be put right again while the table is open: the next one has it beside it too.
    """
    opener = closer = None
    closed = False
    corrections = list(_corrections(act, history, of_day=act.of_day))
    for event in history:
        if event.day != act.of_day:
            continue
        match event:
            case e.TableOpened():
                opener = event.opener_cents if opener is None and not closed else opener
                closer = closer if corrections else None
            case e.TableClosed():
                closer, closed = event.closer_cents, True
            case e.TrayCounted() if event.figure == "opener":
                opener = event.stands_cents
            case e.TrayCounted() if event.figure == "closer":
                closer = event.stands_cents
            case _:
                pass
    counted = opener if act.figure == "opener" else closer
    if counted is None:
        # A correction does not make a count: what nobody counted stays unknown whatever is posted.
        raise Refused(
            "never_counted",
            f"Nobody counted the {act.figure} of {act.table} on {act.of_day}, so there is nothing to correct.",
            "Count it where it can be: pit table count after the cut-off, pit table close; else acknowledge what is"
            " missing.",
            table=act.table,
            figure=act.figure,
            day=act.of_day,
        )
    return _entry(counted, corrections)


def _slip(_: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    kind = _SLIPS[act.figure]
    for event in history:
        if isinstance(event, kind) and event.slip == act.original:
            _require_day(act, event.day)
            return _entry(event.cents, _corrections(act, history, original=act.original))
    raise NotFound(
        "unknown_slip",
        f"There is no {act.figure.removesuffix('s')} {act.original} at {act.table}.",
        "pit chips list shows the slips of a day, void ones too. One that was never entered is entered as it is,"
        f" the paper of a void one as {act.original}r.",
        slip=act.original,
        table=act.table,
    )


def _buy_ins(draft: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    of_day = [event for event in history if event.day == act.of_day]
    bought = [event.cents for event in of_day if isinstance(event, e.BoughtIn)]
    # Of a table run on its tray alone only buy-ins that somebody recorded are known.
    hands = any(isinstance(event, e.NoMoreBets) for event in of_day) or any(
        event.hands for event in of_day if isinstance(event, e.TableOpened)
    )
    if not bought and not hands:
        raise _unknown(draft, act, _MADE_KNOWN["buy_ins"])
    whole = _entry(sum(bought), _corrections(act, history, of_day=act.of_day))
    if not (seat := seat_named(act.figure, act.original)):
        return whole
    own = [each.cents for each in of_day if isinstance(each, e.BoughtIn) and each.seat == seat]
    if not own:
        raise NotFound(
            "no_buy_in",
            f"Nobody bought in at seat {seat} of {act.table} on {act.of_day}.",
            "pit audit history shows what was bought at a table. What was never entered is entered as it is: pit chips"
            f' buy-in --at; of a closed day correct all of them: --names "buy-ins of {act.table}".',
            table=act.table,
            seat=seat,
            of_day=act.of_day,
        )
    of_seat = _entry(sum(own), _corrections(act, history, of_day=act.of_day, original=act.original))
    return Entry(min(whole.cents, of_seat.cents), of_seat.measure)


def _drop(draft: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    counted: dict[str, int] = {}
    for event in draft.past.history(day_events.stream(act.of_day)):
        if isinstance(event, day_events.DropCounted) and event.table == act.table:
            if (replaced := event.in_place_of(counted)) is not None:
                del counted[replaced]
            counted[event.box] = counted.get(event.box, 0) + event.cash_cents
    if not counted:
        raise _unknown(draft, act, _MADE_KNOWN["drop"])
    return _entry(sum(counted.values()), _corrections(act, history, of_day=act.of_day))


def _round(draft: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    """A result may be below zero. An even wager taken for its contrary is wrong by twice its stake; what was corrected
    the same way before is part of that.
    """
    _require_day(act, day_of_round(draft, act.original))
    result = measure = 0
    history = list(not_of_awards(draft, act.original, history))
    for event in history:
        match event:
            case e.RoundSettled() if event.round == act.original:
                staked = sum(line.cents for line in event.lines if line.tender != "coupon")
                handed = sum(line.returned for line in event.lines)
                result, measure = (
                    staked - handed,
                    max(2 * sum(ln.cents for ln in event.lines), handed),
                )
            case e.RoundVoided() if event.round == act.original:
                measure = 2 * sum(wager.cents for wager in event.returned)
            case e.RoundReversed() if event.round == act.original:
                result, measure = 0, 2 * sum(line.cents for line in event.lines)
            case _:
                pass
    corrected = sum(_corrections(act, history, original=act.original))
    rest = measure - corrected if act.cents > 0 else measure + corrected
    return Entry(result + corrected, max(rest, 0))


def _seat(draft: Draft, act: table_acts.Correct, history: Iterable[Event]) -> Entry:
    """What a seat was assessed in a round, or paid of it on a day. Measured by what it was assessed."""
    day = day_of_round(draft, act.original)
    if act.figure == "vig_assessed":
        _require_day(act, day)
    if not act.seat:
        raise Refused(
            "seat_missing",
            "It is not said whose vigorish was wrong.",
            "Name the round and the seat: --names ROUND --seat N.",
            round=act.original,
        )
    assessed = paid = since = 0
    for event in history:
        match event:
            case e.RoundSettled() if event.round == act.original:
                assessed = sum(line.vig for line in event.lines if line.seat == act.seat)
                since = event.at
            case e.RoundReversed() if event.round == act.original:
                assessed = 0
            case (
                e.VigorishCollected()
                | e.VigorishDocumented()
                | e.VigorishUncollected()
                | e.VigorishRestored()
            ):
                paid += _of_seat(act, event)
            case e.CorrectionPosted() if (event.original, event.seat) == (act.original, act.seat):
                assessed += event.cents if event.figure == "vig_assessed" else 0
                same = (event.figure, event.of_day) == (act.figure, act.of_day)
                paid += event.cents if same and act.figure != "vig_assessed" else 0
            case _:
                pass
    return Entry(assessed if act.figure == "vig_assessed" else paid, assessed, since)


_FIGURES: Final[Mapping[type[Event], str]] = {
    e.VigorishCollected: "vig_collected",
    e.VigorishDocumented: "vig_documented",
    e.VigorishRestored: "vig_documented",
    e.VigorishUncollected: "vig_uncollected",
}


def _of_seat(
    act: table_acts.Correct | e.CorrectionPosted,
    event: e.VigorishCollected | e.VigorishDocumented | e.VigorishUncollected | e.VigorishRestored,
) -> int:
    """What an event adds to a figure of a seat's vigorish of a round, on the day that is corrected."""
    if _FIGURES[type(event)] != act.figure or event.day != act.of_day:
        return 0
    cents = sum(ln.cents for ln in event.lines if (ln.seat, ln.round) == (act.seat, act.original))
    return -cents if isinstance(event, e.VigorishRestored) else cents


def _corrections(
    act: table_acts.Correct, history: Iterable[Event], *, of_day: str = "", original: str = ""
) -> Iterator[int]:
    """What was corrected of a figure before: of a day, or of what was named."""
    for event in history:
        if not isinstance(event, e.CorrectionPosted) or event.figure != act.figure:
            continue
        if of_day in {"", event.of_day} and original in {"", event.original}:
            yield event.cents


def _entry(cents: int, corrections: Iterable[int]) -> Entry:
    stands = cents + sum(corrections)
    return Entry(stands, stands)


def _require_day(act: table_acts.Correct, day: str) -> None:
    if day != act.of_day:
        raise Refused(
            "day_differs",
            f"{act.original} is of {day}, not of {act.of_day}.",
            "Check what is named and the gaming day.",
            original=act.original,
            of_day=act.of_day,
        )


def _unknown(draft: Draft, act: table_acts.Correct, next_step: str) -> Refused:
    figure = act.figure.replace("_", "-")
    return Refused(
        "figure_unknown",
        f"The {figure} of {draft.table.code} on {act.of_day} is not known; nothing can be added to it.",
        next_step,
        table=draft.table.code,
        figure=act.figure,
        of_day=act.of_day,
    )


_MADE_KNOWN: Final = {
    "buy_ins": "Record what is known of them: pit chips buy-in.",
    "drop": "Count the box: pit day count.",
}
"""How a figure that nobody knows becomes known."""

_ENTRIES: Final[Mapping[str, Callable[[Draft, table_acts.Correct, list[Event]], Entry]]] = {
    "opener": _count,
    "closer": _count,
    "hand_result": _round,
    "buy_ins": _buy_ins,
    "fills": _slip,
    "credits": _slip,
    "drop": _drop,
    **dict.fromkeys(OF_SEATS, _seat),
}

"""Whether the tray can hold the chips that a credit takes from it (T1, A3).

Of a denomination the tray holds what was counted last, and what fills brought and credits took since. Chips that hands
and vigorish moved are known by their sum only: they may be of any denomination, so that all that players put in,
whatever they were handed at the same time, may make up for chips that were not counted. What went out to players takes
nothing from a denomination: it may have come back in change. Chips of other tables that players changed for chips of
this one are on no record; a count of the tray makes them known. The sum that the tray holds is known as it is.

Where nobody says whether hands are recorded, or they are not, nothing of this is known. Where tray or drop are counted
blind the sum bounds nothing: which credits are refused would tell it, and so what was bought in. A denomination is
bounded by what was counted, brought and put in, of which buy-ins are no part; more makes the tray's variance.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.tray import IN_THE_TRAY, MOVES, from_seats, into_tray, moved_at
from ledger.table.draft import Draft
from ledger.values.errors import Refused
from ledger.values.money import dollars

_TELL: Final = frozenset({*MOVES, e.TableOpened, e.TrayCounted, e.CorrectionPosted})
"""What tells of chips: of a day's events the fewest, and a feed of a day has many credits."""


class Held(NamedTuple):
    """What a tray holds. pieces: by denomination in cents, of chips that were counted, brought and taken; below zero
    where more were taken. of_seats: cents that players put in, in chips of any denomination. cents: all of it.
    """

    pieces: Mapping[int, int]
    of_seats: int
    cents: int


def verify_holds(draft: Draft, chips: e.Inventory) -> None:
    """Raise Refused for a credit of more chips, or of others, than the tray can hold at that time."""
    held = _held(draft) if draft.table.hands else None
    if held is None:
        return
    cents = sum(chip * pieces for chip, pieces in chips.items())
    if cents > held.cents and not draft.blind:
        raise _refused(draft, dollars(cents), f": it holds {dollars(held.cents)}", held.cents)
    left = {chip: held.pieces.get(chip, 0) - pieces for chip, pieces in chips.items()}
    missing = {**held.pieces, **left}
    short = sum(-chip * pieces for chip, pieces in missing.items() if pieces < 0)
    if short > held.of_seats:
        chip = max(chip for chip, pieces in left.items() if pieces < 0)
        there = max(0, held.pieces.get(chip, 0))
        raise _refused(
            draft,
            f"{chips[chip]:,} chips of {dollars(chip)}",
            f": {there:,} were counted and brought, and players have put in"
            f" no more than {dollars(held.of_seats)} since",
            held.cents,
            denomination_cents=chip,
        )


def _refused(draft: Draft, what: str, why: str, held_cents: int, **facts: int) -> Refused:
    """Where something is counted blind, nobody is told what the tray holds."""
    return Refused(
        "tray_cannot_hold",
        f"The tray of {draft.table.code} cannot hold {what}{'' if draft.blind else why}.",
        "Check the slip. Where players have changed chips of other tables, count the tray first: pit table count.",
        table=draft.table.code,
        **({} if draft.blind else {"held_cents": held_cents}),
        **facts,
    )


def _held(draft: Draft) -> Held | None:
    """From the last count at or before the moment of the draft on; None where there is none."""
    table, until = draft.table, draft.stamp.at
    first = max(table.opened_at, table.counted_at if table.counted_at <= until else 0)
    told = (each for each in draft.past.since(first) if type(each) in _TELL)
    happened = [each for each in told if first <= _at(each) <= until]
    happened.reverse()
    happened.sort(key=lambda event: (_at(event), isinstance(event, e.TrayCounted)))
    counts = [n for n, event in enumerate(happened) if _counted(event) is not None]
    counted = _counted(happened[counts[-1]]) if counts else None
    return None if counted is None else _since(counted, happened[counts[-1] + 1 :])


def _at(event: Event) -> int:
    """When chips moved by an event; of a correction that names no moment, when it was posted."""
    return moved_at(event) or event.at


def _counted(event: Event) -> Mapping[int, int] | None:
    match event:
        case e.TableOpened():
            return event.opener
        case e.TrayCounted(again=False):
            return event.tray
        case _:
            return None


def _since(counted: Mapping[int, int], events: Sequence[Event]) -> Held:
    pieces = dict(counted)
    of_seats, cents = 0, sum(chip * count for chip, count in counted.items())
    for event in events:
        match event:
            case e.ChipsFilled():
                _add(pieces, event.chips.items())
            case e.ChipsCredited():
                _add(pieces, ((chip, -count) for chip, count in event.chips.items()))
            case e.CorrectionPosted(counted=False):
                # What was wrong of it is known by its sum alone.
                moved = IN_THE_TRAY[event.figure] * event.cents
                of_seats, cents = of_seats + max(0, moved), cents + moved
            case _:
                of_seats += from_seats(event)
        cents += into_tray(event)
    return Held(pieces, of_seats, cents)


def _add(pieces: dict[int, int], chips: Iterable[tuple[int, int]]) -> None:
    for chip, count in chips:
        pieces[chip] = pieces.get(chip, 0) + count

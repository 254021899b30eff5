"""What is put to a table's books after its last act, by whomever: whether that act can be taken back from under it.

What is of another round, another day or of chips before it stays, and the act goes. What names the act, or was worked
out from it, holds it there.
"""

from collections.abc import Sequence

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.base import Event, TableEvent
from ledger.events.tray import moved_between
from ledger.events.undoing import is_stated_again, may_be_passed, rounds_of
from ledger.table.books import is_entry


def is_posted(entry: Sequence[Event]) -> bool:
    """Whether all that was entered together may stay where what came before it is taken back: counts that an undo had
    stated again too, which are told by their place behind it.
    """
    of_undo = isinstance(entry[0], TableEvent) and entry[0].nth > 1
    return all(map(may_be_passed, entry)) and (of_undo or not all(map(is_stated_again, entry)))


def resting(posted: Sequence[Event], act: Sequence[Event]) -> Event | None:
    """The first of what was posted since that rests on an act; None where the act can go from under all of it.

    posted, act: with the counts that they had stated again. A count of before the act is stated once more without it,
    where it was worked back.
    """
    own = [event for event in act if not is_stated_again(event)]
    return next((each for each in posted if _rests(each, own)), None)


def _rests(posted: Event, act: Sequence[Event]) -> bool:
    if isinstance(posted, e.TrayCounted):
        return not posted.again and any(event.at <= posted.at for event in act)
    # Chips are asked for at a table that is open.
    if isinstance(posted, slip_events.ChipsRequested):
        return any(isinstance(event, e.TableOpened) for event in act)
    # Whether chips are in what was counted depends on when the table was opened and closed.
    counted = any(isinstance(event, e.TableOpened | e.TableClosed) for event in act)
    if counted and moved_between(posted, 0):
        return True
    if isinstance(posted, e.CorrectionPosted) and any(is_entry(posted, event) for event in act):
        return True
    return any(_round_named(posted) in rounds_of(event) for event in act)


def _round_named(posted: Event) -> str:
    match posted:
        case e.CorrectionPosted():
            return posted.original
        case e.DisputeRaised() | e.DisputeDecided():
            return posted.round
        case _:
            return ""


def told(posted: Event) -> str:
    """What was posted, as the subject of a sentence."""
    match posted:
        case e.CorrectionPosted():
            return f"Correction {posted.document} of {posted.original}"
        case e.DisputeRaised():
            return f"A dispute about round {posted.round}"
        case e.DisputeDecided():
            return f"The ruling on round {posted.round}"
        case slip_events.ChipsRequested():
            return f"The request of a {posted.kind}"
        case slip_events.SlipPrepared() | slip_events.SlipVoided():
            return f"{posted.kind.capitalize()} {posted.slip}".rstrip()
        case _:
            return "A count of the tray"

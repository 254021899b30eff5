"""What came in after a day was signed is noted: of every kind of event that may concern it."""

from ledger.events.tray import MOVES
from projections.models.notes import MOVED, PROJECTION


def test_whatever_moves_chips_has_a_note_where_it_came_before_a_count() -> None:
    assert MOVED.keys() == MOVES.keys()
    assert MOVED.keys() <= PROJECTION.handlers.keys()

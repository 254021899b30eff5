"""Of each kind of event of a table it is decided whether it can be taken back."""

from ledger.events import table as e
from ledger.events.undoing import PLAIN, POSTED, SIGNED
from ledger.table.undo import NOT_UNDONE
from tests.ledger.events.test_folded import kinds_of


def test_every_kind_of_event_of_a_table_can_be_taken_back_or_stays() -> None:
    kinds = set(kinds_of("table"))
    others = NOT_UNDONE.keys() - kinds_of("link")
    assert kinds - PLAIN - SIGNED == others | {e.ActUndone}
    assert not PLAIN & SIGNED
    assert NOT_UNDONE.keys() >= POSTED

"""Of each kind of event of a table it is decided whether it can be taken back."""

from typing import Final

from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import PLAIN, SIGNED
from tests.ledger.events.test_folded import kinds_of

STAYS: Final[set[type[Event]]] = {
    e.ActUndone,
    e.CorrectionPosted,
    e.DisputeDecided,
    e.DisputeRaised,
    e.MetersLinked,
    e.RoundReversed,
    e.RoundVoided,
    e.RulesAdopted,
    e.TableCommissioned,
    e.TrayCounted,
    e.VigorishDocumented,
    e.VigorishRestored,
    e.VigorishUncollected,
}
"""What an undo stops at: papers, rulings and corrections have their own ways back, and rules hold from their notice."""


def test_every_kind_of_event_of_a_table_can_be_taken_back_or_stays() -> None:
    kinds = {*kinds_of(e), *kinds_of(shoe_events)}
    assert kinds - PLAIN - SIGNED == STAYS
    assert not PLAIN & SIGNED

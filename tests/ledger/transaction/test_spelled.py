"""Two who begin the same at once, spelled otherwise: names that differ by capitals alone are taken for one."""

import pytest
from eventsourcing.persistence import RecordConflictError

from ledger.desks.decisions import decide
from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.form.acts import ReceiveSeries
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Refused
from tests.clerk import OPENER, SIGNED, Clerk
from tests.ledger.operators.test_at_once import other

__all__ = ["other"]


def _opens(ledger: Ledger, table: str) -> Act:
    return Clerk(ledger, table).act("open", rules="ma-midi", opener=OPENER, pit="P-1", **SIGNED)


def _receives(ledger: Ledger, series: str) -> Act:
    at = Clerk(ledger).moment
    return ReceiveSeries(by="C-1", at=at, series=series, first=1, last=10)


@pytest.mark.parametrize(
    ("begins", "code"),
    [(_opens, "table_twin"), (_receives, "series_known")],
    ids=["table", "series"],
)
def test_the_second_of_two_is_decided_again_and_refused(
    ledger: Ledger, other: Ledger, begins: object, code: str
) -> None:
    assert callable(begins)
    first, second = begins(ledger, "EZ-02"), begins(other, "ez-02")
    decided, meanwhile = ledger.begin(), other.begin()
    decide(decided, [first])
    decide(meanwhile, [second])
    meanwhile.commit()
    with pytest.raises(RecordConflictError):
        decided.commit()
    with pytest.raises(Refused) as caught:
        ledger.do(first)
    assert caught.value.refusal.code == code
    assert ledger.do(begins(ledger, "EZ-03")).position, "what is spelled otherwise is nobody's"


def test_of_two_tables_that_are_opened_together_the_second_is_refused(ledger: Ledger) -> None:
    unit: UnitOfWork = ledger.begin()
    decide(unit, [_opens(ledger, "EZ-02")])
    with pytest.raises(Refused) as caught:
        decide(unit, [_opens(ledger, "ez-02")])
    assert caught.value.refusal.facts["twin"] == "EZ-02"
    assert unit.commit()

"""Read models that are kept current beside other work take their share of its time, and no more."""

from collections.abc import Iterator

from ledger.desks.ledger import Ledger
from projections.engine.engine import lacking
from projections.models.registry import PROJECTIONS
from projections.queries.current import KeptCurrent
from tests.clerk import Clerk


def behind(ledger: Ledger) -> bool:
    with ledger.journal.engine.connect() as connection:
        return lacking(connection, PROJECTIONS) is not None


def test_a_share_of_the_time_is_taken_and_the_rest_at_the_end(ledger: Ledger) -> None:
    """Each look at the clock is a second later: a batch takes one, and the next is due when ten have passed."""
    Clerk(ledger).opens()
    seconds: Iterator[int] = iter(range(1_000))
    kept = KeptCurrent(ledger, lambda: next(seconds))
    kept.fold_some()
    assert not behind(ledger)

    Clerk(ledger, "MB-02").opens()
    looked = 0
    while behind(ledger):
        kept.fold_some()
        looked += 1
    assert looked == 10 - 2

    Clerk(ledger, "MB-03").opens()
    kept.fold_some()
    assert behind(ledger)
    kept.fold_rest()
    assert not behind(ledger)


def test_trouble_with_read_models_is_none_of_the_work_beside_it(ledger: Ledger) -> None:
    with ledger.journal.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE table_win")
    Clerk(ledger).opens()
    KeptCurrent(ledger, float).fold_some()
    assert behind(ledger)

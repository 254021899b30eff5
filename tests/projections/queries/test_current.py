"""Read models that are kept current beside other work take their share of its time, and no more."""

from collections.abc import Callable, Iterator

import pytest

from ledger.desks.ledger import Ledger
from ledger.store.outage import Outage
from ledger.values.errors import StoreUnreachable
from projections.engine import batch
from projections.engine.engine import lacking
from projections.models.registry import PROJECTIONS
from projections.queries.current import PAUSE_SECONDS, KeptCurrent, Standing, bring_up, follow
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


def test_all_of_it_is_brought_up_and_a_batch_while_somebody_else_writes(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "BATCH", 1)
    told: list[int] = []
    Clerk(ledger).opens()
    assert bring_up(ledger, told.append) == ledger.position > 2
    assert told == sorted({*told})
    assert len(told) > 1
    Clerk(ledger, "MB-02").opens()
    before = ledger.position
    assert bring_up(ledger, lambda _: Clerk(ledger, "MB-03").opens()) < before
    assert behind(ledger)


def test_read_models_follow_the_log_and_say_how_far_they_are(ledger: Ledger) -> None:
    Clerk(ledger).opens()
    first = ledger.position
    meanwhile: Iterator[Callable[[], object]] = iter(
        [lambda: None, Clerk(ledger, "MB-02").opens, lambda: None]
    )
    waited: list[float] = []

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        act = next(meanwhile, None)
        if act is not None:
            act()
        return act is None

    told = list(follow(ledger, wait, Outage()))
    assert told == [Standing(first, first, 0), Standing(ledger.position, ledger.position, 0)]
    assert first < ledger.position
    assert waited == [PAUSE_SECONDS] * 4
    assert not behind(ledger)


def test_far_behind_they_say_so_batch_by_batch(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    Clerk(ledger).opens()
    monkeypatch.setattr("projections.engine.batch.BATCH", ledger.position - 1)
    told = list(follow(ledger, bool, Outage()))
    assert [each.lag for each in told] == [1, 0]


@pytest.mark.parametrize("code", ["store_unreachable", "role_may_not"])
def test_a_store_that_is_lost_is_waited_for_and_one_that_refuses_is_not(
    ledger: Ledger, code: str
) -> None:
    Clerk(ledger).opens()
    trouble = iter([StoreUnreachable(code, "It is away.", "Try again.")])
    said: list[str] = []

    def ready() -> None:
        for each in trouble:
            raise each

    outage = Outage(said.append, lambda _: False)
    if code != "store_unreachable":
        with pytest.raises(StoreUnreachable, match="away"):
            next(follow(ledger, lambda _: True, outage, ready))
        assert said == []
        return
    (told,) = follow(ledger, lambda _: True, outage, ready)
    assert told.lag == 0
    assert said == [
        "The store is lost; the read models count up to event 0. Trying to reach it.",
        "The store is back; going on.",
    ]


@pytest.mark.parametrize("told_to_end", [True, False])
def test_who_waits_for_a_store_ends_when_told_to_and_else_out_of_patience(
    ledger: Ledger, told_to_end: bool
) -> None:
    def ready() -> None:
        raise StoreUnreachable("store_unreachable", "It is away.", "Try again.")

    outage = Outage(wait=lambda _: told_to_end, patience=300 if told_to_end else 0)
    following = follow(ledger, lambda _: told_to_end, outage, ready)
    if told_to_end:
        assert list(following) == []
    else:
        with pytest.raises(StoreUnreachable, match="away"):
            next(following)

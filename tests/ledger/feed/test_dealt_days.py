"""Whole days dealt by the seeded dealer, whose own books the ledger must arrive at."""

import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.demo.dealer import Books, Day, Plan
from ledger.desks.ledger import Ledger
from ledger.events import table as e
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Fed, Log, everything, log_of, read_models
from tests.stores import Files

PLANS = {
    "deferred, up": Plan(seed=1),
    "at payout, exact": Plan(seed=2, deferred=False, rounding="exact"),
    "nearest, bonus B": Plan(seed=3, rounding="nearest", bonus="B"),
    "bonus C, 4 tables, one sender": Plan(
        seed=4, bonus="C", tables=("A", "B", "C", "D"), source="pit-1", rounds=30
    ),
    "step by step": Plan(seed=5, stepwise=1.0, voids=0.1, rounds=40),
    "every player bets aside": Plan(seed=6, side=1.0, players=9, rounds=150),
}


def lines_of(day: Day) -> list[bytes]:
    return [line.rstrip(b"\n") for line in day.lines()]


def books_in(ledger: Ledger, code: str) -> Books:
    """The dealer's figures, from the table's events alone."""
    books = Books()
    add: dict[type, Any] = {
        e.TableOpened: lambda event: {"opener": event.opener_cents},
        e.TableClosed: lambda event: {"closer": event.closer_cents},
        e.ChipsFilled: lambda event: {"fills": event.cents},
        e.ChipsCredited: lambda event: {"credits": event.cents},
        e.BoughtIn: lambda event: {"buy_ins": event.cents},
        e.RoundSettled: lambda event: {
            "rounds": 1,
            "staked": sum(line.cents for line in event.lines if line.tender != "coupon"),
            "returned": sum(line.returned for line in event.lines),
            "vig_assessed": sum(line.vig for line in event.lines),
            "coupons_kept": sum(
                line.tender == "coupon" and line.result != "push" for line in event.lines
            ),
        },
        e.VigorishCollected: lambda event: {"vig_collected": sum(m.cents for m in event.lines)},
        e.VigorishUncollected: lambda event: {"vig_uncollected": sum(m.cents for m in event.lines)},
        e.RoundVoided: lambda _: {"voids": 1},
    }
    for recorded in ledger.stream(f"table:{code}"):
        for name, more in add.get(type(recorded.event), lambda _: {})(recorded.event).items():
            setattr(books, name, getattr(books, name) + more)
    table = ledger.table(code)
    books.owed = {seat: table.owed(seat) for seat in table.marks}
    return books


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_the_ledger_arrives_at_the_dealers_own_books(ledger: Ledger, plan: Plan) -> None:
    day = Day(plan)
    lines = lines_of(day)
    fed = Fed(ledger, lines)
    assert fed.told == []
    assert fed.counts == (len(lines), 0, 0)
    for code, books in day.books.items():
        assert books_in(ledger, code) == books
        assert ledger.table(code).tray_cents == books.closer


def test_a_short_tray_is_short_in_the_closer_only(ledger: Ledger) -> None:
    day = Day(Plan(short={"MB-01": 2_500}, rounds=20))
    Fed(ledger, lines_of(day))
    assert ledger.table("MB-01").tray_cents - books_in(ledger, "MB-01").closer == 2_500
    assert ledger.table("MB-02").tray_cents == books_in(ledger, "MB-02").closer


def test_the_same_plan_deals_the_same_day_and_another_seed_another() -> None:
    first, again, other = (lines_of(Day(Plan(seed=seed, rounds=5))) for seed in (1, 1, 2))
    assert first == again != other


def test_a_dry_run_decides_the_whole_file_and_records_nothing(ledger: Ledger) -> None:
    lines = lines_of(Day(replace(PLANS["step by step"], tables=("MB-01", "MB-02"))))
    before = everything(ledger)
    assert Fed(ledger, lines, dry_run=True).counts == (len(lines), 0, 0)
    assert everything(ledger) == before
    closing_twice = [*lines, lines[-1].replace(b'"seq": ', b'"seq": 1')]
    dry, wet = Fed(ledger, closing_twice, dry_run=True), Fed(ledger, closing_twice)
    assert (dry.told, dry.tally) == (wet.told, wet.tally)


def test_a_dry_run_of_many_batches_reads_no_events_that_were_never_saved(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.feed.intake.BATCH_RECORDS", 7)
    lines = lines_of(Day(replace(PLANS["step by step"], tables=("MB-01", "MB-02"))))
    assert Fed(ledger, lines, dry_run=True).counts == (len(lines), 0, 0)


# -- however a feed is cut up, the books are the same

DAY = lines_of(Day(Plan(seed=9, rounds=12, stepwise=0.4, voids=0.1)))


class Written:
    """All that a run leaves behind; shown in a word, because it is long."""

    def __init__(self, ledger: Ledger) -> None:
        self.log: Log = log_of(ledger, recorded_at=True)
        self.models = read_models(ledger)

    def same_as(self, other: "Written") -> bool:
        return self.log == other.log and self.models == other.models


@pytest.fixture(scope="module")
def whole(sqlite_stores: Files) -> Written:
    """What one clean run leaves behind."""
    with sqlite_stores.copy() as url, open_pit(url) as ledger:
        assert Fed(ledger, DAY).tally.complete
        return Written(ledger)


def runs(cuts: Iterable[tuple[int, int]]) -> list[list[bytes]]:
    """Pieces of the day, each from some way back to some way on; the last is the whole."""
    return [DAY[max(0, end - back) : end] for end, back in cuts] + [DAY]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ends=st.lists(st.integers(1, len(DAY)), max_size=5).map(sorted),
    backs=st.lists(st.integers(0, 40), min_size=5, max_size=5),
)
def test_any_split_of_a_feed_over_several_runs_equals_one_run(
    whole: Written,
    sqlite_stores: Files,
    ends: list[int],
    backs: list[int],
) -> None:
    reached = itertools.pairwise([0, *ends])
    cuts = [(end, end - start + back) for (start, end), back in zip(reached, backs, strict=False)]
    with sqlite_stores.copy() as url, open_pit(url) as ledger:
        taken = 0
        for run in runs(cuts):
            fed = Fed(ledger, run)
            assert fed.tally.complete
            assert fed.tally.taken + fed.tally.skipped == len(run)
            taken += fed.tally.taken
        assert taken == len(DAY)
        assert Written(ledger).same_as(whole)


def test_any_pause_and_any_size_of_batch_gives_the_same_books(
    url: str, whole: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.feed.intake.BATCH_RECORDS", 1)
    with open_pit(url) as ledger:
        Fed(ledger, DAY)
        assert Written(ledger).same_as(whole)

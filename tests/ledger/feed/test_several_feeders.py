"""Several who write at once: nothing lost, nothing twice, and no verdict on what is no longer so."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Quarantine
from ledger.feed import intake as feed_intake
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Conflict
from tests.clerk import Clerk
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Fed, Sender, log_of, numbered, read_models
from tests.stores import Files


def at_once(url: str, feeds: Sequence[Sequence[bytes]]) -> list[Fed]:
    """Feed each list of lines through a ledger of its own, all at the same time."""
    start = Barrier(len(feeds))

    def run(lines: Sequence[bytes]) -> Fed:
        with open_pit(url) as ledger:
            start.wait()
            return Fed(ledger, lines)

    with ThreadPoolExecutor(len(feeds)) as pool:
        return list(pool.map(run, feeds))


def small_batches(monkeypatch: pytest.MonkeyPatch, records: int) -> None:
    monkeypatch.setattr(feed_intake, "BATCH_RECORDS", records)


def test_two_feeders_of_one_source_take_every_record_once(
    url: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_batches(monkeypatch, 7)
    lines = [line.rstrip() for line in Day(Plan(rounds=25, tables=("MB-01",))).lines()]
    feds = at_once(url, [lines, lines])
    assert sum(fed.tally.taken for fed in feds) == len(lines)
    assert all(fed.tally.taken + fed.tally.skipped == len(lines) for fed in feds)
    assert all(fed.tally.complete for fed in feds)
    events = log_of(ledger)["table:MB-01"]
    assert [version for version, _, _ in events] == list(range(1, len(events) + 1))
    assert {event["seq"] for _, _, event in events} == set(range(1, len(lines) + 1))


def test_two_sources_at_one_table_lose_nothing(
    url: str, ledger: Ledger, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_batches(monkeypatch, 5)
    Fed(ledger, sender.opening())
    others = [Sender("reader-2"), Sender("reader-3")]
    feeds = [
        [each.line("buy_in", seat=seat, cents=100) for _ in range(60)]
        for seat, each in enumerate(others, 1)
    ]
    feds = at_once(url, feeds)
    assert [fed.counts for fed in feds] == [(60, 0, 0), (60, 0, 0)]
    assert ledger.table("MB-01").tray_cents == 850_000 - 120 * 100


def test_feeders_of_different_tables_do_not_meet_in_the_counts(url: str, ledger: Ledger) -> None:
    days = [Day(Plan(rounds=15, tables=(code,))) for code in ("MB-01", "MB-02")]
    feeds = [[line.rstrip() for line in day.lines()] for day in days]
    feds = at_once(url, feeds)
    assert [fed.tally.taken for fed in feds] == [len(lines) for lines in feeds]
    for day in days:
        for code, books in day.books.items():
            assert ledger.table(code).tray_cents == books.closer


# -- what was decided on what is no longer so


def between(lines: Sequence[bytes], at: int, do: Callable[[], Any]) -> Any:
    """The lines, with something happening before the one at that place."""
    for place, line in enumerate(numbered(lines)):
        if place == at:
            yield None  # the feed pauses and saves
            do()
        yield line


def test_a_refusal_is_decided_again_when_somebody_typed_meanwhile(
    ledger: Ledger, sender: Sender
) -> None:
    """Seat 1 sits down by hand; the feed, which still thinks it empty, must not refuse."""
    clerk = Clerk(ledger)
    lines = [*sender.opening(), sender.line("leave", seat=1)]
    intake = Intake(ledger)
    tally = intake.run(between(lines, 2, lambda: clerk.says("sit", seat=1)))
    assert (tally.taken, tally.refused) == (3, 0)


def test_a_gap_is_looked_at_again_when_another_feeder_filled_it(
    url: str, ledger: Ledger, sender: Sender
) -> None:
    opening = sender.opening()
    third, fourth = sender.line("sit", seat=1), sender.line("sit", seat=2)

    def other_feeder() -> None:
        with open_pit(url) as other:
            Fed(other, [*opening, third])

    intake = Intake(ledger)
    tally = intake.run(between([*opening, fourth], 2, other_feeder))
    assert (tally.taken, tally.stops) == (3, {})


def test_a_refusal_in_a_batch_that_met_a_conflict_is_decided_again(
    url: str, ledger: Ledger, sender: Sender, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a batch waits to be saved, another feeder takes its first record and the bad one."""
    lines = [*sender.opening(), sender.line("sit", seat=99), sender.line("sit", seat=1)]
    aside = tmp_path / "aside"
    commit = UnitOfWork.commit
    met: list[bool] = []

    def meet(unit: UnitOfWork) -> Any:
        if not met:
            met.append(True)
            with open_pit(url) as other:
                Fed(other, lines[:3], quarantine=Quarantine(tmp_path / "theirs"))
        return commit(unit)

    monkeypatch.setattr(UnitOfWork, "commit", meet)
    fed = Fed(ledger, lines, quarantine=Quarantine(aside))
    assert fed.counts == (1, 3, 0)
    assert fed.told == []
    assert aside.read_bytes() == b""
    assert len(log_of(ledger)["feed:reader-1"]) == 1


def test_a_feed_that_is_never_let_in_says_so_and_keeps_what_it_took(
    url: str, ledger: Ledger, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_intake, "LONGEST_WAIT_SECONDS", 0.0)
    Fed(ledger, sender.opening())
    commit = UnitOfWork.commit
    clerk_busy: list[bool] = []
    with Ledger(url) as other:
        clerk = Clerk(other)

        def meet(unit: UnitOfWork) -> Any:
            if len(unit.pending) and not clerk_busy:
                clerk_busy.append(True)
                clerk.says("buy_in", seat=1, cents=1)
                clerk_busy.clear()
            return commit(unit)

        monkeypatch.setattr(UnitOfWork, "commit", meet)
        before = ledger.journal.last_seq("reader-1")
        with pytest.raises(Conflict) as caught:
            Fed(ledger, [sender.line("sit", seat=1)])
    assert caught.value.refusal.code == "busy"
    assert ledger.journal.last_seq("reader-1") == before


def test_read_models_are_the_same_whoever_fed(
    url: str, ledger: Ledger, sqlite_stores: Files
) -> None:
    lines = [line.rstrip() for line in Day(Plan(rounds=12)).lines()]
    at_once(url, [lines, lines])
    with sqlite_stores.copy() as alone, open_pit(alone) as single:
        Fed(single, lines)
        assert log_of(single) == log_of(ledger)
        assert read_models(single) == read_models(ledger)

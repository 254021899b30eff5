"""A store that is lost in the middle of a feed: it is waited for, and every record is taken once."""

from collections.abc import Callable
from typing import Any, cast

import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Outage
from ledger.feed import intake as feed_intake
from ledger.feed.lines import Line
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.errors import StoreUnreachable
from tests.ledger.feed.sender import log_of

LOST = "server closed the connection unexpectedly"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    monkeypatch.setattr(feed_intake, "BATCH_RECORDS", 7)
    found = Day(Plan(rounds=6, tables=("MB-01",))).lines()
    return [Line(number, raw.rstrip()) for number, raw in enumerate(found, 1)]


def _intake(ledger: Ledger, said: list[str]) -> Intake:
    return Intake(ledger, by="C-1", outage=Outage(said.append, lambda _: False))


def _failing(
    monkeypatch: pytest.MonkeyPatch, at: Callable[[int], bool], *, carried_out: bool
) -> None:
    """Let appends fail by their number; carried_out: it is the answer only that is lost."""
    append = SqlApplicationRecorder.append
    count = 0

    def unlucky(self: SqlApplicationRecorder, *given: Any, **named: Any) -> list[int]:
        nonlocal count
        count += 1
        failing = at(count)
        if failing and not carried_out:
            raise OperationalError(LOST)
        positions = append(self, *given, **named)
        if failing:
            raise OperationalError(LOST)
        return positions

    monkeypatch.setattr(SqlApplicationRecorder, "append", unlucky)


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.parametrize("at", [(1,), (3, 4, 5), (2, 6)])
def test_a_feed_outlasts_a_lost_store_and_takes_every_record_once(
    ledger: Ledger,
    lines: list[Line],
    monkeypatch: pytest.MonkeyPatch,
    at: tuple[int, ...],
    carried_out: bool,
) -> None:
    _failing(monkeypatch, at.__contains__, carried_out=carried_out)
    said: list[str] = []
    tally = _intake(ledger, said).run(lines)
    assert tally.complete
    assert tally.taken + tally.skipped == len(lines)
    assert carried_out or not tally.skipped
    assert said[0].startswith("The store is lost; ")
    assert said[-1] == "The store is back; going on."
    events = log_of(ledger)["table:MB-01"]
    assert [version for version, _, _ in events] == list(range(1, len(events) + 1))
    assert {event["seq"] for _, _, event in events} == set(range(1, len(lines) + 1))


def _end_sessions(url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_feed_goes_on_after_its_sessions_were_ended(
    url: str, ledger: Ledger, lines: list[Line]
) -> None:
    said: list[str] = []

    def cut() -> Any:
        for line in lines:
            if line.number % 20 == 0:
                _end_sessions(url)
            yield line

    tally = _intake(ledger, said).run(cut())
    assert (tally.taken + tally.skipped, tally.complete) == (len(lines), True)
    assert "The store is back; going on." in said
    assert ledger.journal.last_seq(next(iter(tally.sources))) == len(lines)


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_store_that_is_lost_when_all_is_saved_is_waited_for_too(
    url: str, ledger: Ledger, lines: list[Line]
) -> None:
    said: list[str] = []
    intake = _intake(ledger, said)
    intake.run(lines)
    _end_sessions(url)
    assert intake.position() == ledger.position
    assert said[-1] == "The store is back; going on."


@pytest.mark.parametrize("stopped", [False, True])
def test_a_feed_that_gives_up_says_how_far_it_came(
    ledger: Ledger, lines: list[Line], monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    _failing(monkeypatch, lambda count: count > 2, carried_out=False)
    # Out of patience, or told to stop while it waits.
    outage = Outage(wait=lambda _: stopped, patience=300 if stopped else 0)
    intake = Intake(ledger, by="C-1", outage=outage)
    with pytest.raises(StoreUnreachable) as told:
        intake.run(lines)
    refusal = told.value.refusal
    assert refusal.code == "store_lost"
    (source, last), *others = cast("dict[str, int]", refusal.facts["sources"]).items()
    assert not others
    assert 0 < last == refusal.facts["taken"] == ledger.journal.last_seq(source)
    monkeypatch.undo()
    tally = Intake(ledger, by="C-1").run(lines)
    assert (tally.skipped, tally.taken) == (last, len(lines) - last)

"""A round and its link are one transaction, however many tables write at once (P4)."""

import json
import threading
from typing import Any, cast

import pytest
from click.testing import CliRunner
from eventsourcing.persistence import RecordConflictError

from cli.frame.main import pit as command
from ledger.desks import links as links_desk
from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events import link as link_events
from ledger.feed import Intake
from ledger.feed.lines import Line
from ledger.link.state import Link, fold
from ledger.transaction.loading import Loader
from tests.clerk import Clerk, establish
from tests.ledger.link.floor import (
    KING_PLAYER,
    LINK,
    MAIN,
    NOTHING,
    ROYAL,
    floor,
    install_act,
    link,
    of,
    readings,
)

UNITS = link_events.UNITS_A_CENT
KING_SEED = 35_000


def test_a_round_and_its_link_are_saved_together_or_not_at_all(ledger: Ledger) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    first, second = ledger.begin(), ledger.begin()
    take(first, one.act("round", **_round()))
    take(second, two.act("round", **_round()))
    first.commit()
    before = one.everything()
    with pytest.raises(RecordConflictError):
        second.commit()
    assert one.everything() == before
    take(second, two.act("round", **_round()))
    second.commit()
    assert readings(one)["k9_player"] == (KING_SEED + 2 * 25) * UNITS


def _round() -> dict[str, object]:
    wagers = [{"seat": seat, "bet": bet, "cents": cents} for seat, bet, cents in (MAIN, ROYAL)]
    return {"player": NOTHING[0].split(), "banker": NOTHING[1].split(), "wagers": wagers}


def test_of_two_who_install_a_link_at_once_one_does(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = Clerk(ledger).opens("ma-midi")
    first, second = ledger.begin(), ledger.begin()
    act, looked = install_act(clerk, "R9-2", by="S-1"), Loader.link

    def and_then_the_other_installs(loader: Loader, code: str) -> Link | None:
        found = looked(loader, code)
        monkeypatch.undo()
        links_desk.install(second, act)
        second.commit()
        return found

    monkeypatch.setattr(Loader, "link", and_then_the_other_installs)
    links_desk.install(first, act)
    with pytest.raises(RecordConflictError):
        first.commit()


def test_acts_decided_one_after_the_other_see_each_other(ledger: Ledger) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    unit = ledger.begin()
    take(unit, one.act("round", **_round()))
    take(unit, two.act("round", **_round()))
    unit.commit()
    take(unit, one.act("round", **_round()))
    unit.commit()
    assert readings(one)["k9_player"] == (KING_SEED + 3 * 25) * UNITS


def test_x31_a_key_answers_with_the_events_of_the_link_too(ledger: Ledger, linked: Clerk) -> None:
    act = linked.act("round", **_round())
    first, second = ledger.do(act, key="r-1"), ledger.do(act, key="r-1")
    assert second.repeated
    assert second.events == first.events
    assert of([recorded.event for recorded in second.events], link_events.ContributionsTaken)


def test_a_dry_run_leaves_the_meters_alone(ledger: Ledger, linked: Clerk) -> None:
    before = linked.everything()
    done = ledger.do(linked.act("round", **_round()), dry_run=True)
    assert of([recorded.event for recorded in done.events], link_events.ContributionsTaken)
    assert linked.everything() == before


def test_a_link_is_loaded_from_its_snapshot_as_from_its_events(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.transaction.snapshots.LINK_EVERY", 20)
    (clerk,) = floor(ledger, "MB-01")
    for n in range(25):
        clerk.says("wager", seat=3, bet="royal_9", cents=500)
        clerk.says("no_more_bets")
        clerk.says("void", reason="fouled") if n % 2 else clerk.says("void", reason="short")
    from_events = link_events.stream(LINK)
    assert ledger.snapshots is not None
    assert list(ledger.snapshots.get(from_events))
    told = link(clerk)
    again = Ledger(str(ledger.env["PIT_DB_URL"]))
    with again:
        assert again.link(LINK) == told
    assert told.version == len(ledger.stream(from_events))


def test_u1_snapshots_of_a_link_that_are_missing_are_written_anywhere_in_its_past(
    ledger: Ledger, linked: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration takes snapshots away; the meters of an old round are still found without folding years."""
    for _ in range(6):
        ledger.do(linked.act("round", **_round()))
    assert ledger.snapshots is not None
    assert not list(ledger.snapshots.get(link_events.stream(LINK)))

    for worth in ("LINK_EVERY", "TABLE_EVERY"):
        monkeypatch.setattr(f"ledger.transaction.snapshots.{worth}", 4)
    assert ledger.snapshot_link(LINK)
    assert not ledger.snapshot_link(LINK), "nothing is missing any more"

    history = ledger.stream(link_events.stream(LINK))
    there = [each.originator_version for each in ledger.snapshots.get(link_events.stream(LINK))]
    assert there == list(range(4, len(history) + 1, 4))
    found = Link()
    for recorded in history:
        found.apply(recorded.event)
        version = recorded.originator_version
        stored = ledger.repository.get(
            link_events.stream(LINK), version=version, projector_func=cast("Any", fold)
        )
        assert cast("Any", stored) == found
    told = json.loads(
        CliRunner()
        .invoke(command, ["--db", str(ledger.env["PIT_DB_URL"]), "db", "snapshot", "--json"])
        .stdout
    )
    assert told == {"snapshots": ["MB-01"]}


def test_x33_many_tables_on_one_link_lose_and_double_nothing(postgres_url: str) -> None:
    """Each thread has its own connection and decides again until its command is on record."""
    rounds, codes = 8, [f"MB-0{n}" for n in range(1, 7)]
    with Ledger(postgres_url) as ledger:
        establish(ledger)
        clerks = floor(ledger, *codes)
        failures: list[Exception] = []

        def play(code: str) -> None:
            try:
                with Ledger(postgres_url) as own:
                    clerk = Clerk(own, code)
                    for n in range(rounds):
                        clerk.plays(*(KING_PLAYER if n % 4 == 3 else NOTHING), MAIN, ROYAL)
            except Exception as error:  # noqa: BLE001  a thread's error is the test's
                failures.append(error)

        threads = [threading.Thread(target=play, args=(code,)) for code in codes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        events = [recorded.event for recorded in ledger.stream(link_events.stream(LINK))]
        taken, won = of(events, link_events.ContributionsTaken), of(events, link_events.AwardWon)
        assert len({each.round for each in taken}) == len(taken) == len(codes) * rounds
        assert len({each.round for each in won}) == len(won) == len(codes) * rounds // 4
        paid = sum(each.cents for each in won)
        put_in = KING_SEED * (1 + len(won)) + 25 * len(taken)
        assert readings(clerks[0])["k9_player"] == (put_in - paid) * UNITS
        replayed = Link()
        for event in events:
            if isinstance(event, link_events.AwardWon):
                assert event.reading == replayed.meters[event.meter].visible
            replayed.apply(event)


def test_feeders_of_several_tables_on_one_link_lose_nothing(url: str) -> None:
    """Each has whole batches to decide again when another table's come first."""
    codes, rounds = ["MB-01", "MB-02", "MB-03"], 8
    with Ledger(url) as ledger:
        establish(ledger)
        clerks = floor(ledger, *codes)
        failures: list[Exception] = []

        def feed(code: str) -> None:
            common = {"v": 1, "source": code, "at": "2026-07-11T20:00:00-04:00", "by": "SYS"}
            lines: list[Line | None] = []
            for n in range(1, rounds + 1):
                record = {**common, "table": code, "type": "round", "seq": n, **_round()}
                lines += [Line(n, json.dumps(record).encode()), *([None] * (n % 3 == 0))]
            try:
                with Ledger(url) as own:
                    assert Intake(own).run(lines).taken == rounds
            except Exception as error:  # noqa: BLE001  a thread's error is the test's
                failures.append(error)

        threads = [threading.Thread(target=feed, args=(code,)) for code in codes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        put_in = 25 * rounds * len(codes)
        assert readings(clerks[0])["k9_player"] == (KING_SEED + put_in) * UNITS


def test_w3_a_feed_names_the_must_hit_winner(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    common = {"v": 1, "source": "controller", "at": clerk.moment.isoformat(), "by": "SYS"}
    records = [
        {"type": "round", **_round()},
        {"type": "must_hit", "link": LINK, "seat": 4},
    ]
    lines = [
        Line(n, json.dumps({**common, "table": "BB-01", "seq": n, **record}).encode())
        for n, record in enumerate(records, 1)
    ]
    refused: list[object] = []
    tally = Intake(ledger, note=refused.append).run(lines)
    assert (tally.taken, tally.refused, tally.resume) == (1, 1, 2)
    right = {**common, "table": "BB-01", "seq": 2, "type": "must_hit", "link": LINK, "seat": 3}
    assert Intake(ledger).run([Line(2, json.dumps(right).encode())]).taken == 1
    assert readings(clerk)["must_hit"] == 25_000 * UNITS

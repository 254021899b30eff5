"""The meters' day: rolled forward, worked out again from the wagers, equal to the link itself (P6)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events.link import MeterTerms
from ledger.events.meter import Meter
from ledger.link.acts import AdjustMeter
from ledger.store.engine import begin_write
from projections.engine import engine as projection_engine
from projections.engine.model import Projection
from projections.engine.rebuild import rebuild
from projections.figures import awards, exceptions, meters, win
from projections.figures import day as day_figures
from projections.models.meters import METER_ROUNDS, PROJECTION
from projections.queries import round as round_query
from projections.queries.moment import NOW
from tests.clerk import OPENER, SIGNED, Clerk, count_drop
from tests.ledger.link.floor import (
    ANY_TWO,
    EXACT,
    KING_PLAYER,
    MAIN,
    NOTHING,
    ROYAL,
    floor,
    link,
    of,
    says,
)
from tests.ledger.link.test_royal9 import void_with_a_jackpot
from tests.projections.log import dump

DAY, NEXT = "2026-07-11", "2026-07-12"
UNITS = link_events.UNITS_A_CENT


@contextmanager
def reading(ledger: Ledger, needs: Sequence[Projection]) -> Iterator[sa.Connection]:
    journal = ledger.journal
    projection_engine.catch_up(needs, journal, journal.engine)
    with projection_engine.reading(journal.engine, needs) as connection:
        yield connection


def roll(ledger: Ledger, day: str = DAY) -> dict[str, meters.MeterDay]:
    with reading(ledger, meters.NEEDS) as connection:
        return {row.meter: row for row in meters.meters(connection, day)}


def a_busy_day(ledger: Ledger) -> list[Clerk]:
    """Two tables; every kind of event of a link."""
    one, two = floor(ledger, "MB-01", "MB-02", reserve_bps={"k9_player": 333})
    one.plays(*NOTHING, MAIN, ROYAL)
    two.plays(*KING_PLAYER, ROYAL, (5, "royal_9", 500))
    one.plays(*ANY_TWO, ROYAL)
    (won,) = of(two.plays(*EXACT, ROYAL), link_events.AwardWon)
    two.says("pay_award", round=won.round, seat=3, supervisor="S-2", place="cage")
    one.says("wager", seat=3, bet="royal_9", cents=500)
    one.says("withdraw", seat=3, bet="royal_9")
    one.says("wager", seat=4, bet="royal_9", cents=500)
    one.says("no_more_bets")
    one.says("void", reason="fouled")
    says(
        one,
        AdjustMeter,
        meter="major",
        cents=700,
        document="MC-7",
        reason="test",
        authorised_by="S-2",
        second="M-1",
    )
    return [one, two]


def test_p6_closing_is_opening_and_all_that_moved_it(ledger: Ledger) -> None:
    one, two = a_busy_day(ledger)
    first = roll(ledger)
    for name, meter in link(one).meters.items():
        row = first[name]
        assert row.closing_exact == meter.visible + meter.reserve
        assert row.recomputed_exact == row.contributions_exact
        assert row.finding == ""
        assert row.opening == 0
    assert (first["major"].corrections, first["major"].returns) == (700, 45)
    assert first["major"].contributions == 6 * 45
    assert first["k9_player"].reseeds == 35_000 * 2
    two.moment = two.moment.replace(day=12)
    two.plays(*NOTHING, ROYAL)
    second = roll(ledger, NEXT)
    assert second["major"].opening_exact == first["major"].closing_exact
    assert second["major"].closing_exact == first["major"].closing_exact + 45 * UNITS
    assert roll(ledger) == first


def test_p6_a_replay_shows_what_its_round_did_to_the_meters_and_not_what_others_did(
    ledger: Ledger,
) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    one.says("wager", seat=3, bet="royal_9", cents=500)
    one.says("no_more_bets")
    two.plays(*NOTHING, ROYAL, (4, "royal_9", 500))
    one.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    one.says("settle")
    seed, own = 5_000_000 * UNITS, 45 * UNITS
    moved = told_meters(ledger, f"MB-01:{DAY}:1")
    assert moved["major"] == (seed, seed + own)
    assert moved["k9_player"] == (35_000 * UNITS, 35_000 * UNITS), "won, it began anew"
    assert told_meters(ledger, f"MB-02:{DAY}:1")["major"] == (seed + own, seed + 3 * own)


def told_meters(ledger: Ledger, name: str) -> dict[str, tuple[int, int]]:
    found = round_query.find(ledger, NOW, name).replay.meters
    return {each.meter: (each.before, each.after) for each in found}


def test_p6_each_award_has_its_evidence(ledger: Ledger) -> None:
    a_busy_day(ledger)
    with reading(ledger, meters.NEEDS) as connection:
        found = {award.level: award for award in awards.awards(connection, DAY)}
    exact = found["exact_match"]
    assert (exact.player, exact.banker, exact.seat, exact.table) == ("Kc 9h", "9h Kc", 3, "MB-02")
    assert (exact.status, exact.place, exact.supervisor) == ("paid", "cage", "S-2")
    assert found["player_king_9"].place == "tray"
    assert exact.cents == exact.reading_exact // UNITS


def looked_at(ledger: Ledger) -> list[exceptions.ExceptionFound]:
    """The day's exceptions, but that these tests enter all of it late, under rules without approvals."""
    with reading(ledger, exceptions.NEEDS) as connection:
        found = exceptions.exceptions(connection, DAY)
    return [each for each in found if each.kind not in ("entered_late", "approvals_lacking")]


def test_liability_holds_an_award_until_it_is_paid(ledger: Ledger, linked: Clerk) -> None:
    (won,) = of(linked.plays(*EXACT, ROYAL), link_events.AwardWon)
    row = roll(ledger)["major"]
    assert (row.unpaid, row.liability) == (won.cents, row.closing + won.cents)
    (found,) = looked_at(ledger)
    assert (found.kind, found.subject, found.cents) == ("award_unpaid", won.round, won.cents)
    linked.says("pay_award", round=won.round, seat=3, supervisor="S-2")
    assert roll(ledger)["major"].unpaid == 0
    assert looked_at(ledger) == []


def test_a_counted_tray_pays_no_award_and_the_report_tells_what_is_due_and_paid(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    (won,) = of(linked.plays(*EXACT, ROYAL), link_events.AwardWon)
    linked.says("close", closer=OPENER, **SIGNED)
    pay = {"round": won.round, "seat": 3, "supervisor": "S-2"}
    assert linked.is_refused("pay_award", **pay) == "tray_counted"
    assert told(ledger) == [(won.cents, 0, 0)]
    linked.says("pay_award", **pay, place="cage")
    assert told(ledger) == [(won.cents, won.cents, 0)]


def told(ledger: Ledger) -> list[tuple[int | None, int | None, int | None]]:
    """What is due of each award of the day, paid, and refused or taken back."""
    with reading(ledger, meters.NEEDS) as connection:
        return [(each.owed, each.paid, each.not_paid) for each in awards.awards(connection, DAY)]


def test_decision_15_the_next_award_of_a_meter_after_a_refused_one_is_no_difference(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    for _ in range(3):
        linked.plays(*NOTHING, ROYAL)
    won = void_with_a_jackpot(linked)
    linked.says("pay_award", round=won.round, seat=3, supervisor="S-2", refused="fouled hand")
    linked.plays(*KING_PLAYER, ROYAL)
    assert [each.kind for each in looked_at(ledger)] == ["round_voided"]
    row, meter = roll(ledger)["k9_player"], link(linked).meters["k9_player"]
    assert row.corrections == won.cents - won.reseed_cents > 0
    assert row.closing == meter.cents


def test_the_houses_money_is_told_from_the_players_and_its_seeds_are_an_expense(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    """A meter won and begun anew; one won in a void round, held, refused; one won and taken back."""
    linked.plays(*NOTHING, ROYAL)
    linked.plays(*KING_PLAYER, ROYAL)
    kept = void_with_a_jackpot(linked)
    row = roll(ledger)["k9_player"]
    assert (row.players, row.seeds, row.from_trays) == (50, 35_000 * 3, 35_050)
    assert (row.to_win, row.held, row.unpaid) == (35_050 - 50 - 105_000, kept.cents, kept.cents)
    linked.says("pay_award", round=kept.round, seat=3, supervisor="S-2", refused="fouled hand")
    assert _house(ledger) == (50, 70_000, 35_050, 0)
    named = {"round": f"MB-01:{DAY}:2", "seat": 3, "handed_back": "tray"}
    two = {"document": "MC-9", "reason": "misread", "authorised_by": "B-2", "second": "A-1"}
    linked.says("reverse_award", **named, **two)
    assert _house(ledger) == (50, 35_000, 0, 0), "the house has seeded it once, and paid nothing"
    tray = ledger.table("MB-01").tray_cents
    linked.says("close", closer={"1": tray}, dealer="D-7", supervisor="S-2")
    count_drop(ledger, DAY, "MB-01", cash_cents=0, cash={}, by="C-1", at=ledger.clock())
    with reading(ledger, day_figures.NEEDS) as connection:
        summary = day_figures.day_summary(connection, DAY)
    seeds = 5_000_000 + 2 * 35_000
    assert summary.progressive_seeds == seeds
    assert summary.win_after_progressives is not None
    assert summary.win_after_seeds == summary.win_after_progressives - seeds
    to_win = sum(row.to_win or 0 for row in roll(ledger).values())
    assert (summary.win_tray or 0) + to_win == summary.win_after_seeds


def _house(ledger: Ledger) -> tuple[int | None, ...]:
    row = roll(ledger)["k9_player"]
    return row.players, row.seeds, row.from_trays, row.held


def test_a_meter_shows_the_cents_it_has_whole_and_pays_nothing_below_zero() -> None:
    terms = MeterTerms("major", 5_000, 100, 0, 0)
    assert Meter(terms, 2 * UNITS - 1).cents == 1
    assert Meter(terms, 10 * UNITS - 1).payable(1_000) == 0
    assert Meter(terms, 10 * UNITS).payable(1_000) == 1
    assert Meter(terms, -1).payable(1_000) == 0


def test_a_difference_between_wagers_and_meters_is_found(ledger: Ledger) -> None:
    a_busy_day(ledger)
    assert list(roll(ledger)) == ["k9_banker", "k9_player", "major"]
    of_round = METER_ROUNDS.table
    with begin_write(ledger.journal.engine) as connection:
        connection.execute(
            sa.update(of_round).where(of_round.c.round == f"MB-01:{DAY}:1").values(lines="[]")
        )
    found = [each.subject for each in looked_at(ledger)]
    void, differs, unpaid = (f"MB-01:{DAY}:{n}" for n in (3, 1, 2))
    assert found == ["MC-7", void, differs, unpaid]


def test_awards_from_the_tray_are_in_the_hands_and_the_law_of_the_books_holds(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    linked.plays(*KING_PLAYER, ROYAL)
    tray = ledger.table("MB-01").tray_cents
    linked.says("close", closer={"1": tray}, dealer="D-7", supervisor="S-2")
    count_drop(ledger, DAY, "MB-01", cash_cents=0, cash={}, by="C-1", at=ledger.clock())
    with reading(ledger, day_figures.NEEDS) as connection:
        (row,) = win.win(connection, DAY)
        summary = day_figures.day_summary(connection, DAY)
    paid, put_in = 35_025, 45 + 25 + 25
    assert row.hand_result == 500 - paid
    assert row.win_tray == row.win_hands == 500 - paid
    assert (row.tray_variance, row.drop_variance, row.form_variance) == (0, 0, 0)
    assert (summary.progressive_contributions, summary.progressive_awards) == (put_in, paid)
    assert summary.win_after_progressives == 500 - put_in


def test_rebuilt_meters_equal_the_live_ones(ledger: Ledger) -> None:
    a_busy_day(ledger)
    journal = ledger.journal
    projection_engine.catch_up([PROJECTION], journal, journal.engine)
    live = dump(journal.engine, PROJECTION)
    rebuild([PROJECTION], journal, journal.engine)
    assert dump(journal.engine, PROJECTION) == live
    assert live.count(b"\n") > 10


def test_an_award_is_not_paid_at_a_table_without_meters(dealing: Clerk) -> None:
    """It came to nothing, and said nothing."""
    award = {"round": f"MB-01:{DAY}:1", "seat": 3, "supervisor": "S-2", "place": "tray"}
    assert dealing.is_refused("pay_award", **award) == "unknown_award"

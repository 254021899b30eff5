"""What wagers came to against theory: the books' own win in another order, and theory round by round (decision 54)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.baccarat.theory import Theory
from ledger.baccarat.wagers import BET_OF
from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.link import AwardWon
from ledger.events.property import PropertyEstablished, PropertySettingsChanged, Settings
from ledger.events.shoe import ShoeStarted
from ledger.rules.loader import load
from ledger.rules.odds import theory_of
from projections.engine.engine import as_of
from projections.figures import handle, performance, win
from projections.figures.chart import Point
from projections.figures.handle import By, Came, Span
from projections.figures.in_force import settings_of
from projections.figures.performance import Performance, before, root
from projections.models import performance as performance_model
from tests.clerk import Clerk
from tests.projections.history import make_up
from tests.projections.log import DAY, Log, Story, folded

NEEDS = (*performance.NEEDS, *win.NEEDS)
OF_DAY = Span(DAY, DAY)
RULES = load("ma-midi")
EVER = Span("2026-01-01", "2026-12-31")


def came_to(row: Performance) -> int:
    """What the hands came to, coupons with them."""
    return row.win + row.coupons_win


def rows_of(connection: sa.Connection, by: By, span: Span = OF_DAY) -> dict[Any, Performance]:
    """The rows by name; the property's by its own."""
    return {
        "property" if row.by == "property" else row.name: row
        for row in performance.performance(connection, span, by)
    }


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a2_however_it_is_added_up_it_is_what_the_hands_came_to(seed: int) -> None:
    """Of days one after the other, whose hours are added up, and of the last, whose are not."""
    engine = as_of(NEEDS, Log(make_up(Random(seed), rounds=30).recorded))
    try:
        with engine.connect() as connection:
            books = win.between(connection, *EVER)
            by_day = Counter[str]()
            by_table = Counter[str]()
            for of in books:
                hands = (of.hand_result or 0) + (of.vig_assessed or 0)
                by_day[of.gaming_day] += hands
                by_table[of.table] += hands
            rounds = sum(of.rounds for of in books)
            found = {by: rows_of(connection, by, EVER) for by in By}
    finally:
        engine.dispose()
    for by, rows in found.items():
        whole = rows.pop("property")
        assert came_to(whole) == sum(map(came_to, rows.values())) == by_day.total()
        assert whole.handle == sum(row.handle for row in rows.values())
        assert whole.rounds == rounds
        assert by == By.BET or rounds == sum(row.rounds for row in rows.values())
    assert {day: came_to(row) for day, row in found[By.DAY].items()} == {
        day: cents for day, cents in by_day.items() if day in found[By.DAY]
    }
    assert {name: came_to(row) for name, row in found[By.TABLE].items()} == {
        name: cents for name, cents in by_table.items() if name in found[By.TABLE]
    }


class Played:
    """Rounds told by hand at one table, and what they come to in theory, round by round."""

    def __init__(self) -> None:
        self.story = Story().tell(
            *(PropertyEstablished, "property"),
            name="Harbor House",
            zone="America/New_York",
            cutoff="06:00",
        )
        self.n = 0
        self.mean = self.variance = Fraction(0)

    def begins(self, rules: str = "ma-midi", decks: int = 8, **options: str) -> "Played":
        submission = load(rules, options)
        self.theory, self.sha256 = theory_of(submission, decks), submission.sha256
        of: dict[str, Any] = {"rules": rules, "version": 1, "sha256": self.sha256}
        self.story.tell(e.RulesAdopted, document=submission.document(), **of)
        shoe: dict[str, Any] = {"burn": "2c", "burned": 3, "left": 52 * decks - 3}
        self.story.tell(ShoeStarted, shoe="1", decks=decks, **shoe)
        return self

    def plays(self, *lines: e.SettledLine, name: str = "", **facts: Any) -> "Played":
        self.n += not name
        round_id = name or f"MB-01:{facts.get('day', DAY)}:{self.n}"
        closed: dict[str, Any] = {
            "rules": "ma-midi",
            "rules_version": 1,
            "rules_sha256": self.sha256,
        }
        self.story.tell(e.NoMoreBets, round=round_id, shoe="1", **closed, **facts)
        self.story.tell(
            *(e.RoundSettled,),
            round=round_id,
            outcome="banker",
            player=["7d", "Qh"],
            banker=["9c", "Kh"],
            player_points=7,
            banker_points=9,
            announce="",
            lines=list(lines),
            **facts,
        )
        mean, variance = in_theory(self.theory, lines)
        self.mean += mean
        self.variance += variance
        return self


def in_theory(theory: Theory, lines: tuple[e.SettledLine, ...]) -> tuple[Fraction, Fraction]:
    """What a round's wagers come to on average, and its variance, chair by chair of Royal 9."""
    staked = [(BET_OF[line.bet], line.cents) for line in lines if line.tender != "coupon"]
    mean = sum((cents * theory.edge[bet] for bet, cents in staked), Fraction(0))
    variance = Fraction(0)
    for n, (one, cents) in enumerate(staked):
        for m, (other, more) in enumerate(staked):
            two_chairs = one == other == "royal_9" and n != m
            moves = theory.chairs if two_chairs else theory.covariance[one, other]
            variance += cents * more * moves
    return mean, variance


def line(seat: int, bet: str, cents: int, returned: int, **facts: Any) -> e.SettledLine:
    how: dict[str, Any] = {"tender": "chips", "result": "lose", "vig": 0, "rule": "12", **facts}
    return e.SettledLine(seat, bet, cents, returned=returned, **how)


A_ROUND = (
    line(3, "banker", 2_000, 4_000, vig=100),
    line(4, "player", 5_000, 0),
    line(5, "player", 1_000, 0),
    line(3, "tie", 500, 0),
    line(3, "royal_9", 500, 0),
    line(4, "royal_9", 500, 2_500),
)


@contextmanager
def told(played: Played) -> Iterator[sa.Connection]:
    with folded(played.story.recorded, performance.NEEDS) as connection:
        yield connection


def test_theory_and_chance_are_those_of_every_round_together() -> None:
    played = Played().begins().plays(*A_ROUND).plays(line(3, "banker", 100_000, 0)).plays(*A_ROUND)
    played.begins(decks=6).plays(line(3, "player", 700, 0), line(3, "banker", 900, 0))
    played.begins("md-midi-ez").plays(line(3, "banker", 900, 0), line(9, "dragon_7", 900, 0))
    with told(played) as connection:
        rows = rows_of(connection, By.TABLE)
        by_rules = rows_of(connection, By.RULES)
    row = rows["MB-01"]
    assert row.theory == round(played.mean)
    assert row.standard_deviation == root(played.variance)
    assert row.difference == round(row.win - played.mean)
    exact = float(row.win - played.mean) / float(played.variance) ** 0.5
    assert row.deviations == round(100 * exact)
    assert set(by_rules) == {"ma-midi", "md-midi-ez", "property"}
    assert by_rules["property"].theory == row.theory


def test_a_bet_by_itself_has_its_own_chance() -> None:
    with told(Played().begins().plays(*A_ROUND)) as connection:
        rows = rows_of(connection, By.BET)
    assert {bet: row.handle for bet, row in rows.items()} == {
        "banker": 2_000,
        "player": 6_000,
        "royal_9": 1_000,
        "tie": 500,
        "property": 9_500,
    }
    player, royal = rows["player"], rows["royal_9"]
    theory = theory_of(RULES, 8)
    variance = 6_000**2 * theory.covariance[BET_OF["player"], BET_OF["player"]]
    assert (player.rounds, player.standard_deviation) == (1, root(variance))
    _, variance = in_theory(theory, A_ROUND[-2:])
    assert royal.standard_deviation == root(variance)
    assert rows["banker"].win == 2_000 - 4_000 + 100


def test_decision_17_a_coupons_face_is_no_handle_and_what_it_wins_stands_apart() -> None:
    wagers = (
        line(3, "banker", 2_500, 5_000, vig=250),
        line(3, "banker", 2_500, 2_500, tender="coupon", vig=125),
    )
    with told(Played().begins().plays(*wagers)) as connection:
        row = rows_of(connection, By.TABLE)["MB-01"]
    assert (row.handle, row.win) == (2_500, 2_500 - 5_000 + 250)
    assert (row.coupons, row.coupons_win) == (2_500, -2_500 + 125)
    assert row.coupons_theory == round(2_500 * theory_of(RULES, 8).coupon[BET_OF["banker"]])


def test_a_round_that_is_reversed_was_never_played_and_the_one_in_its_place_was() -> None:
    """Dealt by another dealer since: it is taken out of the hour and the dealer that it was counted in."""
    opened: dict[str, Any] = {"pit": "P-1", "opener": {}, "opener_cents": 0, "supervisor": "s-1"}
    played = Played()
    played.story.tell(e.TableOpened, dealer="d-1", **opened)
    played.begins().plays(*A_ROUND).plays(*A_ROUND)
    slip: dict[str, Any] = {"slip": "F-1", "chips": {100: 1}, "cents": 100}
    played.story.tell(e.ChipsFilled, dealer="d-2", supervisor="s-1", **slip)
    played.plays(line(3, "banker", 700, 0))
    with told(played) as connection:
        before_it = rows_of(connection, By.DEALER)
    back: dict[str, Any] = {"reason": "typed twice", "approved_by": "s-1"}
    at = played.story.recorded[0].event.at
    played.story.tell(
        *(e.RoundReversed,), round=f"MB-01:{DAY}:2", settled_at=at, lines=list(A_ROUND), **back
    )
    with told(played) as connection:
        after = rows_of(connection, By.DEALER)
    assert after["d-2"] == before_it["d-2"]
    assert (after["d-1"].rounds, after["d-1"].handle) == (1, before_it["d-1"].handle // 2)
    assert after["d-1"].win * 2 == before_it["d-1"].win
    played.plays(*A_ROUND, name=f"MB-01:{DAY}:2r")
    with told(played) as connection:
        again = rows_of(connection, By.DEALER)
    assert again["d-2"].handle == before_it["d-2"].handle + before_it["d-1"].handle // 2
    played.story.tell(
        *(e.RoundReversed,), round=f"MB-01:{DAY}:2r", settled_at=at, lines=list(A_ROUND), **back
    )
    with told(played) as connection:
        assert rows_of(connection, By.DEALER) == after


def test_a_void_round_has_no_handle() -> None:
    played = Played().begins().plays(*A_ROUND)
    with told(played) as connection:
        one = rows_of(connection, By.TABLE)
    played.story.tell(e.RoundVoided, round=f"MB-01:{DAY}:2", reason="misdeal", returned=[])
    with told(played) as connection:
        assert rows_of(connection, By.TABLE) == one


def test_a_correction_follows_the_books_and_has_no_handle() -> None:
    played = Played().begins().plays(*A_ROUND)
    with told(played) as connection:
        one = rows_of(connection, By.TABLE)["MB-01"]
    posted: dict[str, Any] = {"of_day": DAY, "original": f"MB-01:{DAY}:1", "document": "K-1"}
    posted |= {"reason": "misread", "approved_by": "s-1"}
    for figure, cents in (("hand_result", -700), ("vig_assessed", 25), ("vig_collected", 999)):
        played.story.tell(e.CorrectionPosted, figure=figure, cents=cents, **posted)
    with told(played) as connection:
        found = {by: rows_of(connection, by) for by in By}
    table = found[By.TABLE]["MB-01"]
    assert (table.win, table.handle, table.theory) == (one.win - 675, one.handle, one.theory)
    for by in (By.BET, By.DEALER, By.RULES):
        nobody = found[by].pop(None)
        assert nobody.win - (one.win if by is By.DEALER else 0) == -675
    assert all(rows["property"].win == table.win for rows in found.values())


def test_decision_52_a_fixed_award_that_waits_is_part_of_the_win_and_a_meters_is_not() -> None:
    played = Played().begins().plays(*A_ROUND)
    with told(played) as connection:
        one = rows_of(connection, By.BET)["royal_9"]
    award: dict[str, Any] = {"round": f"MB-01:{DAY}:1", "table": "MB-01", "seat": 3}
    award |= {"level": "tie", "share_bps": 10_000, "reading": 0, "player": [], "banker": []}
    for meter, cents in (("paytable", 75_000), ("major", 90_000)):
        played.story.tell(*(AwardWon, "link:R9"), meter=meter, cents=cents, reseed_cents=0, **award)
    with told(played) as connection:
        by_bet, by_hour = rows_of(connection, By.BET), rows_of(connection, By.HOUR)
    assert by_bet["royal_9"].win == one.win - 75_000
    assert (
        by_bet["property"].win
        == by_hour["property"].win
        == sum(row.win for bet, row in by_bet.items() if bet != "property")
    )


def test_what_cannot_be_told_is_unknown_and_never_nothing() -> None:
    """Nobody said how many decks the shoe has."""
    played = Played().begins()
    played.story.recorded = [
        x for x in played.story.recorded if not isinstance(x.event, ShoeStarted)
    ]
    with told(played.plays(*A_ROUND)) as connection:
        row = rows_of(connection, By.TABLE)["MB-01"]
    assert row.handle == 9_500
    unknown = (row.theory, row.difference, row.standard_deviation, row.deviations)
    assert unknown == (None,) * 4
    assert row.outside_band is None


def setting(played: Played, **said: int) -> None:
    played.story.tell(PropertySettingsChanged, stream="property", **said)


def test_a_win_outside_the_band_is_flagged_from_so_many_rounds_on() -> None:
    """A tie is won by chance of one in ten: 2.85 deviations."""
    played = Played().begins()
    with_tie = (line(3, "tie", 500, 4_500),)
    with told(played.plays(*with_tie)) as connection:
        assert rows_of(connection, By.TABLE)["MB-01"].outside_band is None
        assert performance.outside_band(connection, DAY) == []
    setting(played, hold_least_rounds=1)
    with told(played) as connection:
        (row,) = performance.outside_band(connection, DAY)
        assert row.of == rows_of(connection, By.TABLE)["MB-01"]
        assert (row.of.flag, f"{float(row.band):.4f}") == ("outside band", "1.9600")
        assert is_outside(row.of)
    setting(played, hold_band_percent=0)
    with told(played) as connection:
        of = rows_of(connection, By.TABLE)["MB-01"]
        assert (of.outside_band, of.band_bps) == (None, None)
    setting(played, hold_band_percent=99)
    played.plays(*([line(3, "tie", 500, 0)] * 1))
    with told(played) as connection:
        of = rows_of(connection, By.TABLE)["MB-01"]
        assert of.outside_band is False
        assert not is_outside(of)


def is_outside(row: Performance) -> bool:
    """Whether the hold lies outside its band, as it is drawn."""
    return Point("", row.hold_bps, row.theory_hold_bps, row.band_bps).outside


def test_a_hold_is_off_its_base_where_it_moved_by_more_than_points_and_chance() -> None:
    """Held of the months before: all of small wagers; of this month: nothing of large ones, or of one alone."""
    lost, won = line(3, "player", 100, 0), line(3, "player", 100, 200)
    played = Played().begins()
    for n in range(60):
        played.plays(won if n % 5 < 2 else lost, day="2026-05-02")
    setting(played, hold_least_rounds=5)
    for _ in range(5):
        played.plays(lost)
    with told(played) as connection:
        month = rows_of(connection, By.TABLE, Span("2026-07-01", DAY))["MB-01"]
        assert (month.base_hold_bps, month.hold_bps) == (2_000, 10_000)
        assert month.off_base is False  # Five in a row are chance.
    for _ in range(20):
        played.plays(lost)
    with told(played) as connection:
        (row,) = performance.off_base(connection, DAY)
        assert row.of.from_day == "2026-07-01"
        assert row.of.off_base
    setting(played, hold_base_points=81)
    with told(played) as connection:
        assert performance.off_base(connection, DAY) == []
    setting(played, hold_base_points=3, hold_base_months=1)
    with told(played) as connection:
        row_without = rows_of(connection, By.TABLE, Span("2026-07-01", DAY))["MB-01"]
        assert (row_without.base_hold_bps, row_without.off_base) == (None, None)


@pytest.mark.parametrize(
    ("first", "months", "start", "end"),
    [
        ("2026-07-01", 12, "2025-07-01", "2026-06-30"),
        ("2026-03-31", 1, "2026-02-28", "2026-03-30"),
        ("2026-01-15", 13, "2024-12-15", "2026-01-14"),
        ("0001-01-05", 12, "0001-01-05", "0001-01-04"),
    ],
)
def test_the_months_before_a_day(first: str, months: int, start: str, end: str) -> None:
    assert before(first, months) == Span(start, end)


def test_the_days_and_hours_of_one_reading_agree_with_those_of_tables_played_on() -> None:
    """A day is added up when the next begins: nothing of it moves by that."""
    played = Played().begins().plays(*A_ROUND).plays(*A_ROUND)
    with told(played) as connection:
        still = {by: rows_of(connection, by) for by in By}
    played.plays(*A_ROUND, day="2026-07-12")
    with told(played) as connection:
        assert {by: rows_of(connection, by) for by in By} == still
        days = {
            row.hour for row in connection.execute(sa.select(performance_model.PERFORMANCE.table))
        }
        assert performance_model.WHOLE_DAY in days
        by_shift = rows_of(connection, By.SHIFT, EVER)
    assert [row.rounds for row in by_shift.values()] == [3, 3]


def test_a_span_comes_to_what_its_days_do_wherever_it_turns_from_month_to_month() -> None:
    played = Played().begins()
    days = ["2025-07-10", "2025-07-31", "2025-08-01", "2026-06-29", "2026-06-30", "2026-07-01", DAY]
    for n, day in enumerate(days):
        played.plays(*A_ROUND[: 1 + n % len(A_ROUND)], day=day)
    edges = sorted({*days, "2025-07-11", "2026-05-31", "2026-07-10", "2026-07-12"})
    with told(played) as connection:
        of_days = {day: handle.came(connection, Span(day, day), By.TABLE).whole for day in days}
        for first, last in combinations_with_replacement(edges, 2):
            together = Came()
            for day in days:
                if first <= day <= last:
                    together.add(of_days[day])
            for by in By:
                assert handle.came(connection, Span(first, last), by).whole == together


def test_a_round_counts_by_the_rules_the_decks_and_the_dealer_it_was_dealt_by(
    clerk: Clerk, ledger: Ledger
) -> None:
    """Through the one way in."""
    clerk.opens().starts_shoe()
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000), (4, "player", 5_000))
    recorded = [*ledger.stream("property"), *ledger.stream("table:MB-01")]
    with folded(recorded, performance.NEEDS) as connection:
        row = rows_of(connection, By.DEALER)["D-7"]
    assert (row.rounds, row.handle, row.win) == (1, 7_000, 5_000 - 2_000 + 100)
    theory = theory_of(ledger.table("MB-01").submission, 8)
    lines = (line(3, "banker", 2_000, 4_000), line(4, "player", 5_000, 0))
    mean, variance = in_theory(theory, lines)
    assert (row.theory, row.standard_deviation) == (round(mean), root(variance))


def test_settings_are_those_in_force_at_the_end_of_what_is_read() -> None:
    played = Played().begins().plays(*A_ROUND)
    with told(played) as connection:
        assert settings_of(connection) == Settings()
    setting(played, hold_base_months=6)
    with told(played) as connection:
        assert settings_of(connection).hold_base_months == 6
        assert handle.came(connection, OF_DAY, By.TABLE, in_theory=False).whole.theory is None

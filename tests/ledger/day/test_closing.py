"""A closed gaming day: what it takes, and that nothing changes it (A4)."""

from datetime import datetime

import pytest

from ledger.day.acts import AcknowledgeFindings, CloseDay, CloseMonth, MonthRead, Reconciled
from ledger.desks.decisions import decide
from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events import day as day_events
from ledger.events.finding import Finding
from ledger.events.table import CorrectionPosted
from ledger.transaction.unit import Done
from ledger.values.calendar import from_micros, to_micros
from ledger.values.errors import Conflict, Refused
from projections.reconcile.finding import found
from tests.clerk import OPENER, SIGNED, Clerk, count_drop

DAY = "2026-07-11"
NEXT = "2026-07-12T12:00:00-04:00"
VARIANCE = found("tray_variance", "MB-01", DAY, cents=-500)
UNSETTLED = found("round_unsettled", "MB-01", DAY)
BOOKS = [day_events.TableBooks("MB-01", {"drop": 0, "closer": None})]


def micros(text: str) -> int:
    return to_micros(datetime.fromisoformat(text))


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = micros(NEXT)

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def read(ledger: Ledger, *findings: Finding, day: str = DAY) -> Reconciled:
    return Reconciled(day, list(findings), BOOKS, ledger.journal.max_notification_id() or 0)


def close(ledger: Ledger, reading: Reconciled, *, by: str = "A-1", dry_run: bool = False) -> Done:
    at = from_micros(ledger.clock())
    act = CloseDay(by=by, second="A-2", at=at, day=reading.day, read=reading)
    return ledger.do(act, dry_run=dry_run)


def acknowledge(ledger: Ledger, *findings: Finding) -> Done:
    at = from_micros(ledger.clock())
    named = [each.id for each in findings]
    act = AcknowledgeFindings(
        by="A-1", at=at, day=DAY, findings=named, reason="seen", read=list(findings)
    )
    return ledger.do(act)


def refusal(ledger: Ledger, reading: Reconciled, *, by: str = "A-1") -> str:
    head = ledger.journal.max_notification_id()
    with pytest.raises(Refused) as caught:
        close(ledger, reading, by=by)
    assert ledger.journal.max_notification_id() == head
    return caught.value.refusal.code


def test_a_day_is_closed_once_with_its_books_and_two_names(dealing: Clerk) -> None:
    ledger = dealing.ledger
    (recorded,) = close(ledger, read(ledger)).events
    assert (recorded.event.by, recorded.event.second) == ("A-1", "A-2")
    assert recorded.event.books == BOOKS
    assert refusal(ledger, read(ledger)) == "day_closed"


def test_one_person_does_not_sign_as_two(dealing: Clerk) -> None:
    assert refusal(dealing.ledger, read(dealing.ledger), by="A-2") == "signed_twice"


def test_a_day_is_not_closed_before_it_is_over(dealing: Clerk, clock: Clock) -> None:
    clock.now = micros("2026-07-12T05:59:59-04:00")
    assert refusal(dealing.ledger, read(dealing.ledger)) == "day_not_over"
    clock.now += 1_000_000
    close(dealing.ledger, read(dealing.ledger))


def test_nothing_is_begun_on_a_day_before_one_that_is_closed(dealing: Clerk) -> None:
    """Days close in order: it could not be closed any more, and what it carried would not have been carried."""
    ledger = dealing.ledger
    close(ledger, read(ledger))
    other = Clerk(ledger, "MB-02", "2026-07-09T18:00:00-04:00")
    said = {"rules": "ma-midi", "pit": "P-1", "opener": OPENER, **SIGNED}
    assert other.is_refused("open", **said) == "later_day_closed"
    with pytest.raises(Refused) as caught:
        other.says("open", **said)
    assert caught.value.refusal.facts == {"day": "2026-07-09", "closed": DAY}
    other.moment = datetime.fromisoformat("2026-07-12T11:00:00-04:00")
    other.says("open", **said)


def test_what_blocks_is_put_right_and_never_acknowledged(dealing: Clerk) -> None:
    ledger = dealing.ledger
    assert refusal(ledger, read(ledger, UNSETTLED)) == "day_blocked"
    with pytest.raises(Refused, match="cannot be acknowledged"):
        acknowledge(ledger, UNSETTLED)


def test_a_finding_stands_with_the_amount_it_was_acknowledged_with(dealing: Clerk) -> None:
    ledger = dealing.ledger
    assert refusal(ledger, read(ledger, VARIANCE)) == "findings_not_acknowledged"
    acknowledge(ledger, VARIANCE)
    other = found("tray_variance", "MB-01", DAY, cents=-501)
    assert refusal(ledger, read(ledger, other)) == "findings_not_acknowledged"
    with pytest.raises(Refused, match="acknowledged already"):
        acknowledge(ledger, VARIANCE)
    (recorded,) = close(ledger, read(ledger, VARIANCE)).events
    assert recorded.event.findings == [day_events.Acknowledgement(VARIANCE.id, -500, "seen", "A-1")]


def test_a_dry_run_closes_nothing(dealing: Clerk) -> None:
    ledger = dealing.ledger
    assert close(ledger, read(ledger), dry_run=True).position is None
    assert ledger.loader.day(DAY).closed is None


def test_nothing_is_dated_on_a_closed_day(dealing: Clerk) -> None:
    ledger = dealing.ledger
    close(ledger, read(ledger))
    assert dealing.is_refused("buy_in", seat=3, cents=10_000) == "day_closed"
    with pytest.raises(Refused, match="is closed"):
        count_drop(ledger, DAY, "MB-01", cash_cents=0, cash={}, by="A-1", at=ledger.clock())
    with pytest.raises(Refused, match="is closed"):
        acknowledge(ledger, VARIANCE)
    later = Clerk(ledger, moment=NEXT)
    assert later.says("buy_in", seat=3, cents=10_000)


def test_an_event_since_the_books_were_read_keeps_the_day_open(dealing: Clerk) -> None:
    ledger = dealing.ledger
    reading = read(ledger)
    dealing.says("buy_in", seat=3, cents=10_000)
    with pytest.raises(Conflict, match="another event since"):
        close(ledger, reading)
    assert ledger.loader.day(DAY).closed is None


def test_what_happens_on_other_days_does_not_keep_it_open(dealing: Clerk) -> None:
    ledger = dealing.ledger
    reading = read(ledger)
    Clerk(ledger, moment=NEXT).says("buy_in", seat=3, cents=10_000)
    close(ledger, reading)


def test_a_unit_that_was_decided_before_the_close_is_not_saved_after_it(dealing: Clerk) -> None:
    """The race: both are decided on an open day; whoever saves second loses."""
    ledger = dealing.ledger
    unit = ledger.begin()
    take(unit, dealing.act("buy_in", seat=3, cents=10_000))
    close(ledger, read(ledger))
    head = ledger.journal.max_notification_id()
    with pytest.raises(Exception, match="not as it was"):
        unit.commit()
    assert ledger.journal.max_notification_id() == head
    assert dealing.is_refused("buy_in", seat=3, cents=10_000) == "day_closed"


@pytest.mark.parametrize("then", ["it rests", "it opened"])
def test_a_mispay_is_corrected_on_the_open_day(dealing: Clerk, then: str) -> None:
    """X30: a tie paid as a Banker win; the first event stays, the second names it, whether or not its table opens. What
    was in the opener that was counted since stays there.
    """
    round_id = f"MB-01:{DAY}:1"
    dealing.says("wager", seat=3, bet="banker", cents=5_000)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["Tc", "7s"], banker=["2d", "5d"])
    dealing.says("settle")
    dealing.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    close(dealing.ledger, read(dealing.ledger))
    later = Clerk(dealing.ledger, moment=NEXT)
    fields = {
        "figure": "hand_result",
        "cents": -4_750,
        "original": round_id,
        "of_day": DAY,
        "document": "MC-7",
        "reason": "tie paid as a Banker win",
        "approved_by": "S-2",
    }
    if then == "it opened":
        later.says("open", rules="ma-midi", pit="P-1", opener={"10000": 50}, **SIGNED)
    before = later.ledger.table("MB-01").tray_cents
    (event,) = later.says("correct", **fields)
    assert isinstance(event, CorrectionPosted)
    assert (event.day, event.of_day, event.original) == ("2026-07-12", DAY, round_id)
    moved = 0 if then == "it opened" else 4_750
    assert later.ledger.table("MB-01").tray_cents == before - moved
    for document in (fields["document"], f" {fields['document']} ".lower()):
        assert later.is_refused("correct", **{**fields, "document": document}) == "number_used"
    assert later.is_refused("correct", **{**fields, "approved_by": "C-1"}) == "signed_twice"
    wrong = {**fields, "document": "MC-8"}
    assert later.is_refused("correct", **{**wrong, "original": f"{round_id}1"}) == "unknown_round"
    assert later.is_refused("correct", **{**wrong, "of_day": "2026-07-12"}) == "day_differs"
    assert later.is_refused("correct", **{**wrong, "cents": 0}) == "not_an_amount"


def test_what_a_reversed_round_came_to_is_posted_once_none_can_take_its_place(
    dealing: Clerk,
) -> None:
    """Measured as a void one: nothing of it is in the books, and twice its stake is what it can be wrong by."""
    round_id, ledger = f"MB-01:{DAY}:1", dealing.ledger
    dealing.plays("2s Kh", "5s 4d", (3, "banker", 5_000))
    why = {"reason": "seat 4 had it", "approved_by": "S-2"}
    dealing.says("reverse", round=round_id, **why)
    said = {"original": round_id, "of_day": DAY, **why}
    result = {"figure": "hand_result", "cents": -9_000, "document": "MC-7", **said}
    assert dealing.is_refused("correct", **result) == "round_reversed"
    dealing.says("close", closer=OPENER, **SIGNED)
    close(ledger, read(ledger))
    later = Clerk(ledger, moment=NEXT)
    later.says("raise_dispute", round=round_id, claim="Banker won")
    ruling = {"round": round_id, "ruling": "upheld", "reason": "camera", "decided_by": "S-2"}
    assert later.says("decide_dispute", **ruling, cents=-1_000, document="MC-6")[1:]
    assert later.is_refused("correct", **{**result, "cents": -9_001}) == "accounting_missing"
    later.says("correct", **result)
    vig = {**said, "seat": 4, "cents": 250, "document": "MC-8"}
    assert later.is_refused("correct", figure="vig_uncollected", **vig) == "round_reversed"
    later.says("correct", figure="vig_assessed", **vig, accounting="A-1")
    assert ledger.table("MB-01").owed(4) == 250
    later.says("uncollected_vig", seat=4, reason="left", supervisor="S-2")
    assert ledger.table("MB-01").marks == {}


# -- a month


def month_read(ledger: Ledger, *still_open: str) -> MonthRead:
    head = ledger.journal.max_notification_id() or 0
    return MonthRead("2026-07", BOOKS, head, list(still_open))


def close_month(ledger: Ledger, reading: MonthRead, *, by: str = "A-1", key: str = "") -> Done:
    at = from_micros(ledger.clock())
    act = CloseMonth(by=by, second="A-2", at=at, month=reading.month, read=reading)
    return ledger.do(act, key=key)


@pytest.fixture
def over(dealing: Clerk, clock: Clock) -> Clerk:
    """July is over, and a day of it is closed."""
    close(dealing.ledger, read(dealing.ledger))
    clock.now = micros("2026-08-01T06:00:00-04:00")
    return dealing


def test_a_month_is_closed_once_when_it_is_over_by_two_people(over: Clerk, clock: Clock) -> None:
    ledger = over.ledger
    clock.now -= 1
    with pytest.raises(Refused, match="2026-07 is not over"):
        close_month(ledger, month_read(ledger))
    clock.now += 1
    with pytest.raises(Refused, match="days that are not closed: 2026-07-20"):
        close_month(ledger, month_read(ledger, "2026-07-20"))
    with pytest.raises(Refused, match="signed the month's books both"):
        close_month(ledger, month_read(ledger), by="A-2")
    done = close_month(ledger, month_read(ledger), key="july")
    event = done.events[0].event
    assert (event.month, event.day, event.by, event.second) == (
        *("2026-07", "2026-08-01"),
        *("A-1", "A-2"),
    )
    assert event.books == BOOKS
    with pytest.raises(Refused, match="2026-07 is closed; A-1 and A-2 signed it"):
        close_month(ledger, month_read(ledger))
    again = close_month(ledger, month_read(ledger), key="july")
    assert (again.repeated, again.events) == (True, done.events)


def test_nothing_is_dated_in_a_closed_month_though_its_day_was_empty(over: Clerk) -> None:
    """Such a day was never closed itself."""
    empty = Clerk(over.ledger, moment="2026-07-20T12:00:00-04:00")
    close_month(over.ledger, month_read(over.ledger))
    assert empty.is_refused("buy_in", seat=3, cents=10_000) == "day_closed"
    assert Clerk(over.ledger, moment="2026-08-01T06:00:00-04:00").says(
        "buy_in", seat=3, cents=10_000
    )


def test_an_event_since_a_month_was_read_keeps_it_open(over: Clerk) -> None:
    ledger = over.ledger
    reading = month_read(ledger)
    Clerk(ledger, moment="2026-07-20T12:00:00-04:00").says("buy_in", seat=3, cents=10_000)
    with pytest.raises(Conflict, match="another event since"):
        close_month(ledger, reading)


def test_of_a_months_close_and_an_entry_on_an_empty_day_the_second_is_not_saved(
    over: Clerk,
) -> None:
    """The race, one way and the other."""
    ledger = over.ledger
    empty = Clerk(ledger, moment="2026-07-20T12:00:00-04:00")
    reading, at = month_read(ledger), from_micros(ledger.clock())
    closes, enters = ledger.begin(), ledger.begin()
    decide(closes, [CloseMonth(by="A-1", second="A-2", at=at, month="2026-07", read=reading)])
    ledger.do(empty.act("buy_in", seat=3, cents=10_000))
    with pytest.raises(Exception, match="not as it was"):
        closes.commit()
    take(enters, empty.act("buy_in", seat=4, cents=10_000))
    close_month(ledger, month_read(ledger))
    with pytest.raises(Exception, match="not as it was"):
        enters.commit()

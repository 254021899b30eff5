"""What puts meters and days right, killed at whatever statement and said again: all of it is done once, or nothing."""

from datetime import datetime

from ledger.day.acts import AcknowledgeFindings, CloseDay
from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.table.acts import Undo
from ledger.values.calendar import to_micros
from projections.queries import day as day_query
from projections.queries import findings as findings_query
from projections.queries.check import check
from projections.queries.moment import NOW
from tests.clerk import OPENER, SIGNED, Clerk, count_drop
from tests.killed import until_it_is_done
from tests.ledger.link.floor import EXACT, MAIN, NOTHING, ROYAL, floor, readings

DAY = "2026-07-11"


def test_an_award_reversed_and_killed_is_back_once(ledger: Ledger, url: str) -> None:
    """What another table won since, the correction that follows, and the tray that has it back."""
    first, second = floor(ledger, "MB-01", "MB-02")
    first.plays(*EXACT, MAIN, ROYAL)
    paid = {"round": f"MB-01:{DAY}:1", "seat": 3, "place": "tray", "supervisor": "S-2"}
    first.says("pay_award", **paid)
    second.plays(*EXACT, MAIN, ROYAL)
    act = first.act(
        "reverse_award",
        round=f"MB-01:{DAY}:1",
        seat=3,
        document="MC-9",
        reason="the 9 was a 6",
        authorised_by="B-2",
        second="A-1",
        handed_back="tray",
        by="S-2",
    )
    nothing, whole = until_it_is_done(first, url, act, 3)
    assert (nothing >= 4, whole >= 1) == (True, True)
    with Ledger(url) as again:
        kinds = [type(recorded.event) for recorded in again.stream("link:R9-1")]
        assert (
            kinds.count(link_events.AwardReversed) == kinds.count(link_events.MeterCorrected) == 1
        )
        check(again)


def test_an_undo_that_empties_meters_and_is_killed_empties_them_once(
    ledger: Ledger, url: str
) -> None:
    (clerk,) = floor(ledger, "MB-01")
    before = readings(clerk)
    clerk.plays(*NOTHING, MAIN, ROYAL)
    said = clerk.act("cut_card")
    act = Undo(
        table="MB-01",
        by="C-1",
        at=said.at,
        source="",
        seq=0,
        reason="typed by mistake",
        approved_by="S-9",
    )
    nothing, whole = until_it_is_done(clerk, url, act, 2)
    assert (nothing >= 4, whole >= 1) == (True, True)
    with Ledger(url) as again:
        assert readings(Clerk(again)) == before
        kinds = [type(recorded.event) for recorded in again.stream("table:MB-01")]
        assert kinds.count(e.ActUndone) == 1
        check(again)


def test_a_day_with_corrections_signed_and_killed_is_signed_once(ledger: Ledger, url: str) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.plays(*NOTHING, (3, "player", 1_000))
    for n, cents in enumerate((500, -500)):
        clerk.says(
            "correct",
            figure="hand_result",
            cents=cents,
            of_day=DAY,
            original=f"MB-01:{DAY}:1",
            document=f"MC-{n}",
            reason="a chip",
            approved_by="S-9",
        )
    clerk.says("close", closer=OPENER, **SIGNED)
    at = datetime.fromisoformat("2026-07-12T12:00:00-04:00")
    count_drop(ledger, DAY, "MB-01", by="A-1", at=to_micros(at), cash_cents=0)
    findings = findings_query.signing(ledger, DAY).read.findings
    seen = AcknowledgeFindings(
        by="A-1",
        at=at,
        day=DAY,
        reason="seen",
        findings=[each.id for each in findings],
        read=findings,
    )
    clerk.ledger.do(seen)
    read = findings_query.signing(ledger, DAY).read
    act = CloseDay(by="A-1", at=at, day=DAY, second="A-2", read=read)
    nothing, whole = until_it_is_done(clerk, url, act, 1)
    assert (nothing >= 4, whole >= 1) == (True, True)
    with Ledger(url) as again:
        found = day_query.books(again, NOW, DAY)
        assert found.closed is not None
        assert [each.cents for each in found.corrections] == [500, -500]
        check(again)

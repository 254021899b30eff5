"""X28, I6: a void that is killed half way, at whatever statement, and said again."""

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.form import acts as form_acts
from ledger.values.errors import Refused
from tests.clerk import OPENER_CENTS, Clerk
from tests.killed import until_it_is_done
from tests.ledger.form.desk import AT, VOID, Desk
from tests.ledger.link.floor import floor, of, readings

HOUSE_MONEY = {"player": ["2d", "2s"], "banker": ["5c", "Kh"]}
COUPON = {"seat": 3, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "1017"}


def test_x28_i6_a_void_killed_at_any_statement_reverses_everything_once(
    ledger: Ledger, url: str
) -> None:
    """Stakes, House Money paid, a coupon and a meter's contributions; vigorish owed of before stays owed."""
    (clerk,) = floor(ledger, "MB-01")
    clerk.plays("7d Qh", "9c Kh", (4, "banker", 2_000))
    tray = ledger.table("MB-01").tray_cents
    meters = readings(clerk)
    for bet, cents in (("banker", 5_000), ("house_money", 500), ("royal_9", 500)):
        clerk.says("wager", seat=3, bet=bet, cents=cents)
    clerk.says("wager", **COUPON)
    clerk.says("no_more_bets")
    clerk.says("deal", **HOUSE_MONEY)
    assert readings(clerk) != meters
    act = clerk.act("void", reason="misdeal")

    nothing, whole = until_it_is_done(clerk, url, act, 2)

    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        table = again.table("MB-01")
        assert (table.round, table.tray_cents) == (None, tray)
        assert (table.owed(3), table.owed(4)) == (0, 100)
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        (voided,) = of(events, e.RoundVoided)
        assert sum(line.cents for line in voided.returned) == 6_500
        assert sum(line.cents for line in voided.taken_back) == 1_500
        links = [recorded.event for recorded in again.stream("link:R9-1")]
        assert len(of(links, link_events.ContributionsReturned)) == 1
        clerk = Clerk(again, moment="2026-07-11T19:00:00-04:00")
        assert readings(clerk) == meters
        with pytest.raises(Refused, match="No round is in progress"):
            clerk.says("void", reason="misdeal")
        clerk.says("wager", seat=3, bet="banker", cents=5_000)
        clerk.says("wager", **COUPON)  # the house never kept it
    assert tray == OPENER_CENTS - 2_000


def test_x28_f5_a_form_whose_void_is_killed_at_any_statement_owes_its_mark_again_once(
    clerk: Clerk, url: str
) -> None:
    """A round is void too: what a form has documented of an earlier one stays as it is."""
    clerk.opens("div-mini").starts_shoe()
    desk = Desk(clerk)
    desk.says(form_acts.ReceiveSeries, first=1001, last=1005)
    desk.says(form_acts.IssueSeries, pit="P-1", clerks=["PC-1"])
    desk.owes()
    before = clerk.ledger.table("MB-01").marks
    (mark,) = before[3]
    desk.issues(1001)
    clerk.says("wager", seat=3, bet="banker", cents=5_000)
    clerk.says("no_more_bets")
    clerk.says("void", reason="misdeal")
    assert clerk.ledger.table("MB-01").marks == {}
    form = form_acts.VoidForm(series="CVF", by="PC-1", at=AT, number=1001, **VOID)

    nothing, whole = until_it_is_done(clerk, url, form, 2)

    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        owed = {
            3: (msgspec.structs.replace(mark, since=int(AT.timestamp() * 1e6)),)
        }  # from the form's void on
        assert again.table("MB-01").marks == owed
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        assert len(of(events, e.VigorishRestored)) == 1
        assert len(of(events, e.RoundVoided)) == 1

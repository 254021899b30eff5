"""A must-hit result names its round, and may come after the next one began (ma-big 13(j))."""

from datetime import datetime
from typing import Any

import msgspec
import pytest

from ledger.day.acts import AcknowledgeFindings, CloseDay
from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.finding import Finding
from ledger.link.acts import AdjustMeter, RetireLink
from ledger.link.state import KEPT_ROUNDS
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused
from projections.engine.engine import catch_up
from projections.figures import awards, exceptions, meters
from projections.queries import day as day_query
from projections.queries import findings as findings_query
from projections.queries.check import check
from projections.queries.moment import NOW
from tests.clerk import SIGNED, Clerk, count_drop
from tests.ledger.link.floor import (
    LINK,
    NOTHING,
    ROYAL,
    floor,
    install_act,
    link,
    of,
    readings,
    says,
)
from tests.ledger.link.test_meters import reading
from tests.ledger.link.test_verified import verify, whole
from tests.ledger.operators.house import register
from tests.projections.log import folded

DAY = "2026-07-11"
NEXT, LATER = "2026-07-12", "2026-07-13"
CENT = link_events.UNITS_A_CENT
FOUR = (4, "royal_9", 500)
FIRST = f"BB-01:{DAY}:1"


@pytest.fixture
def big(ledger: Ledger) -> Clerk:
    """Two chairs fed the meter in round 1, which showed $250.50 then; one of them in round 2."""
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.plays(*NOTHING, ROYAL, FOUR)
    clerk.plays(*NOTHING, FOUR)
    return clerk


def result(clerk: Clerk, seat: int = 3, round_: str = FIRST, **facts: Any) -> link_events.AwardWon:
    (won,) = of(
        clerk.says("must_hit", link=LINK, seat=seat, round=round_, **facts), link_events.AwardWon
    )
    assert isinstance(won, link_events.AwardWon)
    return won


def test_the_award_is_what_the_meter_showed_after_its_own_round(big: Clerk) -> None:
    assert big.is_refused("must_hit", link=LINK, seat=3, round=f"BB-01:{DAY}:2") == "took_no_part"
    won = result(big)
    assert (won.round, won.seat, won.cents, won.held) == (FIRST, 3, 25_050, False)
    assert readings(big)["must_hit"] == (25_000 + 25) * CENT, "round 2 went into the next meter"
    assert big.is_refused("must_hit", link=LINK, seat=3, round=FIRST) == "hit_already"
    assert_told_again(big)


def test_it_may_come_while_the_next_round_takes_wagers_or_is_played(big: Clerk) -> None:
    big.says("wager", seat=4, bet="royal_9", cents=500)
    big.says("no_more_bets")
    going = f"BB-01:{DAY}:3"
    assert big.is_refused("must_hit", link=LINK, seat=4, round=going) == "round_in_progress"
    assert result(big).cents == 25_050


def test_an_old_sender_names_no_round_and_means_that_of_the_moment(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    early = clerk.moment.isoformat()
    clerk.plays(*NOTHING, ROYAL, FOUR)
    between = clerk.moment.isoformat()
    clerk.plays(*NOTHING, FOUR)
    assert clerk.is_refused("must_hit", link=LINK, seat=3, at=early) == "no_such_result"
    (won,) = of(clerk.says("must_hit", link=LINK, seat=3, at=between), link_events.AwardWon)
    assert (won.round, won.cents) == (FIRST, 25_050)


def test_without_a_name_it_is_refused_where_another_round_may_be_meant(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.plays(*NOTHING, ROYAL)
    clerk.plays(*NOTHING, (3, "banker", 1_000))
    clerk.plays(*NOTHING, FOUR)
    third = clerk.moment.isoformat()
    before = "2026-07-11T18:00:05-04:00"
    assert clerk.is_refused("must_hit", link=LINK, seat=3, at=before) == "no_such_result"
    (won,) = of(clerk.says("must_hit", link=LINK, seat=4, at=third), link_events.AwardWon)
    assert won.round == f"BB-01:{DAY}:3"


def why_held(clerk: Clerk) -> list[str]:
    """What the day's exceptions say of the awards that are held."""
    catch_up(exceptions.NEEDS, clerk.ledger.journal, clerk.ledger.journal.engine)
    with clerk.ledger.journal.engine.connect() as connection:
        found = exceptions.exceptions(connection, DAY)
    return [x.message.partition(" of R9-1 ")[2] for x in found if x.kind == "award_held"]


def test_a_result_for_a_void_round_is_held_for_a_supervisor(big: Clerk) -> None:
    big.says("wager", seat=3, bet="royal_9", cents=500)
    big.says("no_more_bets")
    big.says("void", reason="fouled")
    void = f"BB-01:{DAY}:3"
    won = result(big, 3, void)
    assert (won.held, won.cents) == (True, 25_075), "what was handed back is not in it"
    assert why_held(big) == ["was won in a round that does not count; a ruling is needed."]
    big.says("pay_award", round=void, seat=3, supervisor="S-2", refused="the round is void")
    assert readings(big)["must_hit"] == 25_075 * CENT
    assert_told_again(big)


def test_a_result_after_the_meter_was_won_by_another_is_held(ledger: Ledger) -> None:
    one, two = floor(ledger, "BB-01", "BB-02", rules="ma-big")
    one.plays(*NOTHING, ROYAL)
    two.plays(*NOTHING, ROYAL)
    assert result(two, 3, f"BB-02:{DAY}:1").cents == 25_050
    one.plays(*NOTHING, ROYAL)
    late = result(one)
    assert (late.held, late.cents) == (True, 25_025)
    since = "was won for a round since which the meter was won or has fallen; a ruling is needed."
    assert why_held(one) == [since]
    assert_told_again(one)


def test_what_a_link_holds_moves_by_what_is_staked_seeded_and_paid_alone(ledger: Ledger) -> None:
    clerks = floor(ledger, "BB-01", "BB-02", rules="ma-big")
    for n in range(1, 7):
        for clerk in clerks:
            clerk.plays(*NOTHING, ROYAL, FOUR)
        if n % 2:
            before = link(clerks[0]).liability
            won = result(clerks[n % 3 % 2], 4, f"{clerks[n % 3 % 2].table}:{DAY}:{max(1, n - 1)}")
            paid = 0 if won.held else won.cents
            assert link(clerks[0]).liability == before + (won.reseed_cents - paid) * CENT
    assert_told_again(clerks[0])


def night(ledger: Ledger) -> Clerk:
    """A round of the old day that fed the meter, and one that was void; the tray was counted at the cut-off."""
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.moment = datetime.fromisoformat("2026-07-12T05:50:00-04:00")
    clerk.plays(*NOTHING, ROYAL)
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    clerk.says("void", reason="fouled")
    clerk.moment = datetime.fromisoformat("2026-07-12T06:00:30-04:00")
    clerk.says("count", tray={"1": tray(clerk)}, **SIGNED)
    clerk.moment = datetime.fromisoformat("2026-07-12T06:10:00-04:00")
    return clerk


def tray(clerk: Clerk) -> int:
    return clerk.ledger.table(clerk.table).tray_cents


def close_day(ledger: Ledger, unexplained: str = "", *, recount: bool = False) -> None:
    """With all findings explained but one."""
    at = datetime.fromisoformat("2026-07-12T06:05:00-04:00")
    count_drop(ledger, DAY, "BB-01", by="A-1", at=to_micros(at), cash_cents=0, recount=recount)
    signing = findings_query.signing(ledger, DAY)
    if signing.read.findings:
        read = [each for each in signing.read.findings if each.id != unexplained]
        named = [each.id for each in read]
        ledger.do(
            AcknowledgeFindings(by="A-1", at=at, day=DAY, findings=named, reason="seen", read=read)
        )
        signing = findings_query.signing(ledger, DAY)
    done = ledger.do(CloseDay(by="A-1", at=at, day=DAY, second="A-2", read=signing.read))
    findings_query.keep(ledger, signing, done.events)


def test_an_award_leaves_the_tray_on_the_day_on_which_it_is_handed_over(ledger: Ledger) -> None:
    clerk = night(ledger)
    won = result(clerk)
    clerk.says("close", closer={"1": tray(clerk)}, **SIGNED)

    assert (won.day, won.cents) == (DAY, 25_025), "it was won on the day of its round"
    books = {day: day_query.books(ledger, NOW, day).tables[0] for day in (DAY, NEXT)}
    assert [each.tray_variance for each in books.values()] == [0, 0]
    assert (books[NEXT].opener, books[NEXT].hand_result) == (books[DAY].closer, -25_025)
    assert_told_again(clerk)


def test_an_award_waits_where_the_tray_was_counted_and_closed_before_it(ledger: Ledger) -> None:
    clerk = night(ledger)
    clerk.says("close", closer={"1": tray(clerk)}, **SIGNED)
    held = tray(clerk)
    cents = result(clerk).cents
    assert tray(clerk) == held
    waits = (cents, 0, None, None)
    assert [due_and_paid(ledger, day) for day in (DAY, NEXT)] == [[waits], [waits]]
    clerk.says("pay_award", round=FIRST, seat=3, place="cage")
    assert day_query.books(ledger, NOW, NEXT).tables[0].tray_variance == 0
    paid = (cents, cents, "cage", NEXT)
    assert [due_and_paid(ledger, day) for day in (DAY, NEXT, LATER)] == [
        [(cents, 0, "cage", NEXT)],
        [paid],
        [],
    ], "each day says what was paid by its end, and the day of the payment that it was"


def due_and_paid(ledger: Ledger, day: str) -> list[tuple[object, ...]]:
    """Of each award in the day's report: what is due, what is paid of it, where and when."""
    with reading(ledger, meters.NEEDS) as connection:
        found = awards.awards(connection, day)
    return [(each.owed, each.paid, each.place, each.paid_on) for each in found]


def test_a_result_for_a_round_of_a_closed_day_is_posted_on_the_open_day(ledger: Ledger) -> None:
    clerk = night(ledger)
    close_day(ledger)
    signed = day_query.books(ledger, NOW, DAY)
    won = result(clerk)
    void = result(clerk, round_=f"BB-01:{DAY}:2")

    assert [(each.day, each.round) for each in (won, void)] == [
        (NEXT, FIRST),
        (NEXT, f"BB-01:{DAY}:2"),
    ]
    assert void.held
    clerk.says("pay_award", round=void.round, seat=3, supervisor="S-2", refused="it is void")
    clerk.says("close", closer={"1": tray(clerk)}, **SIGNED)
    found = findings_query.found(ledger, NOW, NEXT).findings
    assert {each.code for each in found} == {"drop_not_counted", "meter_not_read"}
    after = day_query.books(ledger, NOW, DAY)
    assert after.tables == signed.tables
    assert [(each.what, each.cents, each.gaming_day) for each in after.notes] == [
        ("award won", 25_025, NEXT),
        ("award paid", 25_025, NEXT),
        ("award won", void.cents, NEXT),
        ("award not paid", void.cents - void.reseed_cents, NEXT),
    ]
    assert check(ledger).signed_days == 1
    assert_told_again(clerk, NEXT)


def test_a_link_knows_so_many_rounds_of_a_table_and_no_more(big: Clerk) -> None:
    state = link(big).copy()
    (*_, taken) = of([each.event for each in whole(big)], link_events.ContributionsTaken)
    for n in range(3, KEPT_ROUNDS + 1):
        state.apply(msgspec.structs.replace(taken, round=f"BB-01:{DAY}:{n}"))
    assert [each.round for each in state.recent["BB-01"]][:1] == [FIRST]
    state.apply(msgspec.structs.replace(taken, round=f"BB-01:{DAY}:{KEPT_ROUNDS + 1}"))
    assert len(state.recent["BB-01"]) == KEPT_ROUNDS
    assert FIRST not in [each.round for each in state.recent["BB-01"]]


RAISED: dict[str, Any] = {
    "meter": "must_hit",
    "reason": "the display",
    "authorised_by": "S-1",
    "second": "A-1",
}


def test_a_meter_at_its_maximum_that_nobody_won_is_to_be_explained(
    ledger: Ledger, big: Clerk
) -> None:
    """It shows $250.75; a correction brings it to its maximum, and one more round over it."""
    says(big, AdjustMeter, cents=74_924, document="MC-1", **RAISED)
    assert "meter_at_maximum" not in findings(ledger)
    says(big, AdjustMeter, cents=1, document="MC-2", **RAISED)
    found = findings(ledger)["meter_at_maximum"]
    assert (found.cents, found.table, found.blocks) == (100_000, None, False)
    assert isinstance(at(ledger, found), link_events.MeterCorrected)
    big.plays(*NOTHING, FOUR)
    found = findings(ledger)["meter_at_maximum"]
    assert (found.cents, found.table) == (100_025, "BB-01")
    fed = at(ledger, found)
    assert isinstance(fed, link_events.ContributionsTaken)
    assert fed.round == f"BB-01:{DAY}:3"
    assert result(big, seat=4, round_=fed.round).cents == 100_000
    assert "meter_at_maximum" not in findings(ledger)
    back = {"document": "MC-3", "reason": "x", "authorised_by": "B-2", "second": "A-1"}
    big.says("reverse_award", round=fed.round, seat=4, **back, handed_back="tray")
    found = findings(ledger)["meter_at_maximum"]
    assert found.cents == 100_025
    assert isinstance(at(ledger, found), link_events.AwardReversed)


def test_what_another_links_meter_held_brings_one_to_its_maximum_too(
    ledger: Ledger, big: Clerk
) -> None:
    says(big, AdjustMeter, cents=50_000, document="MC-1", **RAISED)
    signed: dict[str, Any] = {"authorised_by": "M-1", "second": "A-1", "reason": "closed"}
    ledger.do(install_act(big, "R9-2", by="S-1"))
    assert "meter_at_maximum" not in findings(ledger)
    retired = RetireLink(by="S-1", at=big.moment, link="R9-2", to=LINK, document="MC-2", **signed)
    ledger.do(retired)
    assert findings(ledger)["meter_at_maximum"].cents == 25_075 + 50_000 + 25_000


def test_a_round_of_the_day_before_entered_late_brings_it_there_and_no_close_passes_it(
    ledger: Ledger,
) -> None:
    one, two = floor(ledger, "BB-01", "BB-02", rules="ma-big")
    one.plays(*NOTHING, ROYAL)
    says(one, AdjustMeter, cents=74_949, document="MC-1", **RAISED)
    one.moment = datetime.fromisoformat("2026-07-12T06:00:30-04:00")
    one.says("count", tray={"1": tray(one)}, **SIGNED)
    one.plays(*NOTHING, ROYAL)
    assert {"meter_at_maximum"}.isdisjoint({*findings(ledger), *findings(ledger, NEXT)})
    two.plays(*NOTHING, ROYAL, FOUR)
    for day in (DAY, NEXT):
        found = findings(ledger, day)["meter_at_maximum"]
        assert (found.cents, found.table) == (100_049, "BB-02")
    count_drop(
        *(ledger, DAY, "BB-02"),
        by="A-1",
        at=to_micros(datetime.fromisoformat("2026-07-12T06:04:00-04:00")),
        cash_cents=0,
    )
    with pytest.raises(Refused) as caught:
        close_day(ledger, unexplained=f"meter_at_maximum:{LINK}")
    assert caught.value.refusal.code == "findings_not_acknowledged"
    close_day(ledger, recount=True)


def at(ledger: Ledger, found: Finding) -> Event:
    """The event that a finding rests on."""
    (place,) = found.events
    (recorded,) = ledger.stream(place.stream, place.version, place.version)
    event: Event = recorded.event
    return event


def findings(ledger: Ledger, day: str = DAY) -> dict[str, Finding]:
    return {each.code: each for each in findings_query.found(ledger, NOW, day).findings}


def assert_told_again(clerk: Clerk, day: str = DAY) -> None:
    """The link's own events verify, and the read models come to the same award."""
    log = whole(clerk)
    verify(log)
    with folded(log, meters.NEEDS) as connection:
        found = awards.awards(connection, day)
    assert found
    assert {each.finding for each in found} == {""}
    assert all(each.folded_exact == each.reading_exact for each in found)


def test_a_must_hit_winner_typed_or_fed_is_named_by_the_roles_that_sign_for_an_award(
    ledger: Ledger, big: Clerk
) -> None:
    roles = ("audit", "dealer", "pit_clerk", "cage", "floorperson")
    people = dict(zip(("A-1", "D-1", "C-1", "G-1", "S-2"), roles, strict=True))
    for person, role in people.items():
        register(ledger, person, role, at="2026-07-11T17:00:00-04:00")
    for person in ("A-1", "D-1", "C-1", "G-1"):
        named = {"link": LINK, "seat": 3, "round": FIRST, "by": person}
        assert big.is_refused("must_hit", **named) == "role_required"
    with pytest.raises(Refused, match="this takes floorperson or pit boss"):
        result(big, by="C-1")
    with pytest.raises(Refused, match="this takes floorperson or pit boss"):
        result(big, by="C-1", source="mine", seq=1)
    register(ledger, "MHC-2", "floorperson", at="2026-07-11T17:00:00-04:00")
    assert result(big, by="MHC-2", source="controller-2", seq=1).cents == 25_050
    ledger.do(big.act("must_hit", link=LINK, seat=4, round=f"BB-01:{DAY}:2", by="S-2"))

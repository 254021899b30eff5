"""An award taken back: from a mistyped card, or overturned by a ruling (P4, X26, decision 34)."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.link.acts import AdjustMeter
from ledger.values.errors import IntegrityFailure, Refused
from projections.figures import awards, closing, meters
from projections.queries import day as day_query
from projections.queries.check import check
from projections.queries.moment import NOW
from tests.clerk import SIGNED, Clerk
from tests.ledger.link.floor import (
    ANY_TWO,
    EXACT,
    KING_PLAYER,
    MAIN,
    NOTHING,
    ROYAL,
    floor,
    link,
    readings,
    says,
)
from tests.ledger.link.test_meters import reading
from tests.ledger.link.test_must_hit import NEXT, close_day, night, result, tray
from tests.ledger.link.test_verified import Alter, altered, verify, whole

DAY = "2026-07-11"
CENT = link_events.UNITS_A_CENT
SEED, RESERVE_BPS, FED = 35_000, 333, 25
WHO = {"authorised_by": "B-2", "second": "A-1"}
TWO = {"document": "MC-9", "reason": "the 9 was a 6", **WHO}


def takes_back(clerk: Clerk, number: int, **facts: Any) -> list[Event]:
    """Of seat 3, in a round of the clerk's table."""
    named = {"round": f"{clerk.table}:{DAY}:{number}", "seat": 3}
    return clerk.says("reverse_award", **{**named, **TWO, "by": "S-2", **facts})


def refused(clerk: Clerk, number: int, **facts: Any) -> str:
    named = {"round": f"{clerk.table}:{DAY}:{number}", "seat": 3}
    return clerk.is_refused("reverse_award", **{**named, **TWO, "by": "S-2", **facts})


def verified(clerk: Clerk) -> None:
    """All that the link states follows from its events, and the read models are those of a rebuild."""
    check(clerk.ledger)
    with reading(clerk.ledger, meters.NEEDS) as connection:
        assert {each.finding for each in awards.awards(connection, DAY)} <= {""}
        for row in meters.meters(connection, NEXT):
            meter = link(clerk).meters[row.meter]
            assert row.closing_exact == meter.visible + meter.reserve


def test_p4_the_meter_has_its_reading_back_with_what_was_put_in_since(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"k9_player": RESERVE_BPS})
    clerk.plays(*NOTHING, ROYAL)
    clerk.plays(*NOTHING, ROYAL)
    before = link(clerk).meters["k9_player"]
    clerk.plays(*KING_PLAYER, ROYAL)
    clerk.plays(*NOTHING, ROYAL)
    held = tray(clerk)

    (back,) = takes_back(clerk, 3)

    assert isinstance(back, link_events.AwardReversed)
    takes = before.takes(1_000)
    after = before.plus(takes.visible, takes.reserve)
    assert link(clerk).meters["k9_player"] == after, "the reserve is in reserve again"
    assert (back.paid, back.handed_back, back.since_cents) == ("tray", "", 0)
    assert tray(clerk) == held, "what was handed over is not in the tray again"
    verified(clerk)


def test_p4_who_won_since_keeps_it_and_the_difference_is_a_correction(ledger: Ledger) -> None:
    one, two, three = floor(ledger, "MB-01", "MB-02", "MB-03", reserve_bps={"k9_player": 333})
    for clerk in (one, two):
        clerk.plays(*NOTHING, ROYAL)
    one.plays(*KING_PLAYER, ROYAL)
    for clerk in (two, three):
        clerk.plays(*NOTHING, ROYAL)
        clerk.plays(*KING_PLAYER, ROYAL)
    one.plays(*NOTHING, ROYAL)
    now = link(one).meters["k9_player"]
    kept = {award.table: award.cents for award in shown_awards(one)}

    back, since = takes_back(one, 2)

    assert isinstance(back, link_events.AwardReversed)
    assert isinstance(since, link_events.MeterCorrected)
    assert (since.cents, since.document, since.round) == (back.since_cents, "MC-9", back.round)
    found = link(one).meters["k9_player"]
    assert found.visible + found.reserve == (
        now.visible + now.reserve + (back.cents - back.reseed_cents) * CENT
    )
    # Had the first never been won, the second would have had 41 cents above the seed in the place of 66, the third 100
    # in the place of 50.
    assert since.cents == (41 - 66) + (100 - 50)
    assert {award.table: award.cents for award in shown_awards(one)} == kept
    with reading(ledger, closing.NEEDS) as connection:
        posted = closing.corrections(connection, DAY)
    assert [(each.figure, each.cents, each.original) for each in posted] == [
        ("award", back.cents - back.reseed_cents - back.since_cents, f"{back.round}/3/k9_player"),
        ("award_since", back.since_cents, f"{back.round}/3/k9_player"),
    ]
    verified(one)


def shown_awards(clerk: Clerk) -> list[awards.Award]:
    with reading(clerk.ledger, meters.NEEDS) as connection:
        return awards.awards(connection, DAY)


def test_p5_a_share_taken_back_is_a_share_that_others_had_less_of(ledger: Ledger) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    one.plays(*ANY_TWO, ROYAL)
    two.plays(*ANY_TWO, ROYAL)
    (first, second) = shown_awards(one)

    back, since = takes_back(one, 1)

    assert isinstance(back, link_events.AwardReversed)
    assert isinstance(since, link_events.MeterCorrected)
    assert (first.cents, back.reseed_cents) == (500_004, 0)
    assert since.cents == (5_000_000 + 90) // 10 - second.cents, "a tenth of what it should show"
    assert readings(one)["major"] == (5_000_000 + 90 - second.cents) * CENT
    verified(one)


def test_an_award_that_waits_is_not_owed_any_more(ledger: Ledger, linked: Clerk) -> None:
    before = link(linked).liability
    linked.plays(*EXACT, ROYAL)
    assert refused(linked, 1, handed_back="tray") == "award_not_paid"
    takes_back(linked, 1)
    assert link(linked).owed == {}
    assert link(linked).liability == before + 95 * CENT
    with reading(ledger, meters.NEEDS) as connection:
        (row, *_) = [x for x in meters.meters(connection, DAY) if x.meter == "major"]
        assert awards.waiting(connection, DAY) == []
    assert (row.unpaid, row.liability) == (0, row.closing)
    assert linked.is_refused("pay_award", round=f"MB-01:{DAY}:1", seat=3, supervisor="S-2") == (
        "no_such_award"
    )
    verified(linked)


def test_x26_it_goes_back_once_and_names_its_document_and_two_people(
    ledger: Ledger, linked: Clerk
) -> None:
    linked.plays(*KING_PLAYER, ROYAL)
    linked.plays("Ks 9s", "2s 5d", ROYAL)
    for lacking in TWO:
        assert refused(linked, 1, **{lacking: ""}) == "correction_undocumented"
    assert refused(linked, 1, second="b-2") == "correction_undocumented"
    assert refused(linked, 2) == "unknown_award", "a fixed award is of no meter"
    assert refused(linked, 1, seat=4) == "unknown_award"
    takes_back(linked, 1)
    assert refused(linked, 1, document="MC-10") == "award_reversed"
    linked.plays(*KING_PLAYER, ROYAL)
    assert refused(linked, 3) == "number_used", "a document serves once"
    assert (
        Clerk(ledger, "MB-09")
        .opens()
        .is_refused("reverse_award", round=f"MB-09:{DAY}:1", seat=3, **TWO)
        == "unknown_award"
    )


def test_decision_15_what_was_ruled_not_to_be_paid_went_back_already(linked: Clerk) -> None:
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("no_more_bets")
    linked.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    linked.says("void", reason="fouled")
    ruled = {"round": f"MB-01:{DAY}:1", "seat": 3, "supervisor": "S-2"}
    linked.says("pay_award", **ruled, refused="fouled")
    assert refused(linked, 1) == "award_reversed"


def test_decision_34_what_is_handed_back_is_in_the_tray_and_what_is_not_was_given_away(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    linked.plays(*KING_PLAYER, ROYAL)
    linked.plays(*KING_PLAYER, ROYAL)
    linked.plays(*KING_PLAYER, ROYAL)
    held, paid = tray(linked), SEED + FED
    corrected, _ = takes_back(linked, 3, handed_back="tray")
    assert isinstance(corrected, e.CorrectionPosted)
    assert tray(linked) == held + paid
    takes_back(linked, 2, handed_back="cage", document="MC-10")
    takes_back(linked, 1, document="MC-11")
    assert tray(linked) == held + paid
    linked.says("close", closer={"1": tray(linked)}, **SIGNED)
    assert refused(linked, 1, document="MC-12") == "award_reversed"

    (books,) = day_query.books(ledger, NOW, DAY).tables
    assert books.tray_variance == 0
    assert books.hand_result == 1_500 - 2 * paid
    assert books.progressive_awards == 0, "the house bears what was given away, not the meter"
    found = {
        award.round[-1]: (award.handed_back, award.given_away) for award in shown_awards(linked)
    }
    assert found == {"1": (None, paid), "2": ("cage", 0), "3": ("tray", 0)}
    verified(linked)


def test_chips_do_not_come_back_into_a_tray_that_was_counted_and_closed(
    ledger: Ledger, linked: Clerk
) -> None:
    linked.plays(*KING_PLAYER, ROYAL)
    linked.says("close", closer={"1": tray(linked)}, **SIGNED)
    assert refused(linked, 1, handed_back="tray") == "table_closed"
    linked.moment = linked.moment.replace(day=12)
    takes_back(linked, 1)
    (books,) = day_query.books(ledger, NOW, NEXT).tables
    lost = -(SEED + FED)
    assert (books.win_tray, books.progressive_awards, books.win_after_progressives) == (
        *(0, lost, lost),
    )


def test_decision_27_nor_at_a_time_between_its_close_and_the_next_opening(linked: Clerk) -> None:
    linked.plays(*KING_PLAYER, ROYAL)
    closer = {"1": tray(linked)}
    linked.says("close", closer=closer, **SIGNED)
    linked.moment += timedelta(minutes=10)
    shut = linked.moment.isoformat()
    linked.moment += timedelta(minutes=10)
    linked.says("open", rules="ma-midi", pit="P-1", opener=closer, **SIGNED)
    with pytest.raises(Refused) as caught:
        takes_back(linked, 1, handed_back="tray", at=shut)
    assert caught.value.refusal.code == "tray_counted"
    assert caught.value.refusal.facts == {"table": "MB-01", "round": f"MB-01:{DAY}:1", "seat": 3}
    assert caught.value.refusal.next_step.startswith("Say when it was handed back (--at), while")
    takes_back(linked, 1, handed_back="tray")
    assert tray(linked) == closer["1"] + SEED + FED


def test_p3_the_right_winner_is_named_after_the_wrong_one_and_held(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.plays(*NOTHING, ROYAL, (4, "royal_9", 500))
    first = f"BB-01:{DAY}:1"
    wrong = result(clerk, 3)
    clerk.plays(*NOTHING, ROYAL)
    takes_back(clerk, 1)
    assert readings(clerk)["must_hit"] == (25_050 + 25) * CENT
    assert clerk.is_refused("must_hit", link="R9-1", seat=3, round=first) == "award_reversed"
    right = result(clerk, 4)
    assert (right.cents, right.held) == (wrong.cents, True), "somebody looks at it"
    clerk.says("pay_award", round=first, seat=4, supervisor="S-2", place="cage")
    verified(clerk)


def test_decision_14_a_meter_above_its_maximum_by_it_pays_no_more_and_keeps_the_rest(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    raised: dict[str, Any] = {"meter": "must_hit", "reason": "x", **WHO}
    says(clerk, AdjustMeter, cents=74_950, document="MC-1", **raised)
    clerk.plays(*NOTHING, ROYAL)
    result(clerk)
    says(clerk, AdjustMeter, cents=75_000, document="MC-2", **raised)
    takes_back(clerk, 1)
    clerk.plays(*NOTHING, ROYAL)
    assert readings(clerk)["must_hit"] == (100_000 + 74_975 + 25) * CENT
    assert result(clerk, 3, f"BB-01:{DAY}:2").cents == 100_000
    assert readings(clerk)["must_hit"] == (75_000 + 25_000) * CENT
    verified(clerk)


def test_a_seat_that_won_of_several_meters_names_one(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.plays("Ks 9c", "2s 5d", ROYAL)
    result(clerk, 3)
    won = [award.meter for award in shown_awards(clerk)]
    assert len(won) == 2
    assert refused(clerk, 1) == "which_award"
    takes_back(clerk, 1, meter="must_hit")
    takes_back(clerk, 1, meter=next(each for each in won if each != "must_hit"), document="MC-10")
    verified(clerk)


def test_u3_a_ruling_takes_an_award_back_in_one_act(ledger: Ledger, linked: Clerk) -> None:
    linked.plays(*KING_PLAYER, MAIN, ROYAL)
    first = f"MB-01:{DAY}:1"
    linked.says("raise_dispute", round=first, claim="the 9 was a 6", seat=4)
    ruling = {
        "round": first,
        "ruling": "upheld",
        "reason": "camera",
        "decided_by": "B-2",
        "by": "S-2",
        "awards": [{"seat": 3}],
    }
    assert linked.is_refused("decide_dispute", **ruling) == "document_missing"
    documented = {**ruling, "document": "MC-9"}
    assert linked.is_refused("decide_dispute", **documented) == "correction_undocumented"
    denied = {**documented, "accounting": "A-1", "ruling": "denied"}
    assert linked.is_refused("decide_dispute", **denied) == "denied_not_corrected"

    events = linked.says("decide_dispute", **documented, accounting="A-1", cents=SEED + FED)

    assert [type(each) for each in events] == [
        e.DisputeDecided,
        e.CorrectionPosted,
        link_events.AwardReversed,
    ]
    assert readings(linked)["k9_player"] == (SEED + FED) * CENT
    assert ledger.table("MB-01").disputed == ()
    verified(linked)


def test_a_ruling_that_names_an_award_nobody_won_decides_nothing(
    ledger: Ledger, linked: Clerk
) -> None:
    for each in (linked, Clerk(ledger, "MB-02").opens().starts_shoe()):
        each.plays(*NOTHING, MAIN)
        first = f"{each.table}:{DAY}:1"
        each.says("raise_dispute", round=first, claim="x")
        ruling = {"round": first, "ruling": "upheld", "reason": "x", "decided_by": "B-2"}
        assert (
            each.is_refused(
                "decide_dispute", **ruling, awards=[{"seat": 3}], document="MC-9", accounting="A-1"
            )
            == "unknown_award"
        )


def test_the_law_of_time_holds_it_against_the_award_and_its_payment(linked: Clerk) -> None:
    linked.plays(*EXACT, ROYAL)
    early = "2026-07-11T17:00:00-04:00"
    assert refused(linked, 1, at=early) == "at_before_round"
    between = "2026-07-11T18:30:00-04:00"
    linked.moment = datetime.fromisoformat("2026-07-11T19:00:00-04:00")
    linked.says("pay_award", round=f"MB-01:{DAY}:1", seat=3, supervisor="S-2", place="cage")
    assert refused(linked, 1, at=between) == "at_before_round"
    takes_back(linked, 1)


def test_decision_31_of_a_closed_day_it_is_posted_on_the_open_day(ledger: Ledger) -> None:
    clerk = night(ledger)
    won = result(clerk)
    close_day(ledger)
    signed = day_query.books(ledger, NOW, DAY)
    (back,) = takes_back(clerk, 1)

    assert back.day == NEXT
    after = day_query.books(ledger, NOW, DAY)
    assert after.tables == signed.tables
    assert ("award reversed", won.cents, NEXT) in [
        (each.what, each.cents, each.gaming_day) for each in after.notes
    ]
    with reading(ledger, meters.NEEDS) as connection:
        (shown,) = awards.awards(connection, NEXT)
        (row,) = [x for x in meters.meters(connection, NEXT) if x.meter == "must_hit"]
    assert (shown.gaming_day, shown.status, shown.given_away) == (DAY, "reversed", won.cents)
    assert row.corrections == won.cents - won.reseed_cents
    (books,) = day_query.books(ledger, NOW, NEXT).tables
    assert books.progressive_awards == 0, "paid from the tray and taken back on the open day"
    assert check(ledger).signed_days == 1


ALTERED: dict[str, dict[str, int]] = {
    "a unit more back": {"visible": 1},
    "shown and not in reserve": {"visible": 10, "reserve": -10},
    "another award": {"cents": -1},
    "another seed": {"reseed_cents": -100},
    "more for those who won since": {"since_cents": 1, "visible": -CENT},
}


def _adding(units: dict[str, int]) -> Alter:
    return lambda x: {name: getattr(x, name) + n for name, n in units.items()}


@pytest.fixture
def log(ledger: Ledger) -> list[Any]:
    one, two = floor(ledger, "MB-01", "MB-02", reserve_bps={"k9_player": RESERVE_BPS})
    one.plays(*NOTHING, ROYAL)
    one.plays(*KING_PLAYER, ROYAL)
    two.plays(*KING_PLAYER, ROYAL)
    takes_back(one, 2)
    return whole(one)


def test_p4_what_a_reversal_states_verifies_and_nothing_else_does(log: list[Any]) -> None:
    verify(log)
    for added in ALTERED.values():
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            verify(altered(log, link_events.AwardReversed, 0, _adding(added)))
    with pytest.raises(IntegrityFailure, match="the events before it come to"):
        verify(altered(log, link_events.MeterCorrected, 0, lambda x: {"cents": x.cents + 1}))


def test_a_reversal_reads_no_more_of_a_link_than_was_written_since(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much others put into its meters before; and of a round that never was, no farther back than its day."""
    first, second = floor(ledger, "MB-01", "MB-02")
    second.plays(*NOTHING, MAIN, ROYAL)
    taken = ledger.stream("link:R9-1")[-1]
    long_ago = taken.event.recorded_at - 365 * 24 * 3_600_000_000
    for n in range(1, 2_001):
        others = {"round": f"MB-02:{DAY}:{n + 1}", "recorded_at": long_ago}
        event = msgspec.structs.replace(taken.event, **others)
        ledger.events.put([Recorded("link:R9-1", taken.originator_version + n, event)])
    assert ledger.snapshot_link("R9-1")
    first.plays(*EXACT, MAIN, ROYAL)
    read: list[int] = []
    stream = ledger.loader.stream

    def counted(*args: Any) -> list[Recorded]:
        found = stream(*args)
        read.append(len(found))
        return found

    monkeypatch.setattr(ledger.loader, "stream", counted)
    takes_back(first, 1)
    first.says("reverse", round=f"MB-01:{DAY}:1", reason="mistyped", approved_by="S-9")
    assert refused(first, 9) == "unknown_award"
    assert sum(read) < 1_500

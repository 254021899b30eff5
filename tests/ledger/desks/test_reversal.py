"""A settled round is reversed: what goes back, what stays, and the round that is entered in its place."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.table.acts import Reverse
from ledger.values.errors import Refused
from projections.figures.vig import Vigorish
from projections.queries import round as round_query
from projections.queries.findings import reconciled
from projections.queries.moment import NOW
from projections.queries.report import report
from tests.clerk import OPENER, SIGNED, Clerk
from tests.folded import fold
from tests.killed import until_it_is_done
from tests.ledger.link.floor import floor, of, readings

FIRST: Final = "MB-01:2026-07-11:1"
WHY: Final[Mapping[str, str]] = {"reason": "seat 3 had Player", "approved_by": "S-9"}
BANKER_WINS: Final = ("2s Kh", "5s 4d")
COUPON: Final = {"seat": 3, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "1017"}


def wagers(*lines: tuple[int, str, int]) -> list[dict[str, Any]]:
    return [{"seat": seat, "bet": bet, "cents": cents} for seat, bet, cents in lines]


def instead(
    clerk: Clerk, of_round: str, hands: tuple[str, str], *lines: tuple[int, str, int]
) -> Any:
    player, banker = hands
    cards = {"player": player.split(), "banker": banker.split()}
    return clerk.says("round_instead", instead_of=of_round, wagers=wagers(*lines), **cards)


def reverse(clerk: Clerk, round_id: str) -> e.RoundReversed:
    """It is reversed, and nothing else comes of it."""
    (done,) = clerk.says("reverse", round=round_id, **WHY)
    assert isinstance(done, e.RoundReversed)
    return done


def test_what_was_collected_is_owed_back_until_it_is_handed_back(dealing: Clerk) -> None:
    tray = dealing.ledger.table("MB-01").tray_cents
    for _ in range(2):
        dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("collect_vig", seat=3, cents=200)
    done = reverse(dealing, FIRST)
    assert done.owed_back == [e.SeatCents(3, 125, FIRST)]
    other = reverse(dealing, FIRST.replace(":1", ":2"))
    assert (other.marks[0].cents, other.owed_back[0].cents) == (50, 75)
    table = dealing.ledger.table("MB-01")
    assert (table.marks, table.tray_cents) == ({}, tray + 200)
    assert dealing.is_refused("hand_back_vig", seat=3, cents=201) == "more_than_owed_back"
    dealing.says("hand_back_vig", seat=3, cents=150)
    dealing.says("hand_back_vig", seat=3)
    assert dealing.is_refused("hand_back_vig", seat=3) == "nothing_owed_back"
    table = dealing.ledger.table("MB-01")
    assert (table.owed_back, table.tray_cents) == ({}, tray)


def test_a_counted_tray_hands_nothing_back(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("collect_vig", seat=3, cents=125)
    reverse(dealing, FIRST)
    dealing.says("close", closer=OPENER, **SIGNED)
    assert dealing.is_refused("hand_back_vig", seat=3) == "tray_counted"
    dealing.opens()
    dealing.says("hand_back_vig", seat=3)
    assert dealing.ledger.table("MB-01").owed_back == {}


def test_no_clock_has_vigorish_paid_or_handed_back_on_a_day_before_its_round(
    ledger: Ledger,
) -> None:
    """Two clocks may differ by two minutes, but not over the cut-off: the day before never assessed it."""
    clerk = Clerk(ledger, moment="2026-07-12T05:00:00-04:00").opens().starts_shoe()
    clerk.moment += timedelta(minutes=60)
    before = {"at": "2026-07-12T05:59:30-04:00"}
    clerk.plays(*BANKER_WINS, (3, "banker", 2_500))
    of = clerk.ledger.table("MB-01").last_round
    assert of == "MB-01:2026-07-12:1"
    for refused in (
        clerk.is_refused("collect_vig", seat=3, **before),
        clerk.is_refused("collect_all_vig", **before),
        clerk.is_refused("uncollected_vig", seat=3, reason="left", supervisor="S-2", **before),
    ):
        assert refused == "at_before_mark"
    (paid,) = clerk.says("collect_vig", seat=3, at="2026-07-12T06:00:00-04:00")
    assert paid.day == "2026-07-12"
    clerk.says("reverse", round=of, **WHY)
    assert clerk.is_refused("hand_back_vig", seat=3, **before) == "at_before_round"
    clerk.says("hand_back_vig", seat=3, at="2026-07-12T06:00:00-04:00")


def test_what_straddles_the_cutoff_is_paid_on_the_day_of_its_round(ledger: Ledger) -> None:
    """Begun before it and settled after it, and paid by a clock that is a little behind."""
    clerk = Clerk(ledger, moment="2026-07-12T05:58:00-04:00").opens().starts_shoe()
    clerk.says("wager", seat=3, bet="banker", cents=2_500)
    clerk.says("no_more_bets")
    clerk.moment += timedelta(minutes=2)
    clerk.says("deal", player=["2s", "Kh"], banker=["5s", "4d"])
    clerk.says("settle")
    (paid,) = clerk.says("collect_vig", seat=3, at="2026-07-12T05:59:30-04:00")
    assert paid.day == "2026-07-11"


def test_decision_27_nothing_is_handed_back_before_it_was_collected(dealing: Clerk) -> None:
    """Whatever the reversal's time is, on its own day and on the day before."""
    for _ in range(2):
        dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.moment += timedelta(minutes=10)
    before = dealing.moment.isoformat()
    dealing.says("reverse", round=FIRST.replace(":1", ":2"), **WHY)
    dealing.moment += timedelta(minutes=10)
    dealing.says("collect_vig", seat=3, cents=100)
    between = dealing.moment.isoformat()
    dealing.moment = datetime.fromisoformat("2026-07-12T06:30:00-04:00")
    dealing.says("collect_vig", seat=3)
    dealing.says("reverse", round=FIRST, **WHY, at=before)
    assert dealing.is_refused("hand_back_vig", seat=3, at=before) == "nothing_owed_back"
    late = "2026-07-12T05:59:59-04:00"
    dealing.says("hand_back_vig", seat=3, cents=60, at=between)
    assert dealing.is_refused("hand_back_vig", seat=3, cents=41, at=late) == "more_than_owed_back"
    (back,) = dealing.says("hand_back_vig", seat=3, at=late)
    assert isinstance(back, e.VigorishHandedBack)
    assert back.lines == [e.SeatCents(3, 40, FIRST)]
    dealing.says("hand_back_vig", seat=3)
    assert dealing.ledger.table("MB-01").owed_back == {}


def test_nothing_is_handed_back_between_a_close_and_the_next_opening(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("collect_vig", seat=3)
    reverse(dealing, FIRST)
    open_then = dealing.moment
    dealing.moment += timedelta(minutes=5)
    dealing.says("close", closer=OPENER, **SIGNED)
    closed = dealing.moment + timedelta(minutes=5)
    dealing.moment += timedelta(minutes=30)
    dealing.opens()
    assert dealing.is_refused("hand_back_vig", seat=3, at=closed.isoformat()) == "tray_counted"
    at = (open_then + timedelta(minutes=1)).isoformat()
    dealing.says("hand_back_vig", seat=3, at=at)  # typed late


def test_cards_stay_dealt_unless_they_never_were(dealing: Clerk) -> None:
    dealing.says("cut_card")
    before = dealing.ledger.table("MB-01").shoe
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    after = dealing.ledger.table("MB-01").shoe
    dealing.says("reverse", round=FIRST, **WHY)
    assert dealing.ledger.table("MB-01").shoe == after
    instead(dealing, FIRST, BANKER_WINS, (4, "banker", 2_500))
    assert dealing.ledger.table("MB-01").shoe == after, "they were not dealt again"
    dealing.plays("7d Qh", "2c 4h", (3, "banker", 2_500))
    dealing.says("reverse", round=FIRST.replace(":1", ":2"), **WHY, not_dealt=True)
    assert dealing.ledger.table("MB-01").shoe == after != before


def test_the_document_of_a_reversal_serves_one_command(dealing: Clerk) -> None:
    """All rounds of a file may go by one; nothing else may, nor another file."""
    for _ in range(4):
        dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    rounds = [FIRST, *(f"{FIRST[:-1]}{n}" for n in (2, 3, 4))]
    acts = [dealing.act("reverse", round=each, **WHY, document="RR-1") for each in rounds[:2]]
    dealing.ledger.do(*acts)
    assert dealing.is_refused("reverse", round=rounds[2], **WHY, document="RR-1") == "number_used"
    said = {"of_day": "2026-07-11", "original": rounds[2], "figure": "hand_result", "cents": 500}
    correct = {**said, **WHY, "reason": "misread"}
    assert dealing.is_refused("correct", **correct, document="RR-1") == "number_used"
    dealing.says("correct", **correct, document="MC-1")
    assert dealing.is_refused("reverse", round=rounds[3], **WHY, document="MC-1") == "number_used"
    dealing.says("reverse", round=rounds[3], **WHY, document="RR-2")


def test_the_round_in_its_place_keeps_the_number(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("reverse", round=FIRST, **WHY, not_dealt=True, document="RR-1")
    instead(dealing, FIRST, ("7d Qh", "2c 4h"), (3, "banker", 2_500))
    again = f"{FIRST}r"
    for kept in (dealing.plays(*BANKER_WINS), dealing.says("reverse", round=again, **WHY)):
        assert kept
    instead(dealing, again, ("7d Qh", "2c 4h"), (3, "player", 2_500))
    dealing.says("raise_dispute", round=f"{again}r", claim="Banker won")
    assert dealing.ledger.table("MB-01").rounds == {"2026-07-11": 3}
    ledger = dealing.ledger
    stories = [round_query.replay(ledger, NOW, f"{FIRST}{'r' * n}") for n in range(3)]
    assert [each.status for each in stories] == ["reversed", "reversed", "settled"]
    for one, other in pairwise(stories):
        assert (one.replaced_by, other.instead_of) == (other.round, one.round)
        assert one.recomputed_agrees
    assert stories[0].reason == "seat 3 had Player"
    assert any("In its place" in step.said for step in stories[0].steps)


def test_one_that_is_not_reversed_has_no_other_in_its_place(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))

    def refused(of_round: str, cards: tuple[str, str] = BANKER_WINS) -> str:
        with pytest.raises(Refused) as caught:
            instead(dealing, of_round, cards, (3, "banker", 2_500))
        return caught.value.refusal.code

    assert refused(FIRST) == "not_reversed"
    dealing.says("reverse", round=FIRST, **WHY)
    assert dealing.is_refused("reverse", round=FIRST, **WHY) == "reversed_already"
    assert refused(FIRST, ("7d Qh", "2c 4h")) == "cards_stay_dealt"
    instead(dealing, FIRST, BANKER_WINS, (4, "banker", 2_500))
    assert refused(FIRST) == "entered_again"
    dealing.says("wager", seat=3, bet="banker", cents=2_500)
    assert refused(FIRST) == "round_in_progress"


def test_the_shoe_and_the_table_may_be_over_by_then(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "2c 4h", (3, "banker", 2_500))
    dealing.says("close", closer=OPENER, **SIGNED)
    dealing.says("reverse", round=FIRST, **WHY, not_dealt=True)
    instead(dealing, FIRST, BANKER_WINS, (3, "player", 2_500))
    table = dealing.ledger.table("MB-01")
    assert (table.open, table.shoe, table.round) == (False, None, None)


def test_a_coupon_is_with_its_player_again(dealing: Clerk) -> None:
    own = {"seat": 3, "bet": "banker", "cents": 500}
    for nth in (1, 2):
        dealing.says("wager", **own)
        dealing.says("wager", **COUPON)
        dealing.plays(*BANKER_WINS)
        used = {"wagers": [own, COUPON], "player": ["2s", "Kh"], "banker": ["5s", "4d"]}
        assert dealing.is_refused("round", **used) == "number_used"
        done = reverse(dealing, FIRST.replace(":1", f":{nth}"))
        assert done.coupons == ["1017"]


def test_what_else_is_in_the_books_of_it_is_taken_back_first(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    signed = {"reason": "left", "supervisor": "S-2"}
    dealing.says("uncollected_vig", seat=3, **signed)
    assert dealing.is_refused("reverse", round=FIRST, **WHY) == "round_in_books"
    own = {**WHY, "approved_by": "C-1"}
    assert dealing.is_refused("reverse", round=FIRST, **own) == "approval_own"
    dealing.says("wager", seat=3, bet="banker", cents=2_500)
    dealing.says("void", reason="misdeal")
    second = FIRST.replace(":1", ":2")
    assert dealing.is_refused("reverse", round=second, **WHY) == "round_void"


def test_a4_what_was_moved_from_seat_to_seat_is_taken_back_first(dealing: Clerk) -> None:
    """By figure it comes to nothing, by seat it does not: who paid gets it back."""
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500), (4, "banker", 2_500))
    dealing.says("collect_vig", seat=3)
    said = {"figure": "vig_collected", "of_day": "2026-07-11", "original": FIRST}
    signed = {"reason": "seat 4 paid", "approved_by": "S-2"}
    for seat, cents in ((3, -125), (4, 125)):
        dealing.says("correct", seat=seat, cents=cents, document=f"MC-{seat}", **said, **signed)
    with pytest.raises(
        Refused,
        match=r"collected of seat 3 -\$1\.25 on 2026-07-11, vig collected of seat 4 \$1\.25",
    ):
        dealing.says("reverse", round=FIRST, **WHY)


def test_a_round_that_began_with_a_card_drawn_in_error_was_dealt(dealing: Clerk) -> None:
    dealing.says("irregular", kind="drawn_in_error", card="2s", disclosed=False)
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    assert dealing.is_refused("reverse", round=FIRST, **WHY, not_dealt=True) == "card_irregular"
    dealing.says("reverse", round=FIRST, **WHY)


def test_meters_give_back_what_an_older_round_put_in(ledger: Ledger) -> None:
    one, other = floor(ledger, "MB-01", "MB-02")
    before = readings(one)
    one.plays("7d Qh", "8c Kh", (3, "banker", 1_000), (3, "royal_9", 500))
    other.moment = one.moment
    other.plays("7d Qh", "8c Kh", (3, "banker", 1_000), (3, "royal_9", 500))
    one.plays("7d Qh", "8c Kh", (3, "banker", 1_000), (3, "royal_9", 500))
    one.says("reverse", round=FIRST, **WHY)
    one.says("reverse", round=FIRST.replace(":1", ":2"), **WHY)
    other.moment = one.moment
    other.says("reverse", round=FIRST.replace("MB-01", "MB-02"), **WHY)
    assert readings(one) == before
    fold(ledger)
    instead(one, FIRST, ("7d Qh", "8c Kh"), (3, "banker", 1_000), (3, "royal_9", 500))
    assert readings(one) != before


def test_a_round_that_a_meter_was_won_in_or_after_stays(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "MB-01")
    clerk.plays("7d Qh", "8c Kh", (3, "banker", 1_000), (3, "royal_9", 500))
    clerk.plays("Kc 9h", "9h Kc", (3, "banker", 1_000), (3, "royal_9", 500))
    assert clerk.is_refused("reverse", round=FIRST, **WHY) == "meter_won_since"
    second = FIRST.replace(":1", ":2")
    assert clerk.is_refused("reverse", round=second, **WHY) == "award_won"
    clerk.plays("Kc 9h", "9h Kc", (3, "banker", 1_000), (3, "royal_9", 500))
    assert clerk.is_refused("reverse", round=second, **WHY) == "meter_won_since", (
        "its own award is not to be taken back in vain"
    )


def test_many_are_reversed_or_none(dealing: Clerk) -> None:
    for _ in range(3):
        dealing.plays(*BANKER_WINS, (3, "banker", 2_500))

    def acts(*numbers: int) -> list[Any]:
        names = [FIRST.replace(":1", f":{n}") for n in numbers]
        return [dealing.act("reverse", round=name, **WHY) for name in names]

    before = dealing.everything()
    with pytest.raises(Refused):
        dealing.ledger.do(*acts(1, 3, 1))
    assert dealing.everything() == before
    assert len(dealing.ledger.do(*acts(1, 3)).events) == 2


def test_a_reversal_killed_at_any_statement_is_done_once(ledger: Ledger, url: str) -> None:
    """Stakes, House Money, a coupon, vigorish owed and a meter's contributions."""
    (clerk,) = floor(ledger, "MB-01")
    meters = readings(clerk)
    for bet, cents in (("banker", 5_000), ("house_money", 500), ("royal_9", 500)):
        clerk.says("wager", seat=3, bet=bet, cents=cents)
    clerk.says("wager", **COUPON)
    clerk.plays(*BANKER_WINS)
    act = clerk.act("reverse", round=FIRST, **WHY)
    assert isinstance(act, Reverse)
    nothing, whole = until_it_is_done(clerk, url, act, 2)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        events = [recorded.event for recorded in again.stream("link:R9-1")]
        assert len(of(events, link_events.ContributionsReturned)) == 1
        clerk = Clerk(again, moment="2026-07-11T19:00:00-04:00")
        assert readings(clerk) == meters
        assert again.table("MB-01").tray_cents == 850_000


def test_the_cards_of_a_round_entered_in_the_place_of_another_were_never_dealt_either(
    dealing: Clerk,
) -> None:
    """First the wager was wrong, and the cards stayed dealt; then it turns out that nothing was dealt at all."""

    def shoe() -> Any:
        return dealing.ledger.table("MB-01").shoe

    dealing.plays(*BANKER_WINS, (3, "player", 2_500))
    dealing.says("cut_card")
    before = shoe()
    dealing.plays("7d Qh", "2c 5h", (3, "banker", 4_000))
    dealt, second = shoe(), FIRST.replace(":1", ":2")
    for n in range(3):
        dealing.says("reverse", round=f"{second}{'r' * n}", **WHY)
        instead(dealing, f"{second}{'r' * n}", ("7d Qh", "2c 5h"), (3, "banker", 2_000))
        assert shoe() == dealt
    dealing.says("reverse", round=f"{second}rrr", **WHY, not_dealt=True)
    assert shoe() == before
    instead(dealing, f"{second}rrr", ("8h Qs", "9d Kc"), (3, "banker", 2_000))
    other = shoe()
    assert (other.left, other.rounds_left) == (dealt.left, dealt.rounds_left)
    assert other.dealt != dealt.dealt
    fold(dealing.ledger)


def test_the_cards_of_a_shoe_that_is_gone_go_into_no_other(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "player", 2_500))
    dealing.says("end_shoe", reason="worn")
    dealing.starts_shoe(2)
    before = dealing.ledger.table("MB-01").shoe
    dealing.says("reverse", round=FIRST, **WHY)
    instead(dealing, FIRST, BANKER_WINS, (3, "banker", 2_000))
    dealing.says("reverse", round=f"{FIRST}r", **WHY, not_dealt=True)
    assert dealing.ledger.table("MB-01").shoe == before


def test_a_corrected_waiver_is_taken_back_on_its_own_day_before_its_round_is(
    dealing: Clerk,
) -> None:
    """What a later day has less of it leaves the round's own day with vigorish of a round that does not count."""
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("uncollected_vig", seat=3, reason="walked", supervisor="S-2")
    then, following = dealing.moment, dealing.moment + timedelta(days=1)
    said = {"figure": "vig_uncollected", "of_day": "2026-07-11", "original": FIRST, "seat": 3}
    signed = {"reason": "of another seat", "approved_by": "S-2"}

    def corrected(at: datetime, cents: int, document: str) -> None:
        dealing.says("correct", at=at.isoformat(), cents=cents, document=document, **said, **signed)

    corrected(following, -125, "MC-1")
    with pytest.raises(Refused) as caught:
        dealing.says("reverse", round=FIRST, **WHY)
    assert caught.value.refusal.facts["cents"] == {
        "vig_uncollected of seat 3 on 2026-07-12": -125,
        "vig_uncollected of seat 3 on 2026-07-11": 125,
    }
    corrected(following, 125, "MC-2")
    corrected(then, -125, "MC-3")
    reverse(dealing, FIRST)
    dealing.moment = then
    instead(dealing, FIRST, BANKER_WINS, (3, "banker", 1_000))
    dealing.says("collect_vig", at=following.isoformat(), seat=3)
    (seat,) = report(dealing.ledger, NOW, "vig", "2026-07-11").rows
    assert isinstance(seat, Vigorish)
    assert (seat.assessed, seat.uncollected, seat.outstanding) == (50, 0, 50)
    found = reconciled(dealing.ledger, "2026-07-11").findings
    assert [each.cents for each in found if each.code == "vigorish_outstanding"] == [50]


def test_a_round_of_a_closed_day_is_refused_for_that_before_all_else(
    dealing: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2_500))
    dealing.says("uncollected_vig", seat=3, reason="walked", supervisor="S-2")
    monkeypatch.setattr(
        "ledger.transaction.gate.Gate.is_closed", lambda _, day: day == "2026-07-11"
    )
    dealing.moment += timedelta(days=1)
    assert dealing.is_refused("reverse", round=FIRST, **WHY) == "day_closed"

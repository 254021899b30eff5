"""A round in which a meter was won is reversed: what its award moved by itself stays in the tray, or out of it."""

from datetime import datetime
from itertools import count, cycle, product
from typing import Any, Final

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.award import AwardHandedOver
from ledger.table.acts import Undo
from ledger.values.errors import Refused
from projections.engine.rebuild import rebuild
from projections.models.table_win import PROJECTION
from projections.queries import day as day_query
from projections.queries.check import check
from projections.queries.moment import NOW
from tests.clerk import OPENER_CENTS, SIGNED, Clerk
from tests.ledger.link.floor import KING_PLAYER, MAIN, ROYAL, link, readings
from tests.projections.log import dump

DAY: Final = "2026-07-11"
STAKES: Final = MAIN[2] + ROYAL[2]
"""Banker and Royal 9 of seat 3: the first is lost, and a meter's award is paid without the stake."""


class Hand:
    """Who counts what lies in a tray, chip by chip, and knows no books."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk, self.tray = clerk, OPENER_CENTS
        self.documents, self.shoes = count(1), count(2)

    def plays(self, *, paid: str, undone: bool, again: str = "") -> tuple[str, int]:
        """A round that seat 3 wins of a meter; its name, and the award."""
        for last in (False, True) if undone else (True,):
            events = self._settles(again)
            if not last:
                self._undoes()
        (settled,) = [each for each in events if isinstance(each, e.RoundSettled)]
        (handed,) = [each for each in events if isinstance(each, AwardHandedOver)]
        self.tray += STAKES - handed.cents
        if paid == "cage":
            named = {"round": settled.round, "seat": 3, "supervisor": "S-2"}
            self.clerk.says("pay_award", **named, place="cage", instead=True)
            self.tray += handed.cents
        return settled.round, handed.cents

    def _settles(self, again: str) -> list[Any]:
        if not again:
            return self.clerk.plays(*KING_PLAYER, MAIN, ROYAL)
        wagers = [{"seat": x, "bet": bet, "cents": cents} for x, bet, cents in (MAIN, ROYAL)]
        hands = {"player": KING_PLAYER[0].split(), "banker": KING_PLAYER[1].split()}
        return self.clerk.says("round_instead", instead_of=again, wagers=wagers, **hands)

    def _undoes(self) -> None:
        act = self.clerk.act("cut_card")
        self.clerk.ledger.do(
            Undo(table=self.clerk.table, at=act.at, by=act.by, reason="x", source="", seq=0)
        )

    def takes_back(self, round_id: str, cents: int, *, back: str, ruled: bool) -> None:
        document = f"{self.clerk.table}-{next(self.documents)}"
        signed = {"round": round_id, "document": document, "reason": "the 9 was a 6", "by": "S-2"}
        if ruled:
            self.clerk.says("raise_dispute", round=round_id, claim="the 9 was a 6")
            award = {"seat": 3, **({"handed_back": back} if back else {})}
            who = {"decided_by": "B-2", "accounting": "A-1", "ruling": "upheld"}
            self.clerk.says("decide_dispute", **signed, **who, awards=[award])
        else:
            who = {"authorised_by": "B-2", "second": "A-1"}
            self.clerk.says("reverse_award", **signed, **who, seat=3, handed_back=back)
        self.tray += cents if back == "tray" else 0

    def reverses(self, round_id: str) -> None:
        """Both stakes go back to the player."""
        self.clerk.says("reverse", round=round_id, reason="mistyped", approved_by="S-9")
        self.tray -= STAKES


def agree(ledger: Ledger) -> None:
    """Rebuilt equals live, and the store contradicts itself in nothing."""
    live = dump(ledger.journal.engine, PROJECTION)
    rebuild([PROJECTION], ledger.journal, ledger.journal.engine)
    assert dump(ledger.journal.engine, PROJECTION) == live
    check(ledger)


def test_decision_34_what_was_handed_back_of_an_award_stays_in_the_tray_when_its_round_goes(
    ledger: Ledger,
    linked: Clerk,
) -> None:
    hand = Hand(linked)
    before = readings(linked)
    how = product((False, True), ("tray", "cage"), ("tray", "cage", ""))
    for (ruled, paid, back), (undone, again) in zip(how, cycle(product((False, True), repeat=2))):
        linked.says("end_shoe", reason="completed")
        linked.starts_shoe(next(hand.shoes))
        won, cents = hand.plays(paid=paid, undone=undone)
        hand.takes_back(won, cents, back=back, ruled=ruled)
        hand.reverses(won)
        if again:
            won, cents = hand.plays(paid=paid, undone=False, again=won)
            hand.takes_back(won, cents, back=back, ruled=ruled)
            hand.reverses(won)
        assert linked.ledger.table("MB-01").tray_cents == hand.tray
    assert (readings(linked), link(linked).owed) == (before, {})
    linked.says("close", closer={"1": hand.tray}, **SIGNED)
    (books,) = day_query.books(ledger, NOW, DAY).tables
    assert books.tray_variance == 0
    assert OPENER_CENTS + (books.hand_result or 0) == hand.tray
    agree(ledger)


def test_a_correction_of_the_round_beside_its_award_is_measured_and_named_by_itself(
    linked: Clerk,
) -> None:
    hand = Hand(linked)
    won, cents = hand.plays(paid="tray", undone=False)
    hand.takes_back(won, cents, back="tray", ruled=False)
    said = {"figure": "hand_result", "of_day": DAY, "original": won}
    signed = {"reason": "short", "approved_by": "S-2"}
    beyond = {"cents": -2 * STAKES - 1, "document": "MC-1"}
    assert linked.is_refused("correct", **said, **signed, **beyond) == "accounting_missing"
    linked.says("correct", **said, **signed, cents=1_000, document="MC-2")
    with pytest.raises(Refused) as caught:
        hand.reverses(won)
    assert caught.value.refusal.code == "round_in_books"
    assert caught.value.refusal.facts["cents"] == {f"hand_result on {DAY}": 1_000}


@pytest.mark.parametrize("late", [False, True])
def test_t1_what_is_handed_back_after_the_cut_off_is_worked_back_from_the_count(
    ledger: Ledger, linked: Clerk, *, late: bool
) -> None:
    """Whether it is entered before the count of the open tray, or after it."""
    linked.moment = datetime.fromisoformat("2026-07-12T05:50:00-04:00")
    hand = Hand(linked)
    won, cents = hand.plays(paid="tray", undone=False)
    then = hand.tray
    counted = {"tray": {"1": then + cents}, "at": "2026-07-12T06:20:00-04:00", **SIGNED}

    linked.moment = datetime.fromisoformat("2026-07-12T06:10:00-04:00")
    for happens in (0, 1) if not late else (1, 0):
        if happens:
            linked.says("count", **counted)
        else:
            hand.takes_back(won, cents, back="tray", ruled=False)

    before, after = (day_query.books(ledger, NOW, day).tables[0] for day in (DAY, "2026-07-12"))
    assert (before.closer, before.tray_variance, after.opener) == (then, 0, then)
    assert after.hand_result == cents
    assert ledger.table("MB-01").tray_cents == hand.tray
    agree(ledger)

"""No meter is below its seed because of a round that does not count (X26, decision 39)."""

from typing import Any, Final

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.acts import AdjustMeter
from ledger.table.acts import Undo
from ledger.values.errors import Refused
from projections.figures import exceptions, meters
from projections.queries.check import check
from tests.clerk import Clerk
from tests.ledger.link.floor import (
    ANY_TWO,
    KING_PLAYER,
    MAIN,
    NOTHING,
    ROYAL,
    floor,
    link,
    of,
    says,
)
from tests.ledger.link.test_meters import reading

DAY: Final = "2026-07-11"
CENT: Final = link_events.UNITS_A_CENT
SEED, FED = 35_000 * CENT, 25 * CENT
SIGNED: Final = {"reason": "misread", "authorised_by": "S-2", "second": "M-1"}
FIRST: Final = f"MB-01:{DAY}:1"


def adjusts(clerk: Clerk, cents: int, document: str = "MC-1") -> None:
    says(clerk, AdjustMeter, meter="k9_player", cents=cents, document=document, **SIGNED)


def undo(clerk: Clerk) -> list[Event]:
    act = clerk.act("cut_card")
    undone = Undo(table=clerk.table, at=act.at, by=act.by, reason="typed twice", source="", seq=0)
    return [recorded.event for recorded in clerk.ledger.do(undone).events]


def closes_bets(clerk: Clerk) -> None:
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")


def shows(clerk: Clerk, meter: str = "k9_player") -> tuple[int, int]:
    held = link(clerk).meters[meter]
    return held.visible, held.reserve


def verified(clerk: Clerk) -> list[tuple[str, str, int | None]]:
    """All follows from the events before it. The exceptions of the meter, by subject, with their cents."""
    check(clerk.ledger)
    with reading(clerk.ledger, exceptions.NEEDS) as connection:
        for row in meters.meters(connection, DAY):
            held = link(clerk).meters[row.meter]
            assert (row.closing_exact, row.finding) == (held.visible + held.reserve, "")
        found = exceptions.exceptions(connection, DAY)
    return [(x.subject, x.table, x.cents) for x in found if x.kind == "meter_reseeded"]


def test_a_void_after_a_correction_leaves_the_meter_at_its_seed(linked: Clerk) -> None:
    closes_bets(linked)
    adjusts(linked, -10)
    (returned,) = of(linked.says("void", reason="fouled"), link_events.ContributionsReturned)
    assert returned.reseeded == [link_events.MeterUnits("k9_player", 10 * CENT, 0)]
    assert shows(linked) == (SEED, 0)
    assert verified(linked) == [(FIRST, "MB-01", 10)]


def test_a_void_after_another_table_won_leaves_the_meter_at_its_seed(ledger: Ledger) -> None:
    one, other = floor(ledger, "MB-01", "MB-02", reserve_bps={"k9_player": 100})
    closes_bets(one)
    other.moment = one.moment
    other.plays(*KING_PLAYER, ROYAL)
    visible, reserve = shows(one)
    assert (visible, reserve) == (SEED + 2 * 5 * CENT, 0), "the reserve is in what shows"
    (returned,) = of(one.says("void", reason="fouled"), link_events.ContributionsReturned)
    assert returned.reseeded == [link_events.MeterUnits("k9_player", 10 * CENT, 5 * CENT)]
    assert shows(one) == (SEED, 0)
    assert verified(one) == [(FIRST, "MB-01", 15)]


@pytest.mark.parametrize("settled", [False, True])
def test_what_is_taken_back_waits_for_the_correction(linked: Clerk, settled: bool) -> None:
    if settled:
        linked.plays(*NOTHING, MAIN, ROYAL)
    else:
        closes_bets(linked)
    adjusts(linked, -25)
    before = linked.everything()
    with pytest.raises(
        Refused, match=r"MC-1 lowered since.* below its seed of \$350\.00"
    ) as caught:
        undo(linked)
    assert caught.value.refusal.code == "corrected_since"
    reversal = {"round": FIRST, "reason": "of another table", "approved_by": "S-9"}
    if settled:
        assert linked.is_refused("reverse", **reversal) == "corrected_since"
    assert linked.everything() == before
    adjusts(linked, 25, "MC-2")
    if settled:
        linked.says("reverse", **reversal)
    else:
        undo(linked)
    assert shows(linked) == (SEED, 0)
    assert verified(linked) == []


@pytest.mark.parametrize("how", ["undo", "reverse_award"])
def test_an_award_goes_back_once_what_showed_of_its_reserve_is_not_corrected_away(
    ledger: Ledger, how: str
) -> None:
    """Before it was won the meter showed less than what was taken off it after."""
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"k9_player": 300})
    clerk.plays(*NOTHING, MAIN, ROYAL)
    adjusts(clerk, shows(clerk)[0] // -CENT + SEED // CENT)
    clerk.plays(*KING_PLAYER, ROYAL)
    above, reserve = shows(clerk)[0] - SEED, shows(clerk)[1]
    assert (above > 0, reserve) == (True, 0)
    adjusts(clerk, -above // CENT, "MC-2")
    back: dict[str, Any] = {**SIGNED, "round": f"MB-01:{DAY}:2", "seat": 3, "meter": "k9_player"}
    before = clerk.everything()
    with pytest.raises(Refused, match=r"won of the k9_player meter.* MC-2 lowered since") as caught:
        _takes_back(clerk, how, back)
    assert caught.value.refusal.code == "corrected_since"
    assert clerk.everything() == before
    adjusts(clerk, above // CENT, "MC-3")
    _takes_back(clerk, how, back)
    assert shows(clerk)[0] >= SEED
    verified(clerk)


def _takes_back(clerk: Clerk, how: str, back: dict[str, Any]) -> None:
    if how == "undo":
        undo(clerk)
    else:
        clerk.says(how, **back, document="AR-1", handed_back="")


@pytest.mark.parametrize("how", ["undo", "void", "reverse"])
def test_what_an_award_of_a_share_left_below_the_seed_comes_to_what_it_was(
    linked: Clerk, how: str
) -> None:
    """Nothing has lowered it since the round: all of it goes out, and the house puts nothing in."""
    linked.plays(*ANY_TWO, ROYAL)
    before = shows(linked, "major")
    assert before[0] < link(linked).meters["major"].terms.seed_cents * CENT
    if how == "reverse":
        linked.plays(*NOTHING, MAIN, ROYAL)
        linked.says("reverse", round=f"MB-01:{DAY}:2", reason="of another table", approved_by="S-9")
    else:
        closes_bets(linked)
        done: list[Any] = linked.says("void", reason="fouled") if how == "void" else undo(linked)
        assert of(done, link_events.ContributionsReturned)[0].reseeded == []
    assert shows(linked, "major") == before
    assert verified(linked) == []

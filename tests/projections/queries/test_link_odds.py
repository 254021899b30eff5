"""Royal 9 at the present readings of a link (U5, P1)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from ledger.baccarat.royal9_odds import royal_9_odds
from ledger.desks.ledger import Ledger
from ledger.link.acts import AdjustMeter
from ledger.values.errors import Refused
from projections.queries.link_odds import MeterOdds, of_link
from projections.queries.moment import NOW, Moment
from tests.clerk import Clerk
from tests.ledger.link.floor import LINK, NOTHING, ROYAL, floor, says


@pytest.fixture
def fed(ledger: Ledger) -> Clerk:
    (clerk,) = floor(ledger, "MB-01")
    clerk.plays(*NOTHING, ROYAL)
    return clerk


def expectation(clerk: Clerk, meters: list[MeterOdds], **at: int) -> Fraction:
    """What a unit staked comes to for the player, some meters at other readings."""
    paytable = clerk.ledger.table("MB-01").submission.offering.royal_9
    assert paytable is not None
    return royal_9_odds(paytable, 8, {**{x.meter: x.reading for x in meters}, **at}).ev


def test_u5_it_is_priced_at_what_the_meters_show_and_the_house_has_no_edge_from_there_on(
    ledger: Ledger, fed: Clerk
) -> None:
    found, counted = of_link(ledger, NOW, LINK)
    readings = {each.meter: each.reading for each in found.meters}
    assert readings == {"major": 5_000_045, "k9_banker": 35_025, "k9_player": 35_025}
    assert Fraction(found.royal_9.ev) == expectation(fed, found.meters)
    by_level: dict[str, Fraction] = {}
    for level in counted.levels[1]:
        by_level[level.award.meter] = by_level.get(level.award.meter, Fraction(0)) + level.returned
    for each in found.meters:
        assert Fraction(each.returned) == by_level[each.meter]
        assert each.break_even is not None
        assert expectation(fed, found.meters, **{each.meter: each.break_even}) >= 0
        assert expectation(fed, found.meters, **{each.meter: each.break_even - 1}) < 0


def test_u5_a_meter_above_its_even_reading_says_so_and_an_earlier_moment_is_priced_as_it_was(
    ledger: Ledger, fed: Clerk
) -> None:
    before = ledger.position
    even = {x.meter: x.break_even or 0 for x in of_link(ledger, NOW, LINK)[0].meters}
    two: dict[str, Any] = {"reason": "x", "authorised_by": "S-2", "second": "M-1"}
    says(fed, AdjustMeter, meter="k9_player", cents=even["k9_player"], document="MC-1", **two)
    now = {x.meter: x for x in of_link(ledger, NOW, LINK)[0].meters}["k9_player"]
    assert now.break_even == even["k9_player"] < now.reading
    then = {x.meter: x for x in of_link(ledger, Moment(position=before), LINK)[0].meters}
    assert then["k9_player"].reading == 35_025


def test_ma_big_13_j_whom_a_controller_names_is_not_priced(ledger: Ledger) -> None:
    floor(ledger, "BB-01", rules="ma-big")
    found, _ = of_link(ledger, NOW, LINK, 6)
    assert (found.not_priced, found.decks) == (["must_hit"], 6)
    assert [each.meter for each in found.meters] == ["star", "spade", "heart"]


def test_ma_midi_12_i_what_its_text_does_not_have_played_is_not_priced(
    ledger: Ledger, fed: Clerk
) -> None:
    with pytest.raises(Refused) as refused:
        of_link(ledger, NOW, LINK, 6)
    assert refused.value.refusal.code == "royal_9_not_played"
    fed.says("unlink_meters", link=LINK)
    found, _ = of_link(ledger, NOW, LINK)
    assert msgspec.structs.astuple(found)[:3] == (LINK, "ma-midi", 8)

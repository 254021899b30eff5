"""What signs show of meters, beside the ledger: read by two people or fed, and held against it to the unit (P6)."""

from datetime import timedelta

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.link.acts import ReadMeter
from ledger.values.errors import Refused
from projections.queries.check import check
from tests.clerk import Clerk
from tests.ledger.link.floor import LINK, NOTHING, ROYAL, floor, of, says

SEED = 50_000_000_000
A_ROUND = 450_000


def plays(clerk: Clerk) -> None:
    clerk.plays(*NOTHING, ROYAL)


def reads(clerk: Clerk, cents: int, **facts: object) -> link_events.MeterRead:
    """The major meter is read; what is on record of it."""
    says(clerk, ReadMeter, meter="major", cents=cents, **{"witness": "S-2", **facts})
    return last(clerk)


def last(clerk: Clerk) -> link_events.MeterRead:
    events = [each.event for each in clerk.ledger.stream(link_events.stream(LINK))]
    found: link_events.MeterRead = of(events, link_events.MeterRead)[-1]
    return found


@pytest.mark.parametrize(
    ("facts", "difference"),
    [
        ({"cents": 5_000_045}, 0),
        ({"cents": 5_000_046}, 10_000),
        ({"cents": 5_000_045, "fraction": 0}, 0),
        ({"cents": 5_000_044, "fraction": 9_999}, -1),
        ({"cents": 45, "rolled_over_cents": 5_000_000}, 0),
    ],
)
def test_p6_a_reading_is_held_against_the_ledger_to_the_unit(
    ledger: Ledger, facts: dict[str, int], difference: int
) -> None:
    (clerk,) = floor(ledger, "MB-01")
    plays(clerk)
    read = reads(clerk, **facts)
    assert (read.ledger, read.difference) == (SEED + A_ROUND, difference)


def test_p6_a_sign_without_parts_of_a_cent_agrees_with_what_the_ledger_has_in_whole_cents(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"major": 1})
    plays(clerk)  # $0.4495
    assert reads(clerk, 5_000_044).difference == 0
    assert reads(clerk, 5_000_044, fraction=9_500).difference == 0


def test_p6_a_reading_entered_later_is_held_against_what_the_ledger_showed_then(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "MB-01")
    plays(clerk)
    at = clerk.moment
    clerk.moment += timedelta(minutes=5)
    plays(clerk)
    ledger.do(ReadMeter(by="S-1", at=at, link=LINK, meter="major", cents=5_000_045, witness="S-2"))
    assert last(clerk).ledger == SEED + A_ROUND
    check(ledger)


def test_p6_a_reading_is_held_against_what_the_ledger_showed_then_whichever_table_was_entered_first(
    ledger: Ledger,
) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    noon = one.moment + timedelta(hours=1)
    for clerk, played in ((one, [-30, 30]), (two, [-15, 45]), (one, [50])):
        for each in played:
            clerk.moment = noon + timedelta(minutes=each)
            plays(clerk)
    for minutes, rounds in ((-45, 0), (-20, 1), (0, 2), (31, 3), (46, 4), (55, 5)):
        one.moment = noon + timedelta(minutes=minutes)
        read = reads(one, 5_000_000)
        assert (read.ledger - SEED) // A_ROUND == rounds
    check(ledger)


def test_p6_a_controller_sends_what_it_shows(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "MB-01")
    clerk.says(
        *("meter_reading",), source="controller-2", seq=1, link=LINK, meter="major", cents=5_000_000
    )
    assert last(clerk).difference == 0
    with pytest.raises(Refused, match="does not feed R9-2"):
        clerk.says("meter_reading", link="R9-2", meter="major", cents=5_000_000)


@pytest.mark.parametrize("witness", ["", "S-1", "s-1"])
def test_p6_who_reads_a_meter_has_a_witness(ledger: Ledger, witness: str) -> None:
    (clerk,) = floor(ledger, "MB-01")
    with pytest.raises(Refused) as refused:
        reads(clerk, 5_000_000, witness=witness)
    assert refused.value.refusal.code == "witness_missing"

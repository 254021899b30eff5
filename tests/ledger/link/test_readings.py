"""What signs show of meters, beside the ledger: read by two people or fed, and held against it to the unit (P6)."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.link.acts import ReadMeter
from ledger.link.readings import facts_of, showed
from ledger.values.calendar import from_micros
from ledger.values.errors import NotFound, Refused
from projections.queries.check import check
from tests.clerk import Clerk
from tests.ledger.link.floor import LINK, NOTHING, ROYAL, floor, of, says
from tests.ledger.link.paper import DAY, KING, Paper, Terms, installed, named

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
    linked: Clerk, facts: dict[str, int], difference: int
) -> None:
    plays(linked)
    read = reads(linked, **facts)
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
    linked: Clerk,
) -> None:
    plays(linked)
    at = linked.moment
    linked.moment += timedelta(minutes=5)
    plays(linked)
    ledger.do(ReadMeter(by="S-1", at=at, link=LINK, meter="major", cents=5_000_045, witness="S-2"))
    assert last(linked).ledger == SEED + A_ROUND
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


def test_p6_a_controller_sends_what_it_shows(linked: Clerk) -> None:
    linked.says(
        *("meter_reading",), source="controller-2", seq=1, link=LINK, meter="major", cents=5_000_000
    )
    assert last(linked).difference == 0
    with pytest.raises(Refused, match="does not feed R9-2"):
        linked.says("meter_reading", link="R9-2", meter="major", cents=5_000_000)


@pytest.mark.parametrize("witness", ["", "S-1", "s-1"])
def test_p6_who_reads_a_meter_has_a_witness(linked: Clerk, witness: str) -> None:
    with pytest.raises(Refused) as refused:
        reads(linked, 5_000_000, witness=witness)
    assert refused.value.refusal.code == "witness_missing"


def on_paper() -> Paper:
    """A meter that 45 cents were put into, of ten rounds."""
    link = installed(Terms(KING, 500, 90))
    for number in range(1, 11):
        link.feeds(number)
    return link


def read(link: Paper, **said: Any) -> dict[str, Any]:
    """What the event of a reading at this moment says."""
    at = link.stamp.at
    facts = {"by": "S-1", "witness": "S-2", "link": LINK, "meter": KING, "at": from_micros(at)}
    return facts_of(link.link, ReadMeter(**{**facts, **said}), at, DAY, link.past)


def test_p6_what_is_read_is_kept_in_units_with_what_the_ledger_shows() -> None:
    found = read(on_paper(), cents=44, fraction=9_999, rolled_over_cents=500, occasion="shift")
    assert found == {
        "meter": KING,
        "occasion": "shift",
        "shown": 449_999,
        "whole_cents": False,
        "rolled_over": 5_000_000,
        "ledger": 5_450_000,
        "witness": "S-2",
    }
    found = read(on_paper(), cents=545)
    assert (found["shown"], found["whole_cents"], found["rolled_over"]) == (5_450_000, True, 0)


@pytest.mark.parametrize(
    "below", [{"cents": -1}, {"rolled_over_cents": -1}, {"fraction": -1}, {"cents": -500}]
)
def test_p6_no_sign_shows_less_than_nothing(below: dict[str, int]) -> None:
    link = on_paper()
    for at_least in ({"cents": 0}, {"cents": 0, "rolled_over_cents": 0, "fraction": 0}):
        assert read(link, **at_least)["shown"] == 0
        with pytest.raises(Refused) as caught:
            read(link, **{**at_least, **below})
        refusal = caught.value.refusal
        assert (refusal.code, refusal.facts) == ("not_an_amount", {"link": LINK, "meter": KING})
        assert refusal.message == "A sign shows no amount below zero."
        assert refusal.next_step == "Give what it shows, and where its counter began anew."


def test_p6_a_meter_that_is_none_and_a_reading_that_nobody_witnessed_are_refused_by_name() -> None:
    link = on_paper()
    with pytest.raises(NotFound) as unknown:
        read(link, cents=1, meter="minor")
    assert unknown.value.refusal.facts == {"meter": "minor", "link": LINK}
    for said in ({"witness": ""}, {"witness": "s-1"}, {"witness": "S-1", "source": "x"}):
        with pytest.raises(Refused) as caught:
            read(link, cents=1, **said)
        refusal = caught.value.refusal
        assert (refusal.code, refusal.facts) == ("witness_missing", {"link": LINK, "meter": KING})
    assert read(link, cents=1, witness="", source="controller-1")["witness"] == ""


def test_p6_at_an_earlier_moment_the_ledger_showed_what_had_happened_by_then() -> None:
    """Entered later, it is known at its own time; what was recorded before and had not happened is not in it."""
    link = on_paper()
    moments = [each.event.at for each in link.log]
    for number, at in enumerate(moments[3:], 1):
        for moment, rounds in ((at, number), (at - 1, number - 1)):
            shown = showed(link.link, KING, moment, DAY, link.past)
            assert shown == 5_000_000 + rounds * 45_000
    late, early = (msgspec.structs.replace(link.log[-1].event, round=named(n)) for n in (11, 12))
    late = msgspec.structs.replace(late, recorded_at=late.at + 10, at=moments[5])
    early = msgspec.structs.replace(early, recorded_at=late.at + 11, at=early.at + 12)
    link.records([late, early])
    assert showed(link.link, KING, moments[5] - 1, DAY, link.past) == 5_000_000 + 2 * 45_000
    assert showed(link.link, KING, moments[5], DAY, link.past) == 5_000_000 + 4 * 45_000

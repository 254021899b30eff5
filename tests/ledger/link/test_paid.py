"""Who has to look at an award, what waits, and what a ruling put back and takes out again (P4)."""

from collections.abc import Callable
from typing import Final

import pytest

from ledger.events import link as link_events
from ledger.link.payment import needs_supervisor
from ledger.link.state import Link, name_of
from ledger.values.errors import Refused
from tests.ledger.link.paper import DAY, KING, Paper, Terms, installed, named

SEED: Final = 35_000
OTHER: Final = "major"
NEXT: Final = "2026-07-12"


def linked() -> Paper:
    return installed(Terms(KING, SEED, 500), Terms(OTHER, 5_000_000, 900))


def test_p4_a_supervisor_is_needed_above_the_limit_and_for_what_no_meter_pays() -> None:
    link = Link(supervisor_above_cents=100)
    assert not needs_supervisor(link, KING, 100)
    assert needs_supervisor(link, KING, 101)
    assert needs_supervisor(link, link_events.PAYTABLE, 0)


def test_p4_one_award_of_several_that_wait_is_paid_and_the_others_wait() -> None:
    link = linked()
    won = [link.plays(number) for number in (1, 2)]
    link.plays(1, "MB-02")
    (paid,) = link.pays(1)
    assert isinstance(paid, link_events.AwardPaid)
    assert (paid.round, paid.cents) == (named(1), won[0].cents)
    assert list(link.link.owed) == [f"{named(2)}/3/{KING}", f"{named(1, 'MB-02')}/3/{KING}"]


def test_p4_what_is_recorded_otherwise_waits_as_it_was_won_and_counts_on_the_day_of_the_record() -> (
    None
):
    link = linked()
    won = link.plays(1, held=True)
    link.pays(1)
    link.day = NEXT
    waits, ruled = link.pays(1, refused="fouled", instead=True)
    assert isinstance(waits, link_events.AwardOwed)
    assert isinstance(ruled, link_events.AwardRefused)
    assert (waits.day, ruled.day) == (DAY, DAY)
    assert link.at(link.link.version - 1).owed == {name_of(won): won}
    assert link.link.meters[KING].visible == won.reading, "what was won is in it again"


def test_p4_what_no_meter_pays_needs_a_supervisor_below_the_limit_too() -> None:
    link = installed(Terms(KING, SEED, 500), above=1_000)
    link.plays(1, meter=link_events.PAYTABLE)
    for supervisor in ("", "s-2"):
        with pytest.raises(Refused) as caught:
            link.pays(1, meter=link_events.PAYTABLE, supervisor=supervisor)
        assert caught.value.refusal.code == "supervisor_missing"
        assert caught.value.refusal.facts == {"round": named(1), "seat": 3, "cents": 100}
    link.pays(1, meter=link_events.PAYTABLE)
    assert link.link.owed == {}


def test_p4_an_award_that_waits_is_taken_back_unpaid() -> None:
    link = linked()
    link.plays(1)
    (back,) = link.takes_back(1)
    assert isinstance(back, link_events.AwardReversed)
    assert (back.paid, back.handed_back, link.link.owed) == ("", "", {})
    link.plays(2)
    link.pays(2)
    (back,) = link.takes_back(2)
    assert isinstance(back, link_events.AwardReversed)
    assert back.paid == "cage"


Since = Callable[[Paper], object]
STILL_THERE: Final[dict[str, Since]] = {
    "nothing": lambda _: None,
    "another meter won": lambda link: link.plays(2, meter=OTHER),
    "the meter raised": lambda link: link.adjusts(1),
    "the meter read and left as it was": lambda link: link.adjusts(0),
    "another meter lowered": lambda link: link.adjusts(-1, OTHER),
}
GONE: Final[dict[str, Since]] = {
    "won at once": lambda link: link.wins(1, "MB-02"),
    "won": lambda link: link.plays(2),
    "lowered at once": lambda link: link.adjusts(-1),
}


def ruled(since: Since) -> Paper:
    """An award of a void round that was not to be paid, and what happened then."""
    link = linked()
    link.feeds(1, "MB-02")
    link.plays(1, held=True)
    link.pays(1, refused="fouled")
    since(link)
    return link


@pytest.mark.parametrize("since", STILL_THERE)
def test_p4_what_a_ruling_put_back_comes_out_again_where_it_is(since: str) -> None:
    link = ruled(STILL_THERE[since])
    waits, paid = link.pays(1, instead=True)
    assert isinstance(waits, link_events.AwardOwed)
    assert isinstance(paid, link_events.AwardPaid)
    assert (waits.back_cents, paid.cents) == (50, SEED + 50)


@pytest.mark.parametrize("since", GONE)
def test_p4_what_a_ruling_put_back_does_not_come_out_where_it_was_won_or_corrected_away(
    since: str,
) -> None:
    link = ruled(GONE[since])
    with pytest.raises(Refused) as caught:
        link.pays(1, instead=True)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts) == (
        "meter_won_since",
        {"round": named(1), "meters": [KING]},
    )
    assert refusal.next_step.startswith("Pay the player by a correction")

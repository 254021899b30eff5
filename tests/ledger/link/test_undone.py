"""What an undo at a table does to the meters, and where it cannot be, on paper (P4)."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from ledger.events import link as link_events
from ledger.events.award import AwardNotHandedOver
from ledger.link.reversal import since_fed
from ledger.link.undo import BOOKS, REVERSE, VOID, owe_again
from ledger.values.errors import Refused
from tests.ledger.link.paper import KING, Paper, Terms, installed, named

MAIN: Final = link_events.MUST_HIT
MAJOR: Final = "major"
CENT: Final = link_events.UNITS_A_CENT


def linked() -> Paper:
    return installed(
        Terms(KING, 35_000, 167, 333), Terms(MAJOR, 5_000_000, 900), Terms(MAIN, 25_000, 500)
    )


def refused(link: Paper, **how: Any) -> tuple[str, str, str]:
    """What stands in the way of undoing MB-01's first round: the meter, why, and what can be done."""
    with pytest.raises(Refused) as caught:
        link.undoes(1, **how)
    found = caught.value.refusal
    meter = found.facts["meter"]
    assert found.code == "meters_moved"
    assert found.facts == {"round": named(1), "link": "R9-1", "meter": meter}
    told = f"Round {named(1)} has fed the {meter} meter of R9-1, which "
    assert found.message.startswith(told)
    before, _, instead = found.next_step.partition(": ")
    assert before == "What was won is not taken back with it"
    return str(meter), found.message.removeprefix(told), instead.removesuffix(".")


def test_p4_two_seats_that_won_of_one_meter_give_it_back_together() -> None:
    link = linked()
    link.feeds(1, "MB-02")
    before = dict(link.link.meters)
    link.feeds(1)
    won = [link.wins(1), link.wins(1, seat=5), link.wins(1, meter=MAJOR, bps=1_000)]
    assert [each.cents for each in won] == [35_016, 35_034, 500_009]
    *back, out = link.undoes(1)
    assert [type(each) for each in back] == [link_events.AwardUndone] * 3
    assert isinstance(out, link_events.ContributionsReturned)
    assert out.undone
    assert link.link.meters == before
    assert link.link.owed == {}


def test_p4_a_settlement_alone_leaves_what_was_put_in() -> None:
    """Whoever has won of another meter since."""
    link = linked()
    link.feeds(1)
    before = dict(link.link.meters)
    link.wins(1)
    link.plays(1, "MB-02", meter=MAJOR)
    moved = link.link.meters[MAJOR]
    (back,) = link.undoes(1, but_bets=True)
    assert isinstance(back, link_events.AwardUndone)
    fed = before[KING].takes(500)
    assert link.link.meters[KING] == before[KING].plus(fed.visible, fed.reserve)
    assert link.link.meters[MAJOR] == moved


Happens = Callable[[Paper], object]


@pytest.mark.parametrize(
    ("happens", "how", "told"),
    [
        (
            lambda link: link.wins(1, meter=MAIN, level=MAIN),
            {},
            (MAIN, "was won in it.", REVERSE),
        ),
        (
            lambda link: (link.wins(1), link.takes_back(1)),
            {},
            (KING, "has its award back.", "pit round reverse"),
        ),
        (
            lambda link: (link.wins(1), link.pays(1)),
            {},
            (KING, "was won in it and paid at the cage.", REVERSE),
        ),
        (
            lambda link: link.plays(1, "MB-02"),
            {},
            (KING, "seat 3 of MB-02 won since.", BOOKS),
        ),
        (
            lambda link: (link.wins(1), link.plays(1, "MB-02")),
            {"but_bets": True},
            (KING, "seat 3 of MB-02 won since.", BOOKS),
        ),
        (
            lambda link: (link.wins(1), link.plays(1, "MB-02"), link.takes_back(1, "MB-02")),
            {"but_bets": True},
            (KING, "an award went back into since.", REVERSE),
        ),
        (
            lambda link: (link.plays(1, "MB-02", meter=MAJOR), link.wins(1)),
            {},
            (MAJOR, "seat 3 of MB-02 won since.", BOOKS),
        ),
    ],
)
def test_p4_what_has_become_of_a_meter_since_is_not_undone(
    happens: Happens, how: dict[str, Any], told: tuple[str, str, str]
) -> None:
    link = linked()
    link.feeds(1)
    happens(link)
    assert refused(link, **how) == told


@pytest.mark.parametrize(
    ("happens", "how"),
    [
        (lambda link: (link.plays(1, "MB-02"), link.takes_back(1, "MB-02")), {}),
        (lambda link: (link.wins(1), link.pays(1, place="tray")), {}),
        (lambda link: link.plays(1, "MB-02", meter=link_events.PAYTABLE), {}),
        (
            lambda link: (
                link.wins(1),
                link.plays(1, "MB-02", meter=MAJOR),
                link.takes_back(1, "MB-02", MAJOR),
            ),
            {"but_bets": True},
        ),
    ],
)
def test_p4_what_is_as_it_was_is_undone(happens: Happens, how: dict[str, Any]) -> None:
    link = linked()
    link.feeds(1)
    happens(link)
    assert link.undoes(1, **how)


def test_p4_an_award_of_before_that_goes_back_since_stands_in_no_way() -> None:
    link = linked()
    link.plays(1, "MB-02")
    link.feeds(1)
    link.takes_back(1, "MB-02")
    assert link.undoes(1)


def test_p4_a_change_of_what_is_on_record_is_undone_for_the_day_that_it_was_recorded_for() -> None:
    """The award stands as it was recorded before."""
    link = linked()
    link.plays(1)
    (first,) = link.pays(1, place="tray")
    link.day = "2026-07-12"
    *_, cage = link.pays(1, instead=True)
    assert isinstance(cage, link_events.AwardPaid)
    facts: dict[str, Any] = {"round": named(1), "seat": 3, "meter": KING, "cents": cage.cents}
    moved = AwardNotHandedOver(
        by="S-2", at=cage.at, recorded_at=cage.recorded_at, day=cage.day, handed_at=1, **facts
    )
    history = since_fed(link.code, named(1), link.past.back_to, undone=True).events
    waits, again = link.records(owe_again(link.link, link.drafts().of, history, moved).pending)
    assert isinstance(waits, link_events.AwardOwed)
    assert isinstance(again, link_events.AwardPaid)
    assert (waits.day, again.day, again.place) == (first.day, first.day, "tray")


def test_p4_bets_that_are_open_again_are_not_where_somebody_has_won_what_they_put_in() -> None:
    """Before a settlement the round is void in the place of it."""
    link = linked()
    link.feeds(1)
    link.plays(1, "MB-02")
    with pytest.raises(Refused) as caught:
        link.opens_bets(1)
    assert caught.value.refusal.next_step.endswith(f": {VOID}.")
    link.takes_back(1, "MB-02")
    (out,) = link.opens_bets(1)
    assert isinstance(out, link_events.ContributionsReturned)


def test_p4_what_a_correction_took_does_not_go_out_again() -> None:
    link = linked()
    link.feeds(1)
    link.adjusts(-1)
    with pytest.raises(Refused) as caught:
        link.undoes(1)
    assert caught.value.refusal.code == "corrected_since"
    assert caught.value.refusal.facts["round"] == named(1)

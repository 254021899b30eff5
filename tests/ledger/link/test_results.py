"""Which round a controller's result belongs to, and what becomes of it, on paper (P3); what a ruling takes back."""

from typing import Any, Final

import pytest

from ledger.events import link as link_events
from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.link.follow import follow
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.table.draft import Draft
from ledger.table.round_state import RoundInProgress
from ledger.table.state import Table
from ledger.values.calendar import from_micros
from ledger.values.errors import Refused
from tests.ledger.link.paper import DAY, KING, Paper, Terms, installed, named

MAIN: Final = link_events.MUST_HIT
NEXT: Final = "2026-07-12"
SEED: Final = 25_000


def linked(*fed: int, above: int = 10_000_000) -> Paper:
    """A must-hit meter, and rounds of MB-01 that have fed it with 25 cents each."""
    link = installed(Terms(MAIN, SEED, 500), Terms(KING, 35_000, 500), above=above)
    for number in fed:
        link.feeds(number)
    return link


def at(last: int = 1, **state: Any) -> Table:
    """The table; last: its last round."""
    return Table(code="MB-01", open=True, link="R9-1", rounds={DAY: last}, **state)


def names(link: Paper, table: Table, *, closed: str = "", **said: Any) -> list[Event]:
    """The controller names seat 3, on the next day."""
    now = link.stamp
    stamp = Stamp(now.by, now.at, now.recorded_at, NEXT)
    facts = {"by": "S-2", "source": "", "seq": 0, "table": table.code, "at": from_micros(now.at)}
    act = table_acts.MustHit(link=link.code, **{"seat": 3, **facts, **said})
    draft = Draft(table, stamp, Catalogue(), link.past)
    return follow(link.link, table, draft, act, lambda day: day == closed).pending


def won(events: list[Event]) -> link_events.AwardWon:
    (found,) = (each for each in events if isinstance(each, link_events.AwardWon))
    return found


def refused(link: Paper, table: Table, **said: Any) -> tuple[str, str, object]:
    with pytest.raises(Refused) as caught:
        names(link, table, **said)
    found = caught.value.refusal
    return found.code, found.message, dict(found.facts)


def going(number: int, *, closed: bool = False) -> RoundInProgress:
    return RoundInProgress(named(number), DAY, closed=closed)


@pytest.mark.parametrize(
    ("fed", "table"),
    [
        ((1,), at(1)),
        ((1,), Table(code="MB-01", open=True, link="R9-1")),
        ((1, 2), at(2)),
        ((1,), at(2, round=going(2))),
    ],
)
def test_p3_a_result_without_a_name_is_of_the_last_round_that_fed_the_meter(
    fed: tuple[int, ...], table: Table
) -> None:
    """The one that takes wagers now is not over."""
    assert won(names(linked(*fed), table)).round == named(fed[-1])


@pytest.mark.parametrize(
    "table", [at(2), at(2, round=going(2, closed=True)), at(3, round=going(3)), at(9)]
)
def test_p3_it_is_none_where_a_round_without_such_wagers_may_be_meant(table: Table) -> None:
    code, message, facts = refused(linked(1), table)
    assert (code, facts) == ("no_such_result", {"table": "MB-01", "round": ""})
    assert message.endswith("that a must-hit result of that moment can belong to.")
    assert won(names(linked(1), table, round=named(1))).round == named(1)


def test_p3_it_is_none_of_a_table_or_a_round_that_fed_nothing() -> None:
    of_other = Table(code="MB-02", open=True, link="R9-1")
    assert refused(linked(1), of_other)[2] == {"table": "MB-02", "round": ""}
    code, message, facts = refused(linked(1), at(1), round=named(7))
    assert (code, facts) == ("no_such_result", {"table": "MB-01", "round": named(7)})
    assert message.endswith(f"that a must-hit result of {named(7)} can belong to.")


@pytest.mark.parametrize(("closed", "day"), [("", DAY), (NEXT, DAY), (DAY, NEXT)])
def test_p3_it_counts_on_the_day_of_its_round_and_what_is_paid_leaves_the_tray_now(
    closed: str, day: str
) -> None:
    award, paid = names(linked(1), at(1), closed=closed)
    assert isinstance(award, link_events.AwardWon)
    assert isinstance(paid, link_events.AwardPaid)
    assert (award.day, paid.day, paid.place) == (day, NEXT, "tray")
    assert (award.cents, award.reseed_cents, award.share_bps) == (SEED + 25, SEED, 10_000)
    assert (award.level, award.held, award.as_of_round) == (MAIN, False, True)
    assert (award.player, award.banker) == ([], [])


def test_p3_it_waits_above_the_limit_and_is_held_where_the_meter_fell_since() -> None:
    assert [type(x) for x in names(linked(1, above=SEED + 24), at(1))] == [link_events.AwardWon]
    link = linked(1)
    link.adjusts(-1, MAIN)
    (held,) = names(link, at(1))
    assert isinstance(held, link_events.AwardWon)
    assert (held.cents, held.held) == (SEED + 24, True)


def test_decision_34_a_ruling_takes_back_the_award_that_it_names_of_several() -> None:
    link = linked(1)
    for meter in (KING, MAIN):
        link.wins(1, meter=meter)
    stamp = link.stamp
    act = table_acts.DecideDispute(
        by="S-2",
        source="",
        seq=0,
        table="MB-01",
        at=from_micros(stamp.at),
        round=named(1),
        ruling="upheld",
        reason="camera",
        decided_by="B-2",
        accounting="A-1",
        document="MC-9",
        awards=[table_acts.AwardNamed(3, KING)],
    )
    draft = Draft(at(1), stamp, Catalogue(), link.past)
    (back,) = link.records(follow(link.link, draft.table, draft, act, lambda _: False).pending)
    assert isinstance(back, link_events.AwardReversed)
    said = (back.meter, back.reason, back.document, back.authorised_by, back.second)
    assert said == (KING, "camera", "MC-9", "B-2", "A-1")
    assert list(link.link.owed) == [f"{named(1)}/3/{MAIN}"]


def test_p6_what_a_sign_at_a_table_shows_is_of_the_day_on_which_it_is_read() -> None:
    link = linked(1)
    stamp = link.stamp
    of: dict[str, Any] = {"by": "S-2", "source": "sign", "seq": 1, "table": "MB-01"}
    said: dict[str, Any] = {"link": link.code, "meter": MAIN, "cents": SEED + 25}
    act = table_acts.MeterReading(at=from_micros(stamp.at), **of, **said)
    draft = Draft(at(1), stamp, Catalogue(), link.past)
    (read,) = link.records(follow(link.link, draft.table, draft, act, lambda _: False).pending)
    assert isinstance(read, link_events.MeterRead)
    assert (read.meter, read.ledger, read.difference) == (MAIN, (SEED + 25) * 10_000, 0)


def test_x26_a_round_that_a_correction_would_bring_below_the_seed_is_named() -> None:
    link = linked(1)
    link.adjusts(-1, MAIN)
    with pytest.raises(Refused) as caught:
        link.reverses(1)
    assert caught.value.refusal.code == "corrected_since"
    assert caught.value.refusal.facts["round"] == named(1)
    assert caught.value.refusal.message.startswith(f"Round {named(1)} has fed the must_hit meter")


def test_p4_a_round_that_put_nothing_in_takes_nothing_out() -> None:
    """It had, before it was undone and entered without such wagers; another never did."""
    link = linked(1)
    link.undoes(1)
    assert link.reverses(1) == []
    assert link.reverses(2) == []
    link.feeds(1)
    (back,) = link.reverses(1)
    assert isinstance(back, link_events.ContributionsReturned)
    assert not back.undone

"""What a link comes to by its events, and what goes back in again, in units worked out by hand (X26, decision 39)."""

from typing import Any, TypeVar

import msgspec
import pytest

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.meter import Meter
from ledger.link.seed import put_in_again, require_above
from ledger.link.state import Link, held, require_meter
from ledger.values.errors import NotFound, Refused

CENT = link_events.UNITS_A_CENT
MAIN = link_events.MUST_HIT
E = TypeVar("E", bound=Event)
SEED = 100
DAY = "2026-07-11"
SIGNED = {"document": "MC-1", "reason": "misread", "authorised_by": "A-1", "second": "A-2"}


def said(kind: type[E], **facts: Any) -> E:
    return kind(**{"by": "C-1", "at": 1, "recorded_at": 1, "day": DAY, **facts})


def link(*more: Event) -> Link:
    """Two meters at their seeds of a dollar, fed by MB-01 and MB-02; then what else happened."""
    terms = [link_events.MeterTerms(name, SEED, 900, 100) for name in (MAIN, "minor")]
    rules: dict[str, Any] = {"rules": "ma-midi", "rules_version": 1, "rules_sha256": ""}
    found = Link()
    for event in (
        said(
            link_events.LinkInstalled,
            link="R9-1",
            wager_cents=500,
            meters=terms,
            supervisor_above_cents=0,
            **rules,
            authorised_by="A-1",
        ),
        said(link_events.TableLinked, table="MB-01"),
        said(link_events.TableLinked, table="MB-02"),
        *more,
    ):
        found.apply(event)
    return found


def takes(number: int, visible: int, reserve: int = 0, table: str = "MB-01") -> Event:
    lines = [link_events.MeterUnits(MAIN, visible, reserve)]
    of: dict[str, Any] = {"round": f"{table}:{DAY}:{number}", "table": table}
    return said(link_events.ContributionsTaken, seats=[3], staked_cents=500, lines=lines, **of)


def returns(number: int, visible: int, again: int = 0, *, undone: bool = False) -> Event:
    of: dict[str, Any] = {"round": f"MB-01:{DAY}:{number}", "table": "MB-01", "undone": undone}
    lines = [link_events.MeterUnits(MAIN, visible)]
    reseeded = [link_events.MeterUnits(MAIN, again)] if again else []
    return said(link_events.ContributionsReturned, lines=lines, reseeded=reseeded, **of)


def recent(of: Link, table: str = "MB-01") -> list[tuple[str, bool]]:
    return [(fed.round.rpartition(":")[2], fed.void) for fed in of.recent[table]]


def test_what_goes_back_goes_out_and_what_the_house_puts_in_stays() -> None:
    """Of the rounds that may still be named the winner's, one that is undone is none, and a void one is called void."""
    two = (takes(1, 70), takes(2, 40), takes(1, 5, table="MB-02"))
    assert link(*two).meters[MAIN].visible == SEED * CENT + 115
    void = link(*two, returns(2, 40, again=30))
    assert void.meters[MAIN].visible == SEED * CENT + 105
    assert recent(void) == [("1", False), ("2", True)]
    assert recent(void, "MB-02") == [("1", False)]
    assert "MB-01" not in void.fed
    undone = link(*two, returns(2, 40, undone=True))
    assert recent(undone) == [("1", False)]
    assert recent(undone, "MB-02") == [("1", False)]
    earlier = link(*two, returns(1, 70))
    assert earlier.fed["MB-01"].round.endswith(":2"), "the last round still stands"
    assert recent(earlier) == [("1", True), ("2", False)]


def corrects(cents: int, meter: str = MAIN) -> Event:
    return said(link_events.MeterCorrected, meter=meter, cents=cents, **SIGNED)


def wins(meter: str = MAIN) -> link_events.AwardWon:
    award: dict[str, Any] = {"round": f"MB-02:{DAY}:9", "table": "MB-02", "seat": 3, "meter": meter}
    award |= {"level": "any", "share_bps": 10_000, "reading": 0, "cents": 1, "reseed_cents": 1}
    return said(link_events.AwardWon, **award, player=[], banker=[])


@pytest.mark.parametrize(
    ("above", "reserve", "since", "again"),
    [
        (0, 0, [], []),
        (0, 0, [corrects(-1)], [(70, 20)]),
        (0, 0, [wins()], [(70, 20)]),
        (0, 0, [corrects(1)], []),
        (0, 0, [corrects(0)], []),
        (0, 0, [corrects(-1, "minor"), wins("minor")], []),
        (69, 20, [wins()], [(1, 0)]),
        (70, 19, [wins()], [(0, 1)]),
        (70, 20, [wins()], []),
        (500, 500, [wins()], []),
        (-1, 0, [wins()], [(0, 20)]),
        (-1, -5, [wins()], [(0, 20)]),
    ],
)
def test_x26_the_house_puts_in_again_what_is_not_there_above_the_seed(
    above: int, reserve: int, since: list[Event], again: list[tuple[int, int]]
) -> None:
    """A round's line of 70 visible units and 20 of reserve goes out of a meter that others have lowered since."""
    found = link()
    found.meters[MAIN] = found.meters[MAIN].plus(above, reserve)
    lines = [link_events.MeterUnits(MAIN, 70, 20), link_events.MeterUnits("minor", 0, 0)]
    put_in = put_in_again(found, lines, since)
    assert [(each.meter, each.visible, each.reserve) for each in put_in] == [
        (MAIN, *each) for each in again
    ]


def test_p4_what_waits_is_the_award_as_it_was_won_whatever_was_said_of_it_between() -> None:
    """By whom, when and for which day; a ruling's cents leave the meter again."""
    won = wins("minor")
    facts = {name: getattr(won, name) for name in link_events.AWARD_FACTS}
    back: dict[str, Any] = {"won_by": "S-7", "won_at": 5, "won_day": "2026-07-10", "back_cents": 3}
    owed = link(won, said(link_events.AwardOwed, **facts, **back))
    assert owed.owed == {
        f"MB-02:{DAY}:9/3/minor": said(
            link_events.AwardWon, **facts, by="S-7", at=5, recorded_at=5, day="2026-07-10"
        )
    }
    assert owed.meters["minor"].visible == (SEED - 3) * CENT


@pytest.mark.parametrize("kind", [link_events.AwardPaid, link_events.AwardRefused])
def test_what_does_not_wait_is_paid_and_refused_without_a_word(kind: type[Event]) -> None:
    """A fold refuses nothing: older stores hold what is decided otherwise today."""
    facts: dict[str, Any] = {"round": f"MB-02:{DAY}:9", "table": "MB-02", "seat": 3, "cents": 7}
    more = {"place": "cage"} if kind is link_events.AwardPaid else {"reason": "x", "supervisor": ""}
    found = link(said(kind, **facts, meter="minor", **more))
    assert (found.owed, found.version) == ({}, 4)
    back = 7 if kind is link_events.AwardRefused else 0
    assert found.meters["minor"].visible == (SEED + back) * CENT


def test_p3_a_round_knows_whether_its_meter_was_won_and_by_it() -> None:
    """Of every table; taken back it may be named again, and that it was won stays said."""
    fed = (takes(1, 70), takes(9, 40, table="MB-02"))
    won = wins()
    assert won.level != MAIN
    assert not any(x.won_since for x in link(*fed, won).recent["MB-01"])
    hit = msgspec.structs.replace(won, level=MAIN)
    back: dict[str, Any] = {"cents": 1, "reseed_cents": 1, "visible": 0, "reserve": 0, **SIGNED}
    of = {"round": f"MB-02:{DAY}:9", "table": "MB-02", "seat": 3, "meter": MAIN}
    reversed_ = said(link_events.AwardReversed, **of, **back, since_cents=0)
    for events, one, two in (
        ((), (False, False), (False, False)),
        ((hit,), (False, True), (True, True)),
        ((hit, reversed_), (False, True), (False, True)),
    ):
        found = link(*fed, *events).recent
        for table, (hit_, since) in (("MB-01", one), ("MB-02", two)):
            (x,) = found[table]
            assert (x.hit, x.won_since) == (hit_, since)
            assert all(type(each) is bool for each in (x.hit, x.won_since, x.void))


def test_p3_a_must_hit_meter_is_read_as_after_its_round_and_shows_no_more_than_it_holds() -> None:
    found = link(takes(1, 70), takes(2, 40), takes(3, 5, table="MB-02"))
    for table, number, shown in (
        ("MB-01", 1, 70),
        ("MB-01", 2, 110),
        ("MB-02", 3, 115),
        ("MB-02", 1, -SEED * CENT),
        ("MB-03", 1, -SEED * CENT),
    ):
        of = f"MB-0{table[-1]}:{DAY}:{number}"
        assert found.as_of(table, of).visible == SEED * CENT + shown
    found.meters[MAIN] = found.meters[MAIN].plus(-80)
    assert found.as_of("MB-01", f"MB-01:{DAY}:2").visible == SEED * CENT + 35


def test_a_fixed_award_is_read_of_no_meter() -> None:
    won = msgspec.structs.replace(wins(link_events.PAYTABLE), cents=77)
    assert link().read(won).award(10_000) == (77, 77)


def test_p4_a_table_that_leaves_feeds_no_more_and_other_rates_leave_what_is_there() -> None:
    left = link(said(link_events.TableUnlinked, table="MB-01"))
    assert left.tables == ("MB-02",)
    terms = [link_events.MeterTerms("minor", 5, 300, 700)]
    facts: dict[str, Any] = {"notice_at": 1, "authorised_by": "A-1", "document": "RS-1"}
    found = link(takes(1, 70, 30), said(link_events.RatesChanged, meters=terms, **facts))
    found.meters["minor"] = found.meters["minor"].plus(9, 8)
    found.apply(said(link_events.RatesChanged, meters=terms, **facts))
    assert found.meters["minor"] == Meter(terms[0], SEED * CENT + 9, 8)
    assert found.meters[MAIN] == Meter(found.meters[MAIN].terms, SEED * CENT + 70, 30)


def test_what_holds_nothing_is_part_of_a_balance_and_moves_nothing() -> None:
    found = link()
    for name, (visible, reserve) in {MAIN: (0, 2), "minor": (0, 0)}.items():
        found.meters[name] = Meter(found.meters[name].terms, visible, reserve)
    units = link_events.MeterUnits
    assert held(found) == [units(MAIN, 0, 2), units("minor", 0, 0)]
    assert held(found, moved=True) == [units(MAIN, 0, 2)]
    found.meters["minor"] = found.meters["minor"].plus(3)
    assert held(found, moved=True) == [units(MAIN, 0, 2), units("minor", 3, 0)]


def test_a_meter_that_is_none_is_answered_with_those_there_are() -> None:
    for given, named in ((("R9-1",), "R9-1"), ((), "")):
        with pytest.raises(NotFound) as caught:
            require_meter(["minor", "major"], "mayor", *given)
        found = caught.value.refusal
        assert (found.code, found.facts) == ("unknown_meter", {"meter": "mayor", "link": named})
        assert found.next_step == "Its meters are major, minor."


def test_x26_the_documents_that_lowered_a_meter_are_named_of_whichever_meter_it_is() -> None:
    """What others have won is no document, nor is a correction that took nothing."""
    lines = [link_events.MeterUnits(MAIN, 70, 20), link_events.MeterUnits("minor", 70, 20)]
    require_above(link(), "MB-01:1", lines, [wins(), wins("minor"), corrects(0)])
    two = [corrects(-1, "minor"), msgspec.structs.replace(corrects(-2, "minor"), document="MC-2")]
    with pytest.raises(Refused) as caught:
        require_above(link(), "MB-01:1", lines, [wins(), *two])
    found = caught.value.refusal
    assert found.code == "corrected_since"
    assert found.facts == {
        "round": "MB-01:1",
        "link": "R9-1",
        "meter": "minor",
        "documents": ["MC-1", "MC-2"],
        "seed_cents": SEED,
    }
    assert "has fed the minor meter of R9-1, which MC-1, MC-2 lowered since" in found.message

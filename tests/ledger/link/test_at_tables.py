"""What a table itself must be like for what is said of a link, and which link it is (P4, decision 47)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.link.follow import link_of
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.table import meters as table_meters
from ledger.table.draft import Draft
from ledger.table.state import Table
from ledger.values.calendar import from_micros
from ledger.values.errors import NotFound, Refused
from tests.ledger.link.paper import DAY, KING, TWO, Paper, Terms, installed, named

LEFT, NOW = "R9-1", "R9-2"
"""The link that the table has left after its fifth round, and the one that it feeds."""


def table(link: str = NOW) -> Table:
    document = Catalogue().load("ma-midi").document()
    return Table(code="MB-01", document=document, link=link, links_before=((LEFT, named(5)),))


def act(kind: Callable[..., Any], **said: Any) -> Any:
    facts = {"by": "S-2", "source": "", "seq": 0, "table": "MB-01", "at": from_micros(1)}
    return kind(**facts, **said)


def drafts(of: Table, paper: Paper | None = None) -> Draft:
    paper = paper or Paper()
    return Draft(of, paper.stamp, Catalogue(), paper.past)


def refused(doing: Callable[[], object]) -> tuple[str, str, str, Mapping[str, object]]:
    with pytest.raises((Refused, NotFound)) as caught:
        doing()
    found = caught.value.refusal
    return found.code, found.message, found.next_step, found.facts


OF_ROUNDS: Final[dict[str, Callable[[str], Any]]] = {
    "must hit": lambda of: act(table_acts.MustHit, link=LEFT, seat=3, round=of),
    "paid": lambda of: act(table_acts.PayAward, round=of, seat=3),
    "taken back": lambda of: act(table_acts.ReverseAward, round=of, seat=3),
    "ruled": lambda of: act(
        table_acts.DecideDispute, round=of, ruling="upheld", reason="x", decided_by="B-2"
    ),
    "reversed": lambda of: act(table_acts.Reverse, round=of, reason="x", approved_by="S-9"),
}


@pytest.mark.parametrize("kind", OF_ROUNDS)
def test_decision_47_what_is_said_of_a_round_is_of_the_link_that_it_fed(kind: str) -> None:
    said = OF_ROUNDS[kind]
    assert link_of(said(named(5)), table()) == LEFT
    assert link_of(said(named(6)), table()) == NOW


def test_decision_47_what_is_said_of_the_table_is_of_the_link_that_it_feeds_or_leaves() -> None:
    assert link_of(act(table_acts.NoMoreBets), table()) == NOW
    assert link_of(act(table_acts.UnlinkMeters, link=LEFT), table("")) == LEFT


def test_p4_a_result_is_for_the_link_that_its_round_fed() -> None:
    said = {"seat": 3, "round": named(5)}
    table_meters.must_hit(drafts(table()), act(table_acts.MustHit, link=LEFT, **said))
    found = refused(
        lambda: table_meters.must_hit(drafts(table()), act(table_acts.MustHit, link=NOW, **said))
    )
    says = ("Table MB-01 does not feed R9-2.", "It feeds R9-2.")
    assert found == ("not_linked", *says, {"table": "MB-01", "link": NOW})
    table_meters.read(drafts(table()), act(table_acts.MeterReading, link=NOW, meter=KING, cents=1))
    for code in (NOW, LEFT):
        reading = act(table_acts.MeterReading, link=code, meter=KING, cents=1)
        found = refused(lambda reading=reading: table_meters.read(drafts(table("")), reading))  # type: ignore[misc]
        assert found[:3] == (
            "not_linked",
            f"Table MB-01 does not feed {code}.",
            "It feeds no meters.",
        )


@pytest.mark.parametrize(
    ("kind", "decides"),
    [("paid", table_meters.pay_award), ("taken back", table_meters.reverse_award)],
)
def test_p4_an_award_is_of_a_link_that_its_round_fed(
    kind: str, decides: Callable[[Draft, Any], None]
) -> None:
    decides(drafts(table("")), OF_ROUNDS[kind](named(5)))
    code, message, _, facts = refused(lambda: decides(drafts(table("")), OF_ROUNDS[kind](named(6))))
    assert (code, message) == ("unknown_award", f"Seat 3 won of no meter in {named(6)}.")
    assert facts == {"round": named(6), "seat": 3}


def test_p4_a_table_neither_comes_to_a_link_nor_leaves_it_during_a_round() -> None:
    going = table()
    going.apply(
        Paper().stamp.on(e.WagersPlaced, round=named(6), wagers=[e.WagerLine(3, "banker", 500)])
    )
    for link, doing, decides, kind in (
        ("", "linking it to meters", table_meters.link, table_acts.LinkMeters),
        (NOW, "taking it from its link", table_meters.unlink, table_acts.UnlinkMeters),
    ):
        going.link = link
        code, message, *_ = refused(
            lambda decides=decides, kind=kind: decides(drafts(going), act(kind, link=NOW))  # type: ignore[misc]
        )
        assert code == "round_in_progress"
        assert message == f"Round {named(6)} is in progress; {doing} has to wait."


def corrects(document: str = "MC-1", of: str = named(1), cents: int = 525) -> Event:
    facts: dict[str, Any] = {"figure": "hand_result", "of_day": DAY, "reason": "x"}
    facts |= {"approved_by": "B-2", "counted": False, "moved_at": 1}
    return Paper().stamp.on(
        e.CorrectionPosted, original=of, cents=cents, document=document, **facts
    )


def handed_back(paper: Paper, seat: int, *, number: int = 1, place: str = "tray") -> Event:
    of = {"round": named(number), "table": "MB-01", "seat": seat, "meter": KING, **TWO}
    facts: dict[str, Any] = {"cents": 525, "reseed_cents": 500, "visible": 0, "reserve": 0}
    return paper.stamp.on(
        link_events.AwardReversed,
        **{**of, **facts},
        since_cents=0,
        document="MC-1",
        handed_back=place,
    )


def test_decision_34_what_came_back_of_awards_is_left_out_of_a_round_as_often_as_it_did() -> None:
    """Two awards of one sum on one ruling, which has corrected the round by the same sum itself."""
    paper = installed(Terms(KING, 500, 500))
    first, second = handed_back(paper, 3), handed_back(paper, 5)
    others = handed_back(paper, 3, number=2), handed_back(paper, 3, place="cage")
    paper.feeds(1)
    paper.log.append(Recorded("link:R9-1", 99, first))
    paper.feeds(2)
    paper.log += [Recorded("link:R9-1", 99, each) for each in (second, *others)]
    draft = drafts(table(), paper)
    kept = [corrects("MC-2"), corrects(of=named(2)), corrects(cents=1), handed_back(paper, 3)]
    events = [corrects(), *kept, corrects(), corrects()]
    told = [*table_meters.not_of_awards(draft, named(1), events)]
    assert told == [*kept, corrects()]
    assert Counter(map(type, told))[e.CorrectionPosted] == 4
    paper.link.code = ""
    unlinked = drafts(Table(code="MB-01"), paper)
    assert [*table_meters.not_of_awards(unlinked, named(1), events)] == events

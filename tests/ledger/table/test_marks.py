"""Marks of vigorish and what settles them, on a table by itself: to the cent, the moment and the round (V3, V4, F8)."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.table import vigorish as table_vigorish
from ledger.table.draft import Draft
from ledger.table.marks import Marks, OwedBack, hand_back, pay, put_back
from ledger.table.round_state import RulesBefore
from ledger.table.state import Table
from ledger.values.calendar import from_micros
from ledger.values.errors import Refused

DAY, NEXT = "2026-07-11", "2026-07-12"
FIRST, SECOND, LATER = f"MB-01:{DAY}:1", f"MB-01:{DAY}:2", f"MB-01:{NEXT}:1"
NOW: Final = 100


def owing(**marks: list[tuple[int, str, int]]) -> Marks:
    """Marks by seat: cents, the round, and since when."""
    seats = {int(seat.removeprefix("seat")): each for seat, each in marks.items()}
    return {
        seat: tuple(e.MarkBack(seat, cents, of, since) for cents, of, since in each)
        for seat, each in seats.items()
    }


TWO: Final[Marks] = owing(seat3=[(100, FIRST, 10), (50, SECOND, 20)])


def table(marks: Marks, rules: str = "ma-midi", **state: Any) -> Table:
    """Open on the day, where nothing else is said."""
    document = Catalogue().load(rules).document()
    said = {"open": True, "opened_at": 5, "rounds": {DAY: 2}, **state}
    return Table(code="MB-01", document=document, marks=marks, **said)


def draft(of: Table, at: int = NOW, tolerance: int = 0, day: str = DAY) -> Draft:
    return Draft(of, Stamp("C-1", at, at, day), Catalogue(), tolerance=tolerance)


def act(kind: Callable[..., Any], **said: Any) -> Any:
    facts = {"by": "C-1", "source": "", "seq": 0, "table": "MB-01", "at": from_micros(NOW)}
    return kind(**facts, **said)


def collects(of: Draft, seat: int = 3, cents: int | None = None) -> list[tuple[int, int, str]]:
    table_vigorish.collect(of, act(table_acts.CollectVig, seat=seat, cents=cents))
    return lines(of, e.VigorishCollected)


def documents(of: Draft, seat: int = 3, cents: int | None = None) -> list[tuple[int, int, str]]:
    said = {"seat": seat, "cents": cents, "serial": "CVF-1"}
    table_vigorish.document(of, act(table_acts.DocumentVig, **said))
    assert [each.serial for each in of.pending if isinstance(each, e.VigorishDocumented)] == [
        "CVF-1"
    ]
    return lines(of, e.VigorishDocumented)


def leaves(of: Draft, cents: int | None = None, **said: str) -> list[tuple[int, int, str]]:
    facts: dict[str, Any] = {"seat": 3, "cents": cents, "reason": "left", "supervisor": "S-2"}
    table_vigorish.leave_uncollected(of, act(table_acts.UncollectedVig, **{**facts, **said}))
    return lines(of, e.VigorishUncollected)


def lines(of: Draft, kind: type[Event]) -> list[tuple[int, int, str]]:
    (event,) = of.pending
    assert isinstance(event, kind)
    return [(each.seat, each.cents, each.round) for each in getattr(event, "lines", [])]


def refused(doing: Callable[[], object]) -> tuple[str, str, str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        doing()
    found = caught.value.refusal
    return found.code, found.message, found.next_step, dict(found.facts)


# -- how much of which


@pytest.mark.parametrize(
    ("cents", "paid"),
    [
        (None, [(3, 100, FIRST), (3, 50, SECOND)]),
        (150, [(3, 100, FIRST), (3, 50, SECOND)]),
        (101, [(3, 100, FIRST), (3, 1, SECOND)]),
        (100, [(3, 100, FIRST)]),
        (1, [(3, 1, FIRST)]),
    ],
)
def test_v3_an_amount_settles_the_oldest_round_first(
    cents: int | None, paid: list[tuple[int, int, str]]
) -> None:
    assert collects(draft(table(TWO)), cents=cents) == paid


def test_v3_what_was_put_back_of_a_round_is_paid_with_the_rest_of_it() -> None:
    marks = owing(seat3=[(40, FIRST, 10), (60, FIRST, 30), (50, SECOND, 20)])
    assert collects(draft(table(marks)), cents=120) == [(3, 100, FIRST), (3, 20, SECOND)]
    assert collects(draft(table(marks), at=29)) == [(3, 40, FIRST), (3, 50, SECOND)]


def test_v3_more_than_is_owed_is_refused_and_so_is_nothing() -> None:
    code, message, step, facts = refused(lambda: collects(draft(table(TWO)), cents=151))
    assert (code, facts) == ("more_than_owed", {"seat": 3, "owed_cents": 150, "cents": 151})
    assert message == "Seat 3 owes $1.50, less than the $1.51 given."
    assert step.startswith("Collect what is owed, or leave the amount out; what was recorded as un")
    for cents in (0, -1):
        none = refused(lambda cents=cents: collects(draft(table(TWO)), cents=cents))  # type: ignore[misc]
        assert none[0] == "not_positive"


@pytest.mark.parametrize(("at", "tolerance"), [(19, 0), (15, 4), (10, 0), (9, 1)])
def test_v3_what_came_later_is_not_settled_by_it(at: int, tolerance: int) -> None:
    """By as much as clocks may differ it is."""
    assert collects(draft(table(TWO), at, tolerance)) == [(3, 100, FIRST)]
    code, message, step, facts = refused(
        lambda: collects(draft(table(TWO), at, tolerance), cents=101)
    )
    assert (code, facts["owed_cents"]) == ("more_than_owed", 100)
    assert message == "Seat 3 owed $1.00 then, less than the $1.01 given."
    assert step.endswith("; what it owes since is settled at a later time (--at).")
    assert len(collects(draft(table(TWO), 20 - tolerance, tolerance))) == 2


def test_v3_a_round_of_a_day_to_come_waits_unless_an_older_store_has_no_other() -> None:
    marks = owing(seat3=[(100, FIRST, 10), (50, LATER, 20)])
    assert collects(draft(table(marks))) == [(3, 100, FIRST)]
    assert len(collects(draft(table(marks), day=NEXT))) == 2
    assert collects(draft(table(owing(seat3=[(50, LATER, 20)])))) == [(3, 50, LATER)]


def test_v3_every_seat_pays_in_order() -> None:
    marks = owing(seat7=[(30, SECOND, 20)], seat3=[(100, FIRST, 10), (50, SECOND, 20)])
    of = draft(table(marks))
    table_vigorish.collect_all(of, act(table_acts.CollectAllVig))
    paid = lines(of, e.VigorishCollected)
    assert paid == [(3, 100, FIRST), (3, 50, SECOND), (7, 30, SECOND)]
    none = refused(
        lambda: table_vigorish.collect_all(draft(table({})), act(table_acts.CollectAllVig))
    )
    assert (none[0], none[1], none[3]) == (
        "nothing_owed",
        "No seat of MB-01 owes vigorish.",
        {"table": "MB-01"},
    )


# -- of whom, and where it goes


def test_v3_a_seat_that_owes_nothing_settles_nothing() -> None:
    """A seat that the open table has not is named as such."""
    for does in (collects, documents):
        for open_ in (True, False):
            of = draft(table(TWO, "div-mini", open=open_))
            code, message, _, facts = refused(lambda does=does, of=of: does(of, seat=4))  # type: ignore[misc]
            assert (code, facts) == ("nothing_owed", {"seat": 4})
            assert message == "Seat 4 owes no vigorish."
        found = refused(lambda does=does: does(draft(table(TWO, "div-mini")), seat=99))  # type: ignore[misc]
        assert found[0] == "no_such_seat"
    assert refused(lambda: leaves(draft(table({}))))[0] == "nothing_owed"


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({}, ""),
        ({"rounds": {}}, ""),
        ({"rounds": {}, "opened_at": NOW}, ""),
        ({"rounds": {}, "opened_at": NOW + 5}, ""),
        ({"rounds": {}, "opened_at": NOW + 6}, "table_closed"),
        ({"rounds": {}, "open": False}, "table_closed"),
        ({"rounds": {NEXT: 1}, "open": False}, "table_closed"),
        ({"open": False}, "tray_counted"),
        ({"rounds": {DAY: 0}, "open": False}, "tray_counted"),
    ],
)
def test_v5_money_goes_to_a_tray_that_was_there(state: dict[str, Any], code: str) -> None:
    """With five microseconds by which clocks may differ; what moves no chips needs none."""
    many = lambda of: table_vigorish.collect_all(of, act(table_acts.CollectAllVig))  # noqa: E731
    for does in (collects, documents, many):
        of = draft(table(TWO, "div-mini", **state), tolerance=5)
        if not code:
            does(of)
            assert len(of.pending) == 1
            continue
        found = refused(lambda does=does, of=of: does(of))  # type: ignore[misc]
        assert (found[0], found[3]) == (code, {"table": "MB-01", "day": DAY})
        if code == "table_closed":
            assert found[1] == f"Table MB-01 was not open on {DAY}."
        else:
            assert found[2].startswith("Paid, or put on a form, while the table was open")
    assert len(leaves(draft(table(TWO, "div-mini", **state)), no_form="gone")) == 2


# -- forms


BEFORE: Final = (RulesBefore(FIRST, False),)
"""The first round was played under rules without forms."""


def test_f8_a_form_takes_what_was_played_under_rules_that_have_one() -> None:
    marked = table(TWO, "div-mini", rules_before=BEFORE)
    assert documents(draft(marked)) == [(3, 50, SECOND)]
    assert documents(draft(marked), cents=20) == [(3, 20, SECOND)]
    code, message, step, facts = refused(lambda: documents(draft(marked), cents=51))
    assert (code, facts["owed_cents"]) == ("more_than_owed", 50)
    assert message == "Seat 3 owes $0.50, less than the $0.51 given."
    assert step.startswith("Document what is owed")


@pytest.mark.parametrize("marks", [{}, TWO])
@pytest.mark.parametrize(
    ("rules", "section"),
    [("ma-midi", "12(d)(2)"), ("div-mini-no-commission", "(c)(3)(iii)")],
)
def test_f8_where_no_rules_have_a_form_there_is_none(
    marks: Marks, rules: str, section: str
) -> None:
    """By the section on forms, or where there is none by that on what is collected later."""
    of = table(marks, rules, rules_before=(RulesBefore(LATER, False),))
    code, message, step, facts = refused(lambda: documents(draft(of)))
    assert (code, step) == ("forms_not_provided", "Collect it from the player.")
    named = str(facts.pop("section"))
    assert named.endswith(f" {section}")
    assert message == f"{rules} has no form for vigorish that is not collected [{named}]."
    assert facts == {"table": "MB-01", "rules": rules}


def test_f8_what_is_left_uncollected_asks_for_the_form_that_it_has() -> None:
    marked = table(TWO, "div-mini", rules_before=BEFORE)
    code, message, step, facts = refused(lambda: leaves(draft(marked)))
    assert (code, facts) == ("form_first", {"seat": 3, "cents": 50})
    assert message.startswith("$0.50 that seat 3 owes goes on a form: div-mini provides it.")
    assert "--no-form" in step
    of = draft(marked)
    assert leaves(of, no_form="gone") == [(3, 100, FIRST), (3, 50, SECOND)]
    (event,) = of.pending
    assert isinstance(event, e.VigorishUncollected)
    assert (event.reason, event.supervisor, event.no_form) == ("left", "S-2", "gone")
    assert leaves(draft(marked), cents=100) == [(3, 100, FIRST)]
    needless = refused(lambda: leaves(draft(marked), cents=100, no_form="gone"))
    assert (needless[0], needless[2]) == (
        "forms_not_provided",
        "Leave out why no form was written.",
    )


def test_v4_who_leaves_it_uncollected_has_a_supervisor_and_no_more_than_is_owed() -> None:
    code, message, *_ = refused(lambda: leaves(draft(table(TWO)), supervisor="c-1"))
    assert code == "signed_twice"
    assert "record of what is not collected both as author and as supervisor" in message
    more = refused(lambda: leaves(draft(table(TWO)), cents=151))
    assert (more[0], more[2][:22]) == ("more_than_owed", "Record what is owed, o")
    assert leaves(draft(table(TWO))) == [(3, 100, FIRST), (3, 50, SECOND)]


def test_f8_what_a_void_form_had_taken_is_owed_again_as_it_was() -> None:
    of = draft(table({}))
    marks = [table_acts.MarkPutBack(3, 40, FIRST, 10), table_acts.MarkPutBack(5, 7, SECOND, 20)]
    table_vigorish.restore(of, act(table_acts.RestoreVig, serial="CVF-1", marks=marks))
    (event,) = of.pending
    assert isinstance(event, e.VigorishRestored)
    assert (event.serial, event.lines) == (
        "CVF-1",
        [e.MarkBack(3, 40, FIRST, 10), e.MarkBack(5, 7, SECOND, 20)],
    )


def test_v4_what_is_owed_stands_in_the_way_seat_by_seat() -> None:
    table_vigorish.require_nothing_owed(draft(table({})), "nobody leaves")
    marks = owing(seat7=[(30, SECOND, 20)], seat3=[(100, FIRST, 10), (50, SECOND, 20)])
    code, message, step, facts = refused(
        lambda: table_vigorish.require_nothing_owed(draft(table(marks)), "nobody leaves")
    )
    assert (code, facts) == ("vigorish_owed", {"owed_cents": {3: 150, 7: 30}})
    assert message == "Seat 3 owes $1.50, seat 7 owes $0.30 of vigorish; nobody leaves."
    assert step == "Collect it first, or record it as uncollected."
    with_forms = table(marks, "div-mini", rules_before=BEFORE)
    assert table_vigorish.settling(with_forms).startswith("Collect or document it first")
    of_before = table(owing(seat3=[(100, FIRST, 10)]), "div-mini", rules_before=BEFORE)
    assert table_vigorish.settling(of_before).startswith("Collect it first")


# -- how they are kept


def test_v3_what_is_put_back_is_owed_anew_in_the_order_of_rounds_and_moments() -> None:
    marks = owing(seat3=[(50, SECOND, 20), (5, f"MB-01:{DAY}:10", 15)])
    put_back(marks, e.MarkBack(3, 40, FIRST, 10), 70)
    put_back(marks, e.MarkBack(3, 9, SECOND, 1), 60)
    put_back(marks, e.MarkBack(4, 8, SECOND, 1), 61)
    assert marks == owing(
        seat3=[
            (40, FIRST, 70),
            (50, SECOND, 20),
            (9, SECOND, 60),
            (5, f"MB-01:{DAY}:10", 15),
        ],
        seat4=[(8, SECOND, 61)],
    )


@pytest.mark.parametrize(
    ("cents", "left"),
    [
        (10, [(30, 10), (60, 30)]),
        (40, [(60, 30)]),
        (41, [(59, 30)]),
        (100, []),
        (101, []),
    ],
)
def test_v3_what_is_paid_of_a_round_leaves_the_rest_and_every_other_round(
    cents: int, left: list[tuple[int, int]]
) -> None:
    marks = owing(
        seat3=[(40, FIRST, 10), (60, FIRST, 30), (50, SECOND, 20)], seat5=[(7, FIRST, 10)]
    )
    pay(marks, e.SeatCents(3, cents, FIRST))
    of_first = [(each, FIRST, since) for each, since in left]
    assert marks == owing(seat3=[*of_first, (50, SECOND, 20)], seat5=[(7, FIRST, 10)])
    pay(marks, e.SeatCents(5, 7, FIRST))
    pay(marks, e.SeatCents(6, 7, FIRST))
    assert list(marks) == [3], "a seat that owes nothing more has no marks"


def test_v3_what_a_seat_gets_back_is_less_by_what_it_was_handed() -> None:
    back: OwedBack = {
        3: (e.SeatCents(3, 100, FIRST), e.SeatCents(3, 50, SECOND)),
        5: (e.SeatCents(5, 7, FIRST),),
    }
    hand_back(
        back, [e.SeatCents(3, 100, FIRST), e.SeatCents(3, 20, SECOND), e.SeatCents(4, 1, FIRST)]
    )
    assert back == {3: (e.SeatCents(3, 30, SECOND),), 5: (e.SeatCents(5, 7, FIRST),)}
    hand_back(back, [e.SeatCents(5, 7, FIRST)])
    assert list(back) == [3]

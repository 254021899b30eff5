"""Books that wait for their second signature (A4): one keyboard closes no day as two people."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from ledger.day.acts import (
    CloseDay,
    CloseMonth,
    CountDrops,
    MonthRead,
    Reconciled,
    RefuseBooks,
    SignDay,
    SignMonth,
)
from ledger.desks.ledger import Ledger, now_micros
from ledger.events.act import Act
from ledger.events.day import DayClosed, DropBox, TableBooks
from ledger.events.month import MonthClosed
from ledger.events.operators import Role
from ledger.events.signing import BooksProposed
from ledger.operators.acts import SuspendOperator
from ledger.transaction.gate import Gate
from ledger.values.calendar import from_micros
from ledger.values.errors import PitError
from tests.clerk import Clerk, establish
from tests.killed import until_it_is_done
from tests.ledger.operators.house import micros, register
from tests.ledger.operators.proving import Clock, Typing, code, enroll, opening, phrase, require

DAY = "2026-07-11"
MONTH = "2026-06"
BOOKS = [TableBooks("MB-01", {"drop": 0})]
PEOPLE = ("A-1", "A-2", "A-3")
HOUR = 3_600_000_000


@pytest.fixture
def clock() -> Clock:
    return Clock(micros("2026-07-12T12:00:00-04:00"))


@pytest.fixture
def opened(url: str, clock: Clock) -> Iterator[Callable[[], Ledger]]:
    """A property where the second signs with a passphrase, opened as often as asked, on each database in turn."""
    with opening(url, clock) as reopened:

        def open_() -> Ledger:
            ledger = reopened()
            Typing(ledger)
            return ledger

        first = open_()
        establish(first)
        Clerk(first, moment="2026-07-11T18:00:00-04:00").opens()
        for operator in PEOPLE:
            register(first, operator, Role.ACCOUNTING, by="A-1")
            enroll(first, operator, by="A-1")
        register(first, "C-1", Role.PIT_CLERK)
        require(first, "A-1", "second", sign_within_minutes=8 * 60)
        yield open_


@pytest.fixture
def ledger(opened: Callable[[], Ledger]) -> Ledger:
    return opened()


def read(ledger: Ledger, at: int = 0) -> Reconciled:
    """The day as it reads at an event, now unless given."""
    return Reconciled(DAY, [], BOOKS, at or ledger.journal.max_notification_id() or 0)


def closes(ledger: Ledger, by: str = "A-1", second: str = "A-2") -> CloseDay:
    at = from_micros(ledger.clock())
    return CloseDay(by=by, second=second, at=at, day=DAY, read=read(ledger))


def signs(ledger: Ledger, by: str = "A-2") -> SignDay:
    """The day read again at the event at which it was proposed."""
    proposed = ledger.loader.signing(DAY).proposed
    at = proposed.books_at if proposed else 0
    return SignDay(by=by, at=from_micros(ledger.clock()), day=DAY, read=read(ledger, at))


def refuses(ledger: Ledger, by: str, reason: str = "read it again") -> RefuseBooks:
    return RefuseBooks(by=by, at=from_micros(ledger.clock()), books=DAY, reason=reason)


def test_the_books_wait_for_the_second_who_signs_elsewhere_and_later(
    opened: Callable[[], Ledger], clock: Clock
) -> None:
    desk, elsewhere = opened(), opened()
    typing = Typing(desk)
    act = closes(desk)
    (proposed,) = [each.event for each in desk.do(act).events]
    assert isinstance(proposed, BooksProposed)
    assert (proposed.by, proposed.waits_for, proposed.books_at) == ("A-1", "A-2", act.read.position)
    assert {operator for operator, _ in typing.asked} == {"A-1"}
    assert desk.loader.day(DAY).closed is None
    clock.now += HOUR
    typing = Typing(elsewhere)
    (closed,) = [each.event for each in elsewhere.do(signs(elsewhere)).events]
    assert isinstance(closed, DayClosed)
    assert {closed.by, closed.second} == {"A-1", "A-2"}
    assert closed.books_at == proposed.books_at
    assert {operator for operator, _ in typing.asked} == {"A-2"}


def test_x38_decision_38_one_keyboard_does_not_close_a_day_as_two(ledger: Ledger) -> None:
    """Who knows one passphrase signs once, whoever they say they are."""
    typing = Typing(ledger)
    typing.phrases = dict.fromkeys(PEOPLE, phrase("A-1"))
    ledger.do(closes(ledger))
    assert code(ledger, signs(ledger)) == "passphrase_wrong"
    assert code(ledger, signs(ledger, by="A-1")) == "not_yours_to_sign"
    assert code(ledger, closes(ledger, by="A-2", second="A-1")) == "passphrase_wrong"
    assert code(ledger, closes(ledger, second="A-1")) == "signed_twice"
    assert ledger.loader.day(DAY).closed is None


def test_a_day_that_got_an_event_since_is_proposed_again(ledger: Ledger) -> None:
    ledger.do(closes(ledger))
    stale = signs(ledger)
    _something_happens(ledger)
    assert code(ledger, stale) == "day_changed"
    ledger.do(closes(ledger))
    assert ledger.do(signs(ledger)).events


def _something_happens(ledger: Ledger) -> None:
    at = from_micros(micros("2026-07-11T20:00:00-04:00"))
    ledger.do(CountDrops(by="A-3", at=at, day=DAY, boxes=[DropBox("MB-01", 100)]))


def test_other_books_than_those_proposed_are_not_signed(ledger: Ledger) -> None:
    ledger.do(closes(ledger))
    act = signs(ledger)
    other = [TableBooks("MB-01", {"drop": 1})]
    assert code(ledger, replace(act, read=replace(act.read, books=other))) == "books_changed"


def test_what_is_not_signed_within_the_time_is_proposed_again(ledger: Ledger, clock: Clock) -> None:
    ledger.do(closes(ledger))
    clock.now += 8 * HOUR + 1
    assert code(ledger, signs(ledger)) == "signed_too_late"
    ledger.do(closes(ledger))
    assert ledger.do(signs(ledger)).events


def test_either_of_the_two_refuses_and_nobody_else(ledger: Ledger) -> None:
    assert code(ledger, refuses(ledger, "A-1")) == "nothing_to_sign"
    for by in ("A-1", "A-2"):
        ledger.do(closes(ledger))
        assert code(ledger, refuses(ledger, "A-3")) == "not_yours_to_refuse"
        assert code(ledger, refuses(ledger, by, reason="")) == "no_reason"
        ledger.do(refuses(ledger, by))
        assert code(ledger, signs(ledger)) == "nothing_to_sign"


def test_who_was_suspended_since_has_not_signed(ledger: Ledger) -> None:
    ledger.do(closes(ledger))
    at = from_micros(ledger.clock())
    ledger.do(SuspendOperator(by="A-3", at=at, operator="A-1", reason="left"))
    assert code(ledger, signs(ledger)) == "operator_suspended"


def test_a_key_answers_for_the_proposal_and_for_the_signature(ledger: Ledger) -> None:
    first = ledger.do(closes(ledger), key="k-1")
    again = ledger.do(closes(ledger), key="k-1")
    assert (again.repeated, again.position) == (True, first.position)
    act = signs(ledger)
    assert ledger.do(act, dry_run=True).position is None
    signed = ledger.do(act, key="k-2")
    assert ledger.do(act, key="k-2").position == signed.position


def test_of_two_who_sign_at_once_one_closes_it(opened: Callable[[], Ledger]) -> None:
    desk = opened()
    desk.do(closes(desk))
    hands = [opened(), opened()]
    acts = [signs(each) for each in hands]

    def sign(each: tuple[Ledger, Act]) -> str:
        try:
            each[0].do(each[1])
        except PitError as error:
            return error.refusal.code
        return "closed"

    with ThreadPoolExecutor(2) as at_once:
        found = sorted(at_once.map(sign, zip(hands, acts, strict=True)))
    assert found[0] == "closed"
    assert found[1] in {"day_changed", "day_closed"}
    assert len(desk.stream(f"day:{DAY}")) == 1


def test_who_signs_while_another_signature_is_decided_closes_it_alone(
    opened: Callable[[], Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opened()
    desk.do(closes(desk))
    first, other = opened(), opened()
    act, left = signs(first), [signs(other)]
    looked = Gate.is_dated_since

    def and_then_the_other_signs(gate: Gate, position: int, day: str) -> bool:
        found = looked(gate, position, day)
        while left:
            other.do(left.pop())
        return found

    monkeypatch.setattr(Gate, "is_dated_since", and_then_the_other_signs)
    assert code(first, act) == "day_closed"
    assert len(desk.stream(f"day:{DAY}")) == 1


def at_the_prompt(ledger: Ledger, happens: Callable[[], object]) -> Ledger:
    """The ledger; once, something happens while somebody stands at the prompt for their passphrase."""
    types, left = Typing(ledger), [happens]

    def ask(operator: str, role: str) -> str | None:
        while left:
            left.pop()()
        return types(operator, role)

    ledger.passphrases.ask = ask
    return ledger


@pytest.mark.parametrize(
    ("happens", "found"),
    [
        (lambda ledger: ledger.do(refuses(ledger, "A-1", "recount")), "nothing_to_sign"),
        (lambda ledger: ledger.do(closes(ledger, second="A-3")), "not_yours_to_sign"),
        (lambda ledger: ledger.do(closes(ledger)), "books_changed"),
    ],
    ids=["withdrawn", "proposed to another", "proposed anew"],
)
def test_a4_who_signs_what_is_no_longer_proposed_when_they_have_typed_their_passphrase_signs_nothing(
    opened: Callable[[], Ledger], happens: Callable[[Ledger], object], found: str
) -> None:
    desk = opened()
    desk.do(closes(desk))
    act = signs(desk)
    assert code(at_the_prompt(opened(), lambda: happens(desk)), act) == found
    assert desk.loader.day(DAY).closed is None


def test_a4_books_that_are_closed_are_refused_by_nobody(opened: Callable[[], Ledger]) -> None:
    desk = opened()
    desk.do(closes(desk))
    act = signs(desk)
    late = at_the_prompt(opened(), lambda: desk.do(act))
    for by in ("A-1", "A-2"):
        assert code(late, refuses(desk, by)) == "day_closed"
    assert len(desk.stream(f"signing:{DAY}")) == 1


def proposed_month(desk: Ledger) -> tuple[RefuseBooks, SignMonth]:
    """A month's books, proposed: how they are withdrawn, and how they are signed."""
    at = from_micros(desk.clock())
    said = MonthRead(MONTH, BOOKS, desk.journal.max_notification_id() or 0)
    desk.do(CloseMonth(by="A-1", second="A-2", at=at, month=MONTH, read=said))
    refuse = RefuseBooks(by="A-1", at=at, books=MONTH, reason="recount")
    sign = SignMonth(by="A-2", at=at, month=MONTH, read=said)
    return refuse, sign


def test_a4_a_month_that_is_closed_is_refused_by_nobody(opened: Callable[[], Ledger]) -> None:
    desk = opened()
    refuse, sign = proposed_month(desk)
    assert code(at_the_prompt(opened(), lambda: desk.do(sign)), refuse) == "month_closed"
    assert code(desk, refuse) == "month_closed"


def test_a4_a_month_that_is_withdrawn_while_it_is_signed_stays_open(
    opened: Callable[[], Ledger],
) -> None:
    desk = opened()
    refuse, sign = proposed_month(desk)
    assert code(at_the_prompt(opened(), lambda: desk.do(refuse)), sign) == "nothing_to_sign"
    assert desk.loader.month(MONTH).closed is None


def test_a_month_waits_as_a_day_does(ledger: Ledger) -> None:
    at = from_micros(ledger.clock())
    said = MonthRead(MONTH, BOOKS, ledger.journal.max_notification_id() or 0)
    close = CloseMonth(by="A-1", second="A-2", at=at, month=MONTH, read=said)
    ledger.do(close)
    assert code(ledger, SignMonth(by="A-3", at=at, month=MONTH, read=said)) == "not_yours_to_sign"
    sign = SignMonth(by="A-2", at=at, month=MONTH, read=said)
    (closed,) = [each.event for each in ledger.do(sign).events]
    assert isinstance(closed, MonthClosed)
    assert code(ledger, sign) == "month_closed"


@pytest.mark.parametrize("proposed", [False, True], ids=["proposed", "signed"])
def test_killed_at_every_statement_it_is_done_or_waits_still(
    opened: Callable[[], Ledger], url: str, *, proposed: bool
) -> None:
    """The books wait for the second signature or they do not; and are signed then, or wait still."""
    desk = opened()
    desk.clock = now_micros  # As that of the process that is killed.
    if proposed:
        desk.do(closes(desk))
    act, by = (signs(desk), "A-2") if proposed else (closes(desk), "A-1")
    nothing, whole = until_it_is_done(Clerk(desk), url, act, 1, phrase(by))
    assert nothing
    assert whole
    assert bool(desk.loader.day(DAY).closed) is proposed
    assert desk.loader.signing(DAY).proposed

"""Two connections at once: who is suspended or registered while an act is decided counts before the act is saved."""

from collections.abc import Callable, Iterator

import pytest
from eventsourcing.persistence import RecordConflictError

from ledger.desks.closing import ClosingDesk, Reconciled
from ledger.desks.ledger import Ledger
from ledger.desks.operators import OperatorDesk
from ledger.events.base import Recorded
from ledger.events.operators import STREAM, Role
from ledger.feed import Intake
from ledger.feed.lines import Line
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import PitError
from tests.clerk import Clerk
from tests.ledger.feed.sender import Sender
from tests.ledger.operators.house import MORNING, micros

DEALERS = ("D-1", "D-2")
OUT = "licence expired"
Decide = Callable[[UnitOfWork], tuple[Recorded, ...]]


@pytest.fixture
def other(url: str, ledger: Ledger) -> Iterator[Ledger]:
    """A second connection to the same store."""
    assert ledger.property
    with Ledger(url) as second:
        yield second


def desk(ledger: Ledger, at: str = MORNING) -> OperatorDesk:
    return OperatorDesk(ledger, "A-1", micros(at))


def staffed(ledger: Ledger) -> None:
    desk(ledger).register("A-1", name="Ruth Okafor", licence="L-1", roles=[Role.ACCOUNTING])
    desk(ledger).register("A-2", name="Ines Ko", licence="L-2", roles=[Role.ACCOUNTING])
    for code in DEALERS:
        desk(ledger).register(code, name=code, licence=f"L-{code}", roles=[Role.DEALER])


def suspend(ledger: Ledger, code: str = "D-1") -> None:
    desk(ledger).suspend(code, OUT)


def newcomer(ledger: Ledger) -> None:
    desk(ledger).register("D-9", name="N", licence="L-9", roles=[Role.DEALER])


def meanwhile(decide: Decide, happens: Callable[[], object]) -> Decide:
    """Decides, and the first time something happens before it is saved."""
    calls: list[None] = []

    def decided(unit: UnitOfWork) -> tuple[Recorded, ...]:
        events = decide(unit)
        if not calls:
            happens()
        calls.append(None)
        return events

    return decided


def sits(clerk: Clerk, seat: int = 3, by: str = "D-1") -> Decide:
    act = clerk.act("sit", seat=seat, by=by)
    return lambda unit: unit.take(act)


def refused(ledger: Ledger, decide: Decide) -> str:
    with pytest.raises(PitError) as caught:
        ledger.run(decide)
    return caught.value.refusal.code


def seats(ledger: Ledger) -> list[int]:
    return sorted(ledger.table("MB-01").seats)


def test_a_suspension_saved_first_stops_an_act_decided_before_it(
    dealing: Clerk, other: Ledger
) -> None:
    staffed(other)
    unit = dealing.ledger.begin()
    sits(dealing)(unit)
    suspend(other)
    before = dealing.everything()
    with pytest.raises(RecordConflictError, match="stream is not as it was: operators"):
        unit.commit()
    assert dealing.everything() == before
    assert refused(dealing.ledger, sits(dealing)) == "operator_suspended"


def test_who_is_suspended_while_it_is_decided_is_refused(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    act = meanwhile(sits(dealing), lambda: suspend(other))
    assert refused(dealing.ledger, act) == "operator_suspended"
    assert seats(dealing.ledger) == []


def test_who_loses_the_role_while_it_is_decided_is_refused(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    act = meanwhile(sits(dealing), lambda: desk(other).change_roles("D-1", [Role.CAGE]))
    assert refused(dealing.ledger, act) == "role_required"


def test_a_change_that_does_not_concern_it_has_it_decided_again(
    dealing: Clerk, other: Ledger
) -> None:
    staffed(other)
    dealing.ledger.run(meanwhile(sits(dealing, 3), lambda: newcomer(other)))
    dealing.ledger.run(meanwhile(sits(dealing, 4), lambda: suspend(other, "D-2")))
    assert seats(dealing.ledger) == [3, 4]


def test_acts_at_once_do_not_meet_where_nobody_changes_the_register(
    dealing: Clerk, other: Ledger
) -> None:
    beside = Clerk(other, "MB-02").opens()
    staffed(dealing.ledger)
    assert not other.load_operators().open
    one, two = dealing.ledger.begin(), other.begin()
    sits(dealing)(one)
    sits(beside, by="D-2")(two)
    assert one.commit()
    assert two.commit()


def test_the_first_registration_stops_what_was_decided_while_the_property_was_open(
    dealing: Clerk, other: Ledger
) -> None:
    unit = dealing.ledger.begin()
    sits(dealing, by="C-1")(unit)
    staffed(other)
    with pytest.raises(RecordConflictError):
        unit.commit()
    assert refused(dealing.ledger, sits(dealing, by="C-1")) == "unknown_operator"
    dealing.ledger.run(sits(dealing))


def test_a_program_that_knew_the_property_as_open_learns_that_it_is_not(
    dealing: Clerk, other: Ledger
) -> None:
    dealing.ledger.run(sits(dealing, 1, by="C-1"))
    staffed(other)
    with pytest.raises(PitError) as caught:
        dealing.ledger.run(sits(dealing, 2, by="C-1"), dry_run=True)
    assert caught.value.refusal.code == "unknown_operator"
    assert refused(dealing.ledger, sits(dealing, 2, by="C-1")) == "unknown_operator"
    assert seats(dealing.ledger) == [1]


def test_an_open_property_reads_its_register_once(
    dealing: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    stream = Ledger.stream

    def reading(self: Ledger, name: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        read.append(name)
        return stream(self, name, first, last)

    monkeypatch.setattr(Ledger, "stream", reading)
    for seat in range(1, 9):
        dealing.ledger.run(sits(dealing, seat, by="C-1"))
    assert STREAM not in read


def _feeds(ledger: Ledger, lines: Iterator[Line | None]) -> list[str]:
    """Feeds lines; what became of those that were refused."""
    told: list[str] = []
    Intake(ledger, tell=lambda found: told.append(str(getattr(found, "code", found)))).run(lines)
    return told


def test_a_feeder_that_began_in_an_open_property_is_held_to_the_register(
    dealing: Clerk, other: Ledger
) -> None:
    sender = Sender()

    def lines() -> Iterator[Line | None]:
        yield Line(1, sender.line("sit", seat=1))
        yield None
        staffed(other)
        yield Line(2, sender.line("sit", seat=2, by="D-1"))
        yield None
        yield Line(3, sender.line("sit", seat=3))

    assert _feeds(dealing.ledger, lines()) == ["unknown_operator"]
    assert seats(dealing.ledger) == [1, 2]


def test_records_that_wait_to_be_saved_are_held_to_it_too(dealing: Clerk, other: Ledger) -> None:
    sender = Sender()

    def lines() -> Iterator[Line | None]:
        yield Line(1, sender.line("sit", seat=1, by="D-1"))
        yield Line(2, sender.line("sit", seat=2))
        staffed(other)

    assert _feeds(dealing.ledger, lines()) == ["unknown_operator"]
    assert seats(dealing.ledger) == [1]


DAY, AFTER = "2026-07-11", "2026-07-12T12:00:00-04:00"


def _closes(ledger: Ledger, happens: Callable[[], object]) -> None:
    """Closes the day, and something happens while that is decided."""
    desk_, load = ClosingDesk(ledger), ledger.load_day
    calls: list[None] = []

    def loaded(day: str) -> object:
        if not calls:
            happens()
        calls.append(None)
        return load(day)

    ledger.load_day = loaded  # type: ignore[method-assign,assignment]
    read = Reconciled(DAY, [], [], ledger.journal.max_notification_id() or 0)
    desk_.close(read, by="A-1", second="A-2", at=micros(AFTER))


def test_a_day_is_closed_whoever_is_registered_meanwhile(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    _closes(dealing.ledger, lambda: OperatorDesk(other, "A-1", micros(AFTER)).suspend("D-1", OUT))
    assert other.load_day(DAY).closed


def test_who_is_suspended_meanwhile_does_not_close_the_day(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    with pytest.raises(PitError) as caught:
        _closes(
            dealing.ledger, lambda: OperatorDesk(other, "A-1", micros(AFTER)).suspend("A-2", OUT)
        )
    assert caught.value.refusal.code == "operator_suspended"
    assert other.load_day(DAY).closed is None

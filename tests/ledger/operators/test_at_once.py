"""Two connections at once: who is suspended or registered while an act is decided counts before the act is saved."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from eventsourcing.persistence import RecordConflictError

from ledger.day.acts import CloseDay, Reconciled
from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events.base import Recorded
from ledger.events.operators import STREAM, Role
from ledger.feed import Intake
from ledger.feed.lines import Line
from ledger.operators.acts import ChangeRoles
from ledger.table.acts import Act
from ledger.transaction.loading import Loader
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import PitError
from tests.clerk import Clerk
from tests.ledger.feed.sender import Sender
from tests.ledger.operators.house import register, says, suspend

DEALERS = ("D-1", "D-2")


@pytest.fixture
def other(url: str, ledger: Ledger) -> Iterator[Ledger]:
    """A second connection to the same store."""
    assert ledger.property
    with Ledger(url) as second:
        yield second


def staffed(ledger: Ledger) -> None:
    for code in ("A-1", "A-2"):
        register(ledger, code, Role.ACCOUNTING)
    for code in DEALERS:
        register(ledger, code, Role.DEALER)


def newcomer(ledger: Ledger) -> None:
    register(ledger, "D-9", Role.DEALER)


def meanwhile(ledger: Ledger, happens: Callable[[], object]) -> Ledger:
    """The ledger; once, something happens between a decision and the commit."""
    begin = ledger.begin

    def once(**how: Any) -> UnitOfWork:
        ledger.begin = begin  # type: ignore[method-assign]
        unit = begin(**how)
        commit = unit.commit

        def late() -> int | None:
            happens()
            return commit()

        unit.commit = late  # type: ignore[method-assign]
        return unit

    ledger.begin = once  # type: ignore[method-assign]
    return ledger


def sits(clerk: Clerk, seat: int = 3, by: str = "D-1") -> Act:
    return clerk.act("sit", seat=seat, by=by)


def refused(ledger: Ledger, act: Act) -> str:
    with pytest.raises(PitError) as caught:
        ledger.do(act)
    return caught.value.refusal.code


def seats(ledger: Ledger) -> list[int]:
    return sorted(ledger.table("MB-01").seats)


def test_a_suspension_saved_first_stops_an_act_decided_before_it(
    dealing: Clerk, other: Ledger
) -> None:
    staffed(other)
    unit = dealing.ledger.begin()
    take(unit, sits(dealing))
    suspend(other, "D-1")
    before = dealing.everything()
    with pytest.raises(RecordConflictError, match="stream='operators'"):
        unit.commit()
    assert dealing.everything() == before
    assert refused(dealing.ledger, sits(dealing)) == "operator_suspended"


def test_who_is_suspended_while_it_is_decided_is_refused(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    ledger = meanwhile(dealing.ledger, lambda: suspend(other, "D-1"))
    assert refused(ledger, sits(dealing)) == "operator_suspended"
    assert seats(dealing.ledger) == []


def test_who_loses_the_role_while_it_is_decided_is_refused(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    changed = partial(says, other, ChangeRoles, "D-1", roles=[Role.CAGE])
    assert refused(meanwhile(dealing.ledger, changed), sits(dealing)) == "role_required"


def test_a_change_that_does_not_concern_it_has_it_decided_again(
    dealing: Clerk, other: Ledger
) -> None:
    staffed(other)
    meanwhile(dealing.ledger, lambda: newcomer(other)).do(sits(dealing, 3))
    meanwhile(dealing.ledger, lambda: suspend(other, "D-2")).do(sits(dealing, 4))
    assert seats(dealing.ledger) == [3, 4]


def test_acts_at_once_do_not_meet_where_nobody_changes_the_register(
    dealing: Clerk, other: Ledger
) -> None:
    beside = Clerk(other, "MB-02").opens()
    staffed(dealing.ledger)
    assert not other.loader.registry().open
    one, two = dealing.ledger.begin(), other.begin()
    take(one, sits(dealing))
    take(two, sits(beside, by="D-2"))
    assert one.commit()
    assert two.commit()


def test_the_first_registration_stops_what_was_decided_while_the_property_was_open(
    dealing: Clerk, other: Ledger
) -> None:
    unit = dealing.ledger.begin()
    take(unit, sits(dealing, by="C-1"))
    staffed(other)
    with pytest.raises(RecordConflictError):
        unit.commit()
    assert refused(dealing.ledger, sits(dealing, by="C-1")) == "unknown_operator"
    dealing.ledger.do(sits(dealing))


def test_a_program_that_knew_the_property_as_open_learns_that_it_is_not(
    dealing: Clerk, other: Ledger
) -> None:
    dealing.ledger.do(sits(dealing, 1, by="C-1"))
    staffed(other)
    with pytest.raises(PitError) as caught:
        dealing.ledger.do(sits(dealing, 2, by="C-1"), dry_run=True)
    assert caught.value.refusal.code == "unknown_operator"
    assert refused(dealing.ledger, sits(dealing, 2, by="C-1")) == "unknown_operator"
    assert seats(dealing.ledger) == [1]


def test_an_open_property_reads_its_register_once(
    dealing: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    stream = Loader.stream

    def reading(self: Loader, name: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        read.append(name)
        return stream(self, name, first, last)

    monkeypatch.setattr(Loader, "stream", reading)
    for seat in range(1, 9):
        dealing.ledger.do(sits(dealing, seat, by="C-1"))
    assert STREAM not in read


def _feeds(ledger: Ledger, lines: Iterator[Line | None]) -> list[str]:
    """Feeds lines; what became of those that were refused."""
    told: list[str] = []
    Intake(ledger, note=lambda found: told.append(str(getattr(found, "code", found)))).run(lines)
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
    read = Reconciled(DAY, [], [], ledger.journal.max_notification_id() or 0)
    at = datetime.fromisoformat(AFTER)
    meanwhile(ledger, happens).do(CloseDay(by="A-1", second="A-2", at=at, day=DAY, read=read))


def test_a_day_is_closed_whoever_is_registered_meanwhile(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    _closes(dealing.ledger, lambda: suspend(other, "D-1", at=AFTER))
    assert other.loader.day(DAY).closed


def test_who_is_suspended_meanwhile_does_not_close_the_day(dealing: Clerk, other: Ledger) -> None:
    staffed(other)
    with pytest.raises(PitError) as caught:
        _closes(dealing.ledger, lambda: suspend(other, "A-2", at=AFTER))
    assert caught.value.refusal.code == "operator_suspended"
    assert other.loader.day(DAY).closed is None

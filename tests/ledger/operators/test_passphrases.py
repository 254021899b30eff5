"""Passphrases: who sets whose, how failures are counted and delayed, and what nobody can get around."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.equipment.acts import IssueFeedToken
from ledger.events.act import Act
from ledger.events.operators import PassphraseFailed, PassphraseProven, Role
from ledger.feed import Intake
from ledger.feed.permit import Permit
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.operators.enrollment import FIRST_WAIT, FREE, LONGEST_WAIT
from ledger.property.acts import ChangeSettings, RebuildReadModels
from ledger.store import tables
from ledger.store.engine import begin_write
from ledger.values.errors import Misused, PitError, Refused
from ledger.values.passphrases import made
from ledger.values.tokens import digest
from projections.figures import exceptions
from tests.clerk import Clerk, establish
from tests.ledger.feed.sender import OPENER, SIGNED, Fed, Sender
from tests.ledger.link.test_meters import reading
from tests.ledger.operators.house import NOON, micros, register
from tests.ledger.operators.proving import (
    AT,
    Clock,
    Typing,
    code,
    enroll,
    opening,
    phrase,
    refused,
    require,
)

NOW = micros("2026-07-11T14:00:00-04:00")
OPENED = {"rules": "ma-midi", "pit": "P-1", "opener": OPENER, **SIGNED}


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def opened(url: str, clock: Clock) -> Iterator[Callable[[], Ledger]]:
    """A property of two registrars and a clerk, opened as often as asked, on each database in turn."""
    with opening(url, clock) as open_:
        first = open_()
        establish(first)
        register(first, "A-1", Role.AUDIT)
        register(first, "A-2", Role.ACCOUNTING)
        register(first, "C-1", Role.PIT_CLERK)
        yield open_


@pytest.fixture
def office(opened: Callable[[], Ledger]) -> Ledger:
    return opened()


def late_after(by: str, minutes: int) -> ChangeSettings:
    """An act that audit and accounting may do."""
    return ChangeSettings(by=by, at=AT, settings={"late_after_minutes": minutes})


# -- who sets whose


def test_the_first_registrar_sets_their_own_and_everybody_else_theirs_before_one_who_has_one(
    office: Ledger,
) -> None:
    typing = Typing(office)
    with pytest.raises(Refused) as caught:
        enroll(office, "C-1", by="C-1")
    assert caught.value.refusal.code == "first_passphrase"
    with pytest.raises(Refused) as caught:
        enroll(office, "C-1", by="A-1")
    assert caught.value.refusal.code == "not_enrolled"
    enroll(office, "A-1", by="A-1")
    for operator in ("A-2", "C-1"):
        with pytest.raises(Refused) as caught:
            enroll(office, operator, by=operator)
        assert caught.value.refusal.code == "first_passphrase"
        enroll(office, operator, by="A-1")
    assert typing.asked.count(("A-1", "by")) == 1, "once as long as the ledger is open"
    with pytest.raises(Refused) as caught:
        enroll(office, "A-2", by="C-1", reason="I want to")
    assert caught.value.refusal.code == "role_required"


def test_ones_own_is_changed_by_who_knows_it(opened: Callable[[], Ledger]) -> None:
    office = opened()
    typing = Typing(office)
    enroll(office, "A-1", by="A-1")
    typing.wrong = {"A-1"}
    with pytest.raises(Refused) as caught:
        enroll(office, "A-1", by="A-1")
    assert caught.value.refusal.code == "passphrase_wrong"
    typing.wrong = set()
    typing.asked.clear()
    enroll(office, "A-1", by="A-1")
    assert typing.asked == [("A-1", "old"), ("A-1", "new")]


def test_a_forgotten_one_is_set_anew_before_another_registrar_for_a_reason(office: Ledger) -> None:
    typing = Typing(office)
    for operator in ("A-1", "A-2"):
        enroll(office, operator, by="A-1")
    with pytest.raises(Misused) as caught:
        enroll(office, "A-1", by="A-2")
    assert caught.value.refusal.code == "no_reason"
    typing.phrases["A-1"] = "another one altogether"
    typing.phrases["A-2"] = phrase("A-2")
    enroll(office, "A-1", by="A-2", reason="forgotten")
    require(office, "A-2", "audit")
    with Ledger(str(office.journal.engine.url.render_as_string(hide_password=False))) as elsewhere:
        elsewhere.clock = office.clock
        Typing(elsewhere)
        assert code(elsewhere, late_after("A-1", 20)) == "passphrase_wrong"
        Typing(elsewhere).phrases = typing.phrases
        assert elsewhere.do(late_after("A-1", 20)).events
    with reading(office, exceptions.NEEDS) as connection:
        found = exceptions.exceptions(connection, "2026-07-11")
    # That somebody got their first one is none.
    [row] = [each for each in found if each.kind == "passphrase_set_anew"]
    assert (row.by, row.subject, row.message) == ("A-2", "A-1", "Set anew: forgotten")


def test_what_is_kept_is_no_part_of_an_event_or_a_key(office: Ledger) -> None:
    Typing(office)
    enroll(office, "A-1", by="A-1")
    with office.journal.engine.connect() as connection:
        (row,) = connection.execute(sa.select(tables.passphrases)).all()
        states = b"".join(
            bytes(each) for (each,) in connection.execute(sa.select(tables.events.c.state))
        )
        keys = connection.execute(sa.select(tables.idempotency_keys)).all()
    assert row.operator == "A-1"
    for secret in (row.kept, row.kept.rpartition("$")[2], phrase("A-1")):
        assert secret.encode() not in states
    assert keys == []


def test_what_was_put_in_the_place_of_what_is_kept_opens_nothing(
    opened: Callable[[], Ledger],
) -> None:
    office, afterwards = opened(), opened()
    Typing(office)
    enroll(office, "A-1", by="A-1")
    require(office, "A-1", "audit")
    with begin_write(office.journal.engine) as connection:
        connection.execute(tables.passphrases.update().values(kept=made("a forger's own words")))
    Typing(afterwards).phrases["A-1"] = "a forger's own words"
    assert code(afterwards, late_after("A-1", 20)) == "passphrase_altered"


def test_one_that_is_set_anew_while_somebody_types_the_old_one_is_no_forgery(
    opened: Callable[[], Ledger],
) -> None:
    office, elsewhere = opened(), opened()
    typing = Typing(office)
    for operator in ("A-1", "A-2"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "accounting")
    typing.phrases["A-2"] = "another one than before"

    def ask(operator: str, _: str) -> str:
        enroll(office, operator, by="A-1", reason="written down")
        return phrase(operator)

    elsewhere.passphrases.ask = ask
    assert code(elsewhere, late_after("A-2", 20)) == "passphrase_wrong"


# -- of whom it is required


def test_without_the_setting_nobody_is_asked(office: Ledger) -> None:
    typing = Typing(office)
    enroll(office, "A-1", by="A-1")
    typing.asked.clear()
    office.do(late_after("A-1", 20))
    assert typing.asked == []


def test_only_the_roles_named_are_asked(office: Ledger) -> None:
    register(office, "D-7", Role.DEALER)
    register(office, "S-2", Role.FLOORPERSON)
    typing = Typing(office)
    for operator in ("A-1", "A-2", "C-1"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "accounting")
    typing.asked.clear()
    Clerk(office, moment=NOON).says("open", **OPENED)
    assert typing.asked == []
    office.do(late_after("A-2", 30))
    office.do(late_after("A-2", 40))
    assert typing.asked == [("A-2", "by")] * 2, "for each change of the settings"


@pytest.mark.parametrize("required", [("accounting",), ("second",)])
def test_what_could_turn_it_off_is_proven_whatever_the_role(
    office: Ledger, required: tuple[str, ...]
) -> None:
    typing = Typing(office)
    enroll(office, "A-2", by="A-2")
    require(office, "A-2", *required)
    typing.asked.clear()
    new: dict[str, Any] = {"operator": "C-9", "name": "Nine", "licence": "L-9", "roles": ["cage"]}
    acts: list[Act] = [
        late_after("A-1", 20),
        ChangeSettings(by="A-1", at=AT, settings={"passphrases": []}, second="A-2"),
        RebuildReadModels(by="A-1", at=AT, read_models=["x"], found="y", reason="z"),
        RegisterOperator(by="A-1", at=AT, **new),
        _roles("A-1", "C-1", "cage"),
        SuspendOperator(by="A-1", at=AT, operator="A-2", reason="z"),
        ReinstateOperator(by="A-1", at=AT, operator="C-1", reason="z"),
    ]
    assert {code(office, each) for each in acts[:-1]} == {"not_enrolled"}
    office.do(SuspendOperator(by="A-2", at=AT, operator="C-1", reason="z"))
    assert code(office, acts[-1]) == "not_enrolled"


def test_nobody_alone_has_a_passphrase_asked_no_more(office: Ledger) -> None:
    typing = Typing(office)
    for operator in ("A-1", "A-2"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "accounting", "second")
    alone = ChangeSettings(by="A-1", at=AT, settings={"passphrases": ["accounting"]})
    both = replace(alone, second="A-2")
    assert code(office, alone) == "second_registrar"
    typing.wrong = {"A-2"}
    assert code(office, both) == "passphrase_wrong"
    typing.wrong = set()
    office.do(both)
    assert ("A-2", "second") in typing.asked
    with reading(office, exceptions.NEEDS) as connection:
        found = exceptions.exceptions(connection, "2026-07-11")
    [row] = [each for each in found if each.kind == "passphrase_not_asked"]
    assert (row.by, row.message) == (
        "A-1",
        "No passphrase is asked any more of: second, signed by A-2 too.",
    )


def test_a_property_set_up_with_it_can_still_begin(url: str, clock: Clock) -> None:
    with Ledger(url, clock) as ledger:
        establish(ledger)
        require(ledger, "A-1", *Role, "second")
        Typing(ledger)
        register(ledger, "A-1", Role.AUDIT)
        act = RegisterOperator(
            by="A-1", at=AT, operator="A-2", name="Two", licence="L-2", roles=["accounting"]
        )
        assert code(ledger, act) == "not_enrolled"
        enroll(ledger, "A-1", by="A-1")
        ledger.do(act)


def test_a_passphrase_changed_elsewhere_is_asked_for_again(opened: Callable[[], Ledger]) -> None:
    office, elsewhere = opened(), opened()
    typing = Typing(office)
    enroll(office, "A-1", by="A-1")
    require(office, "A-1", "audit")
    Typing(elsewhere)
    enroll(elsewhere, "A-1", by="A-1")
    typing.asked.clear()
    office.do(late_after("A-1", 20))
    assert typing.asked == [("A-1", "by")]


# -- failures


def test_failures_are_counted_delayed_and_outlast_the_process(
    opened: Callable[[], Ledger], clock: Clock
) -> None:
    office = opened()
    Typing(office)
    enroll(office, "A-1", by="A-1")
    require(office, "A-1", "audit")
    for n in range(1, FREE + 1):
        elsewhere = opened()
        Typing(elsewhere).wrong = {"A-1"}
        error = refused(elsewhere, late_after("A-1", 20)).refusal
        assert (error.code, error.facts["failures"]) == ("passphrase_wrong", n)
        assert ("until" in error.facts) == (n == FREE)
    another = opened()
    Typing(another)
    locked = refused(another, late_after("A-1", 20)).refusal
    assert locked.code == "passphrase_locked"
    assert str(locked.facts["until"]).startswith("2026-07-11 14:00:30")
    clock.now += FIRST_WAIT
    assert another.do(late_after("A-1", 20)).events
    (proven,) = _of(another, PassphraseProven)
    assert proven.failures == FREE
    assert another.loader.enrollment("A-1").failures == 0
    assert another.loader.enrollment("A-1").failed == FREE


def test_each_failure_waits_twice_as_long_up_to_a_bound(
    opened: Callable[[], Ledger], clock: Clock
) -> None:
    office = opened()
    Typing(office)
    enroll(office, "A-1", by="A-1")
    require(office, "A-1", "audit")
    office = opened()
    Typing(office).wrong = {"A-1"}
    waits = []
    for _ in range(FREE + 8):
        assert code(office, late_after("A-1", 20)) == "passphrase_wrong"
        until = office.loader.enrollment("A-1").until
        waits.append(max(0, until - clock.now))
        clock.now = max(clock.now, until)
    assert waits[: FREE + 1] == [0] * (FREE - 1) + [FIRST_WAIT, 2 * FIRST_WAIT]
    assert max(waits) == waits[-1] == LONGEST_WAIT
    clock.now -= 2 * LONGEST_WAIT  # Put back: nobody waits for days.
    assert code(office, late_after("A-1", 20)) == "passphrase_wrong"


def test_attempts_at_once_are_all_counted(opened: Callable[[], Ledger]) -> None:
    office = opened()
    Typing(office)
    enroll(office, "A-1", by="A-1")
    require(office, "A-1", "audit")
    tries = [opened() for _ in range(4)]
    for each in tries:
        Typing(each).wrong = {"A-1"}
    with ThreadPoolExecutor(len(tries)) as at_once:
        codes = list(at_once.map(lambda each: code(each, late_after("A-1", 20)), tries))
    assert set(codes) <= {"passphrase_wrong", "passphrase_locked"}
    assert len(_of(office, PassphraseFailed)) == codes.count("passphrase_wrong") >= FREE


def test_a_wrong_passphrase_leaves_nothing_of_the_act_and_no_key(
    opened: Callable[[], Ledger],
) -> None:
    before, office = opened(), opened()
    Typing(before)
    enroll(before, "A-1", by="A-1")
    require(before, "A-1", "audit")
    typing = Typing(office)
    typing.wrong = {"A-1"}
    heard: list[int] = []
    office.on_saved = heard.append
    assert code(office, late_after("A-1", 20), key="k-1") == "passphrase_wrong"
    assert heard == []
    assert office.loader.property_now().settings.late_after_minutes == 15
    typing.wrong = set()
    done = office.do(late_after("A-1", 20), key="k-1")
    assert not done.repeated
    typing.here = False
    again = office.do(late_after("A-1", 20), key="k-1")
    assert (again.repeated, again.position) == (True, done.position)


def _of(ledger: Ledger, kind: type[Any]) -> list[Any]:
    found = ledger.stream("passphrase:A-1")
    return [each.event for each in found if isinstance(each.event, kind)]


# -- feeds


def test_whoever_feeds_proves_it_once_where_any_role_must(office: Ledger) -> None:
    typing = Typing(office)
    for operator in ("A-1", "C-1"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "pit_clerk")
    typing.asked.clear()
    with pytest.raises(Misused) as caught:
        Intake(office)
    assert caught.value.refusal.code == "no_author"
    Intake(office, by="C-1")
    Intake(office, by="C-1", dry_run=True)
    assert typing.asked == [("C-1", "by")]
    office.do(
        SuspendOperator(by="A-1", at=AT, operator="C-1", reason="left"),
    )
    with pytest.raises(PitError) as refusal:
        Intake(office, by="C-1")
    assert refusal.value.refusal.code == "operator_suspended"


def test_what_a_second_signs_with_a_passphrase_is_not_fed(office: Ledger) -> None:
    typing = Typing(office)
    for operator, role in (("D-7", Role.DEALER), ("S-2", Role.FLOORPERSON), ("B-2", Role.PIT_BOSS)):
        register(office, operator, role)
    for operator in ("A-1", "B-2"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "second")
    typing.asked.clear()
    sender = Sender()
    sender.moment = AT
    approved = sender.line("open", **OPENED, authorised_by="B-2")
    assert Fed(office, [approved]).codes == [(1, "second_not_fed")]
    sender.seq = 0
    assert Fed(office, [sender.line("open", **OPENED)]).counts == (1, 0, 0)
    assert typing.asked == []


# -- what one gives oneself


def _roles(by: str, operator: str, *roles: str, second: str = "") -> ChangeRoles:
    at = datetime.fromisoformat(NOON)
    return ChangeRoles(by=by, at=at, operator=operator, roles=list(roles), second=second)


def test_nobody_gives_themselves_a_role_alone_once_there_is_another_registrar(
    office: Ledger,
) -> None:
    assert code(office, _roles("A-1", "A-1", "audit", "accounting")) == "second_registrar"
    assert code(office, _roles("A-1", "A-1", "audit", "cage", second="A-1")) == "signed_twice"
    assert code(office, _roles("A-1", "A-1", "audit", "cage", second="C-1")) == "role_required"
    office.do(_roles("A-1", "A-1", "audit", "accounting", second="A-2"))
    office.do(_roles("A-1", "A-1", "audit"))  # One less is given by nobody.
    office.do(_roles("A-1", "C-1", "pit_clerk", "cage"))


def test_a_registrar_alone_may_as_long_as_there_has_been_no_other(url: str, clock: Clock) -> None:
    with Ledger(url, clock) as ledger:
        establish(ledger)
        register(ledger, "A-1", Role.AUDIT)
        ledger.do(_roles("A-1", "A-1", "audit", "accounting"))


@pytest.mark.parametrize(
    "taken_away",
    [
        SuspendOperator(by="A-1", at=AT, operator="A-2", reason="on leave"),
        ChangeRoles(by="A-1", at=AT, operator="A-2", roles=["dealer"]),
    ],
    ids=["suspended", "no registrar any more"],
)
def test_who_takes_the_other_registrar_away_is_not_alone_for_that(
    office: Ledger, taken_away: Act
) -> None:
    office.do(taken_away)
    with pytest.raises(Refused) as refused:
        office.do(_roles("A-1", "A-1", "audit", "accounting"))
    assert refused.value.refusal.code == "second_registrar"
    assert refused.value.refusal.facts["registrars"] == []
    assert "Have another registrar reinstated or registered" in refused.value.refusal.next_step
    office.do(_roles("A-1", "C-1", "pit_clerk", "audit"))
    office.do(_roles("A-1", "A-1", "audit", "accounting", second="C-1"))


def test_nobody_registers_their_own_name_again_alone(office: Ledger) -> None:
    facts: dict[str, Any] = {"operator": "A-9", "licence": "L-9", "roles": ["accounting"]}
    twin = RegisterOperator(by="A-1", at=AT, name="PERSON  a-1", **facts)
    assert code(office, twin) == "second_registrar"
    office.do(RegisterOperator(by="A-1", at=AT, name="PERSON  a-1", second="A-2", **facts))


def test_where_seconds_prove_it_the_other_registrar_does(office: Ledger) -> None:
    typing = Typing(office)
    for operator in ("A-1", "A-2"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "second")
    typing.asked.clear()
    act = _roles("A-1", "A-1", "audit", "cage", second="A-2")
    typing.wrong = {"A-2"}
    assert code(office, act) == "passphrase_wrong"
    typing.wrong = set()
    office.do(act)
    assert typing.asked.count(("A-2", "second")) == 2


def test_a_token_is_proof_enough_of_who_feeds_with_it(office: Ledger) -> None:
    typing = Typing(office)
    for operator, role in (("D-7", Role.DEALER), ("S-2", Role.FLOORPERSON)):
        register(office, operator, role)
    for operator in ("A-1", "C-1"):
        enroll(office, operator, by="A-1")
    require(office, "A-1", "pit_clerk")
    typing.asked.clear()
    issued = IssueFeedToken(
        by="A-1", at=AT, of_source="reader-1", tables=[], sha256=digest("token")
    )
    office.do(issued)
    sender = Sender()
    sender.moment = AT
    fed = Fed(office, [sender.line("open", **OPENED)], permit=Permit(office, "token"))
    assert fed.counts == (1, 0, 0)
    assert typing.asked == [("A-1", "by")], "who issued it, and nobody since"

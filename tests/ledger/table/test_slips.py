"""Fills and credits step by step: what each step needs, who signs it, and what it comes to (A3)."""

from itertools import count
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.table.acts import Undo
from ledger.values.errors import Refused
from tests.clerk import OPENER, OPENER_CENTS, SIGNED, Clerk

CHIPS: Final = {"10000": 5}
ASK: Final[dict[str, Any]] = {"kind": "fill", "chips": CHIPS, "supervisor": "S-2"}
SLIP: Final = {"kind": "fill", "slip": "F-1"}
PREPARE: Final[dict[str, Any]] = {**SLIP, "cage": "G-1", "security": "X-1"}
RECEIVE: Final[dict[str, Any]] = {**SLIP, **SIGNED}
VOID: Final[dict[str, Any]] = {**SLIP, "reason": "not needed", "supervisor": "S-2", "cage": "G-1"}


@pytest.fixture
def prepared(clerk: Clerk) -> Clerk:
    """A fill of $500 is on its way to the table."""
    clerk.opens().says("chips_request", **ASK)
    clerk.says("slip_prepare", **PREPARE)
    return clerk


def tray(clerk: Clerk) -> int:
    return clerk.ledger.table(clerk.table).tray_cents


def test_a3_a_fill_is_requested_prepared_and_received_by_four_who_sign(clerk: Clerk) -> None:
    (asked,) = clerk.opens().says("chips_request", **ASK)
    assert isinstance(asked, slip_events.ChipsRequested)
    assert (asked.kind, asked.cents, asked.supervisor) == ("fill", 50_000, "S-2")
    (written,) = clerk.says("slip_prepare", **PREPARE)
    assert isinstance(written, slip_events.SlipPrepared)
    assert (written.slip, written.cents, written.cage, written.security) == (
        *("F-1", 50_000),
        *("G-1", "X-1"),
    )
    assert tray(clerk) == OPENER_CENTS, "nothing is in the tray before it is received"
    (received,) = clerk.says("slip_receive", **RECEIVE)
    assert isinstance(received, e.ChipsFilled)
    assert (received.slip, received.cents, received.dealer) == ("F-1", 50_000, "D-7")
    assert received.request == written.request
    assert tray(clerk) == OPENER_CENTS + 50_000
    assert clerk.ledger.table(clerk.table).slips == ()


def test_a3_a_credit_leaves_the_tray_when_it_is_handed_over(clerk: Clerk) -> None:
    credit = {"kind": "credit"}
    clerk.opens().says("chips_request", **ASK | credit)
    clerk.says("slip_prepare", **PREPARE | credit)
    assert tray(clerk) == OPENER_CENTS
    (handed,) = clerk.says("slip_receive", **RECEIVE | credit)
    assert isinstance(handed, e.ChipsCredited)
    assert tray(clerk) == OPENER_CENTS - 50_000


def test_a3_a_credit_of_what_the_tray_cannot_hold_is_refused_when_it_is_handed_over(
    clerk: Clerk,
) -> None:
    credit = {"kind": "credit"}
    clerk.opens().says("chips_request", **ASK | credit | {"chips": {"10000": 51}})
    clerk.says("slip_prepare", **PREPARE | credit)
    assert clerk.is_refused("slip_receive", **RECEIVE | credit) == "tray_cannot_hold"


def test_a3_what_is_counted_otherwise_is_on_record_as_it_was_counted(prepared: Clerk) -> None:
    (received,) = prepared.says("slip_receive", **RECEIVE, chips={"10000": 4})
    assert isinstance(received, e.ChipsFilled)
    assert received.cents == 40_000
    assert tray(prepared) == OPENER_CENTS + 40_000


@pytest.mark.parametrize("spelled", ["f-1", " F - 1", "\uff26-1"])
def test_a3_a_slip_is_itself_however_its_number_is_spelled(prepared: Clerk, spelled: str) -> None:
    (received,) = prepared.says("slip_receive", **RECEIVE | {"slip": spelled})
    assert isinstance(received, e.ChipsFilled)
    assert received.slip == "F-1"
    prepared.says("chips_request", **ASK)
    assert prepared.is_refused("slip_prepare", **PREPARE | {"slip": spelled}) == "number_used"
    fill = {"slip": spelled, "chips": CHIPS, **SIGNED}
    assert prepared.is_refused("fill", **fill) == "number_used"


def test_a3_a_number_used_at_once_is_not_prepared_again(clerk: Clerk) -> None:
    clerk.opens().says("fill", slip="F-1", chips=CHIPS, **SIGNED)
    clerk.says("chips_request", **ASK)
    assert clerk.is_refused("slip_prepare", **PREPARE) == "number_used"
    clerk.says("slip_prepare", **PREPARE | {"slip": "F-2"})


def test_a3_a_second_request_waits_until_the_cage_has_prepared_the_first(clerk: Clerk) -> None:
    clerk.opens().says("chips_request", **ASK)
    assert clerk.is_refused("chips_request", **ASK) == "chips_requested"
    clerk.says("chips_request", **ASK | {"kind": "credit"})
    clerk.says("slip_prepare", **PREPARE)
    clerk.says("chips_request", **ASK)
    clerk.says("slip_prepare", **PREPARE | {"slip": "F-2"})
    slips = [each.slip for each in clerk.ledger.table(clerk.table).slips]
    assert slips == ["F-1", "", "F-2"]


@pytest.mark.parametrize(
    ("said", "fields", "code"),
    [
        ("slip_prepare", PREPARE, "chips_not_requested"),
        ("slip_receive", RECEIVE, "slip_not_on_its_way"),
        ("slip_void", VOID, "slip_not_on_its_way"),
        ("slip_void", VOID | {"slip": "", "cage": ""}, "chips_not_requested"),
        ("chips_request", ASK | {"chips": {"10000": 0}}, "not_positive"),
        ("chips_request", ASK | {"chips": {"-100": 1}}, "bad_inventory"),
    ],
)
def test_a3_a_step_follows_the_one_before(
    clerk: Clerk, said: str, fields: dict[str, Any], code: str
) -> None:
    assert clerk.opens().is_refused(said, **fields) == code


@pytest.mark.parametrize("spelled", ["G-1", "g-1"])
@pytest.mark.parametrize("field", ["dealer", "supervisor"])
def test_a3_who_prepared_or_carried_a_slip_does_not_receive_it(
    prepared: Clerk, field: str, spelled: str
) -> None:
    for name in (spelled, spelled.replace("G", "X").replace("g", "x")):
        fields = RECEIVE | {field: name}
        assert prepared.is_refused("slip_receive", **fields) == "signed_twice"


@pytest.mark.parametrize("signed", [{"cage": "s-2"}, {"security": "S-2"}, {"security": "g-1"}])
def test_a3_who_requested_it_neither_prepares_nor_carries_it(
    clerk: Clerk, signed: dict[str, str]
) -> None:
    clerk.opens().says("chips_request", **ASK)
    assert clerk.is_refused("slip_prepare", **PREPARE | signed) == "signed_twice"


def test_a3_a_void_slip_moves_nothing_and_its_number_stays_used(prepared: Clerk) -> None:
    assert prepared.is_refused("slip_void", **VOID | {"cage": ""}) == "void_without_cage"
    assert prepared.is_refused("slip_void", **VOID | {"cage": "S-2"}) == "signed_twice"
    (void,) = prepared.says("slip_void", **VOID)
    assert isinstance(void, slip_events.SlipVoided)
    assert (void.slip, void.cents, void.reason) == ("F-1", 50_000, "not needed")
    assert tray(prepared) == OPENER_CENTS
    assert prepared.is_refused("slip_receive", **RECEIVE) == "slip_not_on_its_way"
    prepared.says("chips_request", **ASK)
    assert prepared.is_refused("slip_prepare", **PREPARE) == "number_used"


def test_a3_a_request_is_void_before_it_has_a_slip(clerk: Clerk) -> None:
    clerk.opens().says("chips_request", **ASK)
    (void,) = clerk.says("slip_void", **VOID | {"slip": "", "cage": ""})
    assert isinstance(void, slip_events.SlipVoided)
    assert (void.slip, void.cage) == ("", "")
    clerk.says("chips_request", **ASK)


def test_a3_a_table_that_is_closed_asks_for_nothing_and_receives_nothing(prepared: Clerk) -> None:
    prepared.says("close", closer=OPENER, **SIGNED)
    assert prepared.is_refused("chips_request", **ASK | {"kind": "credit"}) == "table_closed"
    assert prepared.is_refused("slip_receive", **RECEIVE) == "table_closed"
    prepared.says("slip_void", **VOID)


def test_a3_a_receipt_that_is_taken_back_is_on_its_way_again(prepared: Clerk) -> None:
    prepared.says("slip_receive", **RECEIVE)
    prepared.says("chips_request", **ASK | {"kind": "credit"})
    undo = {"reason": "miscounted", "approved_by": "S-2"}
    (undone,) = undo_of(prepared, **undo)
    assert isinstance(undone, e.ActUndone)
    assert (undone.slip, undone.cents) == ("", 50_000)
    assert tray(prepared) == OPENER_CENTS
    (received,) = prepared.says("slip_receive", **RECEIVE, chips={"10000": 4})
    assert isinstance(received, e.ChipsFilled)
    assert tray(prepared) == OPENER_CENTS + 40_000


def test_a3_steps_before_the_receipt_are_void_and_not_undone(prepared: Clerk) -> None:
    """They do not stand in the way of taking back what was entered at the table."""
    prepared.says("sit", seat=3, patron="")
    prepared.says("chips_request", **ASK | {"kind": "credit"})
    (undone,) = undo_of(prepared)
    assert isinstance(undone, e.ActUndone)
    assert [line.event for line in undone.undone] == ["table.seat_taken"]


def test_a3_a_table_whose_chips_are_asked_for_stays_opened(clerk: Clerk) -> None:
    clerk.opens().says("chips_request", **ASK)
    act = undo_act(clerk, reason="x", approved_by="S-2")
    with pytest.raises(Refused, match="request of a fill rests on") as caught:
        clerk.ledger.do(act)
    assert caught.value.refusal.code == "cannot_be_undone"


def undo_act(clerk: Clerk, **said: Any) -> Undo:
    opened = clerk.act("close", closer=OPENER, **SIGNED)
    return Undo(source="", seq=0, at=opened.at, by=opened.by, table=clerk.table, **said)


def undo_of(clerk: Clerk, **said: str) -> list[Any]:
    return [each.event for each in clerk.ledger.do(undo_act(clerk, **said)).events]


TABLES: Final = count(1)

STEPS: Final = st.lists(
    st.tuples(
        st.sampled_from(["ask", "prepare", "receive", "void", "undo"]),
        st.sampled_from(["fill", "credit"]),
        st.integers(1, 3),
    ),
    max_size=14,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
def test_a3_whatever_the_steps_the_tray_has_what_was_received(
    ledger: Ledger, steps: list[tuple[str, str, int]]
) -> None:
    """A slip through its life conserves money, and a refused step leaves nothing."""
    nth = next(TABLES)
    clerk = Clerk(ledger, f"T-{nth}").opens(pit=f"P-{nth}")
    received: list[int] = []
    number = 0
    for step, kind, pieces in steps:
        before = clerk.ledger.table(clerk.table)
        ready = [each for each in before.slips if each.kind == kind and each.slip]
        asked = any(each.kind == kind and not each.slip for each in before.slips)
        sign = 1 if kind == "fill" else -1
        match step:
            case "ask" if not asked:
                clerk.says("chips_request", **ASK | {"kind": kind, "chips": {"500": pieces}})
            case "prepare" if asked:
                number += 1
                slip = f"{clerk.table}-{number}"
                clerk.says("slip_prepare", **PREPARE | {"kind": kind, "slip": slip})
            case "receive" if ready:
                said = RECEIVE | {"kind": kind, "slip": ready[0].slip, "chips": {"500": pieces}}
                clerk.says("slip_receive", **said)
                received.append(sign * 500 * pieces)
            case "void" if ready:
                clerk.says("slip_void", **VOID | {"kind": kind, "slip": ready[0].slip})
            case "undo" if received:
                undo_of(clerk, reason="miscounted", approved_by="S-2")
                received.pop()
                if received:
                    break  # What was signed before it stays.
            case _:
                continue
        after = clerk.ledger.table(clerk.table)
        assert after.tray_cents == OPENER_CENTS + sum(received)
        requested = [each.request for each in after.slips]
        assert requested == sorted(set(requested))

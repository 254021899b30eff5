"""Disputes: raised on a round, decided, corrected by an event that names it (U3; div (j)(4))."""

import msgspec
import pytest

from ledger.events.table import CorrectionPosted, DisputeDecided, DisputeRaised
from tests.clerk import Clerk

ROUND = "MB-01:2026-07-11:1"
RULING = {"round": ROUND, "ruling": "upheld", "reason": "camera", "decided_by": "S-2"}


@pytest.fixture
def played(dealing: Clerk) -> Clerk:
    """One round at the table: seat 3 lost $50 on Player."""
    dealing.says(
        "round",
        wagers=[{"seat": 3, "bet": "player", "cents": 5_000}],
        player=["Tc", "7s"],
        banker=["2d", "7d"],
    )
    return dealing


def test_a_dispute_upheld_is_corrected_in_the_same_act(played: Clerk) -> None:
    (raised,) = played.says("raise_dispute", round=ROUND, claim="Player won", evidence=["cam 12"])
    assert isinstance(raised, DisputeRaised)
    before = played.ledger.table("MB-01").tray_cents
    decided, corrected = played.says("decide_dispute", **RULING, cents=-10_000, document="MC-7")
    assert isinstance(decided, DisputeDecided)
    assert isinstance(corrected, CorrectionPosted)
    assert (corrected.original, corrected.figure, corrected.cents) == (
        ROUND,
        "hand_result",
        -10_000,
    )
    assert corrected.approved_by == "S-2"
    assert played.ledger.table("MB-01").tray_cents == before - 10_000
    assert played.ledger.table("MB-01").disputed == ()


def test_a_dispute_denied_changes_nothing_in_the_books(played: Clerk) -> None:
    played.says("raise_dispute", round=ROUND, claim="Player won", seat=3)
    denied = {**RULING, "ruling": "denied"}
    assert played.is_refused("decide_dispute", **denied, cents=1, document="MC-7") == (
        "denied_not_corrected"
    )
    before = played.ledger.table("MB-01").tray_cents
    assert len(played.says("decide_dispute", **denied)) == 1
    assert played.ledger.table("MB-01").tray_cents == before


def test_a_round_has_one_open_dispute_and_may_be_disputed_again(played: Clerk) -> None:
    assert played.is_refused("decide_dispute", **RULING) == "no_dispute"
    played.says("raise_dispute", round=ROUND, claim="Player won")
    assert played.is_refused("raise_dispute", round=ROUND, claim="again") == "dispute_open"
    played.says("decide_dispute", **RULING)
    played.says("raise_dispute", round=ROUND, claim="new evidence")


def test_each_patron_has_a_dispute_of_his_own_on_a_round(played: Clerk) -> None:
    for seat in (3, 5):
        played.says("raise_dispute", round=ROUND, claim="Player won", seat=seat)
    assert played.is_refused("raise_dispute", round=ROUND, claim="again", seat=3) == "dispute_open"
    assert played.is_refused("decide_dispute", **RULING) == "which_dispute"
    assert played.is_refused("decide_dispute", **RULING, seat=4) == "no_dispute"
    (decided,) = played.says("decide_dispute", **{**RULING, "ruling": "denied"}, seat=5)
    assert isinstance(decided, DisputeDecided)
    assert (decided.seat, played.ledger.table("MB-01").disputes(ROUND)) == (5, [3])
    played.says("raise_dispute", round=ROUND, claim="new evidence", seat=5)
    played.says("decide_dispute", **RULING, seat=3)
    (last,) = played.says("decide_dispute", **RULING)
    assert isinstance(last, DisputeDecided)
    assert (last.seat, played.ledger.table("MB-01").disputed) == (5, ())


def test_a_ruling_before_several_could_be_open_decides_the_one_that_was(played: Clerk) -> None:
    played.says("raise_dispute", round=ROUND, claim="Player won", seat=3)
    table = played.ledger.table("MB-01")
    (then,) = played.says("decide_dispute", **RULING)
    table.apply(msgspec.structs.replace(then, seat=None))
    assert table.disputed == ()


def test_a_ruling_on_more_than_a_contrary_result_needs_accounting(played: Clerk) -> None:
    played.says("raise_dispute", round=ROUND, claim="Player won")
    ruled = {**RULING, "cents": -10_001, "document": "MC-7"}
    assert played.is_refused("decide_dispute", **ruled) == "accounting_missing"
    played.says("decide_dispute", **ruled, accounting="A-1")


def test_corrections_of_a_result_are_measured_together(played: Clerk) -> None:
    said = {"figure": "hand_result", "of_day": "2026-07-11", "original": ROUND}
    said |= {"reason": "paid wrongly", "approved_by": "S-2"}
    played.says("correct", **said, cents=-6_000, document="MC-7")
    more = {**said, "cents": -4_001, "document": "MC-8"}
    assert played.is_refused("correct", **more) == "accounting_missing"
    played.says("correct", **{**more, "cents": 6_000})
    played.says("correct", **{**more, "document": "MC-9"})


def test_a_correction_has_an_amount_and_a_document(played: Clerk) -> None:
    played.says("raise_dispute", round=ROUND, claim="Player won")
    assert played.is_refused("decide_dispute", **RULING, cents=5) == "document_missing"
    assert played.is_refused("decide_dispute", **RULING, document="MC-7") == "nothing_corrected"
    alone = {**RULING, "decided_by": "C-1"}
    assert played.is_refused("decide_dispute", **alone) == "signed_twice"


@pytest.mark.parametrize(
    "round_id", ["MB-01:2026-07-11:2", "MB-01:2026-07-11:0", "MB-02:2026-07-11:1", "x", "MB-01:x:1"]
)
def test_only_a_round_that_was_played_here_is_disputed(played: Clerk, round_id: str) -> None:
    assert played.is_refused("raise_dispute", round=round_id, claim="no") == "unknown_round"


def test_a_round_in_progress_is_not_disputed_yet(played: Clerk) -> None:
    played.says("wager", seat=3, bet="player", cents=5_000)
    running = "MB-01:2026-07-11:2"
    assert played.is_refused("raise_dispute", round=running, claim="no") == "round_in_progress"

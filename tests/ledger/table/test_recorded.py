"""What a submission has recorded of cards, verbal wagers and approvals, and what is not is an exception (T2, W2, R6)"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.rules.loader import load
from ledger.table.state import Table
from ledger.table.verify import verify
from ledger.values.errors import IntegrityFailure
from projections.queries.check_streams import Streams
from projections.queries.event_lines import in_words
from projections.queries.moment import NOW
from projections.queries.report import report
from tests.clerk import SIGNED, Clerk
from tests.ledger.rules.licensee import document

SHUFFLE: dict[str, Any] = {"cut_seat": 0, "cut_depth": 60}
CUT: dict[str, Any] = {"cut_seat": 3, "cut_depth": 60}
DECKS: dict[str, Any] = {"batch": "A", "colour": "red", "decks": 8, **SIGNED}
SAID: dict[str, Any] = {"washed_by": "D-7", "shown_to": 3, "checked_by": "S-2"}


def under(ledger: Ledger, folder: Path, recorded: str) -> Clerk:
    """A table whose submission has this recorded, and whose stack is left feathered."""
    text = document("div-mini", id='"own"', shuffle='"feather"')
    path = folder / "own.toml"
    path.write_text(text.replace("vigorish_forms", f"recorded = {recorded}\nvigorish_forms"))
    ledger.catalogue.add(path)
    noticed = {"notice_at": "2026-07-11T12:00:00-04:00", "authorised_by": "M-1"}
    return Clerk(ledger).opens("own", **noticed)


def found(clerk: Clerk, *kinds: str) -> list[tuple[str, str]]:
    rows: Sequence[Any] = report(clerk.ledger, NOW, "exceptions", "2026-07-11").rows
    return [(row.kind, row.message) for row in rows if row.kind in kinds]


ALL = '["decks", "spread", "wash", "stack_check"]'


def test_t2_a_shoe_without_what_its_submission_has_recorded_is_an_exception(
    ledger: Ledger, tmp_path: Path
) -> None:
    clerk = under(ledger, tmp_path, ALL)
    clerk.starts_shoe()
    ((_, message),) = found(clerk, "shoe_lacking")
    assert message == (
        "Played without what its rules have recorded: who inspected the decks, for whom the cards were"
        " spread, who washed the cards, who looked at the feathered stack."
    )
    clerk.says("end_shoe", reason="completed")
    clerk.says("receive_decks", **DECKS)
    clerk.says("shuffle_cards", **SHUFFLE, **SAID)
    clerk.starts_shoe(2)
    clerk.says("end_shoe", reason="completed")
    clerk.says("shuffle_cards", **SHUFFLE)
    clerk.starts_shoe(3)
    _, (_, message) = found(clerk, "shoe_lacking")
    assert message.endswith("have recorded: who looked at the feathered stack.")


def test_t2_what_is_not_asked_for_may_be_left_out_and_what_was_said_is_told(
    ledger: Ledger, tmp_path: Path
) -> None:
    clerk = under(ledger, tmp_path, "[]")
    (event,) = clerk.says("shuffle_cards", **SHUFFLE, **SAID)
    assert in_words(event) == (
        "spread for seat 3, washed by D-7, shuffled (feather), looked at by S-2, cut 60 cards in by the dealer"
    )
    clerk.starts_shoe(2)
    assert found(clerk, "shoe_lacking") == []


def test_t2_what_was_done_with_cards_is_so_or_refused(ledger: Ledger, tmp_path: Path) -> None:
    clerk = under(ledger, tmp_path, "[]")
    clerk.says("sit", seat=3)
    for said, code in (
        ({"shown_to": 9}, "seat_empty"),
        ({"checked_by": "D-7"}, "checked_by_dealer"),
        ({"washed_by": "S-2", "checked_by": "S-2"}, "signed_twice"),
    ):
        assert clerk.is_refused("shuffle_cards", **CUT, **said) == code
    clerk.says("receive_decks", **DECKS)
    clerk.says("receive_decks", **{**DECKS, "batch": "B", "colour": "blue"})
    automated = {**CUT, "method": "automated", "checked_by": "S-2"}
    assert clerk.is_refused("shuffle_cards", **automated) == "no_feathered_stack"
    clerk.says("shuffle_cards", **CUT, **SAID)


@pytest.mark.parametrize(
    ("options", "cents", "taken"),
    [
        ({"unit_cents": "25"}, 2510, False),
        ({"unit_cents": "25"}, 2525, True),
        ({"minimum_cents": "500"}, 499, False),
        ({"minimum_cents": "500"}, 500, True),
        ({}, 1, True),
    ],
)
@pytest.mark.parametrize("bet", ["banker", "player"])
def test_decision_48_wagers_below_the_coin_are_the_submissions_to_refuse(
    clerk: Clerk, options: dict[str, str], cents: int, taken: bool, bet: str
) -> None:
    clerk.opens("ma-midi", options=options).starts_shoe()
    wager: dict[str, Any] = {"seat": 3, "bet": bet, "cents": cents}
    if taken:
        clerk.says("wager", **wager)
        return
    assert clerk.is_refused("wager", **wager) == "stake_not_taken"
    hands = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert clerk.is_refused("round", wagers=[wager], **hands) == "stake_not_taken"
    clerk.says("wager", seat=3, bet="tie", cents=cents)


def test_decision_48_a_part_of_a_cent_is_not_paid(clerk: Clerk) -> None:
    """1 to 2 of an odd number of cents, where Banker wins with 6 and owes no vigorish."""
    clerk.opens("div-mini-no-commission").starts_shoe()
    settled = clerk.plays("3d 2h Kc", "6c Kd", (3, "banker", 101))[-1]
    assert isinstance(settled, e.RoundSettled)
    assert settled.lines[0].returned == 101 + 50


CASH: dict[str, Any] = {"seat": 3, "bet": "banker", "cents": 2500, "tender": "cash"}


def test_w2_a_verbal_wager_of_which_nobody_recorded_the_confirmation_is_an_exception(
    ledger: Ledger, tmp_path: Path
) -> None:
    clerk = under(ledger, tmp_path, '["cash"]').starts_shoe()
    clerk.says("wager", **CASH, confirmed_by="D-7", supervisor="S-2")
    assert found(clerk, "cash_unconfirmed") == []
    clerk.says("wager", **CASH)
    assert len(found(clerk, "cash_unconfirmed")) == 1


@pytest.mark.parametrize(
    ("rules", "said", "code"),
    [
        ("div-mini", {"confirmed_by": "D-7"}, "confirmation_missing"),
        ("div-mini", {"supervisor": "S-2"}, "confirmation_missing"),
        ("div-mini", {"confirmed_by": "D-7", "supervisor": "D-7"}, "signed_twice"),
        ("ma-midi", {"supervisor": "S-2"}, "confirmation_missing"),
        ("ma-midi", {"confirmed_by": "D-7", "tender": "chips"}, "nothing_to_confirm"),
    ],
)
def test_w2_div_b_3_by_the_dealer_and_a_supervisor_elsewhere_by_the_dealer(
    clerk: Clerk, rules: str, said: dict[str, str], code: str
) -> None:
    clerk.opens(rules).starts_shoe()
    assert clerk.is_refused("wager", **{**CASH, **said}) == code
    bought, _ = clerk.says("wager", **CASH, confirmed_by="D-7", supervisor="S-2")
    assert in_words(bought).endswith("a verbal wager confirmed by D-7 and S-2")


def test_t2_what_is_lacking_before_play_is_worked_out_again(ledger: Ledger, tmp_path: Path) -> None:
    clerk = under(ledger, tmp_path, ALL)
    for shuffled in (True, False):
        if shuffled:
            clerk.says("shuffle_cards", **SHUFFLE)
        clerk.starts_shoe(2 - shuffled)
        clerk.says("end_shoe", reason="torn")
    table = Table()
    kinds = list[type[Event]]()
    for recorded in clerk.ledger.stream(f"table:{clerk.table}"):
        event = recorded.event
        verify(table, event)
        if isinstance(event, shoe_events.CardsShuffled | shoe_events.ShoeStarted):
            assert event.lacking
            kinds.append(type(event))
            for said in ([], event.lacking[1:]):
                with pytest.raises(IntegrityFailure, match="lacking"):
                    verify(table, msgspec.structs.replace(event, lacking=said))
        table.apply(event)
    assert kinds == [
        shoe_events.CardsShuffled,
        shoe_events.ShoeStarted,
        shoe_events.ShoeStarted,
    ]


def test_w2_cash_that_nobody_confirmed_is_worked_out_again(ledger: Ledger, tmp_path: Path) -> None:
    clerk = under(ledger, tmp_path, '["cash"]').starts_shoe()
    clerk.says("buy_in", seat=5, cents=2_500)
    for said in ({}, {"confirmed_by": "D-7", "supervisor": "S-2"}):
        bought, placed = clerk.says("wager", **CASH, **said)
        assert isinstance(bought, e.BoughtIn)
        assert bought.unconfirmed is not bool(said)
        table = ledger.table("MB-01")
        plain = e.BoughtIn(**{**msgspec.structs.asdict(bought), "unconfirmed": False})
        verify(table, placed, [plain, bought])
        other = msgspec.structs.replace(bought, unconfirmed=bool(said))
        with pytest.raises(IntegrityFailure, match="unconfirmed cash of seat 3"):
            verify(table, placed, [plain, other])


def test_u4_what_is_an_exception_cannot_be_taken_out_of_the_log_unseen(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = under(ledger, tmp_path, '["decks", "cash"]').starts_shoe()
    clerk.says("wager", **CASH)
    rows = ledger.journal.select_rows(0, 1_000, ledger.position)
    assert Streams(ledger).fold() == rows[-1][0]
    for said, other in (
        (b'"lacking":["decks"]', b'"lacking":[]'),
        (b'"unconfirmed":true', b'"unconfirmed":false'),
    ):
        altered = [(*row, state.replace(said, other)) for *row, state in rows]
        assert altered != [tuple(row) for row in rows]
        monkeypatch.setattr(
            ledger.journal, "select_rows", lambda after, *_, rows=altered: [] if after > 0 else rows
        )
        with pytest.raises(IntegrityFailure) as differs:
            Streams(ledger).fold()
        assert differs.value.refusal.code == "event_differs"


APPROVED = "IEB-2026-114, 2026-05-04, IEB"
EVERY = dict.fromkeys(load("ma-midi").asks, APPROVED)


def approved(approvals: dict[str, str]) -> dict[str, str]:
    return {f"approvals.{of}": reference for of, reference in approvals.items()}


def test_r6_adopting_without_an_approval_is_an_exception_that_lists_each_and_blocks_nothing(
    clerk: Clerk,
) -> None:
    clerk.opens(
        "ma-midi", options=approved({**EVERY, "cut_cards": "IEB-2026-120, 2026-07-12, IEB"})
    )
    assert found(clerk, "approvals_lacking") == [
        ("approvals_lacking", "Adopted without a dated approval of: cut cards (ma-midi 3(a)).")
    ]
    clerk.starts_shoe().plays("7d Qh", "9c Kh", (3, "player", 2500))
    later = {"authorised_by": "M-1", "notice_at": "2026-07-11T12:00:00-04:00"}
    clerk.says("end_shoe", reason="completed")
    clerk.says("adopt", rules="ma-midi", options=approved(EVERY), **later)
    assert len(found(clerk, "approvals_lacking")) == 1
    clerk.says("adopt", rules="ma-midi", options={}, **later)
    _, (_, message) = found(clerk, "approvals_lacking")
    assert message == (
        "Adopted without a dated approval of: layout (ma-midi 2(b)), dragon bonus areas (ma-midi 2(b)(1)),"
        " house money areas (ma-midi 2(b)(3)), numbered areas (ma-midi 2(b)(4)), discard rack (ma-midi 2(c)),"
        " cut cards (ma-midi 3(a))."
    )

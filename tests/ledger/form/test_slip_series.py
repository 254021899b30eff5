"""Series of fill and credit slips: received, lost and counted by number (A3)."""

from datetime import timedelta
from typing import Any, Final

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import slip_series as series_events
from ledger.events.base import Event
from ledger.events.form import Run
from ledger.form import acts as form_acts
from ledger.form.acts import CountSlips, LoseSlips, ReceiveSlips
from ledger.values.errors import PitError
from tests.clerk import SINCE

AT: Final = SINCE + timedelta(days=10)
FILLS: Final[dict[str, Any]] = {"kind": "fill", "prefix": "F-"}
BOX: Final[dict[str, Any]] = {**FILLS, "first": 1001, "last": 1050}
GONE: Final[dict[str, Any]] = {"reason": "burnt", "authorised_by": "B-2"}


def says(ledger: Ledger, kind: type[form_acts.SlipSeriesAct], /, **facts: Any) -> list[Event]:
    done = ledger.do(kind(by="G-1", at=AT, **facts))
    return [recorded.event for recorded in done.events]


def is_refused(ledger: Ledger, kind: type[form_acts.SlipSeriesAct], /, **facts: Any) -> str:
    """See it refused without a trace, and return the code."""
    before = ledger.position
    with pytest.raises(PitError) as caught:
        says(ledger, kind, **facts)
    assert ledger.position == before, "a refused act left a trace"
    return caught.value.refusal.code


def test_a3_slips_are_received_once_in_as_many_deliveries_as_come(ledger: Ledger) -> None:
    (received,) = says(ledger, ReceiveSlips, **BOX)
    assert isinstance(received, series_events.SlipsReceived)
    assert (received.kind, received.prefix, received.first, received.last) == (
        *("fill", "F-"),
        *(1001, 1050),
    )
    says(ledger, ReceiveSlips, **BOX | {"first": 1051, "last": 1100})
    assert is_refused(ledger, ReceiveSlips, **BOX | {"first": 1100, "last": 1120}) == (
        "slips_received"
    )
    assert is_refused(ledger, ReceiveSlips, **BOX | {"prefix": "f-"}) == "slips_received"
    says(ledger, ReceiveSlips, **BOX | {"kind": "credit"})
    says(ledger, ReceiveSlips, **BOX | {"prefix": ""})


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"first": 9, "last": 8}, "numbers_reversed"),
        ({"first": 1, "last": 100_001}, "series_too_long"),
        ({"prefix": "F 1"}, "bad_prefix"),
        ({"prefix": "F-1"}, "bad_prefix"),
        ({"prefix": "F" * 33}, "bad_prefix"),
    ],
)
def test_a3_numbers_that_cannot_be_are_not_received(
    ledger: Ledger, facts: dict[str, Any], code: str
) -> None:
    assert is_refused(ledger, ReceiveSlips, **BOX | facts) == code


def test_a3_slips_that_are_lost_are_so_once_on_anothers_word(ledger: Ledger) -> None:
    says(ledger, ReceiveSlips, **BOX)
    (lost,) = says(ledger, LoseSlips, **FILLS, first=1017, **GONE)
    assert isinstance(lost, series_events.SlipsLost)
    assert (lost.first, lost.last, lost.authorised_by) == (1017, 1017, "B-2")
    says(ledger, LoseSlips, **FILLS, first=1018, last=1020, **GONE)
    again = {**FILLS, "first": 1016, "last": 1018, **GONE}
    assert is_refused(ledger, LoseSlips, **again) == "slips_lost"
    own = {**FILLS, "first": 1030, **GONE, "authorised_by": "g-1"}
    assert is_refused(ledger, LoseSlips, **own) == "signed_twice"
    assert is_refused(ledger, LoseSlips, **FILLS, first=1050, last=1051, **GONE) == (
        "slips_not_received"
    )


def test_a3_unused_slips_are_counted_by_number_over_deliveries(ledger: Ledger) -> None:
    assert is_refused(ledger, CountSlips, **FILLS, counted=[Run(1001, 1001)]) == (
        "slips_not_received"
    )
    says(ledger, ReceiveSlips, **BOX)
    says(ledger, ReceiveSlips, **BOX | {"first": 1051, "last": 1100})
    (counted,) = says(ledger, CountSlips, **FILLS, counted=[Run(1060, 1060), Run(1003, 1055)])
    assert isinstance(counted, series_events.SlipsCounted)
    assert counted.counted == [Run(1003, 1055), Run(1060, 1060)]
    for runs, code in (
        ([Run(1003, 1055), Run(1055, 1060)], "slips_listed_twice"),
        ([Run(1009, 1003)], "numbers_reversed"),
        ([Run(1090, 1101)], "slips_not_received"),
    ):
        assert is_refused(ledger, CountSlips, **FILLS, counted=runs) == code

"""Forms that a pit clerk's desk sends: what is typed of them, by another door (F1-F8)."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.operators import Role
from ledger.feed import Quarantine
from ledger.form import acts as form_acts
from ledger.operators.acts import RegisterOperator
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Fed, Sender, log_of

AT = datetime.fromisoformat("2026-07-11T17:00:00-04:00")
WITNESSED = {"pit_boss": "B-2", "clerk": "PC-1"}
SIGNED = {"dealer": "D-7", **WITNESSED}
PATRON = {"patron": "R. Ames", "patron_signed": True}
STAFF = {
    "A-1": Role.AUDIT,
    "C-1": Role.PIT_CLERK,
    "PC-1": Role.PIT_CLERK,
    "D-7": Role.DEALER,
    "S-2": Role.FLOORPERSON,
}


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    """A pit whose clerk has the forms 1001 to 1005."""
    with open_pit(url) as ledger:
        said: dict[str, Any] = {"by": "PC-1", "at": AT, "series": "CVF"}
        ledger.do(form_acts.ReceiveSeries(**said, first=1001, last=1005))
        ledger.do(form_acts.IssueSeries(**said, pit="P-1", clerks=["PC-1"]))
        yield ledger


@pytest.fixture
def owing(sender: Sender) -> list[bytes]:
    """A table at which seats 3 and 5 owe vigorish."""
    wagers = ((3, "banker", 2_000), (5, "banker", 4_000))
    hands = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    return [*sender.opening("div-mini"), sender.round(*wagers, **hands)]


def form(sender: Sender, type_: str, number: int, **said: Any) -> bytes:
    record = sender.record(type_, by="PC-1", series="CVF", number=number, **said)
    if type_ != "form_issue":
        del record["table"]
    return json.dumps(record).encode()


def issued(sender: Sender, number: int, seat: int = 3, **said: Any) -> bytes:
    return form(sender, "form_issue", number, seat=seat, **{**PATRON, **SIGNED, **said})


def test_what_a_desk_sends_of_forms_is_what_is_typed(
    ledger: Ledger, sender: Sender, owing: list[bytes]
) -> None:
    fed = Fed(ledger, owing)
    sent = [
        issued(sender, 1001),
        form(sender, "form_drop", 1001, **SIGNED),
        issued(sender, 1002, 5, cents=100, patron="Z. Roe", patron_id="77"),
        form(sender, "form_void", 1002, reason="wrong patron", **WITNESSED),
        form(sender, "form_void", 1003, reason="spoilt", **WITNESSED),
    ]
    fed = Fed(ledger, sent)
    assert (fed.counts, fed.told) == ((5, 0, 0), [])
    log = log_of(ledger)
    of_series = [(topic, event["seq"]) for _, topic, event in log["series:CVF"][2:]]
    assert of_series == [
        *(("form.issued", 4), ("form.original_dropped", 5), ("form.issued", 6)),
        *(("form.voided", 7), ("form.voided", 8)),
    ]
    of_table = [(topic, event["seq"]) for _, topic, event in log["table:MB-01"] if event["seq"] > 3]
    assert of_table == [
        *(("table.vigorish_documented", 4), ("table.vigorish_documented", 6)),
        ("table.vigorish_restored", 7),
    ]
    table = ledger.table("MB-01")
    assert {seat: sum(mark.cents for mark in marks) for seat, marks in table.marks.items()} == {
        5: 200
    }
    assert Fed(ledger, sent).counts == (0, 5, 0), "the second reading changes nothing"
    assert log_of(ledger) == log


def test_unused_forms_are_counted_by_a_record_as_by_hand(
    ledger: Ledger, sender: Sender, owing: list[bytes]
) -> None:
    """One that was used is in hand no more; one that nobody found is missing."""

    def counted(*runs: tuple[int, int]) -> bytes:
        record = sender.record("form_count", by="PC-1", series="CVF", counted=runs, clerk="PC-1")
        return json.dumps({k: v for k, v in record.items() if k != "table"}).encode()

    fed = Fed(ledger, [*owing, issued(sender, 1001), counted((1002, 1005)), counted((1001, 1003))])
    assert (fed.counts, fed.told) == ((6, 0, 0), [])
    counts = [event for _, topic, event in log_of(ledger)["series:CVF"] if topic == "form.counted"]
    found = [(x.get("missing", []), x.get("beyond", [])) for x in counts]
    assert found == [([], []), ([1004, 1005], [1001])]
    assert Fed(ledger, [counted((1005, 1003))]).codes == [(1, "numbers_reversed")]


def test_a_form_that_is_refused_leaves_its_mark_and_the_records_after_it_go_on(
    ledger: Ledger, sender: Sender, owing: list[bytes], tmp_path: Path
) -> None:
    """The pit boss who signs it is nobody: nothing of it waits beside what comes after it in one transaction."""
    for operator, role in STAFF.items():
        said: dict[str, Any] = {"operator": operator, "name": operator, "licence": operator}
        ledger.do(RegisterOperator(by="A-1", at=AT, roles=[role], **said))
    aside = Quarantine(tmp_path / "aside.ndjson")
    lines = [
        *owing,
        issued(sender, 1001),
        form(sender, "form_void", 1001, reason="torn", **WITNESSED),
        sender.line("sit", seat=9),
    ]
    fed = Fed(ledger, lines, quarantine=aside)
    assert [line for line, _ in fed.codes] == [4, 5]
    assert {code for _, code in fed.codes} == {"unknown_operator"}
    log = log_of(ledger)
    topics = [topic for _, topic, _ in log["table:MB-01"]]
    assert "table.vigorish_documented" not in topics
    assert topics[-1] == "table.seat_taken"
    assert len(log["series:CVF"]) == 2
    assert ledger.table("MB-01").marks.keys() == {3, 5}


def test_a_dry_run_takes_forms_one_after_the_other(
    ledger: Ledger, sender: Sender, owing: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.feed.intake.BATCH_RECORDS", 1)
    before = log_of(ledger)
    lines = [*owing, issued(sender, 1001), issued(sender, 1002, 5)]
    assert Fed(ledger, lines, dry_run=True).told == []
    assert log_of(ledger) == before
    assert Fed(ledger, lines).told == []


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"patron": " "}, "empty_text"),
        ({"number": 0}, "out_of_range"),
        ({"seat": None}, "wrong_kind"),
        ({"page": 2}, "unknown_field"),
    ],
)
def test_a_form_that_cannot_be_read_is_told_by_its_field(
    ledger: Ledger, sender: Sender, said: dict[str, Any], code: str
) -> None:
    record = json.loads(issued(sender, 1001)) | said
    (told,) = Fed(ledger, [json.dumps(record).encode()]).told
    assert told.code == code
    assert told.message.startswith(next(iter(said)))

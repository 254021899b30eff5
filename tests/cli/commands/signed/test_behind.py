"""Decision 31: what stands in the log behind a signed day, and no act put there, is named."""

import json

import pytest

from ledger.store import tables
from ledger.store.engine import begin_write, make_engine
from tests.cli.commands.signed.day import (
    DAY,
    TODAY,
)
from tests.cli.conftest import Terminal, tamper
from tests.cli.sealing import seal, write_keys


def planted(terminal: Terminal, stream: str, topic: str, state: bytes) -> None:
    """Record an event at the end of a stream, as no act would."""
    versions = [x.originator_version for x in terminal.everything() if x.originator_id == stream]
    engine = make_engine(terminal.url)
    with begin_write(engine) as connection:
        connection.execute(
            tables.events.insert(),
            {
                "originator_id": stream,
                "originator_version": max(versions) + 1,
                "topic": topic,
                "state": state,
            },
        )
    engine.dispose()


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("table.chips_filled", "F-20", "F-21"),
        ("day.finding_acknowledged", '"reason":"seen"', '"reason":"agreed"'),
        ("day.finding_acknowledged", f'"day":"{DAY}"', f'"day":"{TODAY}"'),
    ],
    ids=["a fill", "what no figure rests on", "what goes on in the day's own stream"],
)
@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of the log.
def test_what_no_act_can_put_behind_a_closed_day_is_named_sealed_or_not(
    signed: Terminal, topic: str, old: str, new: str
) -> None:
    write_keys()
    like = [each for each in signed.everything() if each.topic == topic][-1]
    planted(signed, like.originator_id, topic, like.state.replace(old.encode(), new.encode()))
    for _ in range(2):
        error = signed.is_refused("db", "check", exit_code=5)
        assert (error["code"], error["facts"]["topic"]) == ("not_as_signed", topic)
        assert signed.is_refused("audit", "verify", exit_code=5)["code"] == "not_as_signed"
        seal(signed)


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)
def test_what_a_later_day_takes_back_of_a_closed_one_is_named(signed: Terminal) -> None:
    """The undo is dated on an open day; the figures of the closed one are others since."""
    last = [x for x in signed.everything() if x.originator_id == "table:MB-02"][-1]
    then = json.loads(last.state)["recorded_at"]
    undone = {
        "by": "C-1",
        "at": then,
        "recorded_at": then,
        "day": TODAY,
        "reason": "typo",
        "undone": [],
        "first": last.originator_version,
        "last": last.originator_version,
        "happened_at": then,
        "entered_by": "C-1",
        "entered_at": then,
    }
    planted(signed, "table:MB-02", "table.act_undone", json.dumps(undone).encode())
    assert signed.is_refused("db", "check", exit_code=5)["code"] == "not_as_signed"


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)
def test_what_a_later_day_reverses_of_a_closed_one_is_named(signed: Terminal) -> None:
    """The reversal is dated on an open day: it is the round that stands behind signed books."""
    named = f'"round":"MB-01:{DAY}:2"'.encode()
    settled = next(
        x for x in signed.everything() if x.topic == "table.round_settled" and named in x.state
    )
    of = json.loads(settled.state)
    reversed_round = {
        **{name: of[name] for name in ("by", "at", "recorded_at", "round", "lines")},
        "day": TODAY,
        "reason": "misread",
        "approved_by": "S-2",
        "settled_at": of["at"],
    }
    planted(
        signed, settled.originator_id, "table.round_reversed", json.dumps(reversed_round).encode()
    )
    error = signed.is_refused("db", "check", exit_code=5)
    assert (error["code"], error["facts"].get("topic")) == ("not_as_signed", "table.round_reversed")


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("form.issued", '"dealer":"D-7"', '"dealer":"D-8"'),
        ("link.award_won", '"seat":3', '"seat":4'),
    ],
)
@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of reports.
def test_a_form_or_an_award_altered_behind_its_day_is_not_as_signed(
    signed: Terminal, topic: str, old: str, new: str
) -> None:
    """The check folds the events again and holds them against what is kept under the signed digest."""
    tamper(signed.url, topic, old, new)
    signed.run("db", "rebuild", "--reason", "seen")
    error = signed.is_refused("db", "check", exit_code=5)
    assert error["code"] == "not_as_signed"


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # What is asked is of reports.
def test_rows_that_are_read_two_at_a_time_are_those_that_were_signed(
    signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.queries.signed_rows.AT_ONCE", 2)
    assert "The books are as they were signed." in signed.does("day", "show", DAY)

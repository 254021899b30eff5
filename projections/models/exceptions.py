"""Exceptions: what somebody should look at when the day is closed. One row an event that calls for
it.
"""

from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.day import DropCounted
from ledger.events.feed import RecordRefused
from ledger.events.form import FormVoided, serial
from projections.engine.model import Fact, Model, Projection, Rows

ROUND_VOIDED: Final = "round_voided"
RECORD_REFUSED: Final = "record_refused"
DROP_RECOUNTED: Final = "drop_recounted"
FORM_VOIDED: Final = "form_voided"


class ExceptionRow(msgspec.Struct, gc=False):
    """What happened, where and when. `at` in microseconds UTC.

    subject: the round, the feed record (SOURCE:SEQ) or the day's drop it is about. code: of a
    refusal. cents: the money concerned, where there is any.
    """

    stream: str
    version: int
    day: str
    table: str
    kind: str
    at: int
    by: str
    subject: str
    message: str
    code: str | None = None
    cents: int | None = None


EXCEPTIONS: Final = Model("exceptions", ExceptionRow, key=2, index=("day", "table"))
PROJECTION: Final = Projection("exceptions", (EXCEPTIONS,))


def _add(
    rows: Rows, fact: Fact[Any], table: str, kind: str, subject: str, message: str, **facts: Any
) -> None:
    event = fact.event
    rows.add(
        EXCEPTIONS,
        ExceptionRow(
            fact.stream,
            fact.version,
            event.day,
            table,
            kind,
            event.at,
            event.by,
            subject,
            message,
            **facts,
        ),
    )


@PROJECTION.on(e.RoundVoided)
def _voided(rows: Rows, fact: Fact[e.RoundVoided]) -> None:
    event = fact.event
    returned = sum(wager.cents for wager in event.returned if wager.tender != "coupon")
    _add(rows, fact, fact.table, ROUND_VOIDED, event.round, event.reason, cents=returned)


@PROJECTION.on(RecordRefused)
def _refused(rows: Rows, fact: Fact[RecordRefused]) -> None:
    event = fact.event
    subject = f"{event.source}:{event.seq}"
    _add(rows, fact, event.table, RECORD_REFUSED, subject, event.message, code=event.code)


@PROJECTION.on(DropCounted)
def _drop_counted(rows: Rows, fact: Fact[DropCounted]) -> None:
    event = fact.event
    if event.replaces:
        message = "The drop was counted again; this count replaces the former."
        _add(rows, fact, event.table, DROP_RECOUNTED, fact.stream, message, cents=event.cash_cents)


@PROJECTION.on(FormVoided)
def _form_voided(rows: Rows, fact: Fact[FormVoided]) -> None:
    """At no table where a form was spoilt before it was filled in for one."""
    event = fact.event
    subject = serial(fact.table, event.number)
    cents = event.cents or None
    _add(rows, fact, event.table, FORM_VOIDED, subject, event.reason, cents=cents)

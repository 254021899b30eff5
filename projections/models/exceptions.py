"""Exceptions: what somebody should look at when the day is closed. One row an event that calls for
it.
"""

from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.day import DropCounted
from ledger.events.feed import RecordRefused
from ledger.events.form import FormVoided, serial
from ledger.events.link import (
    UNITS_A_CENT,
    AwardReversed,
    ContributionsReturned,
    MeterCorrected,
)
from ledger.events.operators import PassphraseFailed, PassphraseGiven
from ledger.events.property import PropertySettingsChanged
from ledger.events.shoe import ShoeStarted
from ledger.events.slip import SlipVoided
from ledger.values.money import dollars
from projections.engine.model import Fact, Model, Projection, Rows
from projections.models.settled import sums

ROUND_VOIDED: Final = "round_voided"
ROUND_REVERSED: Final = "round_reversed"
RECORD_REFUSED: Final = "record_refused"
DROP_RECOUNTED: Final = "drop_recounted"
FORM_VOIDED: Final = "form_voided"
CORRECTED: Final = "corrected"
AWARD_REVERSED: Final = "award_reversed"
METER_CORRECTED: Final = "meter_corrected"
METER_RESEEDED: Final = "meter_reseeded"
DISPUTE_DECIDED: Final = "dispute_decided"
ENTRY_UNDONE: Final = "entry_undone"
SLIP_VOIDED: Final = "slip_voided"
SHOE_LACKING: Final = "shoe_lacking"
CASH_UNCONFIRMED: Final = "cash_unconfirmed"
APPROVALS_LACKING: Final = "approvals_lacking"


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


GUESSED: Final = "passphrase_failed"
SET_ANEW: Final = "passphrase_set_anew"
RELEASED: Final = "passphrase_not_asked"


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


@PROJECTION.on(e.RoundReversed)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    """cents: what the round had brought in, and does no more."""
    event = fact.event
    staked, returned, _ = sums(event.lines)
    message = f"{event.reason}; approved by {event.approved_by}"
    _add(rows, fact, fact.table, ROUND_REVERSED, event.round, message, cents=returned - staked)


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


@PROJECTION.on(e.RulesAdopted)
def _adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    event = fact.event
    if event.lacking:
        asked = ", ".join(f"{of.replace('_', ' ')} ({by})" for of, by in event.lacking.items())
        message = f"Adopted without a dated approval of: {asked}."
        _add(rows, fact, fact.table, APPROVALS_LACKING, event.rules, message)


@PROJECTION.on(ShoeStarted)
def _shoe_started(rows: Rows, fact: Fact[ShoeStarted]) -> None:
    event = fact.event
    if event.lacking:
        message = f"Played without what its rules have recorded: {', '.join(map(_LACKING.__getitem__, event.lacking))}."
        _add(rows, fact, fact.table, SHOE_LACKING, f"shoe {event.shoe}", message)


_LACKING: Final = {
    "decks": "who inspected the decks",
    "spread": "for whom the cards were spread",
    "wash": "who washed the cards",
    "stack_check": "who looked at the feathered stack",
}
"""What a submission may have recorded of the cards before a shoe is played."""


@PROJECTION.on(e.BoughtIn)
def _bought_in(rows: Rows, fact: Fact[e.BoughtIn]) -> None:
    event = fact.event
    if event.unconfirmed:
        message = "A verbal wager with cash of which nobody recorded who confirmed it."
        _add(
            rows,
            fact,
            fact.table,
            CASH_UNCONFIRMED,
            f"seat {event.seat}",
            message,
            cents=event.cents,
        )


@PROJECTION.on(FormVoided)
def _form_voided(rows: Rows, fact: Fact[FormVoided]) -> None:
    """At no table where a form was spoilt before it was filled in for one."""
    event = fact.event
    subject = serial(fact.table, event.number)
    cents = event.cents or None
    _add(rows, fact, event.table, FORM_VOIDED, subject, event.reason, cents=cents)


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    """On the day on which it counts, whichever day it is about."""
    event = fact.event
    figure = event.figure.replace("_", " ")
    seat = f", seat {event.seat}" if event.seat else ""
    message = f"{figure} of {event.of_day}, {event.original}{seat}: {event.reason}"
    _add(rows, fact, fact.table, CORRECTED, event.document, message, cents=event.cents)


@PROJECTION.on(AwardReversed)
def _award_reversed(rows: Rows, fact: Fact[AwardReversed]) -> None:
    event = fact.event
    of = f"seat {event.seat}: {event.meter.replace('_', ' ')} of {fact.table}, {event.document}"
    given = event.paid and not event.handed_back
    lost = f"; {dollars(event.cents)} from the {event.paid} given away" if given else ""
    message = f"{of}: {event.reason}{lost}"
    _add(rows, fact, event.table, AWARD_REVERSED, event.round, message, cents=event.cents)


@PROJECTION.on(MeterCorrected)
def _meter_corrected(rows: Rows, fact: Fact[MeterCorrected]) -> None:
    """At no table: a link is of several."""
    event = fact.event
    since = f", won since {event.round}, seat {event.seat}" if event.round else ""
    message = f"{event.meter.replace('_', ' ')} of {fact.table}{since}: {event.reason}"
    _add(rows, fact, "", METER_CORRECTED, event.document, message, cents=event.cents)


@PROJECTION.on(ContributionsReturned)
def _meter_reseeded(rows: Rows, fact: Fact[ContributionsReturned]) -> None:
    """A row a link's event: what the house put in again of a void round, whole cents of it."""
    event = fact.event
    if event.reseeded:
        meters = ", ".join(line.meter.replace("_", " ") for line in event.reseeded)
        units = sum(line.visible + line.reserve for line in event.reseeded)
        message = (
            f"What it had put into {meters} of {fact.table} was won or corrected away before it was void;"
            " the house put it in again."
        )
        _add(
            *(rows, fact, event.table, METER_RESEEDED, event.round, message),
            cents=units // UNITS_A_CENT,
        )


@PROJECTION.on(e.DisputeDecided)
def _decided(rows: Rows, fact: Fact[e.DisputeDecided]) -> None:
    """The correction that follows from it is an exception of its own."""
    event = fact.event
    of = f"The dispute of seat {event.seat}" if event.seat else "The dispute"
    message = f"{of} was {event.ruling} by {event.decided_by}: {event.reason}"
    _add(rows, fact, fact.table, DISPUTE_DECIDED, event.round, message)


@PROJECTION.on(e.ActUndone)
def _undone(rows: Rows, fact: Fact[e.ActUndone]) -> None:
    """By who had entered it, so that it is counted there; who took it back and who approved is in the message."""
    event = fact.event
    rounds = [line.round for line in event.undone if line.round]
    subject = event.slip or (rounds[0] if rounds else fact.table)
    kinds = ", ".join(dict.fromkeys(line.event.partition(".")[2] for line in event.undone))
    approved = f", approved by {event.approved_by}" if event.approved_by else ""
    void = "; the slip is void" if event.slip else ""
    message = f"{kinds.replace('_', ' ')} taken back by {event.by}{approved}{void}: {event.reason}"
    row = ExceptionRow(
        *(fact.stream, fact.version, event.day, fact.table, ENTRY_UNDONE, event.at),
        by=event.entered_by,
        subject=subject,
        message=message,
        cents=event.cents or None,
    )
    rows.add(EXCEPTIONS, row)


@PROJECTION.on(SlipVoided)
def _slip_voided(rows: Rows, fact: Fact[SlipVoided]) -> None:
    event = fact.event
    signed = " and ".join(filter(None, (event.supervisor, event.cage)))
    message = f"{event.kind.capitalize()} void, signed by {signed}: {event.reason}"
    subject = event.slip or fact.table
    _add(rows, fact, fact.table, SLIP_VOIDED, subject, message, cents=event.cents)


@PROJECTION.on(PassphraseFailed)
def _passphrase_failed(rows: Rows, fact: Fact[PassphraseFailed]) -> None:
    event = fact.event
    waits = "; the next attempt had to wait" if event.until else ""
    message = f"Somebody did not know the passphrase, {event.failures} in a row{waits}."
    _add(rows, fact, "", GUESSED, event.operator, message)


@PROJECTION.on(PassphraseGiven)
def _passphrase_given(rows: Rows, fact: Fact[PassphraseGiven]) -> None:
    """In the place of another: whoever it was set before might know it. The first one is no exception."""
    event = fact.event
    if event.reason:
        _add(rows, fact, "", SET_ANEW, event.operator, f"Set anew: {event.reason}")


@PROJECTION.on(PropertySettingsChanged)
def _released(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    event = fact.event
    if event.released:
        of = ", ".join(each.replace("_", " ") for each in event.released)
        signed = f", signed by {event.second} too" if event.second else ""
        message = f"No passphrase is asked any more of: {of}{signed}."
        _add(rows, fact, "", RELEASED, event.by, message)

"""How a gaming day was closed; corrections and disputes that name it (A4, U3)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.events.day import Acknowledgement, TableBooks
from ledger.store.driver import ask, value_of
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.figures.stood_open import stood_open
from projections.figures.win import Win
from projections.models.closings import (
    ACKNOWLEDGED,
    CLOSINGS,
    CORRECTIONS,
    DISPUTES,
    PROJECTION,
)

NEEDS: Final = (PROJECTION,)

SIGNED: Final = (
    "opener",
    "fills",
    "credits",
    "buy_ins",
    "closer",
    "drop",
    "hand_result",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
    "vig_outstanding",
    "win_hands",
    "win_tray",
    "tray_variance",
    "drop_variance",
    "form_variance",
)
"""The figures of a table that are signed when the day is closed."""


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """How a day was closed. at: RFC 3339 UTC. books_at: position of the last event that the signed books count.

    differing: tables whose books, worked out now, are not those that were signed; and reports (`report win`) of which
    something else is kept than was. remade: what its reports say was made anew since, and is not byte for byte what was
    signed. checkpoint: of the log, as it was signed with the books, and the public key that
    did; "" where none was, and where the day is looked back to.
    """

    gaming_day: str
    at: str
    by: str
    second: str
    books_at: int
    findings: list[Acknowledgement]
    differing: list[str]
    remade: bool = False
    checkpoint: str = ""
    seal_key: str = ""

    @property
    def warning(self) -> str:
        """What every report of the day says first where it is not what was signed, or nobody knows; else ""."""
        if self.differing:
            return (
                f"NOT AS SIGNED: {self.gaming_day} was signed by {self.by} and {self.second} with other figures for"
                f" {', '.join(self.differing)}. Run pit db check."
            )
        if self.remade:
            return (
                f"MADE ANEW: what the reports of {self.gaming_day} said when it was signed is not kept. Another"
                " version of the program worked them out since, or somebody altered events or reports: pit audit verify"
                " tells, where the log is sealed."
            )
        return ""


class Acknowledged(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that accounting let stand. cents: the amount it was seen with. at: RFC 3339 UTC."""

    finding: str
    code: str
    cents: int | None
    reason: str
    by: str
    at: str


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A correction, a round or an award taken back, or a ruling. gaming_day: on whose books it counts; of_day: on which
    the figure was wrong. cents: added to it.

    table: or the link, of a meter, whose figure is `meter` and which is named by `original`; of an award that was taken
    back it is `award`, and `award_since` for what those who won since would have won more; of a reversed round `round`,
    by what its hand result changed; of a dispute decided `ruling`, of 0: a correction that it came to stands beside it.
    seat: whose vigorish or dispute. second: who of accounting approved it beside, or the second of two who corrected a
    meter.
    """

    document: str
    gaming_day: str
    table: str
    of_day: str
    figure: str
    cents: int
    original: str
    reason: str
    by: str
    approved_by: str
    at: str
    seat: int | None = None
    second: str | None = None


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A disputed round. ruling: None while it is open; document: of the correction that came of it. RFC 3339 UTC."""

    round: str
    table: str
    gaming_day: str
    seat: int | None
    claim: str
    evidence: list[str]
    raised_by: str
    raised_at: str
    ruling: str | None
    reason: str | None
    decided_by: str | None
    decided_at: str | None
    document: str | None


def books(tables: list[Win]) -> list[TableBooks]:
    """What two people sign: a line a table."""
    return [
        TableBooks(each.table, {name: getattr(each, name) for name in SIGNED}) for each in tables
    ]


def closing(connection: sa.Connection, day: str, tables: list[Win]) -> Closing | None:
    """How a day was closed, or None while it is open. tables: its books as they are worked out now."""
    found = _closings(connection, day)
    if not found:
        return None
    [row] = found
    return Closing(
        gaming_day=day,
        at=rfc3339(row.at),
        by=row.by,
        second=row.second,
        books_at=row.books_at,
        findings=msgspec.json.decode(row.findings, type=list[Acknowledgement]),
        differing=differing(msgspec.json.decode(row.books, type=list[TableBooks]), tables),
    )


def differing(signed: Sequence[TableBooks], tables: Sequence[Win]) -> list[str]:
    """The tables whose books are not those that were signed, in every figure that was: one that came in since is on no
    signature.
    """
    then = {each.table: each.figures for each in signed}
    now = {each.table: each for each in tables}
    return sorted(
        table
        for table in then | now
        if table not in then
        or table not in now
        or any(getattr(now[table], name, cents) != cents for name, cents in then[table].items())
    )


def closed_days(connection: sa.Connection) -> list[str]:
    """The gaming days that are closed, in order."""
    return [day for (day,) in ask(connection, "SELECT day FROM day_closings ORDER BY day")]


def days_open_before(connection: sa.Connection, day: str) -> list[str]:
    """The gaming days before one that are not closed although a table has something on its books, or stood open, in
    order. A day before the last closed one was signed for as it is.
    """
    found = {on for (on,) in ask(connection, _OPEN_BEFORE, day=day)}
    signed = value_of(connection, "SELECT max(day) FROM day_closings WHERE day < :day", day=day)
    if since := signed or min(found, default=None):
        found |= {on for on, _ in stood_open(connection, since, day) if since < on < day}
    return sorted(found)


_OPEN_BEFORE: Final = """
    SELECT DISTINCT day FROM table_win WHERE day < :day AND day NOT IN (SELECT day FROM day_closings)
"""


@if_recorded(CLOSINGS)
def signed_before(connection: sa.Connection, day: str) -> list[Acknowledgement]:
    """The findings with which the last day before one was closed that is closed."""
    last = "SELECT findings FROM day_closings WHERE day < :day ORDER BY day DESC LIMIT 1"
    found = value_of(connection, last, day=day)
    return [] if found is None else msgspec.json.decode(found, type=list[Acknowledgement])


def is_closed(connection: sa.Connection, day: str) -> bool:
    """Whether two people have signed the day's books."""
    return bool(_closings(connection, day))


@once
@if_recorded(CLOSINGS)
def _closings(connection: sa.Connection, day: str) -> Iterable[Any]:
    """How a day was closed, where it is."""
    return rows_of(connection, CLOSINGS, "WHERE day = :day", day=day)


@once
@if_recorded(ACKNOWLEDGED)
def acknowledged(connection: sa.Connection, day: str) -> list[Acknowledged]:
    """What was acknowledged for a day, by finding."""
    rows = rows_of(connection, ACKNOWLEDGED, "WHERE day = :day ORDER BY finding", day=day)
    return [
        Acknowledged(
            finding=row.finding,
            code=row.code,
            cents=row.cents,
            reason=row.reason,
            by=row.by,
            at=rfc3339(row.at),
        )
        for row in rows
    ]


@once
@if_recorded(CORRECTIONS)
def corrections(connection: sa.Connection, day: str) -> list[Correction]:
    """What was put right or ruled on a day, and on other days of it, as it was posted. Each stands by itself: what is
    posted one way and back again is two.
    """
    which = "WHERE day = :day OR of_day = :day ORDER BY day, at, stream, version"
    return [*map(correction, rows_of(connection, CORRECTIONS, which, day=day))]


@once
@if_recorded(DISPUTES)
def disputes(connection: sa.Connection, day: str | None = None) -> list[Dispute]:
    """The disputes raised on a gaming day, or all of them that are open; by table, in the order raised."""
    wanted = "ruling IS NULL" if day is None else "day = :day"
    which = f'WHERE {wanted} ORDER BY "table", raised_at, round'
    return [*map(_dispute, rows_of(connection, DISPUTES, which, day=day or ""))]


def correction(row: Any) -> Correction:
    """What a row of the read model says."""
    return Correction(
        document=row.document,
        gaming_day=row.day,
        table=row.table,
        of_day=row.of_day,
        figure=row.figure,
        cents=row.cents,
        original=row.original,
        reason=row.reason,
        by=row.by,
        approved_by=row.approved_by,
        at=rfc3339(row.at),
        seat=row.seat or None,
        second=row.accounting or None,
    )


def _dispute(row: Any) -> Dispute:
    return Dispute(
        round=row.round,
        table=row.table,
        gaming_day=row.day,
        seat=row.seat or None,
        claim=row.claim,
        evidence=msgspec.json.decode(row.evidence, type=list[str]),
        raised_by=row.raised_by,
        raised_at=rfc3339(row.raised_at),
        ruling=row.ruling,
        reason=row.reason,
        decided_by=row.decided_by,
        decided_at=None if row.decided_at is None else rfc3339(row.decided_at),
        document=row.document,
    )


CORRECTIONS_VIEW: Final = View(
    Correction,
    "Nothing of this gaming day was put right, and nothing ruled.",
    (
        Section(
            "Corrections",
            (
                Column("document", "Document"),
                Column("gaming_day", "Posted on", Kind.DATE),
                Column("of_day", "Corrects", Kind.DATE),
                Column("table", "Table"),
                Column("figure", "Figure"),
                Column("original", "Names"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("cents", "Amount", Kind.MONEY),
                Column("reason", "Reason"),
                Column("by", "By"),
                Column("approved_by", "Approved by"),
                Column("second", "and by"),
            ),
            total=False,
        ),
    ),
)

ACKNOWLEDGED_VIEW: Final = View(
    Acknowledged,
    "No finding is acknowledged.",
    (
        Section(
            "Findings acknowledged",
            (
                Column("finding", "Finding"),
                Column("cents", "Amount", Kind.MONEY),
                Column("reason", "Reason"),
                Column("by", "By"),
            ),
            total=False,
        ),
    ),
)

DISPUTES_VIEW: Final = View(
    Dispute,
    "No dispute is open.",
    (
        Section(
            "Disputes",
            (
                Column("round", "Round"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("claim", "Claim"),
                Column("raised_at", "Raised", Kind.MOMENT),
                Column("ruling", "Ruling"),
                Column("decided_by", "Decided by"),
                Column("document", "Correction"),
            ),
            total=False,
        ),
    ),
)

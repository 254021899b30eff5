"""What was found out of a closed gaming day afterwards: shown below what was signed, never in it (A4)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections.engine.asked import rows_of
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.notes import NOTES, PROJECTION

NEEDS: Final = (PROJECTION,)


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that came in after the day was closed. gaming_day: on which it is posted, and counted. at: RFC 3339 UTC.

    what: a correction, a ruling, an award paid, a form, a slip. subject: the round, seat, form or slip. document: by
    which it goes; cents: the money meant; None where there is none. position: of its event in the log.
    """

    gaming_day: str
    at: str
    by: str
    what: str
    table: str
    subject: str
    document: str | None
    cents: int | None
    text: str
    position: int


def notes(connection: sa.Connection, day: str, after: int) -> list[Note]:
    """What was recorded of a gaming day after an event, by its position, on later days; in that order."""
    which = "WHERE day = :day AND position > :after ORDER BY position, subject"
    return [
        Note(
            gaming_day=row.posted,
            at=rfc3339(row.at),
            by=row.by,
            what=row.what,
            table=row.table,
            subject=row.subject,
            document=row.document,
            cents=row.cents,
            text=row.text,
            position=row.position,
        )
        for row in rows_of(connection, NOTES, which, day=day, after=after)
    ]


VIEW: Final = View(
    Note,
    "Nothing has been found out since the day was closed.",
    (
        Section(
            "Notes: found out since the day was closed",
            (
                Column("gaming_day", "Posted on", Kind.DATE),
                Column("what", "What"),
                Column("table", "Table"),
                Column("subject", "About"),
                Column("document", "Document"),
                Column("cents", "Amount", Kind.MONEY),
                Column("by", "By"),
                Column("at", "At", Kind.MOMENT),
                Column("text", "Why"),
            ),
            total=False,
        ),
    ),
)

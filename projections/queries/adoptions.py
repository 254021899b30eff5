"""Every adoption of rules, from the events that recorded it."""

from collections.abc import Iterable
from typing import cast

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.table import ActUndone, RulesAdopted
from ledger.rules.submission import Submission, from_document
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.errors import store_errors
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.queries.moment import Moment

BATCH = 1_000


class Adoption(msgspec.Struct, frozen=True):
    """A table's rules from one round on. Instants RFC 3339 UTC.

    notice_at: None where none was given. authorised_by: "" likewise.
    """

    table: str
    at: str
    gaming_day: str
    rules: str
    version: int
    sha256: str
    options: dict[str, str]
    notice_at: str | None
    authorised_by: str
    by: str
    position: int


VIEW = View(
    Adoption,
    "No table has adopted rules yet; the first opening does that.",
    (
        Section(
            "Rules adopted",
            (
                Column("table", "Table"),
                Column("at", "From", Kind.MOMENT),
                Column("rules", "Rules"),
                Column("version", "Version", Kind.NUMBER),
                Column("options", "Options"),
                Column("notice_at", "Notice", Kind.MOMENT),
                Column("authorised_by", "Authorised by"),
                Column("by", "Entered by"),
                Column("sha256", "SHA-256"),
            ),
            total=False,
        ),
    ),
)


def adoptions(ledger: Ledger, moment: Moment, table: str | None = None) -> list[Adoption]:
    """The adoptions of that state of the books that count, in the order recorded; of one table where it is named."""
    return [
        _adoption(code, event, position)
        for position, code, event in _adopted(ledger, moment)
        if table in (None, code)
    ]


def submissions(ledger: Ledger, moment: Moment) -> list[Submission]:
    """The submissions that tables had adopted in that state of the books, each once, as the log has them."""
    documents = {event.sha256: event.document for _, _, event in _adopted(ledger, moment)}
    found = [from_document(document) for document in documents.values()]
    return sorted(found, key=lambda each: (each.id, each.version))


def _adopted(ledger: Ledger, moment: Moment) -> Iterable[tuple[int, str, RulesAdopted]]:
    topics, last = [TOPIC_OF[RulesAdopted], TOPIC_OF[ActUndone]], 0
    found: dict[tuple[str, int], tuple[int, str, RulesAdopted]] = {}
    with store_errors():
        while rows := ledger.journal.select_rows(last, BATCH, moment.position, topics):
            for last, stream, version, topic, state in rows:
                event = cast("RulesAdopted | ActUndone", decode(topic, state))
                if not moment.sees(last, event):
                    continue
                if isinstance(event, RulesAdopted):
                    found[stream, version] = last, stream.partition(":")[2], event
                else:
                    for undone in range(event.first, event.last + 1):
                        found.pop((stream, undone), None)
    return found.values()


def _adoption(table: str, event: RulesAdopted, position: int) -> Adoption:
    return Adoption(
        table=table,
        at=rfc3339(event.at),
        gaming_day=event.day,
        rules=event.rules,
        version=event.version,
        sha256=event.sha256,
        options=event.options,
        notice_at=rfc3339(event.notice_at) if event.notice_at else None,
        authorised_by=event.authorised_by,
        by=event.by,
        position=position,
    )

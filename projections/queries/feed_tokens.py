"""Who may feed over HTTP: the tokens of sources. What a token is, nobody keeps."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.equipment.tokens import FeedToken
from ledger.values.calendar import from_micros


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token of a source. tables: those that it feeds; none for all of them. issued_at, revoked_at: RFC 3339 UTC.

    revoked_by, revoked_at, reason: None while it is good.
    """

    source: str
    number: int
    tables: list[str]
    issued_by: str
    issued_at: str
    revoked_by: str | None
    revoked_at: str | None
    reason: str | None


def tokens(ledger: Ledger) -> list[Token]:
    """All there ever were, by source and number."""
    found = ledger.loader.feed_tokens().of
    return [_told(each) for source in sorted(found) for each in found[source]]


def _told(found: FeedToken) -> Token:
    return Token(
        source=found.source,
        number=found.number,
        tables=list(found.tables),
        issued_by=found.issued_by,
        issued_at=from_micros(found.issued_at).isoformat(),
        revoked_by=found.revoked_by or None,
        revoked_at=from_micros(found.revoked_at).isoformat() if found.revoked_at else None,
        reason=found.reason or None,
    )

"""Tokens of feed sources, issued and revoked."""

from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events import feed as feed_events
from ledger.events.base import Recorded
from ledger.transaction.unit import UnitOfWork


def issue(unit: UnitOfWork, act: IssueFeedToken) -> tuple[Recorded, ...]:
    """Give a source another token. Raises Misused for what cannot be a table's code."""
    tables = sorted(set(act.tables))
    for code in tables:
        unit.standing.table(code)  # Its feed may be what opens it first.
    issued = unit.stamp(act).on(
        feed_events.FeedTokenIssued,
        of_source=act.of_source,
        number=len(unit.standing.feed_tokens().of_source(act.of_source)) + 1,
        sha256=act.sha256,
        tables=tables,
    )
    return unit.append(feed_events.TOKENS, issued)


def revoke(unit: UnitOfWork, act: RevokeFeedToken) -> tuple[Recorded, ...]:
    """Let a token be good no more. Raises NotFound, and Refused for one that was revoked before."""
    unit.standing.feed_tokens().token(act.of_source, act.number).verify_good()
    revoked = unit.stamp(act).on(
        feed_events.FeedTokenRevoked,
        of_source=act.of_source,
        number=act.number,
        reason=act.reason.strip(),
    )
    return unit.append(feed_events.TOKENS, revoked)

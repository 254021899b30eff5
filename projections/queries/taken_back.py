"""The last act at a table taken back: shown first, and held to what was shown."""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.table.acts import Undo
from ledger.transaction.unit import Done
from ledger.values.errors import Refused
from projections.queries.undone import last_undone, staying, undone, would_undo

UNSAID: Final = "?"
"""Stands for the reason until it is asked for."""


class UndoneAct(NamedTuple):
    """What an undo took back, or would on a dry run, in order; and what was entered behind it and stays."""

    done: Done
    events: list[Recorded]
    stays: list[str]


class TakingBack(NamedTuple):
    """How an act is taken back. key, dry_run: as of `Ledger.do`. reason: as it was given.

    why: asked for it once what goes was seen, and told whether one is needed; None where nobody is asked. seen: told of
    what goes, before it does. refused: told of the last act where an undo that reaches it is refused.
    """

    key: str
    dry_run: bool
    reason: str
    why: Callable[[bool], str] | None
    seen: Callable[[UndoneAct], None]
    refused: Callable[[list[Recorded]], None]


def take_back(ledger: Ledger, act: Callable[[str], Undo], how: TakingBack) -> UndoneAct:
    """Take back the last act at a table. act: what is said for a reason. Raises as `Ledger.do`, and what `why` does."""
    tried = act(how.reason if how.why is None else UNSAID)
    try:
        done = ledger.do(tried, key=how.key, dry_run=True)
    except Refused as refused:
        how.refused(would_undo(ledger, refused))
        raise
    found = UndoneAct(done, undone(ledger, done), staying(ledger, done))
    if done.repeated:
        return found
    how.seen(found)
    if how.why is not None:
        tried = act(how.why(_needs_reason(ledger, act(""))))
    if how.dry_run:
        return found
    # What came in between is not taken back in its place.
    meant = replace(tried, read=last_undone(ledger, done))
    return found._replace(done=ledger.do(meant, key=how.key))


def _needs_reason(ledger: Ledger, act: Undo) -> bool:
    """Whether what an act takes back is not taken back without a reason, and would be with one."""
    try:
        ledger.do(act, dry_run=True)
    except Refused:
        return True
    return False

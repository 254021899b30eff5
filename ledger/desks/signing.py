"""The second signature that comes later and elsewhere: books are proposed by one, and signed or refused by the other.

The same for a day and a month. What is signed is what was proposed, byte for byte.
"""

from typing import Any

from ledger.day.acts import RefuseBooks
from ledger.day.signing import digest
from ledger.events import signing as signing_events
from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.events.operators import SECOND
from ledger.transaction.standing import MINUTE
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Conflict, Misused, Refused


def is_apart(unit: UnitOfWork) -> bool:
    """Whether the second person signs by themselves, with their passphrase, and so later."""
    return not unit.gate.registry().open and SECOND in unit.gate.required()


def propose(
    unit: UnitOfWork, act: Act, books: str, second: str, facts: dict[str, Any]
) -> tuple[Recorded, ...]:
    """Leave books waiting for the second signature. facts: of the event that will close them."""
    stamp = unit.stamp(act)
    within = unit.standing.settings.sign_within_minutes * MINUTE
    event = stamp.on(
        signing_events.BooksProposed,
        books=books,
        waits_for=second,
        sha256=digest(facts),
        books_at=facts["books_at"],
        until=stamp.recorded_at + within,
    )
    unit.standing.signing(books)
    return unit.append(signing_events.stream(books), event)


def proposer(unit: UnitOfWork, act: Act, books: str, facts: dict[str, Any]) -> str:
    """Who proposed what is signed now, and has proven who they are when they did.

    Raises Refused, NotFound; Conflict where the books are no longer what was proposed.
    """
    proposed = unit.standing.signing(books).to_sign(books, act.by, unit.clock())
    if digest(facts) != proposed.sha256:
        raise Conflict(
            "books_changed",
            f"The books of {books} are no longer those that {proposed.by} proposed.",
            "Nothing was recorded; look at them, and propose them again: pit day close.",
            books=books,
            proposed_by=proposed.by,
        )
    unit.gate.has_signed(proposed.by)
    return proposed.by


def refuse(unit: UnitOfWork, act: RefuseBooks) -> tuple[Recorded, ...]:
    """Have proposed books signed by nobody. Raises Refused for anybody but the two, and once they are closed; NotFound,
    Misused.
    """
    reason = act.reason.strip()
    if not reason:
        raise Misused(
            "no_reason",
            f"The books of {act.books} are refused for a reason.",
            'Give it: --reason "...".',
            books=act.books,
        )
    if len(act.books) == len("2026-07"):
        unit.standing.month(act.books).verify_open(act.books)
    else:
        unit.gate.verify_days((act.books,))
    proposed = unit.standing.signing(act.books).waiting(act.books)
    if act.by not in {proposed.by, proposed.waits_for}:
        raise Refused(
            "not_yours_to_refuse",
            f"The books of {act.books} are between {proposed.by} and {proposed.waits_for}.",
            "One of the two refuses or withdraws them.",
            books=act.books,
            by=act.by,
        )
    event = unit.stamp(act).on(signing_events.BooksRefused, books=act.books, reason=reason)
    return unit.append(signing_events.stream(act.books), event)

"""Books that wait for their second signature: of a gaming day or a month. Stream `signing:2026-07-11`, or `:2026-07`.

None of it is dated on the day that is signed, whose books it does not change.
"""

from ledger.events.base import Event


def stream(books: str) -> str:
    """The stream of a day's (ISO date) or a month's (`2026-07`) signatures."""
    return f"signing:{books}"


class BooksProposed(Event, frozen=True, kw_only=True):
    """One person has signed the books of a day or a month, and they wait for the other's signature. What was proposed
    before is withdrawn.

    books: the day or the month. waits_for: who signs them too. sha256: of the bytes that are signed. books_at: position
    of the last event they count. until: microseconds UTC, within which they are signed.
    """

    books: str
    waits_for: str
    sha256: str
    books_at: int
    until: int


class BooksRefused(Event, frozen=True, kw_only=True):
    """What was proposed is signed by nobody: one of the two withdrew or refused it."""

    books: str
    reason: str

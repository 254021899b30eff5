"""Whether books wait for a signature, and whose."""

import hashlib
from typing import Any

import msgspec

from ledger.events.base import Event
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.values.errors import NotFound, Refused


class Signing(msgspec.Struct):
    """What was last proposed of a day or a month. proposed: None where nothing waits, unless they are closed since."""

    version: int = 0
    proposed: BooksProposed | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, BooksProposed):
            self.proposed = event
        elif isinstance(event, BooksRefused):
            self.proposed = None
        self.version += 1

    def waiting(self, books: str) -> BooksProposed:
        """What was proposed. Raises NotFound where nothing was."""
        if self.proposed is None:
            raise NotFound(
                "nothing_to_sign",
                f"The books of {books} wait for no signature.",
                "pit day close proposes them, where the property has the second person sign by themselves.",
                books=books,
            )
        return self.proposed

    def to_sign(self, books: str, by: str, now: int) -> BooksProposed:
        """What was proposed, for whose signature it waits. now: microseconds UTC. Raises Refused, NotFound."""
        proposed = self.waiting(books)
        if by != proposed.waits_for:
            raise Refused(
                "not_yours_to_sign",
                f"The books of {books} wait for {proposed.waits_for}, not for {by}.",
                f"{proposed.waits_for} signs; or they are proposed anew: pit day close --second ID.",
                books=books,
                waits_for=proposed.waits_for,
                by=by,
            )
        if now > proposed.until:
            raise Refused(
                "signed_too_late",
                f"The time within which the books of {books} were to be signed is over.",
                "They are read and proposed anew: pit day close.",
                books=books,
                proposed_by=proposed.by,
            )
        return proposed


def digest(facts: dict[str, Any]) -> str:
    """SHA-256 of the bytes that are signed: the facts of the event that will close the books."""
    plain = msgspec.to_builtins(facts, str_keys=True)
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

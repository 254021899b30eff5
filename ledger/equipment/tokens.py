"""The tokens of feed sources: the fold of `feed_tokens`."""

import msgspec

from ledger.events.base import Event
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked
from ledger.values.errors import NotFound, Refused


class FeedToken(msgspec.Struct, frozen=True):
    """A token of a source. number: which of its tokens. tables: those that it feeds, none for all of them.

    issued_at, revoked_at: microseconds UTC, the second 0 while it is good. reason: why it was revoked.
    """

    source: str
    number: int
    sha256: str
    tables: tuple[str, ...]
    issued_by: str
    issued_at: int
    revoked_by: str = ""
    revoked_at: int = 0
    reason: str = ""

    def verify_good(self) -> None:
        """Raise Refused where it was revoked."""
        if self.revoked_at:
            raise Refused(
                "token_revoked",
                f"Token {self.number} of {self.source} was revoked by {self.revoked_by}.",
                f"Another one is issued by pit feed token new {self.source}.",
                source=self.source,
                number=self.number,
            )


class FeedTokens(msgspec.Struct):
    """All tokens there ever were, each source's in the order of their numbers."""

    version: int = 0
    of: dict[str, list[FeedToken]] = {}

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        self.version += 1
        if isinstance(event, FeedTokenIssued):
            issued = FeedToken(
                source=event.of_source,
                number=event.number,
                sha256=event.sha256,
                tables=tuple(event.tables),
                issued_by=event.by,
                issued_at=event.known_at,
            )
            self.of.setdefault(event.of_source, []).append(issued)
        elif isinstance(event, FeedTokenRevoked):
            tokens = self.of[event.of_source]
            tokens[event.number - 1] = msgspec.structs.replace(
                tokens[event.number - 1],
                revoked_by=event.by,
                revoked_at=event.known_at,
                reason=event.reason,
            )

    def of_source(self, source: str) -> list[FeedToken]:
        """The tokens of a source, by number."""
        return self.of.get(source, [])

    def token(self, source: str, number: int) -> FeedToken:
        """A token. Raises NotFound."""
        tokens = self.of_source(source)
        if 0 < number <= len(tokens):
            return tokens[number - 1]
        raise NotFound(
            "unknown_token",
            f"{source} has no token {number}.",
            "pit feed tokens lists them all.",
            source=source,
            number=number,
        )

    def find(self, sha256: str) -> FeedToken | None:
        """The token with this digest, whether it is good or not; None where there never was one."""
        return next(
            (each for tokens in self.of.values() for each in tokens if each.sha256 == sha256), None
        )

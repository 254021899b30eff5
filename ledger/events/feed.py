"""What the feed itself leaves on record. Stream `feed:SOURCE`; who may feed over HTTP, stream `feed_tokens`."""

import hashlib
from typing import Final

from ledger.events.base import Event

DIGEST_BYTES: Final = 8
"""Of a record: enough to tell one from another, not to withstand somebody who looks for two alike."""

TOKENS = "feed_tokens"
"""The stream of all sources' tokens: a token names no source, so that whoever is shown one looks through all."""


def stream(source: str) -> str:
    """The stream of one source; records that name no source share `feed:`."""
    return f"feed:{source}"


def digest_of(raw: bytes) -> bytes:
    """What tells one record from another that comes under its number. raw: its line."""
    return hashlib.blake2b(raw.strip(), digest_size=DIGEST_BYTES).digest()


def digests_in(kept: bytes) -> list[bytes]:
    """Digests that are kept beside one another."""
    return [kept[at : at + DIGEST_BYTES] for at in range(0, len(kept), DIGEST_BYTES)]


class RecordRefused(Event, frozen=True, kw_only=True):
    """A record set aside by quarantine. Its number counts as taken.

    raw: the line as it came, for the corrected record.
    """

    line: int
    code: str
    message: str
    raw: str
    table: str = ""


class FeedTokenIssued(Event, frozen=True, kw_only=True):
    """Whoever shows this token may feed as the source `of_source` from here on, until it is revoked.

    number: which token of its source it is, from 1. sha256: of the token, which nobody keeps; it is random, so that who
    knows the digest knows nothing of it. tables: those whose records it takes; none for all of them.
    """

    of_source: str
    number: int
    sha256: str
    tables: list[str] = []


class FeedTokenRevoked(Event, frozen=True, kw_only=True):
    """A token is good no more."""

    of_source: str
    number: int
    reason: str

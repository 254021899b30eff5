"""What is said of the equipment that feeds over HTTP: which tokens it has."""

from typing import ClassVar

from ledger.events.act import Act, Name, Words


class IssueFeedToken(Act, frozen=True, kw_only=True):
    """A source gets a token, besides those it has. tables: those that it may feed; none for all.

    sha256: of the token that was made for it.
    """

    READ: ClassVar[frozenset[str]] = frozenset({"sha256"})

    of_source: Name
    tables: list[str]
    sha256: str


class RevokeFeedToken(Act, frozen=True, kw_only=True):
    """A token of a source is good no more."""

    of_source: Name
    number: int
    reason: Words

"""Whether an operator has a passphrase, and what became of the attempts at it: the fold of `passphrase:ID`."""

from typing import Final

import msgspec

from ledger.events.base import Event
from ledger.events.operators import (
    PassphraseChosen,
    PassphraseFailed,
    PassphraseGiven,
    PassphraseProven,
)

FREE: Final = 3
"""Failures in a row after which the next attempt has to wait."""
FIRST_WAIT: Final = 30_000_000
LONGEST_WAIT: Final = 900_000_000
"""Microseconds to wait: after each further failure twice as long, up to the longest."""


class Enrollment(msgspec.Struct):
    """An operator's passphrase, as the log tells of it.

    set_version: of the event that set it, 0 where there is none. set_by, set_at: who let it be set, and when. sha256:
    of what is kept to compare it with. failures: in a row, since it was last known or set. until: no attempt before,
    microseconds UTC. failed: how often in all.
    """

    version: int = 0
    set_version: int = 0
    set_by: str = ""
    set_at: int = 0
    sha256: str = ""
    failures: int = 0
    until: int = 0
    failed: int = 0

    @property
    def enrolled(self) -> bool:
        """Whether there is a passphrase."""
        return self.set_version > 0

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        self.version += 1
        if isinstance(event, PassphraseChosen | PassphraseGiven):
            self.set_version, self.sha256 = self.version, event.sha256
            self.set_by, self.set_at = event.by, event.at
            self.failures = self.until = 0
        elif isinstance(event, PassphraseFailed):
            self.failures, self.until = event.failures, event.until
            self.failed += 1
        elif isinstance(event, PassphraseProven):
            self.failures = self.until = 0

    def waits(self, now: int) -> bool:
        """Whether no attempt is taken now (microseconds UTC). A clock that was put back makes nobody wait for longer
        than the longest.
        """
        return now < self.until <= now + LONGEST_WAIT

    def after_failure(self, now: int) -> int:
        """Until when nothing is taken once it fails another time; 0: at once."""
        beyond = self.failures + 1 - FREE
        if beyond < 0:
            return 0
        return now + min(FIRST_WAIT << min(beyond, 10), LONGEST_WAIT)

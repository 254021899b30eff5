"""Waiting for a store that cannot be reached."""

import time
from collections.abc import Callable
from typing import Final

LOST: Final = "store_unreachable"
"""The code of an error after which another try may do."""

PATIENCE_SECONDS: Final = 300
"""How long a store that cannot be reached is waited for."""

LONGEST_PAUSE_SECONDS: Final = 5.0
"""How long at most until it is tried again."""


class Outage:
    """Waits for a store that cannot be reached.

    say: told when it is lost and when it is back. wait: lets so many seconds pass, and says whether to end instead.
    patience: the seconds after which it is given up.
    """

    def __init__(
        self,
        say: Callable[[str], None] = lambda _: None,
        wait: Callable[[float], bool | None] = time.sleep,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._say = say
        self._wait = wait
        self._patience = patience
        self._since: float | None = None
        self._pause = 0.0

    def another_try(self, so_far: str) -> bool:
        """Let some time pass; whether to try again then. so_far: what is said to be done when the store is lost."""
        now = time.monotonic()
        if self._since is None:
            self._since, self._pause = now, 0.05
            self._say(f"The store is lost; {so_far}. Trying to reach it.")
        left = self._since + self._patience - now
        if left <= 0 or self._wait(min(self._pause, left)):
            return False
        self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
        return True

    def over(self) -> None:
        """The store was reached."""
        if self._since is not None:
            self._since = None
            self._say("The store is back; going on.")

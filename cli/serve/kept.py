"""Pages and data, kept as they were made for whoever asks the same: as long as the log has not moved.

Once it has they are made anew, once for all who wait; where that takes long they get the one before, if it is not old.
Of a past moment it is said how far a page has come, and the browser asks again until it is there.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from time import monotonic
from typing import Final, NamedTuple

from ledger.values.errors import PitError
from ledger.values.progress import Progress

FRESH_SECONDS: Final = 10.0
"""So long a page is kept where the log has not moved: some say how long ago something was."""

PATIENCE_SECONDS: Final = 0.1
"""How long a page is waited for where the one before it is not old."""

LATE_SECONDS: Final = 5.0
LATE_TIMES: Final = 3
"""So old the one before it may be then; or so many times what it took to make it."""

TOLD_SECONDS: Final = 0.6
"""So soon after a page of the past was asked for it is said how far it has come: there is an answer within a second."""

AGAIN_SECONDS: Final = 1
"""After so long a browser asks for it again."""

CALLED_SECONDS: Final = 60.0
"""How long it then waits for who was told so: who comes later gets it made anew."""

MOST: Final = 256
MOST_BYTES: Final = 64 << 20
"""So much is kept. What nobody has asked for the longest goes first."""


class Draft(NamedTuple):
    """What was made. content: in bytes, but for what each answer has of its own. tag: by which it is known. lasts: as
    long as the log does not move.
    """

    content: bytes
    media_type: str
    tag: str
    lasts: bool


class Page:
    """A page, or its data: made, or on its way. position: where the log stood when that began. reached, goal: how far
    the log is read, and how far it will be; 0 until it is known. draft, error: what came of it.
    """

    def __init__(self, position: int) -> None:
        self.position = position
        self.reached = self.goal = 0
        self.draft: Draft | None = None
        self.error: PitError | None = None
        self.promised = False
        self._began = monotonic()
        self._took = 0.0

    @property
    def seconds(self) -> float:
        """Since it began."""
        return monotonic() - self._began

    def came(self, reached: int, goal: int) -> None:
        """It has come so far."""
        self.reached, self.goal = reached, goal

    async def made(self, make: Callable[[Progress], Awaitable[Draft]]) -> None:
        """Make it."""
        try:
            self.draft = await make(self.came)
        except PitError as error:
            self.error = error
        self._took = self.seconds

    def lasts(self, head: int) -> bool:
        """Whether it may be answered: somebody was told that it comes, or the log still stands there, at its head."""
        if self.promised:
            return self.seconds - self._took < CALLED_SECONDS
        fresh = self.position == head and self.seconds < FRESH_SECONDS
        return fresh and self.draft is not None and self.draft.lasts

    @property
    def not_old(self) -> bool:
        """Whether it may be answered while it is made anew."""
        old = max(LATE_SECONDS, LATE_TIMES * self._took)
        return self.draft is not None and self.draft.lasts and self.seconds < old


class Kept:
    """What is kept, and what is on its way."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, Page] = OrderedDict()
        self._coming: dict[Hashable, tuple[Page, asyncio.Task[None]]] = {}
        self._bytes = 0

    async def page(
        self,
        key: Hashable,
        head: int,
        make: Callable[[Progress], Awaitable[Draft]],
        *,
        patience: float | None = None,
    ) -> Page:
        """What is asked for, of the log as it stands. key: what it is, and what is seen of it. head: where the log
        stands. patience: seconds after which one that is not there yet is answered too; None for never.
        """
        until = None if patience is None else monotonic() + patience
        while True:
            last = self._made.get(key)
            if last is not None and last.lasts(head):
                last.promised = False
                self._made.move_to_end(key)
                return last
            coming, task = self._coming.get(key) or self._begin(key, head, make)
            not_old = last is not None and last.not_old
            waits = PATIENCE_SECONDS if not_old else None
            if until is not None:
                waits = max(0.0, until - monotonic())
            await asyncio.wait({task}, timeout=waits)
            if not task.done() and last is not None and not_old:
                return last
            if not task.done():
                coming.promised = True
                return coming
            if coming.position >= head:
                coming.promised = False
                return coming

    def _begin(
        self, key: Hashable, head: int, make: Callable[[Progress], Awaitable[Draft]]
    ) -> tuple[Page, asyncio.Task[None]]:
        page = Page(head)
        begun = self._coming[key] = page, asyncio.ensure_future(self._run(key, page, make))
        return begun

    async def _run(
        self, key: Hashable, page: Page, make: Callable[[Progress], Awaitable[Draft]]
    ) -> None:
        try:
            await page.made(make)
        finally:
            del self._coming[key]
        self._let_go(key)
        if page.promised or (page.draft is not None and page.draft.lasts):
            self._made[key] = page
            self._bytes += _size(page)
        while len(self._made) > MOST or self._bytes > MOST_BYTES:
            self._let_go(next(iter(self._made)))

    def _let_go(self, key: Hashable) -> None:
        page = self._made.pop(key, None)
        if page is not None:
            self._bytes -= _size(page)


def _size(page: Page) -> int:
    return 0 if page.draft is None else len(page.draft.content)

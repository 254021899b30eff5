"""Following the log by asking again: NOTIFY would make all commits of a database queue."""

from collections import deque
from collections.abc import Sequence
from threading import Event
from typing import Final

from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

_AT_ONCE: Final = 500
_FIRST_PAUSE_SECONDS: Final = 0.005
_LONGEST_PAUSE_SECONDS: Final = 0.25


class PollingSubscription(Subscription[ApplicationRecorder]):
    """Each notification after a position, once and in order; waits at the end for the next."""

    def __init__(
        self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder, gt, topics)
        self._waiting: deque[Notification] = deque()
        self._stopped = Event()

    def stop(self) -> None:
        """End the iteration, also from another thread."""
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        pause = _FIRST_PAUSE_SECONDS
        while not self._stopped.is_set():
            if self._waiting:
                return self._waiting.popleft()
            if self._fetch():
                continue
            self._stopped.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
        raise StopIteration

    def _fetch(self) -> bool:
        found = self._recorder.select_notifications(
            start=self._last_notification_id or 0,
            limit=_AT_ONCE,
            topics=self._topics,
            inclusive_of_start=False,
        )
        self._waiting.extend(found)
        if found:
            self._last_notification_id = found[-1].id
        return bool(found)

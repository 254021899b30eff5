"""How what goes on until it is told to stop is told so."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any


@contextmanager
def stopped_by_signals() -> Iterator[Event]:
    """An event that Ctrl-C or a request to end sets; a second one ends at once."""
    stop = Event()
    before: dict[int, Any] = {}

    def on_signal(number: int, _: object) -> None:
        stop.set()
        signal.signal(number, before[number])

    for number in (int(signal.SIGINT), int(signal.SIGTERM)):
        before[number] = signal.signal(number, on_signal)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

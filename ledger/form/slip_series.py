"""A series of fill or credit slips: the numbers received, and those lost before they were used (A3).

It is told of numbers only. Which of them are used, the tables' streams say: those who read hold a count against them.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec

from ledger.events import slip_series as series_events
from ledger.events.base import Event
from ledger.events.form import Run
from ledger.form import acts as form_acts
from ledger.form.series import verify_numbers
from ledger.values.errors import Refused
from ledger.values.runs import without
from ledger.values.signatures import require_different


class SlipSeries(msgspec.Struct):
    """Slips of one kind and prefix. received: deliveries. lost: runs of numbers. received_at: the first delivery,
    microseconds UTC, 0 where there was none.
    """

    version: int = 0
    received: list[Run] = []
    lost: list[Run] = []
    received_at: int = 0

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, series_events.SlipsReceived):
            self.received.append(Run(event.first, event.last))
            self.received_at = self.received_at or event.known_at
        elif isinstance(event, series_events.SlipsLost):
            self.lost.append(Run(event.first, event.last))
        self.version += 1


def receive(series: SlipSeries, act: form_acts.ReceiveSlips) -> dict[str, Any]:
    """The facts of SlipsReceived; refused for numbers that came before."""
    verify_numbers(act.first, act.last)
    again = _meeting(series.received, Run(act.first, act.last))
    if again is not None:
        raise Refused(
            "slips_received",
            f"{_named(act, again)} are on record as received.",
            "Every number is printed once; check them.",
            first=again.first,
            last=again.last,
        )
    return {"first": act.first, "last": act.last}


def lose(series: SlipSeries, act: form_acts.LoseSlips) -> dict[str, Any]:
    """The facts of SlipsLost, on the word of somebody who answers for it."""
    run = Run(act.first, act.first if act.last is None else act.last)
    verify_numbers(run.first, run.last)
    _require_received(series, act, [run])
    again = _meeting(series.lost, run)
    if again is not None:
        raise Refused(
            "slips_lost",
            f"{_named(act, again)} are recorded as lost.",
            "Check the numbers.",
            first=again.first,
            last=again.last,
        )
    require_different("loss", recorded_by=act.by, authorised_by=act.authorised_by)
    return {
        "first": run.first,
        "last": run.last,
        "reason": act.reason,
        "authorised_by": act.authorised_by,
    }


def count(series: SlipSeries, act: form_acts.CountSlips) -> dict[str, Any]:
    """The facts of SlipsCounted: every number was received, and is counted once."""
    runs = sorted(act.counted)
    for run in runs:
        verify_numbers(run.first, run.last)
    _require_received(series, act, runs)
    for before, after in pairwise(runs):
        if after.first <= before.last:
            raise Refused(
                "slips_listed_twice",
                f"{act.prefix}{after.first} is listed twice.",
                "Every number is printed on one slip; check them.",
                slip=f"{act.prefix}{after.first}",
            )
    return {"counted": runs}


def _require_received(
    series: SlipSeries, act: form_acts.SlipSeriesAct, runs: Iterable[Run]
) -> None:
    received = [range(each.first, each.last + 1) for each in series.received]
    for run in runs:
        if without([range(run.first, run.last + 1)], received):
            raise Refused(
                "slips_not_received",
                f"Not all of {_named(act, run)} are on record as received.",
                "pit chips series shows the numbers of each kind; check them, or receive them first: pit chips stock.",
                first=run.first,
                last=run.last,
            )


def _meeting(runs: Iterable[Run], with_: Run) -> Run | None:
    """What a run has in common with the first of others that it meets."""
    for each in runs:
        first, last = max(each.first, with_.first), min(each.last, with_.last)
        if first <= last:
            return Run(first, last)
    return None


def _named(act: form_acts.SlipSeriesAct, run: Run) -> str:
    """`Fill slips F-1001 to F-1050`."""
    numbers = dict.fromkeys(f"{act.prefix}{number}" for number in (run.first, run.last))
    return f"{act.kind.capitalize()} slips {' to '.join(numbers)}"

"""The unused forms that pit clerks have in hand: counted by number, or lost (div (c)(3)(iii)(B))."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ledger.events import form as form_events
from ledger.form import acts as form_acts
from ledger.form.series import (
    FormSeries,
    require_clerk,
    require_not_lost,
    require_of_series,
    require_unused,
)
from ledger.values.errors import Refused
from ledger.values.signatures import require_different


def lose(series: FormSeries, act: form_acts.LoseForm) -> list[dict[str, Any]]:
    """The facts of each FormLost: of numbers that are not used, on the word of somebody who answers for it."""
    run = form_events.Run(act.number, act.number if act.last is None else act.last)
    _require_run(series, run)
    require_different("loss", recorded_by=act.by, authorised_by=act.authorised_by)
    numbers = range(run.first, run.last + 1)
    for number in numbers:
        require_unused(series, number)
        require_not_lost(series, number)
    said = {"reason": act.reason, "authorised_by": act.authorised_by}
    return [{"number": number, **said} for number in numbers]


def count(series: FormSeries, act: form_acts.CountForms) -> dict[str, Any]:
    """The facts of FormsCounted: what is in hand, and where that is not what the record says."""
    runs = sorted(act.counted)
    for run in runs:
        _require_run(series, run)
    for before, after in pairwise(runs):
        if after.first <= before.last:
            serial = form_events.serial(series.id, after.first)
            raise Refused(
                "form_listed_twice",
                f"{serial} is listed twice.",
                "Every number is printed on one form; check them.",
                serial=serial,
            )
    require_clerk(series, act.by, act.clerk)
    missing, beyond = compared(series, runs)
    return {"counted": runs, "clerk": act.clerk, "missing": missing, "beyond": beyond}


def compared(series: FormSeries, runs: Iterable[form_events.Run]) -> tuple[list[int], list[int]]:
    """The numbers that should be in hand and were not counted, and those that were and should not be."""
    there = {number for run in runs for number in range(run.first, run.last + 1)}
    gone = series.used.keys() | series.lost
    due = set(range(series.next, series.last + 1)) - gone
    return sorted(due - there), sorted(there & gone)


def _require_run(series: FormSeries, run: form_events.Run) -> None:
    require_of_series(series, run.first)
    require_of_series(series, run.last)
    if run.last < run.first:
        raise Refused(
            "numbers_reversed",
            f"Forms cannot run from {run.first} to {run.last}.",
            "Give the first number of them, and the last.",
            first=run.first,
            last=run.last,
        )

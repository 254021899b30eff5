"""All read models."""

from collections.abc import Sequence
from typing import Final

from ledger.events.table import WagersPlaced
from projections.engine.model import Projection
from projections.engine.model import whole_metadata as whole_metadata  # noqa: PLC0414  of all
from projections.models import (
    closings,
    evidence,
    instants,
    late,
    limits,
    places,
    pointers,
    stretches,
    table_win,
)
from projections.models import exceptions as exceptions_model
from projections.models import feeds as feeds_model
from projections.models import forms as forms_model
from projections.models import hours as hours_model
from projections.models import inventory as inventory_model
from projections.models import meters as meters_model
from projections.models import notes as notes_model
from projections.models import performance as performance_model
from projections.models import rounds as rounds_model
from projections.models import shifts as shifts_model
from projections.models import vigorish as vigorish_model

PROJECTIONS: Final[tuple[Projection, ...]] = (
    rounds_model.PROJECTION,
    table_win.PROJECTION,
    vigorish_model.PROJECTION,
    inventory_model.PROJECTION,
    forms_model.PROJECTION,
    exceptions_model.PROJECTION,
    meters_model.PROJECTION,
    closings.PROJECTION,
    hours_model.PROJECTION,
    places.PROJECTION,
    pointers.PROJECTION,
    stretches.PROJECTION,
    shifts_model.PROJECTION,
    evidence.PROJECTION,
    notes_model.PROJECTION,
    late.PROJECTION,
    limits.PROJECTION,
    instants.PROJECTION,
    performance_model.PROJECTION,
    feeds_model.PROJECTION,
)
"""In the order in which they are caught up and shown."""

BY_NAME: Final = {each.name: each for each in PROJECTIONS}

READING: Final = 3.6
"""Microseconds that it takes to read and decode an event; where no wagers are asked for, half of it."""

COSTS: Final = {
    rounds_model.PROJECTION: 3.3,
    vigorish_model.PROJECTION: 2.2,
    evidence.PROJECTION: 1.4,
    performance_model.PROJECTION: 1.1,
    late.PROJECTION: 0.8,
    instants.PROJECTION: 0.6,
    meters_model.PROJECTION: 0.6,
    limits.PROJECTION: 0.6,
    table_win.PROJECTION: 0.5,
    stretches.PROJECTION: 0.5,
    feeds_model.PROJECTION: 0.5,
    hours_model.PROJECTION: 0.4,
}
"""Microseconds of an event of the log that a read model takes to fold, besides; of those that are not named, a tenth:
`python -m benchmarks.catch_up` measures each.
"""

_CHEAP: Final = 0.1


def cost(group: Sequence[Projection]) -> float:
    """Microseconds of an event of the log that read models take to be folded together."""
    reading = READING if any(map(_of_wagers, group)) else READING / 2
    return sum(COSTS.get(each, _CHEAP) for each in group) + (reading if group else 0)


def shared_out(
    among: Sequence[Projection], groups: int, busy: Sequence[float] = ()
) -> list[list[Projection]]:
    """Some read models in so many groups, or fewer, that all take about as long: those that are told of each wager in
    half of them, as the others then need not read them; what takes most comes first, each to the group that then ends
    first. busy: what who folds a group takes for something else.
    """
    beside = [*busy, *[0.0] * groups][:groups]
    of_wagers = sorted(range(groups), key=beside.__getitem__)[: groups - groups // 2]
    shared = [list[Projection]() for _ in beside]
    ranked = sorted(among, key=lambda each: (not _of_wagers(each), -COSTS.get(each, _CHEAP)))
    for each in ranked:
        ends = {
            n: beside[n] + cost([*shared[n], each])
            for n in (of_wagers if _of_wagers(each) else range(groups))
        }
        shared[min(ends, key=ends.__getitem__)].append(each)
    return [some for some in shared if some]


def _of_wagers(projection: Projection) -> bool:
    return WagersPlaced in projection.handlers

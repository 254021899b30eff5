"""All read models."""

from collections.abc import Sequence
from itertools import cycle
from typing import Final

from ledger.events.table import WagersPlaced
from projections.engine import kept  # noqa: F401  its table is on the same MetaData once imported
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

BUSIEST: Final = (
    rounds_model.PROJECTION,
    vigorish_model.PROJECTION,
    limits.PROJECTION,
    performance_model.PROJECTION,
    meters_model.PROJECTION,
    evidence.PROJECTION,
    table_win.PROJECTION,
    hours_model.PROJECTION,
    late.PROJECTION,
    instants.PROJECTION,
    inventory_model.PROJECTION,
)
"""Those that take most to fold, the most first: `python -m benchmarks.catch_up` measures each."""


def shared_out(among: Sequence[Projection], groups: int) -> list[list[Projection]]:
    """Some read models in groups that take about as long to fold: those that are told of each wager apart from the
    others, who then need not read them, and of either the busiest dealt first, forth and back.
    """
    ranked = [*(each for each in BUSIEST if each in among), *(x for x in among if x not in BUSIEST)]
    of_wagers = [each for each in ranked if WagersPlaced in each.handlers]
    others = [each for each in ranked if WagersPlaced not in each.handlers]
    if groups < 2 or not of_wagers or not others:
        return _dealt(ranked, groups)
    without = groups // 2
    return _dealt(of_wagers, groups - without) + _dealt(others, without)


def _dealt(ranked: Sequence[Projection], groups: int) -> list[list[Projection]]:
    forth_and_back = [*range(groups), *reversed(range(groups))]
    dealt: list[list[Projection]] = [[] for _ in range(groups)]
    for each, group in zip(ranked, cycle(forth_and_back), strict=False):
        dealt[group].append(each)
    return [some for some in dealt if some]

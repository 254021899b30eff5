"""Acts of series of fill and credit slips: each concerns nothing but its series."""

import re
from collections.abc import Callable
from typing import Any

from ledger.events import slip_series as series_events
from ledger.events.base import Recorded
from ledger.form import acts as form_acts
from ledger.form.slip_series import SlipSeries
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Misused
from ledger.values.slips import PREFIX


def plain(
    kind: type[series_events.OfSeries], decide: Callable[[SlipSeries, Any], dict[str, Any]]
) -> Callable[[UnitOfWork, Any], tuple[Recorded, ...]]:
    """What decides an act of a series: the facts of one event. Raises Misused for a prefix that none can have."""

    def record(unit: UnitOfWork, act: form_acts.SlipSeriesAct) -> tuple[Recorded, ...]:
        if not re.fullmatch(PREFIX, act.prefix):
            raise Misused(
                "bad_prefix",
                f"{act.prefix!r} cannot stand in front of a slip's number.",
                "Write what is printed there, such as F-: letters, dots, dashes, underscores, and digits before them,"
                " at most 32; leave it out where there is nothing.",
                prefix=act.prefix,
            )
        stream = series_events.stream(act.kind, act.prefix)
        facts = decide(unit.standing.slip_series(stream), act)
        said = unit.stamp(act).on(kind, **{"kind": act.kind, "prefix": act.prefix, **facts})
        return unit.append(stream, said)

    return record

"""Counts that two people make, each alone, before the books say what they expect (T1, A3).

What is counted first waits in the day's stream, and nothing else comes of it. The second count is the one that stands;
both are kept. Where chips have moved at the table between the two, the second is a first one.
"""

from typing import Any, Final

from ledger.day.state import GamingDay
from ledger.desks import tables as tables_desk
from ledger.events import day as day_events
from ledger.events.act import Act, Stamp
from ledger.events.base import Recorded
from ledger.events.tray import into_tray
from ledger.events.undoing import in_effect
from ledger.table.acts import Chips, Close, Count
from ledger.table.state import stream
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Refused
from ledger.values.people import plain, same_person

_FIGURES: Final = {Close: "closer", Count: "inventory"}


def is_blind(unit: UnitOfWork, act: Act, figure: str) -> bool:
    """Whether a count is made blind: what is fed was counted elsewhere, by those who signed it."""
    return not act.source and figure in unit.standing.settings.blind_counts


def of_tray(unit: UnitOfWork, act: Close | Count) -> tuple[Recorded, ...]:
    """Close or count a table: at once, or, where that is counted blind, as the second person counts it.

    Raises as the act does, and Refused where one person counts twice.
    """
    figure = _FIGURES[type(act)]
    if not is_blind(unit, act, figure):
        return tables_desk.take(unit, act)
    draft = tables_desk.tried(unit, act)
    chips = act.closer if isinstance(act, Close) else act.tray
    # A count after the cut-off is closer of the day that ended: what is found of it is a finding of that day.
    of_day = min(event.day for event in draft.pending)
    day, place = unit.standing.day(of_day), (act.table, figure, "")
    event = entered(
        unit,
        day,
        draft.stamp,
        place,
        chips,
        of_day=of_day,
        dealer=act.dealer,
        supervisor=act.supervisor,
    )
    recorded = unit.append(day_events.stream(event.day), event)
    # What a dry run would tell is what the books expect, and nobody has counted yet.
    return (*recorded, *(tables_desk.take(unit, act) if event.second and not unit.dry_run else ()))


def entered(
    unit: UnitOfWork,
    day: GamingDay,
    stamp: Stamp,
    place: tuple[str, str, str],
    chips: Chips,
    cents: int | None = None,
    *,
    of_day: str = "",
    **signed: Any,
) -> day_events.CountEntered:
    """What one person counted. place: table, figure, box. cents: of a total without denominations. of_day: gaming day,
    if not that of the stamp. signed: what else that person said of it, and who signed.

    Raises Refused where the same person has counted it before.
    """
    table, figure, box = place
    first = day.alone.get((table, figure, plain(box)))
    if first is not None and (
        first.second or (figure != "drop" and _moved(unit, table, first.table_version))
    ):
        first = None
    if first is not None and same_person(first.by, stamp.by):
        raise Refused(
            "counted_alone",
            f"{stamp.by} has counted it already.",
            "Another person counts it, alone, and enters that count.",
            table=table,
            figure=figure,
            **({"box": box} if box else {}),
        )
    return stamp.on(
        day_events.CountEntered,
        day=of_day,
        table=table,
        figure=figure,
        chips=chips,
        cents=sum(chip * pieces for chip, pieces in chips.items()) if cents is None else cents,
        box=box if first is None else first.box,
        table_version=unit.standing.known_table(table).version,
        second=first is not None,
        **signed,
    )


def _moved(unit: UnitOfWork, table: str, version: int) -> bool:
    """Whether chips have moved at a table since a version of its stream."""
    since = in_effect(unit.loader.stream(stream(table), version + 1))
    return any(into_tray(each.event) for each in since if each.event is not None)

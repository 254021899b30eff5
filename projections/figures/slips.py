"""Serial slips accounted for: numbers of fills and credits that were passed over, used twice, or used without being in
hand (A3).

Fills and credits are series of their own, and so is each prefix in front of the numbers, however it is spelled.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import sqlalchemy as sa

from ledger.events.finding import EventPlace
from ledger.events.slip_series import stream
from ledger.store.driver import ask
from ledger.values.runs import without
from ledger.values.slips import prefix_of
from projections.engine.once import if_recorded, once
from projections.figures.slips_in_hand import on_record
from projections.models.inventory import SLIP_RUNS, SLIPS


class Slip(NamedTuple):
    """A slip as it was used: its series, number, and the number's text."""

    series: tuple[str, str]
    number: int
    day: str
    text: str
    table: str


class Unaccounted(NamedTuple):
    """Numbers to be accounted for. slip: the one that shows it, used at the table on the day. passed: the numbers
    that were passed over, where any were. events: what shows it beside the uses of the slip on the day.
    """

    kind: str
    slip: Slip
    subject: str
    passed: range = range(0)
    events: tuple[EventPlace, ...] = ()


@once
@if_recorded(SLIPS)
def unaccounted(connection: sa.Connection, day: str) -> list[Unaccounted]:
    """What the slips of a gaming day show, beside all others that were ever used and the series as they were received.

    A number that was received is used, lost or in hand, and the count of its series says which: it is not passed over.
    """
    used = [*_around(connection, day)]
    received = on_record(connection, day)
    return [
        *(left for each in check(used, day) for left in not_received(each, received)),
        *_never_received(used, received, day),
        *_lost_and_used(connection, day),
    ]


def not_received(found: Unaccounted, received: Mapping[str, Sequence[range]]) -> list[Unaccounted]:
    """What is left of numbers that were passed over without those on record, by the stretch; else what was found.

    received: by series.
    """
    there = received.get(":".join(found.slip.series), ())
    if not found.passed or not there:
        return [found]
    return [
        found._replace(subject=_stretch(found.slip, run), passed=run)
        for run in without([found.passed], there)
    ]


def _never_received(
    used: Iterable[Slip], received: Mapping[str, Sequence[range]], day: str
) -> Iterator[Unaccounted]:
    """Slips of a gaming day that no delivery of their series brought. Of numbers below all that was delivered nothing
    is asked: they are of a stock from before deliveries were recorded.
    """
    for slip in used:
        there = received.get(":".join(slip.series), ())
        after = any(run.start < slip.number for run in there)
        if slip.day == day and after and not any(slip.number in run for run in there):
            yield Unaccounted("slip_not_received", slip, slip.text)


@if_recorded(SLIP_RUNS)
def _lost_and_used(connection: sa.Connection, day: str) -> list[Unaccounted]:
    """Slips that were used and recorded as lost by the end of a gaming day, one of the two on it."""
    found = []
    for row in ask(connection, _LOST_AND_USED, day=day):
        slip = _slip(row.series, row.number, row.slip, row.day, row.table)
        places = (EventPlace(row.stream, row.version), EventPlace(stream(*slip.series), row.lost))
        found.append(Unaccounted("slip_lost_and_used", slip, slip.text, events=places))
    return found


def _around(connection: sa.Connection, day: str) -> Iterator[Slip]:
    """The slips of a day's series from the last number before the day's first, to the day's last: no
    other bears on what they show.

    Series by series: of all of them at once a database looks through every slip that was ever used.
    """
    for series, first, last in ask(connection, _ENDS, day=day):
        for row in ask(connection, _OF_SERIES, series=series, first=first, last=last):
            yield _slip(*row)


_BOTH: Final = """
    SELECT used.series, used.number, used.slip, used.day, used."table", used.stream, used.version,
        gone.version AS lost
    FROM inventory_numbers AS used JOIN inventory_slip_runs AS gone
    ON gone.series = used.series AND used.number BETWEEN gone.first AND gone.last AND gone.lost = 1
"""

# One way and the other: where either may be of the day a database goes through every slip that was ever used.
_LOST_AND_USED: Final = f"""
    {_BOTH} WHERE used.day = :day AND gone.day <= :day
    UNION {_BOTH} WHERE gone.day = :day AND used.day <= :day
    ORDER BY 1, 2, 6, 7
"""

_ENDS: Final = """
    SELECT series, min(number), max(number) FROM inventory_numbers WHERE day = :day GROUP BY series
"""

_OF_SERIES: Final = """
    SELECT series, number, slip, day, "table" FROM inventory_numbers
    WHERE series = :series AND number <= :last AND number >= coalesce(
        (SELECT max(number) FROM inventory_numbers WHERE series = :series AND number < :first), :first
    )
"""


def check(slips: Iterable[Slip], day: str) -> list[Unaccounted]:
    """What the slips of a gaming day show: one finding for each number used again or stretch
    passed over.
    """
    found = []
    for before, slip in pairwise(sorted(slips)):
        if slip.day != day or slip.series != before.series:
            continue
        if slip.number == before.number:
            found.append(Unaccounted("slip_used_again", slip, slip.text))
        elif slip.number > before.number + 1:
            passed = range(before.number + 1, slip.number)
            found.append(Unaccounted("slip_missing", slip, _stretch(slip, passed), passed))
    return found


def _slip(series: str, number: int, text: str, day: str, table: str) -> Slip:
    kind, _, prefix = series.partition(":")
    return Slip((kind, prefix), number, day, text, table)


def _stretch(slip: Slip, passed: range) -> str:
    """`F-17` or `F-17 to F-19`, as wide as the slip's own number."""
    prefix = prefix_of(slip.text)
    width = len(slip.text) - len(prefix) if slip.text[len(prefix)] == "0" else 0
    first, last = (f"{prefix}{n:0{width}}" for n in (passed[0], passed[-1]))
    return first if first == last else f"{first} to {last}"

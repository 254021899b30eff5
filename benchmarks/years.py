"""The last day of years of 100 tables: seconds of CPU of each command that asks for it, with the start of the program,
held against the same after nine days. What is read of a day or a month should not grow with the years before.

The years are made cheaply: nine days of one bank are played, two rounds at a table, and the last eight of them are told
again and again under later dates, with little of what seats do; `benchmarks.floor` stores it for twenty banks. So they
prove nothing but how long an answer takes. Run: `python -m benchmarks.years [YEARS]...`.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from benchmarks import floor
from benchmarks.bank import TABLES_A_BANK
from benchmarks.measured import in_turns, pit, seconds
from ledger.store.engine import make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from migrations.run import upgrade
from projections.engine.engine import catch_up
from projections.models.registry import PROJECTIONS

AGAIN: Final = 8
"""Days that are told again."""

SEED: Final = 4
"""By which the original of every form is found: what stays to be explained is listed for good, and more each year."""

YEAR: Final = 365
A_DAY: Final = 2 * floor.EVENTS_A_ROUND * floor.BANKS * TABLES_A_BANK
"""Events of the bank's day, so that it has two rounds at a table: with the second comes a slip."""

OF_SEATS: Final = {"table.seat_taken", "table.seat_left", "pit.table_joined", "pit.table_left"}
FEW: Final = {"table.wagers_placed": 3, "table.bought_in": 1}
"""So many of a table and day are told again."""

DAY, MONTH = "DAY", "MONTH"
COMMANDS: Final = (
    ("report", "day", "--json", "--day", DAY),
    ("report", "month", "--json", "--month", MONTH),
    ("day", "reconcile", DAY),
    ("day", "show", DAY),
    ("form", "list"),
    ("chips", "series", "--day", DAY),
    ("chips", "slips", "--day", DAY),
    ("vig", "outstanding"),
    ("round", "list", "--day", DAY),
    *(
        ("report", each, "--day", DAY)
        for each in (
            *("win", "to-date", "trend", "flash", "performance", "exceptions", "vig", "forms"),
            *("comps", "drop", "boxes", "hours", "meters", "awards", "coupons", "filing"),
        )
    ),
    *(
        ("report", each, "--day", DAY, "--period", period)
        for each in ("win", "performance")
        for period in ("month", "year")
    ),
)

_AT: Final = re.compile(rb'"((?:[a-z]+_)?at)":(\d+)')
_DATE: Final = re.compile(rb"\d{4}-\d\d-\d\d")
_FORM: Final = re.compile(rb'(?<="number":)\d+|(?<=-CVF-)\d+|(?<="numbers":\[)[\d,]+')
_SLIP: Final = re.compile(rb"(?<=B00([FC])-)\d{6}")


class Store(NamedTuple):
    """A store, and the last gaming day in it."""

    url: str
    day: date

    def asked(self, command: tuple[str, ...]) -> None:
        """A command that asks for its last day, in a process of its own."""
        day = self.day.isoformat()
        pit("--db", self.url, *({DAY: day, MONTH: day[:7]}.get(word, word) for word in command))


def main(several: list[float]) -> None:
    """For each number of years a store, and a line a command."""
    rows = floor.played(A_DAY, AGAIN, A_DAY, SEED)
    with TemporaryDirectory() as home:
        short = _made(f"sqlite:///{Path(home, 'days.db')}", rows, 1)
        for years in several:
            long = _made(
                f"sqlite:///{Path(home, f'{years}.db')}", rows, round(years * YEAR / AGAIN)
            )
            for command in COMMANDS:
                took, limit = in_turns(
                    partial(long.asked, command), partial(short.asked, command), runs=2
                )
                named = (word for word in command if word not in {"--json", "--day", DAY, MONTH})
                seconds(f"pit {' '.join(named)}", took, "after nine days", limit)


def _made(url: str, rows: list[EventRow], times: int) -> Store:
    """A store in which the last days are told so often, its read models current."""
    engine = make_engine(url)
    upgrade(engine)
    recorder = SqlApplicationRecorder(engine)
    events = floor.stored(recorder, _told(rows, times))
    catch_up(PROJECTIONS, recorder, engine)
    engine.dispose()
    print(f"{events:,} events of {1 + AGAIN * times:,} days", flush=True)
    return Store(url, floor.DAY + timedelta(days=AGAIN * (times - 1)))


def _told(rows: list[EventRow], times: int) -> Iterator[EventRow]:
    """The events of the bank in order, the days after its first one so many times."""
    first = next(n for n, row in enumerate(rows) if _day(row) > floor.DAY - timedelta(days=AGAIN))
    later, seen = rows[first:], Counter[tuple[str, str, date]]()
    some = []
    for row in later:
        of = row[1], row[3], _day(row)
        seen[of] += 1
        if row[3] not in OF_SEATS and seen[of] <= FEW.get(row[3], len(rows)):
            some.append(row)
    used = _used(later)
    versions: dict[str, int] = {}
    again = chain.from_iterable(
        map(partial(_later, used), some, repeat(time)) for time in range(times)
    )
    for position, (_, stream, _, topic, state) in enumerate(chain(rows[:first], again), 1):
        versions[stream] = versions.get(stream, 0) + 1
        yield position, stream, versions[stream], topic, state


def _day(row: EventRow) -> date:
    """The gaming day of an event."""
    return date.fromisoformat(re.findall(r'"day":"([\d-]+)"', row[4].decode())[0])


def _used(rows: list[EventRow]) -> Counter[bytes]:
    """How many numbers of forms (b"") and of slips (F, C) these events use, those that are passed over too."""
    numbers: dict[bytes, set[int]] = {}
    for *_, state in rows:
        for found in _SLIP.finditer(state):
            numbers.setdefault(found[1], set()).add(int(found[0]))
        for number in re.findall(rb"-CVF-(\d+)", state):
            numbers.setdefault(b"", set()).add(int(number))
    return Counter({of: max(some) - min(some) + 1 for of, some in numbers.items()})


def _later(used: Counter[bytes], row: EventRow, time: int) -> EventRow:
    """An event as it comes with the days that are told again for the time-th time, on the numbers after those."""
    position, stream, version, topic, state = row
    if not time:
        return row
    days = timedelta(days=AGAIN * time)
    micros = days // timedelta(microseconds=1)

    def dated(found: re.Match[bytes]) -> bytes:
        return (date.fromisoformat(found[0].decode()) + days).isoformat().encode()

    def numbered(found: re.Match[bytes]) -> bytes:
        each = (int(number) + used[b""] * time for number in found[0].split(b","))
        return b",".join(b"%d" % number for number in each)

    def slip(found: re.Match[bytes]) -> bytes:
        return b"%06d" % (int(found[0]) + used[found[1]] * time)

    state = _AT.sub(lambda at: b'"%s":%d' % (at[1], int(at[2]) + micros), state)
    state = _SLIP.sub(slip, _DATE.sub(dated, state))
    if b"CVF" in stream.encode() + state:
        state = _FORM.sub(numbered, state)
    return position, _DATE.sub(dated, stream.encode()).decode(), version, topic, state


if __name__ == "__main__":
    main([float(text) for text in sys.argv[1:]] or [10])

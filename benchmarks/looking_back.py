"""The books as they once stood, asked as `--as-of` asks: seconds of CPU until a report of the past can be read.

Held against the same read models folded from the beginning of the log, in the same run. Asked at a milestone, at the
event that is farthest from one, and at a time; a day is of 100 tables.
Run: `python -m benchmarks.looking_back [DAYS]...`.
"""

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import floor
from benchmarks.measured import cpu, memory, seconds
from ledger.desks.ledger import Ledger
from ledger.store.codec import decode
from ledger.store.engine import make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from migrations.run import upgrade
from projections.engine.engine import catch_up
from projections.engine.milestones import SPACING
from projections.figures import win
from projections.models.registry import PROJECTIONS
from projections.queries.moment import Moment
from projections.queries.past import Needs, rebuilt, stood
from projections.reports import master
from tests.postgres import server

EVENTS_A_DAY: Final = 12_000
REPORTS: Final = {"report win": win.NEEDS, "report day": master.NEEDS}


def main(several: list[int]) -> None:
    """For each number of days both databases, one after the other."""
    for days in several:
        rows = floor.played(EVENTS_A_DAY, days - 1, EVENTS_A_DAY)
        with TemporaryDirectory() as home:
            _measure(f"sqlite:///{Path(home, 'pit.db')}", days, rows)
        with server() as started, started.database() as url:
            _measure(url, days, rows)


def _measure(url: str, days: int, rows: list[EventRow]) -> None:
    engine = make_engine(url)
    upgrade(engine)
    events = floor.stored(SqlApplicationRecorder(engine), rows)
    catch_up(PROJECTIONS, SqlApplicationRecorder(engine), engine)
    print(f"{engine.dialect.name}: {events:,} events of {days} days", flush=True)
    with Ledger(url) as ledger:
        for name, needs in REPORTS.items():
            _of_report(ledger, name, needs)
    memory()
    engine.dispose()


def _of_report(ledger: Ledger, name: str, needs: Needs) -> None:
    head = ledger.position
    last = head - head % SPACING
    moments = {
        "at the last milestone": Moment(position=last),
        "at the event farthest from one": Moment(position=last - 1),
        "at a time in the middle": Moment(happened_by=_half(ledger)),
    }
    whole = cpu(partial(_asked_anew, ledger, Moment(position=head), needs))
    for what, moment in moments.items():
        took = cpu(partial(_asked, ledger, moment, needs), 2)
        seconds(f"{name} {what}", took, "the whole log", whole)


def _half(ledger: Ledger) -> int:
    """When the event in the middle of the log happened."""
    ((_, _, _, topic, state),) = ledger.journal.select_rows(ledger.position // 2, 1)
    return int(decode(topic, state).at)


def _asked(ledger: Ledger, moment: Moment, needs: Needs) -> None:
    with stood(ledger, moment, needs):
        pass


def _asked_anew(ledger: Ledger, moment: Moment, needs: Needs) -> None:
    with rebuilt(ledger, moment, needs):
        pass


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [20])

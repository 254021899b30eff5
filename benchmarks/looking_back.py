"""The books as they stood, made anew from the log: what a report of the past costs, and what a diff of two states.

Events a second of the whole log are what counts: each of these folds it from its beginning. Folded together is what
`--as-of` does for a report of several read models; the same one by one is what that saves. A diff by two positions
folds the log once. Run: `python -m benchmarks.looking_back [EVENTS]`.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.replay import deal, grow
from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from projections.engine.engine import as_of, catch_up
from projections.engine.model import Projection
from projections.figures import win
from projections.models import vigorish as vigorish_model
from projections.reports import master
from tests.postgres import server

EVENTS = 100_000
REPORTS = {
    "vig outstanding": (vigorish_model.PROJECTION,),
    "report win": win.NEEDS,
    "report day": master.NEEDS,
}


def main(events: int) -> None:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory() as home:
        _measure(f"sqlite:///{home}/pit.db", Path(home), events)
    with tempfile.TemporaryDirectory() as home, server() as started, started.database() as url:
        _measure(url, Path(home), events)


def _measure(url: str, home: Path, events: int) -> None:
    engine = make_engine(url)
    with Ledger(url) as ledger:
        deal(ledger, url, home, engine)
        stored = grow(engine, events)
        print(f"{engine.dialect.name}: {stored:,} events")
        for name, needs in REPORTS.items():
            _of_report(ledger, name, needs, stored)
    engine.dispose()


def _of_report(ledger: Ledger, name: str, needs: tuple[Projection, ...], stored: int) -> None:
    def apart() -> None:
        for projection in needs:
            as_of([projection], ledger.journal).dispose()

    def diff() -> None:
        made = as_of(needs, ledger.journal, position=stored - stored // 100)
        catch_up(needs, ledger.journal, made)
        made.dispose()

    times = {
        "folded together": _seconds(lambda: as_of(needs, ledger.journal).dispose()),
        "one by one": _seconds(apart),
        "a diff by positions": _seconds(diff),
    }
    print(f"  {name}, {len(needs)} read models", flush=True)
    for what, seconds in times.items():
        print(f"    {what:<20} {seconds:6.1f} s  {stored / seconds:>10,.0f} events/s", flush=True)


def _seconds(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    main(*[int(text) for text in sys.argv[1:2]] or [EVENTS])

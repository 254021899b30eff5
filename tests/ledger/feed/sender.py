"""The table's equipment, for tests: numbers records and writes them as lines; and what to compare
books by.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Line, RefusedLine, Stop, Tally
from ledger.feed.reading import read
from ledger.store.tables import feed_sources, idempotency_keys
from projections.engine import engine as projection_engine
from projections.models.registry import PROJECTIONS
from tests.projections.log import dump

NOW = 1_783_900_000_000_000
"""What the clock of these tests always says, so that equal books are equal to the byte."""

OPENER = {"10000": 50, "2500": 100, "500": 200}
SIGNED = {"dealer": "D-7", "supervisor": "S-2"}


class Sender:
    """One source at one table: each record a second after the other, under the next number."""

    def __init__(self, source: str = "reader-1", table: str = "MB-01") -> None:
        self.source, self.table = source, table
        self.seq = 0
        self.moment = datetime.fromisoformat("2026-07-11T18:00:00-04:00")

    def record(self, type_: str, **fields: Any) -> dict[str, Any]:
        """The next record, as fields."""
        self.seq += 1
        self.moment += timedelta(seconds=1)
        return {
            "v": 1,
            "source": self.source,
            "seq": self.seq,
            "at": self.moment.isoformat(),
            "by": "C-1",
            "table": self.table,
            "type": type_,
            **fields,
        }

    def line(self, type_: str, **fields: Any) -> bytes:
        """The next record, as a line without its line feed."""
        return json.dumps(self.record(type_, **fields)).encode()

    def opening(self, rules: str = "ma-midi", **fields: Any) -> list[bytes]:
        """Open the table and start a shoe."""
        opened = {"rules": rules, "pit": "P-1", "opener": OPENER, **SIGNED, **fields}
        return [self.line("open", **opened), self.line("shoe", shoe=1, decks=8, burn="2c")]

    def round(self, *wagers: tuple[int, str, int], **fields: Any) -> bytes:
        """A round in which Player wins 9 to 0; wagers as (seat, bet, cents)."""
        told = [{"seat": seat, "bet": bet, "cents": cents} for seat, bet, cents in wagers]
        hands = {"player": ["4s", "5h"], "banker": ["Kd", "Tc"], **fields}
        return self.line("round", wagers=told, **hands)


class Fed:
    """What came of feeding some lines. told: refusals and gaps, in the order they were told."""

    def __init__(self, ledger: Ledger, lines: Iterable[bytes], **options: Any) -> None:
        self.told: list[RefusedLine | Stop] = []
        intake = Intake(ledger, note=self.told.append, **options)
        self.tally: Tally = intake.run(numbered(lines))

    @property
    def codes(self) -> list[tuple[int, str]]:
        """Line and code of each refusal, in order."""
        return [(each.line, each.code) for each in self.told if isinstance(each, RefusedLine)]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Taken, skipped, refused."""
        return self.tally.taken, self.tally.skipped, self.tally.refused


def numbered(lines: Iterable[bytes]) -> list[Line]:
    """Lines as they stand in a file."""
    return [Line(number, raw) for number, raw in enumerate(lines, 1)]


Log = dict[str, list[tuple[int, str, dict[str, Any]]]]


def log_of(ledger: Ledger, *, recorded_at: bool = False) -> Log:
    """Every stream with its events, whatever their places in the log."""
    streams: Log = {}
    for position, stream, version, topic, state in ledger.journal.select_rows(0, 10**9):
        assert position
        event = json.loads(state)
        if not recorded_at:
            del event["recorded_at"]
        streams.setdefault(stream, []).append((version, topic, event))
    return streams


def records_of(path: Path) -> dict[str, int]:
    """The last record of each source."""
    found: dict[str, int] = {}
    for raw in path.read_bytes().splitlines():
        act = read(raw)
        found[act.source] = act.seq
    return found


def every_record_once(ledger: Ledger, feed: Path) -> bool:
    """Whether the books are those of the whole feed, each record in them, in its order."""
    sources = records_of(feed)
    assert {source: ledger.journal.last_seq(source) for source in sources} == sources
    numbers: dict[str, set[int]] = {}
    for stream, events in log_of(ledger).items():
        if not stream.startswith("table:"):
            continue
        assert [version for version, _, _ in events] == list(range(1, len(events) + 1))
        for _, _, event in events:
            numbers.setdefault(event["source"], set()).add(event["seq"])
    return all(numbers[source] == set(range(1, last + 1)) for source, last in sources.items())


def read_models(ledger: Ledger) -> list[bytes]:
    """All read models, caught up. Positions are counted without holes: a transaction that was killed leaves some."""
    recorder = ledger.journal
    projection_engine.catch_up(PROJECTIONS, recorder, recorder.engine)
    places = {row[0]: n for n, row in enumerate(recorder.select_rows(0, 10**9), 1)}
    return [_placed(dump(recorder.engine, projection), places) for projection in PROJECTIONS]


def _placed(rows: bytes, places: dict[int, int]) -> bytes:
    def place(found: re.Match[bytes]) -> bytes:
        return b"%s%d" % (found[1], places[int(found[2])])

    return re.sub(rb'(?m)^(\["round_pointers","[^"]*",)(\d+)', place, rows)


def everything(ledger: Ledger) -> Sequence[Any]:
    """The log to the byte, with how far each source and key has come."""

    with ledger.journal.engine.connect() as connection:
        sources = connection.execute(select(feed_sources).order_by(feed_sources.c.source)).all()
        keys = connection.execute(select(idempotency_keys).order_by(idempotency_keys.c.key)).all()
    return ledger.journal.select_rows(0, 10**9), sources, keys

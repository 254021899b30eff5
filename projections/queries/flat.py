"""The books as flat tables, month by month: of closed days as they were signed, of the others as they stand."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.table import RoundSettled
from ledger.export.parts import folder_of
from ledger.export.place import Place
from ledger.seal import leaf, tiles
from ledger.seal.checkpoint import read as read_checkpoint
from ledger.seal.note import key_name
from ledger.seal.note import read as read_note
from ledger.store.driver import ask
from ledger.store.errors import store_errors
from ledger.values.calendar import days
from ledger.values.errors import Refused
from ledger.values.progress import Progress
from ledger.values.rounds import SETTLED
from projections.engine.streams import between
from projections.figures.forms import FormOfDay
from projections.figures.rounds import Round
from projections.models.table_win import PROJECTION
from projections.queries.findings import found as findings_of
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from projections.queries.report import figures
from projections.reports.flat import TABLES, VERSION, Form, Found, Wager, log_of, parquet_of

_REPORTS: Final = {"rounds": "rounds", "win": "table_days", "vig": "vigorish", "meters": "meters"}
"""Reports of which a table's rows are, and those tables."""

Rows = dict[str, list[Any]]


class Written(msgspec.Struct, frozen=True):
    """What was written. property: by which its folders are called. rows: of each table."""

    property: str
    months: list[str]
    rows: dict[str, int]


def export(
    ledger: Ledger, to: str, month: str | None = None, progress: Progress | None = None
) -> Written:
    """Write the tables of all months, or of one (`2026-07`), in the place of what is there of them. to: a path, or an
    address that fsspec knows. Raises Refused `figures_of_another_log` where figures of another property that is called
    the same are there.
    """
    place, origin, log = Place(to), _origin(ledger), _log(ledger)
    _verify_own(place, origin, log)
    every = _days(ledger, month)
    counts, months = dict.fromkeys(TABLES, 0), []
    done = 0
    for of, group in groupby(every, key=lambda day: day[:7]):
        rows: Rows = {name: [] for name in TABLES}
        for day in group:
            for name, found in _of_day(ledger, day).items():
                rows[name] += found
            done += 1
            if progress is not None:
                progress(done, len(every))
        for name, found in rows.items():
            place.write(
                f"{VERSION}/{name}/{folder_of(origin)}/month={of}/{name}.parquet",
                parquet_of(name, found, log),
            )
            counts[name] += len(found)
        months.append(of)
    return Written(origin, months, counts)


def _origin(ledger: Ledger) -> str:
    """As the log is sealed; where it never was, as a key of the property would be called."""
    with store_errors(), ledger.journal.engine.connect() as connection:
        signed = tiles.signed(connection)
    if not signed:
        return key_name(ledger.property.name)
    return read_checkpoint(read_note(signed[-1][2].encode())).origin


def _log(ledger: Ledger) -> str:
    """What the log begins with, hashed: no other log begins with it."""
    with store_errors(), ledger.journal.engine.connect() as connection:
        return "".join(leaf.hash_of(row).hex() for row in tiles.rows(connection, 0, 1, 1))


def _verify_own(place: Place, origin: str, log: str) -> None:
    """What is there may be written anew, where it is of this log; the last month says so of all that can be read."""
    folder = f"{VERSION}/rounds/{folder_of(origin)}"
    for month in reversed(place.names(folder)):
        found = None
        with suppress(OSError):  # Whoever was killed left a folder and nothing in it.
            found = log_of(place.read(f"{folder}/{month}/rounds.parquet"))
        if found == log:
            return
        if found is not None:
            raise Refused(
                "figures_of_another_log",
                f"What is there of {origin} are the figures of another log.",
                "Name another folder; or seal this log under a key of another name, as which its figures are written"
                " then.",
                origin=origin,
            )


def _days(ledger: Ledger, month: str | None) -> list[str]:
    """The gaming days from the first on which something is on a table's books to the last; those of a month."""
    with caught_up(ledger, NOW, (PROJECTION,)) as connection:
        ((first, last),) = ask(connection, "SELECT min(day), max(day) FROM table_win")
    every = days(first, last) if first else ()
    return [each for each in every if month in {None, each[:7]}]


def _of_day(ledger: Ledger, day: str) -> Rows:
    """The rows of a gaming day."""
    found = figures(ledger, NOW, day, [*_REPORTS, "forms"])[1]
    rows: Rows = {table: found[report] for report, table in _REPORTS.items()}
    rows["forms"] = [_form(day, each) for each in found["forms"]]
    rows["wagers"] = list(_wagers(ledger, rows["rounds"]))
    of_day = findings_of(ledger, NOW, day)
    rows["findings"] = [
        Found(
            finding=each.id,
            code=each.code,
            gaming_day=each.gaming_day,
            table=each.table,
            cents=each.cents,
            message=each.message,
            since=each.since,
            reason=of_day.acknowledged.get((each.id, each.cents)),
        )
        for each in of_day.findings
    ]
    return rows


def _form(day: str, of: FormOfDay) -> Form:
    return Form(of.serial, day, of.status, of.table, of.seat, of.cents, of.finding, of.corrected)


def _wagers(ledger: Ledger, rounds: Sequence[Round]) -> Iterator[Wager]:
    """The wagers of the rounds of a day that are settled, by the event that settled each."""
    settled = [each for each in rounds if each.status == SETTLED]
    with store_errors(), ledger.journal.engine.connect() as connection:
        for table, group in groupby(settled, key=lambda each: each.table):
            own = {each.round: each for each in group}
            first = min(each.first_version for each in own.values())
            last = max(each.last_version for each in own.values())
            lines = {}
            stretch = between(connection, f"table:{table}", first, last, b'"outcome"')
            for _, recorded in stretch:
                event, version = recorded.event, recorded.originator_version
                if isinstance(event, RoundSettled):
                    of = own.get(event.round)
                    if of is not None and of.first_version <= version <= of.last_version:
                        lines[event.round] = event.lines
            for name, of in own.items():
                for n, line in enumerate(lines[name], 1):
                    yield Wager(name, table, of.gaming_day, n, *msgspec.structs.astuple(line))

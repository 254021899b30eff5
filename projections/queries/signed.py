"""A closed gaming day as it was signed: what its reports said of the books that two people put their names to (A4).

Those books are the state after one event of the log, and folding the log up to it tells everything. Since that takes
long where the log is long, what the reports say is kept when the day is closed, else when it is first asked for. What
is kept can be thrown away, and `pit db check` holds it against the events.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import GenericAlias
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.events.day import Acknowledgement, DayClosed
from ledger.events.finding import Finding
from ledger.store.engine import read_only
from ledger.store.errors import store_errors
from ledger.values.progress import Progress
from projections.engine import kept
from projections.engine.once import of_one_reading
from projections.figures import closing, notes, win
from projections.figures import day as day_figures
from projections.figures.arithmetic import rfc3339
from projections.figures.closing import Closing
from projections.figures.finding_kinds import informs
from projections.figures.periods import Group, Period
from projections.queries import signed_rows
from projections.queries.moment import NOW, Moment
from projections.queries.past import Since, caught_up, position_of, rebuilt
from projections.queries.signed_rows import RowsSigned
from projections.reconcile.finding import found
from projections.reports import master
from projections.reports.kinds import DISPUTES, EDITION, KINDS, PERIOD, Asked, Kind
from projections.reports.master import Heading, Master

T = TypeVar("T")

MASTER_NEEDS: Final = master.NEEDS

_OF_A_DAY: Final = [kind for kind in (*KINDS.values(), DISPUTES) if "day" in kind.takes]

NEEDS: Final = tuple(
    dict.fromkeys((*master.NEEDS, *(each for kind in _OF_A_DAY for each in kind.needs)))
)
"""What all reports of a day are made of."""

NOW_NEEDS: Final = tuple(dict.fromkeys((*NEEDS, *notes.NEEDS)))
"""What they are held against today, and what stands beside them."""

MASTER: Final = "day"
ROWS: Final = "read models"


def since(ledger: Ledger, signed: DayClosed, progress: Progress | None = None) -> Since:
    """What stands beside the books that were signed; first of all, whether what is kept of them still is that."""
    then: list[win.Win] = _kept(ledger, signed, "win", list[win.Win], progress)
    with store_errors(), ledger.journal.engine.connect() as connection:
        held = kept.held(connection, signed.day, signed.books_at, signed.reports_sha256)
        rows = _rows_kept(connection, signed)
    with caught_up(ledger, NOW, NOW_NEEDS, progress) as connection:
        found = notes.notes(connection, signed.day, signed.books_at)
        differing = {*closing.differing(signed.books, then), *changed(connection, signed, rows)}
    differing |= {f"report {part}" for part in held.altered}
    return Since(
        Closing(
            gaming_day=signed.day,
            at=rfc3339(signed.at),
            by=signed.by,
            second=signed.second,
            books_at=signed.books_at,
            findings=signed.findings,
            differing=sorted(differing),
            remade=held.remade,
            checkpoint=signed.checkpoint,
            seal_key=signed.seal_key,
        ),
        found,
    )


def changed(
    connection: sa.Connection, signed: DayClosed, rows: Mapping[str, RowsSigned]
) -> list[str]:
    """What is there today and is not what was signed: tables whose books differ, and read models by name. rows: those
    that were signed.
    """
    now = win.win(connection, signed.day)
    models = signed_rows.altered(connection, NEEDS, signed, rows)
    return [*closing.differing(signed.books, now), *(f"read model {name}" for name in models)]


def rows(
    ledger: Ledger, signed: DayClosed, kind: Kind, asked: Asked, progress: Progress | None = None
) -> list[Any]:
    """A report of the day. asked: of a table only, it is that table's rows."""
    many: Any = GenericAlias(list, (kind.shown.row,))
    found: list[Any] = _kept(ledger, signed, _name(kind, asked), many, progress)
    return [row for row in found if row.table == asked.table] if asked.table else found


def whole(ledger: Ledger, signed: DayClosed, progress: Progress | None = None) -> Master:
    """The day's master report, with what stands below it."""
    read: Master = _kept(ledger, signed, MASTER, Master, progress)
    today = since(ledger, signed, progress)
    differing = {*today.closing.differing, *closing.differing(signed.books, read.tables)}
    return structs.replace(
        read,
        summary=day_figures.closed(read.summary),
        findings=_findings(read.findings, signed),
        closing=structs.replace(today.closing, differing=sorted(differing)),
        notes=today.notes,
    )


def beside(whole: Master) -> Since | None:
    """How the day of a report was closed, and what was found out since."""
    return None if whole.closing is None else Since(whole.closing, whole.notes)


def master_of(ledger: Ledger, connection: sa.Connection, day: str) -> Master:
    """The master report of a gaming day, from the read models as they are there."""
    start, end = ledger.calendar.bounds(date.fromisoformat(day))
    heading = Heading(
        property=ledger.property.name,
        zone=ledger.calendar.zone,
        gaming_day=day,
        starts_at=rfc3339(start),
        ends_at=rfc3339(end),
        ends_micros=end,
        position=position_of(connection, MASTER_NEEDS),
    )
    return master.master(connection, heading)


def parts(ledger: Ledger, connection: sa.Connection, day: str) -> dict[str, bytes]:
    """What all reports of a day say, by name, as it is kept; and the rows that they are made of."""
    ends = ledger.calendar.bounds(date.fromisoformat(day))[1]
    made = {
        kept.EDITION: kept.encoded(EDITION),
        MASTER: kept.encoded(master_of(ledger, connection, day)),
    }
    for kind, asked in _asked(day, ends):
        made[_name(kind, asked)] = kept.encoded(kind.rows(connection, asked))
    made[ROWS] = kept.encoded(signed_rows.signed(connection, NEEDS, day))
    return made


def as_signed(connection: sa.Connection, signed: DayClosed) -> sa.Connection:
    """The same connection to the books of before a day was closed, that knows with which it was."""
    said = connection.execution_options(**{win.SIGNED: {signed.day: signed.books}})
    return of_one_reading(said)


def keep(ledger: Ledger, signed: DayClosed, made: Mapping[str, bytes]) -> None:
    """Keep what the reports of a closed day say, where the store can be written to."""
    if not read_only(ledger.journal.engine):
        remade = kept.digest(made) != signed.reports_sha256
        with store_errors():
            kept.write(ledger.journal.engine, signed.day, signed.books_at, made, remade=remade)


def _kept(
    ledger: Ledger, signed: DayClosed, name: str, kind: type[T], progress: Progress | None
) -> T:
    """A part as it is kept; where it is not, all are made of events again."""
    with store_errors(), ledger.journal.engine.connect() as connection:
        content = kept.read(connection, signed.day, name, signed.books_at)
    value = None if content is None else kept.decoded(content, kind)
    if value is not None:
        return value
    then = Moment(position=signed.books_at)
    with store_errors(), rebuilt(ledger, then, NEEDS, progress) as connection:
        made = parts(ledger, as_signed(connection, signed), signed.day)
    keep(ledger, signed, made)
    again = kept.decoded(made[name], kind)
    assert again is not None, "what was just written can be read"  # noqa: S101  an invariant
    return again


def rows_differing(
    ledger: Ledger, connection: sa.Connection, signed: DayClosed, made: Mapping[str, bytes]
) -> list[str]:
    """The read models whose rows are not those that were signed, in the state that was signed. made: all parts of it;
    where these have the very rows, none is read again.
    """
    rows = rows_signed(ledger, signed)
    if rows == kept.decoded(made[ROWS], dict[str, RowsSigned]):
        return []
    return signed_rows.differing(connection, NEEDS, signed.day, rows)


def rows_signed(ledger: Ledger, signed: DayClosed) -> dict[str, RowsSigned]:
    """The rows that the reports were made of; none of a day that was closed before they were kept."""
    with store_errors(), ledger.journal.engine.connect() as connection:
        return _rows_kept(connection, signed)


def _rows_kept(connection: sa.Connection, signed: DayClosed) -> dict[str, RowsSigned]:
    content = kept.read(connection, signed.day, ROWS, signed.books_at)
    found = None if content is None else kept.decoded(content, dict[str, RowsSigned])
    return found or {}


def _asked(day: str, ends: int) -> Iterator[tuple[Kind, Asked]]:
    """Every report of a day, and how it can be asked for."""
    for kind in _OF_A_DAY:
        yield kind, Asked(day, ends)
    for length in Period:
        for group in Group:
            yield PERIOD, Asked(day, ends, length, group)


def _name(kind: Kind, asked: Asked) -> str:
    """The name under which a report is kept."""
    if kind == PERIOD:
        return f"win {asked.length or Period.DAY} {asked.group or Group.TABLE}"
    return next((name for name, of in KINDS.items() if of == kind), kind.function)


def _findings(read: Sequence[Finding], signed: DayClosed) -> list[Finding]:
    """The findings that were signed: also one that today's code would not find, and none that it finds besides, but for
    those that are for information.
    """
    known = {each.id: each for each in read}
    explained = [known.get(each.finding) or _restored(each, signed.day) for each in signed.findings]
    return [*explained, *(each for each in read if informs(each) and each not in explained)]


def _restored(acknowledged: Acknowledgement, day: str) -> Finding:
    code, _, subject = acknowledged.finding.partition(":")
    return found(code, subject, day, cents=acknowledged.cents)

"""What is carried into a gaming day is looked up: it is what everything before the day shows (A1, A4, F6, V4)."""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
import sqlalchemy as sa

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.day import DropCounted, DuplicateReceived, DuplicatesReceived, OriginalFound
from ledger.events.property import Settings
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from projections import reconcile
from projections.engine.engine import catch_up
from projections.figures import forms as form_figures
from projections.figures import vig, win
from projections.figures.forms_matched import is_open, match
from projections.models.forms import ISSUED, VOID
from projections.models.inventory import CLOSER, INVENTORY, InventoryRow
from projections.models.registry import PROJECTIONS
from projections.models.table_win import TABLE_WIN
from projections.reconcile.counts import openers
from projections.reconcile.day import Day
from tests.projections.history import store
from tests.projections.log import Story
from tests.projections.paper import everything
from tests.stores import Stores

DAYS = ("2025-12-31", "2026-05-31", "2026-06-01", "2026-06-30", "2026-07-01", "2026-07-11")
TABLES = ("MB-01", "MB-02")
SIGNED = {"dealer": "d-1", "supervisor": "s-1"}


def day_of(**facts: object) -> Day:
    """A day on which there is this and nothing else."""
    nothing: dict[str, object] = {name: [] for name in Day.__struct_fields__}
    nothing["settings"] = Settings()
    return Day(**{**nothing, "day": DAYS[-1], **facts})  # type: ignore[arg-type]  # made from names


FORM_SIGNED = {"pit_boss": "b-1", "clerk": "pc-1"}
ACTS = 160


class Owed:
    """What tables and seats came to owe on each day, counted beside the events. seat 0: the table."""

    def __init__(self) -> None:
        self.moved: dict[tuple[str, int], list[tuple[str, int]]] = {}

    def add(self, table: str, seat: int, day: str, cents: int) -> None:
        self.moved.setdefault((table, 0), []).append((day, cents))
        if seat:
            self.moved.setdefault((table, seat), []).append((day, cents))

    def at(self, table: str, seat: int, day: str) -> int:
        """At the end of a day."""
        return sum(cents for of, cents in self.moved.get((table, seat), ()) if of <= day)

    def seats(self, day: str) -> dict[tuple[str, int], int]:
        """Those that moved on a day, or owe at its end."""
        return {
            (table, seat): self.at(table, seat, day)
            for (table, seat), moved in self.moved.items()
            if seat and (self.at(table, seat, day) or day in {of for of, _ in moved})
        }


class MadeUp:
    """Events in no order of days: late ones, counts again, forms and copies that do not agree."""

    def __init__(self, seed: int) -> None:
        self.rnd = Random(seed)
        self.story, self.owed = Story(), Owed()
        self.form = self.n = 0
        self.story.tell(form_events.SeriesReceived, "series:CVF", day=DAYS[0], first=1, last=60)
        of_table = (self._count, self._round, self._paid, self._restored, self._corrected)
        of_forms = (self._form, self._drop, self._duplicates)
        for _ in range(ACTS):
            table, day = self.rnd.choice(TABLES), self.rnd.choice(DAYS)
            self.rnd.choice((*of_table, *of_forms))(table, day)

    def _tell(self, kind: type, table: str, day: str, **facts: object) -> None:
        self.story.tell(kind, f"table:{table}", day=day, **facts)

    def _count(self, table: str, day: str) -> None:
        chips = {100: self.rnd.randrange(3)}
        if self.rnd.random() < 0.5:
            facts = {"opener": chips, "opener_cents": 100 * chips[100], "pit": "P1"}
            self._tell(e.TableOpened, table, day, **facts, **SIGNED)
        else:
            facts = {"closer": chips, "closer_cents": 100 * chips[100]}
            self._tell(e.TableClosed, table, day, **facts, **SIGNED)

    def _round(self, table: str, day: str) -> None:
        self.n += 1
        seat, cents = self.rnd.randrange(1, 4), self.rnd.choice((0, 25, 50))
        self.owed.add(table, seat if cents else 0, day, cents)
        lines = [e.SettledLine(seat, "banker", 500, "chips", "win", 1_000, cents, "12")]
        told = {"player_points": 5, "banker_points": 8, "announce": "", "lines": lines}
        hands = {"player": ["2s", "3s"], "banker": ["4s", "4h"], "outcome": "banker"}
        self._tell(e.RoundSettled, table, day, round=f"{table}:{day}:{self.n}", **hands, **told)

    def _paid(self, table: str, day: str) -> None:
        seat = self.rnd.randrange(1, 4)
        lines = [e.SeatCents(seat, self.rnd.choice((25, 50)), f"{table}:{day}:1")]
        self.owed.add(table, seat, day, -lines[0].cents)
        if self.rnd.random() < 0.5:
            self._tell(e.VigorishCollected, table, day, lines=lines)
        else:
            self._tell(e.VigorishDocumented, table, day, serial="CVF-1", lines=lines)

    def _restored(self, table: str, day: str) -> None:
        line = e.MarkBack(self.rnd.randrange(1, 4), 25, f"{table}:{day}:1", 0)
        self.owed.add(table, line.seat, day, line.cents)
        self._tell(e.VigorishRestored, table, day, serial="CVF-1", lines=[line])

    def _corrected(self, table: str, day: str) -> None:
        self.n += 1
        figure, cents = self.rnd.choice(("vig_collected", "fills")), self.rnd.choice((-25, 25))
        if figure == "vig_collected":
            self.owed.add(table, 0, day, -cents)
        about = {"of_day": DAYS[0], "original": "x", "document": f"MC-{self.n}", "reason": "seen"}
        facts = {"figure": figure, "cents": cents, "approved_by": "s-1"}
        self._tell(e.CorrectionPosted, table, day, **facts, **about)

    def _form(self, table: str, day: str) -> None:
        self.form += 1
        told = {"number": self.form, "day": day, **FORM_SIGNED}
        if self.rnd.random() < 0.2:
            self.story.tell(form_events.FormVoided, "series:CVF", reason="torn", **told)
            return
        facts = {"seat": 3, "cents": 25, "rounds": [], "patron": "R. Ames", "patron_signed": True}
        self.story.tell(
            form_events.FormIssued, "series:CVF", table=table, dealer="d-1", **facts, **told
        )

    def _serial(self) -> str:
        """Of a form used, or not yet; here and there of a series or a number that nobody knows."""
        number = self.rnd.randrange(1, self.form + 4)
        return self.rnd.choice((f"CVF-{number}",) * 9 + (f"XYZ-{number}", f"CVF-0{number}", "?"))

    def _drop(self, table: str, day: str) -> None:
        read = {self._serial() for _ in range(self.rnd.randrange(4))}
        originals = [OriginalFound(of, 25, self.rnd.choice(("", table))) for of in sorted(read)]
        facts = {"table": table, "cash": {}, "cash_cents": 0, "originals": originals}
        replaces = self.rnd.random() < 0.4
        self.story.tell(DropCounted, f"day:{day}", day=day, replaces=replaces, **facts)

    def _duplicates(self, table: str, day: str) -> None:
        read = {self._serial() for _ in range(self.rnd.randrange(1, 4))}
        copies = [DuplicateReceived(of, self.rnd.random() < 0.2, 25, table) for of in sorted(read)]
        self.story.tell(DuplicatesReceived, f"day:{day}", day=day, forms=copies)


def caught_up(seed: int, url: str) -> None:
    """The read models of what is made up, caught up in several batches."""
    engine = make_engine(url)
    recorder = SqlApplicationRecorder(engine)
    store(recorder, MadeUp(seed).story.recorded)
    for projection in PROJECTIONS:
        for upto in (30, 90, None):
            catch_up([projection], recorder, engine, upto)
    engine.dispose()


CAUGHT_UP = tuple(partial(caught_up, seed) for seed in range(4))


@pytest.fixture(params=range(4))
def seed(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


@pytest.fixture
def made(seed: int) -> MadeUp:
    return MadeUp(seed)


@pytest.fixture
def connection(seed: int, stores: Stores) -> Iterator[sa.Connection]:
    """The read models of what is made up."""
    with stores.copy(CAUGHT_UP[seed]) as url:
        engine = make_engine(url)
        with engine.connect() as connection:
            yield connection
        engine.dispose()


def test_law_the_forms_around_a_day_show_what_all_forms_show(connection: sa.Connection) -> None:
    paper, found = everything(connection), set()
    for day in (*DAYS, "2026-07-12"):
        expected = match(paper, day)
        assert form_figures.matched(connection, day) == expected
        found |= {finding for row in expected for finding in row.matches}
    # Were they never read on another day, nothing would have been tried.
    assert {"found_twice", "day_differs", "out_of_sequence", "unaccounted"} <= found


def test_law_series_count_and_name_what_all_forms_show(connection: sa.Connection) -> None:
    paper = everything(connection)
    to_explain = [row for row in match(paper) if is_open(row)]
    for now in form_figures.series(connection):
        used = [form for form in paper.forms if form.series == now.series]
        assert now.missing == [row.serial for row in to_explain if row.series == now.series]
        assert now.issued == sum(form.status == ISSUED for form in used)
        assert now.void == sum(form.status == VOID for form in used)
        assert now.kept == sum(form.forwarded_at is None for form in used)
        gone = {row.number for row in paper.lost if row.series == now.series}
        assert now.lost == len(gone - {form.number for form in used})
        assert now.unused == now.last - now.first + 1 - len(used) - now.lost


def test_law_what_a_table_owes_is_carried_from_all_days_before(
    made: MadeUp, connection: sa.Connection
) -> None:
    for n, first in enumerate(DAYS):
        for last in DAYS[n:]:
            for row in win.between(connection, first, last):
                assert (row.vig_outstanding or 0) == made.owed.at(row.table, 0, row.gaming_day)


def test_law_what_a_seat_owes_is_carried_from_all_days_before(
    made: MadeUp, connection: sa.Connection
) -> None:
    for day in (*DAYS, "2026-07-12"):
        rows = vig.vigorish(connection, day)
        assert {(row.table, row.seat): row.outstanding for row in rows} == made.owed.seats(day)


def test_law_an_opener_is_held_against_the_last_closer_of_all_before(
    connection: sa.Connection,
) -> None:
    rows = connection.execute(sa.select(*INVENTORY.columns).order_by(*INVENTORY.table.primary_key))
    counted = [InventoryRow(*row) for row in rows]
    of = TABLE_WIN.table.c
    closed = connection.execute(sa.select(of.table, of.day).where(of.closer_cents.is_not(None)))
    closed_on = {(row.table, row.day) for row in closed}
    found = []
    for day in (*DAYS, "2026-07-12"):
        last = dict(sorted(place for place in closed_on if place[1] < day))
        before = [row for row in counted if row.kind == CLOSER and row.day == last.get(row.table)]
        on_day = [row for row in counted if row.day == day]
        expected = list(openers(day_of(day=day, inventory=on_day, closers_before=before)))
        actual = reconcile.findings(connection, day)
        assert [each for each in actual if each.code == "opener_differs"] == expected
        found += expected
    assert found

"""The law of a group, on made-up properties: to the cent the sum of its properties' own closed days, however their
copies are cut, in any order, whoever does the work, and though one of them is lost.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import pytest
import sqlalchemy as sa
from eventsourcing.persistence import StoredEvent
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.events.base import Recorded
from ledger.events.day import DayClosed
from ledger.events.link import LinkInstalled
from ledger.events.table import ActUndone, RulesAdopted
from ledger.export.place import Place
from ledger.export.write import export
from ledger.seal import note as signed_note
from ledger.seal import sealing, tiles
from ledger.seal.checkpoint import read as read_checkpoint
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder
from ledger.store.codec import EVENTS, TOPIC_OF
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine.engine import as_of, reading
from projections.figures import forms as form_figures
from projections.figures import handle, meters, performance, vig, win
from projections.figures.arithmetic import known_sum
from projections.group.figures import REPORTS, Axis
from projections.group.report import Asked, report
from projections.group.sharing import Workers, local
from tests.projections.group.conftest import in_parts_of
from tests.projections.history import make_up
from tests.projections.made_up_table import DAYS, RULES
from tests.stores import Files

laws = settings(max_examples=3, deadline=None, phases=(Phase.reuse, Phase.generate))
"""What is made up of a seed does not get simpler by other seeds."""

OPEN = 4
"""Days that each property was open: over the end of a month."""

OVER_A_MONTH = ["2026-07-30", "2026-07-31", "2026-08-01", "2026-08-02"]
EXTRA = 50_000
"""Versions of streams from which on what is added here stands."""

NAMES = ("harbor-house", "pier-nine", "quay")
PRIVATE = {name: signed_note.generate(name, signed_note.ED25519) for name in NAMES}

Sums = dict[str, int | None]


class Made(NamedTuple):
    """A property's events, and where its log was cut: a copy was begun at each. closed: the last day that was."""

    name: str
    events: Sequence[Recorded]
    cuts: Sequence[int]
    closed: str


@st.composite
def properties(draw: Callable[[Any], Any]) -> list[Made]:
    """Two or three, of a few tables, some of which come under other rules, or nearly do."""
    made = []
    for name in NAMES[: draw(st.integers(2, 3))]:
        seed, tables = draw(st.integers(0, 2**32)), draw(st.integers(1, 3))
        history = make_up(Random(seed), tables=tables, days=OPEN, rounds=3)
        under = draw(st.sampled_from(["ma-midi", "md-midi"]))
        events = [
            Recorded(each.originator_id, each.originator_version, replace(each.event, rules=under))
            if isinstance(each.event, LinkInstalled)
            else each
            for each in history.recorded
        ]
        for n in range(draw(st.integers(0, 2))):
            table = f"MB-{draw(st.integers(1, tables)):02}"
            events += _adopted(table, n, draw(st.sampled_from(DAYS[:OPEN])), draw(st.booleans()))
        closed = draw(st.sampled_from(DAYS[1:OPEN]))
        signed = DayClosed(**_who(closed), second="a-2", books_at=len(events), books=[])
        events.append(Recorded(f"day:{closed}", EXTRA, signed))
        cuts = draw(st.sets(st.integers(1, len(events) - 1), max_size=2))
        later = OVER_A_MONTH[DAYS.index(closed)]
        made.append(Made(name, events, [*sorted(cuts), len(events)], later))
    return made


def _who(day: str) -> dict[str, Any]:
    return {"by": "a-1", "at": 1, "recorded_at": 1, "day": day}


def _adopted(table: str, n: int, day: str, undone: bool) -> Iterator[Recorded]:
    """A table comes under other rules; or it is taken back that it does."""
    stream, version = f"table:{table}", EXTRA + 10 * n
    other = {**RULES, "rules": f"other-{n}", "sha256": f"{n}c" * 32}
    yield Recorded(stream, version, RulesAdopted(**_who(day), document="{}", **other))
    if undone:
        said: dict[str, Any] = {"entered_by": "a-1", "entered_at": 1, "happened_at": 1}
        back = ActUndone(**_who(day), first=version, last=version, undone=[], reason="slip", **said)
        yield Recorded(stream, version + 1, back)


def _stored(recorded: Recorded) -> StoredEvent:
    """On days over the end of a month."""
    stream, state = recorded.originator_id, EVENTS.encode(recorded.event)
    for day, later in zip(DAYS, OVER_A_MONTH, strict=False):
        stream, state = stream.replace(day, later), state.replace(day.encode(), later.encode())
    topic = TOPIC_OF[type(recorded.event)]
    return StoredEvent(stream, recorded.originator_version, topic, state)


def _copied(made: Made, engine: sa.Engine, home: Path, most: int) -> list[str]:
    """The folders with a property's copy, each begun where the one before ended."""
    holder = Holder(signed_note.signer_of(PRIVATE[made.name]), Memory(home / f"{made.name}.key"))
    folders, start, since = [], 0, None
    for n, cut in enumerate(made.cuts):
        SqlApplicationRecorder(engine).append([_stored(each) for each in made.events[start:cut]])
        sealing.seal(engine, holder, lambda: 0)
        folders.append(str(home / f"{made.name} {n}"))
        with in_parts_of(most):
            export(engine, Place(folders[-1]), since)
        with engine.connect() as connection:
            since = read_checkpoint(signed_note.read(tiles.signed(connection)[-1][2].encode()))
        start = cut
    return folders


class Own(NamedTuple):
    """What a property's own books say. moved: a gaming day, rules and what came; standing: what stands at its end."""

    moved: list[tuple[str, str, Sums]]
    standing: list[tuple[str, str, Sums]]


WON = ("rounds", "voids", "fills", "credits", "drop", "win_tray", "win_hands")
PAID = ("vig_assessed", "vig_collected", "vig_documented", "vig_uncollected")
MOVED = ("assessed", "collected", "documented", "uncollected")
METERS = ("contributions", "returns", "reseeds", "awards", "corrections", "transfers", "to_win")
CAME = ("rounds", "handle", "win", "coupons", "coupons_win")


def _of(row: Any, *fields: str) -> Sums:
    return {field: getattr(row, field) for field in fields}


def _win(made: Made, day: str, connection: sa.Connection) -> Own:
    rows = win.win(connection, day)
    for row in rows:
        assert row.rules == _rules(made, row.table, day)
    of = [(day, row.rules or "", _of(row, *WON, *PAID)) for row in rows]
    return Own(of, [])


def _vig(made: Made, day: str, connection: sa.Connection) -> Own:
    rows = [(_rules(made, row.table, day), row) for row in vig.vigorish(connection, day)]
    return Own(
        [(day, rules, _of(row, *MOVED)) for rules, row in rows],
        [(day, rules, _of(row, "outstanding")) for rules, row in rows],
    )


def _meters(made: Made, day: str, connection: sa.Connection) -> Own:
    (under,) = [x.event.rules for x in made.events if isinstance(x.event, LinkInstalled)]
    rows = meters.meters(connection, day)
    return Own(
        [(day, under, _of(row, *METERS)) for row in rows],
        [(day, under, _of(row, "closing", "unpaid", "liability")) for row in rows],
    )


def _forms(made: Made, day: str, connection: sa.Connection) -> Own:
    of_day = [(row.table, "forms", 1) for row in form_figures.forms(connection, day)]
    of_day += [
        (row.table, "unexplained", 1) for row in form_figures.to_be_explained(connection, day)
    ]
    return Own([(day, _rules(made, table, day), {of: n}) for table, of, n in of_day], [])


def _performance(made: Made, day: str, connection: sa.Connection) -> Own:
    groups, _ = handle.came(connection, handle.Span(day, day), handle.By.RULES)
    assert made.closed >= day
    return Own([(day, name or "", _of(came, *CAME)) for name, came in groups.items()], [])


BOOKS: dict[str, tuple[Any, Callable[[Made, str, sa.Connection], Own]]] = {
    "win": (win.NEEDS, _win),
    "performance": (performance.NEEDS, _performance),
    "vig": (vig.NEEDS, _vig),
    "meters": (meters.NEEDS, _meters),
    "forms": (form_figures.NEEDS, _forms),
}


def _rules(made: Made, table: str | None, day: str) -> str:
    """Which rules a table was under at the end of a gaming day: the last that it adopted and that stands."""
    own = [each for each in made.events if each.originator_id == f"table:{table}"]
    undone = {each.event.first for each in own if isinstance(each.event, ActUndone)}
    adopted = [
        (OVER_A_MONTH[DAYS.index(each.event.day)], n, each.event.rules)
        for n, each in enumerate(own)
        if isinstance(each.event, RulesAdopted) and each.originator_version not in undone
    ]
    return max((each for each in adopted if each[0] <= day), default=("", 0, ""))[2]


def _plus(total: dict[str, int | None], more: Sums) -> None:
    for field, cents in more.items():
        total[field] = known_sum(total.get(field, 0), cents)


def expected(
    every: Sequence[tuple[Made, sa.Engine]], name: str, axis: Axis
) -> dict[str | None, Sums]:
    """A report of the group, day by day from its properties' own books."""
    found = defaultdict[str | None, Sums](dict)
    needs, asks = BOOKS[name]
    for made, engine in every:
        days = [day for day in OVER_A_MONTH if day <= made.closed]
        own = as_of(needs, SqlApplicationRecorder(engine))
        with reading(own, needs) as connection:
            books = [asks(made, day, connection) for day in days]
        own.dispose()
        ends = {day[:7]: day for day in days}
        for moved, standing in books:
            for day, rules, sums in moved:
                _plus(found[_named(axis, made.name, day, rules)], sums)
                _plus(found[None], sums)
            for day, rules, sums in standing:
                if day == made.closed or (axis is Axis.MONTH and day == ends[day[:7]]):
                    _plus(found[_named(axis, made.name, day, rules)], sums)
                if day == made.closed:
                    _plus(found[None], sums)
    return found


def _named(axis: Axis, origin: str, day: str, rules: str) -> str:
    return {Axis.PROPERTY: origin, Axis.MONTH: day[:7], Axis.RULES: rules}[axis]


@pytest.fixture(scope="module", params=[1, 2, 4])
def crew(request: pytest.FixtureRequest) -> Iterator[Workers]:
    """This process alone, or some of Dask's in it."""
    if request.param == 1:
        yield Workers(1)
        return
    with (
        local(request.param, processes=False) as here,
        Workers(scheduler=here.scheduler_address) as workers,
    ):
        yield workers


@laws
@given(every=properties(), rnd=st.randoms(use_true_random=False))
def test_a_group_is_the_sum_of_its_properties_closed_days(
    sqlite_stores: Files, crew: Workers, every: list[Made], rnd: Random
) -> None:
    with TemporaryDirectory() as home:
        engines, folders = [], list[str]()
        for made in every:
            engine = make_engine(sqlite_stores.put(Path(home, f"{made.name}.db")))
            folders += _copied(made, engine, Path(home), rnd.randrange(60, 400))
            engines.append((made, engine))
        rnd.shuffle(folders)
        for name in rnd.sample(sorted(REPORTS), 3):
            axis = rnd.choice(list(Axis))
            found = report(Asked(folders, None, crew), name, axis)
            assert found.left_out == []
            rows = {row["name"]: row for row in map(msgspec.structs.asdict, found.rows)}
            for each, sums in expected(engines, name, axis).items():
                assert {field: rows[each][field] for field in sums} == sums, (name, axis, each)
        for _, engine in engines:
            engine.dispose()


@laws
@given(after=st.integers(0, 6), rnd=st.randoms(use_true_random=False))
def test_it_is_the_same_though_a_worker_is_lost_in_the_middle(
    copied: str, after: int, rnd: Random
) -> None:
    with local(3, processes=False) as here, Workers(scheduler=here.scheduler_address) as crew:

        def lose(done: int, _of: int) -> None:
            there = list(here.scheduler.workers)
            if done == after and len(there) > 1:
                gone = rnd.choice(there)
                here.sync(here.scheduler.remove_worker, gone, stimulus_id="lost")

        for name in ("win", "meters"):
            found = report(Asked([copied], None, crew, lose), name, Axis.RULES)
            assert found == report(Asked([copied], None, Workers(1)), name, Axis.RULES)

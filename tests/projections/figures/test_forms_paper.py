"""Of all days only those forms are read that may be to be explained: which these are, the read model says (F6)."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import asdict

from ledger.store.engine import begin_write
from projections.engine.engine import in_memory
from projections.engine.model import Model, Rows
from projections.figures.forms_matched import is_open, match
from projections.figures.forms_paper import unsettled
from projections.models.forms import (
    DUPLICATES,
    FORMS,
    ISSUED,
    LOST,
    ORIGINALS,
    ORIGINALS_READ,
    PROJECTION,
    SERIES,
    VOID,
    DuplicateRow,
    FormRow,
    LostRow,
    OriginalRow,
    OriginalsRow,
    SeriesRow,
    settle,
)
from tests.projections.paper import everything

BEFORE, DAY, AFTER = "2026-07-10", "2026-07-11", "2026-07-12"
TABLE, OTHER = "MB-01", "MB-02"
PATRON = "R. Ames"

days = st.sampled_from([BEFORE, DAY, AFTER])
tables = st.sampled_from([TABLE, OTHER])
patrons = st.sampled_from([PATRON, PATRON.upper(), "L. Ortiz", ""])
numbers = st.integers(1001, 1004)
cents = st.sampled_from([375, 400])


def often(usual: Any, other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """What agrees, as most do; now and then something else."""
    return st.one_of(*[st.just(usual)] * 4, other)


@st.composite
def forms(draw: st.DrawFn, number: int) -> FormRow:
    row = FormRow(f"CVF-{number}", "CVF", number, ISSUED, DAY, 0, 0, "B-2", "PC-1", TABLE, 3)
    row.status = draw(often(ISSUED, st.just(VOID)))
    row.day, row.table, row.cents = draw(often(DAY, days)), draw(often(TABLE, tables)), 375
    row.dropped_day = draw(often(row.day, st.none() | days))
    row.forwarded_day = draw(often(row.day, st.none() | days))
    row.voided_day = draw(days) if row.status == VOID else None
    row.patron, row.seated = PATRON, draw(often(None, patrons.map(lambda name: name or None)))
    row.out_of_order = draw(often(0, st.sampled_from([None, 1])))
    return row


@st.composite
def papers(draw: st.DrawFn) -> dict[Model[Any], list[Any]]:
    """Rows of forms that nearly agree."""
    used = [draw(forms(number)) for number in sorted(draw(st.sets(numbers, min_size=1)))]
    read: dict[tuple[Any, ...], OriginalRow] = {}
    entered: dict[tuple[Any, ...], DuplicateRow] = {}
    for number in draw(st.lists(numbers, max_size=2)) + [row.number for row in used]:
        if draw(often(True, st.just(False))):
            day, table = draw(often(DAY, days)), draw(often(TABLE, tables))
            place = f"CVF-{number}", day, table, number
            printed = draw(st.sampled_from(["", TABLE, OTHER]))
            read[place] = OriginalRow(*place, draw(often(375, cents)), printed)
        if draw(often(True, st.just(False))):
            copy = serial, day = f"CVF-{number}", draw(often(DAY, days))
            entered[copy] = DuplicateRow(serial, day, draw(often(0, st.just(1))))
            entered[copy].cents = draw(st.none() | cents)
            entered[copy].table = draw(st.none() | tables)
            entered[copy].form_day = draw(st.none() | days)
            entered[copy].patron = draw(st.none() | patrons)
    counted = {(row.day, row.table or "") for row in used}
    boxes: dict[tuple[str, str], list[Any]] = {box: [] for box in counted}
    for row in read.values():
        boxes.setdefault((row.day, row.table), []).append([row.serial, row.cents, row.printed])
    lost = draw(st.sets(numbers, max_size=1))
    unused = min({*range(1001, 1006)} - lost - {row.number for row in used})
    return {
        SERIES: [SeriesRow("CVF", 1001, 1004, unused)],
        FORMS: used,
        ORIGINALS_READ: [*read.values()],
        ORIGINALS: [OriginalsRow(*box, encode(found).decode()) for box, found in boxes.items()],
        DUPLICATES: [*entered.values()],
        LOST: [LostRow("CVF", number, f"CVF-{number}", DAY) for number in lost],
    }


@pytest.fixture(scope="module")
def engine() -> Iterator[sa.Engine]:
    made = in_memory([PROJECTION])
    yield made
    made.dispose()


def put(engine: sa.Engine, rows: dict[Model[Any], list[Any]]) -> None:
    with begin_write(engine) as connection:
        for model in PROJECTION.models:
            connection.execute(sa.delete(model.table))
            if some := rows.get(model):
                connection.execute(sa.insert(model.table), [asdict(row) for row in some])
        changing = Rows(connection, {model: model.table for model in PROJECTION.models})
        for model in (FORMS, ORIGINALS_READ, DUPLICATES):
            for row in rows[model]:
                settle(changing, row.serial)
        changing.write()


@settings(max_examples=60)
@given(rows=papers())
def test_law_f6_what_is_not_read_is_nothing_to_be_explained(
    engine: sa.Engine, rows: dict[Model[Any], list[Any]]
) -> None:
    put(engine, rows)
    with engine.connect() as connection:
        expected = [row for row in match(everything(connection)) if is_open(row)]
        assert [row for row in match(unsettled(connection)) if is_open(row)] == expected


@pytest.mark.parametrize("status", [ISSUED, VOID])
def test_f6_a_form_that_agrees_with_its_copies_is_not_read(engine: sa.Engine, status: str) -> None:
    form = FormRow("CVF-1001", "CVF", 1001, status, DAY, 0, 0, "B-2", "PC-1", TABLE, 3, 375)
    form.patron, form.seated = PATRON, PATRON
    form.dropped_day = form.forwarded_day = DAY
    original = OriginalRow("CVF-1001", DAY, TABLE, 0, 375, TABLE)
    duplicate = DuplicateRow("CVF-1001", DAY, int(status == VOID), 375, TABLE, DAY, PATRON)
    counted = [[original.serial, 375, TABLE]] if status == ISSUED else []
    put(
        engine,
        {
            SERIES: [SeriesRow("CVF", 1001, 1004, 1002)],
            FORMS: [form],
            ORIGINALS_READ: [original] if status == ISSUED else [],
            ORIGINALS: [OriginalsRow(DAY, TABLE, encode(counted).decode())],
            DUPLICATES: [duplicate],
            LOST: [],
        },
    )
    with engine.connect() as connection:
        assert [row.matches for row in match(everything(connection))] == [("matched",)]
        assert unsettled(connection).forms == []

"""Every number of every series of forms is in exactly one state, whatever is done with it (F1, F2)."""

from collections import Counter
from datetime import timedelta
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events.form import Run
from ledger.form import acts as form_acts
from ledger.values.errors import PitError
from projections.engine.engine import as_of, catch_up
from projections.figures import forms as form_figures
from projections.figures.forms_in_hand import in_hand
from projections.models.forms import PROJECTION
from tests.clerk import Clerk, establish
from tests.projections.conftest import Fresh
from tests.projections.log import dump

SIGNED: Final = {"pit_boss": "B-2", "clerk": "PC-1"}
NUMBERS: Final = range(1, 8)
SERIES: Final = ("A", "B")


class Floor:
    """Two series of seven forms, and seven seats that owe. `DOES` may be refused; what is done is kept beside it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.clerk = Clerk(ledger).opens("div-mini").starts_shoe()
        self.clerk.plays("7d Qh", "9c Kh", *((seat, "banker", 2_000) for seat in NUMBERS))
        self.now: dict[str, dict[int, str]] = {}
        self.on: dict[str, dict[str, dict[int, str]]] = {}
        self.touched: dict[str, set[str]] = {}
        self.counted: dict[str, set[str]] = {}
        for series in SERIES:
            self.says(form_acts.ReceiveSeries, series, first=1, last=7)
            self.says(form_acts.IssueSeries, series, pit="P-1", clerks=["PC-1"])

    def says(self, kind: type[form_acts.FormAct], series: str, **facts: Any) -> None:
        self.clerk.moment += timedelta(seconds=1)
        self.ledger.do(kind(series=series, by="PC-1", at=self.clerk.moment, **facts))
        day = self.ledger.calendar.day_of(int(self.clerk.moment.timestamp() * 1_000_000))
        self.on.setdefault(day, {})

    def becomes(self, series: str, number: int, state: str) -> None:
        if self.now.setdefault(series, {}).get(number) in {None, "lost"}:
            self.touched.setdefault(max(self.on), set()).add(series)
        self.now[series][number] = state
        self.on[max(self.on)] = {name: dict(of) for name, of in self.now.items()}

    def issue(self, series: str, number: int, out_of_order: bool) -> None:
        said = {"table": "MB-01", "cents": 5, "patron": "R. Ames", "patron_signed": True}
        said |= {"dealer": "D-7", "out_of_order": out_of_order, **SIGNED}
        self.says(form_acts.IssueForm, series, number=number, seat=number, **said)
        self.becomes(series, number, "issued")

    def void(self, series: str, number: int, out_of_order: bool) -> None:
        said = {"reason": "torn", "out_of_order": out_of_order, **SIGNED}
        self.says(form_acts.VoidForm, series, number=number, **said)
        self.becomes(series, number, "void")

    def lose(self, series: str, number: int, _: bool) -> None:
        self.says(form_acts.LoseForm, series, number=number, reason="burnt", authorised_by="B-2")
        self.becomes(series, number, "lost")

    def count(self, series: str, number: int, _: bool) -> None:
        self.says(form_acts.CountForms, series, counted=[Run(number, 7)], clerk="PC-1")
        self.counted.setdefault(max(self.on), set()).add(series)
        counted = self.ledger.stream(f"series:{series}")[-1].event
        gone, there = self.now.get(series, {}).keys(), set(range(number, 8))
        assert set(counted.missing) == set(NUMBERS) - gone - there
        assert set(counted.beyond) == there & gone

    def next_day(self) -> None:
        self.clerk.moment += timedelta(days=1)

    def stands(self) -> None:
        """Every number is counted once; on each day those series are to be counted of which some are left."""
        catch_up((PROJECTION,), self.ledger.journal, self.ledger.journal.engine)
        then: dict[str, dict[int, str]] = {}
        with self.ledger.journal.engine.connect() as connection:
            for row in form_figures.series(connection):
                were = Counter(self.now.get(row.series, {}).values())
                parts = (row.issued, row.void, row.lost)
                assert parts == (were["issued"], were["void"], were["lost"]), row
                assert row.unused == 7 - sum(parts) >= 0
            for day, known in sorted(self.on.items()):
                then = known or then
                due = self.touched.get(day, set()) - self.counted.get(day, set())
                left = [name for name in sorted(due) if then[name].keys() != {*NUMBERS}]
                assert [
                    each.series for each in in_hand(connection, day) if not each.version
                ] == left


DOES: Final = st.one_of(
    st.tuples(
        st.sampled_from(("issue", "void", "lose", "count")),
        st.sampled_from(SERIES),
        st.sampled_from(NUMBERS),
        st.booleans(),
    ),
    st.just(("next_day",)),
)


@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(does=st.lists(DOES, min_size=6, max_size=24))
def test_f1_f2_every_number_is_in_one_state_and_those_left_of_a_day_are_to_be_counted(
    fresh: Fresh, does: list[Any]
) -> None:
    with fresh() as engine, Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
        establish(ledger)
        floor = Floor(ledger)
        for name, *said in does:
            try:
                getattr(floor, name)(*said)
            except PitError:
                continue
        floor.stands()
        rebuilt = as_of((PROJECTION,), ledger.journal)
        assert dump(rebuilt, PROJECTION) == dump(ledger.journal.engine, PROJECTION)
        rebuilt.dispose()

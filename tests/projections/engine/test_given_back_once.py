"""What a seat's vigorish is taken back by, in whatever order: each gives back only what still stands of it."""

from collections import Counter
from datetime import timedelta
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.form import acts as form_acts
from ledger.table.acts import Undo
from ledger.values.errors import NotFound, PitError
from projections.engine.engine import as_of, catch_up
from projections.models.registry import PROJECTIONS
from projections.models.vigorish import MARKS, PROJECTION, VIGORISH_DAYS
from tests.clerk import Clerk, establish
from tests.projections.conftest import Fresh
from tests.projections.log import dump

DAY: Final = "2026-07-11"
ROUND: Final = f"MB-01:{DAY}:1"
SIGNED: Final = {"pit_boss": "B-2", "clerk": "PC-1"}
SEATS: Final = (3, 4)
FIGURES: Final = ("vig_assessed", "vig_collected", "vig_documented", "vig_uncollected")
OWED: Final = 150


class Floor:
    """Seats 3 and 4 owe $1.50 each of one round; forms are at hand. Each of `DOES` may be refused."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.clerk = Clerk(ledger).opens("div-mini").starts_shoe()
        self.clerk.plays("7d Qh", "9c Kh", *((seat, "banker", 2 * OWED * 10) for seat in SEATS))
        self._says(form_acts.ReceiveSeries, first=1, last=99)
        self._says(form_acts.IssueSeries, pit="P-1", clerks=["PC-1"])
        self.documents = 0

    def _says(self, kind: type[form_acts.FormAct], **facts: Any) -> None:
        self.clerk.moment += timedelta(seconds=1)
        self.ledger.do(kind(series="CVF", by="PC-1", at=self.clerk.moment, **facts))

    def issue(self, seat: int, cents: int) -> None:
        self._says(
            form_acts.IssueForm,
            number=self.ledger.loader.series("CVF").next,
            table="MB-01",
            seat=seat,
            cents=cents,
            patron="R. Ames",
            patron_signed=True,
            dealer="D-7",
            **SIGNED,
        )

    def void(self, seat: int, cents: int) -> None:
        """A form of the seat, now one and now another."""
        used = self.ledger.loader.series("CVF").used
        numbers = [number for number, form in used.items() if form.seat == seat and form.table]
        if numbers:
            number = numbers[cents % len(numbers)]
            self._says(form_acts.VoidForm, number=number, reason="wrong patron", **SIGNED)

    def collect(self, seat: int, cents: int) -> None:
        self.clerk.says("collect_vig", seat=seat, cents=cents)

    def uncollected(self, seat: int, cents: int) -> None:
        said = {"reason": "left", "supervisor": "S-2", "no_form": "gone"}
        self.clerk.says("uncollected_vig", seat=seat, cents=cents, **said)

    def correct(self, figure: str, seat: int, cents: int) -> None:
        self.documents += 1
        self.clerk.says(
            "correct",
            figure=figure,
            cents=cents,
            of_day=DAY,
            original=ROUND,
            seat=seat,
            document=f"MC-{self.documents}",
            reason="wrong",
            approved_by="S-2",
        )

    def undo(self) -> None:
        self.clerk.moment += timedelta(seconds=1)
        said: dict[str, Any] = {"reason": "typed wrongly", "approved_by": "S-9"}
        self.ledger.do(
            Undo(source="", seq=0, at=self.clerk.moment, by="C-1", table="MB-01", **said)
        )

    def reverse(self) -> None:
        self.clerk.says("reverse", round=ROUND, reason="of another table", approved_by="S-9")

    def hand_back(self, seat: int, cents: int) -> None:
        self.clerk.says("hand_back_vig", seat=seat, cents=cents)

    def stands(self) -> None:
        """No figure of a seat is below zero, and its mark is what is assessed and not settled."""
        catch_up([PROJECTION], self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            days = connection.execute(VIGORISH_DAYS.table.select()).all()
            marks = connection.execute(MARKS.table.select()).all()
        owed: Counter[int] = Counter()
        for mark in marks:
            owed[mark.seat] += mark.cents
        for seat in SEATS:
            figures = [
                (d.assessed_cents, d.collected_cents, d.documented_cents, d.uncollected_cents)
                for d in days
                if d.seat == seat
            ]
            for assessed, *settled in figures or [(0, 0, 0, 0)]:
                assert min(assessed, *settled) >= 0, (seat, figures)
                assert owed.get(seat, 0) == assessed - sum(settled), (seat, figures)
        try:
            table = self.ledger.table("MB-01")
        except NotFound:  # Its opening was taken back too.
            assert owed == {}
            return
        net = {
            seat: table.owed(seat) - sum(x.cents for x in table.owed_back.get(seat, ()))
            for seat in SEATS
        }
        assert net == {seat: owed.get(seat, 0) for seat in SEATS}
        since = {(m.seat, m.since, m.cents) for m in marks if m.cents > 0}
        assert since == {(m.seat, m.since, m.cents) for of in table.marks.values() for m in of}


CENTS: Final = st.sampled_from((25, 50, 100, OWED))
SEAT: Final = st.sampled_from(SEATS)
DOES: Final = st.one_of(
    st.tuples(st.sampled_from(("issue", "void", "collect", "uncollected")), SEAT, CENTS),
    st.tuples(
        st.just("correct"),
        st.sampled_from(FIGURES),
        SEAT,
        st.tuples(CENTS, st.sampled_from((1, -1))).map(lambda x: x[0] * x[1]),
    ),
    st.tuples(st.just("hand_back"), SEAT, CENTS),
    st.sampled_from([("undo",), ("reverse",)]),
)


@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(does=st.lists(DOES, min_size=3, max_size=12))
def test_a4_f5_nothing_is_given_back_twice_in_any_order(fresh: Fresh, does: list[Any]) -> None:
    with fresh() as engine, Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
        establish(ledger)
        floor = Floor(ledger)
        for name, *said in does:
            try:
                getattr(floor, name)(*said)
            except PitError:
                continue
            floor.stands()
        rebuilt = as_of(PROJECTIONS, ledger.journal)
        catch_up(PROJECTIONS, ledger.journal, ledger.journal.engine)
        for projection in PROJECTIONS:
            assert dump(rebuilt, projection) == dump(ledger.journal.engine, projection)
        rebuilt.dispose()

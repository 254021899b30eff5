"""Rounds that are reversed leave all figures as if they had not been, but the record of them."""

from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.values.errors import Refused
from projections.engine.engine import as_of, catch_up
from projections.models.registry import PROJECTIONS
from tests.clerk import Clerk, establish
from tests.folded import fold
from tests.ledger.link.floor import floor
from tests.projections.conftest import Fresh
from tests.projections.log import rows_of

HANDS: Final = (("2s Kh", "5s 4d"), ("7d Qh", "2c 4h"), ("7d Qh", "2c 5h"))
WHY: Final = {"reason": "typed for another table", "approved_by": "S-9", "not_dealt": True}
MODELS: Final = frozenset({"table_win", "vigorish", "hours"})
FIGURES: Final = {"meter_readings", "mark_places"} | {
    model.name
    for projection in PROJECTIONS
    for model in projection.models
    if projection.name in MODELS and model is not projection.journal
}


def stands(ledger: Ledger) -> tuple[Any, dict[str, list[list[Any]]]]:
    """The shoe, what is owed and the tray; and the figures of every read model that has any."""
    catch_up(PROJECTIONS, ledger.journal, ledger.journal.engine)
    rows = rows_of(ledger.journal.engine, PROJECTIONS)
    table = ledger.table("MB-01")
    return (table.shoe, table.marks, table.owed_back, table.tray_cents), {
        name: rows[name] for name in FIGURES
    }


BETS: Final = ("banker", "player", "tie", "royal_9", "coupon")
PLAYED: Final = st.tuples(
    st.lists(
        st.tuples(st.integers(1, 4), st.sampled_from(BETS)), min_size=1, max_size=4, unique=True
    ),
    st.sampled_from(HANDS),
    st.integers(0, 3),
)


def _wager(seat: int, bet: str, cents: int) -> dict[str, Any]:
    return {"seat": seat, "bet": bet, "cents": cents}


def _says(clerk: Clerk, n: int, play: tuple[Any, tuple[str, str], int]) -> None:
    """A round, of which something may be collected at once."""
    lines, (player, banker), collect = play
    said = []
    for seat, bet in lines:
        if bet == "coupon":
            coupon = {"tender": "coupon", "coupon": f"{n}-{seat}"}
            said += [_wager(seat, "banker", 500), {**_wager(seat, "banker", 500), **coupon}]
        else:
            said.append(_wager(seat, bet, 500 if bet == "royal_9" else 2_500))
    for each in said:
        try:
            clerk.says("wager", **each)
        except Refused:
            continue
    clerk.says("round", wagers=[], player=player.split(), banker=banker.split())
    table = clerk.ledger.table("MB-01")
    if collect and table.marks:
        seat = min(table.marks)
        clerk.says("collect_vig", seat=seat, cents=min(25 * collect, table.owed(seat)))


@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    rules=st.sampled_from(("ma-midi", "md-midi")),
    plays=st.lists(PLAYED, min_size=1, max_size=5),
    order=st.randoms(use_true_random=False),
)
def test_reversed_rounds_leave_all_figures_as_if_they_had_not_been(
    fresh: Fresh, rules: str, plays: list[Any], order: Any
) -> None:
    with fresh() as engine, Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
        establish(ledger)
        (clerk,) = floor(ledger, "MB-01", rules=rules)
        before = stands(ledger)
        for n, play in enumerate(plays):
            _says(clerk, n, play)
        numbers = list(range(1, len(plays) + 1))
        order.shuffle(numbers)
        for n in numbers:
            clerk.says("reverse", round=f"MB-01:2026-07-11:{n}", **WHY)
        for seat in list(ledger.table("MB-01").owed_back):
            clerk.says("hand_back_vig", seat=seat)
        assert stands(ledger) == before
        fold(ledger)
        rebuilt = as_of(PROJECTIONS, ledger.journal)
        assert rows_of(rebuilt, PROJECTIONS) == rows_of(ledger.journal.engine, PROJECTIONS)
        rebuilt.dispose()

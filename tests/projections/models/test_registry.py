"""Read models in groups that are folded at once: each in one, and all done at about the same time."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.events.table import WagersPlaced
from projections.engine.model import Projection
from projections.models.registry import PROJECTIONS, cost, shared_out


@given(
    among=st.lists(st.sampled_from(PROJECTIONS), unique=True),
    groups=st.integers(1, 8),
    busy=st.lists(st.floats(0, 100), max_size=8),
)
def test_each_read_model_is_in_one_group(
    among: list[Projection], groups: int, busy: list[float]
) -> None:
    shared = shared_out(among, groups, busy)
    assert len(shared) <= groups
    assert all(shared)
    assert sorted(each.name for some in shared for each in some) == sorted(e.name for e in among)
    of_wagers = [some for some in shared if any(WagersPlaced in each.handlers for each in some)]
    assert len(of_wagers) <= groups - groups // 2


def test_two_that_fold_all_read_models_end_at_about_the_same_time() -> None:
    for busy in ((0, 0), (4, 0), (8, 0), (12, 0)):
        shared = shared_out(PROJECTIONS, 2, busy)
        ends = [load + cost(some) for load, some in zip(busy, shared, strict=True)]
        assert max(ends) < 1.35 * min(ends)
        assert sum(ends) - sum(busy) < 1.2 * cost(PROJECTIONS)

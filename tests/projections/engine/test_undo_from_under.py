"""An act is taken back from under what others put to the table's books since: that stays, as if it had come alone."""

from collections.abc import Iterator
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.values.calendar import from_micros, to_micros
from ledger.values.errors import NotFound, Refused
from projections.models.registry import PROJECTIONS
from projections.models.table_win import TABLE_OWED
from tests.clerk import SIGNED as TWO
from tests.clerk import Clerk, establish
from tests.ledger.link.floor import install
from tests.projections.conftest import Fresh
from tests.projections.engine.test_undo_laws import (
    ACTS,
    CHIPS,
    STEP,
    Chance,
    Seen,
    _verify_rebuilt,
    next_act,
    seen,
    take_back,
)

BEFORE: Final = "MB-01:2026-07-11:1"
DAY: Final = "2026-07-11"
SECOND: Final = 1_000_000

POSTINGS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("raise_dispute", {"round": BEFORE, "claim": "seat 5 had won"}),
    (
        "decide_dispute",
        {"round": BEFORE, "ruling": "denied", "reason": "seen", "decided_by": "S-9"},
    ),
    ("correct", {"figure": "hand_result", "cents": -500, "original": BEFORE}),
    ("correct", {"figure": "vig_assessed", "cents": 25, "original": BEFORE, "seat": 5}),
    ("correct", {"figure": "vig_collected", "cents": 25, "original": BEFORE, "seat": 5}),
    ("correct", {"figure": "fills", "cents": 500, "original": "F-0"}),
)
"""Of a round and a slip that were there before, and rest on nothing that is done since."""


class Store:
    """A table with a round and a slip of before. Each thing is said at the moment that it is given."""

    def __init__(self, url: str, rules: str) -> None:
        self.now = 0
        self.ledger = Ledger(url, lambda: self.now)
        self.clerk = Clerk(self.ledger)
        self.now = to_micros(self.clerk.moment)
        establish(self.ledger)
        self.clerk.opens(rules).starts_shoe()
        if rules == "ma-midi":
            install(self.clerk)
        self.clerk.plays("7d Qh", "9c Kh", (5, "banker", 5_000))
        self.clerk.says("collect_vig", seat=5)
        self.clerk.says("fill", slip="F-0", chips=CHIPS, **TWO)
        self.clerk.says("close", closer=CHIPS, **TWO)
        self.clerk.says("open", rules=rules, pit="P-1", opener=CHIPS, **TWO)
        self.clerk.starts_shoe(2)

    def at(self, moment: int) -> Clerk:
        self.now, self.clerk.moment = moment, from_micros(moment - SECOND)
        return self.clerk

    def says(self, moment: int, kind: str, /, **facts: Any) -> bool:
        """Say it; whether it was taken."""
        try:
            self.at(moment).says(kind, **facts)
        except (Refused, NotFound):
            return False
        return True

    def post(self, moment: int, n: int) -> bool:
        """Say the posting; whether it was taken."""
        kind, facts = POSTINGS[n]
        if kind == "correct":
            signed = {"approved_by": "S-9", "accounting": "A-9", "document": f"K-{moment}"}
            facts = {**facts, "of_day": DAY, "reason": "seen", **signed}
        return self.says(moment, kind, **facts)

    def seen(self) -> Seen:
        """How everything stands, but for where its events lie."""
        found = seen(self.ledger, self.clerk.table)
        for name, at in PLACES.items():
            rows = [
                [0 if n in at else value for n, value in enumerate(values)]
                for values in found.figures.get(name, ())
            ]
            found.figures[name] = sorted(rows, key=repr)
        # Where nothing is left owing, a row is as good as none.
        owed = found.figures[TABLE_OWED.name]
        found.figures[TABLE_OWED.name] = [values for values in owed if values[2]]
        return found


VERSIONS: Final = {"version", "first_version", "last_version"}
OF_METERS: Final[dict[str, set[str]]] = {
    "meter_links": {"rated"},
    "meter_tables": {"since"},
    "meter_rounds": {"bets_closed", "taken", "void", "given_back"},
    "meter_awards": {"won", "settled", "reversed"},
}
PLACES: Final = {
    model.name: {
        n
        for n, field in enumerate(model.row.__struct_fields__)
        if field in VERSIONS | OF_METERS.get(model.name, set())
    }
    for projection in PROJECTIONS
    for model in projection.models
}
"""Columns that say where in its stream an event lies."""


WALK = st.lists(
    st.tuples(STEP, st.lists(st.integers(0, len(POSTINGS) - 1), max_size=3)),
    min_size=8,
    max_size=16,
)


@settings(
    max_examples=3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(rules=st.sampled_from(("ma-midi", "div-mini")), walk=WALK)
def test_an_act_goes_from_under_what_was_posted_since_and_that_stays(
    fresh: Fresh, rules: str, walk: list[tuple[tuple[int | None, list[int], bool], list[int]]]
) -> None:
    with fresh() as one, fresh() as other:
        urls = [each.url.render_as_string(hide_password=False) for each in (one, other)]
        with_it, without = (Store(url, rules) for url in urls)
        with with_it.ledger, without.ledger:
            moments = _moments(with_it.now + 60 * SECOND)
            for moment, ((n, numbers, _), postings) in zip(moments, walk, strict=False):
                kind, facts = _act(with_it.clerk, n, numbers)
                if not with_it.says(moment, kind, **facts):
                    continue
                for at, posting in enumerate(postings, moment + 1):
                    assert with_it.post(at, posting) == without.post(at, posting)
                if kind == "void" or _holds(with_it.at(moment + SECOND)):
                    if _is_locked_out(without.at(moment), kind, facts):
                        break
                    continue
                assert with_it.seen() == without.seen(), (kind, postings)
                again = {"slip": f"{facts['slip']}a"} if "slip" in facts else {}
                said = moment + 2 * SECOND, kind
                assert with_it.says(*said, **{**facts, **again}) == without.says(
                    *said, **{**facts, **again}
                )
            _verify_rebuilt(with_it.ledger)


def _is_locked_out(clerk: Clerk, kind: str, facts: dict[str, Any]) -> bool:
    """Say the act behind what was posted after it; whether that alone refuses it: vigorish was put to a table that was
    closed, and keeps one open.
    """
    try:
        clerk.says(kind, **facts)
    except Refused as refused:
        assert (kind, refused.refusal.code) == ("close", "vigorish_owed")  # noqa: PT017  any other is a fault
        return True
    return False


def _holds(clerk: Clerk) -> bool:
    """Take back what was done last; whether something that rests on it held it there."""
    try:
        take_back(clerk)
    except Refused as refused:
        assert refused.refusal.code == "cannot_be_undone"  # noqa: PT017  any other is a fault
        return True
    return False


def _moments(first: int) -> Iterator[int]:
    return iter(range(first, first + 100 * 60 * SECOND, 60 * SECOND))


def _act(clerk: Clerk, n: int | None, numbers: list[int]) -> tuple[str, dict[str, Any]]:
    chance = Chance(numbers)
    if n is None:
        return next_act(clerk, chance)
    kind, made = ACTS[n]
    return kind, made(clerk, chance)

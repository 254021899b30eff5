"""What bets come to in theory, tabulated and worked out (decision 54). GOLDEN=write makes the table anew."""

import os
from collections.abc import Hashable
from functools import cache

import msgspec
import pytest

from ledger.baccarat.wagers import Bet
from ledger.rules.loader import list_ids, load
from ledger.rules.submission import Submission
from projections.figures.theory import (
    TABULATED,
    Known,
    Tabulated,
    goes_by,
    known_theory,
    worked_out,
)

SHIPPED = [load(rules) for rules in list_ids()]


@cache
def exactly(rules: str) -> Known:
    return worked_out(load(rules), load(rules).decks)


def written(known: Known) -> Tabulated:
    of = known.covariance.of
    bets = [*Bet]
    by_two: dict[Hashable, int] = {
        " ".join(two) if isinstance(two, tuple) else str(two): each
        for two, each in of.items()
        if not isinstance(two, tuple) or bets.index(two[0]) <= bets.index(two[1])
    }
    return Tabulated(known.edge, known.coupon, known.covariance._replace(of=by_two), known.stake)


def test_a2_the_table_of_theory_is_what_the_submissions_that_ship_come_to_over_all_deals() -> None:
    table = {goes_by(each.document(), each.decks): written(exactly(each.id)) for each in SHIPPED}
    lines = (msgspec.json.encode({key: table[key]}).decode()[1:-1] for key in sorted(table))
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    if os.environ.get("GOLDEN") == "write":
        TABULATED.write_text(text, encoding="utf-8")
    assert TABULATED.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("rules", list_ids())
def test_a2_theory_is_the_same_from_the_table_as_worked_out(rules: str) -> None:
    assert known_theory(load(rules).document(), load(rules).decks) == exactly(rules)


def test_a2_what_the_table_lacks_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other decks, and of another paytable; not of what theory does not go by."""
    asked: list[int] = []

    def told(submission: Submission, decks: int) -> Known:
        asked.append(decks)
        return worked_out(submission, decks)

    monkeypatch.setattr("projections.figures.theory.worked_out", told)
    known_theory.cache_clear()
    for rules, options, decks in (
        ("ma-big-ez", {}, 6),
        ("ma-midi", {"dragon_bonus": "B"}, 8),
        ("ma-midi", {"vigorish.rounding": "exact"}, 8),
    ):
        submission = load(rules, options)
        found = known_theory(submission.document(), decks)
        assert found == worked_out(submission, decks)
    assert asked == [6, 8]

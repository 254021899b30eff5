"""U1: what was recorded with a section that its text only heads, or does not print, agrees, and is told as now."""

import re
from collections.abc import Callable

import pytest

from ledger.desks.ledger import Ledger
from ledger.rules import loader
from ledger.rules.submission import Submission, from_document
from projections.queries.history import history
from projections.queries.moment import NOW
from projections.queries.round import replay
from projections.queries.shoes_again import settled_again
from tests.clerk import Clerk
from tests.games.day import DAY

WAGERS = ((3, "banker", 2_000), (4, "player", 500))
PLAYED: dict[str, Callable[[Clerk], object]] = {
    "md-midi": lambda clerk: (
        clerk.says("irregular", kind="drawn_in_error", card="2d", disclosed=False),
        clerk.plays("2d Td 9d", "5h Ts", *WAGERS, (3, "dragon_bonus_banker", 500)),
    ),
    "house-dragon": lambda clerk: (
        clerk.says("irregular", kind="drawn_in_error", card="2d", disclosed=False),
        clerk.plays("2d Td 9d", "5h Ts", *WAGERS),
    ),
    "div-mini-tie-vig": lambda clerk: clerk.plays("2d Td 9d", "5h Ts", *WAGERS),
}
NOTICED = {"notice_at": "2026-07-10T18:00:00Z", "authorised_by": "M-1"}


def forget() -> None:
    loader.resolve_packaged.cache_clear()
    from_document.cache_clear()


@pytest.fixture(params=PLAYED)
def played(request: pytest.FixtureRequest, ledger: Ledger) -> Clerk:
    """A table on which a round was recorded as it was before, with the document's own sections, and then once more."""
    clerk = Clerk(ledger).opens(request.param)
    forget()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Submission, "cites", property(lambda submission: submission.sections))
        clerk.starts_shoe()
        PLAYED[request.param](clerk)
    forget()
    PLAYED[request.param](clerk)
    return clerk


def test_u1_what_was_recorded_before_agrees_and_is_told_with_todays_sections(
    played: Clerk,
) -> None:
    before, now = (replay(played.ledger, NOW, f"MB-01:{DAY}:{n}") for n in (1, 2))
    assert before.recomputed_agrees, before.differences
    assert now.recomputed_agrees, now.differences
    for one, other in ((before.lines, now.lines), (before.cards, now.cards)):
        assert [each.rule for each in one] == [each.rule for each in other]
    assert [x.rule for x in before.steps] == [x.rule for x in now.steps]
    assert [x.rule for x in before.irregularities] == [x.rule for x in now.irregularities]
    assert settled_again(played.ledger, NOW, DAY).differing == 0


def test_u1_the_tables_day_cites_the_same(played: Clerk) -> None:
    said = "".join(each.said for each in history(played.ledger, NOW, "MB-01", DAY))
    cited = re.findall(r"\[(.+?)\]", said)
    before, now = cited[: len(cited) // 2], cited[len(cited) // 2 :]
    assert before == now
    assert before[0] in ("the licensee's", "div (i)(2)")

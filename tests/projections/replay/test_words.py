"""A replay has words for every kind of event, every remedy, every result; what lacks them is found here."""

import msgspec
import pytest

from ledger.baccarat.irregularities import Irregularity, Remedy
from ledger.baccarat.offering import Result
from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.events.topics import TOPICS
from projections.models.pointers import named
from projections.queries.event_lines import LINES, describe
from projections.queries.parts import STEPS
from projections.queries.words import _IRREGULARITIES, _REMEDIES, settled
from projections.replay.story import _STORY
from tests.golden.samples import samples

LATER = frozenset(
    (
        *("table.correction_posted", "table.dispute_raised", "table.dispute_decided"),
        *("table.award_handed_over", "link.award_won", "link.award_paid", "link.award_refused"),
        "link.award_undone",
        *("link.award_owed", "table.award_not_handed_over"),
        *("link.contributions_returned", "link.award_reversed", "link.meter_corrected"),
    )
)
"""Kinds of event that name a round and are no part of it: a replay lists them below its steps."""

IN_THE_METERS = frozenset({"link.contributions_taken"})
"""Those that it shows as each meter before and after."""

AS_A_LINE = frozenset({e.IrregularCard})
"""Those of a round's own events of which the table's day says the same as the replay."""


def test_u1_every_kind_of_event_has_a_line() -> None:
    assert set(LINES) == set(TOPICS.values())


@pytest.mark.parametrize("topic", TOPICS)
def test_u1_the_line_of_every_kind_of_event_can_be_said(topic: str) -> None:
    said = describe(Recorded("table:MB-01", 1, samples()[topic]))
    assert said.startswith("MB-01: ")
    assert said.removeprefix("MB-01: ").strip()


def test_u1_every_kind_of_event_that_names_a_round_is_told_with_it() -> None:
    naming = {topic for topic, event in samples().items() if named(event)}
    play = {topic for topic, kind in TOPICS.items() if kind in _STORY}
    assert play <= naming
    assert naming - play == LATER | IN_THE_METERS


def test_u1_every_event_of_a_round_is_a_step_in_its_own_words() -> None:
    assert set(STEPS) == set(_STORY) - AS_A_LINE


def test_i1_every_irregularity_and_every_remedy_has_words() -> None:
    assert sorted(_IRREGULARITIES) == sorted(Irregularity)
    assert sorted(_REMEDIES) == sorted(Remedy)


@pytest.mark.parametrize("result", Result)
def test_w5_every_result_of_a_wager_has_words(result: Result) -> None:
    event = samples()["table.round_settled"]
    assert isinstance(event, e.RoundSettled)
    (line, *_) = event.lines
    assert settled(msgspec.structs.replace(line, result=str(result))).startswith("seat")

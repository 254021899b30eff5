"""A kind of event that nothing folds is passed over without a word when a state is read: here it is missed."""

from copy import deepcopy
from typing import Any, Final

import pytest

from ledger.day.signing import Signing
from ledger.day.state import GamingDay, GamingMonth
from ledger.equipment.tokens import FeedTokens
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import operators as operator_events
from ledger.events import property as property_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events import tray
from ledger.events.base import Event
from ledger.events.topics import TOPICS
from ledger.form.series import FormSeries
from ledger.form.slip_series import SlipSeries
from ledger.link.state import Link
from ledger.operators.enrollment import Enrollment
from ledger.operators.register import Registry
from ledger.pit.state import Pit
from ledger.property.state import Property
from ledger.table.state import Table
from tests.golden.samples import samples

SAMPLES = {type(each): each for each in samples().values()}


def kinds_of(noun: str) -> list[type[Event]]:
    """The kinds of event of a noun, in whichever modules they stand: by their topics."""
    return [kind for topic, kind in TOPICS.items() if topic.startswith(f"{noun}.")]


FOLDED: Final[dict[str, tuple[type[Table | Link | FormSeries], set[type[Event]]]]] = {
    # What only moves chips is folded by what it put into the tray; what is taken back is passed over.
    "table": (Table, {*tray.MOVES, e.ActUndone}),
    # What a sign shows moves no meter.
    "link": (Link, {link_events.MeterRead}),
    # A count says what is there, and moves no form.
    "form": (FormSeries, {form_events.FormsCounted}),
}
"""The state of a noun that has a table of its kinds, and the kinds that it passes over."""


@pytest.mark.parametrize("noun", FOLDED)
def test_every_kind_of_event_is_folded(noun: str) -> None:
    state, besides = FOLDED[noun]
    assert state._BY_KIND.keys() | besides == set(kinds_of(noun))


OF_PASSPHRASES: Final[set[type[Event]]] = {
    operator_events.PassphraseChosen,
    operator_events.PassphraseGiven,
    operator_events.PassphraseFailed,
    operator_events.PassphraseProven,
}
"""In a stream of their own."""


MOVED: Final[dict[str, list[tuple[type[Any], set[type[Event]]]]]] = {
    "day": [(GamingDay, set())],
    "month": [(GamingMonth, set())],
    "pit": [(Pit, set())],
    "property": [(Property, {property_events.ReadModelsRebuilt})],
    "operator": [
        (Registry, OF_PASSPHRASES),
        (Enrollment, set(kinds_of("operator")) - OF_PASSPHRASES),
    ],
    "signing": [(Signing, set())],
    "feed": [(FeedTokens, {feed_events.RecordRefused})],
    # A count says what is there, too.
    "slips": [(SlipSeries, {series_events.SlipsCounted})],
}
"""The states of other nouns, and the kinds that each passes over."""

COUNTED: Final = {"paper": "how many prints there are is how many events"}
"""Nouns that have no state, and why."""


def test_every_noun_has_a_state() -> None:
    nouns = {topic.partition(".")[0] for topic in TOPICS}
    assert nouns == {*FOLDED, *MOVED, *COUNTED}


@pytest.mark.parametrize(
    ("noun", "state", "besides"),
    [(noun, *each) for noun, states in MOVED.items() for each in states],
)
def test_every_kind_of_event_moves_the_state_of_its_noun(
    noun: str, state: type[Any], besides: set[type[Event]]
) -> None:
    there = state()
    for kind in kinds_of(noun):
        if kind not in besides:
            before = deepcopy(there)
            there.apply(SAMPLES[kind])
            before.version += 1
            assert there != before, kind

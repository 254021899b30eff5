"""A kind of event that nothing folds is passed over without a word when a state is read: here it is missed."""

from collections.abc import Sequence
from copy import deepcopy
from types import ModuleType
from typing import Any, Final

import pytest

from ledger.day.signing import Signing
from ledger.day.state import GamingDay, GamingMonth
from ledger.equipment.tokens import FeedTokens
from ledger.events import award as award_events
from ledger.events import day as day_events
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events import pit as pit_events
from ledger.events import property as property_events
from ledger.events import shoe as shoe_events
from ledger.events import signing as signing_events
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events import tray
from ledger.events.base import Event
from ledger.form.series import FormSeries
from ledger.link.state import Link
from ledger.operators.enrollment import Enrollment
from ledger.operators.register import Registry
from ledger.pit.state import Pit
from ledger.property.state import Property
from ledger.table.state import Table
from tests.golden.samples import samples

SAMPLES = {type(each): each for each in samples().values()}


def kinds_of(events: ModuleType) -> list[type[Event]]:
    """The kinds of event of a module, in its order."""
    return [
        each
        for each in vars(events).values()
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == events.__name__
    ]


@pytest.mark.parametrize(
    ("modules", "state", "besides"),
    [
        # What only moves chips is folded by what it put into the tray; what is taken back is passed over.
        ((e, shoe_events, slip_events, award_events), Table, tray.MOVES.keys() | {e.ActUndone}),
        # There are kinds of awards; what a sign shows moves no meter.
        ((link_events,), Link, {link_events.Award, link_events.MeterRead}),
        # A count says what is there, and moves no form.
        ((form_events,), FormSeries, {form_events.FormsCounted}),
    ],
)
def test_every_kind_of_event_is_folded(
    modules: Sequence[ModuleType], state: type[Table | Link | FormSeries], besides: set[type[Event]]
) -> None:
    kinds = {kind for events in modules for kind in kinds_of(events)}
    assert state._BY_KIND.keys() | besides == kinds


OF_PASSPHRASES: Final[set[type[Event]]] = {
    operator_events.PassphraseChosen,
    operator_events.PassphraseGiven,
    operator_events.PassphraseFailed,
    operator_events.PassphraseProven,
}
"""In a stream of their own."""


@pytest.mark.parametrize(
    ("events", "state", "besides"),
    [
        (day_events, GamingDay, set()),
        (month_events, GamingMonth, set()),
        (pit_events, Pit, set()),
        (property_events, Property, {property_events.ReadModelsRebuilt}),
        (operator_events, Registry, OF_PASSPHRASES),
        (operator_events, Enrollment, set(kinds_of(operator_events)) - OF_PASSPHRASES),
        (signing_events, Signing, set()),
        (feed_events, FeedTokens, {feed_events.RecordRefused}),
    ],
)
def test_every_kind_of_event_moves_the_state_of_its_noun(
    events: ModuleType, state: type[Any], besides: set[type[Event]]
) -> None:
    there = state()
    for kind in kinds_of(events):
        if kind not in besides:
            before = deepcopy(there)
            there.apply(SAMPLES[kind])
            before.version += 1
            assert there != before, kind

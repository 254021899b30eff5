"""A kind of event that nothing folds is passed over without a word when a state is read: here it is missed."""

from collections.abc import Sequence
from types import ModuleType

import pytest

from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events import tray
from ledger.events.base import Event
from ledger.form.series import FormSeries
from ledger.link.state import Link
from ledger.table.state import Table


@pytest.mark.parametrize(
    ("modules", "state", "besides"),
    [
        # What only moves chips is folded by what it put into the tray; what is taken back is passed over.
        ((e, shoe_events), Table, tray._MOVES.keys() | {e.ActUndone}),
        ((link_events,), Link, set()),
        ((form_events,), FormSeries, set()),
    ],
)
def test_every_kind_of_event_is_folded(
    modules: Sequence[ModuleType], state: type[Table | Link | FormSeries], besides: set[type[Event]]
) -> None:
    kinds = {
        each
        for events in modules
        for each in vars(events).values()
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == events.__name__
    }
    assert state._BY_KIND.keys() | besides == kinds

"""What decides each kind of act: one table, and nothing else that knows them all."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CloseMonth,
    CountDrops,
    ReceiveDuplicates,
)
from ledger.desks import closing, counting, forms, links, operators, tables
from ledger.desks import property as properties
from ledger.events import form as f
from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.form import acts as form_acts
from ledger.form import series
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.property.acts import ChangeSettings, EstablishProperty
from ledger.table.decide import DECISIONS
from ledger.transaction.unit import UnitOfWork

Decide = Callable[..., tuple[Recorded, ...]]
"""Takes the unit of work and an act (of tables, several); gives what waits to be saved by it."""

DECIDED_BY: Final[Mapping[type[Act], Decide]] = {
    **dict.fromkeys(DECISIONS, tables.take),
    form_acts.ReceiveSeries: forms.plain(f.SeriesReceived, series.receive),
    form_acts.IssueSeries: forms.plain(f.SeriesIssued, series.issue_series),
    form_acts.IssueForm: forms.issue,
    form_acts.VoidForm: forms.void,
    form_acts.DropOriginal: forms.plain(f.OriginalDropped, series.drop),
    form_acts.ForwardCopies: forms.plain(f.CopiesForwarded, series.forward),
    CountDrops: counting.count,
    ReceiveDuplicates: counting.receive_duplicates,
    AcknowledgeFindings: closing.acknowledge,
    CloseDay: closing.close,
    CloseMonth: closing.close_month,
    InstallLink: links.install,
    AdjustMeter: links.adjust,
    ChangeRates: links.change_rates,
    RegisterOperator: operators.register,
    ChangeRoles: operators.change_roles,
    SuspendOperator: operators.suspend,
    ReinstateOperator: operators.reinstate,
    EstablishProperty: properties.establish,
    ChangeSettings: properties.change_settings,
}


def decide(unit: UnitOfWork, acts: Sequence[Act]) -> tuple[Recorded, ...]:
    """Decide acts one after the other; of tables, those that follow one another together: a pit may change as a whole.

    Raises Refused, NotFound, Misused, Conflict.
    """
    recorded: list[Recorded] = []
    for together, some in groupby(acts, key=lambda act: DECIDED_BY[type(act)] is tables.take):
        said: list[Any] = list(some)
        if together:
            recorded += tables.take(unit, *said)
        else:
            for act in said:
                recorded += DECIDED_BY[type(act)](unit, act)
    return tuple(recorded)

"""What decides each kind of act: one table, and nothing else that knows them all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CloseMonth,
    CountDrops,
    ReceiveDuplicates,
    ReceiveSlipCopies,
    RefuseBooks,
    SignDay,
    SignMonth,
    TakeBackDuplicates,
)
from ledger.desks import blind, counting, signing, undoing
from ledger.desks import closing as closing_desk
from ledger.desks import equipment as equipment_desk
from ledger.desks import forms as forms_desk
from ledger.desks import links as links_desk
from ledger.desks import operators as operators_desk
from ledger.desks import paper as paper_desk
from ledger.desks import property as property_desk
from ledger.desks import slip_series as series_desk
from ledger.desks import tables as tables_desk
from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events import form as form_events
from ledger.events import slip_series as series_events
from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.form import acts as form_acts
from ledger.form import series as form_series
from ledger.form import slip_series
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink, ReadMeter, RetireLink
from ledger.operators.acts import (
    ChangeRoles,
    EnrollOperator,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.paper.acts import PrintDocument
from ledger.property.acts import ChangeSettings, EstablishProperty, RebuildReadModels
from ledger.table.acts import Close, Count, LinkMeters, Reverse, Undo, UnlinkMeters
from ledger.table.decide import DECISIONS
from ledger.transaction.pending import verify_recorded
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import PitError

Decide = Callable[..., tuple[Recorded, ...]]
"""Takes the unit of work and an act (of tables, several); gives what waits to be saved by it."""

DECIDED_BY: Final[Mapping[type[Act], Decide]] = {
    **dict.fromkeys(DECISIONS, tables_desk.take),
    **dict.fromkeys((Close, Count), blind.of_tray),
    Reverse: tables_desk.take_one,
    UnlinkMeters: tables_desk.take_one,
    LinkMeters: tables_desk.take_one,
    Undo: undoing.take_back,
    form_acts.ReceiveSeries: forms_desk.receive,
    form_acts.IssueSeries: forms_desk.plain(form_events.SeriesIssued, form_series.issue_series),
    form_acts.IssueForm: forms_desk.issue,
    form_acts.VoidForm: forms_desk.void,
    form_acts.LoseForm: forms_desk.lose,
    form_acts.CountForms: forms_desk.count,
    form_acts.DropOriginal: forms_desk.plain(form_events.OriginalDropped, form_series.drop),
    form_acts.ForwardCopies: forms_desk.plain(form_events.CopiesForwarded, form_series.forward),
    form_acts.ReceiveSlips: series_desk.plain(series_events.SlipsReceived, slip_series.receive),
    form_acts.LoseSlips: series_desk.plain(series_events.SlipsLost, slip_series.lose),
    form_acts.CountSlips: series_desk.plain(series_events.SlipsCounted, slip_series.count),
    CountDrops: counting.count,
    ReceiveDuplicates: counting.receive_duplicates,
    ReceiveSlipCopies: counting.receive_slips,
    TakeBackDuplicates: counting.take_back_duplicates,
    AcknowledgeFindings: closing_desk.acknowledge,
    CloseDay: closing_desk.close,
    CloseMonth: closing_desk.close_month,
    SignDay: closing_desk.sign_day,
    SignMonth: closing_desk.sign_month,
    RefuseBooks: signing.refuse,
    InstallLink: links_desk.install,
    AdjustMeter: links_desk.adjust,
    RetireLink: links_desk.retire,
    ReadMeter: links_desk.read,
    ChangeRates: links_desk.change_rates,
    RegisterOperator: operators_desk.register,
    ChangeRoles: operators_desk.change_roles,
    SuspendOperator: operators_desk.suspend,
    ReinstateOperator: operators_desk.reinstate,
    EnrollOperator: operators_desk.enroll,
    IssueFeedToken: equipment_desk.issue,
    RevokeFeedToken: equipment_desk.revoke,
    EstablishProperty: property_desk.establish,
    ChangeSettings: property_desk.change_settings,
    RebuildReadModels: property_desk.rebuild,
    PrintDocument: paper_desk.print_document,
}


def decide(unit: UnitOfWork, acts: Sequence[Act]) -> tuple[Recorded, ...]:
    """Decide acts of one command one after the other; of different tables, those that follow one another together: a
    pit may change as a whole.

    Raises Refused, NotFound, Misused, Conflict.
    """
    unit.enter_together()
    recorded: list[Recorded] = []
    for some in _together(acts):
        try:
            events = DECIDED_BY[type(some[0])](unit, *some)
        except PitError as error:
            if error.act is None and len(some) == 1:
                error.act = some[0]
            raise
        verify_recorded(events)
        recorded += events
    verify_recorded(recorded)
    return tuple(recorded)


def _together(acts: Sequence[Act]) -> Iterator[list[Any]]:
    """Acts that are decided at once: of tables, as many as follow one another until one comes again; others alone."""
    some: list[Any] = []
    for act in acts:
        # What is decided with others is of a table, and so are they.
        if some and not (
            all(DECIDED_BY[type(each)] is tables_desk.take for each in (some[-1], act))
            and act.table not in {each.table for each in some}  # type: ignore[attr-defined]  # of a table
        ):
            yield some
            some = []
        some.append(act)
    if some:
        yield some

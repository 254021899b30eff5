"""The records of a feed: acts of tables, and acts of forms under names of their own."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Union, get_args

import msgspec
from msgspec import Meta

from ledger.events.act import Act
from ledger.form import acts as form_acts
from ledger.table import acts as table_acts
from ledger.table.said import TableAct

Source = Annotated[str, Meta(max_length=64)]
Seq = Annotated[int, Meta(ge=0)]

TYPED_ONLY: Final = (
    table_acts.Adopt,
    table_acts.SimulatedRound,
    table_acts.RoundInstead,
    table_acts.Reverse,
    table_acts.CollectAllVig,
    table_acts.HandBackVig,
    table_acts.LinkMeters,
    table_acts.UnlinkMeters,
    table_acts.PayAward,
    table_acts.ReverseAward,
    table_acts.Correct,
    table_acts.RaiseDispute,
    table_acts.DecideDispute,
)
"""Acts of tables that a clerk can type and a feed cannot send."""


class FormIssue(form_acts.IssueForm, frozen=True, kw_only=True, tag="form_issue"):
    """Vigorish that a seat owes is documented on a form."""

    source: Source
    seq: Seq
    v: Literal[1] = 1


class FormVoid(form_acts.VoidForm, frozen=True, kw_only=True, tag="form_void"):
    """Both copies of a form are void."""

    source: Source
    seq: Seq
    v: Literal[1] = 1


class FormDrop(form_acts.DropOriginal, frozen=True, kw_only=True, tag="form_drop"):
    """The original of a form goes into the drop box."""

    source: Source
    seq: Seq
    v: Literal[1] = 1


class FormCount(form_acts.CountForms, frozen=True, kw_only=True, tag="form_count"):
    """The unused forms that a clerk has in hand."""

    source: Source
    seq: Seq
    v: Literal[1] = 1


OF_FORMS: Final[Mapping[type[Act], type[Act]]] = {
    FormIssue: form_acts.IssueForm,
    FormVoid: form_acts.VoidForm,
    FormDrop: form_acts.DropOriginal,
    FormCount: form_acts.CountForms,
}
"""What each record of a form says. What is typed keeps its name, for which the keys of commands stand."""

RECORDS: Final[tuple[type[Act], ...]] = (
    *(kind for kind in get_args(TableAct) if kind not in TYPED_ONLY),
    *OF_FORMS,
)
"""Every kind of record that a feed can send."""

FeedRecord: Final[Any] = Union[RECORDS]  # noqa: UP007  its members are known at run time only


def act_of(record: Act) -> Act:
    """What a record says happened, as it would be typed."""
    said = OF_FORMS.get(type(record))
    return record if said is None else msgspec.convert(record, said, from_attributes=True)


def table_of(act: Act) -> str:
    """The table that an act names; "" where it names none."""
    table: str = getattr(act, "table", "")
    return table

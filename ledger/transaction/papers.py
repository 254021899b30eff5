"""What the acts of numbered papers must not come before: of forms, and of slips of fills and credits."""

from collections.abc import Iterable

from ledger.events import slip_series as series_events
from ledger.form import acts as form_acts
from ledger.table import slip_acts
from ledger.table.slip_state import prepared, requested
from ledger.transaction.facts import Fact, Known
from ledger.transaction.standing import Standing


def receipt(standing: Standing, act: form_acts.IssueSeries | form_acts.LoseForm) -> Iterable[Known]:
    return (Known(standing.series(act.series).received_at, Fact.RECEIPT),)


def in_pit(standing: Standing, act: form_acts.IssueForm) -> Iterable[Known]:
    """The series' first issue to a pit; and the mark, though the form's number were wrong."""
    since = standing.known_table(act.table).owes_since(act.seat)
    marked = () if since is None else (Known(since, Fact.MARK),)
    return (*marked, Known(standing.series(act.series).in_pit_at, Fact.ISSUE))


def in_hand(standing: Standing, act: form_acts.CountForms) -> Iterable[Known]:
    return (Known(standing.series(act.series).in_pit_at, Fact.ISSUE),)


def form(standing: Standing, act: form_acts.VoidForm | form_acts.DropOriginal) -> Iterable[Known]:
    series = standing.series(act.series)
    used = series.used.get(act.number)
    return (Known(used.at if used else series.in_pit_at, Fact.ISSUE),)


def kept(standing: Standing, act: form_acts.ForwardCopies) -> Iterable[Known]:
    """The last of the forms whose copies the clerks keep."""
    used = standing.series(act.series).used.values()
    return [Known(form.at, Fact.ISSUE) for form in used if not form.forwarded]


def slips(standing: Standing, act: form_acts.LoseSlips | form_acts.CountSlips) -> Iterable[Known]:
    """The first delivery of the series."""
    series = standing.slip_series(series_events.stream(act.kind, act.prefix))
    return (Known(series.received_at, Fact.RECEIPT),)


def slip(
    standing: Standing, act: slip_acts.PrepareSlip | slip_acts.ReceiveSlip | slip_acts.VoidSlip
) -> Iterable[Known]:
    """The step of a fill or a credit that it follows."""
    table = standing.table(act.table)
    if table is None:
        return ()
    if isinstance(act, slip_acts.PrepareSlip) or not act.slip:
        asked = requested(table.slips, act.kind)
        return () if asked is None else (Known(asked.requested_at, Fact.REQUEST),)
    ready = prepared(table.slips, act.kind, act.slip)
    return () if ready is None else (Known(ready.prepared_at, Fact.PREPARATION),)

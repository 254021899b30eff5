"""A fill or a credit step by step: a supervisor asks, the cage prepares the slip, security carries it, dealer and
supervisor receive it (A3).

Each step is signed by its own people. Only what is received moves chips of the tray; what then differs from what was
prepared is on record as it is, for accounting to find.
"""

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.table import slip_acts
from ledger.table.chips import count
from ledger.table.draft import Draft, require_open, require_positive
from ledger.table.held import verify_holds
from ledger.table.slip_state import OnItsWay, prepared, requested
from ledger.values.errors import NotFound, Refused
from ledger.values.signatures import require_different


def request(draft: Draft, act: slip_acts.RequestChips) -> None:
    """Chips are asked for. Refused while another request of the table waits for the cage, which could not tell them."""
    table = require_open(draft)
    cents = require_positive(count(act.chips, "chips"))
    if requested(table.slips, act.kind) is not None:
        raise Refused(
            "chips_requested",
            f"A {act.kind} of {act.table} is requested and waits for the cage.",
            "Have its slip prepared, or void it first: pit chips prepare, pit chips void.",
            table=act.table,
            kind=act.kind,
        )
    draft.record(
        slip_events.ChipsRequested,
        kind=act.kind,
        chips=act.chips,
        cents=cents,
        supervisor=act.supervisor,
    )


def prepare(draft: Draft, act: slip_acts.PrepareSlip) -> None:
    """The cage writes the slip; its number is used from here on, whatever becomes of it."""
    asked = _requested(draft, act)
    require_different(
        f"{act.kind} slip", supervisor=asked.supervisor, cage=act.cage, security=act.security
    )
    chips = act.chips or asked.chips
    draft.claim(f"{act.kind}:{act.slip}")
    draft.record(
        slip_events.SlipPrepared,
        kind=act.kind,
        request=asked.request,
        slip=act.slip,
        chips=chips,
        cents=require_positive(count(chips, "chips")),
        cage=act.cage,
        security=act.security,
    )


def receive(draft: Draft, act: slip_acts.ReceiveSlip) -> None:
    """Dealer and supervisor count the chips and sign. Raises Refused for a credit that the tray cannot hold."""
    require_open(draft)
    brought = _prepared(draft, act)
    require_different(
        f"{act.kind} slip",
        cage=brought.cage,
        security=brought.security,
        dealer=act.dealer,
        supervisor=act.supervisor,
    )
    chips = act.chips or brought.chips
    cents = require_positive(count(chips, "chips"))
    if act.kind == "credit":
        verify_holds(draft, chips)
    draft.record(
        e.ChipsFilled if act.kind == "fill" else e.ChipsCredited,
        slip=brought.slip,
        chips=chips,
        cents=cents,
        dealer=act.dealer,
        supervisor=act.supervisor,
        request=brought.request,
    )


def void(draft: Draft, act: slip_acts.VoidSlip) -> None:
    """A request, or its slip, comes to nothing: the cage that prepared a slip signs it void with a supervisor."""
    on_its_way = _prepared(draft, act) if act.slip else _requested(draft, act)
    if on_its_way.slip and not act.cage:
        raise Refused(
            "void_without_cage",
            f"{on_its_way.slip} was prepared by the cage, which keeps its parts marked void.",
            "Name who signs for the cage: --cage.",
            slip=on_its_way.slip,
        )
    require_different(f"void {act.kind} slip", cage=act.cage, supervisor=act.supervisor)
    draft.record(
        slip_events.SlipVoided,
        kind=act.kind,
        request=on_its_way.request,
        slip=on_its_way.slip,
        cents=on_its_way.cents,
        reason=act.reason,
        supervisor=act.supervisor,
        cage=act.cage,
    )


def _requested(draft: Draft, act: slip_acts.PrepareSlip | slip_acts.VoidSlip) -> OnItsWay:
    asked = requested(draft.table.slips, act.kind)
    if asked is None:
        raise Refused(
            "chips_not_requested",
            f"No {act.kind} of {act.table} is requested that waits for the cage.",
            "Enter the request first: pit chips request. A slip that was prepared is named: --slip.",
            table=act.table,
            kind=act.kind,
        )
    return asked


def _prepared(draft: Draft, act: slip_acts.ReceiveSlip | slip_acts.VoidSlip) -> OnItsWay:
    found = prepared(draft.table.slips, act.kind, act.slip)
    if found is None:
        raise NotFound(
            "slip_not_on_its_way",
            f"No {act.kind} {act.slip} is on its way to or from {act.table}.",
            "pit chips slips shows those that are, and what became of others.",
            table=act.table,
            slip=act.slip,
        )
    return found

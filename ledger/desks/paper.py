"""What is printed for use: which print of a document it is, so that nobody takes a second one for the first."""

from ledger.events import paper as paper_events
from ledger.events.base import Recorded
from ledger.paper.acts import PrintDocument
from ledger.transaction.unit import UnitOfWork
from ledger.values.calendar import verify_day
from ledger.values.codes import CODE
from ledger.values.errors import NotFound
from ledger.values.people import plain


def print_document(unit: UnitOfWork, act: PrintDocument) -> tuple[Recorded, ...]:
    """One print more of a document. Raises NotFound for a form or slip that is not used, Misused for what is no gaming
    day.
    """
    name = act.name
    if act.document == paper_events.FORM:
        _verify_form(unit, name)
    elif act.document in paper_events.SLIPS:
        name = plain(name)
        _verify_slip(unit, act.document, name, act.name)
    else:
        verify_day(name)
    stream = paper_events.stream(f"{act.document} {name}")
    before = len(unit.standing.history(stream))
    printed = unit.stamp(act).on(
        paper_events.DocumentPrinted, document=act.document, name=act.name, copy=before + 1
    )
    return unit.append(stream, printed)


def _verify_form(unit: UnitOfWork, serial: str) -> None:
    series, _, number = serial.rpartition("-")
    used = unit.standing.series(series).used if CODE.fullmatch(series) else {}
    if number not in {str(each) for each in used}:
        raise NotFound(
            "form_unused",
            f"{serial} is not used.",
            "A form is printed once it is issued or void; pit form list SERIES shows them.",
            serial=serial,
        )


def _verify_slip(unit: UnitOfWork, kind: str, name: str, said: str) -> None:
    """name: as it is however it is spelled."""
    if not unit.keys.is_used(f"{kind}:{name}"):
        raise slip_unused(kind, said)


def slip_unused(kind: str, slip: str) -> NotFound:
    """That no slip of this kind (`fill` or `credit`) has the number."""
    return NotFound(
        "slip_unused",
        f"{kind.capitalize()} {slip} is not used.",
        "pit chips list shows the slips of a day.",
        slip=slip,
        kind=kind,
    )

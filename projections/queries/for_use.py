"""What is printed for use: that it is goes on record, and the page says which print it is (decision 61)."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.desks.doing import Doing
from ledger.desks.ledger import Ledger
from ledger.paper.acts import PrintDocument
from ledger.values.progress import Progress
from projections.queries import forms as forms_query
from projections.queries import slips as slips_query
from projections.queries.moment import NOW
from projections.queries.printed import paper_page, report_page, slip_paper_page
from projections.queries.report import master_report
from projections.queries.versions import print_of_version


def print_for_use(
    ledger: Ledger, act: PrintDocument, how: Doing, progress: Progress | None = None
) -> bytes | None:
    """The page of a document, once it is on record that it is printed; None on a dry run. Raises as `Ledger.do`."""
    done = how.do(ledger, act)
    if how.dry_run:
        return None
    return _PAGES[act.document](ledger, act, done.events[-1].event.copy, progress)


def _form(ledger: Ledger, act: PrintDocument, copy: int, progress: Progress | None) -> bytes:
    series, _, number = act.name.rpartition("-")
    found = forms_query.form(ledger, NOW, series, int(number), progress)
    return paper_page(ledger, found, copy)


def _slip(ledger: Ledger, act: PrintDocument, copy: int, progress: Progress | None) -> bytes:
    found = slips_query.slip(ledger, NOW, act.document, act.name, progress)
    return slip_paper_page(ledger, found, copy)


def _report(ledger: Ledger, act: PrintDocument, copy: int, progress: Progress | None) -> bytes:
    found = master_report(ledger, NOW, act.name, progress)
    return report_page(ledger, found, print_of_version(ledger, act.name, copy))


_PAGES: Final[Mapping[str, Callable[[Ledger, PrintDocument, int, Progress | None], bytes]]] = {
    "form": _form,
    "fill": _slip,
    "credit": _slip,
    "report": _report,
}

"""What is printed or taken along: pages and workbooks of what was asked."""

from ledger.desks.ledger import Ledger
from ledger.events.day import stream as day_stream
from ledger.events.month import stream as month_stream
from projections.pages import Page
from projections.pages.form import form_page
from projections.pages.master import master_page
from projections.pages.slip import slip_page
from projections.queries.forms import Paper
from projections.queries.house import paper as paper_of
from projections.queries.signatures import signatures
from projections.queries.slips import SlipPaper
from projections.reports.master import Master
from projections.reports.monthly import Month
from projections.reports.printed import Printed, of_day, of_month
from projections.reports.workbook import workbook


def report_page(ledger: Ledger, report: Master | Month, print_no: int = 1) -> bytes:
    """The report of a gaming day or a month as a page to print. print_no: which print it is."""
    return report_shown(ledger, report, print_no).html().encode()


def report_shown(ledger: Ledger, report: Master | Month, print_no: int = 1) -> Page:
    """The same as a page that is still to be drawn."""
    return master_page(_printed(ledger, report), paper_of(ledger), print_no)


def report_workbook(ledger: Ledger, report: Master | Month) -> bytes:
    """The report of a gaming day or a month as a workbook."""
    return workbook(_printed(ledger, report), paper_of(ledger))


def _printed(ledger: Ledger, report: Master | Month) -> Printed:
    """What is printed of a report, signed by who signed what it says: nobody where it is of a moment before."""
    closed = report.closing is not None
    if isinstance(report, Month):
        month = report.heading.month
        return of_month(report, signatures(ledger, month_stream(month), month) if closed else [])
    day = report.heading.gaming_day
    return of_day(report, signatures(ledger, day_stream(day), day) if closed else [])


def slip_paper_page(ledger: Ledger, paper: SlipPaper, print_no: int = 0) -> bytes:
    """Both parts of a slip as a page to print. print_no: as for a form."""
    return slip_shown(ledger, paper, print_no).html().encode()


def slip_shown(ledger: Ledger, paper: SlipPaper, print_no: int = 0) -> Page:
    """The same as a page that is still to be drawn."""
    return slip_page(
        paper.slip,
        day=paper.day,
        known=paper.known,
        property_name=ledger.property.name,
        paper=paper_of(ledger),
        zone=ledger.calendar.tz,
        print_no=print_no,
    )


def paper_page(ledger: Ledger, paper: Paper, print_no: int = 0) -> bytes:
    """Both copies of a form as a page to print. print_no: which print it is; 0 of one that is only looked at."""
    return paper_shown(ledger, paper, print_no).html().encode()


def paper_shown(ledger: Ledger, paper: Paper, print_no: int = 0) -> Page:
    """The same as a page that is still to be drawn."""
    return form_page(
        paper.form,
        known=paper.known,
        known_void=paper.known_void,
        property_name=ledger.property.name,
        paper=paper_of(ledger),
        zone=ledger.calendar.tz,
        print_no=print_no,
    )

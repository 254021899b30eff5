"""What is printed or taken along: pages and workbooks of what was asked."""

from ledger.desks.ledger import Ledger
from projections.pages import Page
from projections.pages.form import form_page
from projections.pages.master import master_page
from projections.queries.forms import Paper
from projections.reports.master import Master
from projections.reports.workbook import workbook


def report_page(report: Master) -> bytes:
    """The day's master report as a page to print."""
    return master_page(report).html().encode()


def report_workbook(report: Master) -> bytes:
    """The day's master report as a workbook."""
    return workbook(report)


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
        zone=ledger.calendar.tz,
        print_no=print_no,
    )

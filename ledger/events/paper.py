"""What was printed for use. Stream `paper:form CVF-1001`, one a document."""

from ledger.events.base import Event

FORM = "form"
REPORT = "report"
SLIPS = frozenset({"fill", "credit"})


def stream(document: str) -> str:
    """The stream of a document, such as `form CVF-1001`: its kind, and its name among them."""
    return f"paper:{document}"


class DocumentPrinted(Event, frozen=True, kw_only=True):
    """A document was printed. document: form or report, or fill or credit for its slip. name: a form's serial, the
    gaming day of a report, a slip's number. copy: which print of it this is, from 1: each after the first says REPRINT,
    of a report each after the first of its version.
    """

    document: str
    name: str
    copy: int

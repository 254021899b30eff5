"""Documents that a command prints for use."""

from pathlib import Path
from typing import Any

from cli.frame.files import write_file
from cli.frame.options import session
from cli.frame.reading import progress
from cli.frame.writing import doing, said


def print_document(
    document: str, name: str, place: Path, *, replace: bool, at: str | None, **how: Any
) -> None:
    """Print a document for use, as a page. replace: a file that is there."""
    from ledger.paper.acts import PrintDocument
    from projections.queries.for_use import print_for_use

    act = said(PrintDocument, at, document=document, name=name)
    page = print_for_use(session().ledger, act, doing(**how), progress())
    if page is not None:
        write_file(place, page, force=replace)

"""The table feed: records that a table's equipment sends, into the books."""

from ledger.feed.intake import Gap, Intake, Outage, RefusedLine, Tally
from ledger.feed.lines import Line, growing_file, pipe, whole_file
from ledger.feed.quarantine import Quarantine

__all__ = [
    "Gap",
    "Intake",
    "Line",
    "Outage",
    "Quarantine",
    "RefusedLine",
    "Tally",
    "growing_file",
    "pipe",
    "whole_file",
]

"""The table feed: records that a table's equipment sends, into the books."""

from ledger.feed.intake import Intake, opening
from ledger.feed.lines import Line, growing_file, pipe, whole_file
from ledger.feed.quarantine import Quarantine
from ledger.feed.tally import RefusedLine, Stop, StopCode, Tally
from ledger.store.outage import Outage

__all__ = [
    "Intake",
    "Line",
    "Outage",
    "Quarantine",
    "RefusedLine",
    "Stop",
    "StopCode",
    "Tally",
    "growing_file",
    "opening",
    "pipe",
    "whole_file",
]

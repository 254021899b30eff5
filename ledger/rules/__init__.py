"""Rules submissions: what a licensee offers, within what its regulator's text allows."""

from ledger.rules.catalogue import Catalogue
from ledger.rules.fault import Fault
from ledger.rules.lint import lint
from ledger.rules.loader import list_ids, load, load_file
from ledger.rules.odds import forbids_royal_9, levels_of, odds_of, theory_of
from ledger.rules.submission import Submission, from_document

__all__ = [
    "Catalogue",
    "Fault",
    "Submission",
    "forbids_royal_9",
    "from_document",
    "levels_of",
    "lint",
    "list_ids",
    "load",
    "load_file",
    "odds_of",
    "theory_of",
]

"""Reconciliation of a gaming day: pure passes over read models that say what does not agree.

No difference is too small to be found, and an unknown figure is never taken for nothing (A1-A4).
"""

from ledger.events.finding import EventPlace, Finding
from projections.reconcile.reading import NEEDS, findings

__all__ = ["NEEDS", "EventPlace", "Finding", "findings"]

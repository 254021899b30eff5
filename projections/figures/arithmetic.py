"""Arithmetic of the books, where a figure may be unknown: what needs an unknown figure is unknown
too.
"""

from datetime import UTC, datetime
from functools import lru_cache

from ledger.events.link import UNITS_A_CENT
from ledger.values.calendar import from_micros
from ledger.values.money import dollars


def known_sum(*terms: int | None) -> int | None:
    """The sum, or None where a term is unknown."""
    return None if None in terms else sum(filter(None, terms))


def less(term: int | None) -> int | None:
    """The term with its sign turned, or None where it is unknown."""
    return None if term is None else -term


def hold_bps(win: int | None, drop: int | None) -> int | None:
    """Win as a share of the drop in basis points, halves up; None where either is unknown or there
    was no drop, or less than none by corrections.
    """
    if win is None or drop is None or drop <= 0:
        return None
    return (20_000 * win + drop) // (2 * drop)


@lru_cache(maxsize=1_024)
def rfc3339(at: int) -> str:
    """An instant in microseconds UTC as RFC 3339: 2026-07-11T23:30:00Z."""
    moment: datetime = from_micros(at).astimezone(UTC)
    return moment.isoformat().replace("+00:00", "Z")


def exact(units: int) -> str:
    """A meter's amount with all its digits: `$1,234.567800` without zeros that say nothing."""
    cents, rest = divmod(units, UNITS_A_CENT)
    return dollars(cents) + (f"{rest:04}".rstrip("0") if rest else "")

"""What comes near to a name that nothing has."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nsmallest
from typing import Final

from ledger.values.alike import as_read

ALIKE: Final = 0.6
"""How much of two names is the same, at least, where one may be meant by the other."""


def meant(asked: str, names: Iterable[str]) -> str:
    """`Did you mean ...?` for what is close to something that exists, the nearest first; else nothing."""
    close = nearest(asked, names)
    return f"Did you mean {either(close)}?" if close else ""


def nearest(asked: str, names: Iterable[str]) -> list[str]:
    """At most three names that come near, the nearest first."""
    return [name for _, name in nsmallest(3, _unlike(asked, set(names)))]


def _unlike(asked: str, names: Iterable[str]) -> Iterator[tuple[float, str]]:
    """Names that come near, and how far each is from it."""
    compared = SequenceMatcher(b=as_read(asked))
    dearer = (compared.real_quick_ratio, compared.quick_ratio, compared.ratio)
    for name in names:
        compared.set_seq1(as_read(name))
        if all(ratio() >= ALIKE for ratio in dearer):
            yield 1 - compared.ratio(), name


def either(names: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last

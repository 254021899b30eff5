"""What comes near to a name that nothing has."""

from collections.abc import Iterable
from difflib import get_close_matches


def meant(asked: str, names: Iterable[str]) -> str:
    """`Did you mean ...?` for what is close to something that exists; else nothing."""
    spelled = {name.lower(): name for name in names}
    close = get_close_matches(asked.lower(), spelled, n=3, cutoff=0.6)
    return f"Did you mean {either(spelled[name] for name in close)}?" if close else ""


def either(names: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last

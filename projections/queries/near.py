"""What comes near to a name that nothing has."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from ledger.values.errors import NotFound


def meant(asked: str, names: Iterable[str]) -> str:
    """`Did you mean ...?` for what is close to something that exists; else nothing."""
    spelled = {name.lower(): name for name in names}
    close = get_close_matches(asked.lower(), spelled, n=3, cutoff=0.6)
    return f"Did you mean {either(spelled[name] for name in close)}?" if close else ""


def either(names: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


@contextmanager
def near(code: str, fact: str, names: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Where an error of this code says that its fact names nothing known, say what comes near."""
    try:
        yield
    except NotFound as error:
        refusal = error.refusal
        if refusal.code != code:
            raise
        facts: dict[str, Any] = dict(refusal.facts)
        suggestion = meant(str(facts[fact]), names())
        next_step = f"{suggestion} {refusal.next_step}".strip()
        raise NotFound(refusal.code, refusal.message, next_step, **facts) from None

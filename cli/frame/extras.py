"""What only some commands take is installed by those who type them."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.values.errors import Misused


@contextmanager
def needing(extra: str, command: str) -> Iterator[None]:
    """Around the imports of a command that takes an extra. Raises Misused where a package of it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Misused(
            "not_installed",
            f"What {command} takes is not installed: {error.name}.",
            f"Install it: pip install 'pit-ledger[{extra}]'.",
            module=error.name,
        ) from error

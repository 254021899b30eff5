"""When two names are one person's, however they are spelled, and what an id may be: one person never signs as two."""

import unicodedata
from functools import lru_cache

from ledger.values.codes import CODE
from ledger.values.errors import Refused


def plain(name: str) -> str:
    """A name or a licence without what a hand adds or leaves out: case, spaces, full-width letters."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def same_person(one: str, other: str) -> bool:
    """Whether two names are spellings of one."""
    return one == other or plain(one) == plain(other)


def verify_id(field: str, name: str) -> None:
    """Raise Refused for a name by which nobody can act or sign."""
    if not _is_id(name):
        raise Refused(
            "bad_id",
            f"{name!r} cannot be an operator's id.",
            "Name who acts or signs by an id of letters, digits, dot, dash and underscore, at most 32.",
            field=field,
            operator=name,
        )


@lru_cache(maxsize=4096)
def _is_id(name: str) -> bool:
    return CODE.fullmatch(name) is not None

"""When two names are one person's, however they are spelled: one person never signs as two."""

import unicodedata


def plain(name: str) -> str:
    """A name or a licence without what a hand adds or leaves out: case, spaces, full-width letters."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def same_person(one: str, other: str) -> bool:
    """Whether two names are spellings of one."""
    return one == other or plain(one) == plain(other)

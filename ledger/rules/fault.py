"""What is wrong with a rules submission, or deserves a warning."""

import msgspec

from ledger.rules.source import LICENSEES


class Fault(msgspec.Struct, frozen=True):
    """One thing found in a submission. field: its dotted path. allowed: what the section allows.
    section: the licensee's where no text prints one. line: from 1, 0 unknown.

    A warning does not keep the submission from being used.
    """

    code: str
    field: str
    found: str
    allowed: str
    section: str = ""
    line: int = 0
    warning: bool = False

    def __str__(self) -> str:
        found = f"{self.field}: found {self.found}"
        if self.section == LICENSEES:
            return f"{found}; expected {self.allowed} [{self.section}]"
        source = f"{self.section} allows" if self.section else "expected"
        return f"{found}; {source} {self.allowed}"

"""That whoever acts and signs is who they say: what the gate asks for, and who answers it."""

from typing import Protocol

from ledger.values.errors import Refused


class Identity(Protocol):
    """Asks operators for their passphrases."""

    def prove(self, operator: str, role: str, *, anew: bool = False) -> None:
        """Raise Refused unless somebody knows the operator's passphrase. role: as what they are asked. anew: though
        they have proven it before.
        """

    def chosen(self, operator: str) -> str:
        """What is to be kept of a new passphrase of the operator's. Raises Refused where nobody sets one."""


class NothingRecorded:
    """Of a dry run, which leaves nothing that anybody could have signed; nor can passphrases be tried by it."""

    def prove(self, operator: str, role: str, *, anew: bool = False) -> None:
        """Ask nobody."""

    def chosen(self, operator: str) -> str:  # noqa: ARG002  as an Identity has it
        """Nothing is kept."""
        return ""


class OfAFeed:
    """Whoever feeds has proven who they are when they began; nobody else is there to sign."""

    def prove(self, operator: str, role: str, *, anew: bool = False) -> None:  # noqa: ARG002  as an Identity has it
        """Refuse a signature that takes a passphrase."""
        raise Refused(
            "second_not_fed",
            f"{operator} signs with a passphrase, and nobody can be asked for it here.",
            "What a second person signs is typed: both are at one terminal, or the second signs later.",
            operator=operator,
            field=role,
        )

    def chosen(self, operator: str) -> str:
        """No act of a feed sets one."""
        raise NotImplementedError(operator)

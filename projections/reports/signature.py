"""The signature block of a closed day or month: who signed its books, under which licence, as what, and when (A4)."""

from typing import Final, Protocol

import msgspec

from projections.figures.render import Column, Kind, Section, View


class Closed(Protocol):
    """How a day or a month was closed. at: RFC 3339 UTC. checkpoint, seal_key: "" where none was signed with it.
    warning: what is said first where it is not as signed; else "".
    """

    @property
    def at(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def second(self) -> str: ...
    @property
    def checkpoint(self) -> str: ...
    @property
    def seal_key(self) -> str: ...
    @property
    def warning(self) -> str: ...


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two who signed. name, licence, roles: as the operator was registered then; "" and none where the name
    was taken as given. at: RFC 3339 UTC.
    """

    operator: str
    name: str
    licence: str
    roles: list[str]
    at: str

    @property
    def role(self) -> str:
        """The roles in words."""
        return ", ".join(each.replace("_", " ") for each in self.roles)

    @property
    def known_as(self) -> str:
        """The name, or that nobody vouches for it."""
        return self.name or "unverified"


VIEW: Final = View(
    Signature,
    "Nobody has signed.",
    (
        Section(
            "Signed",
            (
                Column("operator", "Signed by"),
                Column("known_as", "Name"),
                Column("licence", "Licence"),
                Column("role", "Role"),
                Column("at", "Signed at", Kind.MOMENT),
            ),
            total=False,
        ),
    ),
)

"""The signature block of a closed day: who signed its books, under which licence, as what, and when (A4)."""

from typing import Final

import msgspec

from projections.figures.render import Column, Kind, Section, View


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

"""Whoever signs a document signs it in one role: two signatures are two people."""

from typing import Final

from ledger.values.errors import Refused
from ledger.values.people import plain


def require_different(document: str, code: str = "signed_twice", **signed: str) -> None:
    """Raise Refused where one person signed a document in two roles. signed: by role; "" where a role does not sign.

    code: of the refusal.
    """
    roles: dict[str, str] = {}
    for role, name in signed.items():
        if name and plain(name) in roles:
            raise Refused(
                code,
                f"{name} signed the {document} both as {_said(roles[plain(name)])} and as {_said(role)}.",
                f"{_PEOPLE[len(signed)]} different people sign.",
                **signed,
            )
        roles[plain(name)] = role


_PEOPLE: Final = {2: "Two", 3: "Three", 4: "Four"}


def _said(role: str) -> str:
    return role.replace("_", " ")

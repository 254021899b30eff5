"""What is said of operators: who they are, what they may do, and whether they may at all."""

from ledger.events.act import Act


class RegisterOperator(Act, frozen=True, kw_only=True):
    """A person is entered. The first one enters themselves, as audit or accounting, and ends the open running."""

    operator: str
    name: str
    licence: str
    roles: list[str]


class ChangeRoles(Act, frozen=True, kw_only=True):
    """These roles, and no others."""

    operator: str
    roles: list[str]


class SuspendOperator(Act, frozen=True, kw_only=True):
    """Neither acts nor signs."""

    operator: str
    reason: str


class ReinstateOperator(Act, frozen=True, kw_only=True):
    """Acts and signs again."""

    operator: str
    reason: str = ""

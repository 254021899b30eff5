"""What is said of operators: who they are, what they may do, and whether they may at all."""

from ledger.events.act import Act


class RegisterOperator(Act, frozen=True, kw_only=True):
    """A person is entered. The first one enters themselves, as audit or accounting, and ends the open running.

    second: another registrar, whom it takes to register somebody of one's own name.
    """

    operator: str
    name: str
    licence: str
    roles: list[str]
    second: str = ""


class ChangeRoles(Act, frozen=True, kw_only=True):
    """These roles, and no others. second: another registrar, whom it takes to give oneself a role."""

    operator: str
    roles: list[str]
    second: str = ""


class SuspendOperator(Act, frozen=True, kw_only=True):
    """Neither acts nor signs."""

    operator: str
    reason: str


class ReinstateOperator(Act, frozen=True, kw_only=True):
    """Acts and signs again."""

    operator: str
    reason: str = ""


class EnrollOperator(Act, frozen=True, kw_only=True):
    """An operator has a passphrase from here on; one that there was is good no more. What it is, no act says.

    reason: why somebody else than the operator puts it in the place of another.
    """

    operator: str
    reason: str = ""

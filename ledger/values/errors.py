"""What can go wrong, told so that a person knows what to do next.

A refusal is a value (`Refusal`); `PitError` carries it up to the command, and its class decides the exit code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was done.

    code: stable, snake_case, never reused for another meaning. message: one sentence. facts: the numbers and names it
    rests on (never a patron's name). next_step: what the person can do now.
    """

    code: str
    message: str
    next_step: str
    facts: Mapping[str, object] = field(default_factory=dict)


class PitError(Exception):
    """Base of every error a person is meant to see.

    act: which of several things that one command says it is of, an act or a part of one; None where it is of none by
    itself.
    """

    exit_code = 1
    act: object = None

    def __init__(self, code: str, message: str, next_step: str, **facts: object) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, next_step, facts)

    def __reduce__(self) -> tuple[object, ...]:
        """So that one process can tell it to another."""
        return _again, (type(self), self.refusal)


def _again(kind: type[PitError], refusal: Refusal) -> PitError:
    return kind(refusal.code, refusal.message, refusal.next_step, **refusal.facts)


class Refused(PitError):
    """A rule of the game, the house or the books forbids it."""

    exit_code = 1


class Doubtful(Refused):
    """It may be so and may be a slip of the hand: refused, unless somebody says that it is meant."""


class Misused(PitError):
    """The command, or a value given to it, cannot be read."""

    exit_code = 2


class NotFound(PitError):
    """What was named does not exist."""

    exit_code = 3


class Conflict(PitError):
    """Somebody else wrote first, or a key was used for something else."""

    exit_code = 4


class IntegrityFailure(PitError):
    """The store contradicts itself."""

    exit_code = 5


class StoreUnreachable(PitError):
    """The store cannot be reached, or is not ready for this version."""

    exit_code = 7

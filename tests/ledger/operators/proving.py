"""People with passphrases, for tests: who types what, and what was asked."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.operators.acts import EnrollOperator
from ledger.property.acts import ChangeSettings
from ledger.transaction.unit import Done
from ledger.values.errors import PitError
from tests.ledger.operators.house import NOON

AT = datetime.fromisoformat(NOON)


class Clock:
    """A clock that stands still until it is set, microseconds UTC."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


@contextmanager
def opening(url: str, clock: Clock) -> Iterator[Callable[[], Ledger]]:
    """A store that is opened as often as asked, and closed at the end of the block."""
    with ExitStack() as ends:
        yield lambda: ends.enter_context(Ledger(url, clock))


def phrase(operator: str) -> str:
    """The passphrase of an operator."""
    return f"the passphrase of {operator}"


class Typing:
    """Types what is asked, right unless told otherwise. asked: who was, and as what."""

    def __init__(self, ledger: Ledger) -> None:
        self.asked: list[tuple[str, str]] = []
        self.here = True
        self.wrong: set[str] = set()
        self.phrases: dict[str, str] = {}
        ledger.passphrases.ask = self

    def __call__(self, operator: str, role: str) -> str | None:
        self.asked.append((operator, role))
        if not self.here:
            return None
        if role != "new" and operator in self.wrong:
            return "not what was asked"
        return self.phrases.get(operator, phrase(operator))


def enroll(ledger: Ledger, operator: str, *, by: str, reason: str = "") -> Done:
    """Have somebody set a passphrase."""
    return ledger.do(EnrollOperator(by=by, at=AT, operator=operator, reason=reason))


def require(ledger: Ledger, by: str, *of: str, **settings: Any) -> Done:
    """Require passphrases of roles, and of whoever signs as the second."""
    return ledger.do(ChangeSettings(by=by, at=AT, settings={"passphrases": list(of), **settings}))


def enrolled(url: str, registrar: str, others: Iterable[str], *required: str) -> None:
    """A property where everybody has a passphrase, which is then required. By a process of its own, as it were."""
    with Ledger(url) as office:
        Typing(office)
        for operator in dict.fromkeys((registrar, *others)):
            enroll(office, operator, by=registrar)
        require(office, registrar, *required)


def refused(ledger: Ledger, act: Act, **how: Any) -> PitError:
    """The error of an act that must be refused."""
    with pytest.raises(PitError) as caught:
        ledger.do(act, **how)
    return caught.value


def code(ledger: Ledger, act: Act, **how: Any) -> str:
    """The code of an act's refusal."""
    return refused(ledger, act, **how).refusal.code

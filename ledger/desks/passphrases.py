"""Passphrases are asked for, compared, and counted where they are wrong: the one place that knows what was typed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from eventsourcing.persistence import RecordConflictError

from ledger.events.act import Stamp
from ledger.events.operators import PassphraseFailed, PassphraseProven, passphrase_stream
from ledger.operators.enrollment import Enrollment
from ledger.store.errors import store_errors
from ledger.transaction.loading import Loader
from ledger.values import passphrases
from ledger.values.calendar import from_micros
from ledger.values.errors import Conflict, Refused
from ledger.values.passphrases import BY, NEW

if TYPE_CHECKING:
    from ledger.transaction.unit import UnitOfWork

Ask = Callable[[str, str], str | None]
"""Takes an operator and as what they are asked (BY, OLD, NEW, or the field that they sign); gives what they typed,
None where nobody is there.
"""

ATTEMPTS: Final = 24
"""How often one attempt is taken up again because another one at the same name was recorded meanwhile."""


def nobody(operator: str, role: str) -> None:
    """Where nobody can be asked."""


def once(_: str, __: Refused) -> bool:
    """Where a passphrase that is wrong ends what it was asked for."""
    return False


class _WrongError(Refused):
    """What was typed is not the passphrase."""


class Passphrases:
    """Compares what was typed with what is kept. Who has proven to be the author is not asked again while it lives."""

    def __init__(
        self, loader: Loader, clock: Callable[[], int], begin: "Callable[[], UnitOfWork]"
    ) -> None:
        """begin: a transaction of its own, of which nobody is told."""
        self.ask: Ask = nobody
        self.again: Callable[[str, Refused], bool] = once
        """Told whose passphrase was wrong, and why it is not taken: whether they are asked again."""
        self._loader = loader
        self._clock = clock
        self._begin = begin
        self._authors: dict[str, int] = {}

    def prove(self, operator: str, role: str, *, anew: bool = False) -> bool:
        """Whether somebody was asked for the operator's passphrase, and knew it. anew: though they have proven to be
        the author before. Raises Refused where nobody knows it; Conflict, IntegrityFailure.
        """
        enrollment = self._loader.enrollment(operator)
        if not enrollment.enrolled:
            raise Refused(
                "not_enrolled",
                f"{operator} has no passphrase, and this takes one.",
                f"A registrar has them set one: pit operator enroll {operator}.",
                operator=operator,
            )
        if role == BY and not anew and self._authors.get(operator) == enrollment.set_version:
            return False
        while True:
            self._verify_in_time(operator, enrollment)
            try:
                return self._compared(operator, role, enrollment)
            except _WrongError as wrong:
                if not self.again(operator, wrong):
                    raise
            enrollment = self._loader.enrollment(operator)

    def _compared(self, operator: str, role: str, enrollment: Enrollment) -> bool:
        typed = self.asked(operator, role)
        for _ in range(ATTEMPTS):
            if self._is_known(operator, enrollment, typed):
                if role == BY:
                    self._authors[operator] = enrollment.set_version
                return True
            enrollment = self._loader.enrollment(operator)
            self._verify_in_time(operator, enrollment)
        raise Conflict(
            "busy",
            f"Others keep trying the passphrase of {operator}.",
            "Nothing was recorded; repeat the command.",
            operator=operator,
        )

    def doubt(self) -> None:
        """Ask every author once more."""
        self._authors.clear()

    def asked(self, operator: str, role: str) -> str:
        """What was typed. Raises Refused where nobody can be asked."""
        typed = self.ask(operator, role)
        if typed is None:
            new = "--new-passphrase-file FILE" if role == NEW else "--passphrase-file FILE"
            raise Refused(
                "passphrase_needed",
                f"This takes the passphrase of {operator}, and nobody is here to be asked.",
                f"Type the command at a terminal, or say {new}, which only who acts can."
                if role in {BY, NEW}
                else f"{operator} types it at a terminal.",
                operator=operator,
                field=role,
            )
        return typed

    def _verify_in_time(self, operator: str, enrollment: Enrollment) -> None:
        if enrollment.waits(self._clock()):
            until = self._local(enrollment.until)
            raise Refused(
                "passphrase_locked",
                f"{enrollment.failures} attempts at the passphrase of {operator} failed; none is taken before {until}.",
                "Wait, and find out who tried; where it is forgotten a registrar has it set anew.",
                operator=operator,
                failures=enrollment.failures,
                until=until,
            )

    def _is_known(self, operator: str, enrollment: Enrollment, typed: str) -> bool:
        """Whether it was right. False where the stream has moved since it was read; Refused where it was wrong."""
        with store_errors():
            kept = self._loader.journal.find_passphrase(operator)
        if kept is None or passphrases.digest(kept) != enrollment.sha256:
            if self._loader.enrollment(operator).set_version != enrollment.set_version:
                return False  # It was set anew while it was typed.
            raise passphrases.altered(operator)
        if passphrases.fits(kept, typed):
            return not enrollment.failures or self._record(
                operator, enrollment, PassphraseProven, failures=enrollment.failures
            )
        failures, until = enrollment.failures + 1, enrollment.after_failure(self._clock())
        facts = {"failures": failures, "until": until}
        if not self._record(operator, enrollment, PassphraseFailed, **facts):
            return False
        said = {"until": self._local(until)} if until else {}
        raise _WrongError(
            "passphrase_wrong",
            f"That is not the passphrase of {operator}.",
            f"No other attempt is taken before {said['until']}."
            if said
            else "Type it when it is asked for again; failures are counted and shown.",
            operator=operator,
            failures=failures,
            **said,
        )

    def _record(
        self,
        operator: str,
        enrollment: Enrollment,
        kind: type[PassphraseFailed | PassphraseProven],
        **facts: int,
    ) -> bool:
        """Record what became of an attempt. False where another was recorded since."""
        now, unit = self._clock(), self._begin()
        day = self._loader.calendar.day_of(now)
        stream = passphrase_stream(operator)
        said: dict[str, Any] = {"operator": operator, **facts}
        event = Stamp(operator, now, now, day).on(kind, **said)
        unit.pending.follow(stream, enrollment.version)
        unit.append(stream, event)
        try:
            unit.commit()
        except RecordConflictError:
            return False
        return True

    def _local(self, at: int) -> str:
        zone = self._loader.calendar.tz
        return from_micros(at).astimezone(zone).isoformat(sep=" ", timespec="seconds")


class Asking:
    """One command's: everybody is asked once, however often it is decided again."""

    def __init__(self, of: Passphrases) -> None:
        self._of = of
        self._proven: set[str] = set()
        self._new: dict[str, str] = {}

    def prove(self, operator: str, role: str, *, anew: bool = False) -> None:
        """Raise Refused unless somebody knows the operator's passphrase."""
        if operator not in self._proven and self._of.prove(operator, role, anew=anew):
            self._proven.add(operator)

    def chosen(self, operator: str) -> str:
        """What is to be kept of a new passphrase. Raises Refused, Misused."""
        if operator not in self._new:
            self._new[operator] = passphrases.made(self._of.asked(operator, NEW))
        return self._new[operator]

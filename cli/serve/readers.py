"""Who reads: on this machine alone nobody is asked; anywhere else operators sign in with their passphrases, for as long
as they go on reading.
"""

import hashlib
import secrets
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from ledger.events.operators import Role
from ledger.values import passphrases
from ledger.values.errors import NotFound, Refused
from projections.queries import operators as operators_query

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

IDLE_SECONDS: Final = 15 * 60
"""A session in which nothing is asked for so long is over."""

WHOLE_SECONDS: Final = 12 * 60 * 60
"""However much is asked, after so long one signs in again."""

SEE_NAMES: Final = frozenset({Role.ACCOUNTING, Role.AUDIT, Role.SURVEILLANCE})
"""Roles that see the names of patrons and operators; the others see all that names nobody."""

READER: Final = "reader"
"""As what a reader is asked for a passphrase: it makes them the author of nothing."""


class Reader(NamedTuple):
    """Who reads. operator: "" where nobody is asked. names: whether they see the names of patrons and operators."""

    operator: str
    names: bool

    @property
    def told(self) -> str:
        """How a page says it."""
        return self.operator or "Read on this machine: nobody is asked who they are"


ANYBODY: Final = Reader("", names=True)
"""Who reads on this machine."""


class _Session(NamedTuple):
    operator: str
    began: float
    asked: float


class Readers:
    """Who has signed in. Nothing of it outlives the server."""

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}
        self._turn = Lock()

    def sign_in(self, ledger: "Ledger", operator: str, passphrase: str) -> str:
        """Begin a session: the token by which it is known. Raises Refused, Conflict."""
        ledger.passphrases.ask = lambda *_: passphrase
        try:
            _roles(ledger, operator)
            ledger.passphrases.prove(operator, READER, anew=True)
        except (Refused, NotFound) as error:
            if error.refusal.code == "passphrase_locked":
                raise
            # The same sentence in the same time, whether there is such an operator or not: nobody finds out here who
            # works there.
            if error.refusal.code != "passphrase_wrong":
                passphrases.spend(passphrase)
            raise Refused(
                "not_let_in",
                "That is not an operator's id with their passphrase.",
                "Type both again; failures are counted and shown.",
            ) from None
        token, now = secrets.token_urlsafe(32), self._now()
        with self._turn:
            lasting = {key: each for key, each in self._sessions.items() if self._lasts(each)}
            self._sessions = {**lasting, _digest(token): _Session(operator, now, now)}
        return token

    def reader(self, ledger: "Ledger", token: str, *, asks: bool = True) -> Reader:
        """Who has this session, with the roles that they have now. asks: whether they do; else a page that they left
        open does, for which no session goes on. Raises Refused where nobody has it.
        """
        key = _digest(token)
        with self._turn:
            found = self._sessions.pop(key, None)
            if found is None or not self._lasts(found):
                raise Refused("not_signed_in", "Nobody is signed in here.", "Sign in: /login")
            self._sessions[key] = found._replace(asked=self._now()) if asks else found
        return Reader(
            found.operator, names=not SEE_NAMES.isdisjoint(_roles(ledger, found.operator))
        )

    def lasts(self, token: str) -> bool:
        """Whether somebody has this session still, whatever their roles are now."""
        with self._turn:
            found = self._sessions.get(_digest(token))
            return found is not None and self._lasts(found)

    def sign_out(self, token: str) -> None:
        """End a session."""
        with self._turn:
            self._sessions.pop(_digest(token), None)

    def _now(self) -> float:
        """Seconds, never set back."""
        return monotonic()

    def _lasts(self, session: _Session) -> bool:
        now = self._now()
        return now - session.asked < IDLE_SECONDS and now - session.began < WHOLE_SECONDS


def _digest(token: str) -> str:
    """By which a session is kept, so that nothing that is kept lets anybody in."""
    return hashlib.sha256(token.encode()).hexdigest()


def _roles(ledger: "Ledger", operator: str) -> list[str]:
    """Of an active operator. Raises Refused, NotFound."""
    found = operators_query.operator(ledger, operator)
    if found.suspended is not None:
        raise Refused(
            "not_signed_in", "Whoever was signed in here is suspended.", "Ask a registrar."
        )
    return found.roles

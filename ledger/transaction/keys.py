"""What can be used once in the whole property: idempotency keys of commands, numbers of slips, lines set aside."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import msgspec

from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.rules.catalogue import Catalogue
from ledger.store.errors import store_errors
from ledger.store.recorders import Claim
from ledger.transaction.digests import digest, stands_for
from ledger.transaction.loading import Loader
from ledger.values.errors import Conflict, Refused
from ledger.values.people import plain

KEY: Final = "key:"
_BACK: Final = "back:"
_SLIPS: Final = ("fill", "credit")
_ON_PAPER: Final = (*_SLIPS, "correction", "coupon")


def kept_as(name: str) -> tuple[str, ...]:
    """What a name is kept under: a number on paper as it is said, and as it is however it is spelled."""
    kind, _, number = name.partition(":")
    same = f"{kind}:{plain(number)}" if kind in _ON_PAPER else name
    return (name,) if same == name else (name, same)


def now(name: str, is_used: Callable[[str], bool]) -> str:
    """What a name is kept under now: each time that it is given back, under another."""
    times, now = 1, name
    while is_used(_BACK + now):
        times += 1
        now = f"{name}/{times}"
    return now


def kept_sha256(name: str, request: str, answer: bytes) -> str:
    """What the first event of a keyed command says of what is kept with its key: no NUL is in a name or a request."""
    return hashlib.sha256(b"\0".join((name.encode(), request.encode(), answer))).hexdigest()


def _every(names: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(map(kept_as, names))


class Span(msgspec.Struct, frozen=True):
    """Where events of a keyed command stand one after the other in a stream, kept with its key."""

    stream: str
    first_version: int
    last_version: int


class Keys:
    """What one transaction uses up, and whether it was used before.

    careful: look every name up; otherwise only after a commit has failed by one.
    """

    def __init__(self, loader: Loader, clock: Callable[[], int], *, careful: bool) -> None:
        self._loader = loader
        self._clock = clock
        self._careful = self._always_careful = careful
        self._waiting: dict[str, Claim] = {}
        self._used: dict[str, bool] = {}

    # -- names

    def verify_unused(
        self, claims: Iterable[str], unused: Iterable[str], together: Iterable[str] = ()
    ) -> None:
        """Refuse a name that was used before. claims: that are used now. unused: that only must not have been.
        together: that all acts of this transaction may use.

        A feed does not look up those that it uses now: most are new, and the commit finds the others.
        """
        claimed, shared = set(claims), set(together)
        every = claimed.union(unused, shared)
        looked_up = every if self._careful else every - claimed
        names = [*_every(looked_up)]
        self._look_up(*names, *(_BACK + name for name in names))
        for said in every:
            found = said in looked_up
            if any(self._stands(name, said not in shared, found) for name in kept_as(said)):
                kind, _, number = said.partition(":")
                void = f" Where it is void, its paper is entered as {number}r." * (kind in _SLIPS)
                raise Refused(
                    "number_used",
                    f"{kind.capitalize()} {number} is on record already.",
                    f"Every number is used once; check it against the document.{void}",
                    **{kind: number},
                )

    def _stands(self, name: str, alone: bool, looked_up: bool) -> bool:
        """Whether a name was used and not given back since. alone: by this transaction too."""
        waits = alone and name in self._waiting
        used = waits or (looked_up and self._is_kept(name))
        return used and self.is_used(self._now(name))

    def use(self, names: Iterable[str]) -> None:
        """Use names up, however they are spelled."""
        for name in _every(names):
            self._claim(self._now(name) if self._careful else name)

    def give_back(self, names: Iterable[str]) -> None:
        """Let names that were used be used once more."""
        for name in _every(names):
            self._claim(_BACK + self._now(name))

    def _claim(self, name: str) -> None:
        self._waiting[name] = Claim(name, "", b"", self._clock())

    def _now(self, name: str) -> str:
        return now(name, self.is_used)

    def is_used(self, name: str) -> bool:
        """Whether a name has been used."""
        return name in self._waiting or self._is_kept(name)

    def _is_kept(self, name: str) -> bool:
        self._look_up(name)
        return self._used[name]

    def _look_up(self, *names: str) -> None:
        """Ask for those of which nobody knows yet in this transaction, in one question."""
        if new := {*names} - self._used.keys():
            with store_errors():
                found = self._loader.journal.claimed(new)
            self._used |= {name: name in found for name in new}

    # -- idempotency keys

    def answer(
        self, key: str, acts: Sequence[Act], catalogue: Catalogue
    ) -> tuple[tuple[Recorded, ...], int] | None:
        """What these acts recorded earlier under this key, and its last position; None where it is new.

        Raises Conflict where the key stood for another command.
        """
        with store_errors():
            claim = self._loader.journal.find_claim(KEY + key)
        if claim is None:
            return None
        if not stands_for(claim.request_sha256, acts, catalogue):
            raise Conflict(
                "key_reused",
                f"Key {key} was used for a different command.",
                "Nothing was recorded; use a new key.",
                key=key,
            )
        spans = msgspec.json.decode(claim.answer, type=list[Span])
        events = [
            recorded
            for span in spans
            for recorded in self._loader.stream(span.stream, span.first_version, span.last_version)
        ]
        last: dict[str, int] = {}
        for span in spans:
            last[span.stream] = max(span.last_version, last.get(span.stream, 0))
        with store_errors():
            position = max(
                self._loader.journal.position_of(stream, version) or 0
                for stream, version in last.items()
            )
        return tuple(events), position

    def keep(
        self, key: str, acts: Sequence[Act], events: Sequence[Recorded], catalogue: Catalogue
    ) -> str:
        """Save the key together with the events, in the order in which they are answered. Returns what the first event
        is to say of it.
        """
        spans: list[Span] = []
        for recorded in events:
            stream, version = recorded.originator_id, recorded.originator_version
            if spans and (spans[-1].stream, spans[-1].last_version) == (stream, version - 1):
                spans[-1] = msgspec.structs.replace(spans[-1], last_version=version)
            else:
                spans.append(Span(stream, version, version))
        name, said, answer = KEY + key, digest(acts, catalogue), msgspec.json.encode(spans)
        self._waiting[name] = Claim(name, said, answer, self._clock())
        return kept_sha256(name, said, answer)

    # -- saving

    def handed_over(self) -> list[Claim]:
        """What waited to be saved."""
        waiting, self._waiting = list(self._waiting.values()), {}
        self._used.clear()
        return waiting

    def trust(self) -> None:
        """All went well: names need not be looked up any more than at first."""
        self._careful = self._always_careful

    def forget(self) -> None:
        """Let go of what waits, and look every name up until a commit goes well."""
        self._careful = True
        self._waiting.clear()
        self._used.clear()

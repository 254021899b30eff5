"""Whether numbers that the log has used up are refused a second use: of slips, of documents, of coupons that the house
kept, and of lines that were set aside.

What refuses them is kept beside the log, and is looked up here as `ledger/transaction/keys.py` does.
"""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.feed import RecordRefused
from ledger.events.slip import SlipPrepared
from ledger.seal.tiles import KEEP
from ledger.store.codec import TOPIC_OF
from ledger.store.driver import ask, value_of
from ledger.store.engine import snapshot
from ledger.table.state import Table
from ledger.table.undo import kept
from ledger.transaction import keys as used_keys
from ledger.values.errors import IntegrityFailure
from projections.queries.checked_stream import Stream, Taker

Use = tuple[bool, int, str]
"""Whether every version kept such a number, the position of the event that used it last, and its topic. Position 0: it
was given back since.
"""


def _document(event: Any) -> str:
    return f"correction:{event.document}"


def _line(event: RecordRefused) -> str:
    # Of a source it has a number of its own; an escape may stand for bytes that were no text.
    if event.source or "\\x" in event.raw:
        return ""
    return f"line:{event.line}:{sha256(event.raw.encode()).hexdigest()}"


_NAMES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    e.ChipsFilled: lambda event: f"fill:{event.slip}",
    e.ChipsCredited: lambda event: f"credit:{event.slip}",
    SlipPrepared: lambda event: f"{event.kind}:{event.slip}",
    RecordRefused: _line,
    e.CorrectionPosted: _document,
    e.RoundReversed: _document,
    link_events.AwardReversed: _document,
    link_events.LinkRetired: _document,
    link_events.MeterCorrected: _document,
}
"""What each uses up, "" or without a number for nothing."""

_NOT_KEPT_ONCE: Final = frozenset({e.RoundReversed, link_events.MeterCorrected})
"""Their documents served other commands too in versions of before."""

_GIVE_BACK: Final = (e.ActUndone, e.RoundReversed)


class Numbers:
    """Numbers that some of the log used up. used: by the name under which each is kept, its last use."""

    def __init__(self) -> None:
        self.used: dict[str, Use] = {}
        self._coupons: dict[str, dict[str, int]] = {}

    def takers(self, kind: type[Event]) -> list[Taker]:
        """What counts an event of a kind, in the order of the log."""
        found: list[Taker] = []
        if (name := _NAMES.get(kind)) is not None:
            found.append(lambda event, of: self._use(name(event), of.position, event))
        if (taken := _OF_COUPONS.get(kind)) is not None:
            found.append(partial(taken, self))
        return found

    def _settled(self, event: e.RoundSettled, of: Stream) -> None:
        if isinstance(of.state, Table):
            for number in kept(of.state, [event]):
                self._use(f"coupon:{number}", of.position, event)
                self._coupons.setdefault(of.name, {})[number] = of.version

    def _undone(self, event: e.ActUndone, of: Stream) -> None:
        for number, settled in self._coupons.get(of.name, {}).items():
            if event.first <= settled <= event.last:
                self._give_back(number, event)

    def _reversed(self, event: e.RoundReversed, _: Stream) -> None:
        for number in event.coupons:
            self._give_back(number, event)

    def _use(self, name: str, position: int, event: Event) -> None:
        use = (type(event) not in _NOT_KEPT_ONCE, position, TOPIC_OF[type(event)])
        if name.partition(":")[2]:
            self.used[name] = max(use, self.used.get(name, use))

    def _give_back(self, coupon: str, event: Event) -> None:
        self.used[f"coupon:{coupon}"] = (True, 0, TOPIC_OF[type(event)])


_OF_COUPONS: Final[Mapping[type[Event], Callable[[Numbers, Any, Stream], None]]] = {
    e.RoundSettled: Numbers._settled,  # noqa: SLF001  its own table
    e.ActUndone: Numbers._undone,  # noqa: SLF001
    e.RoundReversed: Numbers._reversed,  # noqa: SLF001
}

_USED: Final = (
    "SELECT key FROM idempotency_keys WHERE substr(key, 1, length(:beginning)) <> :beginning"
)
_GIVEN_BACK: Final = (
    "SELECT position FROM events WHERE position > :position AND topic IN (:topics) LIMIT 1"
)


def verify(ledger: Ledger, used: Mapping[str, Use], position: int) -> None:
    """Raise IntegrityFailure for a number that could be used once more. used: as of `Numbers`, up to a position."""
    topics = [TOPIC_OF[kind] for kind in _GIVE_BACK]
    with snapshot(ledger.journal.engine) as connection:
        there = frozenset(name for (name,) in ask(connection, _USED, beginning=used_keys.KEY))
        moved = value_of(connection, _GIVEN_BACK, position=position, topics=topics) is not None
    kept_since: set[str] = set()
    for name, (always, at, topic) in sorted(used.items(), key=itemgetter(1)):
        if not at or (moved and name.startswith("coupon:")):  # It may be with its player by now.
            continue
        if _is_refused(name, used, there):
            kept_since.add(topic)
        elif always or topic in kept_since:
            raise IntegrityFailure(
                "key_missing",
                f"What refuses {name} a second use is gone; the event at {at} used it up.",
                KEEP,
                name=name,
                position=at,
                topic=topic,
            )


def _is_refused(name: str, used: Mapping[str, Use], there: frozenset[str]) -> bool:
    """As it was said, and in any spelling. A spelling that was said as well stands for its own use."""
    names = (each for each in used_keys.kept_as(name) if each == name or each not in used)
    return all(used_keys.now(each, there.__contains__) in there for each in names)

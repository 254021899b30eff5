"""Every hand of a table settled again from its copied events, under its own rules or under another submission.

It is the pass by which a store is checked. What is not plain is not judged by it and told apart: irregular cards, what
won of a meter, void rounds; the property's own check tells each of these by all that was recorded of it. What was taken
back or reversed does not count.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from ledger.baccarat.settlement import settle
from ledger.baccarat.wagers import BET_OF, TENDER_OF, Bet, Press, Tender, Wager
from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.events.link import AwardWon
from ledger.events.undoing import undone_versions
from ledger.rules.submission import Submission, from_document
from ledger.store.codec import TOPIC_OF, decode
from ledger.values.errors import PitError
from ledger.values.rounds import day_of
from projections.figures.render import Column, Kind, Section, View
from projections.group.figures import Axis, Parts
from projections.group.rows import NAMES
from projections.group.shards import Stretch
from projections.models.settled import sums
from projections.replay.at_once import TAKEN, Dealt, Pass, agrees

_UNDONE, _REVERSED = TOPIC_OF[e.ActUndone], TOPIC_OF[e.RoundReversed]
_WON, _ADOPTED = TOPIC_OF[AwardWon], TOPIC_OF[e.RulesAdopted]


class Named(msgspec.Struct, frozen=True):
    """What must be known of a table before its hands are gone through: the versions of its stream that are taken back,
    its rounds that were reversed, and the rounds that won of a meter.
    """

    undone: frozenset[int]
    reversed: frozenset[str]
    won: frozenset[str]


class Again(msgspec.Struct, frozen=True):
    """How hands are added up, and under which document they are settled; "" for their own alone."""

    by: Axis
    origin: str
    document: str


class Tally(msgspec.Struct):
    """Hands, and what they came to for the house with the vigorish assessed, in cents.

    agreeing, differing: settled again under their own rules; apart: that are not judged here. first: the first that
    differs. tried: of them under the other submission, refused: that it does not take; win, win_then: of those tried,
    as recorded and under it.
    """

    hands: int = 0
    agreeing: int = 0
    differing: int = 0
    apart: int = 0
    first: str = ""
    tried: int = 0
    refused: int = 0
    win: int = 0
    win_then: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        fields = ("hands", "agreeing", "differing", "apart", "tried", "refused", "win", "win_then")
        added = {name: getattr(self, name) + getattr(other, name) for name in fields}
        return Tally(**added, first=self.first or other.first)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """What a group's hands came to, settled again. by: what is added up; name: which of them, None for all. The other
    fields are those of `Tally`; difference: what the other submission would have made more of them, None without one.
    """

    by: str
    name: str | None
    hands: int
    agreeing: int
    differing: int
    apart: int
    first_differing: str | None
    tried: int
    refused: int
    win: int | None
    win_then: int | None
    difference: int | None


class Playing:
    """A table's hands gone through so far; it is handed on from stretch to stretch."""

    def __init__(self, named: Named, again: Again) -> None:
        self.tallies: Parts = {}
        self._named = named
        self._again = again
        self._documents: dict[str, str] = {}
        self._rules: dict[str, Submission | None] = {}
        self._pass = Pass(self._judge)

    def take(self, stretch: Stretch) -> None:
        """Go through a stretch."""
        stream = f"table:{stretch.table}"
        for rows in stretch.rows({*TAKEN, _ADOPTED} - {_REVERSED}):
            own = [row for row in rows if row[1] == stream and row[2] not in self._named.undone]
            for *_, topic, state in own:
                if topic == _ADOPTED:
                    adopted: Any = decode(topic, state)
                    self._documents[adopted.sha256] = adopted.document
            self._pass.take((row[3], row[4]) for row in own if row[3] != _ADOPTED)

    def end(self) -> Parts:
        """What all hands came to."""
        self._pass.end()
        return self.tallies

    def __getstate__(self) -> dict[str, Any]:
        """What is made of documents is made again elsewhere."""
        return {**self.__dict__, "_rules": {}}

    def _judge(self, dealt: Dealt) -> None:
        settled = dealt.settled
        if settled is None or settled.round in self._named.reversed:
            return
        found = Tally(hands=1)
        if settled.round in self._named.won or not dealt.plain:
            found.apart = 1
        elif agrees(dealt, self._rules_of):
            found.agreeing = 1
        else:
            found.differing, found.first = 1, settled.round
        if self._again.document and dealt.plain and dealt.closed is not None:
            self._try(dealt, found)
        for name in (self._name_of(dealt), None):
            before = self.tallies.get(name, Tally())
            self.tallies[name] = before.plus(found)

    def _try(self, dealt: Dealt, found: Tally) -> None:
        """Under the other submission."""
        rules = self._rules_of("")
        assert dealt.settled is not None  # noqa: S101  it was looked at
        assert rules is not None  # noqa: S101  its document was read before
        wagers = [
            Wager(w.seat, BET_OF.get(w.bet) or Bet(w.bet), w.cents, _tender(w.tender), w.coupon)
            for w in dealt.wagers
        ]
        presses = [Press(seat, Bet(onto), cents) for seat, onto, cents in dealt.presses]
        cards = dealt.settled.player, dealt.settled.banker
        try:
            then: Any = settle(rules.offering, *cards, wagers, presses).lines
        except (PitError, ValueError):
            found.refused = 1
            return
        found.tried, found.win, found.win_then = 1, _won(dealt.settled.lines), _won(then)

    def _rules_of(self, sha256: str) -> Submission | None:
        """The submission of a hash; the other one for ""."""
        if sha256 not in self._rules:
            document = self._documents.get(sha256, "") if sha256 else self._again.document
            known = document and sha256 in {"", hashlib.sha256(document.encode()).hexdigest()}
            self._rules[sha256] = None
            if known:
                with suppress(msgspec.MsgspecError):  # Hands under what is no submission differ.
                    self._rules[sha256] = from_document(document)
        return self._rules[sha256]

    def _name_of(self, dealt: Dealt) -> str:
        assert dealt.settled is not None  # noqa: S101  as said above
        match self._again.by:
            case Axis.PROPERTY:
                return self._again.origin
            case Axis.MONTH:
                return day_of(dealt.settled.round)[:7]
            case Axis.RULES:
                return dealt.closed.rules if dealt.closed is not None else ""


def names_of(copied: Stretch) -> Named:
    """Look through all of a table's copy for what must be known before."""
    undone: set[int] = set()
    reversed_rounds: set[str] = set()
    won: set[str] = set()
    for rows in copied.rows({_UNDONE, _REVERSED, _WON}):
        recorded = [
            Recorded(stream, version, decode(topic, state))
            for _, stream, version, topic, state in rows
        ]
        undone |= undone_versions(each for each in recorded if isinstance(each.event, e.ActUndone))
        for each in recorded:
            if isinstance(each.event, e.RoundReversed):
                reversed_rounds.add(each.event.round)
            elif isinstance(each.event, AwardWon):
                won.add(each.event.round)
    return Named(frozenset(undone), frozenset(reversed_rounds), frozenset(won))


def play(before: Playing | None, stretch: Stretch, named: Named, again: Again) -> Playing:
    """Go through the hands of a stretch, behind those of the one before it."""
    playing = before or Playing(named, again)
    playing.take(stretch)
    return playing


def judged(playing: Playing | None) -> Parts:
    """What the hands of a table came to."""
    return {} if playing is None else playing.end()


def row_of(by: str, name: str | None, tally: Tally) -> Replayed:
    """A row of it."""
    tried = bool(tally.tried or tally.refused)
    return Replayed(
        by=by,
        name=name,
        hands=tally.hands,
        agreeing=tally.agreeing,
        differing=tally.differing,
        apart=tally.apart,
        first_differing=tally.first or None,
        tried=tally.tried,
        refused=tally.refused,
        win=tally.win if tried else None,
        win_then=tally.win_then if tried else None,
        difference=tally.win_then - tally.win if tried else None,
    )


def _tender(tender: str) -> Tender:
    return TENDER_OF.get(tender) or Tender(tender)


def _won(lines: Sequence[e.SettledLine]) -> int:
    staked, returned, vig = sums(lines)
    return staked - returned + vig


VIEW: Final = View(
    Replayed,
    "No hand was settled.",
    (
        Section(
            "Settled again, each under its own rules",
            (
                *NAMES,
                Column("hands", "Hands", Kind.COUNT),
                Column("agreeing", "Agree", Kind.COUNT),
                Column("differing", "Differ", Kind.COUNT),
                Column("apart", "Not judged here", Kind.COUNT),
                Column("first_differing", "The first that differs"),
            ),
            total=False,
        ),
        Section(
            "Under the other submission",
            (
                *NAMES,
                Column("tried", "Hands", Kind.COUNT),
                Column("refused", "It does not take", Kind.COUNT),
                Column("win", "Win, as recorded", Kind.MONEY),
                Column("win_then", "Win, under it", Kind.MONEY),
                Column("difference", "Difference", Kind.MONEY),
            ),
            total=False,
            only_with=("tried", "refused"),
        ),
    ),
)

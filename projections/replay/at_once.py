"""The rounds of a table settled again on one pass over its stream: those of which it is certain that they agree.

What is not plain is not judged here: irregular cards, simulated rounds, what was reversed or taken back, what won of a
meter. Neither is what differs. Both are told one by one, each from all that was recorded of it.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from typing import Any, Final, cast

import sqlalchemy as sa
from msgspec.structs import replace

from ledger.events import table as e
from ledger.events.link import AwardWon
from ledger.events.shoe import CardsHanded
from ledger.rules.submission import Submission, from_document
from ledger.store.codec import DECODERS, TOPIC_OF, decode
from ledger.store.driver import ask, value_of
from ledger.store.schema import RARE
from ledger.values.rounds import day_of
from projections.replay.cited import recited
from projections.replay.find import document_of, undone_between
from projections.replay.handed_again import of_the_cards
from projections.replay.settled_again import Facts, ThirdCard, differences

AT_A_TIME: Final = 500
"""Rows fetched at a time: what is not kept is best gone before the next comes."""


_HAND_BEFORE: Final = (
    "SELECT originator_version FROM events WHERE originator_id = :stream AND originator_version < :first"
    " AND topic = :dealt ORDER BY originator_version DESC LIMIT 1"
)
_PLAYED: Final = (
    "SELECT originator_version, topic, state FROM events WHERE originator_id = :stream AND originator_version > :after"
    " AND originator_version <= :last AND topic IN (:topics) ORDER BY originator_version LIMIT :many"
)
_WON: Final = f"""
    SELECT topic, state FROM events WHERE originator_id >= 'link:' AND originator_id < 'link;'
    AND topic = '{TOPIC_OF[AwardWon]}' AND {RARE}
"""  # noqa: S608  of constants


class Dealt:
    """What is known of a round so far."""

    __slots__ = (
        *("banker", "closed", "collected", "handed", "marked", "plain", "player", "presses"),
        *("round", "settled", "thirds", "voided", "wagers"),
    )

    def __init__(self, round_id: str) -> None:
        self.round = round_id
        self.wagers: list[e.WagerLine] = []
        self.closed: e.NoMoreBets | None = None
        self.player: list[str] = []
        self.banker: list[str] = []
        self.handed: list[CardsHanded] = []
        self.presses: list[tuple[int, str, int]] = []
        self.thirds: list[ThirdCard] = []
        self.settled: e.RoundSettled | None = None
        self.voided: e.RoundVoided | None = None
        self.marked: dict[int, int] = {}
        self.collected: dict[int, int] = {}
        self.plain = True


class Pass:
    """One pass over a table's stream: one round after the other, each judged as soon as another one begins. One of
    which more comes once another had begun is judged again, and is not plain.
    """

    def __init__(self, judge: Callable[[Dealt], None]) -> None:
        self._judge = judge
        self._day = ""
        self._over: set[str] = set()
        """Rounds of that day, the last one that was begun."""
        self._dealt = Dealt("")
        self._odd = False
        """A card came that should not have, since the last hand."""

    def take(self, stored: Iterable[Sequence[Any]]) -> None:
        """Take in the next events, as they are stored: topic and bytes."""
        for topic, state in stored:
            decoder, taken = TAKEN[topic]
            taken(self, decoder(state))

    def end(self) -> None:
        """The round that was taken in last is over."""
        if self._dealt.round:
            self._judge(self._dealt)

    def _of(self, round_id: str) -> Dealt:
        return self._dealt if round_id == self._dealt.round else self._begin(round_id)

    def _begin(self, round_id: str) -> Dealt:
        self.end()
        found = self._dealt = Dealt(round_id)
        day = day_of(round_id)
        if day > self._day:
            self._day = day
            self._over.clear()
        found.plain = day == self._day and round_id not in self._over
        self._over.add(round_id)
        return found

    def _placed(self, event: e.WagersPlaced) -> None:
        found = self._dealt  # Two of three events are such: none of them asks for it by a call.
        if event.round != found.round:
            found = self._begin(event.round)
        found.wagers += event.wagers

    def _withdrawn(self, event: e.WagerWithdrawn) -> None:
        found = self._of(event.round)
        gone = event.seat, event.bet
        found.wagers = [each for each in found.wagers if (each.seat, each.bet) != gone]

    def _closed(self, event: e.NoMoreBets) -> None:
        found = self._of(event.round)
        found.closed = event
        if event.cards_out:
            found.plain = False

    def _cards_dealt(self, event: e.CardsDealt) -> None:
        found = self._of(event.round)
        found.player += event.player
        found.banker += event.banker
        if self._odd:
            found.plain = self._odd = False

    def _third(self, event: e.ThirdCardDealt) -> None:
        found = self._of(event.round)
        (found.player if event.hand == "player" else found.banker).append(event.card)
        found.thirds.append(ThirdCard(event.hand, event.card, event.rule))

    def _handed(self, event: CardsHanded) -> None:
        self._of(event.round).handed.append(event)

    def _pressed(self, event: e.HouseMoneyPressed) -> None:
        self._of(event.round).presses.append((event.seat, event.onto, event.cents))

    def _irregular(self, event: e.IrregularCard | e.RoundSimulated) -> None:
        self._odd = True
        if isinstance(event, e.IrregularCard) and event.round:
            self._of(event.round).plain = False

    def _settled(self, event: e.RoundSettled) -> None:
        self._of(event.round).settled = event

    def _marked(self, event: e.VigorishMarked) -> None:
        marked = self._of(event.round).marked
        for mark in event.marks:
            marked[mark.seat] = mark.cents

    def _collected(self, event: e.VigorishCollected) -> None:
        for line in event.lines:
            if line.round == self._dealt.round:
                self._dealt.collected[line.seat] = line.cents

    def _voided(self, event: e.RoundVoided) -> None:
        self._of(event.round).voided = event

    def _not_plain(self, event: e.RoundReversed) -> None:
        self._of(event.round).plain = False


_OF_TOPIC: Final[dict[str, Callable[[Pass, Any], None]]] = {
    TOPIC_OF[e.WagersPlaced]: Pass._placed,  # noqa: SLF001  its own table
    TOPIC_OF[e.WagerWithdrawn]: Pass._withdrawn,  # noqa: SLF001
    TOPIC_OF[e.NoMoreBets]: Pass._closed,  # noqa: SLF001
    TOPIC_OF[e.CardsDealt]: Pass._cards_dealt,  # noqa: SLF001
    TOPIC_OF[e.ThirdCardDealt]: Pass._third,  # noqa: SLF001
    TOPIC_OF[CardsHanded]: Pass._handed,  # noqa: SLF001
    TOPIC_OF[e.HouseMoneyPressed]: Pass._pressed,  # noqa: SLF001
    TOPIC_OF[e.IrregularCard]: Pass._irregular,  # noqa: SLF001
    TOPIC_OF[e.RoundSimulated]: Pass._irregular,  # noqa: SLF001
    TOPIC_OF[e.RoundSettled]: Pass._settled,  # noqa: SLF001
    TOPIC_OF[e.VigorishMarked]: Pass._marked,  # noqa: SLF001
    TOPIC_OF[e.VigorishCollected]: Pass._collected,  # noqa: SLF001
    TOPIC_OF[e.RoundVoided]: Pass._voided,  # noqa: SLF001
    TOPIC_OF[e.RoundReversed]: Pass._not_plain,  # noqa: SLF001
}
TAKEN: Final = {topic: (DECODERS[topic], taken) for topic, taken in _OF_TOPIC.items()}


def agreeing(
    connection: sa.Connection,
    stream: str,
    ended: Iterable[tuple[str, int, int]],
    awarded: Collection[str],
) -> set[str]:
    """Those of a table's rounds that agree for certain. ended: settled or void, with their first and last version.

    awarded: rounds that won of a meter.
    """
    spans = list(ended)
    if not spans:
        return set()
    first, last = min(each[1] for each in spans), max(each[2] for each in spans)
    undone = undone_between(connection, stream, first, last)

    @cache
    def rules_of(sha256: str) -> Submission | None:
        document = document_of(connection, stream, sha256)
        if hashlib.sha256(document.encode()).hexdigest() != sha256:
            return None
        return from_document(document)

    certain, doubtful = set[str](), set[str]()

    def judge(dealt: Dealt) -> None:
        (certain if agrees(dealt, rules_of) else doubtful).add(dealt.round)

    passed = Pass(judge)
    # What was irregular before the first of them came since the hand before it.
    dealt = TOPIC_OF[e.CardsDealt]
    after = (value_of(connection, _HAND_BEFORE, stream=stream, first=first, dealt=dealt) or 1) - 1
    while some := _played(connection, stream, after, last):
        passed.take((topic, state) for _, topic, state in some)
        after = some[-1][0]
    passed.end()
    return {
        round_id
        for round_id, begins, ends in spans
        if round_id in certain
        and round_id not in doubtful
        and round_id not in awarded
        and undone.isdisjoint(range(begins, ends + 1))
    }


def _played(
    connection: sa.Connection, stream: str, after: int, last: int
) -> Sequence[Sequence[Any]]:
    """The next events behind a version that say how rounds were played: version, topic, bytes."""
    of = {"after": after, "last": last, "many": AT_A_TIME}
    return ask(connection, _PLAYED, stream=stream, topics=[*TAKEN], **of)


def agrees(dealt: Dealt, rules_of: Callable[[str], Submission | None]) -> bool:
    """Whether a round agrees for certain. rules_of: the submission of a hash, None where there is none."""
    if not dealt.plain or (dealt.settled is None) == (dealt.voided is None):
        return False
    if dealt.voided is not None and dealt.voided.returned != dealt.wagers:
        return False
    if dealt.closed is None:
        return dealt.voided is not None
    rules = rules_of(dealt.closed.rules_sha256)
    if rules is None:
        return False
    if dealt.handed and any(of_the_cards(rules, dealt.wagers, dealt.handed)):
        return False
    facts = Facts(
        player=dealt.player,
        banker=dealt.banker,
        wagers=dealt.wagers,
        presses=dealt.presses,
        third_cards=dealt.thirds,
        settled=dealt.settled,
        taken_back=None
        if dealt.voided is None
        else {each.seat: each.cents for each in dealt.voided.taken_back},
        marked=dealt.marked,
        collected_at_once={} if dealt.marked else dealt.collected,
    )
    return not differences(rules.offering, facts) or not differences(
        rules.offering, _recited(facts, rules)
    )


def _recited(facts: Facts, rules: Submission) -> Facts:
    """With the sections that are cited now in the place of those that were."""
    thirds = [each._replace(rule=rules.shown("draw", each.rule)) for each in facts.third_cards]
    settled = facts.settled
    if settled is not None:
        settled = cast("e.RoundSettled", recited(settled, rules.shown))
    return replace(facts, third_cards=thirds, settled=settled)


def awarded(connection: sa.Connection) -> set[str]:
    """Every round that won of a meter."""
    won = (decode(topic, state) for topic, state in ask(connection, _WON))
    return {event.round for event in won if isinstance(event, AwardWon)}

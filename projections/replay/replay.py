"""A round told step by step from its own events alone, and settled again by today's code (U1).

Pure: a story in, a replay out. How the story comes from events: `projections.replay.story`. Its pieces:
`projections.replay.rows`. Where the events are found: `projections.replay.find`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

import msgspec

from ledger.baccarat.offering import Offering
from ledger.events import table as e
from ledger.rules.submission import Submission, from_document
from ledger.values.rounds import OPEN, REVERSED, SETTLED, VOID, instead_of
from projections.replay.handed_again import of_the_cards, sections_now
from projections.replay.rows import Replay, Rules, StoryCard, StoryHanded, StoryLine, Vigorish
from projections.replay.settled_again import (
    Difference,
    Facts,
    ThirdCard,
    differences,
    reversal,
)
from projections.replay.shoe_again import of_the_shoe
from projections.replay.story import Story


def replay_of(story: Story, document: str | None) -> Replay:
    """The round of a story, settled again under the submission's document that was in force for it.

    document: None while the round takes wagers.
    """
    table, day, _ = story.id.rsplit(":", 2)
    closed, settled, ended = story.closed, story.settled, story.voided or story.reversed
    found: list[Difference] = []
    offering: Offering | None = None
    submission = from_document(document) if document is not None else None
    if submission is not None and document is not None and closed is not None:
        offering = submission.offering
        found = _compare(story, submission, document, closed)
    return Replay(
        round=story.id,
        table=table,
        gaming_day=day,
        status=_status(story),
        shoe=closed.shoe if closed else None,
        rules=Rules(closed.rules, closed.rules_version, closed.rules_sha256) if closed else None,
        before=story.before,
        simulated=story.simulated,
        wagers=story.wagers,
        confirmed=story.confirmed,
        cards=[_dealt(card, offering) for card in _carried(story)],
        presses=story.presses,
        handed=_handed(story, submission),
        irregularities=story.irregularities,
        outcome=settled.outcome if settled else None,
        player_points=settled.player_points if settled else None,
        banker_points=settled.banker_points if settled else None,
        announce=settled.announce if settled else None,
        lines=[StoryLine(**msgspec.structs.asdict(x)) for x in settled.lines] if settled else [],
        vigorish=Vigorish(
            assessed=story.assessed,
            marked=story.marked,
            collected=story.collected,
            documented=story.documented,
            uncollected=story.uncollected,
            restored=story.restored,
            handed_back=story.handed_back,
            outstanding=story.outstanding,
        ),
        reason=ended.reason if ended else None,
        void_rule=submission.cites["round.void"] if story.short and submission else None,
        returned=story.returned,
        taken_back=story.taken_back,
        entered=sorted(story.entered, key=attrgetter("version")),
        later=story.later,
        meters=[],
        recomputed_agrees=not found if settled or ended else None,
        differences=found,
        instead_of=instead_of(story.id) or None,
    )


def _status(story: Story) -> str:
    if story.voided is not None:
        return VOID
    if story.reversed is not None:
        return REVERSED
    return OPEN if story.settled is None else SETTLED


def _carried(story: Story) -> list[StoryCard]:
    """The cards of the round; those carried over had left the shoe before the first was dealt."""
    carried = story.carried
    if not carried:
        return story.cards
    left = story.cards[len(carried) - 1].left
    first = [
        msgspec.structs.replace(card, carried=each.rule, left=left)
        for card, each in zip(story.cards, carried, strict=False)
    ]
    return [*first, *story.cards[len(first) :]]


def _dealt(card: StoryCard, offering: Offering | None) -> StoryCard:
    """The first four cards are dealt by one section; a third card says its own."""
    if card.rule or offering is None:
        return card
    return msgspec.structs.replace(card, rule=offering.sections.get("round.deal", ""))


def _compare(
    story: Story, submission: Submission, document: str, closed: e.NoMoreBets
) -> list[Difference]:
    found = []
    sha256 = hashlib.sha256(document.encode()).hexdigest()
    if sha256 != closed.rules_sha256:
        found.append(Difference("hash of the rules submission", closed.rules_sha256, sha256))
    standing = _standing(story)
    if story.voided is not None and story.voided.returned != standing:
        found.append(
            Difference("wagers handed back", _dicts(story.voided.returned), _dicts(standing))
        )
    hands = {
        hand: [card.card for card in story.cards if card.hand == hand]
        for hand in ("player", "banker")
    }
    at_once = () if story.marked else story.collected
    facts = Facts(
        player=hands["player"],
        banker=hands["banker"],
        wagers=standing,
        presses=[(press.seat, press.onto, press.cents) for press in story.presses],
        third_cards=[
            ThirdCard(card.hand, card.card, card.rule) for card in story.cards if card.rule
        ],
        settled=story.settled,
        taken_back={x.seat: x.cents for x in story.taken_back} if story.voided else None,
        marked={line.seat: line.cents for line in story.marked},
        collected_at_once={line.seat: line.cents for line in at_once},
        awards=story.awards,
    )
    found += differences(submission.offering, facts)
    found += of_the_shoe(submission, story)
    if story.settled is not None and story.reversed is not None:
        collected: Counter[int] = Counter()
        for line in story.collected:
            collected[line.seat] += line.cents
        found += reversal(story.settled, story.reversed, collected)
    return [*found, *of_the_cards(submission, standing, story.handed)]


def _handed(story: Story, submission: Submission | None) -> list[StoryHanded]:
    """Who turned the cards, by the section as it is cited now."""
    if submission is None:
        return story.handed
    now = sections_now(submission, _standing(story), story.handed)
    return [
        msgspec.structs.replace(each, rule=section)
        for each, section in zip(story.handed, now, strict=True)
    ]


def _standing(story: Story) -> list[e.WagerLine]:
    return [
        e.WagerLine(w.seat, w.bet, w.cents, w.tender, w.coupon)
        for w in story.wagers
        if not w.withdrawn
    ]


def _dicts(lines: Iterable[e.WagerLine]) -> list[dict[str, Any]]:
    return [msgspec.structs.asdict(line) for line in lines]

"""A round settled again by today's code under the submission then in force; where they differ."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from ledger.baccarat.hands import next_draw
from ledger.baccarat.house_money import settle_house_money
from ledger.baccarat.offering import Offering
from ledger.baccarat.royal9 import Level, RoyalAward, is_apart, level
from ledger.baccarat.settlement import Settlement, settle
from ledger.baccarat.vigorish import Collection
from ledger.baccarat.wagers import BET_OF, TENDER_OF, Bet, Press, Tender, Wager
from ledger.events import table as e
from ledger.events.link import MUST_HIT, PAYTABLE, WHOLE_BPS, AwardWon
from ledger.values.errors import PitError

# A wager made from its tuple takes half as long as one made from its fields; an enum's member is long to look up.
_wager = partial(tuple.__new__, Wager)
_ROYAL_9: Final = Bet.ROYAL_9
_BET: Final = attrgetter("bet")


class Difference(msgspec.Struct, frozen=True):
    """One thing on which the record and today's code differ. None: that side has no such thing."""

    what: str
    recorded: object
    recomputed: object


class ThirdCard(NamedTuple):
    """A third card as dealt, and the section that was written down for it."""

    hand: str
    card: str
    rule: str


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded of one round, as it bears on its settlement. In cents by seat: vigorish, and
    the House Money payouts that a void took back (None where the round is not void).

    awards: of progressive meters, won by it.
    """

    player: Sequence[str]
    banker: Sequence[str]
    wagers: Sequence[e.WagerLine]
    presses: Sequence[tuple[int, str, int]]
    third_cards: Sequence[ThirdCard]
    settled: e.RoundSettled | None
    taken_back: Mapping[int, int] | None
    marked: Mapping[int, int]
    collected_at_once: Mapping[int, int]
    awards: Sequence[AwardWon] = ()


def differences(offering: Offering, facts: Facts) -> list[Difference]:
    """Where today's code comes to something else than the record; nothing where they agree."""
    # Most rounds have none of this to look at.
    found = [*_draws(offering, facts)] if facts.third_cards else []
    if facts.awards or _ROYAL_9 in map(_BET, facts.wagers):
        found += _awards(offering, facts)
    if facts.settled is None:
        return [*found, *_taken_back(offering, facts)]
    presses = [Press(seat, Bet(onto), cents) for seat, onto, cents in facts.presses]
    try:
        limit = _award_limit(facts)
        again = settle(offering, facts.player, facts.banker, _wagers(facts), presses, limit)
    except (PitError, ValueError) as error:
        return [*found, Difference("settlement", facts.settled.announce, str(error))]
    return [*found, *_result(facts.settled, again), *_vigorish(offering, facts, again)]


def _draws(offering: Offering, facts: Facts) -> Iterator[Difference]:
    """Each third card: was it due to that hand, and by the rule that was written down?"""
    hands = {"player": list(facts.player[:2]), "banker": list(facts.banker[:2])}
    for dealt in facts.third_cards:
        due = next_draw(hands["player"], hands["banker"])
        recorded = f"{dealt.hand} draws by {dealt.rule}"
        again = f"{due.hand} draws by {offering.sections.get(due.rule)}" if due else "no third card"
        if recorded != again:
            yield Difference(f"third card {dealt.card}", recorded, again)
        hands[dealt.hand].append(dealt.card)


def _awards(offering: Offering, facts: Facts) -> Iterator[Difference]:
    """Each seat's award of a meter: by which level of the four cards, and on which evidence? What a controller said
    cannot be known again.
    """
    hands = (facts.player[:2], facts.banker[:2])
    recorded = {
        award.seat: (
            *(award.level, award.meter, award.share_bps),
            *(0 if award.moves_meter else award.cents, award.player, award.banker),
        )
        for award in facts.awards
        if award.level != MUST_HIT
    }
    limit = _award_limit(facts)
    again = {
        seat: (
            *(str(reached), won.meter or PAYTABLE, won.share_bps or WHOLE_BPS),
            *(won.cents, *map(list, hands)),
        )
        for seat, reached, won in _levels(offering, facts, hands)
        if is_apart(won, limit)
    }
    yield from _by_seat("award", recorded, again)


def _award_limit(facts: Facts) -> int:
    """The least of the fixed awards that wait by themselves; 0 where none does."""
    return min((each.cents for each in facts.awards if not each.moves_meter), default=0)


def _levels(
    offering: Offering, facts: Facts, hands: tuple[Sequence[str], Sequence[str]]
) -> Iterator[tuple[int, Level, RoyalAward]]:
    """The level that each Royal 9 wager of the round reached, in a round that ended or was void."""
    paytable = offering.royal_9
    if paytable is None or not facts.player or (facts.settled is None and facts.taken_back is None):
        return
    for wager in facts.wagers:
        reached = level(paytable, wager.seat, *hands) if wager.bet == _ROYAL_9 else None
        if reached is not None:
            yield wager.seat, reached, paytable.awards[reached]


def _taken_back(offering: Offering, facts: Facts) -> Iterator[Difference]:
    """What a void took back: House Money is paid before any third card."""
    if facts.taken_back is None:
        return
    paid: dict[int, int] = {}
    if facts.player:
        lines, _ = settle_house_money(offering, facts.player, facts.banker, _wagers(facts))
        paid = {line.seat: line.winnings for line in lines if line.winnings}
    yield from _by_seat("House Money taken back", facts.taken_back, paid)


def _wagers(facts: Facts) -> list[Wager]:
    bets, tenders = BET_OF.get, TENDER_OF.get
    return [
        _wager(
            (
                w.seat,
                bets(w.bet) or Bet(w.bet),
                w.cents,
                tenders(w.tender) or Tender(w.tender),
                w.coupon,
            )
        )
        for w in facts.wagers
    ]


def reversal(
    settled: e.RoundSettled, reversed_round: e.RoundReversed, collected: Mapping[int, int]
) -> Iterator[Difference]:
    """Where a reversal takes back something else than was settled, or owes something else back than was collected.

    collected: vigorish of the round, in cents by seat.
    """
    lines = zip_longest(map(_UNCITED, reversed_round.lines), map(_UNCITED, settled.lines))
    for n, (mine, theirs) in enumerate(lines, 1):
        if mine != theirs:
            yield Difference(f"line {n} of the reversal", mine, theirs)
    owed_back = {line.seat: line.cents for line in reversed_round.owed_back}
    yield from _by_seat("vigorish owed back", owed_back, collected)


def _result(settled: e.RoundSettled, again: Settlement) -> Iterator[Difference]:
    if _ANNOUNCED(settled) != _ANNOUNCED(again):
        for what in ANNOUNCED:
            recorded, recomputed = getattr(settled, what), getattr(again, what)
            if recorded != recomputed:
                yield Difference(what, recorded, _plain(recomputed))
    # A bet, a tender and a result are the texts of their names, so lines are compared as the tuples they are.
    if tuple(map(_LINE, settled.lines)) == again.lines:
        return  # by far the most
    lines = [
        e.SettledLine(*(_plain(part) for part in line))  # type: ignore[arg-type]  # the fields are the same, one by one
        for line in again.lines
    ]
    for n, (mine, theirs) in enumerate(zip_longest(settled.lines, lines), 1):
        if mine != theirs:
            yield Difference(f"line {n}", _fields(mine), _fields(theirs))


ANNOUNCED: Final = ("outcome", "player_points", "banker_points", "announce")
_ANNOUNCED: Final = attrgetter(*ANNOUNCED)
_LINE: Final = attrgetter(*e.SettledLine.__struct_fields__)
_UNCITED: Final = attrgetter(*(x for x in e.SettledLine.__struct_fields__ if x != "rule"))


def _vigorish(offering: Offering, facts: Facts, again: Settlement) -> Iterator[Difference]:
    """The marks put down, or the vigorish taken at once, seat by seat."""
    owed: dict[int, int] = {}
    for line in again.lines:
        if line.vig:
            owed[line.seat] = owed.get(line.seat, 0) + line.vig
    plan = offering.vigorish
    deferred = plan is not None and plan.collect is Collection.DEFERRED
    for what, recorded, expected in (
        ("vigorish marked", facts.marked, owed if deferred else {}),
        ("vigorish collected at payout", facts.collected_at_once, {} if deferred else owed),
    ):
        yield from _by_seat(what, recorded, expected)


def _by_seat(
    what: str, recorded: Mapping[int, object], expected: Mapping[int, object]
) -> Iterator[Difference]:
    if recorded == expected:
        return
    for seat in sorted(recorded.keys() | expected.keys()):
        if recorded.get(seat) != expected.get(seat):
            yield Difference(f"{what}, seat {seat}", recorded.get(seat), expected.get(seat))


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value


def _fields(line: e.SettledLine | None) -> dict[str, object] | None:
    return None if line is None else msgspec.structs.asdict(line)

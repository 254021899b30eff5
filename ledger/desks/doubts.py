"""What may be so and may be a slip of the hand: who types it is asked whether it is meant (A4).

A feed is not asked, and neither is a program.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.limits import Place, beyond, name_of, place_of
from ledger.events.link import LinkInstalled
from ledger.events.pit import TableJoinedPit
from ledger.table.round_state import RoundInProgress
from ledger.table.state import stream
from ledger.transaction.unit import UnitOfWork
from ledger.values.alike import as_read
from ledger.values.errors import Doubtful
from ledger.values.money import dollars
from ledger.values.people import same_person

A_MOMENT: Final = 10_000_000
"""Microseconds: what is entered alike within them may be one thing entered twice."""


def verify_meant(
    unit: UnitOfWork, recorded: Sequence[Recorded], meant: Callable[[Doubtful], bool]
) -> None:
    """Ask of what was typed and came to these events, before they are saved. Raises Doubtful for what is not meant."""
    for doubt in (
        *_alike(unit, recorded),
        *_beyond(unit, recorded),
        *_twice(unit, recorded),
        *_played_twice(unit, recorded),
    ):
        if not meant(doubt):
            raise doubt


def _alike(unit: UnitOfWork, recorded: Sequence[Recorded]) -> Iterator[Doubtful]:
    """A new table, pit or link whose code looks like another's: MB-0l beside MB-01."""
    for each in recorded:
        if (what := _NEW.get(type(each.event))) and each.originator_version == 1:
            code = each.originator_id.partition(":")[2]
            for other in unit.loader.named(type(each.event)):
                if other != code and as_read(other) == as_read(code):
                    yield Doubtful(
                        "looks_like_another",
                        f"{code} looks like {other}, which is another {what}.",
                        f"Where a new {what} is meant, say --yes.",
                        **{what: code},
                        other=other,
                    )


_NEW: Final[Mapping[type[Event], str]] = {
    e.TableCommissioned: "table",
    TableJoinedPit: "pit",
    LinkInstalled: "link",
}
"""What an event is the first of."""


def _beyond(unit: UnitOfWork, recorded: Sequence[Recorded]) -> Iterator[Doubtful]:
    """Amounts that the property looks at twice, by its settings in force."""
    settings = unit.standing.settings
    lying: dict[str, _Lying] = {}
    for each in recorded:
        code = each.originator_id.removeprefix(stream(""))
        table = unit.standing.tables.now.get(code)
        before = unit.standing.tables.saved.get(code)
        laid = lying.setdefault(code, _Lying(before.round if before else None)).after(each.event)
        for found in beyond(each.event, settings, table.rules if table else "", laid):
            of, limit = name_of(found.setting), dollars(found.limit_cents)
            side = "below" if found.cents < found.limit_cents else "beyond"
            yield Doubtful(
                "beyond_limit",
                f"{found.what[:1].upper()}{found.what[1:]}: {dollars(found.cents)} is {side} the {of} of {limit}.",
                "Where it is meant, say --yes; pit property show tells the limits.",
                setting=found.setting,
                cents=found.cents,
                limit_cents=found.limit_cents,
            )


class _Lying:
    """What lies on each bet of a table's round, wager by wager."""

    def __init__(self, playing: RoundInProgress | None) -> None:
        self._round = playing.id if playing else ""
        self._cents: Counter[Place] = Counter()
        for wager in playing.wagers if playing else ():
            self._cents[place_of(wager)] += wager.cents

    def after(self, event: Event) -> dict[Place, int]:
        """What lies on the bets on which an event puts something, with that."""
        if not isinstance(event, e.WagersPlaced):
            return {}
        if event.round != self._round:
            self._round, self._cents = event.round, Counter()
        for wager in event.wagers:
            self._cents[place_of(wager)] += wager.cents
        return {place: self._cents[place] for place in map(place_of, event.wagers)}


def _twice(unit: UnitOfWork, recorded: Sequence[Recorded]) -> Iterator[Doubtful]:
    """A wager or buy-in like another of the same seat, by the same author, a moment before or after it or with it.

    A wager is asked about while the other one lies there in the same round: whoever withdrew it types it again. What
    was bought in for a wager in cash is not asked about besides.
    """
    events = [(each.originator_id.removeprefix(stream("")), each.event) for each in recorded]
    placed = [each for each in events if isinstance(each[1], e.WagersPlaced)]
    for code, entered in placed or events:
        match entered:
            case e.WagersPlaced():
                for wager in _lying_already(_around(unit, code, entered), entered):
                    yield _entered_twice(code, wager.seat, wager.cents, wager.bet)
            case e.BoughtIn() if any(
                isinstance(event, e.BoughtIn)
                and _by_same_hand(event, entered)
                and (event.seat, event.cents) == (entered.seat, entered.cents)
                for event in _around(unit, code, entered)
            ):
                yield _entered_twice(code, entered.seat, entered.cents)
            case _:
                pass


def _played_twice(unit: UnitOfWork, recorded: Sequence[Recorded]) -> Iterator[Doubtful]:
    """A whole round of the same cards and wagers as another, whoever entered that or which feed, a moment before or
    after it; or one without wagers, of the same cards as any other. No table deals two rounds in that time.

    What takes the place of a reversed round is like that one on purpose.
    """
    placed = {x.event.round for x in recorded if isinstance(x.event, e.WagersPlaced)}
    for each in recorded:
        settled = each.event
        if not isinstance(settled, e.RoundSettled):
            continue
        if settled.lines and settled.round not in placed:
            continue
        code = each.originator_id.removeprefix(stream(""))
        # It is reversed when somebody comes to it, however long after that.
        since = unit.standing.happened_since(code, settled.at - A_MOMENT)
        reversed_ = {event.round for event in since if isinstance(event, e.RoundReversed)}
        for other in _around(unit, code, settled):
            if (
                isinstance(other, e.RoundSettled)
                and other.round not in reversed_
                and _same_cards(other, settled)
                and settled.lines in ([], other.lines)
            ):
                yield Doubtful(
                    "entered_twice",
                    f"{other.round} has these {'wagers and cards' if settled.lines else 'cards'},"
                    " and was played within ten seconds of this.",
                    "Where the same was played again, say --yes.",
                    table=code,
                    round=other.round,
                )


def _same_cards(one: e.RoundSettled, other: e.RoundSettled) -> bool:
    return (one.player, one.banker) == (other.player, other.banker)


def _around(unit: UnitOfWork, code: str, entered: Event) -> list[Event]:
    """What else happened at a table at the same moment, said with it or apart."""
    return [
        event
        for event in unit.standing.happened_since(code, entered.at - A_MOMENT)
        if event.at <= entered.at + A_MOMENT and event is not entered
    ]


def _by_same_hand(one: Event, other: Event) -> bool:
    return not one.source and same_person(one.by, other.by)


def _lying_already(around: Sequence[Event], entered: e.WagersPlaced) -> Iterator[e.WagerLine]:
    """The wagers of an event that are there twice."""
    of_round = [event for event in around if getattr(event, "round", "") == entered.round]
    withdrawn = {(x.seat, x.bet) for x in of_round if isinstance(x, e.WagerWithdrawn)}
    lying = [
        wager
        for event in of_round
        if isinstance(event, e.WagersPlaced) and _by_same_hand(event, entered)
        for wager in event.wagers
    ]
    for wager, times in Counter(entered.wagers).items():
        if (times > 1 or wager in lying) and (wager.seat, wager.bet) not in withdrawn:
            yield wager


def _entered_twice(table: str, seat: int, cents: int, bet: str = "") -> Doubtful:
    what = f"{dollars(cents)} on {bet.replace('_', ' ').title()}" if bet else dollars(cents)
    return Doubtful(
        "entered_twice",
        f"Seat {seat}: {what} was entered already, within ten seconds of this.",
        "Where it is meant a second time, say --yes.",
        table=table,
        seat=seat,
        cents=cents,
        **({"bet": bet} if bet else {}),
    )

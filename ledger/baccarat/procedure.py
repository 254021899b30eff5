"""The dealer's steps after a round, in the order of the payment procedure (ma-midi 11(b), ma-big
12(b), div (j)(2)).
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, assert_never

from ledger.baccarat.lines import Line
from ledger.baccarat.offering import Offering, PaymentOrder, Result
from ledger.baccarat.vigorish import Collection
from ledger.baccarat.wagers import Bet, Press, Tender


class StepKind(StrEnum):
    COLLECT = "collect"
    PAY = "pay"
    PRESS = "press"
    MARK_VIG = "mark_vig"
    COLLECT_VIG = "collect_vig"
    PUSH = "push"


class Step(NamedTuple):
    """One thing the dealer does; a wager that pushes is left where it is.

    cents: the stake taken, the winnings paid, or the vigorish of the seat. Of House Money that is pressed whole, 0 are
    paid. A pressed amount goes onto `bet`. line: the wager it ends, or the House Money that is pressed; None for
    vigorish, which is of a seat.
    """

    kind: StepKind
    seat: int
    bet: Bet
    cents: int
    tender: Tender = Tender.CHIPS
    line: Line | None = None


def dealers_steps(
    offering: Offering, lines: Sequence[Line], presses: Sequence[Press]
) -> tuple[Step, ...]:
    """What the dealer does. lines: as settled, winners from the highest seat down."""
    house_money = [line for line in lines if line.bet is Bet.HOUSE_MONEY]
    others = [line for line in lines if line.bet is not Bet.HOUSE_MONEY]
    steps = [step for line in house_money for step in _house_money(line, presses)]
    steps += [_collect(line) for line in others if line.result is Result.LOSE]
    winners = [line for line in others if line.result is Result.WIN]
    seats = [list(group) for _, group in groupby(winners, key=lambda line: line.seat)]
    match offering.payment_order:
        case PaymentOrder.ALL_PAY_THEN_VIG:
            steps += [step for seat in seats for step in _pay(seat)]
            steps += [step for seat in seats for step in _take_vig(offering, seat)]
        case PaymentOrder.ALL_VIG_THEN_PAY:
            steps += [step for seat in seats for step in _take_vig(offering, seat)]
            steps += [step for seat in seats for step in _pay(seat)]
        case PaymentOrder.PAY_THEN_VIG:
            for seat in seats:
                steps += [*_pay(seat), *_take_vig(offering, seat)]
        case PaymentOrder.VIG_THEN_PAY:
            for seat in seats:
                steps += [*_take_vig(offering, seat), *_pay(seat)]
        case _:
            assert_never(offering.payment_order)
    # Vigorish on a tie is collected at the end of the round (div (c)(4)).
    pushes = [line for line in others if line.result is Result.PUSH]
    steps += [Step(StepKind.PUSH, x.seat, x.bet, x.cents, x.tender, x) for x in pushes]
    for line in pushes:
        steps += _take_vig(offering, [line])
    return tuple(steps)


def _house_money(line: Line, presses: Iterable[Press]) -> Iterable[Step]:
    if line.result is Result.LOSE:
        yield _collect(line)
        return
    own = [press for press in presses if press.seat == line.seat]
    paid = line.winnings - sum(press.cents or 0 for press in own)
    yield Step(StepKind.PAY, line.seat, line.bet, paid, line=line)
    for press in own:
        yield Step(StepKind.PRESS, line.seat, press.onto, press.cents or 0, line=line)


def _pay(seat: Iterable[Line]) -> Iterable[Step]:
    for line in seat:
        if line.winnings or line.bet is not Bet.ROYAL_9:
            yield Step(StepKind.PAY, line.seat, line.bet, line.winnings, line.tender, line)
        if line.tender is Tender.COUPON or line.bet is Bet.ROYAL_9:
            yield _collect(line)


def _collect(line: Line) -> Step:
    return Step(StepKind.COLLECT, line.seat, line.bet, line.cents, line.tender, line)


def _take_vig(offering: Offering, seat: Sequence[Line]) -> Iterable[Step]:
    owed = sum(line.vig for line in seat)
    if owed and offering.vigorish:
        deferred = offering.vigorish.collect is Collection.DEFERRED
        kind = StepKind.MARK_VIG if deferred else StepKind.COLLECT_VIG
        yield Step(kind, seat[0].seat, Bet.BANKER, owed)

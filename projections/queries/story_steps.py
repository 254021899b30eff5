"""What the dealer announces, decides and does in a round, in order, each by its section (W8, U1).

One wording for a round that is recorded and for hands that are settled apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, assert_never

from ledger.baccarat.decisions import decisions
from ledger.baccarat.hands import points
from ledger.baccarat.lines import Line
from ledger.baccarat.offering import Offering, Result
from ledger.baccarat.procedure import Step, StepKind, dealers_steps
from ledger.baccarat.settlement import Settlement
from ledger.baccarat.wagers import Bet, Press, Tender
from ledger.values.money import dollars
from projections.queries.words import settled, words

ANNOUNCED: Final = "announced"


class StoryStep(NamedTuple):
    """One step as it is said. rule: its section. seat, bet, cents, tender: of what the dealer does with a wager."""

    kind: str
    said: str
    rule: str
    seat: int | None = None
    bet: str | None = None
    cents: int | None = None
    tender: str | None = None


class StorySteps(NamedTuple):
    """A table's offering, whose rounds are told."""

    offering: Offering

    def counts(self, player: Sequence[str], banker: Sequence[str]) -> StoryStep:
        """The point counts of the first two cards, before any third (ma-midi 9(a))."""
        said = f"Player {points(player[:2])}, Banker {points(banker[:2])}"
        return self._announced(said, "round.count")

    def decided(
        self, player: Sequence[str], banker: Sequence[str], told: int = 0
    ) -> list[StoryStep]:
        """What the cards so far decide (ma-midi 10). told: of how many of these it was told before."""
        return [
            StoryStep(each.call, each.said, self.offering.sections[each.rule])
            for each in decisions(player, banker)[told:]
        ]

    def whole(
        self, player: Sequence[str], banker: Sequence[str], done: Settlement
    ) -> list[StoryStep]:
        """A settled round from the first point counts on."""
        return [
            self.counts(player, banker),
            *self.house_money(done.lines, done.presses),
            *self.decided(player, banker),
            self.result(done.announce),
            *self.paid(done.lines, done.presses),
        ]

    def house_money(self, lines: Iterable[Line], presses: Sequence[Press]) -> list[StoryStep]:
        """House Money, settled before any third card: taken, or pressed and in which portion (ma-midi 8(c)(3))."""
        return self._done([line for line in lines if line.bet is Bet.HOUSE_MONEY], presses)

    def result(self, announce: str) -> StoryStep:
        """What is announced of the finished round (ma-midi 11(a))."""
        return self._announced(announce, "round.announce")

    def last_hand(self) -> StoryStep:
        """What is announced once the hand is complete in which the cut card came (ma-midi 9(d))."""
        return self._announced("last hand", "round.last_hand")

    def paid(self, lines: Sequence[Line], presses: Sequence[Press]) -> list[StoryStep]:
        """What the dealer collects, pays and marks, in the order of the submission (ma-midi 11(b)); House Money
        is settled long before.
        """
        return self._done([line for line in lines if line.bet is not Bet.HOUSE_MONEY], presses)

    def _done(self, lines: Sequence[Line], presses: Sequence[Press]) -> list[StoryStep]:
        onto: dict[tuple[int, Bet], int] = {}
        for press in presses:
            at = press.seat, press.onto
            onto[at] = onto.get(at, 0) + (press.cents or 0)
        return [self._step(step, onto) for step in dealers_steps(self.offering, lines, presses)]

    def _announced(self, said: str, key: str) -> StoryStep:
        return StoryStep(ANNOUNCED, f'Announced: "{said}"', self.offering.sections[key])

    def _step(self, step: Step, onto: Mapping[tuple[int, Bet], int]) -> StoryStep:
        said, rule = self._said(step, onto)
        return StoryStep(step.kind, said, rule, step.seat, step.bet, step.cents, step.tender)

    def _said(self, step: Step, onto: Mapping[tuple[int, Bet], int]) -> tuple[str, str]:
        """The sentence of a step, and its section."""
        seat, line = f"seat {step.seat}, {dollars(step.cents)}", step.line
        if line is None:
            deferred = step.kind is StepKind.MARK_VIG
            key = "deferred" if deferred else "at_payout"
            taken = "marked" if deferred else "collected"
            return f"Vigorish {taken}: {seat}", self.offering.sections[f"vigorish.{key}"]
        match step.kind:
            case StepKind.PRESS:
                of = f"of {dollars(line.winnings)} House Money onto {words(step.bet)}"
                said = f"Seat {step.seat} presses {dollars(step.cents)} {of}"
                return said, self.offering.sections.get("house_money.press", "")
            case StepKind.COLLECT if line.result is Result.WIN and line.winnings:
                what = "coupon" if line.tender is Tender.COUPON else f"{words(line.bet)} wager"
                said = f"Collected from seat {step.seat}: its {what} of {dollars(step.cents)}"
                return said, self.offering.sections["round.settle"]
            case StepKind.COLLECT:
                return f"{_ended(line, onto)}, collected", line.rule
            case StepKind.PAY | StepKind.PUSH:
                pressed = line.winnings - step.cents if step.kind is StepKind.PAY else 0
                of = f", of which {dollars(pressed)} pressed" if pressed else ""
                return f"{_ended(line, onto)}{of}{self._odds(line)}", line.rule
            case StepKind.MARK_VIG | StepKind.COLLECT_VIG:
                raise ValueError("vigorish is of no line")
            case _:
                assert_never(step.kind)

    def _odds(self, line: Line) -> str:
        """The odds of the submission that a winning wager was paid at; none of what is an amount, as in Royal 9."""
        offered = self.offering.pays.get(line.bet, {}).values()
        paid = (x for x in offered if line.winnings == line.cents * x.pays // x.per)
        odds = next(paid, None) if line.result is Result.WIN else None
        return f", at {odds.pays} to {odds.per}" if odds else ""


def _ended(line: Line, onto: Mapping[tuple[int, Bet], int]) -> str:
    """How a wager ended, as a person says it, and what of it was pressed."""
    said = settled(line).removesuffix(f" [{line.rule}]")
    pressed = onto.get((line.seat, line.bet), 0) if line.tender is not Tender.COUPON else 0
    stake = dollars(line.cents)
    if pressed:
        said = said.replace(stake, f"{stake}, of which {dollars(pressed)} pressed,", 1)
    return f"{said[:1].upper()}{said[1:]}"

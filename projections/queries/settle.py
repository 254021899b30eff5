"""Hands settled as a stream: a line of JSON in, a line of JSON out, no store."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import msgspec

from ledger.baccarat.betting import named
from ledger.baccarat.hands import Outcome, read
from ledger.baccarat.house_money import press_next
from ledger.baccarat.offering import Result
from ledger.baccarat.settlement import settle
from ledger.baccarat.wagers import Bet, Press, Tender, Wager
from ledger.rules.stakes import require_taken
from ledger.values.cards import INDEX, parse_card
from ledger.values.errors import PitError, Refused

if TYPE_CHECKING:
    from ledger.rules.submission import Submission
    from projections.queries.story_steps import StorySteps

CHUNK = 1 << 16
LONGEST_LINE = 1 << 16
"""Bytes of a line; of one that is longer no more than that is kept."""

# What is spelled as it is stored, and almost all of it is, need not be read as a person's typing.
BETS = {str(bet): bet for bet in Bet}
TENDERS = {str(tender): tender for tender in Tender}


class Incoming(Protocol):
    """A stream that gives what has come, without waiting for more."""

    def read1(self, size: int, /) -> bytes: ...


class WagerIn(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A wager. cents: at risk, or a coupon's face."""

    seat: int
    bet: str
    cents: int
    tender: str = "chips"
    coupon: str = ""


class PressIn(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """House Money winnings put onto a standing wager; without cents, all that may be."""

    seat: int
    onto: str
    cents: int | None = None


class HandIn(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A finished hand. outcome: checked against the cards when given. id, round, hand: whatever the
    caller names the line by; not looked at.
    """

    player: list[str]
    banker: list[str]
    wagers: list[WagerIn] = []
    presses: list[PressIn] | None = None
    outcome: str = ""
    id: Any = None
    round: Any = None
    hand: Any = None


class LineOut(msgspec.Struct, gc=False):
    """How one wager ended: the fields of the game's own line, in its order."""

    seat: int
    bet: Bet
    cents: int
    tender: Tender
    result: Result
    returned: int
    vig: int
    rule: str


class StepOut(msgspec.Struct, gc=False):
    """One thing that the dealer announces, decides or does, and by which section; null where it is of no wager."""

    kind: str
    said: str
    rule: str
    seat: int | None
    bet: str | None
    cents: int | None
    tender: str | None


class HandOut(msgspec.Struct, gc=False):
    """A settled hand. steps: in the dealer's order, from the first point counts on, where they were asked for."""

    outcome: Outcome
    player_points: int
    banker_points: int
    announce: str
    lines: list[LineOut]
    steps: list[StepOut] | msgspec.UnsetType = msgspec.UNSET


class Settler:
    """Settles lines under one submission. read, refused: how many so far. steps: tells the dealer's steps; its words
    know of events, which who only settles does not load.
    """

    def __init__(self, rules: "Submission", steps: "StorySteps | None" = None) -> None:
        self._steps = steps
        self.read = 0
        self.refused = 0
        self._rules = rules
        self._offering = rules.offering
        self._bounds_stakes = bool(rules.minimum_cents or rules.unit_cents)
        self._pressed_once = rules.text.procedure.house_money_once
        self._decode = msgspec.json.Decoder(HandIn).decode
        self._encode = msgspec.json.Encoder().encode

    def run(self, source: Incoming, out: BinaryIO) -> None:
        """Answer every line as soon as it is there; blank lines are passed over."""
        for lines in whole_lines(source):
            for line in lines:
                if line.strip():
                    out.write(self.answer(line))
            out.flush()

    def answer(self, line: bytes) -> bytes:
        """The line that answers a line, with its line end."""
        self.read += 1
        try:
            if len(line) > LONGEST_LINE:
                raise Refused("line_too_long", "The line is too long.", "Send one hand a line.")
            return self._encode(self._settle(self._decode(line))) + b"\n"
        except PitError as error:
            code, message = error.refusal.code, error.refusal.message
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            code, message = "line_unreadable", f"{error}."
        except RecursionError:
            code, message = "line_unreadable", "It is nested too deep."
        self.refused += 1
        return self._encode({"error": {"code": code, "message": message}}) + b"\n"

    def _settle(self, hand: HandIn) -> HandOut:
        player = [_card(card, "player") for card in hand.player]
        banker = [_card(card, "banker") for card in hand.banker]
        wagers = [
            Wager(
                wager.seat,
                BETS.get(wager.bet) or named(Bet, wager.bet, "bet"),
                wager.cents,
                TENDERS.get(wager.tender) or named(Tender, wager.tender, "tender"),
                wager.coupon,
            )
            for wager in hand.wagers
        ]
        presses = self._presses(hand.presses, (player, banker), wagers) if hand.presses else ()
        done = settle(self._offering, player, banker, wagers, presses)
        if self._bounds_stakes or any(wager.coupon for wager in wagers):
            require_taken(self._rules, wagers, wagers)
        if hand.outcome:
            _check(named(Outcome, hand.outcome, "outcome"), done.outcome)
        return HandOut(
            done.outcome,
            done.player_points,
            done.banker_points,
            done.announce,
            [LineOut(*line) for line in done.lines],
            [StepOut(*step) for step in self._steps.whole(player, banker, done)]
            if self._steps
            else msgspec.UNSET,
        )

    def _presses(
        self, wished: list[PressIn], hands: tuple[list[str], list[str]], wagers: list[Wager]
    ) -> list[Press]:
        """The presses as a table would have taken them, one after the other."""
        read(*hands, self._offering.sections)
        done: list[Press] = []
        for each in wished:
            wish = Press(each.seat, named(Bet, each.onto, "onto"), each.cents)
            once = self._pressed_once
            done.append(press_next(self._offering, hands, wagers, done, wish, once=once))
        return done


def _card(text: str, field: str) -> str:
    return text if text in INDEX else parse_card(text, field)


def _check(claimed: Outcome, outcome: Outcome) -> None:
    if claimed != outcome:
        raise Refused(
            "outcome_differs",
            f"The cards make it {outcome}, not {claimed}.",
            "Check the cards.",
            cards=str(outcome),
            claimed=str(claimed),
        )


def whole_lines(source: Incoming) -> Iterator[list[bytes]]:
    """The lines of a stream, as many at a time as have come."""
    rest = b""
    while chunk := source.read1(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: LONGEST_LINE + 1]
        yield lines
    yield [rest]

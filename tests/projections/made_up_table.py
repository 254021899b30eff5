"""A table of which a day of play is made up, with its books kept apart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ledger.baccarat.hands import next_draw, points
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.day import OriginalFound
from ledger.values.cards import RANKS, SUITS

SECOND = 1_000_000

HOUR = 3_600 * SECOND

FIRST_DAY_AT = 1_783_764_000 * SECOND  # 2026-07-11 06:00 in New York

DAYS = [f"2026-07-{11 + n}" for n in range(12)]

DECK = [rank + suit for rank in RANKS for suit in SUITS]

RULES: dict[str, Any] = {"rules": "ma-midi", "version": 1, "sha256": "ab" * 32}

SIGNED: dict[str, Any] = {"dealer": "d-1", "supervisor": "s-1"}


@dataclass(slots=True)
class Books:
    """What a table's gaming day really came to, in cents; None where nobody counted.

    short: chips missing from the counted closer. unbooked: cash in the counted drop that no buy-in
    explains. forms: vigorish documented; uncollected: recorded as such. dropped, lost_forms: originals
    in the drop box, and the cents of those that never reached it. owed: vigorish that seats owe at the end of the day.
    lost: what the players lost to the house at cards.
    """

    rounds: int = 0
    voids: int = 0
    opener: int | None = None
    closer: int | None = None
    fills: int = 0
    credits: int = 0
    cash: int = 0
    forms: int = 0
    uncollected: int = 0
    dropped: list[OriginalFound] = field(default_factory=list)
    drop: int | None = None
    hands: bool = False
    lost: int = 0
    vig_assessed: int = 0
    vig_collected: int = 0
    lost_forms: int = 0
    owed: dict[int, int] = field(default_factory=dict)
    short: int = 0
    unbooked: int = 0


class Writer:
    """Writes the events of one stream, its clock running."""

    def __init__(self, stream: str, at: int) -> None:
        self.stream = stream
        self.at = at
        self.version = 0
        self.day = ""

    def write(self, kind: type[Event], /, *, day: str = "", **facts: Any) -> tuple[int, Recorded]:
        """The next event, and when it was recorded."""
        self.version += 1
        # Now and then somebody types late.
        recorded_at = self.at + (SECOND if self.version % 17 else HOUR)
        event = kind(by="c-1", at=self.at, recorded_at=recorded_at, day=day or self.day, **facts)
        return self.at, Recorded(self.stream, self.version, event)


Written = Iterator[tuple[int, Recorded]]


class MadeUpTable:
    """A table with real chips in its tray and real cash in its box."""

    def __init__(self, rnd: Random, code: str, *, at_payout: bool, on_tray_alone: bool) -> None:
        self.rnd = rnd
        self.code = code
        self.at_payout = at_payout
        self.on_tray_alone = on_tray_alone
        self.out = Writer(f"table:{code}", FIRST_DAY_AT)
        self.open = False
        self.tray = 1_000_000
        self.racks: dict[int, int] = {}
        self.marks: dict[int, list[e.SeatCents]] = {}
        self.slips = 0
        self.forms = 0
        self.books: dict[tuple[str, str], Books] = {}
        self.n = 0
        # What happens to the cards is drawn apart, so that it changes nothing in the books.
        self.cards = Random(code)
        # And so is who leaves without paying.
        self.walks = Random(f"{code} walks")

    def play(self, days: Sequence[str], rounds: int) -> Written:
        """All its days, in order."""
        yield self.out.write(e.TableCommissioned, day=days[0], table=self.code, pit="P1")
        yield self.out.write(e.RulesAdopted, day=days[0], document="{}", **RULES)
        for n, day in enumerate(days):
            self.out.at = FIRST_DAY_AT + n * 24 * HOUR + self.rnd.randrange(HOUR)
            self.out.day = day
            self.n = 0
            yield from self._day(self.books.setdefault((day, self.code), Books()), rounds)

    def _day(self, books: Books, rounds: int) -> Written:
        if not self.open:
            books.opener = self.tray
        for sitting in range(self.rnd.choice((1, 1, 2))):
            if not self.open:
                yield self._open(books)
            yield from self._sitting(books, rounds)
            if sitting == 0 or self.rnd.random() < 0.8:
                yield self._close(books)
        books.owed = {seat: sum(m.cents for m in marks) for seat, marks in self.marks.items()}

    def _open(self, books: Books) -> tuple[int, Recorded]:
        self.open, books.closer = True, None
        counted: dict[str, Any] = {"opener": {1: self.tray}, "opener_cents": self.tray}
        hands = not self.on_tray_alone
        return self.out.write(e.TableOpened, pit="P1", hands=hands, **counted, **SIGNED)

    def _close(self, books: Books) -> tuple[int, Recorded]:
        self.open = False
        books.short = self.rnd.choice((0, 0, 1, -2_500))
        books.closer = self.tray - books.short
        counted: dict[str, Any] = {"closer": {1: books.closer}, "closer_cents": books.closer}
        return self.out.write(e.TableClosed, **counted, **SIGNED)

    def _sitting(self, books: Books, rounds: int) -> Written:
        if self.on_tray_alone:
            self._unseen_play()
            yield from self._slip(books)
            return
        yield from self._collect_all(books)
        books.hands = True
        yield from self._new_shoe()
        for _ in range(self.rnd.randrange(rounds + 1)):
            yield from self._on_the_shoe()
            self.out.at += self.rnd.randrange(30, 90) * SECOND
            if self.rnd.random() < 0.1:
                yield from self._slip(books)
            if self.marks and self.rnd.random() < 0.2:
                yield from self._collect(books, self.rnd.choice(sorted(self.marks)), part=True)
            yield from self._round(books)
        if self.rnd.random() < 0.5:
            yield from self._collect_all(books)
        yield from self._end_of_shoe()

    def _new_shoe(self) -> Written:
        """Decks received, shuffled and cut, the shoe burned; sometimes cut and burned again."""
        decks: dict[str, Any] = {"batch": "A", "colour": "red", "decks": 8}
        yield self.out.write(shoe_events.DecksReceived, **decks, **SIGNED)
        cut: dict[str, Any] = {"cut_seat": self.cards.randrange(10), "declined": [9]}
        yield self.out.write(
            shoe_events.CardsShuffled,
            batch="A",
            method="hand",
            procedure="lace",
            washed=True,
            cut_depth=120,
            **cut,
        )
        yield self.out.write(
            shoe_events.ShoeStarted, shoe="1", decks=8, burn="Ts", burned=11, left=405
        )
        if self.cards.random() < 0.3:
            order: dict[str, Any] = {"ordered_by": "s-1", "reason": "too thin", "cut_depth": 90}
            burn: dict[str, Any] = {"burn": "2c", "burned": 3, "left": 413}
            yield self.out.write(shoe_events.ShoeRecut, shoe="1", **cut, **order, **burn)
        if self.cards.random() < 0.3:
            dealer: dict[str, Any] = {"seat": 2, "previous": -1, "reason": "offered"}
            yield self.out.write(
                shoe_events.CuratorChosen, shoe="1", declined=[1], rule="7(b)", **dealer
            )

    def _on_the_shoe(self) -> Written:
        """Between two rounds: a card drawn in error, a face-up one and its simulated round, the cut card."""
        found = self.cards.random()
        card: dict[str, Any] = {"shoe": "1", "round": "", "card": "7d", "burned": 0, "left": 300}
        if found < 0.1:
            remedy: dict[str, Any] = {
                "kind": "drawn_in_error",
                "disclosed": False,
                "remedy": "next_hand",
            }
            yield self.out.write(e.IrregularCard, rule="13(a)", **remedy, **card)
        elif found < 0.2:
            remedy = {"kind": "face_up", "disclosed": True, "remedy": "simulated_round"}
            yield self.out.write(e.IrregularCard, rule="13(d)", **remedy, **card)
            hands: dict[str, Any] = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
            yield self.out.write(e.RoundSimulated, shoe="1", rule="13(d)", left=297, **hands)
        elif found < 0.25:
            yield self.out.write(shoe_events.CutCardSeen, shoe="1", rounds_left=2)

    def _end_of_shoe(self) -> Written:
        if self.cards.random() < 0.5:
            yield self.out.write(shoe_events.CardsSpread, shoe="1", face="down")
        else:
            yield self.out.write(shoe_events.ShoeEnded, shoe="1", reason="completed")

    def _unseen_play(self) -> None:
        self.tray -= self.rnd.randrange(-50_000, 50_000)

    def _slip(self, books: Books) -> Written:
        self.slips += 1
        cents = self.rnd.randrange(1, 50) * 10_000
        slip: dict[str, Any] = {
            "slip": f"{self.code}-{self.slips}",
            "chips": {10_000: cents // 10_000},
            "cents": cents,
        }
        if self.rnd.random() < 0.5 and self.tray > cents:
            self.tray -= cents
            books.credits += cents
            yield self.out.write(e.ChipsCredited, **slip, **SIGNED)
        else:
            self.tray += cents
            books.fills += cents
            yield self.out.write(e.ChipsFilled, **slip, **SIGNED)

    def _buy_in(self, books: Books, seat: int, cents: int) -> Written:
        self.tray -= cents
        books.cash += cents
        self.racks[seat] = self.racks.get(seat, 0) + cents
        yield self.out.write(e.BoughtIn, seat=seat, cents=cents)

    def _round(self, books: Books) -> Written:
        self.n += 1
        round_id = f"{self.code}:{self.out.day}:{self.n}"
        wagers: list[e.WagerLine] = []
        for seat in sorted(self.rnd.sample(range(1, 10), self.rnd.randrange(1, 4))):
            cents = self.rnd.randrange(1, 40) * 500
            if self.racks.get(seat, 0) < cents:
                yield from self._buy_in(books, seat, 20_000)
            self.racks[seat] -= cents
            wagers.append(e.WagerLine(seat, self.rnd.choice(("banker", "player", "tie")), cents))
            if wagers[-1].bet != "tie" and self.rnd.random() < 0.1:
                wagers.append(
                    e.WagerLine(seat, wagers[-1].bet, cents, "coupon", f"{round_id}/{seat}")
                )
        yield self.out.write(e.WagersPlaced, round=round_id, wagers=wagers)
        adopted: dict[str, Any] = {
            f"rules_{key}": value for key, value in RULES.items() if key != "rules"
        }
        yield self.out.write(e.NoMoreBets, round=round_id, shoe="1", rules="ma-midi", **adopted)
        if self.rnd.random() < 0.04:
            yield self._void(books, round_id, wagers)
            return
        yield from self._deal(books, round_id, wagers)

    def _void(self, books: Books, round_id: str, wagers: list[e.WagerLine]) -> tuple[int, Recorded]:
        for wager in wagers:
            if wager.tender == "chips":
                self.racks[wager.seat] += wager.cents
        books.voids += 1
        return self.out.write(e.RoundVoided, round=round_id, reason="misdeal", returned=wagers)

    def _deal(self, books: Books, round_id: str, wagers: Iterable[e.WagerLine]) -> Written:
        player, banker = self.rnd.choices(DECK, k=2), self.rnd.choices(DECK, k=2)
        yield self.out.write(
            e.CardsDealt, round=round_id, player=list(player), banker=list(banker), left=300
        )
        while draw := next_draw(player, banker):
            card = self.rnd.choice(DECK)
            (player if draw.hand == "player" else banker).append(card)
            yield self.out.write(
                e.ThirdCardDealt,
                round=round_id,
                hand=str(draw.hand),
                card=card,
                rule="10",
                left=300,
            )
        yield from self._settle(books, round_id, wagers, player, banker)

    def _settle(
        self,
        books: Books,
        round_id: str,
        wagers: Iterable[e.WagerLine],
        player: list[str],
        banker: list[str],
    ) -> Written:
        scores = points(player), points(banker)
        outcome = (
            "tie" if scores[0] == scores[1] else "player" if scores[0] > scores[1] else "banker"
        )
        lines = [self._pay(books, wager, outcome) for wager in wagers]
        books.rounds += 1
        yield self.out.write(
            e.RoundSettled,
            round=round_id,
            outcome=outcome,
            player=list(player),
            banker=list(banker),
            player_points=scores[0],
            banker_points=scores[1],
            announce=f"player {scores[0]}, banker {scores[1]}, {outcome} wins",
            lines=lines,
        )
        owed: dict[int, int] = {}
        for line in lines:
            if line.vig:
                owed[line.seat] = owed.get(line.seat, 0) + line.vig
        if not owed:
            return
        marks = [e.SeatCents(seat, cents, round_id) for seat, cents in owed.items()]
        if not self.at_payout:
            for mark in marks:
                self.marks.setdefault(mark.seat, []).append(mark)
            yield self.out.write(e.VigorishMarked, round=round_id, marks=marks)
            return
        for mark in marks:
            self._take_vigorish(books, mark)
        yield self.out.write(e.VigorishCollected, lines=marks)

    def _pay(self, books: Books, wager: e.WagerLine, outcome: str) -> e.SettledLine:
        """Chips change hands; the line says what the player was handed."""
        coupon = wager.tender == "coupon"
        handed = vig = 0
        result = "lose"
        if wager.bet == outcome:
            result = "win"
            won = wager.cents * (8 if outcome == "tie" else 1)
            handed = won if coupon else won + wager.cents
            vig = -(-won * 5 // 100 // 25) * 25 if outcome == "banker" else 0
            self.tray -= won
            books.lost -= won
        elif outcome == "tie":
            result = "push"
            handed = 0 if coupon else wager.cents
        elif not coupon:
            self.tray += wager.cents
            books.lost += wager.cents
        self.racks[wager.seat] += handed
        books.vig_assessed += vig
        return e.SettledLine(
            wager.seat, wager.bet, wager.cents, wager.tender, result, handed, vig, "12"
        )

    def _take_vigorish(self, books: Books, line: e.SeatCents) -> None:
        self.tray += line.cents
        self.racks[line.seat] = self.racks.get(line.seat, 0) - line.cents
        books.vig_collected += line.cents

    def _collect(self, books: Books, seat: int, *, part: bool) -> Written:
        owed = sum(mark.cents for mark in self.marks[seat])
        paying = self.rnd.randrange(1, owed + 1) if part else owed
        lines, left = [], []
        for mark in self.marks.pop(seat):
            paid = min(paying, mark.cents)
            paying -= paid
            if paid:
                lines.append(e.SeatCents(seat, paid, mark.round))
            if paid < mark.cents:
                left.append(e.SeatCents(seat, mark.cents - paid, mark.round))
        if left:
            self.marks[seat] = left
        if self.rnd.random() < 0.3:
            if self.rnd.random() < 0.2:
                yield from self._document_in_vain(lines)
            yield self._document(books, lines)
            return
        if self.walks.random() < 0.2:
            books.uncollected += sum(line.cents for line in lines)
            walked: dict[str, Any] = {"reason": "left without paying", "supervisor": "s-1"}
            yield self.out.write(e.VigorishUncollected, lines=lines, **walked)
            return
        for line in lines:
            self._take_vigorish(books, line)
        yield self.out.write(e.VigorishCollected, lines=lines)

    def _document(self, books: Books, lines: list[e.SeatCents]) -> tuple[int, Recorded]:
        """No chips move: a form goes into the drop box, or is lost on the way."""
        self.forms += 1
        serial, cents = f"{self.code}-{self.forms}", sum(line.cents for line in lines)
        books.forms += cents
        if self.rnd.random() < 0.1:
            books.lost_forms += cents
        else:
            books.dropped.append(OriginalFound(serial, cents))
        return self.out.write(e.VigorishDocumented, serial=serial, lines=lines)

    def _document_in_vain(self, lines: list[e.SeatCents]) -> Written:
        """A form that is void as soon as it is issued; the next is right."""
        self.forms += 1
        serial = f"{self.code}-{self.forms}"
        yield self.out.write(e.VigorishDocumented, serial=serial, lines=lines)
        back = [e.MarkBack(line.seat, line.cents, line.round, self.out.at) for line in lines]
        yield self.out.write(e.VigorishRestored, serial=serial, lines=back)

    def _collect_all(self, books: Books) -> Written:
        for seat in sorted(self.marks):
            yield from self._collect(books, seat, part=False)

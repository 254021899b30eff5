"""A made-up gaming day: tables dealt by a seeded dealer from shuffled shoes, told as feed records.

It knows nothing of the ledger. It moves chips between tray, players and slips and keeps its own
books of them, so that the two can be compared.
"""

import heapq
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter
from random import Random
from typing import Any

from cli.demo import dealer_rules
from cli.demo.dealer_plan import Books, Plan

__all__ = ["Books", "Day", "Plan"]

Record = dict[str, Any]

CHIPS = (100_000, 50_000, 10_000, 2_500, 500, 100, 25, 5, 1)
UNITS = (2_500, 2_500, 5_000, 5_000, 10_000, 20_000)
SIDE_UNITS = (500, 1_000, 2_500)
SIDE_BETS = ("tie", "dragon_bonus_player", "dragon_bonus_banker", "house_money")
DEALERS = ("D-ALVES", "D-BRANDT", "D-CHEN")
PATRONS = ("", "", "A. Okafor", "L. Moreau", "R. Singh", "T. Novak", "W. Adair")
SUPERVISOR = "S-QUINN"


class Day:
    """A day's records, merged in time order and numbered; and each table's books, complete once all
    records are taken.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._tables = [_Table(plan, code, n) for n, code in enumerate(plan.tables)]
        self.books = {table.code: table.books for table in self._tables}

    def records(self) -> Iterator[Record]:
        """The records in the order in which they happened. Take them once."""
        numbers: dict[str, int] = {}
        streams = [table.deal() for table in self._tables]
        for moment, record in heapq.merge(*streams, key=itemgetter(0)):
            source = self.plan.source or f"reader-{record['table']}"
            numbers[source] = numbers.get(source, 0) + 1
            yield {
                "v": 1,
                "source": source,
                "seq": numbers[source],
                "at": moment.isoformat(),
                **record,
            }

    def lines(self) -> Iterator[bytes]:
        """The records as a feed's lines."""
        for record in self.records():
            yield json.dumps(record, ensure_ascii=False).encode() + b"\n"


@dataclass(slots=True)
class _Wager:
    seat: int
    bet: str
    cents: int
    tender: str = "chips"
    coupon: str = ""

    def record(self) -> Record:
        record: Record = {"seat": self.seat, "bet": self.bet, "cents": self.cents}
        if self.tender != "chips":
            record["tender"] = self.tender
        if self.coupon:
            record["coupon"] = self.coupon
        return record


Timed = tuple[datetime, Record]


class _Table:
    """One table's day. tray, purse: chips in cents, moved as the dealer moves them."""

    def __init__(self, plan: Plan, code: str, nth: int) -> None:
        self.plan, self.code = plan, code
        self.rng = Random(f"{plan.seed}/{code}")  # noqa: S311  the same seed, the same day
        self.now = plan.start + timedelta(seconds=47 * nth)
        self.books = Books()
        self.tray = 0
        self.purse: dict[int, int] = {}
        self.cards: list[str] = []
        self.cut_at = 0
        self.slips = self.coupons = self.shoes = 0

    def deal(self) -> Iterator[Timed]:
        """The whole day, from the opener to the closer."""
        yield self._open()
        left = self.plan.rounds
        while left > 0:
            yield from self._collect_all(1.0)
            yield self._shuffle()
            last_hands = 2
            while left > 0 and last_hands > 0:
                yield from self._between_rounds()
                seen = last_hands < 2
                if self.rng.random() < self.plan.voids and not seen:
                    yield from self._void_round()
                else:
                    yield from self._round(seen=seen)
                    last_hands -= len(self.cards) < self.cut_at
                left -= 1
        yield from self._collect_all(1 - self.plan.vig_left)
        yield from self._walk_away()
        yield self._close()

    # -- records

    def _record(self, kind: str, **facts: Any) -> Timed:
        seconds = 40 if kind == "round" else 3
        self.now += timedelta(milliseconds=self.rng.randint(500, 1_500) * seconds)
        by = DEALERS[(self.now.hour + len(self.code)) % len(DEALERS)]
        return self.now, {"by": by, "table": self.code, "type": kind, **facts}

    def _signed(self, kind: str, **facts: Any) -> Timed:
        at, record = self._record(kind, **facts)
        return at, {**record, "dealer": record["by"], "supervisor": SUPERVISOR}

    def _open(self) -> Timed:
        opener = {100_000: 100, 50_000: 100, 10_000: 300, 2_500: 600, 500: 400, 100: 300, 25: 200}
        self.tray = self.books.opener = _cents(opener)
        return self._signed(
            "open",
            rules=self.plan.rules,
            pit="P1",
            opener=_inventory(opener),
            options=self.plan.options(),
            **self.plan.notice(),
        )

    def _close(self) -> Timed:
        self.books.closer = self.tray - self.plan.short.get(self.code, 0)
        return self._signed("close", closer=_inventory(_stack(self.books.closer)))

    def _shuffle(self) -> Timed:
        self.cards = dealer_rules.deck() * self.plan.decks
        self.rng.shuffle(self.cards)
        self.cut_at = self.rng.randint(16, 52)
        self.shoes += 1
        burn = self._draw()
        for _ in range(dealer_rules.burned_with(burn)):
            self._draw()
        cutter = max(self.purse, default=0)
        return self._record(
            "shoe",
            shoe=self.shoes,
            decks=self.plan.decks,
            burn=burn,
            cut_by=f"seat {cutter}" if cutter else "dealer",
            cut_card_at=self.cut_at,
        )

    def _draw(self) -> str:
        return self.cards.pop()

    # -- between rounds: players, chips and marks

    def _between_rounds(self) -> Iterator[Timed]:
        roll = self.rng.random()
        if len(self.purse) < self.plan.players:
            yield from self._arrive()
        elif roll < 0.02:
            yield from self._leave(self.rng.choice(sorted(self.purse)))
        elif roll < 0.08 and self.books.owed:
            seat = self.rng.choice(sorted(self.books.owed))
            yield from self._collect(seat, partly=self.rng.random() < 0.5)
        if self.tray < 6_000_000:
            yield self._slip("fill", {10_000: 200, 2_500: 200})
        elif self.tray > 30_000_000:
            yield self._slip("credit", {100_000: 40})
        for seat in sorted(seat for seat, chips in self.purse.items() if chips < 20_000):
            if self.rng.random() < 0.8:
                yield self._buy_in(seat)
            elif len(self.purse) > 1:
                yield from self._leave(seat)

    def _arrive(self) -> Iterator[Timed]:
        free = [seat for seat in range(1, self.plan.seats + 1) if seat not in self.purse]
        seat = self.rng.choice(free)
        patron = self.rng.choice(PATRONS)
        self.purse[seat] = 0
        yield self._record("sit", seat=seat, **({"patron": patron} if patron else {}))
        yield self._buy_in(seat)

    def _leave(self, seat: int) -> Iterator[Timed]:
        if seat in self.books.owed:
            yield from self._collect(seat)
        del self.purse[seat]
        yield self._record("leave", seat=seat)

    def _buy_in(self, seat: int) -> Timed:
        cents = self.rng.choice((50_000, 100_000, 200_000))
        self._chips_out(seat, cents)
        return self._record("buy_in", seat=seat, cents=cents)

    def _chips_out(self, seat: int, cents: int) -> None:
        self.purse[seat] += cents
        self.tray -= cents
        self.books.buy_ins += cents

    def _slip(self, kind: str, chips: dict[int, int]) -> Timed:
        self.slips += 1
        cents = _cents(chips)
        if kind == "fill":
            self.tray += cents
            self.books.fills += cents
        else:
            self.tray -= cents
            self.books.credits += cents
        number = f"{kind[0].upper()}-{self.code}-{self.plan.start:%m%d}-{self.slips:03}"
        return self._signed(kind, slip=number, chips=_inventory(chips))

    def _collect_all(self, part: float) -> Iterator[Timed]:
        for seat in sorted(self.books.owed):
            if self.rng.random() < part:
                yield from self._collect(seat)

    def _walk_away(self) -> Iterator[Timed]:
        """Who still owes at the end leaves without paying: a table does not close over it."""
        for seat in sorted(self.books.owed):
            self.books.vig_uncollected += self.books.owed.pop(seat)
            yield self._record(
                "uncollected_vig", seat=seat, reason="left without paying", supervisor=SUPERVISOR
            )

    def _collect(self, seat: int, *, partly: bool = False) -> Iterator[Timed]:
        owed = self.books.owed[seat]
        cents = max(1, owed // 2) if partly else owed
        if self.purse[seat] < cents:
            yield self._buy_in(seat)
        self._vigorish_paid(seat, cents)
        if owed > cents:
            self.books.owed[seat] = owed - cents
        else:
            del self.books.owed[seat]
        yield self._record("collect_vig", seat=seat, **({"cents": cents} if partly else {}))

    def _vigorish_paid(self, seat: int, cents: int) -> None:
        self.purse[seat] -= cents
        self.tray += cents
        self.books.vig_collected += cents

    # -- rounds

    def _wagers(self) -> list[_Wager]:
        wagers = []
        for seat, purse in sorted(self.purse.items()):
            unit = self.rng.choice(UNITS)
            if purse < unit or self.rng.random() < 0.1:
                continue
            main = "banker" if self.rng.random() < 0.5 else "player"
            tender = "cash" if self.rng.random() < 0.04 else "chips"
            wagers.append(_Wager(seat, main, unit, tender))
            if self.rng.random() < 0.03:
                self.coupons += 1
                coupon = f"MP-{self.code}-{self.plan.start:%m%d}-{self.coupons:04}"
                wagers.append(_Wager(seat, main, 2_500, "coupon", coupon))
            side = self.rng.choice(SIDE_UNITS)
            if self.rng.random() < self.plan.side and purse - unit >= side:
                wagers.append(_Wager(seat, self.rng.choice(SIDE_BETS), side))
        return wagers

    def _put_down(self, wagers: list[_Wager]) -> None:
        for wager in wagers:
            if wager.tender == "cash":
                self._chips_out(wager.seat, wager.cents)
            if wager.tender != "coupon":
                self.purse[wager.seat] -= wager.cents

    def _round(self, *, seen: bool) -> Iterator[Timed]:
        wagers = self._wagers()
        self._put_down(wagers)
        player, banker = dealer_rules.deal(self._draw)
        comes_out = not seen and len(self.cards) < self.cut_at
        if self.rng.random() < self.plan.stepwise:
            yield from self._step_by_step(wagers, player, banker, comes_out)
        else:
            if comes_out:
                yield self._record("cut_card")
            facts = {"wagers": [w.record() for w in wagers], "player": player, "banker": banker}
            if self.rng.random() < 0.5:
                facts["outcome"] = dealer_rules.winner(player, banker)
            yield self._record("round", **facts)
        self._pay(wagers, player, banker)

    def _step_by_step(
        self, wagers: list[_Wager], player: list[str], banker: list[str], comes_out: bool
    ) -> Iterator[Timed]:
        for wager in wagers:
            yield self._record("wager", **wager.record())
        if self.purse and self.rng.random() < 0.1:  # a wager too many, taken back in time
            seat = min(self.purse)
            if not any(w.seat == seat and w.bet == "tie" for w in wagers):
                yield self._record("wager", seat=seat, bet="tie", cents=500)
                yield self._record("withdraw", seat=seat, bet="tie")
        yield self._record("no_more_bets")
        yield self._record("deal", player=player[:2], banker=banker[:2])
        if comes_out:
            yield self._record("cut_card")
        for hand, cards in (("player", player), ("banker", banker)):
            for card in cards[2:]:
                yield self._record("third", hand=hand, card=card)
        yield self._record("settle", outcome=dealer_rules.winner(player, banker))

    def _void_round(self) -> Iterator[Timed]:
        wagers = [w for w in self._wagers() if w.tender == "chips"]
        for wager in wagers:
            yield self._record("wager", **wager.record())
        yield self._record("no_more_bets")
        if len(self.cards) > self.cut_at + 8:
            first, second, third, fourth = (self._draw() for _ in range(4))
            yield self._record("deal", player=[first, third], banker=[second, fourth])
        yield self._record("void", reason="cards exposed on the layout")
        self.books.voids += 1

    def _pay(self, wagers: list[_Wager], player: list[str], banker: list[str]) -> None:
        won_on_banker: dict[int, int] = {}
        for wager in wagers:
            pays = dealer_rules.wins(wager.bet, player, banker, self.plan.bonus)
            stake = 0 if wager.tender == "coupon" else wager.cents
            returned = 0 if pays is None else stake + wager.cents * pays
            self.books.coupons_kept += wager.tender == "coupon" and pays != 0
            self.books.staked += stake
            self.books.returned += returned
            self.purse[wager.seat] += returned
            self.tray += stake - returned
            if wager.bet == "banker" and pays:
                won_on_banker[wager.seat] = won_on_banker.get(wager.seat, 0) + wager.cents
        for seat, won in won_on_banker.items():
            self._owe(seat, dealer_rules.commission(won, self.plan.rate_bps, self.plan.rounding))
        self.books.rounds += 1

    def _owe(self, seat: int, cents: int) -> None:
        self.books.vig_assessed += cents
        if self.plan.deferred:
            self.books.owed[seat] = self.books.owed.get(seat, 0) + cents
        else:
            self._vigorish_paid(seat, cents)


def _cents(chips: Mapping[int, int]) -> int:
    return sum(denomination * pieces for denomination, pieces in chips.items())


def _inventory(chips: Mapping[int, int]) -> dict[str, int]:
    """An inventory as a feed has it."""
    return {str(denomination): pieces for denomination, pieces in chips.items()}


def _stack(cents: int) -> dict[int, int]:
    """A tray of so many cents, counted by denomination."""
    chips = {}
    for denomination in CHIPS:
        chips[denomination], cents = divmod(cents, denomination)
    return chips

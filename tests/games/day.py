"""A gaming day of any game: a table's records, and books that are kept beside it by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec

from tests.games.referee import HOUSES, Referee, dealt, shuffled, value

DAY = "2026-07-11"
OPENER = {100_000: 50, 2_500: 400, 500: 200, 100: 500}
SIGNED = {"dealer": "D-7", "supervisor": "S-2"}
NOTICED = {"notice_at": f"{DAY}T11:00:00-04:00", "authorised_by": "M-1"}
STAKES = (500, 1_000, 2_500, 2_505, 1_111, 7_777, 10_001)
SLIPS = {"fill": {2_500: 40}, "credit": {2_500: 12}}

Record = dict[str, Any]
Told = Iterator[tuple[str, Record]]


@dataclass(slots=True)
class Books:
    """The table's money, moved by hand. hands: what players lost to the house, vigorish apart."""

    tray: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    box: int = 0
    hands: int = 0
    assessed: int = 0
    collected: int = 0
    uncollected: int = 0
    rounds: int = 0
    voids: int = 0
    owed: dict[int, int] = field(default_factory=dict)


class GamesDay:
    """One table's day. bets: what was wagered on and came to a result; pressed: hands enlarged."""

    def __init__(self, rules: str, table: str, rng: Random, rounds: int) -> None:
        self.rules, self.table, self.rng, self.left = rules, table, rng, rounds
        self.house = HOUSES[rules]
        self.options = {
            option: rng.choice(choices)
            for option, choices in self.house.variants.items()
            if rng.random() < 0.5
        }
        self.referee = Referee(self.house, self.options)
        self.books = Books()
        self.bets: set[str] = set()
        self.pressed: set[str] = set()
        self.coupons = self.shoes = self.slips = 0
        self.moment = datetime.fromisoformat(f"{DAY}T12:00:00-04:00")

    def lines(self) -> Iterator[bytes]:
        """The day as lines of a feed."""
        for seq, (kind, facts) in enumerate(self._day(), 1):
            self.moment += timedelta(seconds=self.rng.randint(1, 30))
            at = self.moment.isoformat()
            named = {"v": 1, "source": f"reader-{self.table}", "seq": seq, "at": at, "by": "C-1"}
            yield msgspec.json.encode({**named, "table": self.table, "type": kind, **facts})

    def _day(self) -> Told:
        self.books.tray = self.books.opener = worth(OPENER)
        opening = {
            "rules": self.rules,
            "pit": f"P-{self.table}",
            "options": self.options,
            **NOTICED,
        }
        yield "open", {**opening, "opener": told(OPENER), **SIGNED}
        while self.left:
            for seat in list(self.books.owed):
                yield self._collect(seat)
            yield from self._shoe()
        for seat in list(self.books.owed):
            if self.rng.random() < 0.5:
                yield self._collect(seat)
        for seat in list(self.books.owed):
            self.books.uncollected += self.books.owed.pop(seat)
            walked = {"reason": "left without paying", "supervisor": SIGNED["supervisor"]}
            no_form = {"no_form": "did not wait"} if self.rules.startswith("div") else {}
            yield "uncollected_vig", {"seat": seat, **walked, **no_form}
        yield "close", {"closer": {"1": self.books.tray}, **SIGNED}

    def _shoe(self) -> Told:
        shoe = shuffled(self.rng, 8)
        burn = shoe.pop()
        del shoe[-(value(burn) or 10) :]
        cut = self.rng.randint(250, 380)
        self.shoes += 1
        yield "shoe", {"shoe": self.shoes, "decks": 8, "burn": burn, "cut_card_at": cut}
        if self.rules.startswith("ma-big"):
            yield "pass_shoe", {"seat": 0, "designated": self.shoes > 1}
        while self.left and len(shoe) > cut:
            yield from self._between()
            yield from self._round(shoe)
            self.left -= 1
        if self.left:
            yield "cut_card", {}
            for _ in range(2):
                yield from self._round(shoe)
            self.left = max(self.left - 2, 0)

    def _between(self) -> Told:
        if self.rng.random() < 0.3:
            cents = self.rng.choice((10_000, 50_000))
            self._bought(cents)
            yield "buy_in", {"seat": self._seat(), "cents": cents}
        if self.rng.random() < 0.1:
            kind = self.rng.choice(("fill", "credit"))
            chips = SLIPS[kind]
            self.slips += 1
            self.books.tray += worth(chips) * (1 if kind == "fill" else -1)
            if kind == "fill":
                self.books.fills += worth(chips)
            else:
                self.books.credits += worth(chips)
            slip = {"slip": f"{self.table}-{self.slips}", "chips": told(chips)}
            yield kind, {**slip, **SIGNED}
        if self.books.owed and self.rng.random() < 0.2:
            seat = self.rng.choice(list(self.books.owed))
            yield self._collect(seat, self.rng.randint(1, self.books.owed[seat]))

    def _bought(self, cents: int) -> None:
        self.books.tray -= cents
        self.books.box += cents

    def _collect(self, seat: int, cents: int | None = None) -> tuple[str, Record]:
        facts: Record = {"seat": seat} if cents is None else {"seat": seat, "cents": cents}
        paid = self.books.owed[seat] if cents is None else cents
        self._paid(paid)
        self.books.owed[seat] -= paid
        if not self.books.owed[seat]:
            del self.books.owed[seat]
        return "collect_vig", facts

    def _paid(self, cents: int) -> None:
        self.books.tray += cents
        self.books.collected += cents

    def _seat(self) -> int:
        return self.rng.randint(1, self.house.seats)

    # -- a round

    def _round(self, shoe: list[str]) -> Told:
        wagers = self._wagers()
        for wager in wagers:
            if wager.get("tender") == "cash":
                self._bought(wager["cents"])
        player, banker = dealt(shoe)
        presses = self._presses(wagers, player, banker)
        way = self.rng.random()
        if way < 0.1:
            yield from self._void(wagers, player, banker, presses)
            return
        if way < 0.4:
            yield from self._by_hand(wagers, player, banker, presses)
            yield "settle", {}
        else:
            yield (
                "round",
                {"wagers": wagers, "player": player, "banker": banker, "presses": presses},
            )
        self._settle(wagers, player, banker, presses)

    def _wagers(self) -> list[Record]:
        wagers: list[Record] = []
        for seat in self.rng.sample(range(1, self.house.seats + 1), self.rng.randint(1, 5)):
            mains = self.rng.sample(("banker", "player", "tie"), self.rng.randint(1, 3))
            sides = [bet for bet in self.house.bets if bet not in mains and bet[:4] != "play"]
            picked = self.rng.sample(sides, self.rng.randint(0, min(4, len(sides))))
            for bet in [*mains, *picked]:
                for _ in range(2 if self.rng.random() < 0.15 else 1):
                    wager: Record = {"seat": seat, "bet": bet, "cents": self.rng.choice(STAKES)}
                    if self.rng.random() < 0.15:
                        wager["tender"] = "cash"
                    wagers.append(wager)
                wagers += self._coupons(wagers[-1])
        return wagers

    def _coupons(self, beside: Record) -> list[Record]:
        """None, one or two coupons that double the wager they lie beside, or part of it."""
        if not self.house.coupons or beside["bet"] not in ("banker", "player"):
            return []
        faces = [beside["cents"] // 2, beside["cents"] - beside["cents"] // 2]
        coupons = []
        for face in faces[: self.rng.choice((0, 0, 1, 2))]:
            self.coupons += 1
            number = f"MP-{self.table}-{self.coupons}"
            coupons.append({**beside, "cents": face, "tender": "coupon", "coupon": number})
        return coupons

    def _presses(self, wagers: list[Record], player: list[str], banker: list[str]) -> list[Record]:
        """Winners of House Money who press: all that may be, onto one hand."""
        presses: list[Record] = []
        for seat in dict.fromkeys(w["seat"] for w in wagers if w["bet"] == "house_money"):
            stake = stakes(wagers)[seat, "house_money"]
            won = self.referee.wins("house_money", player, banker, stake)
            standing = [bet for bet in ("banker", "player") if (seat, bet) in stakes(wagers)]
            left = self.referee.may_press(won)
            if won <= 0 or not standing or not left or self.rng.random() < 0.2:
                continue
            all_of_it = {} if self.rng.random() < 0.5 else {"cents": left}
            presses.append({"seat": seat, "onto": self.rng.choice(standing), **all_of_it})
        return presses

    def _by_hand(
        self, wagers: list[Record], player: list[str], banker: list[str], presses: list[Record]
    ) -> Told:
        for wager in wagers:
            yield "wager", wager
        if self.rng.random() < 0.3:
            unused = next(s for s in range(1, 15) if s not in {w["seat"] for w in wagers})
            yield "wager", {"seat": unused, "bet": "tie", "cents": 500}
            yield "withdraw", {"seat": unused, "bet": "tie"}
        yield "no_more_bets", {}
        yield "deal", {"player": player[:2], "banker": banker[:2]}
        for press in presses:
            yield "press", press
        for hand, cards in (("player", player), ("banker", banker)):
            for card in cards[2:]:
                yield "third", {"hand": hand, "card": card}

    def _void(
        self, wagers: list[Record], player: list[str], banker: list[str], presses: list[Record]
    ) -> Told:
        steps = list(self._by_hand(wagers, player, banker, presses))
        first = len([kind for kind, _ in steps if kind in ("wager", "withdraw")])
        yield from steps[: self.rng.randint(first, len(steps))]
        yield "void", {"reason": "disputed"}
        self.books.voids += 1

    def _settle(
        self, wagers: list[Record], player: list[str], banker: list[str], presses: list[Record]
    ) -> None:
        at_stake, coupons = stakes(wagers), [each for each in wagers if "coupon" in each]
        self.bets |= {bet for _, bet in at_stake}
        enlarge(at_stake, presses, self.referee, player, banker)
        self.pressed |= {press["onto"] for press in presses}
        for (seat, bet), stake in at_stake.items():
            won = self.referee.wins(bet, player, banker, stake)
            for coupon in coupons:
                if (coupon["seat"], coupon["bet"]) == (seat, bet):
                    won += max(self.referee.wins(bet, player, banker, coupon["cents"]), 0)
            self.books.tray -= won
            self.books.hands -= won
            if bet == "banker" and self.house.rate:
                self._owe(seat, self.referee.vigorish(won, stake, player, banker))
        self.books.rounds += 1

    def _owe(self, seat: int, cents: int) -> None:
        self.books.assessed += cents
        if cents and self.referee.deferred:
            self.books.owed[seat] = self.books.owed.get(seat, 0) + cents
        else:
            self._paid(cents)


def stakes(wagers: list[Record]) -> dict[tuple[int, str], int]:
    """Chips at risk by seat and bet; a raise is part of its wager."""
    at_stake: dict[tuple[int, str], int] = {}
    for wager in wagers:
        if wager.get("tender") != "coupon":
            place = wager["seat"], wager["bet"]
            at_stake[place] = at_stake.get(place, 0) + wager["cents"]
    return at_stake


def enlarge(
    at_stake: dict[tuple[int, str], int],
    presses: list[Record],
    referee: Referee,
    player: list[str],
    banker: list[str],
) -> None:
    """Put what is pressed onto the standing wagers."""
    for press in presses:
        seat = press["seat"]
        won = referee.wins("house_money", player, banker, at_stake[seat, "house_money"])
        at_stake[seat, press["onto"]] += referee.may_press(won)


def worth(chips: dict[int, int]) -> int:
    """An inventory in cents."""
    return sum(denomination * count for denomination, count in chips.items())


def told(chips: dict[int, int]) -> dict[str, int]:
    """An inventory as a record tells it."""
    return {str(denomination): count for denomination, count in chips.items()}

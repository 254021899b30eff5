"""The round in progress at a table, as its state keeps it."""

import msgspec

from ledger.events import table as e


class PressLine(msgspec.Struct, frozen=True, array_like=True):
    """House Money winnings put onto a standing wager."""

    seat: int
    onto: str
    cents: int


class RoundInProgress(msgspec.Struct):
    """The round between its first wager (or `no more bets`) and its settlement or void. cards_out: as in the event.

    handed: to whom the cards of a hand were offered, one after the other; the last has them, 0 the dealer.
    """

    id: str
    day: str
    wagers: tuple[e.WagerLine, ...] = ()
    closed: bool = False
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    presses: tuple[PressLine, ...] = ()
    cards_out: bool = False
    handed: dict[str, tuple[int, ...]] = {}

    def at_stake(self, seat: int, bet: str | None = None) -> list[e.WagerLine]:
        """The wagers of a seat, all of them or those on one bet."""
        return [w for w in self.wagers if w.seat == seat and (bet is None or w.bet == bet)]

    def withdraw(self, seat: int, bet: str) -> None:
        self.wagers = tuple(w for w in self.wagers if not (w.seat == seat and w.bet == bet))

    def third(self, hand: str, card: str) -> None:
        if hand == "player":
            self.player = (*self.player, card)
        else:
            self.banker = (*self.banker, card)


class RulesBefore(msgspec.Struct, frozen=True, array_like=True):
    """Of rules that were changed for others: the last round under them, and whether they had forms for vigorish."""

    last_round: str
    vigorish_forms: bool

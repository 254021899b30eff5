"""Wagers, cards, chips, amounts and moments in the words of the trade."""

from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Protocol

from ledger.baccarat.handling import Staked
from ledger.events import table as e
from ledger.events.limits import name_of
from ledger.events.property import (
    PropertySettingsChanged,
    Settings,
)
from ledger.values.calendar import from_micros
from ledger.values.money import dollars

if TYPE_CHECKING:
    from projections.replay.handed_again import Handed


def local(at: int | str, zone: tzinfo) -> str:
    """An instant, in microseconds or RFC 3339, as local time with its offset: 2026-07-11 23:30:00-04:00."""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else from_micros(at)
    return moment.astimezone(zone).isoformat(sep=" ", timespec="seconds")


def words(name: str) -> str:
    """`dragon_bonus_player` as a person says it: Dragon Bonus Player."""
    return name.replace("_", " ").title()


def cards(hand: Iterable[str]) -> str:
    """A hand's cards with their suit signs: 7♦ Q♥."""
    return " ".join(card[:-1].replace("T", "10") + SIGNS[card[-1]] for card in hand)


def left_by_rank(left: int, by_rank: Mapping[str, int]) -> str:
    """`A 31, 2 32 ... K 30; 3 of them gone unseen`."""
    held = ", ".join(f"{rank.replace('T', '10')} {count}" for rank, count in by_rank.items())
    unseen = sum(by_rank.values()) - left
    return f"{held}{f'; {unseen} of them gone unseen' if unseen else ''}"


SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class WagerLike(Staked, Protocol):
    """A wager with the coupon that it may be, wherever it is told from."""

    @property
    def coupon(self) -> str: ...


class BoughtInLike(Protocol):
    """Cash that became chips, wherever it is told from."""

    @property
    def seat(self) -> int: ...
    @property
    def cents(self) -> int: ...
    @property
    def confirmed_by(self) -> str: ...
    @property
    def supervisor(self) -> str: ...


class LineLike(Protocol):
    """A settled wager, wherever it is told from."""

    @property
    def seat(self) -> int: ...
    @property
    def bet(self) -> str: ...
    @property
    def cents(self) -> int: ...
    @property
    def tender(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def returned(self) -> int: ...
    @property
    def vig(self) -> int: ...
    @property
    def rule(self) -> str: ...


def wager(line: WagerLike) -> str:
    """`seat 3: $25.00 on Banker (coupon 1017)`."""
    tender = (
        "" if line.tender == "chips" else f" ({line.tender}{' ' * bool(line.coupon)}{line.coupon})"
    )
    return f"seat {line.seat}: {dollars(line.cents)} on {words(line.bet)}{tender}"


def bought_in(found: BoughtInLike) -> str:
    """`seat 3 bought in for $25.00, a verbal wager confirmed by D-7 and S-2`."""
    who = " and ".join(filter(None, (found.confirmed_by, found.supervisor)))
    verbal = f", a verbal wager confirmed by {who}" if who else ""
    return f"seat {found.seat} bought in for {dollars(found.cents)}{verbal}"


def settled(line: LineLike) -> str:
    """`seat 3 Banker $25.00 wins, handed $50.00, vigorish $1.25 [ma-midi 12(c)]`."""
    coupon = " (coupon)" if line.tender == "coupon" else ""
    ending = {
        "win": f"wins, handed {dollars(line.returned)}",
        "push": "stands off" if coupon else f"pushes, {dollars(line.returned)} back",
        "lose": "loses",
    }[line.result]
    vigorish = f", vigorish {dollars(line.vig)}" if line.vig else ""
    stake = f"seat {line.seat} {words(line.bet)} {dollars(line.cents)}{coupon}"
    return f"{stake} {ending}{vigorish} [{line.rule}]"


def paid(line: e.SeatCents) -> str:
    """`seat 3: $1.25 of MB-01:2026-07-11:17`."""
    return f"seat {line.seat}: {dollars(line.cents)} of {line.round}"


def dealt(event: e.RoundReversed) -> str:
    """That the cards of a reversed round were never dealt."""
    return "; its cards were never dealt" if event.not_dealt else ""


_REMEDIES = {
    "next_hand": "it is the first card of the next hand",
    "banker_third": "it becomes Banker's third card",
    "discard_one_more": "discarded with one more, unseen",
    "simulated_round": "it begins a simulated round without wagers",
    "burn_value": "removed with as many more as it counts",
    "left_with_shoe": "no hand follows in this shoe; it goes out with it",
}
_IRREGULARITIES = {
    "drawn_in_error": "drawn in error",
    "third_card": "dealt to Player without authority",
    "face_up": "found face up",
}


class IrregularLike(Protocol):
    """An irregular card, wherever it is told from."""

    @property
    def kind(self) -> str: ...
    @property
    def card(self) -> str: ...
    @property
    def disclosed(self) -> bool: ...
    @property
    def remedy(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def shown(self) -> list[str]: ...
    @property
    def left(self) -> int: ...


def seat_or_dealer(seat: int) -> str:
    """Who dealt, cut or turned: 0 stands for the dealer."""
    return f"seat {seat}" if seat else "the dealer"


def handed(found: "Handed") -> str:
    """`seat 5 is handed Player's cards, given up by seat 8 on the order of S-2 (delays the game), declined by 6`."""
    ordered = f" on the order of {found.ordered_by} ({found.reason})" if found.ordered_by else ""
    before = f", given up by {seat_or_dealer(found.previous)}" if found.previous >= 0 else ""
    declined = f", declined by {', '.join(map(str, found.declined))}" if found.declined else ""
    turns = "is handed" if found.seat else "turns"
    return f"{seat_or_dealer(found.seat)} {turns} {words(found.hand)}'s cards{before}{ordered}{declined}"


def irregular_card(event: IrregularLike) -> str:
    """`7♦ found face up: removed with as many more as it counts [div (k)(3)]; 380 cards left`."""
    seen = cards([event.card]) if event.card else "an unseen card"
    disclosed = " and disclosed" if event.disclosed and event.kind != "face_up" else ""
    shown = f" ({cards(event.shown)})" if event.shown else ""
    return (
        f"{seen} {_IRREGULARITIES[event.kind]}"
        f"{disclosed}: {_REMEDIES[event.remedy]}{shown} [{event.rule}]; {event.left} cards left"
    )


class SimulatedLike(Protocol):
    """A simulated round, wherever it is told from."""

    @property
    def player(self) -> list[str]: ...
    @property
    def banker(self) -> list[str]: ...
    @property
    def rule(self) -> str: ...
    @property
    def left(self) -> int: ...


def simulated_round(event: SimulatedLike) -> str:
    """`simulated round, no wagers: Player 7♦ Q♥, Banker 9♣ K♥ [ma-midi 13(d)]; 408 cards left`."""
    return (
        f"simulated round, no wagers: Player {cards(event.player)}, Banker {cards(event.banker)}"
        f" [{event.rule}]; {event.left} cards left"
    )


def settings(said: PropertySettingsChanged | Settings) -> list[str]:
    """`clock tolerance 2 minutes`, a text a setting that is said."""
    texts = []
    for field in Settings.__struct_fields__:
        value, (name, _, unit) = getattr(said, field), field.rpartition("_")
        if isinstance(value, dict):
            texts += [
                f"{name_of(field)} {_limit(cents)} under {rules}" for rules, cents in value.items()
            ]
        elif unit == "cents" and value is not None:
            texts.append(f"{name_of(field)} {_limit(value)}")
        elif isinstance(value, int):
            texts.append(
                f"{name.replace('_', ' ')} {value} {unit}"
                if unit in {"minutes", "percent"}
                else f"{field.replace('_', ' ')} {value}"
            )
        elif isinstance(value, str):
            texts.append(f"{field.replace('_', ' ')} {value or 'none'}")
        elif value is not None:
            between = "-" if field == "shifts" else ", "
            texts.append(f"{field.replace('_', ' ')} {between.join(value) or 'none'}")
    return texts


def _limit(cents: int) -> str:
    return dollars(cents) if cents else "none"

"""What alone would explain the variance of a tray: an hour, a round, two of them, a wager, a slip, a chip (A2)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

import msgspec

from ledger.values.money import dollars

PAIRS: Final = 10
"""Of two rounds that would do together as many are told, those nearest to each other."""

CHIPS: Final = 3
"""So many chips of one kind may be missing, or taken for another kind."""


KINDS: Final = ("chips", "fill", "credit", "buy_in", "hour", "round", "vigorish", "wager", "rounds")
"""What can explain a variance, in the order in which it is told: the likelier first."""


class Wager(msgspec.Struct, frozen=True):
    """How a wager ended. Cents. stake: chips at risk, 0 of a coupon. kept: what the house has of it, below zero what it
    lost. pays: all that its rules may pay on it, vigorish apart.
    """

    seat: int
    bet: str
    stake: int
    kept: int
    pays: Collection[int] = ()


class Hand(msgspec.Struct, frozen=True):
    """A round as it was settled. Cents. kept: what the house won of it. vig: vigorish assessed."""

    round: str
    kept: int
    vig: int
    wagers: Sequence[Wager] = ()


class Hour(msgspec.Struct, frozen=True):
    """An hour's hands. hour: its beginning, RFC 3339 UTC. kept: what the house won, and corrected: what of that
    corrections posted in the hour came to, cents. rounds: those settled.
    """

    hour: str
    kept: int
    rounds: list[str]
    corrected: int = 0


class Moved(msgspec.Struct, frozen=True):
    """A fill, a credit or a buy-in. into_tray: cents, below zero what left it. name: its slip or its seat."""

    kind: str
    name: str
    into_tray: int


class Suspect(msgspec.Struct, frozen=True):
    """What would explain a variance alone. kind: of KINDS. of: hours, rounds, slips or chips. message: how it would."""

    kind: str
    of: list[str]
    message: str


def narrowed(
    variance: int,
    hours: Iterable[Hour],
    hands: Sequence[Hand],
    moved: Iterable[Moved],
    faces: Iterable[int],
) -> list[Suspect]:
    """What would explain a variance, counted less expected, in cents. faces: of the chips in the tray."""
    if not variance:
        return []
    found = [
        *_chips(variance, sorted({*faces}, reverse=True)),
        *(suspect for each in moved for suspect in _moved(variance, each)),
        *_hours(variance, hours),
        *(suspect for hand in hands for suspect in _hand(variance, hand)),
        *_pairs(variance, hands),
    ]
    return sorted(found, key=lambda each: KINDS.index(each.kind))


def _hours(variance: int, hours: Iterable[Hour]) -> Iterator[Suspect]:
    for each in hours:
        if twice := _twice_or_never(variance, each.kept - each.corrected):
            yield Suspect("hour", [each.hour], f"All hands of the hour were {twice}.")


def _twice_or_never(variance: int, into_tray: int) -> str:
    """How what is on record would explain a variance: it happened twice, or never; "" for neither."""
    if not into_tray or abs(variance) != abs(into_tray):
        return ""
    return (
        "played twice, entered once" if variance == into_tray else "never played, or entered twice"
    )


def _hand(variance: int, hand: Hand) -> Iterator[Suspect]:
    if twice := _twice_or_never(variance, hand.kept):
        yield Suspect("round", [hand.round], f"It was {twice}.")
    for wager in hand.wagers:
        for ending, kept in _otherwise(wager):
            if variance == kept - wager.kept:
                said = f"Seat {wager.seat}, {dollars(wager.stake)} on {wager.bet.replace('_', ' ')}"
                yield Suspect("wager", [hand.round], f"{said}, was {ending}.")
    if hand.vig and abs(variance) == hand.vig:
        wrong = "taken, not recorded" if variance > 0 else "recorded as collected, not taken"
        yield Suspect("vigorish", [hand.round], f"Vigorish of {dollars(hand.vig)} was {wrong}.")


def _otherwise(wager: Wager) -> Iterator[tuple[str, int]]:
    """How a wager can have ended at the table but did not on record, and what the house would have of it."""
    if wager.stake:
        if wager.kept != wager.stake:
            yield "collected", wager.stake
        if wager.kept:
            yield "handed back", 0
        for cents in wager.pays:
            if wager.kept != -cents:
                yield f"paid {dollars(cents)}", -cents


def _pairs(variance: int, hands: Sequence[Hand]) -> Iterator[Suspect]:
    """Two rounds that were never played, or entered twice, both; or played twice and entered once."""
    for kept, said in (
        (-variance, "never played, or entered twice"),
        (variance, "played twice, entered once"),
    ):
        found = _coming_to(kept, hands)
        more = f" ({len(found) - PAIRS} more pairs would do.)" if len(found) > PAIRS else ""
        for first, second in found[:PAIRS]:
            names = [hands[first].round, hands[second].round]
            yield Suspect("rounds", names, f"Both were {said}.{more}")


def _coming_to(cents: int, hands: Sequence[Hand]) -> list[tuple[int, int]]:
    """The places of two rounds that come to so much together, those nearest to each other first."""
    seen, found = dict[int, list[int]](), list[tuple[int, int]]()
    for at, hand in enumerate(hands):
        if hand.kept not in {0, cents}:
            found += [(before, at) for before in seen.get(cents - hand.kept, ())]
            seen.setdefault(hand.kept, []).append(at)
    return sorted(found, key=lambda pair: (pair[1] - pair[0], pair))


def _moved(variance: int, each: Moved) -> Iterator[Suspect]:
    if abs(variance) == abs(each.into_tray):
        done = "done twice, entered once" if variance == each.into_tray else "never done"
        yield Suspect(each.kind, [each.name], f"It was {done}.")
    amount = abs(each.into_tray)
    sign = -1 if each.into_tray < 0 else 1
    for other in _digits_exchanged(amount):
        if variance == sign * (other - amount):
            yield Suspect(each.kind, [each.name], f"It was {dollars(other)}: two digits exchanged.")


def _digits_exchanged(cents: int) -> Iterator[int]:
    """The amounts that come of it when two digits beside each other of the dollars change places."""
    digits = str(cents // 100)
    for n in range(len(digits) - 1):
        other = digits[:n] + digits[n + 1] + digits[n] + digits[n + 2 :]
        if other != digits and not other.startswith("0"):
            yield int(other) * 100 + cents % 100


def _chips(variance: int, faces: Sequence[int]) -> Iterator[Suspect]:
    for count in range(1, CHIPS + 1):
        for face in faces:
            if abs(variance) == count * face:
                wrong = "too few" if variance < 0 else "too many"
                yield Suspect("chips", [dollars(face)], f"{_chips_of(count, face)} {wrong}.")
        for true, taken in permutations(faces, 2):
            if variance == count * (taken - true):
                said = f"{_chips_of(count, true)} counted for {dollars(taken)}"
                yield Suspect("chips", [dollars(true), dollars(taken)], f"{said}.")


def _chips_of(count: int, face: int) -> str:
    return f"{count} chip{'s' * (count != 1)} of {dollars(face)}"

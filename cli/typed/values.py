"""What a person types, and how it is read: money, chips, cards, bets, seats, options.

Reading forgives spelling, never meaning: what could be two things is refused. A refusal is a
Misused that names the token and the field, with the same code wherever it was typed.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from cli.typed.kinds import Read, one_of, pick
from ledger.values.errors import Misused
from ledger.values.numbers import LARGEST_COUNT, verify_held, whole

CARD_TEXT: Final = r"(?:10|[A2-9TJQK])[shdc♠♥♦♣]"
"""A card as a pattern, in capitals or not."""

BETS: Mapping[str, tuple[str, ...]] = {
    "banker": ("b",),
    "player": ("p",),
    "tie": ("t",),
    "dragon_bonus_player": ("dbp", "dragon_player"),
    "dragon_bonus_banker": ("dbb", "dragon_banker"),
    "dragon_7": ("d7",),
    "panda_8": ("p8",),
    "fortune_7": ("f7",),
    "one_up": ("1up", "ou"),
    "house_money": ("hm",),
    "royal_9": ("r9",),
}
"""Every bet, and what else it is called."""

HANDS: Mapping[str, tuple[str, ...]] = {"player": ("p",), "banker": ("b",)}
OUTCOMES: Mapping[str, tuple[str, ...]] = {**HANDS, "tie": ("t",)}
IRREGULARITIES: Mapping[str, tuple[str, ...]] = {
    "drawn_in_error": ("error",),
    "third_card": ("third",),
    "face_up": (),
}
TENDERS: Mapping[str, tuple[str, ...]] = {
    "chips": ("chip", "plaque", "plaques"),
    "cash": ("verbal",),
    "coupon": ("match_play",),
}


def cents_of(text: str, field: str) -> int:
    """An amount typed in dollars (`25`, `25.50`, `$1,000`) as cents."""
    from ledger.values.money import parse_cents

    return parse_cents(text, field)


def by_how_much(raised: int | None, lowered: int | None) -> int:
    """The cents of a correction, below zero where it lowers. Raises Misused unless one way is said."""
    if raised is not None and lowered is not None:
        raise Misused("two_corrections", "Both ways of a correction are given.", "Say one of them.")
    if raised is not None:
        return raised
    if lowered is not None:
        return -lowered
    raise Misused(
        "no_correction", "It is not said by how much.", "Say --raise AMOUNT or --lower AMOUNT."
    )


def _reading_of(text: str, field: str) -> "tuple[int, int | None]":
    from ledger.values.money import parse_reading

    return parse_reading(text, field)


def chips_of(text: str, field: str = "chips") -> dict[int, int]:
    """`100x50 25x200` (dollars) as {10000: 50, 2500: 200} (cents); `none` as {}. Raises Misused."""
    chips: dict[int, int] = {}
    if text.strip().lower() == "none":
        return chips
    for part in text.replace(",", " ").split():
        denomination, mark, pieces = part.lower().replace("=", "x").partition("x")
        if not mark or not (pieces.isascii() and pieces.isdigit()):
            raise Misused(
                "bad_chips",
                f"{field}: {part!r} is not a denomination and a count.",
                "Write 100x50 for fifty of $100, with spaces between; none where there is nothing.",
                field=field,
                part=part,
            )
        cents = cents_of(denomination, field)
        if cents in chips:
            raise Misused(
                "bad_chips",
                f"{field}: {denomination} is listed twice.",
                "Write each denomination once.",
                field=field,
                part=part,
            )
        chips[cents] = verify_held(whole(pieces, field, LARGEST_COUNT), field, LARGEST_COUNT)
    if not chips:
        raise Misused(
            "bad_chips",
            f"{field}: nothing is listed.",
            "Write 100x50 for fifty of $100; none where there is nothing.",
            field=field,
        )
    return chips


def cards_of(text: str, field: str) -> list[str]:
    """`7d Qh`, with spaces, commas or nothing between, as cards in the order dealt. Raises Misused."""
    from ledger.values.cards import parse_card

    tokens = text.replace(",", " ").split() or [text]
    return [parse_card(card, field) for token in tokens for card in _cards_in(token)]


def _cards_in(token: str) -> list[str]:
    """`7dQh` as two cards; what is not one card after the other is left as it stands."""
    return (
        re.findall(CARD_TEXT, token, re.IGNORECASE)
        if re.fullmatch(f"(?:{CARD_TEXT})+", token, re.IGNORECASE)
        else [token]
    )


def card_of(text: str, field: str) -> str:
    """One card. Raises Misused, naming token and field."""
    from ledger.values.cards import parse_card

    return parse_card(text.strip(), field)


def seat_of(text: str, field: str = "seat") -> int:
    """A seat's number. Whether the table has it is for the table to say."""
    seat = int(text) if re.fullmatch(r"\s*\d{1,2}\s*", text, re.ASCII) else 0
    if not seat:
        raise Misused(
            "bad_seat", f"{field}: {text!r} is not a seat.", "Write its number.", seat=text
        )
    return seat


def _cutter_of(text: str, field: str) -> int:
    """A seat's number, or 0 for the dealer."""
    return 0 if text.strip().lower() == "dealer" else seat_of(text, field)


class Pair(NamedTuple):
    """KEY=VALUE."""

    key: str
    value: str


def _pair_of(text: str, field: str) -> Pair:
    key, mark, value = (part.strip() for part in text.partition("="))
    if not mark or not key or not value:
        raise Misused(
            "bad_option",
            f"{field}: {text!r} is not KEY=VALUE.",
            "Write it as vigorish.rounding=nearest; pit rules show ID lists the keys.",
            option=text,
        )
    return Pair(key, value)


class AwardTyped(NamedTuple):
    """ROUND/SEAT or ROUND/SEAT/METER; of a round that is named beside, round is "". meter: "" where none is said."""

    round: str
    seat: int
    meter: str


def _award_of(text: str, field: str) -> AwardTyped:
    named, *rest = (part.strip() for part in text.split("/"))
    if not named or len(rest) not in {1, 2}:
        raise Misused(
            "bad_award",
            f"{field}: {text!r} does not name an award.",
            "Write ROUND/SEAT, such as MB-01:today:17/3; add /METER where the seat won of several.",
            award=text,
        )
    seat, *meter = rest
    return AwardTyped(named, seat_of(seat, field), meter[0].lower() if meter else "")


def _award_of_round(text: str, field: str) -> AwardTyped:
    seat, _, meter = (part.strip() for part in text.partition("/"))
    return AwardTyped("", seat_of(seat, field), meter.lower())


def options_of(pairs: Iterable[Pair]) -> dict[str, str]:
    """The options of a submission. Raises Misused when one is set twice to different values."""
    options: dict[str, str] = {}
    for key, value in pairs:
        if options.setdefault(key, value) != value:
            raise Misused(
                "bad_option",
                f"{key} is set to both {options[key]} and {value}.",
                "Set each option once.",
                option=key,
            )
    return options


class TypedWager(NamedTuple):
    """SEAT:BET:AMOUNT, with :cash, or :coupon:NUMBER."""

    seat: int
    bet: str
    cents: int
    tender: str
    coupon: str


def _wager_of(text: str, field: str) -> TypedWager:
    parts = [part.strip() for part in text.split(":")]
    if not 3 <= len(parts) <= 5 or not all(parts):
        raise Misused(
            "bad_wager",
            f"{field}: {text!r} is not a wager.",
            "Write SEAT:BET:AMOUNT, such as 3:banker:25; add :cash, or :coupon:NUMBER.",
            field=field,
            wager=text,
        )
    seat, bet, amount, tender, coupon = (*parts, *("chips", "")[len(parts) - 3 :])
    return TypedWager(
        seat_of(seat, field),
        pick(bet, BETS, "bet"),
        cents_of(amount, field),
        pick(tender, TENDERS, "tender"),
        coupon,
    )


class TypedPress(NamedTuple):
    """SEAT:HAND or SEAT:HAND:AMOUNT; cents None presses all that the submission allows."""

    seat: int
    onto: str
    cents: int | None


def _press_of(text: str, field: str) -> TypedPress:
    parts = [part.strip() for part in text.split(":")]
    if not 2 <= len(parts) <= 3 or not all(parts):
        raise Misused(
            "bad_press",
            f"{field}: {text!r} is not a press.",
            "Write SEAT:HAND or SEAT:HAND:AMOUNT, such as 3:banker:15.",
            field=field,
            press=text,
        )
    cents = cents_of(parts[2], field) if len(parts) == 3 else None
    return TypedPress(seat_of(parts[0], field), pick(parts[1], HANDS, "hand"), cents)


class Serial(NamedTuple):
    """SERIES-NUMBER, as printed on a form."""

    series: str
    number: int

    @property
    def text(self) -> str:
        """As it is stored: without zeros in front of the number."""
        return f"{self.series}-{self.number}"


def serial_of(text: str, field: str = "serial") -> Serial:
    """`CVF-1001`, or with a space: `CVF 1001`. Raises Misused."""
    series, _, digits = "-".join(text.split()).rpartition("-")
    if not series or not (digits.isascii() and digits.isdigit()) or len(digits) > 15:
        raise Misused(
            "bad_serial",
            f"{field}: {text!r} is not the number of a form.",
            "Write the series and the number, such as CVF-1001.",
            field=field,
            serial=text,
        )
    return Serial(series, int(digits))


class TypedForm(NamedTuple):
    """SERIAL:AMOUNT, with :TABLE, and on a duplicate :TABLE:PATRON."""

    serial: str
    cents: int
    table: str
    patron: str


def form_of(text: str, field: str) -> TypedForm:
    """`CVF-1001:12.50`, with :TABLE, and on a duplicate :TABLE:PATRON. Raises Misused.

    What was typed is not repeated in an error: a patron's name may stand in it.
    """
    serial, amount, table, patron = (*(part.strip() for part in text.split(":", 3)), *[""] * 3)[:4]
    try:
        return TypedForm(serial_of(serial, field).text, cents_of(amount, field), table, patron)
    except Misused as error:
        what = "serial" if error.refusal.code == "bad_serial" else "amount"
        raise Misused(
            "bad_form",
            f"{field}: the {what} of a form cannot be read.",
            "Write SERIAL:AMOUNT, such as CVF-1001:12.50; add :TABLE.",
            field=field,
        ) from None


MONEY = Read("money", cents_of)
READING = Read("reading", _reading_of)
CHIPS = Read("chips", chips_of)
CARD = Read("card", card_of)
CARDS = Read("cards", cards_of)
SEAT = Read("seat", seat_of)
CUTTER = Read("seat or dealer", _cutter_of, ("dealer",))
BET = one_of(BETS, "bet")
HAND = one_of(HANDS, "hand")
OUTCOME = one_of(OUTCOMES, "outcome")
IRREGULARITY = one_of(IRREGULARITIES, "irregularity")
TENDER = one_of(TENDERS, "tender")
SERIAL = Read("serial", serial_of)
FORM = Read("form", form_of)
WAGER = Read("wager", _wager_of)
PRESS = Read("press", _press_of)
PAIR = Read("option", _pair_of)
AWARD = Read("award", _award_of)
OF_ROUND = Read("award", _award_of_round)

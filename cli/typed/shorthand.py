"""A round in one line, as it is written down on a floor: `1b25 2p100 / 7dQh 5h5s8c / 1>b`.

Every word of a line says by itself what it is, so that their order is free and `/` stands for the eye only. A word is
read in all ways there are (`KINDS`, `SPELLED`); what could be two things is refused. docs/shorthand.md is made of these
tables.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple, NoReturn

from cli.typed.kinds import pick
from cli.typed.values import (
    BETS,
    CARD_TEXT,
    HANDS,
    TypedPress,
    TypedWager,
    cents_of,
    seat_of,
)
from ledger.values.cards import parse_card
from ledger.values.errors import Misused
from ledger.values.money import dollars, no_amount, not_positive
from ledger.values.numbers import MOST_SEATS
from projections.queries.in_one_line import Before
from projections.queries.near import either
from projections.queries.words import cards as shown_cards
from projections.queries.words import wager, words

SEATS: Final = r"(?P<seats>\d{1,2}(?:-\d{1,2})?(?:,\d{1,2}(?:-\d{1,2})?)*)"
AMOUNT: Final = r"(?P<amount>\$?\d[\d,]*(?:\.\d{1,2})?)"
TENDER: Final = r"(?P<tender>c|@(?P<coupon>[^\s/@]+))?"

_FORM: Final = re.ASCII | re.IGNORECASE

MOST: Final = 500
"""Words of a line, and wagers and presses that they say: at a full table every bet of every seat comes to fewer."""

SPELLED: Final[Mapping[str, str]] = {
    spelled.replace("_", "[_-]?"): bet
    for bet, aliases in BETS.items()
    for spelled in (bet, *aliases)
}
"""How a bet stands in a word, as a pattern: whole, or by an abbreviation of the field."""


class Known(NamedTuple):
    """What a table knows that a line may mean. offered: bets that it takes. last: what is said as before."""

    offered: Iterable[str] = BETS
    last: Callable[[], Before] = Before


class Line(NamedTuple):
    """A round as it was said: wagers and presses seat by seat, cards in the order dealt; [] for what is not said."""

    wagers: list[TypedWager]
    player: list[str]
    banker: list[str]
    presses: list[TypedPress]


class Meaning(NamedTuple):
    """A word in one of the ways in which it can be read. says: that in full words."""

    kind: str
    says: str
    wagers: tuple[TypedWager, ...] = ()
    hand: str = ""
    cards: tuple[str, ...] = ()
    presses: tuple[TypedPress, ...] = ()
    again: tuple[int, ...] | None = None
    times: int = 0


class Kind(NamedTuple):
    """A kind of word. form: how it is written; says: what it means; examples: such words."""

    name: str
    form: str
    says: str
    examples: tuple[str, ...]
    read: Callable[[str], Iterator[Meaning]]


def read(line: str, known: Known) -> Line:
    """What a line says. Raises Misused for a word that is none, or could be two, for hands that do not show, and for
    more than a round has.
    """
    typed = line.replace("/", " ").split()
    _require_few(len(typed), "words")
    found = [read_word(word, known) for word in typed]
    if not found:
        raise Misused(
            "empty_line",
            "The line says nothing.",
            "Write wagers / cards / presses: 3b25 / 7dQh 9cKh.",
        )
    wagers = list(chain.from_iterable(each.wagers for each in found))
    presses = list(chain.from_iterable(each.presses for each in found))
    _require_few(len(wagers) + len(presses), "wagers and presses")
    named = {each.seat for each in wagers} | {seat for each in found for seat in each.again or ()}
    _require_said_once(each for each in zip(typed, found, strict=True) if each[1].times)
    for each in found:
        if each.times:
            wagers += _again(each, known.last(), named)
    return Line(wagers, *_hands(found), presses)


def _require_few(many: int, what: str) -> None:
    if many > MOST:
        raise Misused(
            "line_too_long",
            f"The line has {many:,} {what}; a round has {MOST} at the most.",
            "Write what is wagered in this round.",
        )


def repeats(line: str) -> bool:
    """Whether what a line means hangs on the round before it."""
    return any(_AGAIN.fullmatch(word) for word in line.replace("/", " ").split())


def begins_a_round(word: str) -> bool:
    """Whether a word is of a round and of no command: it begins with a seat, is as before, or a hand."""
    in_hand = (found.cards for found in _cards(word))
    return word[:1].isdigit() or repeats(word) or any(len(cards) > 1 for cards in in_hand)


def read_word(word: str, known: Known) -> Meaning:
    """The only way in which a word can be read; of several bets, those that the table offers. Raises Misused,
    and Refused for an amount of nothing.
    """
    every = [found for kind in KINDS for found in kind.read(word)]
    meant = ((each, each.wagers) for each in every)
    offered = [each for each, of in meant if all(x.bet in known.offered and x.cents for x in of)]
    found = every if len(every) < 2 else offered or every
    if len(found) > 1:
        raise Misused(
            "two_readings",
            f"{word} could be {either(each.says for each in found)}.",
            "Write : before the amount, as in 3p8:25 for Panda 8 and 3p:825 for Player.",
            word=word,
        )
    if not found:
        _explain(word, known)
    wagers, presses = found[0].wagers, found[0].presses
    if 0 in {each.cents for each in wagers} | {each.cents for each in presses}:
        raise not_positive(0, word)
    return found[0]


def _wagers(word: str) -> Iterator[Meaning]:
    for spelled, bet in SPELLED.items():
        said = re.fullmatch(f"{SEATS}:?{spelled}:?{AMOUNT}{TENDER}", word, _FORM)
        if said is None or not _is_amount(said["amount"]):
            continue
        coupon = said["coupon"] or ""
        tender = "coupon" if coupon else "cash" if said["tender"] else "chips"
        cents = cents_of(said["amount"], f"{word}: {bet}")
        placed = tuple(
            TypedWager(seat, bet, cents, tender, coupon) for seat in seats_of(said["seats"])
        )
        yield Meaning("wager", "; ".join(map(wager, placed)), wagers=placed)


def _is_amount(text: str) -> bool:
    """Not with a nought before it: nobody writes $050, and `p800` is no Panda 8; nor with a comma where none stands:
    `p8100,000` is one.
    """
    return re.fullmatch(r"\$?(?!0\d)(\d{1,3}(,\d{3})+|\d+)(\.\d+)?", text) is not None


def _cards(word: str) -> Iterator[Meaning]:
    said = re.fullmatch(rf"(?P<hand>[pb]:?)?(?P<cards>(?:{CARD_TEXT}){{1,6}})", word, re.IGNORECASE)
    if said is not None:
        held = tuple(
            parse_card(each) for each in re.findall(CARD_TEXT, said["cards"], re.IGNORECASE)
        )
        hand = pick(said["hand"].rstrip(":"), HANDS, "hand") if said["hand"] else ""
        yield Meaning("cards", _held(hand, held), hand=hand, cards=held)


def _held(hand: str, held: Sequence[str]) -> str:
    return f"{words(hand) or 'a hand'}: {shown_cards(held)}"


def _pressed(press: TypedPress) -> str:
    what = "all that may be" if press.cents is None else dollars(press.cents)
    return f"seat {press.seat} presses {what} onto {words(press.onto)}"


def _presses(word: str) -> Iterator[Meaning]:
    said = re.fullmatch(rf"{SEATS}>(?P<hand>[a-z]+):?{AMOUNT}?", word, _FORM)
    if said is not None:
        onto = pick(said["hand"], HANDS, "hand")
        cents = cents_of(said["amount"], word) if said["amount"] else None
        pressed = tuple(TypedPress(seat, onto, cents) for seat in seats_of(said["seats"]))
        yield Meaning("press", "; ".join(map(_pressed, pressed)), presses=pressed)


_AGAIN: Final = re.compile(rf"{SEATS}?(?:=|=?x(?P<times>[1-9]))", _FORM)


def _repeated(word: str) -> Iterator[Meaning]:
    said = _AGAIN.fullmatch(word)
    if said is not None:
        seats = tuple(seats_of(said["seats"])) if said["seats"] else None
        times = int(said["times"] or 1)
        whose = (
            f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
            if seats
            else "every other seat"
        )
        says = f"{whose}: as in the round before{f', times {times}' if times > 1 else ''}"
        yield Meaning("again", says, again=seats, times=times)


KINDS: Final = (
    Kind(
        "wager",
        "SEATS BET AMOUNT",
        "A wager in chips; with c behind it in cash, with @NUMBER a match play coupon of that face.",
        ("3b25", "1-5b25", "1,4p100", "4dbb10", "3p8:25", "3b25c", "3p25@1017"),
        _wagers,
    ),
    Kind(
        "again",
        "[SEATS] = or xN",
        "The wagers of the round before, in chips: = the same, x2 twice as much, up to x9. Without seats it is"
        " meant for every seat that the line does not name. With `--instead-of` they are those of"
        " the round in whose place it is entered.",
        ("3=", "3x2", "1-5=", "=", "x2"),
        _repeated,
    ),
    Kind(
        "cards",
        "CARDS",
        "A hand in the order dealt, Player's first, without blanks: two cards, or three where a third was drawn. With p"
        " or b before one of them the hands stand in any order.",
        ("7dQh", "5h5s8c", "10h9c", "b5h5s8c"),
        _cards,
    ),
    Kind(
        "press",
        "SEATS > HAND [AMOUNT]",
        "House Money winnings put onto a standing wager on Player or Banker; all that may be where no amount is said.",
        ("7>b", "7>b15"),
        _presses,
    ),
)
"""All kinds of words."""


ERRORS: Final[Mapping[str, str]] = {
    "unread_word": "A word is of none of these kinds.",
    "two_readings": "A word could be two things: `3p825` is $825 on Player, or $25 on Panda 8; or two words say what"
    " a seat wagers as before: `3= 3x2`.",
    "unknown_bet": "The bet is none, or could be two.",
    "money_unreadable": "The amount is missing, or is none, or has a nought before it.",
    "money_negative": "The amount is below zero.",
    "not_positive": "The amount is nothing: `2b0`.",
    "amount_too_large": "The amount is more than can be held.",
    "bad_seat": "The seats are none, or one is there twice: 0, 15, `5-1`, or `1,1`.",
    "unknown_card": "A card is none.",
    "unknown_hand": "What is pressed onto is neither Player nor Banker.",
    "hands_unclear": "The cards are not two hands of two or three cards.",
    "nothing_before": "What is said as before was not there.",
    "left_since": "What is said as before was wagered by a player who has left since, or the table was closed since.",
    "coupon_before": "What is said as before was a coupon.",
    "same_under_key": "What is said as before, under a `--key`.",
    "empty_line": "The line says nothing.",
    "line_too_long": "The line says more than a round has.",
}
"""What is refused in reading a line; what it says is refused as by `pit round play`."""


def seats_of(text: str) -> list[int]:
    """`1-3,7` as 1, 2, 3, 7. Raises Misused."""
    seats: list[int] = []
    for part in text.split(","):
        first, to, last = part.partition("-")
        low, high = seat_of(first or part), seat_of(last if to else first)
        if not low <= high <= MOST_SEATS:
            raise Misused(
                "bad_seat", f"seat: {part!r} is no seat.", "Write 3, 1-5 or 1,4,7.", seat=part
            )
        seats += range(low, high + 1)
    if twice := [seat for seat, times in Counter(seats).items() if times > 1]:
        raise Misused(
            "bad_seat",
            f"seat: {text!r} names seat {twice[0]} twice.",
            "Write each seat once: 3, 1-5 or 1,4,7.",
            seat=text,
        )
    return seats


def _require_said_once(said: Iterable[tuple[str, Meaning]]) -> None:
    """Raise Misused where two words say what the same seat wagers as before: `= x2`, `3= 3x2`."""
    by_seat: dict[int | None, str] = {}
    for word, meaning in said:
        for seat in meaning.again or (None,):
            if seat in by_seat:
                whose = "every other seat" if seat is None else f"seat {seat}"
                raise Misused(
                    "two_readings",
                    f"{by_seat[seat]} and {word} both say what {whose} wagers as before.",
                    "Leave one of them out.",
                    word=word,
                )
            by_seat[seat] = word


def _again(said: Meaning, last: Before, named: set[int]) -> Iterator[TypedWager]:
    """The wagers of the round before, of the seats that were said. Raises Misused where they are not to be said so."""
    if not last.stands:
        raise Misused(
            "nothing_before",
            "The round before is reversed, and none stands in its place.",
            "Write what is wagered.",
        )
    there = {each.seat for each in last.wagers}
    meant = there - named if said.again is None else set(said.again)
    missing = [seat for seat in said.again or () if seat not in there]
    if missing or not there:
        whose = f"seat {missing[0]}" if missing else "any seat"
        raise Misused(
            "nothing_before",
            f"There is no wager of {whose} in {last.of}.",
            "Write what is wagered.",
            **({"seat": missing[0]} if missing else {}),
        )
    if gone := sorted(meant.intersection(last.gone)):
        seats = f"seat{'s' * (len(gone) > 1)} {', '.join(map(str, gone))}"
        raise Misused(
            "left_since",
            f"Who wagered at {seats} in {last.of} has left since.",
            "Name the seats that are meant, as in 1-5=, or write what is wagered.",
            seats=gone,
        )
    for each in last.wagers:
        if each.seat in meant:
            if each.coupon:
                raise Misused(
                    "coupon_before",
                    f"Seat {each.seat} wagered coupon {each.coupon} in {last.of}.",
                    f"Write what seat {each.seat} wagers: a coupon is not doubled, and may be gone.",
                    seat=each.seat,
                    coupon=each.coupon,
                )
            yield TypedWager(each.seat, each.bet, each.cents * said.times, "chips", "")


def _hands(found: Sequence[Meaning]) -> tuple[list[str], list[str]]:
    """Player's cards and Banker's; none where no card was said. Raises Misused."""
    typed = held = [each for each in found if each.cards]
    if not held:
        return [], []
    if len(held) == len(HANDS):
        left = [name for name in HANDS if name not in {each.hand for each in held}]
        held = [each if each.hand else each._replace(hand=left.pop(0)) for each in held]
    hands = {each.hand: list(each.cards) for each in held}
    if (
        hands.keys() != HANDS.keys()
        or len(held) > 2
        or not all(2 <= len(cards) <= 3 for cards in hands.values())
    ):
        raise Misused(
            "hands_unclear",
            f"These cards are not two hands: {' '.join(map(_written, typed))}.",
            "Write Player's cards, then Banker's, each hand without blanks: 7dQh 5h5s8c.",
            hands=["".join(each.cards) for each in held],
        )
    return hands["player"], hands["banker"]


def _written(held: Meaning) -> str:
    return f"{held.hand[:1]}{''.join(held.cards)}"


def _explain(word: str, known: Known) -> NoReturn:
    """Raise Misused: what is wrong with a word that is none."""
    cut_short = rf"(?:{CARD_TEXT})*(?:10|[ATJQK]).?|(?:{CARD_TEXT})+[2-9].?"
    if re.fullmatch(rf"[pb]?{CARD_TEXT}(?:.*[shdc]|{cut_short})", word, re.IGNORECASE):
        for each in re.findall(r"10.|..?", re.sub(r"^[pb]", "", word, flags=re.IGNORECASE)):
            parse_card(each, word)
    if re.fullmatch(rf"{SEATS}?=?x\d*", word, _FORM):
        raise Misused(
            "unread_word",
            f"{word!r}: what is wagered as before is said from x1 to x9, x2 for twice as much.",
            "Write x2 or 3x2, or what is wagered.",
            word=word,
        )
    for spelled, bet in SPELLED.items():
        if said := re.fullmatch(rf"{SEATS}:?{spelled}:?(?P<amount>\$?\d.*)?", word, _FORM):
            seats_of(said["seats"])
            raise no_amount(said["amount"] or "", f"{word}: {bet}")
    said = re.fullmatch(r"([\d,-]*\d):?([a-z][a-z_-]*)(.*)", word, _FORM)
    if said is not None:
        seats_of(said[1])
        bet = pick(said[2].rstrip("-"), BETS, "bet", [*filter({*known.offered}.__contains__, BETS)])
        minus = "-" if said[2].endswith("-") else ""
        if not cents_of(minus + said[3].lstrip(":"), f"{word}: {bet}"):
            raise not_positive(0, word)
    raise Misused(
        "unread_word",
        f"{word!r} is no wager, no cards and no press.",
        f"Write {either(each.examples[0] for each in KINDS)}.",
        word=word,
    )

"""The shoe: started, its cut card seen, ended (T2, T3, T5, T8, V4)."""

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from ledger.baccarat.offering_order import DEALER
from ledger.events import shoe as shoe_events
from ledger.table import shoe_acts
from ledger.table.cards import require_ready, seat_said
from ledger.table.cutting import verify_cut
from ledger.table.draft import (
    Draft,
    require_hands,
    require_no_round,
    require_open,
    require_seat,
    require_shoe,
)
from ledger.table.shoe_state import CARDS_A_DECK, ROUNDS_AFTER_CUT_CARD, ShoeInPlay, burned_with
from ledger.table.state import Table
from ledger.table.vigorish import require_nothing_owed
from ledger.values.cards import INDEX, parse_card
from ledger.values.errors import Refused
from ledger.values.numbers import counted

DECKS, CASH = "decks", "cash"
"""What a submission may have recorded: who inspected the decks, and who confirmed a verbal wager."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_READS_AS_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.0*)?")
_SEAT: Final = re.compile(r"(?:seat )?([0-9]{1,3})")
CUT_CARD_FROM_BACK = 14
"""The first cut card lies at least this deep from the back (ma-midi 5(e); ma-big 5(e); div (e)(6))."""


def start_shoe(draft: Draft, act: shoe_acts.Shoe) -> None:
    """Shuffled, cut and burned: the first card and as many more as it counts are gone (ma-midi 5(e); div (e)(6)).

    Refused while a seat owes vigorish (ma-midi 12(d)(2)(i); div (c)(3)(iv)).
    """
    table = require_open(draft)
    require_hands(draft)
    require_no_round(draft, "a new shoe")
    require_nothing_owed(draft, "a new shoe cannot start")
    burn = _burn(table, act.burn)
    if act.decks != table.submission.decks:
        raise Refused(
            "decks_differ",
            f"{table.rules} is played with {table.submission.decks} decks, not {act.decks}.",
            "Load the shoe with the decks of the rules submission.",
            decks=act.decks,
            required=table.submission.decks,
        )
    batch = require_ready(table, act.batch)
    number = _new_number(draft, act.shoe)
    burned = burned_with(burn)
    left = act.decks * CARDS_A_DECK - burned
    _require_cut_card_inside(table, act.cut_card_at, left)
    draft.record(
        shoe_events.ShoeStarted,
        shoe=number,
        decks=act.decks,
        burn=burn,
        burned=burned,
        left=left,
        cut_by=_cut_by(draft, act.cut_by),
        batch=batch,
        cut_card_at=act.cut_card_at or 0,
        lacking=lacking(table),
    )


def _cut_by(draft: Draft, said: str) -> str:
    """Who cut, as it is said: by a seat that the table has, and by no other than who cut the cards on record."""
    if draft.table.submission.continuous:
        if said:
            verify_cut(draft.table)
        return ""
    stack, found = draft.table.stack, _SEAT.fullmatch(said.strip().lower())
    seat = DEALER if said.strip().lower() == "dealer" else int(found[1]) if found else None
    if seat:
        require_seat(draft, seat)
    if stack is not None and seat not in {None, stack.cut_seat}:
        raise Refused(
            "cut_by_another",
            f"It is on record that the cards were cut by another: {seat_said(stack.cut_seat)}.",
            "Leave out who cut, or undo the shuffle and record it as it was.",
            cut_by=said,
            recorded=seat_said(stack.cut_seat),
        )
    return said or (seat_said(stack.cut_seat) if stack else "")


def lacking(table: Table) -> list[str]:
    """What the submission has recorded of the cards before play, and nobody did: all of it, where nobody recorded a
    shuffle.
    """
    recorded = [each for each in table.submission.recorded if each != CASH]
    if table.stack is None:
        return recorded
    return [
        each
        for each in recorded
        if each in table.stack.lacking or (each == DECKS and not table.batches)
    ]


def _is_another_number(said: str) -> bool:
    """Whether it reads as a number and is not written as those of shoes are: `+1`, `1.0`, fullwidth digits."""
    plain = normalize("NFKC", said).replace("\N{MINUS SIGN}", "-")
    written = said.isascii() and said.isdigit()
    return not written and _READS_AS_NUMBER.fullmatch(plain) is not None


def _new_number(draft: Draft, said: int | str) -> str:
    """A number from 1, or a name, that no shoe of the table has had on the gaming day."""
    number = str(said).strip()
    if _NUMBER.fullmatch(number):
        number = str(int(number))
    if number in {"", "0"} or number.startswith("-") or _is_another_number(number):
        raise Refused(
            "shoe_number",
            f"A shoe has a number from 1, not {said!r}.",
            "Number the shoes of a table from 1 on each gaming day.",
            shoe=said,
        )
    table = draft.table
    if table.shoes_day == draft.stamp.day and number in table.shoes:
        raise Refused(
            "shoe_number_used",
            f"Shoe {number} of {table.code} was in play on {table.shoes_day} already.",
            "Give it the next number.",
            shoe=number,
            used=list(table.shoes),
        )
    return number


def _require_cut_card_inside(table: Table, cut_card_at: int | None, left: int) -> None:
    """Deep enough from the back, where the text says how deep, and among the cards that the burned ones leave."""
    if cut_card_at is None:
        return
    verify_cut(table)
    least = CUT_CARD_FROM_BACK if table.submission.text.prints("shoe.burn") else 1
    if cut_card_at < least:
        raise Refused(
            "cut_card_too_late",
            f"The cut card lies {cut_card_at} cards from the back.",
            f"It lies at least {counted(least, 'card')} from the back.",
            cut_card_at=cut_card_at,
        )
    if cut_card_at > left:
        raise Refused(
            "cut_card_outside",
            f"The shoe holds {left} cards; a cut card {cut_card_at} from the back lies outside of it.",
            "Count the cards behind the cut card.",
            cut_card_at=cut_card_at,
            left=left,
        )


def _burn(table: Table, text: str) -> str:
    """The first card; a continuous shuffler has none burned, nor cut (div (l)), and a silent text asks for none."""
    continuous = table.submission.continuous
    if continuous and text:
        raise Refused(
            "continuous_shuffler",
            f"{table.rules} is dealt from a continuous shuffler at {table.code}: no card is burned.",
            "Leave the burn card out.",
            table=table.code,
        )
    if not continuous and not text and table.submission.text.prints("shoe.burn"):
        raise Refused(
            "burn_missing",
            f"The first card of a shoe is burned at {table.code}.",
            "Name it, and as many more as it counts go with it.",
            table=table.code,
        )
    return parse_card(text, "burn") if text else ""


def see_cut_card(draft: Draft, act: shoe_acts.CutCard) -> None:  # noqa: ARG001  decisions share one shape
    """The cut card is out: the round in progress, or the coming one, is completed and one more is played.

    Rule: ma-midi 9(d); ma-big 10(d); div (h)(5).
    """
    require_open(draft)
    shoe = require_shoe(draft)
    if shoe.continuous:
        raise Refused(
            "continuous_shuffler",
            f"{draft.table.code} is dealt from a continuous shuffler, which has no cut card.",
            "End it by name where it is taken out of play.",
            table=draft.table.code,
        )
    if shoe.rounds_left is not None:
        raise Refused(
            "cut_card_already_seen",
            f"The cut card of shoe {shoe.shoe} is already out.",
            f"{shoe.rounds_left} more may be completed from it.",
            shoe=shoe.shoe,
            rounds_left=shoe.rounds_left,
        )
    draft.record(shoe_events.CutCardSeen, shoe=shoe.shoe, rounds_left=ROUNDS_AFTER_CUT_CARD)


def end_shoe(draft: Draft, act: shoe_acts.EndShoe) -> None:
    """Take the shoe out of play. Refused while a seat owes vigorish (ma-midi 12(d)(2)(i); div (c)(3)(iv))."""
    require_open(draft)
    require_no_round(draft, "ending the shoe")
    shoe = require_shoe(draft)
    require_nothing_owed(draft, "the shoe cannot end")
    draft.record(shoe_events.ShoeEnded, shoe=shoe.shoe, reason=act.reason)


def require_cards(shoe: ShoeInPlay, cards: Sequence[str]) -> None:
    """Refuse cards that the shoe cannot hold any more (T8), or more cards than are left (ma-midi 13(e)).

    A card that nobody saw is "".
    """
    _require_left(shoe, len(cards))
    _require_possible(shoe, [card for card in cards if card])


def require_dealable(shoe: ShoeInPlay, order: Sequence[str]) -> None:
    """The same for the first cards of a hand, of which those drawn in error left the shoe before."""
    _require_left(shoe, len(order) - len(shoe.carried))
    carried = dict(enumerate(shoe.carried))
    _require_possible(shoe, [card for nth, card in enumerate(order) if not carried.get(nth)])


def _require_left(shoe: ShoeInPlay, needed: int) -> None:
    if needed > shoe.left:
        raise Refused(
            "shoe_short",
            f"Shoe {shoe.shoe} holds {shoe.left} more cards; {needed} are needed.",
            "Void the round, return every wager, and start a new shoe.",
            shoe=shoe.shoe,
            left=shoe.left,
        )


def _require_possible(shoe: ShoeInPlay, cards: Sequence[str]) -> None:
    for card in cards:
        if shoe.dealt[INDEX[card]] + cards.count(card) > shoe.decks:
            raise Refused(
                "card_not_in_shoe",
                f"{card} cannot come again: shoe {shoe.shoe} held {shoe.decks} of it.",
                "Check the card against the layout.",
                card=card,
                shoe=shoe.shoe,
                decks=shoe.decks,
            )

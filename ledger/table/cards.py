"""The cards before they are in play: received, shuffled and cut, cut again, spread (T2, T4, T6, T7).

A table whose clerk records only that a shoe started is held to none of this; what is recorded must be right.
"""

from ledger.baccarat.offering_order import DEALER
from ledger.events import shoe as shoe_events
from ledger.table import shoe_acts
from ledger.table.cutting import cut_of, require_depth, require_recut_by, verify_cut
from ledger.table.draft import Draft, require_no_round, require_open, require_seat
from ledger.table.shoe_state import CARDS_A_DECK, Batch, ShoeInPlay, burned_with
from ledger.table.state import Table
from ledger.table.vigorish import require_nothing_owed
from ledger.values.cards import parse_card
from ledger.values.errors import Refused
from ledger.values.people import same_person
from ledger.values.signatures import require_different

BATCHES = 2
FEATHER = "feather"
"""The shuffle that leaves the stack feathered, so that a floorperson can look at it (div (e)(2)(i))."""


def receive(draft: Draft, act: shoe_acts.ReceiveDecks) -> None:
    """Decks come to the table, the dealer inspects them and a second person verifies that (ma-midi 4; div (d)).

    Two batches at most, of different back colours (div (a)(4)); new decks take the place of used ones (ma-big 3(b)).
    """
    table = require_open(draft)
    require_different("inspection of the decks", dealer=act.dealer, supervisor=act.supervisor)
    _require_decks(table, act.decks)
    others = {name: batch for name, batch in table.batches.items() if name != act.batch}
    if act.batch in table.batches and _in_play(table) == act.batch:
        raise Refused(
            "batch_in_play",
            f"Batch {act.batch} is in play.",
            "End the shoe before its decks are changed.",
            batch=act.batch,
        )
    if len(others) == BATCHES:
        raise Refused(
            "too_many_batches",
            f"{table.code} has batches {' and '.join(others)}.",
            "Give the name of the batch whose decks are replaced.",
            batches=list(others),
        )
    for name, batch in others.items():
        if batch.colour.casefold() == act.colour.casefold():
            raise Refused(
                "same_back_colour",
                f"Batch {name} has {batch.colour} backs too.",
                "Two batches at one table have backs of different colours.",
                batch=name,
                colour=batch.colour,
            )
    draft.record(
        shoe_events.DecksReceived,
        batch=act.batch,
        colour=act.colour,
        decks=act.decks,
        dealer=act.dealer,
        supervisor=act.supervisor,
    )


def shuffle(draft: Draft, act: shoe_acts.ShuffleCards) -> None:
    """Shuffled as the submission says, and cut (ma-midi 5(a) to (d); ma-big 5(a) to (d); div (e)(1) to (5)), but for a
    continuous shuffler's cards (div (l)(1)).
    """
    table = require_open(draft)
    require_no_round(draft, "a shuffle")
    if table.submission.text.procedure.collected_before_shuffle:
        require_nothing_owed(draft, "the cards are not reshuffled")
    if table.shoe is not None and not table.shoe.over:
        raise Refused(
            "shoe_in_use",
            f"Shoe {table.shoe.shoe} is in play.",
            "Cards are shuffled after the shoe is completed, ended or spread.",
            shoe=table.shoe.shoe,
        )
    batch = _batch_to_shuffle(table, act.batch)
    _require_method(table, act.method)
    cut_seat, cut_depth = cut_of(draft, act)
    require_different("shuffle", washed_by=act.washed_by, checked_by=act.checked_by)
    _require_shown_to(draft, act.shown_to)
    by_hand = act.method == "hand"
    if act.checked_by:
        _require_checked(table, act.checked_by, feathered=by_hand and _is_feathered(table))
    draft.record(
        shoe_events.CardsShuffled,
        batch=batch,
        method=act.method,
        procedure=table.submission.shuffle if by_hand else "",
        washed=by_hand and _needs_wash(table, batch),
        washed_by=act.washed_by,
        shown_to=act.shown_to,
        checked_by=act.checked_by,
        lacking=lacking(table, batch, act),
        cut_seat=cut_seat,
        declined=list(act.declined),
        cut_depth=cut_depth,
    )


def store(draft: Draft, act: shoe_acts.StoreCards) -> None:
    """The batch that is not dealt is shuffled by the shuffler and stored in it (div (a)(4)(iv), (e)(8)(ii))."""
    table = require_open(draft)
    _require_method(table, "automated")
    if table.stored:
        raise Refused(
            "shuffler_full",
            f"Batch {table.stored} is in the shuffler of {table.code}.",
            "It comes into play next: pit shoe shuffle.",
            batch=table.stored,
        )
    if act.batch in (_in_play(table), table.stack.batch if table.stack else ""):
        raise Refused(
            "batch_in_play",
            f"Batch {act.batch} is in play.",
            "Store the other one; this one follows when its shoe is over.",
            batch=act.batch,
        )
    _require_received(table, act.batch)
    if table.stack is None and act.batch == table.last_batch:
        raise _again(act.batch, next(name for name in table.batches if name != act.batch))
    _require_fresh(table, act.batch)
    draft.record(shoe_events.CardsStored, batch=act.batch)


def lacking(
    table: Table, batch: str, act: shoe_acts.ShuffleCards | shoe_events.CardsShuffled
) -> list[str]:
    """What the submission has recorded of a shuffle, and nobody said. Cards that come out of the shuffler, or used ones
    that were not spread, are neither shown nor washed.
    """
    new = _needs_wash(table, batch) and table.stored != batch
    by_hand = act.method == "hand"
    due = {
        "spread": new and not act.shown_to,
        "wash": new and by_hand and not act.washed_by,
        "stack_check": by_hand and _is_feathered(table) and not act.checked_by,
    }
    return [each for each in table.submission.recorded if due.get(each)]


def recut(draft: Draft, act: shoe_acts.Recut) -> None:
    """A supervisor has the cards cut again before any is dealt; a shoe that was burned is burned anew.

    By whom: the player who cut last, or the next one entitled. Rule: ma-midi 5(f); ma-big 5(f); div (e)(7).
    """
    table = require_open(draft)
    shoe = table.shoe
    started = shoe is not None and not shoe.over
    if started and shoe is not None and not _untouched(shoe):
        raise Refused(
            "cards_dealt",
            f"Cards of shoe {shoe.shoe} are dealt.",
            "A recut is ordered before any card is dealt; end the shoe and shuffle.",
            shoe=shoe.shoe,
        )
    if not started and table.stack is None:
        raise Refused(
            "nothing_to_cut",
            f"No cards of {table.code} were cut that none was dealt of.",
            "Shuffle and cut them first.",
            table=table.code,
        )
    if not started or (shoe is not None and shoe.continuous):
        verify_cut(table)
    require_depth(table, act.cut_depth)
    require_recut_by(draft, act)
    burn, burned, left = "", 0, 0
    if started and shoe is not None:
        burn = _burn_of(act) if shoe.burned or act.burn else ""
        burned = burned_with(burn)
        left = shoe.decks * CARDS_A_DECK - burned
    draft.record(
        shoe_events.ShoeRecut,
        shoe=shoe.shoe if started and shoe is not None else "",
        ordered_by=act.ordered_by,
        reason=act.reason,
        cut_seat=act.cut_seat,
        declined=list(act.declined),
        cut_depth=act.cut_depth,
        burn=burn,
        burned=burned,
        left=left,
    )


def spread(draft: Draft, act: shoe_acts.SpreadCards) -> None:
    """Nobody plays: the cards leave the shoe and are spread; they are shuffled before play goes on (div (e)(8))."""
    table = require_open(draft)
    require_no_round(draft, "spreading the cards")
    if table.shoe is None:
        raise Refused(
            "no_shoe",
            f"No shoe is in play at {table.code}.",
            "Start a shoe first.",
            table=table.code,
        )
    draft.record(shoe_events.CardsSpread, shoe=table.shoe.shoe, face=act.face)


def require_ready(table: Table, batch: str) -> str:
    """The batch a new shoe is made of, where batches are recorded; refused where it cannot be that one."""
    if table.spread and table.stack is None:
        raise Refused(
            "cards_spread",
            f"The cards of {table.code} lie spread since nobody played.",
            "Shuffle and cut them first: pit shoe shuffle.",
            table=table.code,
        )
    if not table.batches:
        return batch
    if table.stack is None:
        raise Refused(
            "not_shuffled",
            f"No batch of {table.code} is shuffled and cut.",
            "Shuffle and cut one first: pit shoe shuffle.",
            table=table.code,
            batches=list(table.batches),
        )
    if batch and not _is_called(table, table.stack.batch, batch):
        raise Refused(
            "other_batch",
            f"Batch {table.stack.batch} was shuffled and cut, not {batch}.",
            "Bring that one into play.",
            batch=batch,
            shuffled=table.stack.batch,
        )
    return table.stack.batch


def _is_called(table: Table, batch: str, said: str) -> bool:
    """Whether a batch is meant: by its name, or by the colour of its backs."""
    decks = table.batches.get(batch)
    by_colour = said not in table.batches and decks is not None and decks.colour == said
    return said == batch or by_colour


def seat_said(seat: int) -> str:
    """Who cut, in words."""
    return "dealer" if seat == DEALER else f"seat {seat}"


def _require_decks(table: Table, decks: int) -> None:
    required = table.submission.decks
    if decks != required:
        raise Refused(
            "decks_differ",
            f"{table.rules} is played with {required} decks, not {decks}.",
            "Receive the decks of the rules submission; each batch has as many.",
            decks=decks,
            required=required,
        )


def _in_play(table: Table) -> str:
    return table.last_batch if table.shoe is not None and not table.shoe.over else ""


def batches_due(table: Table) -> list[str]:
    """The batches that may be shuffled next: the one in the shuffler, else any that the last shoe was not made of."""
    if table.stored:
        return [table.stored]
    return [name for name in table.batches if name != table.last_batch] or list(table.batches)


def _batch_to_shuffle(table: Table, named: str) -> str:
    """The batch that is shuffled: the named one, the one whose turn it is, or none where none is recorded."""
    if not table.batches:
        return named
    turn = batches_due(table)
    batch = named or turn[0]
    _require_received(table, batch)
    if batch not in turn and not table.stored:
        raise _again(batch, turn[0])
    if batch not in turn:
        raise Refused(
            "batch_stored",
            f"Batch {table.stored} is in the shuffler, and comes into play next.",
            f"Take it out and have it cut: batch {table.stored}.",
            batch=batch,
            stored=table.stored,
        )
    _require_fresh(table, batch)
    return batch


def _again(batch: str, turn: str) -> Refused:
    """Each batch is used for every other shoe (div (a)(4)(v))."""
    return Refused(
        "batch_again",
        f"Batch {batch} was in the last shoe; the two batches alternate.",
        f"Bring {turn} into play.",
        batch=batch,
        turn=turn,
    )


def _require_received(table: Table, batch: str) -> None:
    if batch not in table.batches:
        raise Refused(
            "batch_not_received",
            f"Batch {batch} was not received at {table.code}.",
            "Receive its decks first: pit shoe receive.",
            batch=batch,
            received=list(table.batches),
        )


def _require_fresh(table: Table, batch: str) -> None:
    """Decks that are shuffled need no replacing before (ma-midi 9(d), 13(e); ma-big 3(b), 15(e))."""
    decks = table.batches[batch]
    if decks.spent:
        raise Refused(
            "decks_used",
            f"A shoe of batch {batch} ran out in the middle of a round; the whole set of cards is replaced.",
            "Receive new decks first: pit shoe receive.",
            batch=batch,
        )
    if decks.finished and table.submission.new_decks_after_last_hand:
        raise Refused(
            "decks_used",
            f"The last hand of batch {batch} was played; {table.rules} has new decks after it.",
            "Receive new decks first: pit shoe receive.",
            batch=batch,
        )
    if decks.used and table.submission.shoe.change_every_shoe:
        raise Refused(
            "decks_used",
            f"The decks of batch {batch} were in a shoe; on a big table they are changed after each.",
            "Receive new decks first: pit shoe receive.",
            batch=batch,
        )


def _require_method(table: Table, method: str) -> None:
    """A shuffler needs two batches (div (a)(4)); pre-shuffled cards need a text that knows them (ma-midi 4(d))."""
    if method == "automated" and len(table.batches) < BATCHES:
        raise Refused(
            "second_batch_missing",
            f"An automated shuffler alternates {BATCHES} batches; {len(table.batches)} received.",
            "Receive both batches first: pit shoe receive.",
            batches=list(table.batches),
        )
    if method == "pre_shuffled" and not table.submission.text.procedure.pre_shuffled_cards:
        raise Refused(
            "not_pre_shuffled",
            f"{table.rules} has its cards shuffled at the table.",
            "Shuffle by hand or with an automated shuffler.",
            rules=table.rules,
        )


def _needs_wash(table: Table, batch: str) -> bool:
    """New and spread cards are washed first (ma-midi 4(c); div (d)(3), (e)(8)(i))."""
    found = table.batches.get(batch, Batch("", 0))
    return table.spread or not found.used


def _is_feathered(table: Table) -> bool:
    return table.submission.shuffle == FEATHER


def _require_shown_to(draft: Draft, seat: int) -> None:
    """Cards are spread for a participant who is there, as far as it is recorded who is (div (d)(2))."""
    if seat and require_seat(draft, seat) and draft.table.seats and seat not in draft.table.seats:
        raise Refused(
            "seat_empty",
            f"Nobody sits at seat {seat}.",
            "Seat the player first, or name for whom the cards were spread.",
            seat=seat,
        )


def _require_checked(table: Table, by: str, *, feathered: bool) -> None:
    """A stack that is left feathered is looked at by a floorperson, who does not deal there (div (e)(2)(i))."""
    if not feathered:
        raise Refused(
            "no_feathered_stack",
            f"No stack of {table.code} is left feathered, and {by} looked at none.",
            "Leave out who looked at it.",
            checked_by=by,
            rules=table.rules,
        )
    if same_person(by, table.dealer):
        raise Refused(
            "checked_by_dealer",
            f"{by} deals at {table.code}; a floorperson looks at the feathered stack.",
            "Name the floorperson who did.",
            checked_by=by,
            dealer=table.dealer,
        )


def _burn_of(act: shoe_acts.Recut) -> str:
    if not act.burn:
        raise Refused(
            "burn_missing",
            "The shoe was burned before the recut.",
            "Name the first card after the recut; it is burned.",
        )
    return parse_card(act.burn, "burn")


def _untouched(shoe: ShoeInPlay) -> bool:
    """Whether nothing but the burned cards has left it."""
    return sum(shoe.dealt) == min(1, shoe.burned) and (
        shoe.left == shoe.decks * CARDS_A_DECK - shoe.burned
    )

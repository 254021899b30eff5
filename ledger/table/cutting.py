"""Who cuts the cards, how deep and in which order they are asked (T2, T4; ma-midi 5; ma-big 5; div (e), (l))."""

from collections.abc import Sequence

from ledger.baccarat.offering_order import DEALER, order_of_the_cut, out_of_order
from ledger.table import shoe_acts
from ledger.table.curator import asked_in_order
from ledger.table.draft import Draft, require_seat
from ledger.table.shoe_state import CARDS_A_DECK
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.people import same_person


def verify_cut(table: Table) -> None:
    """Raise Refused where the cards are not cut: in a continuous shuffler (div (l)(1))."""
    if table.submission.continuous:
        raise Refused(
            "continuous_shuffler",
            f"{table.code} is dealt from a continuous shuffler: its cards are not cut.",
            "Leave out who cut them, how deep, and where a cut card lies.",
            table=table.code,
        )


def cut_of(draft: Draft, act: shoe_acts.ShuffleCards) -> tuple[int, int]:
    """Who cut and how deep; 0 and 0 where nothing is cut."""
    table, seat, depth = draft.table, act.cut_seat, act.cut_depth
    if seat is not None or depth is not None or act.declined:
        verify_cut(table)
    elif table.submission.continuous:
        return DEALER, 0
    if seat is None or depth is None:
        raise Refused(
            "cut_missing",
            f"The cards of {table.code} are cut before they go into a shoe.",
            "Say who cut them and how many cards in: --cut-by, --depth.",
            table=table.code,
        )
    require_depth(table, depth)
    first = table.curator if table.submission.text.procedure.curator_cuts_first else None
    _require_cut_in_order(draft, _cut_order(table, first), seat, act.declined)
    return seat, depth


def require_depth(table: Table, depth: int) -> None:
    """A deck from either end; 10 cards under div (ma-midi 5(d); div (e)(5)); anywhere where the text is silent."""
    submission = table.submission
    least = submission.shoe.cut_min_cards if submission.text.prints("shoe.cut") else 1
    most = table.submission.decks * CARDS_A_DECK - least
    if not least <= depth <= most:
        raise Refused(
            "cut_too_near",
            f"The cards were cut {depth} in.",
            f"They are cut at least {least} cards in from either end: {least} to {most}.",
            cut_depth=depth,
            least=least,
            most=most,
        )


def _cut_order(table: Table, first: int | None = None) -> list[int]:
    clockwise = table.submission.shoe.cut_order == "clockwise"
    return order_of_the_cut(table.offering, table.seats.keys(), clockwise=clockwise, first=first)


def _require_cut_in_order(
    draft: Draft, order: Sequence[int], seat: int, declined: Sequence[int]
) -> None:
    for each in (seat, *declined):
        if each != DEALER:
            require_seat(draft, each)
    if not declined and seat == DEALER and draft.table.submission.text.procedure.dealer_may_cut:
        return  # the dealer may cut for the table (ma-big 5(c))
    if seat != DEALER and seat not in order:
        raise Refused(
            "seat_empty",
            f"Nobody sits at seat {seat}.",
            "Seat the player first, or name who cut.",
            seat=seat,
        )
    if not draft.table.submission.text.prints("shoe.cut"):  # then in any order, each once
        order = [x for x in dict.fromkeys((*declined, seat)) if x in draft.table.seats]
    due, found = out_of_order(order, declined, seat)
    if (due, found) != (None, None):
        raise Refused(
            "cut_out_of_order",
            asked_in_order("the cut", due, found),
            "Name who declined it, in the order in which they were asked, and who cut.",
            order=list(order),
            declined=list(declined),
        )


def require_recut_by(draft: Draft, act: shoe_acts.Recut) -> None:
    """Ordered by a supervisor and not by who deals; cut by the last cutter again, or the next in the order."""
    table = draft.table
    if same_person(act.ordered_by, table.dealer):
        raise Refused(
            "recut_by_dealer",
            f"{act.ordered_by} deals at {table.code} and does not order a recut.",
            "Name the supervisor who ordered it.",
            ordered_by=act.ordered_by,
            dealer=table.dealer,
        )
    last = table.last_cut
    if last is None or act.cut_seat == last:
        return
    order = _cut_order(table)
    if last in order:
        place = order.index(last) + 1
        order = [*order[place:], *order[: place - 1]]
    _require_cut_in_order(draft, order, act.cut_seat, act.declined)

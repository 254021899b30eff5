"""To whom the cut and the dealing shoe are offered, seat after seat.

Rule: the cut, ma-midi 5(c), ma-big 5(c), div (e)(4); the shoe on a big table, ma-big 7(b), 14(b).
"""

from collections.abc import Collection, Sequence

from ledger.baccarat.offering import Offering

DEALER = 0
"""Stands for the dealer where a seat could stand."""


def order_of_the_cut(
    offering: Offering, seated: Collection[int], *, clockwise: bool, first: int | None = None
) -> list[int]:
    """The seats with a player, from the highest round the table, or from `first`: the last curator on a reshuffle."""
    order = list(offering.seats_counterclockwise())
    if clockwise:
        order.reverse()
    start = first if first in seated else max(seated, default=None)
    return _from(order, start, seated)


def order_of_the_shoe(
    offering: Offering, seated: Collection[int], previous: int | None = None
) -> list[int]:
    """The seats with a player, from seat 1 counterclockwise, or from the right of the previous curator."""
    order = list(offering.seats_counterclockwise())
    if previous is None or previous == DEALER:
        return _from(order, 1, seated)
    after = order[(order.index(previous) + 1) % len(order)]
    return [seat for seat in _from(order, after, seated) if seat != previous]


def out_of_order(
    order: Sequence[int], declined: Sequence[int], accepted: int | None
) -> tuple[int | None, int | None]:
    """Where those who declined, as they were asked, and who accepted are not in order: who was due, and who is named in
    the place of it; None for nobody, and for both where all is in order. The dealer comes after all.

    accepted: None where some player behind those who declined did.
    """
    asked = [*declined, *([] if accepted is None else [accepted])]
    for due, found in zip([*order, DEALER], asked, strict=False):
        if due != found:
            return due, found
    if len(asked) > len(order) + 1:
        return None, asked[len(order) + 1]
    return None, None


def _from(order: Sequence[int], start: int | None, seated: Collection[int]) -> list[int]:
    place = order.index(start) if start is not None else 0
    return [seat for seat in (*order[place:], *order[:place]) if seat in seated]

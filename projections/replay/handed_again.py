"""Who was handed the cards of a hand, worked out again of the wagers by today's code (T10, U1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from ledger.baccarat.handling import handed_to, stakes_on
from ledger.baccarat.offering import Offering
from ledger.baccarat.offering_order import DEALER, out_of_order
from ledger.events import table as e
from ledger.rules.submission import Submission
from projections.replay.settled_again import Difference

NOBODY: Final = -1
"""The cards were nobody's before, as in their event."""


class Handed(Protocol):
    """Who turns the cards of a hand, in its event and in the story."""

    @property
    def hand(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def previous(self) -> int: ...
    @property
    def declined(self) -> list[int]: ...
    @property
    def ordered_by(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def rule(self) -> str: ...


def of_the_cards(
    submission: Submission, wagers: Sequence[e.WagerLine], handed: Iterable[Handed]
) -> Iterator[Difference]:
    """Where the cards of a hand went to another than its wagers and those who gave them up make it, or by another
    section.

    wagers: those that stood. Whoever plays has one; who else sits at the table is not known here.
    """
    for each, seat, section in _worked_out(submission, wagers, handed):
        if seat == each.seat and each.rule in submission.text.handling.recorded(section):
            continue
        recorded = f"{_said(each.seat)} by {each.rule}"
        again = f"{_said(seat)} by {section}" if section else _said(seat)
        yield Difference(f"who turns {each.hand.title()}'s cards", recorded, again)


def sections_now(
    submission: Submission, wagers: Sequence[e.WagerLine], handed: Iterable[Handed]
) -> Iterator[str]:
    """The section of each as it is cited now: one stood for several when some were recorded."""
    for each, seat, section in _worked_out(submission, wagers, handed):
        stood = seat == each.seat and each.rule in submission.text.handling.recorded(section)
        yield section if stood else each.rule


def _worked_out(
    submission: Submission, wagers: Sequence[e.WagerLine], handed: Iterable[Handed]
) -> Iterator[tuple[Handed, int | None, str]]:
    """Each with who had to be asked and by which section, None and "" for nobody."""
    playing = {wager.seat for wager in wagers}
    asked: dict[str, list[int]] = {}
    for each in handed:
        before = asked.setdefault(each.hand, [])
        stakes = stakes_on(wagers, each.hand)
        seat, section = _due(submission.offering, stakes, playing, each, before), ""
        if seat is not None:
            section = submission.text.handling.section(
                each.hand,
                stakes,
                dealer=seat == DEALER,
                passed=bool(before or each.declined),
            )
        yield each, seat, section
        before += [*each.declined, each.seat]


def _due(
    offering: Offering,
    stakes: Mapping[int, int],
    playing: set[int],
    handed: Handed,
    asked: list[int],
) -> int | None:
    """Who was to be asked in the place of the first who is named out of turn; who has them, where nobody is; None where
    nobody was left.
    """
    last = asked[-1] if asked else NOBODY
    if DEALER in asked or handed.previous != last:
        return None
    first = last if asked else handed_to(offering, stakes)
    order: list[int] = []
    if first:
        around = list(offering.seats_counterclockwise())
        place = around.index(first)
        known = playing | {*handed.declined, handed.seat}
        order = [x for x in (*around[place:], *around[:place]) if x in known and x not in asked]
    due, found = out_of_order(order, handed.declined, handed.seat)
    return handed.seat if due == found else due


def _said(seat: int | None) -> str:
    if seat is None:
        return "nobody"
    return f"seat {seat}" if seat else "the dealer"

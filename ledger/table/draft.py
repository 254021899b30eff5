"""A table as it would be: the state with the events a command decided on, not saved yet."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, NamedTuple

from ledger.events.act import Stamp
from ledger.events.base import Event, Recorded
from ledger.events.table import TableClosed, TableOpened
from ledger.events.tray import moved_at
from ledger.rules.catalogue import Catalogue
from ledger.table.reckoning import Reckoning
from ledger.table.round_state import RoundInProgress
from ledger.table.shoe_state import ShoeInPlay
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.money import not_positive


class Instead(NamedTuple):
    """A round that is entered in the place of a reversed one. at: when that was settled, microseconds UTC. left: cards
    that its shoe had left after the first four, which had left it before; None where they are dealt now.
    """

    round: str
    day: str
    at: int
    shoe: str
    left: int | None


BackTo = Callable[[str, str, Callable[[Event], bool]], list[Recorded]]
"""The events of a stream back to what begins a round, or to its day: in order; event None for what was undone."""


class Past(NamedTuple):
    """What can be asked of the log, for what is decided rarely and kept in no state.

    since: the table's events that happened at a moment (microseconds UTC) or after it, the latest recorded first.
    history: all events of a stream. back_to: those since what begins a round. link_at: a link after so many events.
    is_closed: whether a gaming day is.
    """

    history: Callable[[str], Iterable[Event]] = lambda _: ()
    since: Callable[[int], Iterable[Event]] = lambda _: ()
    back_to: BackTo = lambda *_: []
    link_at: Callable[[str, int], Any] = lambda *_: None
    is_closed: Callable[[str], bool] = lambda _: False


NOTHING_PAST: Final = Past()
"""Nothing is on record."""


class Draft:
    """A copy of a table on which decisions are tried; thrown away when one is refused.

    stamp: who acts and when. catalogue: the rules submissions that can be named. pending: the events decided on.
    claims: names that may be used once in the whole property, such as a slip's number. unused: names that must not
    have been used yet, such as that of a coupon on the layout, which the house keeps only when it wins or loses.
    together: names used once that all acts of one command may use. given_back: names that may be used again. instead:
    the round entered, where it is in the place of another.
    tolerance: microseconds by which clocks may differ. award_limit: cents from which on a fixed award waits for a
    supervisor, 0 for none.
    reckoning: what is known of a count of the tray besides what was counted. blind: what is counted blind, so that
    nobody is told what the books expect of it.
    past: what can be asked of the log.
    """

    __slots__ = (
        "award_limit",
        "blind",
        "catalogue",
        "claims",
        "given_back",
        "instead",
        "past",
        "pending",
        "reckoning",
        "stamp",
        "table",
        "together",
        "tolerance",
        "unused",
    )

    def __init__(
        self,
        table: Table,
        stamp: Stamp,
        catalogue: Catalogue,
        past: Past = NOTHING_PAST,
        tolerance: int = 0,
        award_limit: int = 0,
    ) -> None:
        self.catalogue = catalogue
        self.table = table.copy()
        self.stamp = stamp
        self.tolerance = tolerance
        self.award_limit = award_limit
        self.past = past
        self.pending: list[Event] = []
        self.claims: list[str] = []
        self.unused: list[str] = []
        self.together: list[str] = []
        self.given_back: list[str] = []
        self.instead: Instead | None = None
        self.reckoning: Reckoning | None = None
        self.blind: Collection[str] = ()

    def record(self, kind: type[Event], /, *, day: str = "", **facts: object) -> None:
        """Decide on an event: it is folded in and waits to be saved."""
        self.add(self.stamp.on(kind, day=day, **facts))

    def add(self, event: Event) -> None:
        """Decide on an event that is made already."""
        self.table.apply(event)
        self.pending.append(event)

    @property
    def puts_right(self) -> bool:
        """Whether it takes back or corrects what moved chips before, or enters it rightly."""
        return self.instead is not None or any(moved_at(e) != e.at for e in self.pending)

    def claim(self, name: str) -> None:
        """Use a name that can be used only once."""
        self.claims.append(name)


def has_tray(draft: Draft) -> bool:
    """Whether the table's tray was there at the moment of the act: not from when it was counted and closed to the next
    opening.
    """
    table, at = draft.table, draft.stamp.at
    begun = at + draft.tolerance
    if table.open and table.opened_at <= begun:
        return True
    turns = (
        event
        for event in draft.past.since(at)
        if (isinstance(event, TableClosed) and event.known_at > at)
        or (isinstance(event, TableOpened) and event.known_at > begun)
    )
    first = min(turns, key=lambda event: event.known_at, default=None)
    return table.open if first is None else isinstance(first, TableClosed)


def require_tray(draft: Draft, next_step: str, **facts: object) -> None:
    """Refuse where chips would leave a tray that was counted. next_step, facts: of the refusal."""
    if not has_tray(draft):
        was = (
            "was closed then, and its tray was"
            if draft.table.open
            else "is closed, and its tray is"
        )
        said = f"Table {draft.table.code} {was} counted."
        raise Refused("tray_counted", said, next_step, **facts)


def require_open(draft: Draft) -> Table:
    """The table, if it is open for gaming. Rule: only an open table deals (T1)."""
    if not draft.table.open:
        raise Refused(
            "table_closed",
            f"Table {draft.table.code} is not open.",
            "Open it with its opener first.",
            table=draft.table.code,
        )
    return draft.table


def require_no_round(draft: Draft, doing: str) -> None:
    """Refuse while a round is in progress. doing: what was asked, for the sentence."""
    if draft.table.round is not None:
        raise Refused(
            "round_in_progress",
            f"Round {draft.table.round.id} is in progress; {doing} has to wait.",
            "Settle or void the round first.",
            round=draft.table.round.id,
        )


def require_round(draft: Draft) -> RoundInProgress:
    """The round in progress."""
    if draft.table.round is None:
        raise Refused(
            "no_round",
            f"No round is in progress at {draft.table.code}.",
            "Place a wager or announce no more bets first.",
            table=draft.table.code,
            last_round=draft.table.last_round,
        )
    return draft.table.round


def require_hands(draft: Draft) -> None:
    """Refuse what belongs to hands at a table that was opened to be run on its tray alone."""
    if draft.table.hands is False:
        raise Refused(
            "hands_not_recorded",
            f"Table {draft.table.code} was opened on its tray alone; its hands are not recorded.",
            "To record them, close it with its closer and open it again without --tray-only.",
            table=draft.table.code,
        )


def require_shoe(draft: Draft) -> ShoeInPlay:
    """The shoe, if a further round may be dealt from it."""
    require_hands(draft)
    shoe = draft.table.shoe
    if shoe is None:
        raise Refused(
            "no_shoe",
            f"No shoe is in play at {draft.table.code}.",
            "Start a shoe first.",
            table=draft.table.code,
        )
    if shoe.over:
        raise Refused(
            "shoe_over",
            f"The last hand of shoe {shoe.shoe} has been played.",
            "Collect outstanding vigorish and start a new shoe.",
            table=draft.table.code,
            shoe=shoe.shoe,
        )
    return shoe


def require_seat(draft: Draft, seat: int) -> int:
    """The seat, if the table has it."""
    seats = draft.table.submission.seats
    if not 1 <= seat <= seats:
        raise Refused(
            "no_such_seat",
            f"Table {draft.table.code} has no seat {seat}.",
            f"Seats are 1 to {seats}.",
            seat=seat,
            seats=seats,
        )
    return seat


def require_positive(cents: int) -> int:
    """The amount, if it is money at all."""
    if cents <= 0:
        raise not_positive(cents)
    return cents

"""What a round in one line hangs on, and what it would come to."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import in_effect, round_played
from ledger.table.rounds_named import unknown_round
from ledger.table.state import stream
from ledger.transaction.unit import Done
from projections.queries import seat
from projections.queries.totals import round_totals, told
from projections.queries.words import WagerLike, wager


class Before(NamedTuple):
    """What `=` stands for: the wagers of a round, less what was withdrawn, in the order placed.

    gone: seats whose player has left since. of: which round that is, in words. stands: False where it is reversed, and
    not to be said again: what it had was not so.
    """

    wagers: Sequence[WagerLike] = ()
    gone: Collection[int] = ()
    of: str = "the round before"
    stands: bool = True


def offered(ledger: Ledger, code: str) -> frozenset[str]:
    """The bets that a table takes. Raises NotFound."""
    table = ledger.table(code)
    return frozenset(map(str, table.offering.taken(metered=bool(table.link))))


def wagers_before(ledger: Ledger, code: str, instead_of: str = "") -> Before:
    """The wagers of the round of a table with the highest number, or of one that another is entered in the place of.

    instead_of: `TABLE:DAY:N`. Its wagers are of those who sat there then, whoever has left since. Raises NotFound.
    """
    table = ledger.table(code)
    of = instead_of or table.last_round
    if not of:
        return Before()
    seen = False

    def is_before(event: Event) -> bool:
        """What ends another round, where it is older: one in the place of an older round may lie behind this one."""
        nonlocal seen
        seen = seen or round_played(event) == of
        return seen and isinstance(event, e.RoundSettled | e.RoundVoided) and event.round != of

    found = ledger.loader.back_to(stream(code), of, is_before, table.version)
    if instead_of and not seen:
        raise unknown_round(code, of)
    lying: list[e.WagerLine] = []
    gone: set[int] = set()
    stands = True
    for event in (each.event for each in in_effect(found)):
        match event:
            case e.WagersPlaced(round=round_, wagers=wagers) if round_ == of:
                lying += wagers
                gone -= {each.seat for each in wagers}
            case e.WagerWithdrawn(round=round_) if round_ == of:
                taken = (event.seat, event.bet)
                lying = [each for each in lying if (each.seat, each.bet) != taken]
            case e.RoundReversed(round=round_) if round_ == of:
                stands = False
            case e.SeatLeft():
                gone.add(event.seat)
            case e.TableClosed():
                gone |= {each.seat for each in lying}
    return Before(lying, (), f"round {of}") if instead_of else Before(lying, gone, stands=stands)


def outlook(ledger: Ledger, done: Done) -> str:
    """What a dry run would come to: `banker wins: 6 wagers of $180.00, ...`; of wagers alone their total and what is
    owed, and in a line below what is put down.
    """
    totals = round_totals(ledger, done)
    for event in (each.event for each in reversed(done.events)):
        if isinstance(event, e.RoundSettled) and totals is not None:
            return f"{event.announce}: {told(totals)}"
    placed = [each.event for each in done.events if isinstance(each.event, e.WagersPlaced)]
    lines = "; ".join(wager(line) for event in placed for line in event.wagers)
    down = seat.put_down(ledger, done)
    if down is None:
        return lines
    together = seat.together_told(down)
    return f"{together}\n{lines}" if down.wagers > 1 else f"{lines}; {together}"

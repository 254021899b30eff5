"""What a round in one line hangs on, and what it would come to."""

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import in_effect
from ledger.table.state import stream
from ledger.transaction.unit import Done
from projections.queries import seat
from projections.queries.totals import round_totals, told
from projections.queries.words import wager


def offered(ledger: Ledger, code: str) -> frozenset[str]:
    """The bets that a table's rules have. Raises NotFound."""
    return frozenset(map(str, ledger.table(code).offering.bets))


def wagers_before(ledger: Ledger, code: str) -> list[e.WagerLine]:
    """The wagers of the round of a table that ended last, less what was withdrawn, in the order placed."""
    table = ledger.table(code)
    of = table.last_round
    if not of:
        return []

    def is_before(event: Event) -> bool:
        return isinstance(event, e.RoundSettled | e.RoundVoided) and event.round != of

    found = ledger.loader.back_to(stream(code), of, is_before, table.version)
    lying: list[e.WagerLine] = []
    for event in (each.event for each in in_effect(found)):
        match event:
            case e.WagersPlaced(round=round_, wagers=wagers) if round_ == of:
                lying += wagers
            case e.WagerWithdrawn(round=round_) if round_ == of:
                gone = (event.seat, event.bet)
                lying = [each for each in lying if (each.seat, each.bet) != gone]
    return lying


def outlook(ledger: Ledger, done: Done) -> str:
    """What a dry run would come to: `banker wins: 6 wagers of $180.00, ...`; of wagers alone, what is put down."""
    totals = round_totals(ledger, done)
    for event in (each.event for each in reversed(done.events)):
        if isinstance(event, e.RoundSettled) and totals is not None:
            return f"{event.announce}: {told(totals)}"
    placed = [each.event for each in done.events if isinstance(each.event, e.WagersPlaced)]
    lines = [wager(line) for event in placed for line in event.wagers]
    down = seat.put_down(ledger, done)
    return "; ".join([*lines, *([seat.together_told(down)] if down else [])])

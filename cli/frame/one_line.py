"""A round in one line as acts: to be recorded, or only tried while it is typed."""

from typing import TYPE_CHECKING

from cli.frame.options import session
from cli.frame.writing import round_named, said_of, whole_round

if TYPE_CHECKING:
    from ledger.table import acts as table_acts


def acts_of(
    code: str, line: str, at: str | None = None, instead_of: str | None = None
) -> "list[table_acts.Act]":
    """What a line says at a table: a whole round where it has cards, else its wagers. Raises Misused, NotFound.

    instead_of: the reversed round in whose place it is; what is said as before is of that one.
    """
    from cli.typed.shorthand import Known, read
    from ledger.table.acts import PlaceWager
    from projections.queries.in_one_line import offered, wagers_before

    ledger = session().ledger
    of = round_named(instead_of) if instead_of else ""
    found = read(line, Known(offered(ledger, code), lambda: wagers_before(ledger, code, of)))
    wagers = [each._asdict() for each in found.wagers]
    if not (found.player or found.presses or instead_of):
        return [said_of(PlaceWager, code, at, **each) for each in wagers]
    hands = {"player": found.player, "banker": found.banker}
    presses = [each._asdict() for each in found.presses]
    return [whole_round(code, at, instead_of, wagers=wagers, presses=presses, **hands)]


def tried(code: str, line: str) -> str:
    """What a line would come to, in a line; what is wrong with it where it is refused."""
    from ledger.values.errors import PitError
    from projections.queries import in_one_line

    ledger = session().ledger
    try:
        return in_one_line.outlook(ledger, ledger.do(*acts_of(code, line), dry_run=True))
    except PitError as error:
        return error.refusal.message

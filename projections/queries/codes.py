"""What there is, by its codes. What can be named now is asked of the log, which nothing has to be brought up to:
`names_of`. Which tables there were at a moment is asked of the read models: `table_codes`.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from ledger.baccarat.wagers import Bet
from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.operators import Role
from ledger.store.errors import store_errors
from ledger.values.progress import Progress
from ledger.values.rounds import day_of, in_order
from projections.models import places
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up

if TYPE_CHECKING:
    from ledger.table.state import Table


def table_codes(
    ledger: Ledger, moment: Moment = NOW, progress: Progress | None = None
) -> list[str]:
    """The codes of all tables that had been put into service by then."""
    with caught_up(ledger, moment, (places.PROJECTION,), progress) as connection:
        return places.tables(connection)


def verify_known(ledger: Ledger, code: str | None) -> str | None:
    """The code, if it is a table's or none was named. Raises NotFound."""
    if code is None:
        return None
    with store_errors():
        known = ledger.journal.position_of(e.stream(code), 1) is not None
    if not known:
        ledger.table(code)
    return code


def names_of(ledger: Ledger, kind: str, of: str = "") -> list[str]:
    """What can be named of a kind, each once; none of a kind that nobody knows.

    of: the table, or something of it, to which rounds, disputes, slips, awards and bets are narrowed; the link of
    meters; a form of the series.
    """
    return list(dict.fromkeys(_NAMES[kind](ledger, of))) if kind in _NAMES else []


def _tables(ledger: Ledger, of: str) -> "Iterator[Table]":
    """The tables in service, or the one that is named: where a first opening was taken back there is none."""
    code = of.partition(":")[0]
    for each in [ledger.spelled(code)] if code else ledger.named(e.TableCommissioned):
        found = ledger.loader.table(each)
        if found is not None and found.code:
            yield found


def _rounds(ledger: Ledger, of: str) -> Iterator[str]:
    """Those of each table's last gaming day with a round, and those in the place of them."""
    for table in _tables(ledger, of):
        for day in [day for day, last in table.rounds.items() if last][-1:]:
            numbered = (f"{table.code}:{day}:{n}" for n in range(1, table.rounds[day] + 1))
            again = (each for each in table.again if day_of(each) == day)
            yield from sorted(chain(numbered, again), key=in_order)


def _slips(ledger: Ledger, of: str) -> Iterator[str]:
    for table in _tables(ledger, of):
        of_table = e.stream(table.code)
        yield from (each.slip for each in table.slips if each.slip)
        yield from (each.slip for each in ledger.loader.rare(of_table, e.ChipsFilled))
        yield from (each.slip for each in ledger.loader.rare(of_table, e.ChipsCredited))


def _links(ledger: Ledger, _: str = "") -> list[str]:
    return ledger.named(link_events.LinkInstalled)


def _awards(ledger: Ledger, of: str) -> Iterator[str]:
    for code in _links(ledger):
        for won in ledger.loader.rare(link_events.stream(code), link_events.AwardWon):
            if won.round.partition(":")[0] in {"", of.partition(":")[0]}:
                yield f"{won.round}/{won.seat}"


def _meters(ledger: Ledger, of: str) -> Iterator[str]:
    known = [each for each in _links(ledger) if of in {"", each}]
    yield from chain.from_iterable(ledger.link(each).meters for each in known)


def _forms(ledger: Ledger, of: str) -> Iterator[str]:
    series = of.rpartition("-")[0]
    for name in [series] if series else ledger.named(form_events.SeriesReceived):
        for each in ledger.loader.rare(form_events.stream(name), form_events.FormIssued):
            yield form_events.serial(name, each.number)


def _bets(ledger: Ledger, of: str) -> Iterator[str]:
    tables = _tables(ledger, of)
    offered = {bet for each in tables for bet in each.offering.taken(metered=bool(each.link))}
    return (bet for bet in Bet if bet in offered)


_NAMES: Final[Mapping[str, Callable[[Ledger, str], Any]]] = {
    "TABLE": lambda ledger, _: (each.code for each in _tables(ledger, "")),
    "ROUND": _rounds,
    "DISPUTE": lambda ledger, of: (
        each.partition("/")[0] for table in _tables(ledger, of) for each in table.disputed
    ),
    "SLIP": _slips,
    "AWARD": _awards,
    "BET": _bets,
    "PIT": lambda ledger, _: (each.pit for each in _tables(ledger, "")),
    "LINK": _links,
    "METER": _meters,
    "SERIES": lambda ledger, _: ledger.named(form_events.SeriesReceived),
    "SERIAL": _forms,
    "OPERATOR": lambda ledger, _: sorted(ledger.loader.registry().operators),
    "ROLE": lambda *_: Role,
}
"""By what an argument is called in its help, except for DISPUTE and SLIP; each of the log but for roles."""

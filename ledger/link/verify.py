"""What an event of a link states, held against what those before it come to (P4)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.meter import UNITS
from ledger.link.readings import showed
from ledger.link.reversal import Back, apart, given_back, since_fed, without
from ledger.link.seed import put_in_again
from ledger.link.state import Link, held, name_of, turned
from ledger.table.draft import Past
from ledger.values.errors import IntegrityFailure

Stated = tuple[str, str]

_SETTLED: Final = (link_events.AwardWon, link_events.AwardPaid, link_events.AwardRefused)


def verify(link: Link, event: Event, past: Past) -> None:
    """Hold an event, not yet folded into its link, against what those before it come to.

    past: asked where the state does not tell enough.
    Raises IntegrityFailure where it states another contribution, reading, award, payment or reversal.
    """
    states = _STATES.get(type(event))
    if states is None:
        return
    stated, due = states(link, event, past)
    if stated != due:
        raise IntegrityFailure(
            "meter_differs",
            f"An event of {link.code} states {stated}; the events before it come to {due}.",
            "Restore the store from a copy, or compare it with one.",
            link=link.code,
            stated=stated,
            due=due,
        )


def _taken(link: Link, event: link_events.ContributionsTaken, _: Past) -> Stated:
    due = [meter.takes(event.staked_cents) for meter in link.meters.values()]
    return _units(event.lines), _units(due)


def _returned(link: Link, event: link_events.ContributionsReturned, past: Past) -> Stated:
    """What the last round of its table had put in; of a round that is reversed later, the history tells it."""
    fed = link.fed.get(event.table)
    of_last = fed is not None and fed.round == event.round
    # As in older stores, whatever the meter came to.
    if fed is not None and of_last and not event.reseeded:
        return _units(event.lines), _units(fed.lines)
    since = since_fed(link.code, event.round, past.back_to).events
    again = put_in_again(link, event.lines, since) if of_last else []
    due: list[link_events.MeterUnits] = []
    for each in since:
        match each:
            case link_events.ContributionsTaken() if each.round == event.round:
                due = each.lines
            case link_events.ContributionsReturned() if each.round == event.round:
                due = []
            case _:
                pass
    return _given_back(event.lines, event.reseeded), _given_back(due, again)


def _given_back(
    lines: Iterable[link_events.MeterUnits], reseeded: Iterable[link_events.MeterUnits]
) -> str:
    return f"{_units(lines)}, and {_units(reseeded)} put in again"


def _units(lines: Iterable[link_events.MeterUnits]) -> str:
    return ", ".join(f"{line.meter} {line.visible} and {line.reserve}" for line in lines) or "none"


def _won(link: Link, event: link_events.AwardWon, _: Past) -> Stated:
    meter = link.read(event)
    stated = _award(event.reading, event.cents, event.reseed_cents)
    return stated, _award(meter.visible, *meter.award(event.share_bps))


def _award(reading: int, cents: int, reseed_cents: int) -> str:
    return f"{cents} cents of a reading of {reading}, and {reseed_cents} cents put in again"


def _paid(link: Link, event: link_events.AwardPaid, _: Past) -> Stated:
    owed = link.owed.get(name_of(event))
    return f"{event.cents} cents", f"{owed.cents if owed else 0} cents"


def _refused(link: Link, event: link_events.AwardRefused, past: Past) -> Stated:
    """What the house had not put in again for it. In older stores all of it shows."""
    owed = link.owed.get(name_of(event))
    cents = owed.cents - owed.reseed_cents if owed else 0
    reserve = given_back(link, past, owed)[1] if owed and event.reserve else 0
    return _ruled(event.cents, event.reserve), _ruled(cents, reserve)


def _ruled(cents: int, reserve: int) -> str:
    return f"{cents} cents back, {reserve} units of them in reserve"


def _owed(link: Link, event: link_events.AwardOwed, past: Past) -> Stated:
    """The award as it was won, where it had been handed over or ruled not to be."""
    stated = _award(event.reading, event.cents, event.reseed_cents)
    events = since_fed(link.code, event.round, past.back_to).events
    mine = [
        each for each in events if isinstance(each, _SETTLED) and name_of(each) == name_of(event)
    ]
    won, settled = mine[0] if mine else None, mine[-1] if mine else None
    if not isinstance(won, link_events.AwardWon) or isinstance(settled, link_events.AwardWon):
        return stated, "no award that was settled"
    back = (0, 0)
    if isinstance(settled, link_events.AwardRefused):
        back = settled.cents, settled.reserve
    due = _award(won.reading, won.cents, won.reseed_cents)
    stated_back = _ruled(event.back_cents, event.back_reserve)
    return f"{stated}; {stated_back}", f"{due}; {_ruled(*back)}"


def _undone(link: Link, event: link_events.AwardUndone, past: Past) -> Stated:
    """The award as it was won; what the meter would show without it."""
    return _taken_back(link, event, 0, past)


def _reversed(link: Link, event: link_events.AwardReversed, past: Past) -> Stated:
    """The award as it was won, and not taken back before; what the meter would show without it."""
    stated, due = _taken_back(link, event, event.since_cents, past)
    return stated, "no award" if name_of(event) in link.reversed else due


def _taken_back(
    link: Link,
    event: link_events.AwardUndone | link_events.AwardReversed,
    since_cents: int,
    past: Past,
) -> Stated:
    back = event.visible, event.reserve, since_cents
    stated = _reversal(event.cents, event.reseed_cents, back)
    before, since = since_fed(link.code, event.round, past.back_to)
    awards = (each for each in since if isinstance(each, link_events.AwardWon))
    won = next((each for each in awards if name_of(each) == name_of(event)), None)
    if won is None:
        return stated, "no award"
    older = apart(link, _as_if_in_older_stores(past.link_at(link.code, before), since, won), won)
    due = older if older == back else given_back(link, past, won)
    return stated, _reversal(won.cents, won.reseed_cents, due)


def _as_if_in_older_stores(
    before: Link, since: Iterable[Event], never_won: link_events.AwardWon
) -> Link:
    """A link without an award as it was worked out at first: what went back of others did so as recorded, and a reserve
    that showed by the one or the other still does.
    """
    link, more = before.copy(), Counter[str]()
    for event in without(since, name_of(never_won)):
        said = event
        match event:
            case link_events.AwardWon():
                cents, _ = link.read(event).award(event.share_bps)
                more[name_of(event)] = cents - event.cents
                said = msgspec.structs.replace(event, cents=cents)
            case link_events.AwardRefused():
                back = event.cents + more[name_of(event)]
                said = msgspec.structs.replace(event, cents=back)
            case link_events.AwardReversed():
                visible = event.visible + more[name_of(event)] * UNITS
                said = msgspec.structs.replace(event, visible=visible)
            case _:
                pass
        link.apply(said)
    return link


def _reversal(cents: int, reseed_cents: int, back: Back) -> str:
    visible, reserve, since_cents = back
    award = f"an award of {cents} cents taken back, and {reseed_cents} cents put in for it"
    return f"{award}: {visible} and {reserve} units, {since_cents} cents of those who won since"


def _corrected(link: Link, event: link_events.MeterCorrected, past: Past) -> Stated:
    """One that follows from a reversal is what this left to be corrected; another stands by itself."""
    if not event.round:
        return "", ""
    last = next(reversed(since_fed(link.code, event.round, past.back_to).events), None)
    due = 0
    if isinstance(last, link_events.AwardReversed) and name_of(last) == name_of(event):
        due = last.since_cents
    return f"{event.cents} cents", f"{due} cents"


def _retired(link: Link, event: link_events.LinkRetired, _: Past) -> Stated:
    return _units(event.lines), _units(held(link))


def _received(link: Link, event: link_events.BalanceReceived, past: Past) -> Stated:
    """All that the retired link held, which says that it went here."""
    there = past.link_at(event.retired, event.retired_version - 1)
    to = past.link_at(event.retired, event.retired_version).retired_to
    return f"{_units(event.lines)} to {link.code}", f"{_units(held(there))} to {to}"


def _carried(link: Link, event: link_events.BalanceCarried, past: Past) -> Stated:
    """All that came into the meters of a retired link since, or went out of them: to where its balance is."""
    stated = f"{_units(event.lines)}, {event.link} at the other side"
    if not event.link_version:
        due = _units(turned(held(link, moved=True)))
        return stated, f"{due}, {link.retired_to} at the other side"
    there = past.link_at(event.link, event.link_version - 1)
    due = _units(held(there, moved=True))
    return (
        f"{stated}, to {link.code}",
        f"{due}, {there.code} at the other side, to {there.retired_to}",
    )


def _read(link: Link, event: link_events.MeterRead, past: Past) -> Stated:
    due = showed(link, event.meter, event.at, event.day, past)
    return f"{event.ledger} units of {event.meter}", f"{due} units of {event.meter}"


_STATES: Final[Mapping[type[Event], Callable[[Link, Any, Past], Stated]]] = {
    link_events.ContributionsTaken: _taken,
    link_events.ContributionsReturned: _returned,
    link_events.AwardWon: _won,
    link_events.AwardPaid: _paid,
    link_events.AwardRefused: _refused,
    link_events.AwardOwed: _owed,
    link_events.AwardUndone: _undone,
    link_events.AwardReversed: _reversed,
    link_events.MeterCorrected: _corrected,
    link_events.MeterRead: _read,
    link_events.LinkRetired: _retired,
    link_events.BalanceReceived: _received,
    link_events.BalanceCarried: _carried,
}
"""What an event states of the meters, and what it ought to."""

HELD: Final = frozenset(_STATES)
"""The kinds that state anything."""

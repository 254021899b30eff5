"""A progressive link: the meters that the Royal 9 wagers of its tables feed (P1-P6).

Snapshots keep this state as it is. When its shape changes, a migration clears the snapshots table, and
tests/golden/link_snapshot.schema.json is made anew.

`apply` is total, as a table's is. What the acts of tables mean for their link is decided in `ledger.link.follow`, and
what a link's events state is verified in `ledger.link.verify`.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, ClassVar, Final, Self

import msgspec

from ledger.events import link as link_events
from ledger.events.base import Event, Recorded, fold_stream
from ledger.events.meter import UNITS, Meter, fixed
from ledger.rules.submission import Submission
from ledger.values.errors import NotFound, Refused
from ledger.values.people import plain

KEPT_ROUNDS: Final = 100
"""Of each table, for which a must-hit result may still come: well over an hour of the fastest game. A controller sends
its result within seconds; a snapshot of the link holds them all, so that they are not kept for the whole day."""


class Contribution(msgspec.Struct, frozen=True):
    """The last round of a table that fed the meters."""

    round: str
    seats: tuple[int, ...]
    lines: tuple[link_events.MeterUnits, ...]


class FedRound(msgspec.Struct, frozen=True, array_like=True):
    """A round that fed a must-hit meter. at: when, microseconds UTC; shown: by the meter then, in its units.

    void: its wagers were handed back. hit: the controller has named its winner already. won_since: the meter was won
    since, by whichever round.
    """

    round: str
    at: int
    seats: tuple[int, ...]
    shown: int
    void: bool = False
    hit: bool = False
    won_since: bool = False


class Link(msgspec.Struct):
    """A link of tables. fed: by table, the last round that put something in. owed: awards won and not handed over.
    reversed: names of awards that were taken back. retired_to: the link that got what its meters held, "" in service.

    recent: by table, the last KEPT_ROUNDS that fed a must-hit meter, in order; empty without one.
    installed_at: microseconds UTC.
    """

    code: str = ""
    version: int = 0
    installed_at: int = 0
    rules: str = ""
    wager_cents: int = 0
    supervisor_above_cents: int = 0
    tables: tuple[str, ...] = ()
    meters: dict[str, Meter] = {}
    fed: dict[str, Contribution] = {}
    recent: dict[str, tuple[FedRound, ...]] = {}
    owed: dict[str, link_events.AwardWon] = {}
    retired_to: str = ""
    reversed: tuple[str, ...] = ()

    @property
    def liability(self) -> int:
        """All that the house holds for players, in meter units: meters, reserves, awards not handed over."""
        held = sum(meter.visible + meter.reserve for meter in self.meters.values())
        return held + UNITS * sum(award.cents for award in self.owed.values())

    @property
    def game(self) -> tuple[int, list[tuple[str, int, int, int]]]:
        """Its stake and its meters as a submission prints them, by name: `Submission.link_terms`."""
        terms = [self.meters[name].terms for name in sorted(self.meters)]
        return self.wager_cents, [
            (x.meter, x.seed_cents, x.visible_bps + x.reserve_bps, x.maximum_cents) for x in terms
        ]

    def copy(self) -> Self:
        """A copy that can be changed without touching this one."""
        twin = copy(self)
        twin.meters, twin.fed, twin.owed = dict(self.meters), dict(self.fed), dict(self.owed)
        twin.recent = dict(self.recent)
        return twin

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        handler = self._BY_KIND.get(type(event))
        if handler is not None:
            handler(self, event)
        self.version += 1

    def as_of(self, table: str, round_id: str) -> Meter:
        """The must-hit meter as it was after a recent round's contributions; empty where the round is not one."""
        shown = (fed.shown for fed in self.recent.get(table, ()) if fed.round == round_id)
        return self.meters[link_events.MUST_HIT].showing(next(shown, 0))

    def read(self, won: link_events.AwardWon) -> Meter:
        """The meter as an award, not yet folded in, reads it."""
        if not won.moves_meter:
            return fixed(won.cents)
        return self.as_of(won.table, won.round) if won.as_of_round else self.meters[won.meter]

    def _installed(self, event: link_events.LinkInstalled) -> None:
        self.code, self.rules, self.wager_cents = event.link, event.rules, event.wager_cents
        self.supervisor_above_cents = event.supervisor_above_cents
        self.installed_at = event.known_at
        self.meters = {
            terms.meter: Meter(terms, terms.seed_cents * UNITS) for terms in event.meters
        }

    def _linked(self, event: link_events.TableLinked) -> None:
        self.tables = (*self.tables, event.table)

    def _unlinked(self, event: link_events.TableUnlinked) -> None:
        self.tables = tuple(each for each in self.tables if each != event.table)

    def _retired(self, event: link_events.LinkRetired) -> None:
        self._add(event.lines, -1)
        self.retired_to = event.to

    def _received(self, event: link_events.BalanceReceived | link_events.BalanceCarried) -> None:
        self._add(event.lines, 1)

    def _rates_changed(self, event: link_events.RatesChanged) -> None:
        for terms in event.meters:
            meter = self.meters[terms.meter]
            self.meters[terms.meter] = Meter(terms, meter.visible, meter.reserve)

    def _taken(self, event: link_events.ContributionsTaken) -> None:
        self._add(event.lines, 1)
        seats = tuple(event.seats)
        self.fed[event.table] = Contribution(event.round, seats, tuple(event.lines))
        if link_events.MUST_HIT in self.meters:
            fed = FedRound(
                event.round, event.known_at, seats, self.meters[link_events.MUST_HIT].visible
            )
            before = self.recent.get(event.table, ())
            self.recent[event.table] = (*before[1 - KEPT_ROUNDS :], fed)

    def _returned(self, event: link_events.ContributionsReturned) -> None:
        self._add(event.lines, -1)
        self._add(event.reseeded, 1)
        fed = self.fed.get(event.table)
        if fed is not None and fed.round == event.round:
            del self.fed[event.table]
        if event.undone:
            kept = self.recent.get(event.table, ())
            self.recent |= {event.table: tuple(x for x in kept if x.round != event.round)}
        else:
            self._now(event.table, event.round, void=True)

    def _now(self, table: str, round_id: str, **facts: bool) -> None:
        """Say more of a recent round."""
        if table in self.recent:
            self.recent[table] = tuple(
                msgspec.structs.replace(fed, **facts) if fed.round == round_id else fed
                for fed in self.recent[table]
            )

    def _add(self, lines: Iterable[link_events.MeterUnits], sign: int) -> None:
        for name, visible, reserve in ((line.meter, line.visible, line.reserve) for line in lines):
            self._move(name, sign * visible, sign * reserve)

    def _move(self, name: str, visible: int, reserve: int = 0) -> None:
        """Units into a meter, or out of it. A fixed award has none."""
        if name != link_events.PAYTABLE:
            self.meters[name] = self.meters[name].plus(visible, reserve)

    def _won(self, event: link_events.AwardWon) -> None:
        if event.moves_meter:
            meter = self.meters[event.meter]
            self.meters[event.meter] = meter.after(event.cents, event.reseed_cents)
        # Of an award that waits, not of the command that named it.
        self.owed[name_of(event)] = msgspec.structs.replace(event, key_sha256="")
        if event.level == link_events.MUST_HIT:
            for table, rounds in self.recent.items():
                self.recent[table] = tuple(
                    msgspec.structs.replace(fed, won_since=True) for fed in rounds
                )
            self._now(event.table, event.round, hit=True)

    def _paid(self, event: link_events.AwardPaid) -> None:
        self.owed.pop(name_of(event), None)

    def _refused(self, event: link_events.AwardRefused) -> None:
        self.owed.pop(name_of(event), None)
        self._move(event.meter, event.cents * UNITS - event.reserve, event.reserve)

    def _owed(self, event: link_events.AwardOwed) -> None:
        shown = event.back_cents * UNITS - event.back_reserve
        self._move(event.meter, -shown, -event.back_reserve)
        self.owed[name_of(event)] = link_events.AwardWon(
            by=event.won_by,
            at=event.won_at,
            recorded_at=event.won_at,
            day=event.won_day,
            **{name: getattr(event, name) for name in link_events.AWARD_FACTS},
        )

    def _undone(self, event: link_events.AwardUndone) -> None:
        self.owed.pop(name_of(event), None)
        self._move(event.meter, event.visible, event.reserve)

    def _reversed(self, event: link_events.AwardReversed) -> None:
        name = name_of(event)
        self.owed.pop(name, None)
        self.reversed = (*self.reversed, name)
        self._move(event.meter, event.visible, event.reserve)
        if event.meter == link_events.MUST_HIT:
            # The right winner can still be named. That the meter was won since stays said: somebody has to look.
            self._now(event.table, event.round, hit=False)

    def _corrected(self, event: link_events.MeterCorrected) -> None:
        self._move(event.meter, event.cents * UNITS)

    _BY_KIND: ClassVar[dict[type[Event], Callable[[Any, Any], None]]] = {
        link_events.LinkInstalled: _installed,
        link_events.TableLinked: _linked,
        link_events.TableUnlinked: _unlinked,
        link_events.LinkRetired: _retired,
        link_events.BalanceReceived: _received,
        link_events.BalanceCarried: _received,
        link_events.RatesChanged: _rates_changed,
        link_events.ContributionsTaken: _taken,
        link_events.ContributionsReturned: _returned,
        link_events.AwardWon: _won,
        link_events.AwardPaid: _paid,
        link_events.AwardRefused: _refused,
        link_events.AwardOwed: _owed,
        link_events.AwardUndone: _undone,
        link_events.AwardReversed: _reversed,
        link_events.MeterCorrected: _corrected,
    }


OfAnAward = (
    link_events.AwardWon
    | link_events.AwardPaid
    | link_events.AwardOwed
    | link_events.AwardRefused
    | link_events.AwardUndone
    | link_events.AwardReversed
)


def award_name(round_id: str, seat: int, meter: str) -> str:
    """What tells an award from every other."""
    return f"{round_id}/{seat}/{meter}"


def name_of(event: OfAnAward | link_events.MeterCorrected) -> str:
    """The award that an event is about; of a correction, whose reversal it follows from."""
    return award_name(event.round, event.seat, event.meter)


def fold(state: Link | None, history: Iterable[Recorded]) -> Link | None:
    """Fold recorded events, a snapshot among them, into a link. Raises IntegrityFailure on a hole."""
    return fold_stream(Link, state, history)


def terms_of(
    submission: Submission, reserve_bps: dict[str, int]
) -> tuple[int, list[link_events.MeterTerms]]:
    """A submission's fixed Royal 9 stake in cents, and its meters' terms.

    reserve_bps: by meter, the part of its printed rate that feeds the reserve, in the place of what the submission
    says. Raises Refused, NotFound.
    """
    wager_cents, printed = submission.link_terms
    if not printed:
        raise Refused(
            "no_royal_9",
            f"{submission.id} offers no Royal 9 wager.",
            "Name a submission that does; pit rules show prints what one offers.",
            rules=submission.id,
        )
    rates = {name: rate for name, _, rate, _ in printed}
    said = submission.royal_9.reserve_bps if submission.royal_9 else {}
    reserve_bps = {**said, **reserve_bps}
    for name, bps in reserve_bps.items():
        require_meter(rates, name)
        if not 0 <= bps <= rates[name]:
            raise Refused(
                "reserve_too_large",
                f"{name} takes {rates[name]} basis points of a wager; {bps} cannot be in reserve.",
                "Name a part of the printed rate.",
                meter=name,
                reserve_bps=bps,
                printed_bps=rates[name],
            )
    return wager_cents, [
        link_events.MeterTerms(
            name, seed, rate - reserve_bps.get(name, 0), reserve_bps.get(name, 0), most
        )
        for name, seed, rate, most in printed
    ]


def require_meter(meters: Iterable[str], name: str, link: str = "") -> None:
    """Raise NotFound where a link has no meter of this name; it is in service, unless it is not named."""
    names = sorted(meters)
    if name not in names:
        raise NotFound(
            "unknown_meter",
            f"There is no meter {name}.",
            f"Its meters are {', '.join(names)}.",
            meter=name,
            link=link,
        )


def held(link: Link, *, moved: bool = False) -> list[link_events.MeterUnits]:
    """All that its meters hold; with moved, without those that hold nothing."""
    return [
        link_events.MeterUnits(name, each.visible, each.reserve)
        for name, each in link.meters.items()
        if each.visible or each.reserve or not moved
    ]


def turned(lines: Iterable[link_events.MeterUnits]) -> list[link_events.MeterUnits]:
    """What goes out of a meter where these go into it."""
    return [link_events.MeterUnits(x.meter, -x.visible, -x.reserve) for x in lines]


def require_in_service(link: Link) -> None:
    """Raise Refused for a link whose meters went into those of another."""
    if link.retired_to:
        raise Refused(
            "link_retired",
            f"{link.code} is out of service; what its meters held is in those of {link.retired_to}.",
            f"Put it right there, by a correction: pit meter adjust {link.retired_to}.",
            link=link.code,
            to=link.retired_to,
        )


def require_document(authorised_by: Sequence[str], document: str, reason: str) -> None:
    """Raise Refused for a correction without document, reason and two different people (X26)."""
    people = {plain(person): person for person in authorised_by if person}
    if not document or not reason or len(people) < 2:
        raise Refused(
            "correction_undocumented",
            "A meter is corrected on a document, for a reason, by two different people.",
            "A meter falls only by an award or by such a correction; name all of these.",
            document=document,
            reason=reason,
            authorised_by=sorted(people.values()),
        )


def unknown_link(code: str) -> NotFound:
    """The error for a link that was never installed."""
    return NotFound(
        "unknown_link",
        f"There is no progressive link {code}.",
        "pit meter show lists the links; pit meter install puts one into service.",
        link=code,
    )

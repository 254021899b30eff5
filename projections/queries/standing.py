"""Tables and links as they stand, or stood (U2): folded from the events of that moment alone."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Aggregate, Recorded
from ledger.events.link import stream as stream_of_link
from ledger.events.table import WagerLine
from ledger.events.undoing import in_effect, undone_versions
from ledger.link.state import Link, unknown_link
from ledger.rules.submission import Submission
from ledger.store.errors import store_errors
from ledger.table.state import Table, stream, unknown_table
from ledger.values.progress import Progress
from projections.engine.asked import rows_of
from projections.engine.looking_back import Reach
from projections.engine.streams import between, first_after
from projections.figures.render import Column, Kind, Section, View
from projections.models import meters as meters_model
from projections.queries.codes import table_codes
from projections.queries.event_lines import in_json
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up
from projections.queries.reached import reached


class Wagered(msgspec.Struct, frozen=True):
    """A standing wager, in cents."""

    seat: int
    bet: str
    cents: int
    tender: str
    coupon: str


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A table. Money in cents. round: the one in progress. tray: what the tray should hold, None where it is closed.

    cards_left, left_by_rank, shoe_over, rounds_left: of the shoe in play; rounds_left once its cut card is out. By
    rank, cards that left the shoe unseen still count.
    owed: vigorish by seat.
    """

    table: str
    pit: str
    status: str
    rules: str
    rules_version: int
    rules_sha256: str
    options: dict[str, str]
    shoe: str | None
    cards_left: int | None
    left_by_rank: dict[str, int] | None
    shoe_over: bool | None
    rounds_left: int | None
    round: str | None
    bets_closed: bool | None
    wagers: list[Wagered]
    player: list[str]
    banker: list[str]
    last_round: str
    seats: dict[int, str]
    owed: dict[int, int]
    owed_total: int
    tray: int | None


TABLES = View(
    TableStanding,
    "No table has been put into service yet; pit table open does that.",
    (
        Section(
            "Tables",
            (
                Column("table", "Table"),
                Column("pit", "Pit"),
                Column("status", "Status"),
                Column("rules", "Rules"),
                Column("shoe", "Shoe"),
                Column("cards_left", "Cards left", Kind.NUMBER),
                Column("round", "Round in progress"),
                Column("owed_total", "Vig owed", Kind.MONEY),
                Column("tray", "Tray", Kind.MONEY),
            ),
            total=False,
        ),
    ),
)


def standing_of(ledger: Ledger, table: Table) -> TableStanding:
    """What there is to see at a table that was loaded; not its tray, where something is counted blind."""
    return _standing(table, blind=_counted_blind(ledger))


def _counted_blind(ledger: Ledger) -> bool:
    """Whether trays or drops are counted by people who are not told what they should come to."""
    return bool(ledger.loader.property_now().settings.blind_counts)


def _standing(table: Table, *, blind: bool) -> TableStanding:
    shoe, round_ = table.shoe, table.round
    owed = {seat: table.owed(seat) for seat in sorted(table.marks)}
    return TableStanding(
        table=table.code,
        pit=table.pit,
        status="open" if table.open else "closed",
        rules=table.rules,
        rules_version=table.rules_version,
        rules_sha256=table.rules_sha256,
        options=table.options,
        shoe=shoe.shoe if shoe else None,
        cards_left=shoe.left if shoe else None,
        left_by_rank=shoe.left_by_rank if shoe else None,
        shoe_over=shoe.over if shoe else None,
        rounds_left=shoe.rounds_left if shoe else None,
        round=round_.id if round_ else None,
        bets_closed=round_.closed if round_ else None,
        wagers=[_wagered(line) for line in round_.wagers] if round_ else [],
        player=list(round_.player) if round_ else [],
        banker=list(round_.banker) if round_ else [],
        last_round=table.last_round,
        seats=dict(sorted(table.seats.items())),
        owed=owed,
        owed_total=sum(owed.values()),
        tray=table.tray_cents if table.open and not blind else None,
    )


def _wagered(line: WagerLine) -> Wagered:
    return Wagered(line.seat, line.bet, line.cents, line.tender, line.coupon)


class MeterStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive meter. reading, seed, maximum: cents; `_exact`: ten-thousandths of a cent."""

    meter: str
    reading: int
    reading_exact: int
    reserve_exact: int
    seed: int
    visible_bps: int
    reserve_bps: int
    maximum: int | None


class AwardWaiting(msgspec.Struct, frozen=True, kw_only=True):
    """An award that was won and is not handed over. held: for a ruling."""

    round: str
    seat: int
    meter: str
    level: str
    cents: int
    held: bool


class LinkStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive link. Cents, and `_exact` in ten-thousandths of a cent. waiting: awards not handed over yet."""

    link: str
    rules: str
    tables: list[str]
    supervisor_above: int
    meters: list[MeterStanding]
    waiting: list[AwardWaiting]
    liability_exact: int


def link_codes(ledger: Ledger, moment: Moment = NOW, progress: Progress | None = None) -> list[str]:
    """The codes of all progressive links that had been installed by then."""
    with caught_up(ledger, moment, (meters_model.PROJECTION,), progress) as connection:
        return [row.link for row in rows_of(connection, meters_model.LINKS)]


def tables(
    ledger: Ledger, moment: Moment = NOW, progress: Progress | None = None
) -> list[TableStanding]:
    """Every table that had been put into service by then."""
    codes, blind = table_codes(ledger, moment, progress), _counted_blind(ledger)
    if moment == NOW:
        found = ledger.loader.tables(codes)
    else:
        reach = reached(ledger, moment, progress)
        found = [_table(ledger, moment, code, reach) for code in codes]
    return [_standing(each, blind=blind) for each in found]


def table(ledger: Ledger, moment: Moment, code: str) -> TableStanding:
    """What there is to see at a table. Raises NotFound."""
    return standing_of(ledger, _table(ledger, moment, code))


def _table(ledger: Ledger, moment: Moment, code: str, reach: Reach | None = None) -> Table:
    if moment == NOW:
        return ledger.table(code)
    found = _stood(ledger, moment, stream(code), reach or reached(ledger, moment))
    if not found.code:
        raise unknown_table(code)
    return found


def _stood(ledger: Ledger, moment: Moment, of_table: str, reach: Reach) -> Table:
    """A table from its last snapshot up to which all counts; from its first event on, where what came before is taken
    back after it.
    """
    ends = max((end for start, end in reach.after(0)), default=0)
    with store_errors(), ledger.journal.engine.connect() as connection:
        whole, last = (first_after(connection, each, of_table) - 1 for each in (reach.whole, ends))
        since = [
            x
            for place, x in between(connection, of_table, whole + 1, last)
            if moment.sees(place, x.event)
        ]
    if any(version <= whole for version in undone_versions(since)):
        found = Table()
        _fold(ledger, of_table, found, moment)
        return found
    found = ledger.loader.table_without(of_table.partition(":")[2], last=whole) or Table()
    for recorded in in_effect(since):
        found.apply(recorded.event)
    return found


def links(
    ledger: Ledger, moment: Moment = NOW, progress: Progress | None = None
) -> list[LinkStanding]:
    """Every progressive link that had been installed by then, as it stood."""
    return [link(ledger, moment, code) for code in link_codes(ledger, moment, progress)]


def link(ledger: Ledger, moment: Moment, code: str) -> LinkStanding:
    """What a link's meters show and keep in reserve, its tables, awards that wait. Raises NotFound."""
    if moment == NOW:
        return _link(ledger.link(code))
    found = Link()
    _fold(ledger, stream_of_link(code), found, moment)
    if not found.code:
        raise unknown_link(code)
    return _link(found)


def offered_at(ledger: Ledger, moment: Moment, link: LinkStanding) -> Submission:
    """The submission of a link's tables; where none feeds it, that by which it was installed."""
    if link.tables:
        return _table(ledger, moment, link.tables[0]).submission
    return ledger.catalogue.load(link.rules)


def _link(found: Link) -> LinkStanding:
    return LinkStanding(
        link=found.code,
        rules=found.rules,
        tables=list(found.tables),
        supervisor_above=found.supervisor_above_cents,
        meters=[
            MeterStanding(
                meter=name,
                reading=each.cents,
                reading_exact=each.visible,
                reserve_exact=each.reserve,
                seed=each.terms.seed_cents,
                visible_bps=each.terms.visible_bps,
                reserve_bps=each.terms.reserve_bps,
                maximum=each.terms.maximum_cents or None,
            )
            for name, each in found.meters.items()
        ],
        waiting=[
            AwardWaiting(
                round=each.round,
                seat=each.seat,
                meter=each.meter,
                level=each.level,
                cents=each.cents,
                held=each.held,
            )
            for each in found.owed.values()
        ],
        liability_exact=found.liability,
    )


class LinkHistory(NamedTuple):
    """All that had moved the meters of a link, the oldest first."""

    events: list[Recorded]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The same as programs get it, each with its place and topic beside its own fields."""
        return [in_json(each) for each in self.events]


def history_of_link(ledger: Ledger, moment: Moment, code: str) -> LinkHistory:
    """All that had moved the meters of a link by then. Raises NotFound."""
    found = list(_events(ledger, stream_of_link(code), moment))
    if not found:
        raise unknown_link(code)
    return LinkHistory(found)


def _fold(ledger: Ledger, stream: str, state: Aggregate, moment: Moment) -> None:
    """Fold the events of a stream that belong to a state of the books."""
    for recorded in in_effect(_events(ledger, stream, moment)):
        state.apply(recorded.event)


def _events(ledger: Ledger, stream: str, moment: Moment) -> Iterator[Recorded]:
    with store_errors(), ledger.journal.engine.connect() as connection:
        for position, recorded in between(connection, stream):
            if moment.position is not None and position > moment.position:
                return
            if moment.sees(position, recorded.event):
                yield recorded

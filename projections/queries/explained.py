"""What a finding rests on; and of a tray's variance, the sum that it is and what alone would explain it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, partial
from typing import Any, Final, NamedTuple, cast

import msgspec
import sqlalchemy as sa
from msgspec import structs

from ledger.baccarat.wagers import Bet
from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.finding import Finding
from ledger.events.table import RoundSettled, SettledLine
from ledger.rules.submission import Submission, from_document
from ledger.store.errors import store_errors
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from ledger.values.rounds import SETTLED
from projections.engine.journal import TABLES
from projections.figures.closing import Correction
from projections.figures.finding_kinds import KINDS
from projections.figures.hours import HourOfTable
from projections.figures.inventory import Movement
from projections.figures.narrowed import Hand, Hour, Moved, Suspect, Wager, narrowed
from projections.figures.rounds import Round
from projections.figures.win import Win
from projections.queries.counts_told import as_told
from projections.queries.day import books
from projections.queries.event_lines import in_json
from projections.queries.findings import FindingStanding, found, named_finding
from projections.queries.moment import Moment
from projections.queries.report import report
from projections.replay.find import document_of

TRAY: Final = {
    "closer": 1,
    "opener": -1,
    "fills": -1,
    "credits": 1,
    "buy_ins": 1,
    "hand_result": -1,
    "vig_collected": -1,
}
"""What a tray variance is the sum of, and with which sign: closer less what the tray should hold."""

INTO_TRAY: Final = {"fill": 1, "credit": -1, "buy_in": -1}
"""What is put into a tray, and what leaves it."""


class Term(msgspec.Struct, frozen=True):
    """A figure of a sum, by its name in `pit report win`, in cents with its sign."""

    figure: str
    cents: int


class Explained(FindingStanding, frozen=True, kw_only=True):
    """A finding with the events that it rests on, as they were recorded one after the other. Of a tray variance alone:
    adds_up, the figures whose sum it is; expected, what the tray should hold, and counted, what it held, cents; hours,
    what the hands of each came to, with the rounds; narrowed, what alone would explain what corrections of the day
    leave of it.
    """

    events: list[dict[str, Any]]  # type: ignore[assignment]  # whole, where a finding has places
    adds_up: list[Term]
    expected: int | None
    counted: int | None
    hours: list[Hour]
    narrowed: list[Suspect]


class Evidence(NamedTuple):
    """A finding, the reason for which it was let stand ("" where it was not), the events that it rests on; of a tray's
    variance its sum, what was expected and counted, the hours in it and what would explain it.
    """

    finding: Finding
    acknowledged: str
    events: list[Recorded]
    adds_up: list[Term]
    expected: int | None
    counted: int | None
    hours: list[Hour]
    narrowed: list[Suspect]

    @property
    def told(self) -> Explained:
        """The same as programs get it."""
        return Explained(
            **{**structs.asdict(self.finding), "events": [in_json(each) for each in self.events]},
            acknowledged=self.acknowledged or None,
            adds_up=self.adds_up,
            expected=self.expected,
            counted=self.counted,
            hours=self.hours,
            narrowed=self.narrowed,
        )


def explained(
    ledger: Ledger, moment: Moment, day: str, finding: str, progress: Progress | None = None
) -> Evidence:
    """A finding of a day by its id, and what it rests on. Raises NotFound, saying which come near."""
    of = found(ledger, moment, day, progress)
    one = named_finding(of.findings, day, finding)
    reason, events = of.acknowledged.get((one.id, one.cents), ""), _events(ledger, one)
    if one.code != "tray_variance":
        return Evidence(one, reason, events, [], None, None, [], [])
    (row,) = (
        each for each in books(ledger, moment, day, progress).tables if each.table == one.table
    )
    hours, suspects = _narrowed(ledger, moment, row, progress)
    expected, counted = row.expected_tray, row.closer
    return Evidence(one, reason, events, _terms(row), expected, counted, hours, suspects)


def none_because(finding: Finding) -> str:
    """Why a finding rests on no event, in a sentence."""
    return KINDS[finding.code].no_event or "No event is behind it."


def _terms(row: Win) -> list[Term]:
    known = ((name, sign, getattr(row, name)) for name, sign in TRAY.items())
    return [Term(name, sign * cents) for name, sign, cents in known if cents is not None]


def _narrowed(
    ledger: Ledger, moment: Moment, row: Win, progress: Progress | None
) -> tuple[list[Hour], list[Suspect]]:
    def rows(name: str) -> list[Any]:
        of = report(ledger, moment, name, row.gaming_day, table=row.table, progress=progress).rows
        return [each for each in of if getattr(each, "table", None) == row.table]

    settled = [each for each in cast("list[Round]", rows("rounds")) if each.status == SETTLED]
    moved = cast("list[Movement]", rows("chips"))
    posted = [
        each
        for each in cast("list[Correction]", rows("corrections"))
        if each.gaming_day == row.gaming_day and each.figure in TRAY
    ]
    hours = _hours(cast("list[HourOfTable]", rows("hours")), settled, posted)
    suspects = narrowed(
        # What corrections of the day came to is said with the finding: what is left is sought.
        (row.tray_variance or 0) - sum(TRAY[each.figure] * each.cents for each in posted),
        hours,
        list(_hands(ledger, row.table, settled)),
        [
            Moved(each.kind, _name(each), INTO_TRAY[each.kind] * each.cents)
            for each in moved
            if each.kind in INTO_TRAY
        ],
        (face for each in moved for face in each.chips or ()),
    )
    return hours, suspects


def _name(of: Movement) -> str:
    return f"buy-in of seat {of.seat}" if of.slip is None else f"{of.kind} {of.slip}"


def _hours(
    hours: Sequence[HourOfTable], rounds: Iterable[Round], posted: Iterable[Correction]
) -> list[Hour]:
    """What the hands of each hour came to, with the rounds that ended in it and what was posted to them in it."""
    begins = [datetime.fromisoformat(each.hour) for each in hours]
    names: list[list[str]] = [[] for _ in hours]
    corrected = [0 for _ in hours]

    def place(at: str) -> int:
        return sum(begin <= datetime.fromisoformat(at) for begin in begins) - 1

    for each in rounds:
        within = place(each.ended_at or each.opened_at)
        if within >= 0:
            names[within].append(each.round)
    for correction in posted:
        if correction.figure == "hand_result":
            corrected[place(correction.at)] += correction.cents
    return [
        Hour(each.hour, each.hand_result, of, posted_in)
        for each, of, posted_in in zip(hours, names, corrected, strict=True)
    ]


def _hands(ledger: Ledger, table: str, rounds: Sequence[Round]) -> Iterator[Hand]:
    """The rounds with their wagers, out of the table's own stream."""
    if not rounds:
        return
    first = min(each.first_version for each in rounds)
    last = max(each.last_version for each in rounds)
    stream = f"{TABLES}{table}"
    lines = {
        recorded.event.round: recorded.event.lines
        for recorded in ledger.stream(stream, first, last)
        if isinstance(recorded.event, RoundSettled)
    }
    with store_errors(), ledger.journal.engine.connect() as connection:
        rules = cache(partial(_rules, connection, stream))
        for each in rounds:
            of = rules(each.rules_sha256 or "")
            wagers = [_wager(line, of) for line in lines.get(each.round, ())]
            yield Hand(each.round, sum(wager.kept for wager in wagers), each.vig or 0, wagers)


def _rules(connection: sa.Connection, stream: str, sha256: str) -> Submission | None:
    """The submission that a round was played under, None where its document is lost."""
    with suppress(IntegrityFailure):
        return from_document(document_of(connection, stream, sha256))
    return None


def _wager(line: SettledLine, rules: Submission | None) -> Wager:
    stake = 0 if line.tender == "coupon" else line.cents
    odds = rules.pays.get(Bet(line.bet), {}).values() if rules else ()
    pays = sorted({stake * each.pays // each.per for each in odds})
    return Wager(line.seat, line.bet, stake, stake - line.returned, pays)


def _events(ledger: Ledger, finding: Finding) -> list[Recorded]:
    """The events of a finding, as they were recorded one after the other."""
    found = [
        as_told(ledger, recorded)
        for place in finding.events
        for recorded in ledger.stream(place.stream, place.version, place.version)
    ]
    return sorted(
        found,
        key=lambda each: (
            ledger.journal.position_of(each.originator_id, each.originator_version) or 0
        ),
    )

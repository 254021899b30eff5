"""Table win: what a table took in and gave out on a gaming day, from the tray and from the hands.

Only sums of what was recorded are kept here; what follows from them is worked out where it is
reported. An unknown figure is None: an opener or closer nobody counted, a drop not counted yet,
and everything on the side of the hands where nobody said that they are recorded and none was.
"""

from typing import Any, Final

import msgspec

from ledger.events import award as award_events
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.day import EMERGENCY, CountEntered, DropCounted
from ledger.events.link import AwardReversed
from ledger.events.property import STREAM, PropertySettingsChanged
from ledger.events.tray import into_tray
from ledger.values.people import plain
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import came_to, sums


class TableWinRow(msgspec.Struct, gc=False):
    """A table's gaming day. Money in cents.

    opener: the day's first, unknown where the day began with the table open and not counted. closer: the day's
    last, unknown while the table is open again.
    drop_cash, drop_forms: what the soft count found, unknown while a box is to come; drop_corrections,
    opener_corrections, closer_corrections: what was posted to a count later, or before it is known. hand_result: stakes
    of settled wagers less what was handed back. hands: 1 where the table opened with its hands recorded, 0 where it was
    run on its tray alone for part of the day at least, None where nobody said. no_tray: 1 where the table did not open,
    and only what moves no chips is on the day's books, such as a correction of another day.
    """

    day: str
    table: str
    rounds: int = 0
    voids: int = 0
    opener_cents: int | None = None
    closer_cents: int | None = None
    fills_cents: int = 0
    credits_cents: int = 0
    buy_ins_cents: int | None = None
    drop_cash_cents: int | None = None
    drop_forms_cents: int | None = None
    hand_result_cents: int | None = None
    vig_assessed_cents: int | None = None
    vig_collected_cents: int | None = None
    vig_documented_cents: int | None = None
    drop_corrections_cents: int = 0
    opener_corrections_cents: int = 0
    closer_corrections_cents: int = 0
    vig_uncollected_cents: int | None = None
    hands: int | None = None
    no_tray: int = 0


class TableDropRow(msgspec.Struct, gc=False):
    """What was found in a drop box, as its count stands; box "" where it has no number. Money in cents, instants in
    microseconds UTC; None is what nobody said. version: of the event, in the day's stream.

    cash, counts, team: JSON, as in the event.
    """

    day: str
    table: str
    box: str
    version: int = 0
    at: int = 0
    by: str = ""
    cash_cents: int = 0
    forms_cents: int = 0
    cash: str | None = None
    counts: str | None = None
    team: str | None = None
    kind: str | None = None
    placed_at: int | None = None
    pulled_at: int | None = None
    opened_at: int | None = None


class TableCountRow(msgspec.Struct, gc=False):
    """A count that two people made, each alone; None where the second has not. box "" for a tray.

    chips, forms: JSON, the largest first, as in the event. version: of the event of either, in the day's stream. Money
    in cents.
    """

    day: str
    table: str
    figure: str
    box: str
    first_version: int
    first_by: str = ""
    first_cents: int = 0
    first_chips: str = "{}"
    first_forms: str | None = None
    second_version: int | None = None
    second_by: str | None = None
    second_cents: int | None = None
    second_chips: str | None = None
    second_forms: str | None = None


class BlindRow(msgspec.Struct, gc=False):
    """What the property has counted blind, with a comma between."""

    property: str
    counts: str = ""


class TableHandsRow(msgspec.Struct, gc=False):
    """Whether a table's hands are recorded (1) or not (0), as was said when it last opened."""

    table: str
    hands: int = 1


class TableOwedRow(msgspec.Struct, gc=False):
    """What a table's seats came to owe in the days of a month (`2026-07`), less all that settled it; cents.

    Vigorish is carried from day to day: with the months' sums, what is owed at the end of a day is known without
    reading all days before it.
    """

    month: str
    table: str
    cents: int = 0


class TableRulesRow(msgspec.Struct, gc=False):
    """The rules submission a table was under at the end of a gaming day on which it adopted one."""

    table: str
    day: str
    rules: str = ""
    version: int = 0
    sha256: str = ""


TABLE_WIN: Final = Model("table_win", TableWinRow, key=2, index=("table", "day"))
TABLE_DROPS: Final = Model("table_drops", TableDropRow, key=3)
TABLE_COUNTS: Final = Model("table_counts", TableCountRow, key=5)
TABLE_BLIND: Final = Model("table_blind", BlindRow, key=1)
TABLE_HANDS: Final = Model("table_hands", TableHandsRow, key=1)
TABLE_OWED: Final = Model("table_owed", TableOwedRow, key=2)
TABLE_RULES: Final = Model("table_rules", TableRulesRow, key=2)
JOURNAL: Final = journal_of("table_win")
PROJECTION: Final = Projection(
    "table_win",
    (
        *(TABLE_WIN, TABLE_DROPS, TABLE_COUNTS, TABLE_BLIND, TABLE_HANDS, TABLE_OWED, TABLE_RULES),
        JOURNAL,
    ),
    JOURNAL,
)


def _day(rows: Rows, fact: Fact[Any]) -> TableWinRow:
    """The day's row. One that begins with the table open has its hands as was said when it opened."""
    row = rows.get(TABLE_WIN, fact.event.day, fact.table)
    if row is None or row.no_tray:
        row = rows.at(TABLE_WIN, fact.event.day, fact.table)
        row.no_tray = 0
        said = rows.get(TABLE_HANDS, fact.table)
        if said is not None:
            _say(row, said.hands)
    return row


def _afterwards(rows: Rows, day: str, table: str) -> TableWinRow:
    """The day's row, for what moves no chips and opens no table: what was said of hands is not said of such a day."""
    row = rows.get(TABLE_WIN, day, table)
    if row is None:
        row = rows.at(TABLE_WIN, day, table)
        row.no_tray = 1
    return row


def _say(row: TableWinRow, hands: int) -> None:
    """Hands count as recorded where they were all through the day; none played is then a result of nothing."""
    row.hands = 0 if row.hands == 0 else hands
    if hands:
        _begin(row)


def _hands(rows: Rows, fact: Fact[Any]) -> TableWinRow:
    """The day's row, on which something of hands is on record."""
    row = _day(rows, fact)
    _begin(row)
    return row


def _begin(row: TableWinRow) -> None:
    """From now on what no hand has added to is nothing, no more unknown."""
    if row.hand_result_cents is None:
        row.hand_result_cents = 0
        row.vig_assessed_cents = row.vig_collected_cents = 0
        row.vig_documented_cents = row.vig_uncollected_cents = 0
        row.buy_ins_cents = row.buy_ins_cents or 0


def _owed(rows: Rows, fact: Fact[Any], cents: int) -> None:
    """So much more, or less, is owed. A month in which nothing was left owing has no row."""
    if cents:
        place = (fact.event.day[:7], fact.table)
        row = rows.at(TABLE_OWED, *place)
        row.cents += cents
        if not row.cents:
            rows.remove(TABLE_OWED, *place)


def _recorded(rows: Rows, fact: Fact[Any]) -> None:
    _hands(rows, fact)


for _kind in (shoe_events.ShoeStarted, e.NoMoreBets):
    PROJECTION.on(_kind)(_recorded)


@PROJECTION.on(e.RulesAdopted)
def _rules_adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    row = rows.at(TABLE_RULES, fact.table, fact.event.day)
    row.rules, row.version, row.sha256 = fact.event.rules, fact.event.version, fact.event.sha256


@PROJECTION.on(e.TableOpened)
def _opened(rows: Rows, fact: Fact[e.TableOpened]) -> None:
    row = rows.at(TABLE_WIN, fact.event.day, fact.table)
    row.no_tray = 0
    # Where a closer came first, the table was open when the day began, and nobody counted it then.
    if row.opener_cents is None and row.closer_cents is None:
        row.opener_cents = fact.event.opener_cents
    row.closer_cents = None
    if fact.event.hands is not None:
        rows.at(TABLE_HANDS, fact.table).hands = int(fact.event.hands)
        _say(row, int(fact.event.hands))


@PROJECTION.on(e.TableClosed)
def _closed(rows: Rows, fact: Fact[e.TableClosed]) -> None:
    _day(rows, fact).closer_cents = fact.event.closer_cents


@PROJECTION.on(e.TrayCounted)
def _tray_counted(rows: Rows, fact: Fact[e.TrayCounted]) -> None:
    """Over the cut-off: closer of the one day, and opener of the next, though nobody opened."""
    row, event = _day(rows, fact), fact.event
    if event.figure == "closer":
        row.closer_cents = event.stands_cents
    elif event.figure == "opener":
        row.opener_cents = event.stands_cents


@PROJECTION.on(e.ChipsFilled)
def _filled(rows: Rows, fact: Fact[e.ChipsFilled]) -> None:
    _day(rows, fact).fills_cents += fact.event.cents


@PROJECTION.on(e.ChipsCredited)
def _credited(rows: Rows, fact: Fact[e.ChipsCredited]) -> None:
    _day(rows, fact).credits_cents += fact.event.cents


@PROJECTION.on(e.BoughtIn)
def _bought_in(rows: Rows, fact: Fact[e.BoughtIn]) -> None:
    row = _day(rows, fact)
    row.buy_ins_cents = (row.buy_ins_cents or 0) + fact.event.cents


@PROJECTION.on(e.RoundSettled)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    row = _hands(rows, fact)
    came = rows.once(fact, came_to)
    row.rounds += 1
    row.hand_result_cents = (row.hand_result_cents or 0) + came.staked - came.returned
    row.vig_assessed_cents = (row.vig_assessed_cents or 0) + came.vig
    _owed(rows, fact, came.vig)


@PROJECTION.on(e.RoundReversed)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    """As if it had not been; what was collected of it stays in the tray until it is handed back."""
    row = _hands(rows, fact)
    staked, returned, vig = sums(fact.event.lines)
    row.rounds -= 1
    row.hand_result_cents = (row.hand_result_cents or 0) - staked + returned
    row.vig_assessed_cents = (row.vig_assessed_cents or 0) - vig
    _owed(rows, fact, -vig)


@PROJECTION.on(e.VigorishHandedBack)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    row, cents = _hands(rows, fact), sum(line.cents for line in fact.event.lines)
    row.vig_collected_cents = (row.vig_collected_cents or 0) - cents
    _owed(rows, fact, cents)


def _handed_over(rows: Rows, fact: Fact[Any]) -> None:
    """A meter's award that left the tray, or is in it after all: handed back, like what a settled wager pays."""
    row = _hands(rows, fact)
    row.hand_result_cents = (row.hand_result_cents or 0) + into_tray(fact.event)


for _moved in (award_events.AwardHandedOver, award_events.AwardNotHandedOver):
    PROJECTION.on(_moved)(_handed_over)


@PROJECTION.on(AwardReversed)
def _award_reversed(rows: Rows, fact: Fact[AwardReversed]) -> None:
    """What a tray paid is not the meter's any more, also on a day on which the table does not open."""
    if fact.event.of_tray:
        _afterwards(rows, fact.event.day, fact.event.table)


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    """On the day on which it is posted, whichever day it is about."""
    figure, cents = fact.event.figure, fact.event.cents
    row = _afterwards(rows, fact.event.day, fact.table)
    if figure in {"drop", "opener", "closer"}:
        # A correction does not make a count: what is unknown stays so.
        field = f"{figure}_corrections_cents"
        setattr(row, field, getattr(row, field) + cents)
    else:
        if figure == "hand_result" or fact.event.owed_cents:
            _begin(row)
        field = f"{figure}_cents"
        setattr(row, field, (getattr(row, field) or 0) + cents)
        _owed(rows, fact, fact.event.owed_cents)


@PROJECTION.on(e.RoundVoided)
def _voided(rows: Rows, fact: Fact[e.RoundVoided]) -> None:
    _hands(rows, fact).voids += 1


@PROJECTION.on(e.VigorishCollected)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    row, cents = _hands(rows, fact), sum(line.cents for line in fact.event.lines)
    row.vig_collected_cents = (row.vig_collected_cents or 0) + cents
    _owed(rows, fact, -cents)


@PROJECTION.on(e.VigorishDocumented)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    row, cents = _hands(rows, fact), sum(line.cents for line in fact.event.lines)
    row.vig_documented_cents = (row.vig_documented_cents or 0) + cents
    _owed(rows, fact, -cents)


@PROJECTION.on(e.VigorishUncollected)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    """It moves no chips, and opens no table that rests."""
    row, cents = (
        _afterwards(rows, fact.event.day, fact.table),
        sum(line.cents for line in fact.event.lines),
    )
    _begin(row)
    row.vig_uncollected_cents = (row.vig_uncollected_cents or 0) + cents
    _owed(rows, fact, -cents)


@PROJECTION.on(e.VigorishRestored)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    """The form that had documented it is void; it moves no chips, and opens no table that rests."""
    row = _afterwards(rows, fact.event.day, fact.table)
    _begin(row)
    back = sum(line.cents for line in fact.event.lines)
    row.vig_documented_cents = (row.vig_documented_cents or 0) - back
    _owed(rows, fact, back)


@PROJECTION.on(DropCounted)
def _drop_counted(rows: Rows, fact: Fact[DropCounted]) -> None:
    event = fact.event
    row = rows.at(TABLE_WIN, event.day, event.table)
    row.no_tray = 0
    of_table = (event.day, event.table)
    counted = {box for box in (event.box, "") if rows.get(TABLE_DROPS, *of_table, box) is not None}
    if (replaced := event.in_place_of(counted)) is not None:
        rows.remove(TABLE_DROPS, *of_table, replaced)
    _count_box(rows.at(TABLE_DROPS, *of_table, event.box), fact)
    _add_up(rows, row)


@PROJECTION.on(PropertySettingsChanged)
def _settings_changed(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    if fact.event.blind_counts is not None:
        rows.at(TABLE_BLIND, STREAM).counts = ",".join(fact.event.blind_counts)


@PROJECTION.on(CountEntered)
def _count_entered(rows: Rows, fact: Fact[CountEntered]) -> None:
    event = fact.event
    there = {chip: n for chip, n in sorted(event.chips.items(), reverse=True) if n}
    chips = msgspec.json.encode(there).decode()
    forms = _json(sorted(event.originals, key=lambda form: form.serial))
    said = event.by, event.cents, chips, forms
    if event.second:
        row = _first(rows, event)
        row.second_version = fact.version
        row.second_by, row.second_cents, row.second_chips, row.second_forms = said
        return
    of = event.table, event.figure, event.box
    row = rows.at(TABLE_COUNTS, event.day, *of, fact.version)
    row.first_by, row.first_cents, row.first_chips, row.first_forms = said
    if event.figure == "drop" and (books := rows.get(TABLE_WIN, event.day, event.table)):
        _add_up(rows, books)


def _first(rows: Rows, event: CountEntered) -> TableCountRow:
    """What a second count was made of: the last that was counted of its place before."""
    return max(
        (
            row
            for row in rows.of(TABLE_COUNTS, event.day, event.table)
            if (row.table, row.figure, plain(row.box)) == event.place
        ),
        key=lambda row: row.first_version,
    )


def _add_up(rows: Rows, row: TableWinRow) -> None:
    """The drop is what its boxes come to, and unknown while one of them is to come: the one in the place of a box that
    was pulled in an emergency, and one that a second person has yet to count.
    """
    boxes = rows.of(TABLE_DROPS, row.day, row.table)
    counted = {plain(box.box) for box in boxes}
    waiting = {
        plain(count.box)
        for count in rows.of(TABLE_COUNTS, row.day, row.table, "drop")
        if count.second_version is None
    }
    # A table is counted as one box without a number, or in boxes that each have one: the other is not to come.
    to_come = set() if "" in counted else waiting - counted - {""}
    if to_come or all(box.kind == EMERGENCY for box in boxes):
        row.drop_cash_cents = row.drop_forms_cents = None
        return
    row.drop_cash_cents = sum(box.cash_cents for box in boxes)
    row.drop_forms_cents = sum(box.forms_cents for box in boxes)


def _count_box(box: TableDropRow, fact: Fact[DropCounted]) -> None:
    """Older stores may hold two counts of one box, of which neither replaces the other: the total is that of both."""
    event = fact.event
    notes = {} if box.version else dict(sorted(event.cash.items(), reverse=True))
    box.version, box.at, box.by = fact.version, event.at, event.by
    box.cash_cents += event.cash_cents
    box.forms_cents += event.forms_cents
    box.cash, box.counts, box.team = _json(notes), _json(event.counts), _json(event.team)
    box.kind = event.kind or None
    box.placed_at, box.pulled_at = event.placed_at or None, event.pulled_at or None
    box.opened_at = event.opened_at or None


def _json(said: object) -> str | None:
    return msgspec.json.encode(said).decode() if said else None

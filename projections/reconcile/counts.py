"""What counts of trays and drop boxes say against one another: openers against closers, machine against hand (A3)."""

from collections.abc import Iterator
from typing import Final

import msgspec

from ledger.events import day as day_events
from ledger.events.finding import EventPlace, Finding
from ledger.events.property import Settings
from ledger.values.money import dollars
from ledger.values.people import plain
from projections.figures.drop import Box
from projections.models.inventory import CLOSER, OPENER
from projections.models.table_win import TableCountRow
from projections.reconcile.day import Day
from projections.reconcile.finding import found


def openers(day: Day) -> Iterator[Finding]:
    """Each opener against the last closer of its table before it: the amount, and the chips."""
    before_it = {row.table: row for row in day.closers_before}
    last = dict(before_it)
    # In the order recorded: a table may close and open again on one day. A count of the open table that stands for the
    # day's beginning comes before that, and may be stated again long after.
    for row in day.inventory:
        before = (last if row.stands_at is None else before_it).get(row.table)
        if row.kind == OPENER and before and before.chips != row.chips:
            yield found(
                "opener_differs",
                f"{row.table}:{row.version}",
                day.day,
                table=row.table,
                cents=row.cents - before.cents,
                events=[EventPlace(each.stream, each.version) for each in (before, row)],
                about=f"{dollars(before.cents)} before, {dollars(row.cents)} now."
                f"{_due(abs(row.cents - before.cents), day.settings)}",
            )
        if row.kind == CLOSER:
            last[row.table] = row


def _due(cents: int, settings: Settings) -> str:
    """What the property asks for where an opener differs by so many cents; "" for nothing."""
    report, copy = settings.opener_report_cents, settings.opener_copy_cents
    if copy and cents >= copy:
        return f" From {dollars(copy)} on a signed report is due, and a copy of it outside."
    if report and cents > report:
        return f" Over {dollars(report)} a signed report is due."
    return ""


def drop_to_come(day: Day, table: str) -> str:
    """What of a table's drop is still to come, where some of it is counted; else ""."""
    kinds = {box.kind for box in day.boxes if box.table == table}
    if kinds == {day_events.EMERGENCY}:
        return "Only boxes that were pulled in an emergency are; the one in their place is not."
    return "One of its boxes waits for a second count." if kinds else ""


def box_counts(day: Day) -> Iterator[Finding]:
    """Drop boxes that were counted by machine and by hand, and not alike: the amount, and the notes."""
    for box in day.boxes:
        if box.differs:
            yield found(
                "drop_counts_differ",
                f"{box.table}:{box.box}" if box.box else box.table,
                day.day,
                table=box.table,
                cents=box.difference,
                events=[EventPlace(day_events.stream(day.day), box.version)],
                about=f"{f'Box {box.box}: ' if box.box else ''}{dollars(box.machine or 0)} by machine,"
                f" {dollars(box.hand or 0)} by hand; by hand {_apart(box)}.",
            )


def counted_blind(day: Day) -> Iterator[Finding]:
    """What two people counted, each alone, and not alike; a total without notes is held against a total. A later count
    of the same has a finding of its own.
    """
    before: set[tuple[str, str, str]] = set()
    for row in day.counts:
        place = row.table, row.figure, row.box
        if row.second_version is None or _alike(row):
            continue
        again = place in before
        before.add(place)
        yield found(
            "counts_differ",
            ":".join((*place, str(row.first_version)) if again else filter(None, place)),
            day.day,
            table=row.table,
            cents=(row.second_cents or 0) - row.first_cents,
            events=[
                EventPlace(day_events.stream(day.day), version)
                for version in (row.first_version, row.second_version)
            ],
            about=f"{_place(row)}: {_sum(row.first_cents, row.first_forms)} by {row.first_by},"
            f" {_sum(row.second_cents or 0, row.second_forms)} by {row.second_by}.",
        )


def counted_once(day: Day) -> Iterator[Finding]:
    """Counts that one person made alone and nobody a second time; of a closer and a drop only where another count of it
    stands: else that it is not counted is found.
    """
    in_order = sorted(day.counts, key=lambda row: row.first_version)
    last = {(row.table, row.figure, plain(row.box)): row for row in in_order}
    missing = {
        (win.table, figure)
        for win in day.tables
        for figure, cents in (("closer", win.closer), ("drop", win.drop))
        if cents is None
    }
    for row in last.values():
        if row.second_version is None and (row.table, row.figure) not in missing:
            yield found(
                "second_count_missing",
                ":".join(filter(None, (row.table, row.figure, row.box))),
                day.day,
                table=row.table,
                events=[EventPlace(day_events.stream(day.day), row.first_version)],
                about=f"{_place(row)}: by {row.first_by} alone.",
            )


def _place(row: TableCountRow) -> str:
    """`Box 17`, `Closer`: what was counted."""
    return f"Box {row.box}" if row.box else row.figure.capitalize()


def _alike(row: TableCountRow) -> bool:
    chips = row.first_chips, row.second_chips
    return (row.first_cents, row.first_forms) == (row.second_cents, row.second_forms) and (
        chips[0] == chips[1] or "{}" in chips
    )


def _sum(cents: int, forms: str | None) -> str:
    """`$200.00 with CVF-1001 for $12.50`: what one person counted."""
    found = _FORMS(forms) if forms else ()
    told = " and ".join(f"{form.serial} for {dollars(form.cents)}" for form in found)
    return f"{dollars(cents)} with {told}" if told else dollars(cents)


_FORMS: Final = msgspec.json.Decoder(list[day_events.OriginalFound]).decode


def _apart(box: Box) -> str:
    """`1 more of $20.00, 2 fewer of $10.00`: by which notes two counts are apart."""
    by_machine, by_hand = box.machine_notes or {}, box.hand_notes or {}
    apart = {
        note: by_hand.get(note, 0) - by_machine.get(note, 0)
        for note in sorted({*by_machine, *by_hand}, reverse=True)
    }
    return ", ".join(
        f"{abs(pieces):,} {'more' if pieces > 0 else 'fewer'} of {dollars(note)}"
        for note, pieces in apart.items()
        if pieces
    )

"""What has been counted, received, acknowledged and signed of one gaming day; how a month was closed."""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.events.base import Event
from ledger.events.day import (
    CountEntered,
    DayClosed,
    DropCounted,
    DuplicateReceived,
    DuplicatesReceived,
    DuplicatesTakenBack,
    FindingAcknowledged,
    SlipCopiesReceived,
    SlipCopy,
)
from ledger.events.month import MonthClosed
from ledger.values.errors import NotFound, Refused
from ledger.values.people import plain, same_person


class GamingDay(msgspec.Struct):
    """What has been counted for one gaming day: cash in cents and originals, by table and box; the duplicates that
    came in; the parts of slips, by side, as `slip_of` names them; findings acknowledged; and how it was closed. alone:
    the last count that one person made by themselves, by what is counted.
    """

    version: int = 0
    drops: dict[str, dict[str, int]] = {}
    originals: dict[str, dict[str, set[str]]] = {}
    duplicates: set[str] = set()
    slips: dict[str, set[str]] = {}
    alone: dict[tuple[str, str, str], CountEntered] = {}
    acknowledged: dict[str, FindingAcknowledged] = {}
    closed: DayClosed | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, DropCounted):
            self._count(event)
        elif isinstance(event, CountEntered):
            self.alone[event.place] = event
        elif isinstance(event, DuplicatesReceived):
            self.duplicates |= {form.serial for form in event.forms}
        elif isinstance(event, DuplicatesTakenBack):
            self.duplicates -= {*event.serials}
        elif isinstance(event, SlipCopiesReceived):
            before = set() if event.replaces else self.slips.get(event.side, set())
            self.slips[event.side] = before.union(map(slip_of, event.copies))
        elif isinstance(event, FindingAcknowledged):
            self.acknowledged[event.finding] = event
        elif isinstance(event, DayClosed):
            self.closed = event
        self.version += 1

    def _count(self, event: DropCounted) -> None:
        cash = self.drops.setdefault(event.table, {})
        forms = self.originals.setdefault(event.table, {})
        if (replaced := event.in_place_of(cash)) is not None:
            del cash[replaced], forms[replaced]
        cash[event.box] = cash.get(event.box, 0) + event.cash_cents
        forms.setdefault(event.box, set()).update(form.serial for form in event.originals)

    def box_meant(self, table: str, box: str, *, recount: bool) -> str:
        """The number of a box as it was written when it was counted, else as it is written now; the only one that is
        counted of the table, where that is counted again and no number is said.
        """
        counted = self.drops.get(table, {})
        if recount and not box and len(counted) == 1:
            return next(iter(counted))
        return next((each for each in counted if same_person(each, box)), box)

    def verify_count(self, table: str, box: str, *, recount: bool) -> None:
        """Raise Refused where a second count would silently replace the first, or it is not said which it replaces.

        A table is counted as one box without a number, or in boxes that each have one.
        """
        counted = self.drops.get(table, {})
        if recount:
            _verify_replaces(table, box, counted)
        elif box in counted or (counted and "" in {box, *counted}):
            of = f"Box {box} of {table}" if box in counted and box else f"The drop of {table}"
            raise Refused(
                "drop_already_counted",
                f"{of} is already counted.",
                "Say --recount to replace the count; the first stays on record. Several boxes of a table have numbers:"
                " --box.",
                table=table,
                **({"box": box} if box else {}),
                counted_cents=counted.get(box, sum(counted.values())),
            )

    def verify_not_entered(self, serial: str) -> None:
        """Raise Refused where accounting has entered a copy of a form: it is compared as it was."""
        found = (serials for boxes in self.originals.values() for serials in boxes.values())
        if serial in self.duplicates.union(*found):
            raise Refused(
                "form_compared",
                f"Accounting has entered a copy of {serial}.",
                "The form stands as it was compared; accounting puts right what is wrong with it.",
                serial=serial,
            )

    def verify_duplicates(self, forms: Sequence[DuplicateReceived], *, replaces: bool) -> None:
        """Raise Refused where a duplicate is entered a second time, unless it is to be replaced."""
        for form in forms:
            if form.serial in self.duplicates and not replaces:
                raise Refused(
                    "duplicate_entered",
                    f"The duplicate of {form.serial} is entered already.",
                    "Say --replace where it was entered wrongly; the first entry stays on record.",
                    serial=form.serial,
                )

    def verify_slips(self, side: str, copies: Sequence[SlipCopy], *, replaces: bool) -> None:
        """Raise Refused where a part of a slip is listed twice, or entered a second time without replacing all."""
        before = set() if replaces else set(self.slips.get(side, ()))
        for copy in copies:
            name = slip_of(copy)
            if name in before:
                raise Refused(
                    "slip_entered",
                    f"The {side}'s part of {copy.kind} {copy.slip} is entered already.",
                    "Say --replace, with all parts of that side, where they were entered wrongly.",
                    slip=copy.slip,
                    side=side,
                )
            before.add(name)

    def verify_entered(self, day: str, serials: Sequence[str]) -> None:
        """Raise NotFound where one of the duplicates is not entered for the day."""
        for serial in serials:
            if serial not in self.duplicates:
                raise NotFound(
                    "duplicate_not_entered",
                    f"No duplicate of {serial} is entered for {day}.",
                    "pit report forms shows what is; check the number and the day.",
                    serial=serial,
                    day=day,
                )


def slip_of(copy: SlipCopy) -> str:
    """`fill:f-1001`: the slip that a part is of, however its number is spelled."""
    return f"{copy.kind}:{plain(copy.slip)}"


class GamingMonth(msgspec.Struct):
    """Whether a month is closed, and how."""

    version: int = 0
    closed: MonthClosed | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, MonthClosed):
            self.closed = event
        self.version += 1

    def verify_open(self, month: str) -> None:
        """Raise Refused where it is closed."""
        if self.closed is not None:
            raise Refused(
                "month_closed",
                f"{month} is closed; {self.closed.by} and {self.closed.second} signed it.",
                "pit report win --period month shows it. Corrections are posted on the open day: pit day correct.",
                month=month,
            )


def _verify_replaces(table: str, box: str, counted: Mapping[str, int]) -> None:
    if not box and len(counted) > 1:
        raise Refused(
            "box_not_named",
            f"{len(counted)} boxes of {table} are counted.",
            "Say --box with the number of the one that is counted again.",
            table=table,
            boxes=sorted(counted),
        )
    if not counted or (box and box not in counted and "" not in counted):
        of = f"Box {box} of {table}" if counted else f"The drop of {table}"
        raise Refused(
            "drop_not_counted",
            f"{of} has not been counted yet.",
            "Leave --recount out.",
            table=table,
            **({"box": box} if box else {}),
        )


def verify_once(serials: Sequence[str]) -> None:
    """Raise Refused where a serial is listed twice."""
    for serial in serials:
        if serials.count(serial) > 1:
            raise Refused(
                "form_listed_twice",
                f"{serial} is listed twice.",
                "Every number is printed on one form; check them.",
                serial=serial,
            )

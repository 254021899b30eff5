"""The passes over slips of fills and credits: their numbers, and what the cage says beside the table (A3)."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.events.finding import EventPlace, Finding
from ledger.events.slip_series import stream
from ledger.values.people import plain
from projections.figures.slips import Unaccounted
from projections.figures.slips_in_hand import InHand
from projections.figures.slips_matched import Match, Slip
from projections.models.inventory import InventoryRow
from projections.reconcile.finding import found


def of_numbers(
    numbers: Sequence[Unaccounted],
    inventory: Iterable[InventoryRow],
    slips: Iterable[Slip],
    day: str,
) -> Iterator[Finding]:
    """Numbers passed over, used again, or used without being in hand, each with all uses of the slip that shows it."""
    if not numbers:
        return
    used: dict[tuple[str, str], list[EventPlace]] = {}
    for row in inventory:
        if row.slip is not None:
            named = (row.kind, plain(row.slip))
            used.setdefault(named, []).append(EventPlace(row.stream, row.version))
    for slip in slips:
        if slip.slip is not None:
            used.setdefault((slip.kind, plain(slip.slip)), []).extend(slip.places)
    for each in numbers:
        kind = each.slip.series[0]
        yield found(
            each.kind,
            f"{kind}:{each.subject.replace(' ', '_')}",
            day,
            table=each.slip.table,
            about=f"{kind.capitalize()} {each.subject}.",
            events=[*used.get((kind, plain(each.slip.text)), ()), *each.events],
        )


def of_slips(slips: Iterable[Slip], day: str) -> Iterator[Finding]:
    """Every slip on which the comparison found something."""
    for slip in slips:
        for match in slip.matches:
            if match is not Match.MATCHED:
                yield found(
                    f"slip_{match}",
                    slip.subject,
                    day,
                    table=slip.table or None,
                    cents=slip.concerned(match),
                    events=slip.places,
                    about=slip.told,
                )


def of_slips_in_hand(series: Iterable[InHand], day: str) -> Iterator[Finding]:
    """The unused slips of each series that was used on the day, counted by number at its end; and those lost on it."""
    for each in series:
        now = each.now
        subject = f"{now.kind}:{now.prefix}"
        differs = " ".join(
            f"{what}: {numbers}."
            for what, numbers in (
                ("Not there", now.missing),
                ("There against the record", now.beyond),
            )
            if numbers
        )
        if differs:
            yield found("slips_in_hand_differ", subject, day, about=differs, events=each.places)
        elif each.touched and now.in_hand and not now.counted:
            yield found("slips_not_counted", subject, day)
        for numbers, version in each.lost:
            place = EventPlace(stream(now.kind, now.prefix), version)
            yield found(
                "slips_lost",
                f"{now.kind}:{numbers.replace(' ', '_')}",
                day,
                about=f"{now.kind.capitalize()} {numbers}.",
                events=[place],
            )

"""The passes over slips of fills and credits: their numbers, and what the cage says beside the table (A3)."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.events.finding import EventPlace, Finding
from projections.figures.slips import Unaccounted
from projections.figures.slips_matched import Match, Slip
from projections.models.inventory import InventoryRow
from projections.reconcile.finding import found


def of_numbers(
    numbers: Sequence[Unaccounted],
    inventory: Iterable[InventoryRow],
    slips: Iterable[Slip],
    day: str,
) -> Iterator[Finding]:
    """Numbers passed over or used again, each with all uses of the slip that shows it."""
    used: dict[tuple[str, str | None], list[EventPlace]] = {}
    for row in inventory:
        used.setdefault((row.kind, row.slip), []).append(EventPlace(row.stream, row.version))
    for slip in slips:
        used.setdefault((slip.kind, slip.slip), []).extend(slip.places)
    for each in numbers:
        kind = each.slip.series[0]
        yield found(
            each.kind,
            f"{kind}:{each.subject.replace(' ', '_')}",
            day,
            table=each.slip.table,
            about=f"{kind.capitalize()} {each.subject}.",
            events=used.get((kind, each.slip.text), ()),
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
                    cents=slip.cents,
                    events=slip.places,
                    about=slip.told,
                )

"""What a table's own submission has its Royal 9 wagers put into meters."""

from collections.abc import Iterable

import msgspec

from ledger.events.link import MeterTerms, MeterUnits


def printed(document: str) -> list[MeterTerms]:
    """The meters of a submission, without reserves: these are their link's."""
    from ledger.rules.submission import meters_in  # noqa: PLC0415  who reads figures reads none

    return [MeterTerms(name, seed, bps, 0, most) for name, seed, bps, most in meters_in(document)]


def own(table: Iterable[MeterTerms], link: Iterable[MeterTerms]) -> list[MeterTerms]:
    """A table's own meters, with the part of each share that its link keeps in reserve."""
    reserve = {each.meter: each.reserve_bps for each in link}
    found = []
    for each in table:
        bps = reserve.get(each.meter, 0)
        shares = each.visible_bps - bps, bps
        found.append(MeterTerms(each.meter, each.seed_cents, *shares, each.maximum_cents))
    return found


def as_text(lines: Iterable[MeterUnits]) -> str:
    """What wagers put in, as JSON, by meter: the link and its terms may have another order."""
    return msgspec.json.encode(sorted(lines, key=lambda line: line.meter)).decode()

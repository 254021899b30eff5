"""What a sign or a controller shows of a meter, held against what the ledger showed at that moment (P6)."""

from typing import Any

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.meter import UNITS
from ledger.link.acts import ReadMeter
from ledger.link.state import Link, require_meter
from ledger.table.acts import MeterReading
from ledger.table.draft import Past
from ledger.values.errors import Refused
from ledger.values.people import same_person


def facts_of(
    link: Link, act: ReadMeter | MeterReading, at: int, day: str, past: Past
) -> dict[str, Any]:
    """What the event of a reading says. at: microseconds UTC; day: its gaming day.

    A person reads with a witness; what a controller sends needs none. Raises Refused, NotFound.
    """
    require_meter(link.meters, act.meter)
    if (not act.source and not act.witness) or same_person(act.by, act.witness):
        raise Refused(
            "witness_missing",
            f"The reading of {act.meter} needs a witness besides who reads it.",
            "Name the other person who saw it: --witness ID.",
            link=link.code,
            meter=act.meter,
        )
    if min(act.cents, act.fraction or 0, act.rolled_over_cents) < 0:
        raise Refused(
            "not_an_amount",
            "A sign shows no amount below zero.",
            "Give what it shows, and where its counter began anew.",
            link=link.code,
            meter=act.meter,
        )
    return {
        "meter": act.meter,
        "occasion": act.occasion,
        "shown": act.cents * UNITS + (act.fraction or 0),
        "whole_cents": act.fraction is None,
        "rolled_over": act.rolled_over_cents * UNITS,
        "ledger": showed(link, act.meter, at, day, past),
        "witness": act.witness,
    }


def showed(link: Link, meter: str, at: int, day: str, past: Past) -> int:
    """The units that the ledger showed of a meter at a moment, by what was recorded so far."""

    def by_then(event: Event) -> bool:
        return event.known_at <= at

    since = past.back_to(link_events.stream(link.code), f"{link.code}:{day}:0", by_then)
    later = [each for each in since if each.event is None or not by_then(each.event)]
    if not later:
        return link.meters[meter].visible
    then = past.link_at(link.code, later[0].originator_version - 1).meters.get(meter)
    return then.visible if then else 0

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
    require_meter(link.meters, act.meter, link.code)
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
    """The units that the ledger showed of a meter at a moment: what had happened by then and is recorded so far, in
    whatever order the link's tables were entered.
    """

    def recorded_by_then(event: Event) -> bool:
        return event.recorded_at <= at

    found = past.back_to(link_events.stream(link.code), f"{link.code}:{day}:0", recorded_by_then)
    since = [each.event for each in found]
    if all(event is not None and event.known_at <= at for event in since):
        return link.meters[meter].visible
    then: Link = past.link_at(link.code, found[0].originator_version - 1).copy()
    for event in since:
        # A clock of another may say that the meters were installed a moment later.
        if isinstance(event, link_events.LinkInstalled) or (event and event.known_at <= at):
            then.apply(event)
    return then.meters[meter].visible

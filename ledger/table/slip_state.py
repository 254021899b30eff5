"""Fills and credits on their way to or from a table, as its state keeps them."""

from typing import Final

import msgspec

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.values.people import plain


class OnItsWay(msgspec.Struct, frozen=True):
    """A fill or a credit that is requested, and not received or void. chips, cents: as prepared, once it is.

    request: the version of its request. slip, cage, security: "" until it is prepared. supervisor: who asked for it.
    requested_at, prepared_at: microseconds UTC.
    """

    kind: str
    request: int
    requested_at: int
    supervisor: str
    chips: e.Inventory
    cents: int
    slip: str = ""
    cage: str = ""
    security: str = ""
    prepared_at: int = 0


Slips = tuple[OnItsWay, ...]

OF_SLIPS: Final = (
    slip_events.ChipsRequested,
    slip_events.SlipPrepared,
    slip_events.SlipVoided,
    e.ChipsFilled,
    e.ChipsCredited,
)
"""What a fill or a credit goes through."""


def after(slips: Slips, version: int, event: Event) -> Slips:
    """What is on its way after an event of this version."""
    match event:
        case slip_events.ChipsRequested():
            asked = (event.known_at, event.supervisor, event.chips, event.cents)
            return (*slips, OnItsWay(event.kind, version, *asked))
        case slip_events.SlipPrepared():
            return tuple(
                msgspec.structs.replace(
                    each,
                    slip=event.slip,
                    cage=event.cage,
                    security=event.security,
                    chips=event.chips,
                    cents=event.cents,
                    prepared_at=event.known_at,
                )
                if each.request == event.request
                else each
                for each in slips
            )
        case slip_events.SlipVoided() | e.ChipsFilled() | e.ChipsCredited():
            return tuple(each for each in slips if each.request != event.request)
        case _:
            return slips


def requested(slips: Slips, kind: str) -> OnItsWay | None:
    """What is requested and waits for the cage, or None."""
    return next((each for each in slips if each.kind == kind and not each.prepared_at), None)


def prepared(slips: Slips, kind: str, slip: str) -> OnItsWay | None:
    """A slip that is prepared, however its number is spelled, or None."""
    ready = (each for each in slips if each.kind == kind and each.prepared_at)
    return next((each for each in ready if plain(each.slip) == plain(slip)), None)

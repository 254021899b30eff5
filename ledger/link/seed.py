"""No meter falls below its seed by wagers that are handed back, or an award that is taken back (X26, decision 39).

What a round put in goes out again with it. Where others have won of the meter since, or a correction lowered it, that
is not there any more: the house puts it in again for a void, whose players get their stakes in any case; what could be
left as it is, an undo or a reversal, is refused until the correction is dealt with.
"""

from collections.abc import Iterable, Sequence

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.meter import UNITS, Meter
from ledger.link.state import Link
from ledger.values.errors import Refused
from ledger.values.money import dollars


def put_in_again(
    link: Link, lines: Iterable[link_events.MeterUnits], since: Iterable[Event]
) -> list[link_events.MeterUnits]:
    """What the house puts in again where these lines go out of the meters. since: the link's events since they went in.

    A meter that nothing has lowered since comes to what it was, wherever that is.
    """
    lowered = {
        each.meter
        for each in since
        if isinstance(each, link_events.AwardWon)
        or (isinstance(each, link_events.MeterCorrected) and each.cents < 0)
    }
    short = [_short(link.meters[line.meter], line) for line in lines if line.meter in lowered]
    return [each for each in short if each.visible or each.reserve]


def _short(meter: Meter, line: link_events.MeterUnits) -> link_events.MeterUnits:
    """What of a line is not in its meter above the seed, or in its reserve; nothing of one that an award of a share has
    left below its seed.
    """
    above = meter.visible - meter.terms.seed_cents * UNITS
    visible = max(0, line.visible - above) if above >= 0 else 0
    return link_events.MeterUnits(line.meter, visible, max(0, line.reserve - max(0, meter.reserve)))


def require_above(
    link: Link, round_id: str, lines: Iterable[link_events.MeterUnits], since: Sequence[Event]
) -> None:
    """Raise Refused where a meter would fall below its seed without what a round put in: it was corrected since."""
    for short in put_in_again(link, lines, since):
        if documents := _lowering(since, short.meter):
            raise _corrected_since(link, round_id, "fed", short.meter, documents)


def require_seed(
    link: Link, won: link_events.AwardWon, visible: int, since: Iterable[Event]
) -> None:
    """Raise Refused where a meter would be below its seed once an award is back in it, by so many visible units: what
    its reserve had filled was corrected away since.
    """
    if not won.moves_meter or link.retired_to:
        return
    meter = link.meters[won.meter]
    if meter.visible + visible < meter.terms.seed_cents * UNITS and (
        documents := _lowering(since, won.meter)
    ):
        raise _corrected_since(link, won.round, "won of", won.meter, documents)


def _lowering(since: Iterable[Event], meter: str) -> list[str]:
    """The documents of corrections that lowered a meter."""
    return [
        each.document
        for each in since
        if isinstance(each, link_events.MeterCorrected) and each.meter == meter and each.cents < 0
    ]


def _corrected_since(
    link: Link, round_id: str, has: str, meter: str, documents: list[str]
) -> Refused:
    seed = link.meters[meter].terms.seed_cents
    back = "round" if has == "fed" else "award"
    return Refused(
        "corrected_since",
        f"Round {round_id} has {has} the {meter} meter of {link.code}, which {', '.join(documents)} lowered"
        f" since: without that it would be below its seed of {dollars(seed)}.",
        f"Raise the meter again first (pit meter adjust --raise), and then take the {back} back.",
        round=round_id,
        link=link.code,
        meter=meter,
        documents=documents,
        seed_cents=seed,
    )

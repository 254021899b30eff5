"""What every event of an act bears: when it happened, when it was recorded, its gaming day."""

from ledger.events.act import Act, Stamp
from ledger.values.calendar import GamingCalendar, to_micros


def stamp(act: Act, recorded_at: int, calendar: GamingCalendar) -> Stamp:
    """What every event of an act bears. recorded_at: microseconds UTC."""
    at = to_micros(act.at)
    return Stamp(act.by, at, recorded_at, calendar.day_of(at), act.source, act.seq)

"""The charts of a day's master report: each stands with the subject whose rows it is drawn of."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from ledger.values.calendar import from_micros, to_micros
from projections.figures.chart import Chart, Point
from projections.figures.render import Kind
from projections.reports.master import Heading, Master

_HOUR: Final = 3_600_000_000
_KEY: Final = "A filled bar is won by the house, an outlined one lost."


def win_by_table(master: Master) -> list[Chart]:
    """Win from the tray, a bar a table."""
    points = [Point(row.table, row.win_tray) for row in master.tables]
    told = f"Win from the tray of each table on {master.heading.gaming_day}, in dollars. {_KEY}"
    return [Chart("Win by table", told, points)]


def month_so_far(master: Master) -> list[Chart]:
    """Win from the tray of the property, a bar a gaming day of the month; none of days that were signed before."""
    month, today = master.heading.gaming_day[:7], int(master.heading.gaming_day[8:])
    wins = {row.gaming_day: row.win_tray for row in master.month or []}
    days = (f"{day:02}" for day in range(1, today + 1))
    points = [Point(day, wins.get(f"{month}-{day}")) for day in days]
    told = f"Win from the tray of the property by gaming day of {month}, in dollars. {_KEY}"
    return [Chart(f"{month} so far", told, points, in_time=True)]


def win_by_hour(master: Master) -> list[Chart]:
    """Win from the hands, a bar an hour from full hour to full hour of the day's clock, a chart a table."""
    hours = _hours(master)
    wins: dict[str, dict[int, int]] = {}
    for row in master.hours:
        of, start = wins.setdefault(row.table, {}), _micros(row.hour)
        of[start] = of.get(start, 0) + row.win_hands
    day, unseen = master.heading.gaming_day, [x.table for x in master.tables if x.win_hands is None]
    told = f"Win from the hands of each table by hour on {day}, and of the day, in dollars. {_KEY}"
    told += f" No hand data: {', '.join(unseen)}." if unseen else ""
    return [
        Chart(
            table,
            told,
            [Point(label, of.get(start, 0)) for start, label in hours],
            in_time=True,
            adds=True,
        )
        for table, of in wins.items()
    ]


def win_of_all_by_hour(master: Master) -> Chart:
    """Win from the hands of all tables together, a bar an hour."""
    tables = win_by_hour(master)
    told = f"Win from the hands of all tables by hour on {master.heading.gaming_day}, in dollars."
    hours = zip(*(chart.points for chart in tables), strict=True)
    points = [Point(each[0].label, sum(point.value or 0 for point in each)) for each in hours]
    return Chart("Win by hour", told, points, in_time=True)


def of_workbook(master: Master) -> list[Chart]:
    """What a workbook draws, as far as anything of it is known: the hours of all tables in one chart."""
    charts = (
        *month_so_far(master),
        *win_by_table(master),
        win_of_all_by_hour(master),
        *hold_against_band(master),
    )
    return [each for each in charts if any(point.value is not None for point in each.points)]


def hold_against_band(master: Master) -> list[Chart]:
    """Hold of the handle beside that of theory, and how far chance takes it from there, a line a table."""
    points = [
        Point(row.name or "", row.hold_bps, row.theory_hold_bps, row.band_bps)
        for row in master.performance or []
        if row.name
    ]
    told = (
        f"Win of each table on {master.heading.gaming_day} as a share of its handle: a dot, hollow where it is outside"
        " of the band that chance leaves it most days. The band is a bar, with theory across it."
    )
    return [Chart("Hold against its band", told, points, Kind.SHARE, against=True)]


CHARTS: Final[Mapping[str, Callable[[Master], Sequence[Chart]]]] = {
    "month": month_so_far,
    "tables": win_by_table,
    "hours": win_by_hour,
    "performance": hold_against_band,
}
"""What is drawn of a subject, by its field."""


def _hours(master: Master) -> list[tuple[int, str]]:
    """The beginnings of all hours in which the day, or a hand of it, lies, with their local time."""
    starts = [_micros(row.hour) for row in master.hours]
    first = min(_full_hour(master.heading), *starts, _full_hour(master.heading))
    last = max(master.heading.ends_micros - 1, *starts, 0)
    zone = ZoneInfo(master.heading.zone)
    return [
        (at, f"{from_micros(at).astimezone(zone):%H:%M}") for at in range(first, last + 1, _HOUR)
    ]


def _full_hour(heading: Heading) -> int:
    """The full local hour in which the gaming day begins."""
    local = datetime.fromisoformat(heading.starts_at).astimezone(ZoneInfo(heading.zone))
    return to_micros(local.replace(minute=0, second=0, microsecond=0))


def _micros(instant: str) -> int:
    return to_micros(datetime.fromisoformat(instant))

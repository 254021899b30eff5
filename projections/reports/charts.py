"""The charts of a day's and of a month's report: each stands with the subject whose rows it is drawn of."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final
from zoneinfo import ZoneInfo

from ledger.values.calendar import from_micros, to_micros
from projections.figures.chart import Chart, Point
from projections.figures.month_days import DayOfMonth
from projections.figures.performance import Performance
from projections.figures.render import Kind
from projections.reports.master import Heading, Master
from projections.reports.monthly import Month

Drawn = Mapping[str, Sequence[Chart]]
"""What is drawn of the subjects of a report, by their fields."""

_HOUR: Final = 3_600_000_000
KEY: Final = "A filled bar is won by the house, an outlined one lost."


def win_by_table(points: list[Point], of: str) -> list[Chart]:
    """Win from the tray, a bar a table. of: the gaming day or the month."""
    told = f"Win from the tray of each table {of}, in dollars. {KEY}"
    return [Chart("Win by table", told, points)]


def win_by_day(rows: Sequence[DayOfMonth], to_day: str, title: str) -> list[Chart]:
    """Win from the tray of the property, a bar a gaming day of the month up to one of them."""
    month, last = to_day[:7], int(to_day[8:])
    wins = {row.gaming_day: row.win_tray for row in rows}
    days = (f"{day:02}" for day in range(1, last + 1))
    points = [Point(day, wins.get(f"{month}-{day}")) for day in days]
    told = f"Win from the tray of the property by gaming day of {month}, in dollars. {KEY}"
    return [Chart(title, told, points, in_time=True)]


def win_by_hour(master: Master) -> list[Chart]:
    """Win from the hands, a bar an hour from full hour to full hour of the day's clock, a chart a table."""
    hours = _hours(master)
    wins: dict[str, dict[int, int]] = {}
    for row in master.hours:
        of, start = wins.setdefault(row.table, {}), _micros(row.hour)
        of[start] = of.get(start, 0) + row.win_hands
    day, unseen = master.heading.gaming_day, [x.table for x in master.tables if x.win_hands is None]
    told = f"Win from the hands of each table by hour on {day}, and of the day, in dollars. {KEY}"
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


def of_all_by_hour(tables: Sequence[Chart], day: str) -> list[Chart]:
    """Win from the hands of all tables together, a bar an hour. tables: each of them by hour."""
    told = f"Win from the hands of all tables by hour on {day}, in dollars."
    hours = zip(*(chart.points for chart in tables), strict=True)
    points = [Point(each[0].label, sum(point.value or 0 for point in each)) for each in hours]
    return [Chart("Win by hour", told, points, in_time=True)]


def hold_against_band(rows: Iterable[Performance], of: str) -> list[Chart]:
    """Hold of the handle beside that of theory, and how far chance takes it from there, a line a row. of: what each is
    of.
    """
    points = [
        Point(row.name, row.hold_bps, row.theory_hold_bps, row.band_bps) for row in rows if row.name
    ]
    told = (
        f"Win of each {of} as a share of its handle: a dot, hollow where it is outside"
        " of the band that chance leaves it most days. The band is a bar, with theory across it."
    )
    return [Chart("Hold against its band", told, points, Kind.SHARE, against=True)]


def of_day(master: Master) -> Drawn:
    """What is drawn of a day; of its month nothing where it was signed before that was part of the report."""
    day = master.heading.gaming_day
    points = [Point(row.table, row.win_tray) for row in master.tables]
    return {
        "month": win_by_day(master.month or (), day, f"{day[:7]} so far"),
        "tables": win_by_table(points, f"on {day}"),
        "hours": win_by_hour(master),
        "performance": hold_against_band(master.performance or (), f"table on {day}"),
    }


def of_workbook(drawn: Drawn, day: str) -> list[Chart]:
    """What a workbook draws of a day, as far as anything of it is known: the hours of all tables in one chart."""
    return known({**drawn, "hours": of_all_by_hour(drawn["hours"], day)})


def known(drawn: Drawn) -> list[Chart]:
    """The charts of which any figure is known."""
    charts = chain.from_iterable(drawn.values())
    return [each for each in charts if any(point.value is not None for point in each.points)]


def of_month(month: Month) -> Drawn:
    """What is drawn of a month."""
    heading = month.heading
    points = [Point(row.name or "", row.win_tray) for row in month.tables]
    return {
        "days": win_by_day(month.days, heading.to_day, "Win by gaming day"),
        "tables": win_by_table(points, f"in {heading.month}"),
        "performance": hold_against_band(month.performance, f"table in {heading.month}"),
    }


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

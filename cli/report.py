"""`pit report`: what accounting reads of a gaming day."""

from datetime import date
from types import ModuleType

import click

from cli.options import Noun, gaming_day, options, session
from cli.reading import caught_up, day_option, position_of, say_position, show_rows, showing

report = Noun("report", help="Reports of a gaming day.")


def _print(kind: ModuleType, name: str, day: str | None, form: str) -> None:
    """Print the report `name` of a module of projections.reports."""
    pit = session().pit
    with caught_up(kind.NEEDS) as connection:
        rows = getattr(kind, name)(connection, gaming_day(day, pit.calendar))
        position = position_of(connection, kind.NEEDS)
    show_rows(kind.VIEW, rows, form)
    say_position(position, form)


@report.command("win")
@options(
    day_option,
    click.option(
        "--period",
        type=click.Choice(("day", "month", "year")),
        help="Add up the day; the month, or the year, to date.",
    ),
    click.option(
        "--group",
        type=click.Choice(("table", "pit", "game", "property")),
        help="What a row adds up.",
    ),
    showing,
)
def win(day: str | None, period: str | None, group: str | None, form: str) -> None:
    """Table win: from the tray, from the hands, and what explains the difference.

    With --period or --group: win, drop, hold and vigorish of tables, pits or games from the first to the last day,
    and of the property in the last row. A sum over a day that is not known is not known either.

    \b
    pit report win --period month --group pit --day 2026-07-11
    """
    if period is None and group is None:
        from projections.reports import win as kind

        _print(kind, "win", day, form)
        return
    from projections.reports import periods

    asked = gaming_day(day, session().pit.calendar)
    added = periods.Period(period or "day"), periods.Group(group or "table")
    with caught_up(periods.NEEDS) as connection:
        rows = periods.period(connection, asked, *added)
        position = position_of(connection, periods.NEEDS)
    show_rows(periods.VIEW, rows, form)
    say_position(position, form)


@report.command("hours")
@options(day_option, showing)
def hours(day: str | None, form: str) -> None:
    """Win from the hands by table and hour of the property's clock."""
    from projections.reports import hours as kind

    _print(kind, "hours", day, form)


@report.command("coupons")
@options(day_option, showing)
def coupons(day: str | None, form: str) -> None:
    """Match play coupons by table: wagered, kept by the house, what was paid on them."""
    from projections.reports import hours as kind

    calendar = session().pit.calendar
    with caught_up(kind.NEEDS) as connection:
        rows = kind.coupons(connection, gaming_day(day, calendar))
        position = position_of(connection, kind.NEEDS)
    show_rows(kind.COUPONS, rows, form)
    say_position(position, form)


@report.command("vig")
@options(day_option, showing)
def vig(day: str | None, form: str) -> None:
    """Vigorish by seat: assessed, collected, documented, outstanding at the end of the day."""
    from projections.reports import vig as kind

    _print(kind, "vigorish", day, form)


@report.command("meters")
@options(day_option, showing)
def meters(day: str | None, form: str) -> None:
    """Progressive meters rolled forward, their contributions worked out again from the wagers."""
    from projections.reports import meters as kind

    _print(kind, "meters", day, form)


@report.command("awards")
@options(day_option, showing)
def awards(day: str | None, form: str) -> None:
    """Awards of progressive meters: the round, the cards, the chair, who paid it and from where."""
    from projections.reports import meters as kind

    pit = session().pit
    with caught_up(kind.NEEDS) as connection:
        rows = kind.awards(connection, gaming_day(day, pit.calendar))
    show_rows(kind.AWARDS_VIEW, rows, form)


@report.command("forms")
@options(day_option, showing)
def forms(day: str | None, form: str) -> None:
    """Forms used or found: originals, duplicates and the record compared; unknown until counted."""
    from projections.reports import forms as kind

    _print(kind, "forms", day, form)


@report.command("comps")
@options(day_option, showing)
def comps(day: str | None, form: str) -> None:
    """Vigorish paid as a cash complimentary, by patron."""
    from projections.reports import forms as kind

    calendar = session().pit.calendar
    asked = gaming_day(day, calendar)
    _, end = calendar.bounds(date.fromisoformat(asked))
    with caught_up(kind.NEEDS) as connection:
        rows = kind.comps(connection, asked, end)
        position = position_of(connection, kind.NEEDS)
    show_rows(kind.COMPS, rows, form)
    say_position(position, form)


@report.command("exceptions")
@options(day_option, showing)
def exceptions(day: str | None, form: str) -> None:
    """What somebody should look at: voids, refused records, recounts, slips not accounted for."""
    from projections.reports import exceptions as kind

    _print(kind, "exceptions", day, form)

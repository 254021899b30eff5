"""`pit report`: what accounting reads of a gaming day."""

from datetime import date
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from cli.frame.files import NEW_FILE, write_file
from cli.frame.options import Noun, as_json, gaming_day, options, session
from cli.frame.past import looking_back
from cli.frame.reading import (
    caught_up,
    day_option,
    position_of,
    print_json,
    say_position,
    show_rows,
    showing,
)

if TYPE_CHECKING:
    from projections.reports.master import Heading, Master

report = Noun("report", help="Reports of a gaming day.")


def _print(kind: ModuleType, name: str, day: str | None, form: str) -> None:
    """Print the report `name` of a module of projections.reports."""
    ledger = session().ledger
    with caught_up(kind.NEEDS) as connection:
        rows = getattr(kind, name)(connection, gaming_day(day, ledger.calendar))
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
        from projections.figures import win as kind

        _print(kind, "win", day, form)
        return
    from projections.figures import periods

    asked = gaming_day(day, session().ledger.calendar)
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
    from projections.figures import hours as kind

    _print(kind, "hours", day, form)


@report.command("coupons")
@options(day_option, showing)
def coupons(day: str | None, form: str) -> None:
    """Match play coupons by table: wagered, kept by the house, what was paid on them."""
    from projections.figures import hours as kind

    calendar = session().ledger.calendar
    with caught_up(kind.NEEDS) as connection:
        rows = kind.coupons(connection, gaming_day(day, calendar))
        position = position_of(connection, kind.NEEDS)
    show_rows(kind.COUPONS, rows, form)
    say_position(position, form)


@report.command("vig")
@options(day_option, showing)
def vig(day: str | None, form: str) -> None:
    """Vigorish by seat: assessed, collected, documented, outstanding at the end of the day."""
    from projections.figures import vig as kind

    _print(kind, "vigorish", day, form)


@report.command("meters")
@options(day_option, showing)
def meters(day: str | None, form: str) -> None:
    """Progressive meters rolled forward, their contributions worked out again from the wagers."""
    from projections.figures import meters as kind

    _print(kind, "meters", day, form)


@report.command("awards")
@options(day_option, showing)
def awards(day: str | None, form: str) -> None:
    """Awards of progressive meters: the round, the cards, the chair, who paid it and from where."""
    from projections.figures import meters as kind

    ledger = session().ledger
    with caught_up(kind.NEEDS) as connection:
        rows = kind.awards(connection, gaming_day(day, ledger.calendar))
    show_rows(kind.AWARDS_VIEW, rows, form)


@report.command("forms")
@options(day_option, showing)
def forms(day: str | None, form: str) -> None:
    """Forms used or found: originals, duplicates and the record compared; unknown until counted."""
    from projections.figures import forms as kind

    _print(kind, "forms", day, form)


@report.command("comps")
@options(day_option, showing)
def comps(day: str | None, form: str) -> None:
    """Vigorish paid as a cash complimentary, by patron."""
    from projections.figures import forms as kind

    calendar = session().ledger.calendar
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
    from projections.figures import exceptions as kind

    _print(kind, "exceptions", day, form)


@report.command("day")
@options(
    day_option,
    click.option("--excel", type=NEW_FILE, metavar="FILE", help="Write a workbook: FILE.xlsx."),
    click.option("--html", type=NEW_FILE, metavar="FILE", help="Write a page to print: FILE.html."),
    as_json,
    looking_back,
)
def day_report(day: str | None, excel: Path | None, html: Path | None, as_json: bool) -> None:
    """The day's master report: the property, tables, pits, games, hours, vigorish, forms, meters, exceptions.

    A file that is there is replaced. The same books give the same file, byte for byte.

    \b
    pit report day --day 2026-07-11 --excel day.xlsx --html day.html
    """
    from projections.reports import master as kind

    ledger = session().ledger
    asked = gaming_day(day, ledger.calendar)
    with caught_up(kind.NEEDS) as connection:
        heading = _heading(asked, position_of(connection, kind.NEEDS))
        report = kind.master(connection, heading)
    if excel is not None:
        from projections.reports.workbook import workbook

        write_file(excel, workbook(report))
    if html is not None:
        from projections.pages.master import master_page

        write_file(html, master_page(report).encode())
    if as_json:
        print_json(report)
    elif excel is None and html is None:
        _tell(report)


def _heading(day: str, position: int) -> "Heading":
    from projections.figures.arithmetic import rfc3339
    from projections.reports.master import Heading

    ledger = session().ledger
    start, end = ledger.calendar.bounds(date.fromisoformat(day))
    return Heading(
        property=ledger.property.name,
        zone=ledger.calendar.zone,
        gaming_day=day,
        starts_at=rfc3339(start),
        ends_at=rfc3339(end),
        ends_micros=end,
        position=position,
    )


def _tell(report: "Master") -> None:
    """Every part of the report that has something to show, and which have not."""
    from projections.figures import day as summary
    from projections.reports.master import SUBJECTS, signed

    heading = report.heading
    click.echo(f"{heading.property}: master report of gaming day {heading.gaming_day}\n")
    show_rows(summary.VIEW, [report.summary], "table")
    click.echo("\n" + signed(report, session().ledger.calendar.tz))
    empty = []
    for subject in SUBJECTS:
        rows = subject.rows(report)
        if rows:
            click.echo(f"\n{subject.name.upper()}\n")
            show_rows(subject.view, rows, "table")
        else:
            empty.append(subject.view.empty)
    click.echo("\n" + "\n".join(empty) if empty else "")
    say_position(heading.position, "table")

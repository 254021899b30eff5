"""`pit report`: what accounting reads of a gaming day."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.documents import print_document
from cli.frame.files import force, may_write, write_file
from cli.frame.options import Noun, as_json, gaming_day, options, session, writing
from cli.frame.paging import say, show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import (
    day_option,
    print_json,
    print_report,
    progress,
    say_position,
    show_notes,
    show_rows,
    showing,
    table_option,
    warn,
)
from cli.frame.usage import misused
from cli.typed.kinds import MONTH, NEW_FILE, choice, number

if TYPE_CHECKING:
    import msgspec

    from projections.figures.render import View
    from projections.queries.report import Rows
    from projections.reports.master import Master
    from projections.reports.monthly import Month
    from projections.reports.printed import Printed

report = Noun("report", help="Reports of a gaming day.")


def _print(name: str, day: str | None, form: str, **narrowed: str | int | None) -> "Rows":
    """Print a report, and up to which event of the log it counts."""
    found = print_report(name, day, form, **narrowed)
    say_position(found.position, form)
    return found


@report.command("win")
@options(
    day_option,
    click.option(
        "--period",
        type=choice("period", "day", "month", "year"),
        help="Add up the day; the month, or the year, to date.",
    ),
    click.option(
        "--group",
        type=choice("group", "table", "pit", "game", "property"),
        help="What a row adds up.",
    ),
    table_option,
    click.option("--by", "split", metavar="shift", help="A row a table and shift of the property."),
    showing,
)
def win(
    day: str | None,
    period: str | None,
    group: str | None,
    code: str | None,
    split: str | None,
    form: str,
) -> None:
    """Table win: from the tray, from the hands, and what explains the difference.

    With --by shift: what each shift came to, from the tray where it was counted at the shift's ends (pit table count),
    with the cash bought in for its drop. When shifts begin is a setting: pit property set shifts=06-14-22.

    With --period or --group: win, drop, hold and vigorish of tables, pits or games from the first to the last day,
    and of the property in the last row. A sum over a day that is not known is not known either. Below a closed month
    stands who signed it, and for which figures.

    \b
    pit report win --period month --group pit --day 2026-07-11
    """
    if code and (period or group or split == "shift"):
        raise misused("--table is of a day: leave --period, --group and --by shift out.")
    if split == "shift":
        if period or group:
            raise misused("--by shift is of a day: leave --period and --group out.")
        _print("shifts", day, form)
        return
    if split:  # A name, as behind any command: who acts.
        session().named_by = split
    found = _print("win", day, form, length=period, group=group, table=code)
    if found.signed_month is not None:
        from projections.queries.event_lines import describe

        closed = found.signed_month
        say(("", describe(closed)))
        if closed.event.checkpoint:
            click.echo(f"\n{closed.event.checkpoint}{closed.event.seal_key}")


@report.command("drop")
@options(day_option, showing)
def drop(day: str | None, form: str) -> None:
    """The drop by table: the cash bought in for, what the soft count found, their difference; and forms."""
    _print("drop", day, form)


@report.command("boxes")
@options(day_option, showing)
def boxes(day: str | None, form: str) -> None:
    """The soft count by drop box: its number and kind, by machine and by hand, the notes; the team, and when."""
    _print("boxes", day, form)


@report.command("performance")
@options(
    day_option,
    click.option(
        "--by",
        "group",
        type=choice(
            "by",
            *("bet", "table", "pit", "rules", "dealer", "hour", "shift", "day", "month", "year"),
        ),
        default="table",
        help="What a row adds up; tables unless it is said.",
    ),
    click.option(
        "--period",
        type=choice("period", "day", "month", "year"),
        help="The day; the month, or the year, to date.",
    ),
    showing,
)
def performance(day: str | None, group: str, period: str | None, form: str) -> None:
    """What wagers came to against theory: handle, theoretical win, win, hold, and how far chance alone takes it.

    Theory is the handle by the exact odds of the rules and decks that each round was played with. A win outside the
    band of chance is flagged, and so is a hold that moved from that of the months before: pit property set hold-band=95
    hold-base-points=3 hold-base-months=12 hold-least-rounds=100. Coupons stand apart; meters and their awards are in
    neither win nor theory.

    Days add up the month to date unless --period is said, months the year to date, and years all there is.

    \b
    pit report performance --by bet --period month --day 2026-07-11
    """
    _print("performance", day, form, length=period, group=group)


@report.command("flash")
@options(day_option, showing)
def flash(day: str | None, form: str) -> None:
    """How the day goes while tables run: drop and win as they are estimated, handle and theory, what trays should hold.

    The drop is the cash bought in and the vigorish documented, the win is that of the hands; where none are recorded,
    by the closer, and unknown until there is one. What is counted stands beside it.

    \b
    pit report flash --as-of 18:00
    """
    _print("flash", day, form)


_group = click.option(
    "--group",
    type=choice("group", "property", "pit", "game", "table"),
    help="What a row adds up; the property unless it is said.",
)


@report.command("to-date")
@options(day_option, _group, showing)
def to_date(day: str | None, group: str | None, form: str) -> None:
    """Win, drop and hold of the month and the year to date, beside the same days of the year before.

    The last day of a month stands beside the last of that month. Where nothing was recorded a year before, or something
    of it is unknown, nothing is said of a change; days says on how many something was.

    \b
    pit report to-date --group pit --day 2026-07-11
    """
    _print("to-date", day, form, group=group)


@report.command("trend")
@options(
    day_option,
    _group,
    click.option("--months", type=number(1, 120), help="How many; 13 unless it is said."),
    showing,
)
def trend(day: str | None, group: str | None, months: int | None, form: str) -> None:
    """Win, drop and hold month by month, each beside the same month of the year before; the last one to date.

    Months of which nothing is recorded, nor a year before, are left out.

    \b
    pit report trend --months 24
    """
    _print("trend", day, form, group=group, months=months)


@report.command("hours")
@options(day_option, showing)
def hours(day: str | None, form: str) -> None:
    """Win from the hands by table and hour of the property's clock."""
    _print("hours", day, form)


@report.command("coupons")
@options(day_option, showing)
def coupons(day: str | None, form: str) -> None:
    """Match play coupons by table: wagered, kept by the house, what was paid on them."""
    _print("coupons", day, form)


@report.command("vig")
@options(day_option, showing)
def vig(day: str | None, form: str) -> None:
    """Vigorish by seat: brought forward, assessed; collected, documented, uncollected, outstanding at the day's end."""
    _print("vig", day, form)


@report.command("meters")
@options(day_option, showing)
def meters(day: str | None, form: str) -> None:
    """Progressive meters rolled forward, their contributions worked out again from the wagers."""
    _print("meters", day, form)


@report.command("awards")
@options(day_option, showing)
def awards(day: str | None, form: str) -> None:
    """Awards of progressive meters: the round, the cards, the chair, who paid it and from where."""
    print_report("awards", day, form)


@report.command("forms")
@options(day_option, showing)
def forms(day: str | None, form: str) -> None:
    """Forms used or found: originals, duplicates and the record compared; unknown until counted."""
    _print("forms", day, form)


@report.command("comps")
@options(day_option, showing)
def comps(day: str | None, form: str) -> None:
    """Vigorish paid as a cash complimentary, by patron."""
    _print("comps", day, form)


@report.command("exceptions")
@options(day_option, showing)
def exceptions(day: str | None, form: str) -> None:
    """What somebody should look at: voids, refused records, corrections, rulings, slips not accounted for."""
    _print("exceptions", day, form)


@report.command("corrections")
@options(day_option, showing)
def corrections(day: str | None, form: str) -> None:
    """What was put right or ruled on the day, or of it: one by one, never added up.

    Corrections, those of meters too; rounds and awards taken back; rulings.
    """
    _print("corrections", day, form)


@report.command("filing")
@options(day_option, showing)
def filing(day: str | None, form: str) -> None:
    """Corrections of days that were over, posted in the month up to the gaming day, above what the property files.

    A loss is filed as a gain is; what is posted one way and back again is two. The limit is a setting, $2,000 unless
    it is said: pit property set filing-above=2000.

    \b
    pit report filing --day 2026-07-31
    """
    _print("filing", day, form)


@report.command("print")
@click.argument("place", metavar="FILE", type=NEW_FILE)
@options(day_option, force, writing)
def print_day(place: Path, day: str | None, force: bool, **typed: Any) -> None:
    """Print the day's master report for use, as a page, FILE. As it was printed first it is its preliminary version.

    It says which version it is, preliminary or audited; each print of one after its first says REPRINT, and which.

    \b
    pit report print day.html --day 2026-07-11 --by A-1
    """
    replace = may_write(place, force=force)
    named = gaming_day(day, session().ledger.calendar)
    print_document("report", named, place, replace=replace, **typed)


@report.command("versions")
@options(day_option, as_json)
def day_versions(day: str | None, as_json: bool) -> None:
    """The day's master report as it was first printed and as it was audited, and what changed between the two.

    Until two people sign it, it is held against as it stands.

    \b
    pit report versions --day 2026-07-11
    """
    from cli.shown.versions import lines
    from projections.queries.versions import versions

    current = session()
    calendar = current.ledger.calendar
    found = versions(current.ledger, gaming_day(day, calendar), progress())
    if as_json:
        print_json(found)
    else:
        show_lines(lines(found, calendar.tz))


files = options(
    click.option("--excel", type=NEW_FILE, metavar="FILE", help="Write a workbook: FILE.xlsx."),
    click.option("--html", type=NEW_FILE, metavar="FILE", help="Write a page to print: FILE.html."),
    force,
    as_json,
    looking_back,
)
"""How a report of a whole day or month is asked for, and where it goes."""


@report.command("day")
@options(day_option, files)
def day_report(day: str | None, as_json: bool, **written: Any) -> None:
    """The day's master report: the property, tables, pits, games, hours, vigorish, forms, meters, exceptions.

    The same books give the same file, byte for byte.

    \b
    pit report day --day 2026-07-11 --excel day.xlsx --html day.html
    """
    from projections.queries.report import master_report

    current = session()
    moment, named = asked(current), gaming_day(day, current.ledger.calendar)
    found = master_report(current.ledger, moment, named, progress())
    if not _written(found, as_json=as_json, **written):
        from projections.figures.day import VIEW
        from projections.reports.printed import of_day

        _show(of_day(found, draws=False), VIEW, found.summary)
        show_notes(found.notes)
        say_position(found.heading.position, "table")


@report.command("month")
@options(
    click.option(
        "--month", type=MONTH, metavar="MONTH", help="2026-07; that which runs if left out."
    ),
    files,
)
def month_report(month: str | None, as_json: bool, **written: Any) -> None:
    """The month's report: the property, its gaming days, tables, pits, games, and wagers against theory.

    Of a closed month page and workbook bear who signed it, the licence and role of each, when, and the checkpoint. A
    month that runs is told up to the gaming day. The same books give the same file, byte for byte.

    \b
    pit report month --month 2026-07 --excel july.xlsx --html july.html
    """
    from projections.queries.month import month_report as report_of

    current = session()
    moment = asked(current)
    named = month or gaming_day(None, current.ledger.calendar)[:7]
    found = report_of(current.ledger, moment, named, progress())
    if not _written(found, as_json=as_json, **written):
        from projections.figures.periods import view_without
        from projections.reports.printed import of_month

        _show(of_month(found), view_without("period", "group", "name"), found.summary)
        say_position(found.heading.position, "table")


def _written(
    found: "Master | Month",
    *,
    excel: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> bool:
    """Whether a report was asked for as files or as JSON, and is: first of all whether it is as it was signed."""
    if not (excel or html or as_json):
        return False
    if excel or html:
        from projections.queries import printed

        ledger = session().ledger
        if excel is not None:
            write_file(excel, printed.report_workbook(ledger, found), force=force)
        if html is not None:
            write_file(html, printed.report_page(ledger, found), force=force)
    if found.closing is not None:
        warn(found.closing, "json")
    if as_json:
        print_json(found)
    return True


def _show(report: "Printed", view: "View", summary: "msgspec.Struct | None") -> None:
    """Every part of a report that has something to show, and which have not. summary: how it begins."""
    if report.closing is not None:
        warn(report.closing)
    say((f"{report.heading.property}: {report.title.lower()} of {report.of}", ""))
    show_rows(view, [summary] if summary is not None else [], "table")
    say(("", report.signed))
    if report.sealed:
        click.echo(f"\n{report.sealed}")
    empty = []
    for subject, rows, _ in report.parts:
        if subject.field == "notes":  # They stand below all that was signed.
            continue
        if rows:
            click.echo(f"\n{subject.name.upper()}\n")
            show_rows(subject.view, rows, "table")
        else:
            empty.append(subject.view.empty)
    say(("", *empty))

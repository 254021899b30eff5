"""`pit form`: Complimentary Vigorish Forms, from the printer to accounting."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.documents import print_document
from cli.frame.files import force, may_write, write_file
from cli.frame.options import Noun, as_json, options, session, writing
from cli.frame.paging import show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import print_json, progress, show_rows, showing
from cli.frame.runs import froms_and_tos, runs_of
from cli.frame.writing import do, record, said
from cli.typed.kinds import NEW_FILE, number
from cli.typed.values import MONEY, SEAT, SERIAL, Serial
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.form.acts import FormAct

form = Noun("form", help="Complimentary Vigorish Forms.")

pit_boss = click.option("--pit-boss", required=True, metavar="ID", help="The pit boss who signs.")
clerk = click.option(
    "--clerk", metavar="ID", help="The pit clerk who signs; who acts, if left out."
)
dealer = click.option("--dealer", required=True, metavar="ID", help="The dealer who signs.")
serial = click.argument("serial", type=SERIAL, metavar="SERIAL")
out_of_order = click.option(
    "--out-of-order", is_flag=True, help="It was used though another number was next: an exception."
)


@form.command("receive")
@click.argument("series", metavar="SERIES")
@click.option("--first", required=True, type=number(), help="The first number printed.")
@click.option("--last", required=True, type=number(), help="The last number printed.")
@click.option("--copies", default=2, show_default=True, help="Of each form, original included.")
@click.option("--pit", "to_pit", metavar="PIT", help="Also issue them to a pit and its clerks.")
@click.option("--clerk", "clerks", multiple=True, metavar="ID", help="A pit clerk who has them.")
@writing
def receive(
    series: str, to_pit: str | None, clerks: tuple[str, ...], at: str | None, **typed: Any
) -> None:
    """Record forms --first to --last of SERIES received; they are named SERIES-NUMBER.

    \b
    pit form receive CVF --first 1001 --last 1050 --pit P-1 --clerk PC-1 --clerk PC-2
    """
    from ledger.form.acts import IssueSeries, ReceiveSeries

    if (to_pit is None) != (not clerks):
        raise Misused(
            "pit_and_clerks",
            "Forms go to a pit and to its clerks.",
            "Say both --pit and --clerk, or neither.",
        )
    printed = {name: typed.pop(name) for name in ("first", "last", "copies")}
    acts: list[FormAct] = [said(ReceiveSeries, at, series=series, **printed)]
    if to_pit is not None:
        acts.append(said(IssueSeries, at, series=series, pit=to_pit, clerks=list(clerks)))
    do(*acts, **typed)


@form.command("assign")
@click.argument("series", metavar="SERIES")
@click.option("--pit", "to_pit", required=True, metavar="PIT", help="Where it is used.")
@click.option(
    "--clerk", "clerks", multiple=True, required=True, metavar="ID", help="A pit clerk who has it."
)
@writing
def assign(series: str, to_pit: str, clerks: tuple[str, ...], **typed: Any) -> None:
    """Issue the unused forms of SERIES to a pit and its clerks: they alone have access from here on."""
    from ledger.form.acts import IssueSeries

    record(IssueSeries, series=series, pit=to_pit, clerks=list(clerks), **typed)


@form.command("issue")
@serial
@click.argument("table", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY, required=False)
@click.option("--patron", required=True, metavar="NAME", help="Who owes the vigorish.")
@click.option("--patron-id", default="", metavar="NUMBER", help="The house's number of the patron.")
@click.option("--patron-signed", is_flag=True, help="The patron signed.")
@click.option("--statement", default="", metavar="TEXT", help="Why the patron did not sign.")
@click.option("--stated-by", default="", metavar="ID", help="The dealer or pit boss who says so.")
@options(dealer, pit_boss, clerk, out_of_order, writing)
def issue(serial: Serial, amount: int | None, clerk: str | None, **typed: Any) -> None:
    """Document what SEAT owes at TABLE, or AMOUNT dollars of it, on the form SERIAL: the next number.

    \b
    pit form issue CVF-1001 MB-01 3 --patron "R. Ames" --patron-signed
        --dealer D-7 --pit-boss B-2 --clerk PC-1

    A form that names another patron than the one who sits there is a finding of the day.
    """
    from ledger.form.acts import IssueForm

    record(
        IssueForm,
        series=serial.series,
        number=serial.number,
        cents=amount,
        clerk=clerk or session().by,
        **typed,
    )


@form.command("void")
@serial
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@options(pit_boss, clerk, out_of_order, writing)
def void(
    serial: Serial,
    reason: str,
    pit_boss: str,
    clerk: str | None,
    out_of_order: bool,
    **typed: Any,
) -> None:
    """Void original and duplicate of SERIAL: the next number, spoilt before it was issued, or one that
    is issued. The seat then owes again what that one had documented.

    An issued form is voided while both its copies are in hand: not once the original is dropped, the
    duplicate forwarded, or a copy entered by accounting. On a later gaming day than its own, what it
    documented and the complimentary are taken off on that day.
    """
    from ledger.form.acts import VoidForm

    record(
        VoidForm,
        series=serial.series,
        number=serial.number,
        reason=reason,
        out_of_order=out_of_order,
        pit_boss=pit_boss,
        clerk=clerk or session().by,
        **typed,
    )


@form.command("lost")
@serial
@click.option("--to", "last", type=number(), metavar="NUMBER", help="And all up to this number.")
@click.option("--reason", required=True, metavar="TEXT", help="How it was lost or destroyed.")
@click.option("--authorised-by", required=True, metavar="ID", help="Who answers for it.")
@writing
def lost(serial: Serial, last: int | None, reason: str, authorised_by: str, **typed: Any) -> None:
    """Record that the unused form SERIAL, or all from it to --to, is lost or destroyed.

    One that turns up and was used is issued or voided with --out-of-order.

    \b
    pit form lost CVF-1003 --to 1010 --reason "burnt" --authorised-by B-2
    """
    from ledger.form.acts import LoseForm

    record(
        LoseForm,
        series=serial.series,
        number=serial.number,
        reason=reason,
        authorised_by=authorised_by,
        last=last,
        **typed,
    )


@form.command("count")
@click.argument("series", metavar="SERIES")
@options(froms_and_tos, clerk, writing)
def count(
    series: str,
    firsts: tuple[int, ...],
    lasts: tuple[int, ...],
    clerk: str | None,
    at: str | None,
    **typed: Any,
) -> None:
    """Count the unused forms of SERIES in hand, by number, at the day's end.

    What differs from the record is a finding of the day; so is a series used and not counted.

    \b
    pit form count CVF --from 1004 --to 1050
    """
    from ledger.form.acts import CountForms

    runs = runs_of(firsts, lasts)
    act = said(CountForms, at, series=series, counted=runs, clerk=clerk or session().by)
    do(act, **typed)


@form.command("drop")
@serial
@options(dealer, pit_boss, clerk, writing)
def drop(serial: Serial, dealer: str, pit_boss: str, clerk: str | None, **typed: Any) -> None:
    """The dealer, or one in relief, drops the original of SERIAL before the pit boss and the clerk who signed it."""
    from ledger.form.acts import DropOriginal

    record(
        DropOriginal,
        series=serial.series,
        number=serial.number,
        dealer=dealer,
        pit_boss=pit_boss,
        clerk=clerk or session().by,
        **typed,
    )


@form.command("forward")
@click.argument("series", metavar="SERIES")
@options(clerk, writing)
def forward(series: str, clerk: str | None, **typed: Any) -> None:
    """Forward to accounting every duplicate of SERIES still kept, and both copies of void forms."""
    from ledger.form.acts import ForwardCopies

    record(ForwardCopies, series=series, clerk=clerk or session().by, **typed)


@form.command("print")
@serial
@click.argument("place", metavar="FILE", type=NEW_FILE)
@options(force, writing)
def print_form(serial: Serial, place: Path, force: bool, **typed: Any) -> None:
    """Print SERIAL for use: original and duplicate as a page, FILE. Each print after the first says REPRINT, and which.

    \b
    pit form print CVF-1001 CVF-1001.html --by C-1
    """
    replace = may_write(place, force=force)
    print_document("form", serial.text, place, replace=replace, **typed)


@form.command("list")
@click.argument("series", metavar="[SERIES]", required=False)
@showing
def list_forms(series: str | None, form: str) -> None:
    """Every series: which number is next, which are to be explained, who has them. Or SERIES' forms."""
    from projections.queries.forms import forms

    current = session()
    found = forms(current.ledger, asked(current), series, progress())
    show_rows(found.view, found.rows, form)


@form.command("show")
@serial
@options(
    click.option(
        "--html",
        type=NEW_FILE,
        metavar="FILE",
        help="Write original and duplicate as a page to print.",
    ),
    force,
    as_json,
    looking_back,
)
def show_form(serial: Serial, html: Path | None, force: bool, as_json: bool) -> None:
    """The form SERIAL as it is on paper. A void one bears VOID on both copies.

    \b
    pit form show CVF-1001 --html CVF-1001.html
    """
    from cli.shown.form import lines
    from projections.queries import forms as forms_query

    current = session()
    ledger = current.ledger
    found = forms_query.form(ledger, asked(current), *serial, progress())
    if html is not None:
        from projections.queries.printed import paper_page

        write_file(html, paper_page(ledger, found), force=force)
    if as_json:
        print_json(found.shown)
    elif html is None:
        show_lines(lines(found, ledger.property.name, ledger.calendar.tz))

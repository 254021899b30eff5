"""`pit chips`: what comes to the tray and leaves it, apart from wagers."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.commands.slip_paper import print_slip, show
from cli.commands.slip_series import lost, series, stock, unused
from cli.frame.options import Noun, gaming_day, meant, options, session, signatures, writing
from cli.frame.reading import day_option, print_report, showing, table_option
from cli.frame.writing import perform, record
from cli.typed.slips import KIND, SIDE, SLIP, TypedSlip
from cli.typed.values import CHIPS, MONEY, SEAT
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.day import SlipCopy

chips = Noun("chips", help="Buy-ins; fills and credits, at once or step by step.")

slip = options(
    click.option("--slip", required=True, metavar="NUMBER", help="The serial slip's number."),
    click.option(
        "--chips", required=True, type=CHIPS, metavar="CHIPS", help='Such as "100x20 25x40".'
    ),
    signatures,
    meant,
)


@chips.command("buy-in")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY)
@options(meant, writing)
def buy_in(code: str, seat: int, amount: int, **typed: Any) -> None:
    """SEAT exchanges AMOUNT dollars of cash for chips: the cash goes into the drop box.

    One like another of that seat, within ten seconds, is asked about.
    """
    from ledger.table.acts import BuyIn

    perform(BuyIn, code, seat=seat, cents=amount, **typed)


@chips.command("fill")
@click.argument("code", metavar="TABLE")
@options(slip, writing)
def fill(code: str, **typed: Any) -> None:
    """Chips are brought to the tray of TABLE."""
    from ledger.table.acts import Fill

    perform(Fill, code, **typed)


@chips.command("credit")
@click.argument("code", metavar="TABLE")
@options(slip, writing)
def credit(code: str, **typed: Any) -> None:
    """Chips are taken from the tray of TABLE."""
    from ledger.table.acts import Credit

    perform(Credit, code, **typed)


as_prepared = click.option(
    "--chips", type=CHIPS, metavar="CHIPS", help='Where they are others: "100x20 25x40".'
)
kind = click.argument("kind", type=KIND)


@chips.command("request")
@click.argument("code", metavar="TABLE")
@kind
@click.option("--chips", required=True, type=CHIPS, metavar="CHIPS", help='Such as "100x20 25x40".')
@click.option("--supervisor", required=True, metavar="ID", help="The supervisor who asks for them.")
@writing
def request(code: str, **typed: Any) -> None:
    """Ask the cage for a fill of TABLE, or to take a credit from it: fill or credit.

    Then the cage prepares the slip, and the table receives it. No chip of the tray has moved before that.

    \b
    pit chips request MB-01 fill --chips "100x20" --supervisor S-2
    pit chips prepare MB-01 fill --slip F-1001 --cage G-1 --security X-1
    pit chips receive MB-01 fill --slip F-1001 --dealer D-7 --supervisor S-2
    """
    from ledger.table.slip_acts import RequestChips

    perform(RequestChips, code, **typed)


@chips.command("prepare")
@click.argument("code", metavar="TABLE")
@kind
@click.option("--slip", required=True, metavar="NUMBER", help="The number of the cage's slip.")
@click.option("--cage", required=True, metavar="ID", help="The cage cashier who signs.")
@click.option("--security", required=True, metavar="ID", help="Who carries it and signs for it.")
@options(as_prepared, writing)
def prepare(code: str, **typed: Any) -> None:
    """The cage prepares the slip of what TABLE requested, and security takes it: its number is used."""
    from ledger.table.slip_acts import PrepareSlip

    perform(PrepareSlip, code, **typed)


@chips.command("receive")
@click.argument("code", metavar="TABLE")
@kind
@click.option("--slip", required=True, metavar="SLIP", help="The slip that was prepared.")
@options(as_prepared, signatures, meant, writing)
def receive(code: str, **typed: Any) -> None:
    """Chips of a fill are received at TABLE, those of a credit are handed over: now they are in the tray, or out of it.

    Cashier, security, dealer and supervisor are four people. Where other chips are counted than the cage prepared,
    say them: the difference is a finding of the day.
    """
    from ledger.table.slip_acts import ReceiveSlip

    perform(ReceiveSlip, code, **typed)


@chips.command("void")
@click.argument("code", metavar="TABLE")
@kind
@click.option("--slip", default="", metavar="SLIP", help="The slip that was prepared, if one was.")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@click.option("--supervisor", required=True, metavar="ID", help="The supervisor who signs.")
@click.option("--cage", default="", metavar="ID", help="The cage cashier who signs a slip void.")
@writing
def void(code: str, **typed: Any) -> None:
    """A request of TABLE, or the slip that the cage prepared for it, comes to nothing.

    The parts of a void slip are kept, and its number stays used. What was received is taken back with pit undo, and is
    on its way again, or corrected with pit day correct.
    """
    from ledger.table.slip_acts import VoidSlip

    perform(VoidSlip, code, **typed)


@chips.command("slips")
@options(day_option, table_option, showing)
def list_slips(day: str | None, code: str | None, form: str) -> None:
    """Fills and credits of a gaming day: what was requested, prepared and received, by whom; what differs."""
    print_report("slips", day, form, table=code)


@chips.command("parts")
@click.argument("name", metavar="DAY")
@click.argument("side", type=SIDE)
@click.option(
    "--fill", "fills", multiple=True, type=SLIP, metavar="SLIP", help="SLIP:AMOUNT[:TABLE]."
)
@click.option(
    "--credit", "credits", multiple=True, type=SLIP, metavar="SLIP", help="SLIP:AMOUNT[:TABLE]."
)
@click.option("--void-fill", "void_fills", multiple=True, metavar="NUMBER", help="Of a void fill.")
@click.option(
    "--void-credit", "void_credits", multiple=True, metavar="NUMBER", help="Of a void credit."
)
@click.option("--file", "file", metavar="FILE", help="CSV with headings, or NDJSON.")
@click.option("--replace", is_flag=True, help="Replaces all that was entered of that side.")
@writing
def parts(name: str, side: str, file: str | None, replace: bool, **how: Any) -> None:
    """Enter the parts of slips that accounting has of DAY, as they read: those of the cage, or of the tables' boxes.

    They are compared with what is on record: amount, denominations, table, void, missing. AMOUNT is in dollars, or
    chips such as "100x20".

    \b
    pit chips parts 2026-07-11 cage --fill F-1001:"100x20":MB-01 --void-fill F-1002
    pit chips parts 2026-07-11 table --file parts.csv

    Columns of a file: kind; slip; cents, or amount in dollars, or chips; table, void.
    """
    from cli.typed.slips import read
    from ledger.day.acts import ReceiveSlipCopies

    found = [*_typed_parts(how), *(read(Path(file)) if file else ())]
    if not found:
        raise Misused(
            "no_parts",
            "No part of a slip is given.",
            "Say --fill, --credit, --void-fill, --void-credit or --file.",
        )
    day = gaming_day(name, session().ledger.calendar)
    record(ReceiveSlipCopies, day=day, side=side, copies=found, replaces=replace, **how)


def _typed_parts(typed: dict[str, Any]) -> "list[SlipCopy]":
    """The parts that were typed, taken out of what was typed."""
    from ledger.events.day import SlipCopy

    found: list[SlipCopy] = []
    for kind in ("fill", "credit"):
        read: tuple[TypedSlip, ...] = typed.pop(f"{kind}s")
        found += (SlipCopy(kind, x.slip, False, x.cents, x.chips, x.table) for x in read)
        found += (SlipCopy(kind, slip, True) for slip in typed.pop(f"void_{kind}s"))
    return found


@chips.command("list")
@options(day_option, table_option, showing)
def list_chips(day: str | None, code: str | None, form: str) -> None:
    """What was counted and moved on a gaming day: openers, closers, fills, credits, buy-ins; void slips."""
    print_report("chips", day, form, table=code)


for command in (show, print_slip, stock, lost, unused, series):
    chips.add_command(command)

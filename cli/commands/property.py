"""`pit property`: who the property is, and the settings that are its own to choose."""

from typing import Any

import click

from cli.frame.options import Noun, as_json, options, session, writing
from cli.frame.paging import say
from cli.frame.reading import print_json
from cli.frame.writing import record
from cli.typed.settings import settings_of
from cli.typed.values import PAIR, Pair

property = Noun("property", help="The property: who it is, and its settings.")  # noqa: A001  the noun is so called


@property.command("show")
@options(as_json)
def show_property(as_json: bool) -> None:
    """The property's name, its gaming day, and its settings as they are in force now."""
    from projections.queries.house import house
    from projections.queries.words import settings

    found = house(session().ledger)
    if as_json:
        print_json(found)
        return
    say([f"{found.name}, {found.zone}, gaming day ends at {found.cutoff}"])
    say(f"  {line}" for line in settings(found))


@property.command("set")
@click.argument("pairs", nargs=-1, required=True, type=PAIR, metavar="KEY=VALUE...")
@click.option(
    "--second",
    default="",
    metavar="ID",
    help="The other registrar who signs, where a passphrase is asked no more.",
)
@options(writing)
def set_settings(pairs: tuple[Pair, ...], second: str, **how: Any) -> None:
    """Change settings of the property from here on.

    clock-tolerance: minutes by which two clocks may differ (2). late-after: minutes after which what is entered is
    listed as late (15). count-window: minutes from the end of a day or shift within which a count of the tray is
    taken for it (60). shifts: when they begin, the first at the cut-off, the others on full hours; none: the whole day.
    undo-window: minutes within which an author takes back an act without approval (10).

    passphrases: of whom one is asked, once somebody is registered: roles of those who act, and second, for what a
    second person signs (none). Once anybody is, whoever changes settings or operators is asked too; to take any out
    again another registrar signs: --second. sign-within: minutes for which books wait for the second signature (1440).

    largest-wager, largest-buy-in, largest-slip (of a fill or credit), largest-drop: above them what is typed is asked
    about, and what is fed is an exception of the day (none). table-minimum.RULES, table-maximum.RULES: likewise for
    wagers on Player and Banker at tables under those rules.

    award-limit: a fixed award of Royal 9 of so much or more is not handed over with the wagers, but waits for a
    supervisor like a meter's: pit meter award (none).

    hold-band: a win of a table outside of where chance leaves so many in a hundred is a finding for
    information (95). hold-base-points: so is a hold of the month that moved by more points (3) from that of
    hold-base-months before (12), and by more than chance. hold-least-rounds: with fewer neither is (100). 0: none.

    opener-report: an opener that differs by more from the last closer is reported in writing, signed; opener-copy: of
    one that differs by so much or more a copy goes outside too (none). In New Jersey 25 and 100.

    blind-counts: what two people count, each alone, before anybody is shown what the books expect: closer, inventory
    (of an open tray), drop (none).

    drop-team-people: so many or more count each drop box and sign, and none is taken without their names: pit day count
    --team (0: nobody has to be named, and a team that is, is of 3 or more).

    filing-above: corrections of days that were over are listed by month for filing above it (2000); 0: all of them.

    paper-size: for which pages and workbooks are made: letter or a4 (letter).

    seal-key: the public key under which the log is sealed from here on; none: any. Another one takes over with
    pit audit seal --old.

    \b
    pit property set clock-tolerance=5 shifts=06-14-22 --by A-1
    pit property set largest-wager=10000 table-maximum.ma-midi=5000 table-minimum.ma-midi=25 --by A-1
    """
    from ledger.property.acts import ChangeSettings

    record(ChangeSettings, settings=settings_of(pairs), second=second, **how)

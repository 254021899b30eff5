"""`pit table`: open and close a gaming table with a counted tray; show tables."""

from typing import Any

import click

from cli.frame.asking import confirmed, may_be_asked
from cli.frame.options import Noun, as_json, meant, options, session, signatures, writing
from cli.frame.paging import show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import print_json, progress, show_rows, showing
from cli.frame.writing import perform
from cli.typed.values import CHIPS, PAIR, Pair, options_of
from ledger.values.errors import Misused
from ledger.values.money import dollars

table = Noun("table", help="Open, close and show gaming tables.")


@table.command("open")
@click.argument("code", metavar="TABLE")
@click.option(
    "--rules",
    metavar="ID",
    help="The rules submission, or a licensee's own file; else the one the table runs under.",
)
@click.option(
    "--pit", "pit_code", metavar="PIT", help="The pit it stands in; else where it last stood."
)
@click.option(
    "--opener",
    type=CHIPS,
    metavar="CHIPS",
    help='Counted, such as "100x50 25x200"; else the last closer, where you say that it is what was counted.',
)
@click.option(
    "--option",
    "pairs",
    multiple=True,
    type=PAIR,
    metavar="KEY=VALUE",
    help="A choice of the submission.",
)
@click.option(
    "--notice-at", metavar="TIME", help="When notice was given of a choice that needs it."
)
@click.option("--authorised-by", default="", metavar="ID", help="Who authorised that choice.")
@click.option("--tray-only", is_flag=True, help="Its hands are not recorded: only its tray is.")
@options(signatures, meant, writing)
def open_table(
    code: str,
    rules: str | None,
    pit_code: str | None,
    pairs: tuple[Pair, ...],
    notice_at: str | None,
    tray_only: bool,
    **typed: Any,
) -> None:
    """Open TABLE for gaming with its counted opener.

    Without --opener the chips of the last closer are offered, to be confirmed as counted: --yes, or at a terminal.

    The first opening puts the table into service and adopts its rules submission. A shuffle, payment
    procedure or rate of vigorish other than the submission's, and reshuffling, need their notice. With
    --tray-only its hands are not recorded: win from the hands is not known, and reconciliation says so.

    \b
    pit table open MB-01 --rules ma-midi --pit P-1 --opener "100x50 25x200 5x400" \\
        --dealer D-7 --supervisor S-2
    """
    from ledger.table.acts import Open
    from projections.queries import unsaid

    rules = session().rules_id(rules) if rules else None
    if not (rules and pit_code):
        last = unsaid.opened(session().ledger, code)
        rules, pit_code = rules or last.rules, pit_code or last.pit
    for option, value in (("--rules", rules), ("--pit", pit_code)):
        if not value:
            raise Misused(
                "new_table",
                f"{code} has never been open: {option} is missing.",
                "Name the rules submission (pit rules list) and the pit.",
                table=code,
            )
    perform(
        Open,
        code,
        rules=rules,
        pit=pit_code,
        options=options_of(pairs),
        notice_at=session().moment(notice_at) if notice_at else None,
        hands=not tray_only,
        **(typed if typed["opener"] is not None else {**typed, "opener": _offered(code, **typed)}),
    )


def _offered(code: str, *, yes: bool, as_json: bool, **_: Any) -> dict[int, int]:
    """The last closer, where somebody says that it was counted just so as the opener. Raises Misused."""
    from projections.figures.render import chips
    from projections.queries import unsaid

    closer = unsaid.closer(session().ledger, code)
    if closer is None:
        raise Misused(
            "opener_missing",
            f"It is not said what was counted at {code}, and it has no closer to go by.",
            'Say --opener "100x50 25x200" with the chips that were counted.',
            table=code,
        )
    cents = sum(chip * pieces for chip, pieces in closer.items())
    closed = f"{code} closed with {chips(closer)}, {dollars(cents)}"
    asked = may_be_asked() and not as_json
    if yes or (asked and confirmed(f"{closed}. Is that what was counted now?")):
        return closer
    raise Misused(
        "opener_missing",
        f"It is not said what was counted. {closed}.",
        "Say --opener with the chips that were counted, or --yes where they are the same.",
        table=code,
        closer=chips(closer),
    )


@table.command("close")
@click.argument("code", metavar="TABLE")
@click.option(
    "--closer", required=True, type=CHIPS, metavar="CHIPS", help='Counted, such as "100x48 25x210".'
)
@options(signatures, writing)
def close_table(code: str, closer: dict[int, int], **typed: Any) -> None:
    """Close TABLE with its counted closer."""
    from ledger.table.acts import Close

    perform(Close, code, closer=closer, **typed)


@table.command("count")
@click.argument("code", metavar="TABLE")
@click.option(
    "--tray", required=True, type=CHIPS, metavar="CHIPS", help='Counted, such as "100x48 25x210".'
)
@click.option(
    "--shift", metavar="SHIFT", help="The shift it has to stand for the end of, such as 14-22."
)
@options(signatures, writing)
def count_tray(code: str, tray: dict[int, int], shift: str | None, **typed: Any) -> None:
    """Count the tray of TABLE, which stays open.

    Counted at the cut-off or soon after, it is the closer of the day that ended and the opener of the new one; at the
    end of a shift it stands for that. What moved between then and the count is worked back and shown. How soon is a
    setting of the property: pit property show.

    \b
    pit table count MB-10 --tray "100x48 25x210" --dealer D-7 --supervisor S-2 --at 06:00
    """
    from cli.typed.settings import shift_of
    from ledger.table.acts import Count

    perform(Count, code, tray=tray, shift=shift_of(shift) if shift else "", **typed)


@table.command("list")
@showing
def list_tables(form: str) -> None:
    """Every table that was ever put into service, as it stands."""
    from projections.queries.standing import TABLES, tables

    current = session()
    show_rows(TABLES, tables(current.ledger, asked(current), progress()), form)


@table.command("show")
@click.argument("code", metavar="TABLE")
@options(as_json, looking_back)
def show(code: str, as_json: bool) -> None:
    """TABLE as it stands: its shoe, who sits where, the round in progress, what is owed."""
    from cli.shown.table import lines
    from projections.queries import standing

    current = session()
    found = standing.table(current.ledger, asked(current), code)
    if as_json:
        print_json(found)
        return
    show_lines(lines(found))

"""The end of a gaming day: findings acknowledged, the day or the month closed, books corrected afterwards."""

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from cli.frame.asking import confirmed, may_be_asked
from cli.frame.options import PitCommand, gaming_day, options, session, writing
from cli.frame.reading import progress
from cli.frame.sealing import seal_signed, sealed
from cli.frame.usage import misused
from cli.frame.writing import do, perform, record, round_named, said
from cli.typed.kinds import MONTH, choice
from cli.typed.values import MONEY, SEAT, by_how_much
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.day.acts import MonthRead, Reconciled
    from ledger.events.act import Act
    from projections.queries.findings import Signing

FIGURES = (
    "opener",
    "closer",
    "hand-result",
    "vig-assessed",
    "vig-collected",
    "vig-documented",
    "vig-uncollected",
    "buy-ins",
    "fills",
    "credits",
    "drop",
)


@click.command("acknowledge", cls=PitCommand)
@click.argument("name", metavar="DAY")
@click.argument("findings", metavar="FINDING...", nargs=-1, required=True)
@click.option("--reason", required=True, metavar="TEXT", help="Why it stands.")
@options(writing)
def acknowledge(
    name: str, findings: tuple[str, ...], reason: str, at: str | None, **how: Any
) -> None:
    """Say why findings of DAY stand, so that the day can be closed with them.

    A finding whose amount changes afterwards has to be acknowledged again.

    \b
    pit day acknowledge 2026-07-11 tray_variance:MB-01 --reason "chip found under the tray"
    """
    from msgspec import structs

    from ledger.day.acts import AcknowledgeFindings
    from projections.queries.findings import acknowledged_names, named_findings

    ledger = session().ledger
    day, named = gaming_day(name, ledger.calendar), list(dict.fromkeys(findings))
    act = said(AcknowledgeFindings, at, day=day, findings=named, reason=reason, read=[])
    if how["key"] and not ledger.is_recorded(act, how["key"]):
        act = structs.replace(act, findings=acknowledged_names(ledger, day, named))
    if not ledger.is_recorded(act, how["key"]):
        # Under their own names, so that a key stands for them however they are typed.
        read = named_findings(ledger, day, named, progress())
        act = structs.replace(act, findings=[each.id for each in read], read=read)
    do(act, **how)


@click.command("close", cls=PitCommand)
@click.argument("name", metavar="[DAY]", required=False)
@click.option("--month", type=MONTH, metavar="MONTH", help="Close the month: 2026-07.")
@click.option("--second", required=True, metavar="ID", help="The other person who signs.")
@click.option("--yes", is_flag=True, help="Do not ask whether to close it.")
@options(writing)
def close(
    name: str | None, month: str | None, yes: bool, second: str, at: str | None, **how: Any
) -> None:
    """Close DAY, or --month: its books are signed by two people, and do not change any more.

    Where the property requires a passphrase of the second person, the books wait: pit day sign.

    Refused while a finding blocks it or stands without a reason. What is found out later is posted
    to the open day: pit day correct.

    A month is closed when it is over and its days are. What is signed is what they were signed with, added up.

    Where PIT_SEAL_KEY, or seal_key in the config file, names a key, the log is sealed first, and the report of the day
    or month shows the checkpoint; see docs/seal.md. It is sealed again behind what was signed. Refused under another
    key than the property's seal-key.

    \b
    pit --by A-1 day close 2026-07-11 --second A-2
    pit --by A-1 day close --month 2026-07 --second A-2
    """
    if (name is None) == (month is None):
        raise misused("Say which DAY is closed, or which --month.")
    yes = yes or how["dry_run"]
    if month is not None:
        _close_month(month, yes=yes, second=second, at=at, **how)
    else:
        _close_day(name, yes=yes, second=second, at=at, **how)


def _close_day(name: str | None, *, yes: bool, second: str, at: str | None, **how: Any) -> None:
    from ledger.day.acts import CloseDay
    from projections.queries.findings import signing

    ledger = session().ledger
    signs = signing(ledger, gaming_day(name, ledger.calendar), progress())
    _confirm(signs.read.day, yes=yes)

    def closing(read: "Reconciled") -> CloseDay:
        return said(CloseDay, at, day=read.day, second=second, read=read)

    _do(sealed(signs.read, closing, key=how["key"], dry_run=how["dry_run"]), signs, **how)


def _close_month(month: str, *, yes: bool, second: str, at: str | None, **how: Any) -> None:
    from ledger.day.acts import CloseMonth
    from projections.queries.month import reading

    read = reading(session().ledger, month, progress())
    _confirm(month, yes=yes)

    def closing(read: "MonthRead") -> CloseMonth:
        return said(CloseMonth, at, month=month, second=second, read=read)

    _do(sealed(read, closing, key=how["key"], dry_run=how["dry_run"]), **how)


def _do(act: "Act", signs: "Signing | None" = None, **how: Any) -> None:
    """Close it, show the checkpoint and the public key that are signed with it, and seal that too.

    signs: of a day, what is kept of it.
    """
    done = do(act, **how)
    for closed in (each.event for each in done.events):
        seal = getattr(closed, "checkpoint", "")
        if seal and not how["as_json"]:
            click.echo(f"\n{seal}{closed.seal_key}")
    if signs is not None and done.position is not None:
        from projections.queries.findings import keep

        keep(session().ledger, signs, done.events)
    seal_signed(done)


def _confirm(what: str, *, yes: bool) -> None:
    """Ask a person; a program says --yes."""
    if yes:
        return
    if not may_be_asked():
        raise Misused(
            "not_confirmed",
            f"Closing {what} cannot be taken back, and nobody is here to be asked.",
            "Say --yes.",
            day=what,
        )
    if not confirmed(f"Close {what}? Its books cannot change afterwards."):
        raise click.Abort


@click.command("sign", cls=PitCommand)
@click.argument("name", metavar="[DAY]", required=False)
@click.option("--month", type=MONTH, metavar="MONTH", help="Sign the month: 2026-07.")
@click.option("--refuse", is_flag=True, help="Do not sign it, or withdraw it; say --reason.")
@click.option("--reason", default="", metavar="TEXT", help="Why it is not signed.")
@click.option("--yes", is_flag=True, help="Do not ask whether to sign it.")
@options(writing)
def sign(
    name: str | None,
    month: str | None,
    *,
    refuse: bool,
    reason: str,
    yes: bool,
    at: str | None,
    **how: Any,
) -> None:
    """Sign the books of DAY, or --month, that somebody else has proposed, and close it.

    It is done by whom pit day close named as --second, on their own and within the property's time. What is signed is
    what was proposed, read again; where the day has got an event since, it is proposed again.

    \b
    pit --by A-2 day sign 2026-07-11
    pit --by A-2 day sign 2026-07-11 --refuse --reason "the drop of MB-02 is counted again"
    """
    from ledger.day.acts import RefuseBooks

    if (name is None) == (month is None):
        raise misused("Say which DAY is signed, or which --month.")
    ledger = session().ledger
    books = month or gaming_day(name, ledger.calendar)
    if refuse:
        record(RefuseBooks, at=at, books=books, reason=reason, **how)
        return
    if month is None:
        _sign_day(books, at, yes=yes, **how)
    else:
        _sign_month(books, at, yes=yes, **how)


def _sign_day(day: str, at: str | None, *, yes: bool, **how: Any) -> None:
    from msgspec import structs

    from ledger.day.acts import Reconciled, SignDay
    from projections.queries.findings import proposed

    ledger = session().ledger
    act = said(SignDay, at, day=day, read=Reconciled(day, [], [], 0))
    if ledger.is_recorded(act, how["key"]):
        do(act, **how)
        return
    signs = proposed(ledger, day, progress())
    _confirm(day, yes=yes or how["dry_run"])

    def signing(read: Reconciled) -> SignDay:
        return structs.replace(act, read=read)

    _do(sealed(signs.read, signing, key=how["key"], dry_run=how["dry_run"]), signs, **how)


def _sign_month(month: str, at: str | None, *, yes: bool, **how: Any) -> None:
    from msgspec import structs

    from ledger.day.acts import MonthRead, SignMonth
    from projections.queries.month import proposed

    ledger = session().ledger
    act = said(SignMonth, at, month=month, read=MonthRead(month, [], 0))
    if ledger.is_recorded(act, how["key"]):
        do(act, **how)
        return

    read = proposed(ledger, month, progress())
    _confirm(month, yes=yes or how["dry_run"])

    def signing(read: MonthRead) -> SignMonth:
        return structs.replace(act, read=read)

    _do(sealed(read, signing, key=how["key"], dry_run=how["dry_run"]), **how)


@click.command("correct", cls=PitCommand)
@click.argument("code", metavar="TABLE")
@click.argument("figure", type=choice("figure", *FIGURES), metavar="FIGURE")
@click.option("--raise", "raised", type=MONEY, metavar="AMOUNT", help="It was this much too low.")
@click.option("--lower", "lowered", type=MONEY, metavar="AMOUNT", help="It was too high by this.")
@click.option(
    "--names",
    "original",
    required=True,
    metavar="ROUND",
    help="The round, the slip, the figure, the seat.",
)
@click.option("--of-day", metavar="DAY", help="The day it was wrong on; for a round, that of it.")
@click.option("--document", required=True, metavar="NUMBER", help="The correction's own number.")
@click.option("--reason", required=True, metavar="TEXT", help="What was wrong.")
@click.option("--seat", type=SEAT, help="Whose vigorish: its mark of that round moves too.")
@click.option(
    "--approved-by",
    "approvers",
    required=True,
    multiple=True,
    metavar="ID",
    help="Who approves it; a second time accounting, where it is larger than what it corrects.",
)
@options(writing)
def correct(
    code: str,
    figure: str,
    *,
    raised: int | None,
    lowered: int | None,
    original: str,
    of_day: str | None,
    approvers: tuple[str, ...],
    **typed: Any,
) -> None:
    """Correct a FIGURE of TABLE's books, on the day that runs now: opener, closer, hand-result, vig-assessed,
    vig-collected, vig-documented, vig-uncollected, buy-ins, fills, credits or drop.

    TABLE need not be open. Vigorish names a round and --seat, and that seat's mark follows: what was recorded as
    uncollected and is lowered is owed again, and can be collected. Fills and credits name a slip; opener, closer, drop
    and buy-ins of --of-day themselves, such as "closer of MB-01", or "seat 3" of what one seat bought. No figure falls
    below zero.

    What was recorded stays, and a closed day's figures do too: its report shows the correction as a
    note. A hand result rises by what the house gets back.

    \b
    pit day correct MB-01 hand-result --raise 47.50 --names MB-01:2026-07-11:17 \\
        --document MC-7 --reason "tie paid as a Banker win" --approved-by A-2
    pit day correct MB-01 closer --raise 25 --names "closer of MB-01" --of-day 2026-07-11 \\
        --document MC-8 --reason "a chip counted as 1 dollar" --approved-by A-2
    pit day correct MB-01 vig-collected --raise 5 --names MB-01:2026-07-11:17 --seat 3 \\
        --document MC-9 --reason "collected, not entered" --approved-by A-2
    """
    from ledger.table.acts import Correct

    cents = by_how_much(raised, lowered)
    if original.startswith(f"{code}:") or (original == code and of_day is None):
        original = round_named(original)
    day = of_day or _day_of(original)
    if len(approvers) > 2:
        raise Misused(
            "too_many_approve",
            f"{len(approvers)} people are named to approve it.",
            "Name one, and accounting where the correction is larger than what it corrects.",
        )
    perform(
        Correct,
        code,
        approved_by=approvers[0],
        accounting=approvers[1] if len(approvers) > 1 else None,
        figure=figure.replace("-", "_"),
        cents=cents,
        original=original,
        of_day=gaming_day(day, session().ledger.calendar),
        **typed,
    )


def _day_of(original: str) -> str:
    """The gaming day in a round's name. Raises Misused for anything else."""
    day = original.split(":")[1] if original.count(":") == 2 else ""
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Misused(
            "no_day",
            "It is not said on which day the figure was wrong.",
            "Say --of-day DAY, or name a round.",
            names=original,
        ) from None

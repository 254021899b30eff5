"""The end of a gaming day: findings acknowledged, the day or the month closed, books corrected afterwards."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli.frame.asking import confirmed, may_be_asked
from cli.frame.options import PitCommand, gaming_day, options, session, writing
from cli.frame.reading import progress
from cli.frame.sealing import holder
from cli.frame.usage import misused
from cli.frame.writing import doing, perform, record, round_named, said
from cli.typed.kinds import MONTH, choice
from cli.typed.values import MONEY, SEAT, by_how_much
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.desks.ledger import Done
    from projections.queries.books_signed import Signed, Signing

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
    from ledger.day.acts import AcknowledgeFindings
    from projections.queries.findings import acknowledge

    ledger = session().ledger
    day, named = gaming_day(name, ledger.calendar), list(dict.fromkeys(findings))
    act = said(AcknowledgeFindings, at, day=day, findings=named, reason=reason, read=[])
    acknowledge(ledger, act, doing(**how), progress())


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
    from ledger.day.acts import CloseDay, CloseMonth
    from projections.queries import books_signed

    if (name is None) == (month is None):
        raise misused("Say which DAY is closed, or which --month.")
    ledger, signing = session().ledger, _signing(yes=yes, **how)
    if month is not None:
        of_month = partial(said, CloseMonth, at, month=month, second=second)
        signed = books_signed.close_month(ledger, month, lambda read: of_month(read=read), signing)
    else:
        day = gaming_day(name, ledger.calendar)
        of_day = partial(said, CloseDay, at, day=day, second=second)
        signed = books_signed.close_day(ledger, day, lambda read: of_day(read=read), signing)
    _say_unsealed(signed)


def _signing(*, yes: bool, **how: Any) -> "Signing":
    """How books are signed here: a person is asked, and shown what they signed and under which checkpoint."""
    from projections.queries.books_signed import Signing

    key = session().seal_key
    return Signing(
        doing(**how),
        None if key is None else partial(holder, key),
        confirm=partial(_confirm, yes=yes or how["dry_run"]),
        sealed=partial(_show_checkpoints, as_json=how["as_json"]),
        progress=progress(),
    )


def _show_checkpoints(done: "Done", *, as_json: bool) -> None:
    """The checkpoint that books are signed with, and the public key."""
    for closed in (each.event for each in done.events):
        checkpoint = getattr(closed, "checkpoint", "")
        if checkpoint and not as_json:
            click.echo(f"\n{checkpoint}{closed.seal_key}")


def _say_unsealed(signed: "Signed") -> None:
    if signed.unsealed is not None:
        why = signed.unsealed.message
        click.echo(
            f"The books are signed. No checkpoint is over that yet: {why} pit audit seal makes one.",
            err=True,
        )


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
    from ledger.day.acts import MonthRead, Reconciled, RefuseBooks, SignDay, SignMonth
    from projections.queries import books_signed

    if (name is None) == (month is None):
        raise misused("Say which DAY is signed, or which --month.")
    ledger = session().ledger
    books = month or gaming_day(name, ledger.calendar)
    if refuse:
        record(RefuseBooks, at=at, books=books, reason=reason, **how)
        return
    signing = _signing(yes=yes, **how)
    if month is None:
        day = said(SignDay, at, day=books, read=Reconciled(books, [], [], 0))
        signed = books_signed.sign_day(ledger, day, signing)
    else:
        whole = said(SignMonth, at, month=month, read=MonthRead(month, [], 0))
        signed = books_signed.sign_month(ledger, whole, signing)
    _say_unsealed(signed)


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

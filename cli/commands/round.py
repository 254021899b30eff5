"""`pit round`: a round played by hand, step by step or whole; rounds shown."""

import json
from pathlib import Path
from typing import Any

import click

from cli.frame.options import Noun, as_json, meant, options, session, writing
from cli.frame.paging import show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import (
    day_option,
    print_json,
    print_report,
    progress,
    showing,
    table_option,
)
from cli.frame.writing import do, perform, round_named, said_of, whole_round
from cli.typed.values import (
    CARD,
    CARDS,
    CUTTER,
    HAND,
    IRREGULARITY,
    MONEY,
    OUTCOME,
    PRESS,
    SEAT,
    WAGER,
    TypedPress,
    TypedWager,
)
from ledger.values.errors import Misused, PitError
from ledger.values.rounds import table_of

round = Noun("round", help="Play a round by hand; show rounds.")  # noqa: A001  the module's noun

hands = options(
    click.option("--player", required=True, type=CARDS, metavar="CARDS", help='Such as "7d Qh".'),
    click.option("--banker", required=True, type=CARDS, metavar="CARDS", help='Such as "5c 5h".'),
)
outcome = click.option(
    "--outcome",
    type=OUTCOME,
    metavar="OUTCOME",
    help="player, banker or tie; checked against the cards.",
)


@round.command("bets-closed")
@click.argument("code", metavar="TABLE")
@writing
def bets_closed(code: str, **typed: Any) -> None:
    """`No more bets` at TABLE."""
    from ledger.table.acts import NoMoreBets

    perform(NoMoreBets, code, **typed)


@round.command("deal")
@click.argument("code", metavar="TABLE")
@click.option("--settle", "to_end", is_flag=True, help="Settle the round too.")
@options(hands, writing)
def deal(
    code: str,
    player: list[str],
    banker: list[str],
    *,
    to_end: bool,
    at: str | None,
    **how: Any,
) -> None:
    """The cards of each hand in the order dealt: two, and the third where one was drawn.

    \b
    pit round deal MB-01 --player "7d Qh" --banker "5h 5s 8c" --settle
    """
    from ledger.table.acts import Deal, Settle, Third

    acts: list[Any] = [said_of(Deal, code, at, player=player[:2], banker=banker[:2])]
    for hand, cards in (("player", player), ("banker", banker)):
        acts += [said_of(Third, code, at, hand=hand, card=card) for card in cards[2:]]
    if to_end:
        acts.append(said_of(Settle, code, at))
    do(*acts, **how)


@round.command("turn")
@click.argument("code", metavar="TABLE")
@click.argument("hand", type=HAND, metavar="HAND")
@click.option(
    "--relinquished", type=SEAT, metavar="SEAT", help="The seat that was handed them and gave up."
)
@click.option(
    "--declined",
    multiple=True,
    type=SEAT,
    metavar="SEAT",
    help="A seat that was offered them and did not accept; may be repeated.",
)
@as_json
def turn(
    code: str, hand: str, relinquished: int | None, declined: tuple[int, ...], as_json: bool
) -> None:
    """Who turns the cards of player or banker in the round in progress: a seat, or the dealer.

    Whoever was handed them last; else the highest wager on the hand, of equal ones the seat closest to the dealer
    counterclockwise. Cards that are relinquished are offered to the right.
    """
    from projections.queries.turn import turn_of

    found = turn_of(session().ledger, code, hand, relinquished, declined)
    if as_json:
        click.echo(json.dumps({"hand": found.hand, "seat": found.seat}))
        return
    who = "The dealer" if found.seat is None else f"Seat {found.seat}"
    click.echo(f"{who} turns the {hand}'s cards.")


@round.command("hand")
@click.argument("code", metavar="TABLE")
@click.argument("hand", type=HAND, metavar="HAND")
@click.argument("seat", type=CUTTER, metavar="SEAT")
@click.option(
    "--declined",
    multiple=True,
    type=SEAT,
    metavar="SEAT",
    help="A seat that was offered them before and did not accept; may be repeated.",
)
@click.option("--ordered-by", default="", metavar="ID", help="Who had them given up.")
@click.option("--reason", default="", metavar="TEXT", help="Why they had to be given up.")
@writing
def hand(code: str, declined: tuple[int, ...], **typed: Any) -> None:
    """SEAT is handed the cards of HAND to turn, or the dealer turns them. Said again, who had them gave them up.

    \b
    pit round hand MB-01 player 8
    pit round hand MB-01 player 5 --declined 6 --ordered-by S-2 --reason "delays the game"
    """
    from ledger.table.shoe_acts import HandCards

    perform(HandCards, code, declined=list(declined), **typed)


@round.command("third")
@click.argument("code", metavar="TABLE")
@click.argument("hand", type=HAND)
@click.argument("card", type=CARD)
@writing
def third(code: str, **typed: Any) -> None:
    """A third CARD for HAND, player or banker; only where the rules call for it."""
    from ledger.table.acts import Third

    perform(Third, code, **typed)


@round.command("settle")
@click.argument("code", metavar="TABLE")
@options(outcome, writing)
def settle(code: str, **typed: Any) -> None:
    """Settle every wager of the round, in payment order."""
    from ledger.table.acts import Settle

    perform(Settle, code, **typed)


@round.command("press")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("onto", metavar="HAND", type=HAND)
@click.argument("amount", type=MONEY, required=False)
@writing
def press(code: str, amount: int | None, **typed: Any) -> None:
    """SEAT puts House Money winnings onto its wager on HAND: AMOUNT dollars, or all that may be."""
    from ledger.table.acts import Press

    perform(Press, code, cents=amount, **typed)


@round.command("play")
@click.argument("code", metavar="TABLE")
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    type=WAGER,
    metavar="SEAT:BET:AMOUNT",
    help="A wager, such as 3:banker:25; add :cash, or :coupon:NUMBER. May be repeated.",
)
@options(hands)
@click.option(
    "--press",
    "presses",
    multiple=True,
    type=PRESS,
    metavar="SEAT:HAND[:AMOUNT]",
    help="House Money winnings put onto a standing wager. May be repeated.",
)
@click.option("--instead-of", metavar="ROUND", help="The reversed round in whose place it is.")
@options(outcome, meant, writing)
def play(
    code: str,
    wagers: tuple[TypedWager, ...],
    presses: tuple[TypedPress, ...],
    instead_of: str | None,
    **typed: Any,
) -> None:
    """A whole round in one command: wagers, cards, result. All of it is recorded, or nothing.

    With --instead-of it keeps the number of the round that was reversed, with an r behind it: MB-01:2026-07-11:17r; and
    its time, so that there is no --at.

    \b
    pit round play MB-01 --wager 3:banker:25 --wager 3:dbb:5 --player "7d Qh" --banker "5c 5h Ah"
    """
    act = whole_round(
        code,
        typed.pop("at"),
        instead_of,
        wagers=[wager._asdict() for wager in wagers],
        presses=[press._asdict() for press in presses],
        player=typed.pop("player"),
        banker=typed.pop("banker"),
        outcome=typed.pop("outcome"),
    )
    do(act, **typed)


@round.command("irregular")
@click.argument("code", metavar="TABLE")
@click.argument("kind", type=IRREGULARITY)
@click.argument("card", type=CARD, required=False)
@click.option("--disclosed/--undisclosed", required=True, help="Whether anybody saw its face.")
@click.option(
    "--shown", type=CARDS, metavar="CARDS", help="The cards burned with it, where they were shown."
)
@writing
def irregular(code: str, card: str | None, shown: list[str] | None, **typed: Any) -> None:
    """A CARD that should not have come; left out where nobody saw it. What becomes of it is the submission's to say.

    KIND is drawn-in-error, third-card (to Player, without authority) or face-up (found so in the shoe).
    """
    from ledger.table.acts import Irregular

    perform(Irregular, code, card=card or "", shown=shown or [], **typed)


@round.command("simulated")
@click.argument("code", metavar="TABLE")
@options(hands, writing)
def simulated(code: str, **typed: Any) -> None:
    """The round without wagers that a disclosed card calls for; its first card is that card."""
    from ledger.table.acts import SimulatedRound

    perform(SimulatedRound, code, **typed)


@round.command("void")
@click.argument("code", metavar="TABLE")
@click.option("--reason", required=True, metavar="TEXT", help="Why it does not count.")
@writing
def void(code: str, **typed: Any) -> None:
    """The round in progress does not count: every wager is handed back."""
    from ledger.table.acts import Void

    perform(Void, code, **typed)


@round.command("reverse")
@click.argument("name", metavar="ROUND", required=False)
@click.option("--reason", default="", metavar="TEXT", help="Why it does not count.")
@click.option("--approved-by", required=True, metavar="ID", help="The supervisor who approves it.")
@click.option("--document", default="", metavar="TEXT", help="The number of what it goes by.")
@click.option("--not-dealt", is_flag=True, help="The cards were typed and never dealt.")
@click.option("--file", "file", metavar="FILE", help="Many rounds: CSV with headings, or NDJSON.")
@options(writing)
def reverse(
    name: str | None,
    file: str | None,
    at: str | None,
    approved_by: str,
    reason: str,
    **typed: Any,
) -> None:
    """A settled ROUND of an open day does not count: what it staked, paid and owed is taken back.

    Nothing is deleted: the round shows what it was. Vigorish that was collected of it goes back to the player: pit vig
    hand-back, from --at on: say when it was reversed, where that is typed later. Its cards stay dealt unless
    --not-dealt. Enter it rightly with pit round play --instead-of.

    \b
    pit round reverse MB-01:17 --reason "seat 3 had Player" --approved-by S-2
    pit round reverse --file rounds.csv --approved-by S-2

    Columns of a file, all of its rounds or none: round, reason, document, not_dealt.
    """
    from cli.typed.reversals import Reversal, read
    from cli.typed.rows import in_its_line, in_line
    from ledger.table.acts import Reverse

    if file and (name or typed["document"] or typed["not_dealt"]):
        raise Misused(
            "round_typed_and_filed",
            "Rounds of a file, their documents and what was not dealt stand in the file.",
            "Leave ROUND, --document and --not-dealt out, or --file; --reason is of all that say none.",
        )
    found = list(read(Path(file), reason, round_named)) if file else []
    if name is not None:
        found.append(Reversal(round_named(name), reason, typed["document"], typed["not_dealt"]))
    if not found:
        raise Misused("no_round_named", "No round is named.", "Say ROUND, or --file.")
    acts: dict[int, Reverse] = {}
    for each in found:
        facts = {x: getattr(each, x) for x in ("round", "reason", "document", "not_dealt")}
        code = table_of(each.round)
        try:
            acts[each.line] = said_of(Reverse, code, at, approved_by=approved_by, **facts)
        except PitError as error:
            raise in_line(each.line, error) from None
    try:
        do(*acts.values(), key=typed["key"], dry_run=typed["dry_run"], as_json=typed["as_json"])
    except PitError as error:
        raise in_its_line(error, acts) from None


@round.command("list")
@options(day_option, table_option, showing)
def list_rounds(day: str | None, code: str | None, form: str) -> None:
    """The rounds of a gaming day, in the order played."""
    print_report("rounds", day, form, table=code)


@round.command("show")
@click.argument("name", metavar="ROUND")
@options(as_json, looking_back)
def show(name: str, as_json: bool) -> None:
    """One round: its wagers, cards and result. Who entered what: pit audit replay.

    ROUND is TABLE:DAY:N; TABLE:N is today's; TABLE alone is the one in progress, or else the last. The round in the
    place of a reversed one has an r behind its number.
    """
    from cli.shown.round import since, summary
    from projections.queries import round as round_query

    current = session()
    ledger, moment = current.ledger, asked(current)
    if as_json:
        print_json(round_query.show(ledger, moment, name, progress()))
        return
    found = round_query.replay(ledger, moment, name, progress())
    show_lines((*summary(found), *since(found)))

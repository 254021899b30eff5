"""A table as it stands, as `pit table` shows it."""

from collections.abc import Iterator

import msgspec

from cli.shown.telling import cards, wager
from ledger.events.table import WagerLine
from ledger.table.state import Table
from ledger.values.money import dollars
from projections.figures.render import Column, Kind, Section, View


class Wagered(msgspec.Struct, frozen=True):
    """A standing wager, in cents."""

    seat: int
    bet: str
    cents: int
    tender: str
    coupon: str


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A table. Money in cents. round: the one in progress. tray: what the tray should hold.

    cards_left, shoe_over, rounds_left: of the shoe in play; rounds_left once its cut card is out.
    owed: vigorish by seat.
    """

    table: str
    pit: str
    status: str
    rules: str
    rules_version: int
    rules_sha256: str
    options: dict[str, str]
    shoe: str | None
    cards_left: int | None
    shoe_over: bool | None
    rounds_left: int | None
    round: str | None
    bets_closed: bool | None
    wagers: list[Wagered]
    player: list[str]
    banker: list[str]
    last_round: str
    seats: dict[int, str]
    owed: dict[int, int]
    owed_total: int
    tray: int


VIEW = View(
    Standing,
    "No table has been put into service yet; pit table open does that.",
    (
        Section(
            "Tables",
            (
                Column("table", "Table"),
                Column("pit", "Pit"),
                Column("status", "Status"),
                Column("rules", "Rules"),
                Column("shoe", "Shoe"),
                Column("cards_left", "Cards left", Kind.NUMBER),
                Column("round", "Round in progress"),
                Column("owed_total", "Vig owed", Kind.MONEY),
                Column("tray", "Tray", Kind.MONEY),
            ),
            total=False,
        ),
    ),
)


def standing(table: Table) -> Standing:
    """What there is to see at a table."""
    shoe, round_ = table.shoe, table.round
    owed = {seat: table.owed(seat) for seat in sorted(table.marks)}
    return Standing(
        table=table.code,
        pit=table.pit,
        status="open" if table.open else "closed",
        rules=table.rules,
        rules_version=table.rules_version,
        rules_sha256=table.rules_sha256,
        options=table.options,
        shoe=shoe.shoe if shoe else None,
        cards_left=shoe.left if shoe else None,
        shoe_over=shoe.over if shoe else None,
        rounds_left=shoe.rounds_left if shoe else None,
        round=round_.id if round_ else None,
        bets_closed=round_.closed if round_ else None,
        wagers=[_wagered(line) for line in round_.wagers] if round_ else [],
        player=list(round_.player) if round_ else [],
        banker=list(round_.banker) if round_ else [],
        last_round=table.last_round,
        seats=dict(sorted(table.seats.items())),
        owed=owed,
        owed_total=sum(owed.values()),
        tray=table.tray_cents,
    )


def _wagered(line: WagerLine) -> Wagered:
    return Wagered(line.seat, line.bet, line.cents, line.tender, line.coupon)


def lines(shown: Standing) -> Iterator[str]:
    """The table, a fact a line."""
    rules = f"{shown.rules} version {shown.rules_version}"
    yield f"{shown.table} in pit {shown.pit}: {shown.status}, {rules}"
    for key, value in shown.options.items():
        yield f"  {key} = {value}"
    yield f"Shoe     {_shoe(shown)}"
    for seat, patron in shown.seats.items():
        owed = f", owes {dollars(shown.owed[seat])}" if seat in shown.owed else ""
        yield f"Seat {seat:<3} {patron or 'taken'}{owed}"
    yield from _round(shown)
    yield f"Tray     {dollars(shown.tray)}"


def _shoe(shown: Standing) -> str:
    if shown.shoe is None:
        return "none"
    if shown.shoe_over:
        return f"{shown.shoe}, over"
    left = f"{shown.shoe}, {shown.cards_left} cards left"
    if shown.rounds_left is None:
        return left
    return f"{left}, cut card out, {shown.rounds_left} more to be played"


def _round(shown: Standing) -> Iterator[str]:
    if shown.round is None:
        yield f"Round    none in progress; the last was {shown.last_round or 'none'}"
        return
    yield f"Round    {shown.round}, {'no more bets' if shown.bets_closed else 'wagers open'}"
    for line in shown.wagers:
        yield f"  {wager(line)}"
    for hand, dealt in (("Player", shown.player), ("Banker", shown.banker)):
        if dealt:
            yield f"  {hand:<7}{cards(dealt)}"

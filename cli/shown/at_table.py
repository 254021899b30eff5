"""A table as it stands, in a line or two: what the prompt, the toolbar and the answer to an act show of it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from cli.shown.fitting import broken, cells
from cli.typed.values import BETS
from ledger.values.money import format_cents
from projections.queries.standing import TableStanding
from projections.queries.words import cards

BETWEEN = " · "


def prompt(shown: TableStanding | None) -> str:
    """`MB-01 r17> ` while round 17 is in progress, else `MB-01> `."""
    if shown is None:
        return "pit> "
    return f"{shown.table} r{_number(shown.round)}> " if shown.round else f"{shown.table}> "


def state(shown: TableStanding) -> Iterator[str]:
    """Round, seats with wagers and what they owe, cards, shoe and tray, a part each; the shorthand's own words."""
    if shown.status != "open":
        yield "closed"
        return
    if shown.round:
        yield f"r{_number(shown.round)} {_stage(shown)}"
    else:
        yield f"after r{_number(shown.last_round)}" if shown.last_round else "no round yet"
    for seat in sorted({*shown.seats, *(each.seat for each in shown.wagers)}):
        yield _seat(shown, seat)
    for letter, hand in (("P", shown.player), ("B", shown.banker)):
        if hand:
            yield f"{letter} {cards(hand)}"
    yield _shoe(shown)
    if shown.tray is not None:
        yield f"tray {format_cents(shown.tray)}"


def changed(before: TableStanding, after: TableStanding) -> str:
    """What an act changed, in a line: `r17 no more bets · tray 9,975.00 (-25.00) · owed 3.00 (+3.00)`."""
    parts = []
    if after.round and (before.round, _stage(before)) != (after.round, _stage(after)):
        parts.append(f"r{_number(after.round)} {_stage(after)}")
    elif not after.round and after.last_round != before.last_round:
        parts.append(f"r{_number(after.last_round)} over" if after.last_round else "no round yet")
    elif before.round and not after.round:
        parts.append(f"r{_number(before.round)} gone")
    known = set(before.seats)
    if parts:  # Who played in a round has taken a seat.
        known |= set(after.seats)
    parts += [
        _come_to(before, after, seat)
        for seat in sorted({*before.seats, *after.seats})
        if (seat in known) != (seat in after.seats) or _seat(before, seat) != _seat(after, seat)
    ]
    if _shoe(before) != _shoe(after):
        parts.append(_shoe(after))
    parts += _moved("tray", before.tray, after.tray)
    parts += _moved("owed", before.owed_total, after.owed_total)
    if before.status != after.status:
        parts.append(after.status)
    return BETWEEN.join(parts) or "nothing else at the table"


def fitted(parts: Iterator[str] | list[str], columns: int) -> list[str]:
    """Parts in as many lines as they take, none wider than so many columns."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{BETWEEN}{part}" if lines else part
        if lines and cells(longer) <= columns:
            lines[-1] = longer
        else:
            lines += broken(part, columns)
    return lines


def _stage(shown: TableStanding) -> str:
    if not shown.round:
        return ""
    return "dealt" if shown.player else "no more bets" if shown.bets_closed else "open"


def _seat(shown: TableStanding, seat: int) -> str:
    """`3 b20 t5 owes 1.25`."""
    lying: Counter[tuple[str, str]] = Counter()
    for each in shown.wagers:
        if each.seat == seat:
            coupon = f"@{each.coupon}" if each.coupon else ""
            lying[SHORT[each.bet], coupon] += each.cents
    wagers = [
        f"{bet}{format_cents(cents).removesuffix('.00')}{coupon}"
        for (bet, coupon), cents in lying.items()
    ]
    owed = shown.owed.get(seat, 0)
    return " ".join([str(seat), *wagers, *([f"owes {format_cents(owed)}"] if owed else [])])


def _come_to(before: TableStanding, after: TableStanding, seat: int) -> str:
    """A seat where an act changed it, and in words what it has no more: `3 left`, `3 owes nothing`, `3 no wager`."""
    if seat not in after.seats:
        return f"{seat} left"
    lost = "owes nothing" if seat in before.owed else "no wager"
    now = _seat(after, seat)
    return now if now != str(seat) else f"{seat} {lost if seat in before.seats else 'taken'}"


def _shoe(shown: TableStanding) -> str:
    if shown.shoe is None:
        return "no shoe"
    if shown.shoe_over:
        return f"shoe {shown.shoe} over"
    last = f", {shown.rounds_left} more" if shown.rounds_left is not None else ""
    return f"{shown.cards_left} cards{last}"


def _moved(name: str, before: int | None, after: int | None) -> list[str]:
    if before == after or after is None:
        return []
    by = "" if before is None else f" ({'+' * (after > before)}{format_cents(after - before)})"
    return [f"{name} {format_cents(after)}{by}"]


def _number(round_id: str | None) -> str:
    return (round_id or "").rpartition(":")[2]


SHORT: Mapping[str, str] = {bet: (*aliases, bet)[0] for bet, aliases in BETS.items()}
"""Each bet by its shortest name."""

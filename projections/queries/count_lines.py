"""What was counted, in a line."""

from ledger.events.day import CountEntered, DropCounted, SlipCopy
from ledger.values.money import dollars, inventory
from ledger.values.numbers import counted


def count_entered(event: CountEntered) -> str:
    """`closer of MB-01 counted by D-7 alone, a second count is to come`: never what it came to."""
    of = f"{event.figure} of {event.table}{f', box {event.box},' if event.box else ''}"
    then = "as the second" if event.second else "a second count is to come"
    return f"{of} counted by {event.by} alone, {then}"


def box_counted(event: DropCounted) -> str:
    """`drop of MB-01 counted, emergency box 17: $200.00 in 2 x $100, by machine $200.00; signed C-1, C-2, C-3`."""
    number = f" {event.box}" if event.box else ""
    box = f", {event.kind and f'{event.kind} '}box{number}" if event.kind or number else ""
    said = [
        f"{dollars(event.cash_cents)}{f' in {inventory(event.cash)}' if event.cash else ''}",
        *(f"by {each.how} {dollars(each.cents)}" for each in event.counts),
    ]
    if event.originals:
        said.append(f"{counted(len(event.originals), 'form')} of {dollars(event.forms_cents)}")
    signed = f"; signed {', '.join(event.team)}" if event.team else ""
    again = " (recount)" if event.replaces else ""
    return f"drop of {event.table} counted{box}: {', '.join(said)}{signed}{again}"


def part_of_slip(copy: SlipCopy) -> str:
    """`fill F-1001 (20 x $100)`: a part as it reads; without chips where no denominations were read."""
    return f"{copy.kind} {copy.slip}{f' ({inventory(copy.chips)})' if copy.chips else ''}"

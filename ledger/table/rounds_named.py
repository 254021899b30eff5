"""Rounds that a table has played, by their names."""

from datetime import date

from ledger.table.draft import Draft
from ledger.values.errors import NotFound, Refused
from ledger.values.rounds import in_order, is_number


def day_of_round(draft: Draft, round_id: str) -> str:
    """The gaming day of a round of this table that has ended."""
    table = draft.table
    code, _, rest = round_id.partition(":")
    day, _, number = rest.partition(":")
    ended = code == table.code and _is_day(day) and is_number(number)
    if ended:
        _, n, times = in_order(round_id)
        ended = round_id in table.again if times else 1 <= n <= table.rounds.get(day, 0)
    if not ended:
        raise unknown_round(table.code, round_id)
    if table.round is not None and table.round.id == round_id:
        raise Refused(
            "round_in_progress",
            f"Round {round_id} is in progress; what it came to is not known.",
            "Settle or void the round first.",
            round=round_id,
        )
    return day


def unknown_round(code: str, round_id: str) -> NotFound:
    """The error of a round that a table never ended."""
    return NotFound(
        "unknown_round",
        f"There is no round {round_id} at {code}.",
        "pit round list shows the rounds of a table.",
        round=round_id,
    )


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

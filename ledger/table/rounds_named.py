"""Rounds that a table has played, by their names."""

from datetime import date

from ledger.table.draft import Draft
from ledger.values.errors import NotFound, Refused


def day_of_round(draft: Draft, round_id: str) -> str:
    """The gaming day of a round of this table that has ended."""
    table = draft.table
    code, _, rest = round_id.partition(":")
    day, _, number = rest.partition(":")
    ended = code == table.code and _is_day(day) and number.isascii() and number.isdigit()
    if not ended or not 1 <= int(number) <= table.rounds.get(day, 0):
        raise NotFound(
            "unknown_round",
            f"There is no round {round_id} at {table.code}.",
            "pit round list shows the rounds of a table.",
            round=round_id,
        )
    if table.round is not None and table.round.id == round_id:
        raise Refused(
            "round_in_progress",
            f"Round {round_id} is in progress; a dispute about what it came to has to wait.",
            "Settle or void the round first.",
            round=round_id,
        )
    return day


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

"""What somebody says is plain text: no character in it hides or moves what is beside it, and spaces say nothing."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.events.act import Act
from ledger.values.errors import Misused
from ledger.values.text import blank_in, hidden_in


def verify_plain(acts: Sequence[Act], key: str) -> None:
    """Raise Misused for a hidden character in any text of an act, or in its key. A feed's records are read so already.

    What an act has read from the books is as it stands there.
    """
    for act in acts:
        if found := hidden_in(_said(act, key)):
            place, character = found
            raise Misused(
                "control_character",
                f"{place} holds a character that is not seen, {character}.",
                "Type it in plain text, without what was pasted along with it.",
                field=place,
                character=character,
            )


def verify_said(acts: Sequence[Act], key: str) -> None:
    """Raise Misused for a text of nothing but spaces, once the acts are decided: a rule that misses it says more."""
    for act in acts:
        if place := blank_in(_said(act, key)):
            raise Misused(
                "bad_value",
                f"{place}: nothing but spaces is said.",
                "Correct it and repeat the command.",
                field=place,
            )


def _said(act: Act, key: str) -> dict[str, Any]:
    fields = msgspec.to_builtins(act)
    return {**{name: value for name, value in fields.items() if name not in act.READ}, "key": key}

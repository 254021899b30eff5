"""Choices set by option (`--option KEY=VALUE`) over those a submission is written with."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from ledger.rules.choices import field_type
from ledger.values.errors import Misused, Refused

RESERVE = "royal_9.reserve_bps."
"""What begins the option of a meter's reserve; its name follows."""
APPROVALS = "approvals."
"""What begins the option that refers to an approval; what was approved follows. Its value: DOCUMENT, DATE, BY."""

OPTIONS = (
    "vigorish.rate_bps",
    "vigorish.rounding",
    "vigorish.collect",
    "dragon_bonus",
    "tie",
    "house_money.press_percent",
    "royal_9.paytable",
    f"{RESERVE}METER",
    "must_hit.configuration",
    "payment_order",
    "shuffle",
    "irregularities.disclosed_third_card",
    "handling",
    "new_decks_after_last_hand",
    "minimum_cents",
    "unit_cents",
    f"{APPROVALS}SUBJECT",
)

UNSAID = ("handling", "new_decks_after_last_hand", "minimum_cents", "unit_cents")
"""Options that a submission need not say."""

_REFERENCE = ("document", "date", "by")

# div (j)(2) numbers its procedures.
_PROCEDURES = {
    "i": "all_pay_then_vig",
    "ii": "all_vig_then_pay",
    "iii": "pay_then_vig",
    "iv": "vig_then_pay",
}


def apply_options(raw: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """The raw document with the options put in their fields; what a section allows is checked
    afterwards.

    Raises Misused `unknown_option`, and Refused `option_not_offered` where the submission has no
    such choice.
    """
    changed = deepcopy(dict(raw))
    for key, value in options.items():
        begun = next((each for each in (RESERVE, APPROVALS) if key.startswith(each)), key)
        named = key.removeprefix(begun)
        if key not in OPTIONS and (not named or "." in named):
            raise Misused(
                "unknown_option",
                f"{key!r} is not an option of a rules submission.",
                f"Options: {', '.join(OPTIONS)}.",
                option=key,
                found=value,
            )
        *tables, name = key.split(".")
        table: Any = changed
        unsaid = key in UNSAID or begun == APPROVALS or (begun == RESERVE and "royal_9" in changed)
        for step in tables:
            if isinstance(table, dict):  # What is no table holds no choices.
                table = table.setdefault(step, {}) if unsaid else table.get(step, {})
        if not isinstance(table, dict) or (name not in table and not unsaid):
            raise Refused(
                "option_not_offered",
                f"{key}: {changed.get('id')} has no such choice to set to {value!r}.",
                "Leave the option out, or use a submission that offers it.",
                option=key,
                found=value,
                rules=str(changed.get("id")),
            )
        table[name] = _read(key, value)
    return changed


def _read(key: str, value: str) -> Any:
    """The option's text as its field's type; unchanged when it is no such thing, to be refused with
    the field.
    """
    text = value.strip()
    if key.startswith(APPROVALS):
        return dict(zip(_REFERENCE, map(str.strip, text.rsplit(",", 2)), strict=False))
    if key == "payment_order":
        text = text.lower().replace("-", "_").replace(" ", "_").replace("vigorish", "vig")
        text = _PROCEDURES.get(text, text)
    try:
        return msgspec.to_builtins(msgspec.convert(text, field_type(key), strict=False))
    except msgspec.ValidationError:
        return text

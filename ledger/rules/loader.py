"""From a rules submission's TOML to the submission that a table adopts."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ledger.baccarat.offering import Odds
from ledger.baccarat.wagers import Bet
from ledger.rules.bounds import check, explain
from ledger.rules.choices import Choices, parse_odds, read_fields
from ledger.rules.fault import Fault
from ledger.rules.options import apply_options
from ledger.rules.source import (
    Printed,
    Source,
    flat,
    packaged_ids,
    paytables,
    read_packaged,
    text_of,
)
from ledger.rules.submission import Royal9, Submission
from ledger.values import text as outside
from ledger.values.errors import Misused, NotFound, Refused
from ledger.values.numbers import verify_all
from ledger.values.text import UnreadableError, hidden_in, parse_toml

_DRAGON_BONUS = (Bet.DRAGON_BONUS_PLAYER, Bet.DRAGON_BONUS_BANKER)


def list_ids() -> list[str]:
    """The ids of the submissions that ship."""
    return list(packaged_ids("submissions"))


def load(rules_id: str, options: Mapping[str, str] | None = None) -> Submission:
    """The submission that ships under this id, with options set.

    Raises NotFound `rules_unknown`, or as `load_file` for the options.
    """
    if rules_id not in list_ids():
        raise unknown_rules(rules_id, list_ids())
    return resolve_packaged(rules_id, tuple((options or {}).items()))


@lru_cache(maxsize=64)
def resolve_packaged(rules_id: str, options: tuple[tuple[str, str], ...]) -> Submission:
    """One that ships, read once: to examine it takes longer than all else that a table's opening does."""
    return resolve(read_packaged(f"submissions/{rules_id}.toml"), dict(options))


def unknown_rules(
    rules_id: str, known: Iterable[str], own: str = "name a TOML file of your own"
) -> NotFound:
    """The error for an id that no submission has. own: how one that does not ship may be named there."""
    return NotFound(
        "rules_unknown",
        f"There is no rules submission {rules_id!r}.",
        f"Known: {', '.join(known)}; or {own}.",
        rules=rules_id,
    )


def load_file(path: Path, options: Mapping[str, str] | None = None) -> Submission:
    """A licensee's own submission, with options set.

    Raises NotFound `rules_file_missing`, Misused `rules_unreadable`, `unknown_option` or
    `option_unreadable`, Refused `option_not_offered`, or Refused with the code of the first thing a
    section does not allow and all `findings`.
    """
    try:
        raw = parse(read_text(path))
    except UnreadableError as error:
        _unreadable(path, str(error))
    return resolve(raw, options or {})


def parse(text: str) -> dict[str, Any]:
    """A document as TOML. Raises UnreadableError, Refused for a number that nothing could hold."""
    raw = parse_toml(text)
    verify_all(raw, "a number")
    return raw


def read_text(path: Path) -> str:
    """The text of a submission's file. Raises NotFound `rules_file_missing` or Misused
    `rules_unreadable`.
    """
    try:
        return outside.read_text(path)
    except FileNotFoundError:
        raise NotFound(
            "rules_file_missing",
            f"There is no file {path}.",
            "Name a TOML file, or the id of a submission that ships.",
            path=str(path),
        ) from None
    except UnreadableError as error:
        _unreadable(path, str(error))
    except OSError as error:
        _unreadable(path, str(error.strerror))


def resolve(raw: Mapping[str, Any], options: Mapping[str, str]) -> Submission:
    """The submission of a parsed document. Raises as `load_file`."""
    changed = apply_options(raw, options)
    faults = examine(changed)
    if faults:
        first = faults[0]
        raise Refused(
            first.code,
            f"{first}.",
            "Correct the submission, or the option that set this; `pit rules lint` shows all.",
            field=first.field,
            found=first.found,
            allowed=first.allowed,
            section=first.section,
            findings=[str(fault) for fault in faults],
        )
    choices = msgspec.convert(changed, Choices)
    return _submission(choices, text_of(choices.source))


def examine(raw: Mapping[str, Any]) -> list[Fault]:
    """Everything wrong with a parsed document, unreadable fields first."""
    if found := hidden_in(raw):
        field, character = found
        return [Fault("control_character", field, character, "text that is seen")]
    values, faults = read_fields(raw)
    if "source" not in values:
        return faults
    known = packaged_ids("sources")
    if values["source"] not in known:
        allowed = "one of " + ", ".join(known)
        return [*faults, Fault("unknown_source", "source", values["source"] or "nothing", allowed)]
    source = text_of(values["source"])
    unreadable = {fault.field for fault in faults}
    explained = [explain(fault, values, source) for fault in faults]
    return explained + [one for one in check(values, source) if not _follows(one, unreadable)]


def _follows(fault: Fault, unreadable: set[str]) -> bool:
    """Whether a fault says no more than that another field, or an entry of `bets`, cannot be
    read.
    """
    if fault.code == "missing_field" and fault.field in unreadable:
        return True
    return fault.code in {"bet_missing", "unused_field"} and "bets" in unreadable


def _submission(choices: Choices, source: Source) -> Submission:
    permitted = source.permitted(choices.game)
    texts = {bet: permitted[bet] for bet in Bet if bet in choices.bets}
    return Submission(
        id=choices.id,
        version=choices.version,
        title=choices.title,
        source=choices.source,
        game=choices.game,
        seats=choices.seats,
        decks=choices.decks,
        tenders=sorted(choices.tenders),
        pays={
            bet: _pays(choices, bet, text) for bet, text in texts.items() if bet is not Bet.ROYAL_9
        },
        payment_order=choices.payment_order,
        counterclockwise=source.counterclockwise,
        shuffle=choices.shuffle,
        shoe=source.shoe,
        disclosed_third_card=choices.irregularities.disclosed_third_card,
        sections=_sections(source, texts),
        dragon_bonus=choices.dragon_bonus or "",
        vigorish=choices.vigorish,
        vigorish_forms=choices.vigorish_forms,
        press_percent=choices.house_money.press_percent if choices.house_money else 0,
        main_wager_first=[bet for bet in source.main_wager_first if bet in texts],
        royal_9=_royal_9(choices, source),
        must_hit=(
            paytables().must_hit[str(choices.must_hit.configuration)] if choices.must_hit else None
        ),
        handling=choices.handling or "",
        new_decks_after_last_hand=choices.new_decks_after_last_hand,
        recorded=list(choices.recorded),
        minimum_cents=choices.minimum_cents,
        unit_cents=choices.unit_cents,
        approvals=choices.approvals,
        notice_minutes=source.notice_minutes,
        uniform_in_pit=source.uniform_in_pit,
    )


def _pays(choices: Choices, bet: Bet, text: Printed) -> dict[Any, Odds]:
    printed: Mapping[Any, str | int] = text.pays
    if bet in _DRAGON_BONUS and choices.dragon_bonus:
        printed = paytables().dragon_bonus[choices.dragon_bonus]
    if bet is Bet.TIE and choices.tie is not None:
        printed = {"win": choices.tie}
    return {award: odds for award, value in printed.items() if (odds := parse_odds(value))}


def _sections(source: Source, texts: Mapping[Bet, Printed]) -> dict[str, str]:
    return flat(source.sections | {bet: text.sections for bet, text in texts.items()})


def _royal_9(choices: Choices, source: Source) -> Royal9 | None:
    if choices.royal_9 is None:
        return None
    text = paytables().royal_9[source.royal_9]
    return Royal9(
        paytable=choices.royal_9.paytable,
        wager_cents=text.wager_cents,
        awards=text.awards,
        chairs=text.chairs or [[chair] for chair in choices.royal_9.chairs],
        meters=text.paytables[str(choices.royal_9.paytable)],
        reserve_bps={name: bps for name, bps in choices.royal_9.reserve_bps.items() if bps},
        supervisor_above_cents=choices.royal_9.supervisor_above_cents,
    )


def _unreadable(path: Path, why: str) -> NoReturn:
    raise Misused(
        "rules_unreadable",
        f"{path} cannot be read: {why}.",
        "Name a TOML file of a rules submission.",
        path=str(path),
    )

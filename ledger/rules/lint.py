"""Everything wrong with a licensee's own submission, and what its paytables give away, by line."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ledger.rules.bounds import FIELDS_OF_BETS
from ledger.rules.fault import Fault
from ledger.rules.loader import examine, parse, read_text, resolve
from ledger.rules.odds import odds_of
from ledger.rules.toml_lines import line_of, lines_of, split
from ledger.values.text import NotTomlError, UnreadableError


def lint(path: Path) -> list[Fault]:
    """What is wrong with the document, by line; when nothing is, a warning for each bet that
    favours the player.

    Raises NotFound `rules_file_missing`, Misused `rules_unreadable`, Refused for a number that nothing could hold.
    """
    text = read_text(path)
    try:
        raw = parse(text)
    except NotTomlError as error:
        return [Fault("not_toml", "document", str(error), "TOML", line=error.line)]
    except UnreadableError as error:
        return [Fault("not_toml", "document", str(error), "TOML", line=1)]
    lines, written = lines_of(text), split(text)
    faults = [
        replace(fault, line=line_of(lines, written, fault.field, fault.found))
        for fault in examine(raw)
    ]
    if faults:
        return sorted(faults, key=lambda fault: fault.line)
    return _favours(raw, lines, written)


def _favours(
    raw: Mapping[str, Any],
    lines: dict[str, range],
    written: Sequence[str],
) -> list[Fault]:
    found = []
    for bet, odds in odds_of(resolve(raw, {})).items():
        if odds.ev > 0:
            field = next((name for name, bets in FIELDS_OF_BETS.items() if bet in bets), "bets")
            line = line_of(lines, written, field, bet)
            percent = f"{bet} at an expectation of +{odds.ev_percent}%"
            allowed = "no bet that favours the player"
            found.append(Fault("favours_player", field, percent, allowed, "", line, warning=True))
    return found

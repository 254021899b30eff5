"""Everything wrong with a licensee's own submission, and what its paytables give away, by line."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ledger.baccarat.odds import Progress
from ledger.rules.bounds import FIELDS_OF_BETS
from ledger.rules.finding import Finding
from ledger.rules.loader import examine, read_text, resolve
from ledger.rules.odds import odds_of
from ledger.rules.toml_lines import line_of, line_of_error, lines_of


def lint(path: Path, progress: Progress | None = None) -> list[Finding]:
    """What is wrong with the document, by line; when nothing is, a warning for each bet that
    favours the player.

    Raises NotFound `rules_file_missing` or Misused `rules_unreadable`.
    """
    text = read_text(path)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = line_of_error(text, error)
        return [Finding("not_toml", "document", str(error), "TOML", line=line)]
    lines = lines_of(text)
    findings = [
        replace(finding, line=line_of(lines, text, finding.field, finding.found))
        for finding in examine(raw)
    ]
    if findings:
        return sorted(findings, key=lambda finding: finding.line)
    return _favours(raw, lines, text, progress)


def _favours(
    raw: Mapping[str, Any], lines: dict[str, range], text: str, progress: Progress | None
) -> list[Finding]:
    found = []
    for bet, odds in odds_of(resolve(raw, {}), progress=progress).items():
        if odds.ev > 0:
            field = next((name for name, bets in FIELDS_OF_BETS.items() if bet in bets), "bets")
            line = line_of(lines, text, field, bet)
            percent = f"{bet} at an expectation of +{odds.ev_percent}%"
            allowed = "no bet that favours the player"
            found.append(Finding("favours_player", field, percent, allowed, "", line, warning=True))
    return found

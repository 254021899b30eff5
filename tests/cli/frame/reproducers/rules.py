"""Refusals of `pit rules`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    BIG,
    INIT,
    JACKPOT,
    LINKED,
    NOTICE,
    OPEN,
    RESHUFFLED,
    Cases,
)

CASES: Final[Cases] = {
    "link_differs.rules": (LINKED, f"rules adopt div-mini --table MB-01 {NOTICE}"),
    "royal_9_not_played": (JACKPOT, "rules odds --link R9-1 --decks 6"),
    "submission_or_link": (INIT, "rules odds"),
    "bad_number": (INIT, "rules odds ma-midi --decks many"),
    "bad_number.bounds": (INIT, "rules odds ma-midi --decks 17"),
    "unknown_option": (INIT, "rules show ma-midi --option vigorish.round=up"),
    "bad_option": (INIT, "rules show ma-midi --option rounding"),
    "bad_option.twice": (INIT, "rules show ma-midi --option tie=8:1 --option tie=9:1"),
    "rules_unreadable": (INIT, "rules lint pit.db"),
    "wrong_type": (INIT, "rules show ma-midi --option vigorish.rounding=down"),
    "rules_file_missing": (INIT, "rules lint mine.toml"),
    "rules_directory_missing": (INIT, "rules list"),
    "notice_missing": (OPEN, "rules adopt ma-midi --table MB-01 --option vigorish.rounding=exact"),
    "notice_too_short": (
        OPEN,
        f"rules adopt ma-midi --table MB-01 --option {RESHUFFLED} {NOTICE.replace('00', '45')}",
    ),
    "option_not_offered": (INIT, "rules show ma-midi-ez --option vigorish.rounding=up"),
    "tables_or_pit": (OPEN, f"rules adopt ma-midi {NOTICE}"),
    "tables_or_pit.both": (OPEN, f"rules adopt ma-midi --table MB-01 --pit P-1 {NOTICE}"),
    "no_such_tables": (OPEN, f"rules adopt ma-midi --pit P-2 {NOTICE}"),
    "rules_id_differs": (INIT, "rules show mine"),
    "rules_id_taken": (INIT, "rules show ma-midi"),
    "version_not_raised": (INIT, f"rules adopt mine --table MB-01 {NOTICE}"),
    "rules_in_force": (OPEN, f"rules adopt ma-midi --table MB-01 {NOTICE}"),
    "seats_taken": ((*BIG, "seat sit MB-01 11"), f"rules adopt ma-midi --table MB-01 {NOTICE}"),
}

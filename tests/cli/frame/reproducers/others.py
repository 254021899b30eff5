"""Refusals of all other nouns, and of what is no noun."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OPEN,
    TOKEN,
    Cases,
)

REVOKE = "feed token revoke reader-7 1 --reason replaced"

CASES: Final[Cases] = {
    "at_before_token": (TOKEN, f"{REVOKE} --at 15:00"),
    "token_revoked": ((*TOKEN, REVOKE), REVOKE),
    "usage.noun": (INIT, "tabel open MB-01"),
    "unknown_time_zone": ((), 'init --name "Harbor House" --zone America/Boston'),
    "bad_cutoff": ((), 'init --name "Harbor House" --zone America/New_York --cutoff 6am'),
    "property_unnamed": ((), "init"),
    "accounts_unreadable": (INIT, "export journal --accounts pit.db"),
    "not_a_file": (INIT, "feed ."),
    "quarantine_is_feed": (INIT, "feed day.ndjson --quarantine day.ndjson"),
    "no_such_file": (INIT, "feed missing.ndjson"),
    "unknown_token": (INIT, REVOKE),
    "books_open": (INIT, "export journal"),
    "win_unknown": (OPEN, "export journal --preliminary"),
    "database_not_empty": ((), 'init --name "Harbor House" --zone America/New_York'),
    "not_the_demos": (INIT, "demo --directory ."),
    "property_differs": (INIT, 'init --name "Long Wharf"'),
    "settings_differ": (INIT, "init --clock-tolerance 5"),
    "never_sealed": (INIT, "export events --to copy"),
    "bad_scheduler": (INIT, "group report win --from copy --unverified --scheduler nowhere"),
    "place_unusable": (INIT, "export events --to nowhere://books"),
}

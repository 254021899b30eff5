"""The rows of the read model of meters. All amounts of meters are in their units, ten-thousandths of a cent."""

from typing import Final

import msgspec

WON: Final = "won"
HELD: Final = "held"
PAID: Final = "paid"
REFUSED: Final = "refused"
REVERSED: Final = "reversed"
"""How an award stands: it waits, to be paid or for a ruling; it is paid, or ruled not to be; it is taken back."""


class LinkRow(msgspec.Struct, gc=False):
    """A link. terms: its meters' names, seeds and rates, as JSON. rated: at which event of the log these came into
    force. retired_day: on which it went out of service.
    """

    link: str
    terms: str = "[]"
    rated: int = 0
    retired_day: str | None = None


class LinkedTableRow(msgspec.Struct, gc=False):
    """Which link a table feeds, "" for none. terms: its own meters, as its submission prints them, as JSON; since: at
    which event of the log these were held against the link's.
    """

    table: str
    link: str = ""
    terms: str = "[]"
    since: int = 0


class MeterReadingRow(msgspec.Struct, gc=False):
    """A meter as it stands, in units: what it shows, and its reserve."""

    link: str
    meter: str
    visible: int = 0
    reserve: int = 0


class MeterDayRow(msgspec.Struct, gc=False):
    """What moved a meter on a gaming day, in units. recomputed: contributions, from the wagers. transfers:
    from retired links, less what went to another.
    """

    link: str
    meter: str
    day: str
    contributions: int = 0
    returns: int = 0
    reseeds: int = 0
    awards: int = 0
    corrections: int = 0
    recomputed: int = 0
    transfers: int = 0


class MeterSignRow(msgspec.Struct, gc=False):
    """What a sign showed of a meter, in units, beside the ledger. version: of its event, in the link's stream."""

    link: str
    version: int
    day: str
    meter: str
    occasion: str
    shown: int
    rolled_over: int
    ledger: int
    difference: int
    at: int
    by: str
    witness: str


class MeterRoundRow(msgspec.Struct, gc=False):
    """A round's Royal 9 wagers, in cents, and what they put into all meters together, in units, by either account.

    lines, recomputed_lines: the same meter by meter, as JSON. returned: what was taken out again. bets_closed, void:
    versions of these events of its table, or of its reversal; taken, given_back: of its link; 0 where there is none.
    must_hit: what that meter showed after it, in units.
    """

    round: str
    link: str = ""
    table: str = ""
    day: str = ""
    staked_cents: int = 0
    contributed: int = 0
    recomputed: int = 0
    returned: int = 0
    lines: str = "[]"
    recomputed_lines: str = "[]"
    bets_closed: int = 0
    taken: int = 0
    void: int = 0
    given_back: int = 0
    must_hit: int = 0


# Wagers that were all withdrawn put nothing in, however that is written.
AT_ODDS: Final = (
    "(contributed <> 0 OR recomputed <> 0 OR returned <> 0)"
    " AND (lines <> recomputed_lines OR contributed <> recomputed"
    " OR returned <> CASE WHEN void > 0 THEN contributed ELSE 0 END)"
)
"""Rounds whose meters do not agree with their wagers or their void, in SQL: the store has an index of just these."""


class AwardRow(msgspec.Struct, gc=False):
    """An award of a meter, with its evidence. reading: what the meter showed, in units.

    status: one of the five above; REVERSED, whether it was paid before or not. Again, from the events
    before it: folded, what the meter showed; due_cents and due_reseed_cents, what it pays and starts with.
    settled_cents: what was handed over or went back; from_tray_cents: what left the table's tray. won, settled,
    reversed: versions of the link's events. given_back: units that its reversal put into the meter, with since_cents,
    of those who won since.
    """

    round: str
    seat: int
    meter: str
    link: str = ""
    table: str = ""
    day: str = ""
    level: str = ""
    reading: int = 0
    cents: int = 0
    player: str = ""
    banker: str = ""
    status: str = WON
    won_at: int = 0
    won_by: str = ""
    reseed_cents: int = 0
    folded: int = 0
    due_cents: int = 0
    due_reseed_cents: int = 0
    settled_cents: int = 0
    from_tray_cents: int = 0
    won: int = 0
    settled: int = 0
    settled_day: str | None = None
    place: str | None = None
    supervisor: str | None = None
    reason: str | None = None
    reversed: int = 0
    given_back: int = 0
    since_cents: int = 0
    reversed_day: str | None = None
    handed_back: str | None = None
    document: str | None = None


class TableMetersRow(msgspec.Struct, gc=False):
    """What a table's gaming day put into meters, less returns, in units; and awards handed over from its tray, less
    those taken back.
    """

    day: str
    table: str
    contributions: int = 0
    tray_awards_cents: int = 0

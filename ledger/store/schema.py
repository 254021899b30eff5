"""What every reader and writer of a store goes by: its version, where an event stands, and which are rare.

Its tables are declared in ledger/store/tables.py, which few commands need: to declare them takes as long as many a
question.
"""

from typing import Final

VERSION: Final = "0078"
"""Of the tables, as the last migration leaves them: a program appends to a store of its own version only."""

LAST_POSITION: Final = 2**63 - 1
"""No event can stand at a higher one."""

LAST: Final = "SELECT max(position) FROM events"
"""Where the last event of the log stands."""

HOW_MANY: Final = "SELECT count(*) FROM events"
"""How many events the log has: positions may have holes."""

PLACE: Final = (
    "SELECT position FROM events WHERE originator_id = :stream AND originator_version = :version"
)
"""Where in the log an event of a stream stands."""

COMMON = (
    "table.wagers_placed",
    "table.wager_withdrawn",
    "table.bets_closed",
    "table.cards_dealt",
    "table.third_card_dealt",
    "table.house_money_pressed",
    "table.round_settled",
    "table.vigorish_marked",
    "table.vigorish_collected",
    "table.vigorish_documented",
    "table.seat_taken",
    "table.seat_left",
    "table.bought_in",
    "link.contributions_taken",
    "feed.record_refused",
)
"""Topics of events that come with every hand or nearly. What is not listed is rare, kinds still to come among them."""

# Written out: both databases use the index only for a query that says the very same.
RARE = f"topic NOT IN ({', '.join(repr(topic) for topic in COMMON)})"
"""Events that do not come with every hand: adoptions, corrections, disputes, awards, slips."""

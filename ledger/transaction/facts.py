"""What is on record that an act can come too early for, and how that is told."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Fact(StrEnum):
    """What an act can come too early for: what its refusal is called, `at_before_...`."""

    OPENING = "opening"
    CLOSE = "close"
    SHOE = "shoe"
    ROUND = "round"
    LAST_ACT = "last_act"
    MARK = "mark"
    DAY = "day"
    BOX = "box"
    DAYS_END = "days_end"
    MONTH = "month"
    PROPOSAL = "proposal"
    RECEIPT = "receipt"
    ENTRY = "entry"
    NOTICE = "notice"
    ISSUE = "issue"
    REQUEST = "request"
    PREPARATION = "preparation"
    SEAT = "seat"
    CARDS = "cards"
    INSTALLATION = "installation"
    METERS = "meters"
    LINKING = "linking"
    REGISTRATION = "registration"
    TOKEN = "token"  # noqa: S105  what an act is told, no password
    PROPERTY = "property"


TOLD: Final[Mapping[Fact, str]] = {
    Fact.OPENING: "the table's opening",
    Fact.CLOSE: "the table's last close",
    Fact.SHOE: "the start of the shoe",
    Fact.ROUND: "what it follows of its round or the last one",
    Fact.LAST_ACT: "the last act at the table",
    Fact.MARK: "the moment since which it is owed",
    Fact.DAY: "the beginning of the gaming day",
    Fact.BOX: "the drop box was last touched",
    Fact.DAYS_END: "the end of the gaming day",
    Fact.MONTH: "the end of the month",
    Fact.PROPOSAL: "the proposal that it refuses",
    Fact.RECEIPT: "the receipt of the series",
    Fact.ENTRY: "the entry that it corrects",
    Fact.NOTICE: "the notice that it goes by",
    Fact.ISSUE: "the issue of the form or its series",
    Fact.REQUEST: "the request of the chips",
    Fact.PREPARATION: "the preparation of the slip",
    Fact.SEAT: "the seat was last taken, wagered from or left",
    Fact.CARDS: "what was done last to make the cards ready",
    Fact.INSTALLATION: "the installation of the link",
    Fact.METERS: "the last that is on record of the link's meters and tables",
    Fact.LINKING: "the table was last put on a link or left one",
    Fact.REGISTRATION: "the operator's registration",
    Fact.TOKEN: "the issue of the token",
    Fact.PROPERTY: "the beginning of the property's books",
}


class Known(NamedTuple):
    """Something on record, and when it was: microseconds UTC, 0 where it is not known.

    exactly: no clock is granted anything, as of the beginning of a day. of: the part of an act that says it, None where
    that is none by itself.
    """

    at: int
    fact: Fact
    exactly: bool = False
    of: object = None

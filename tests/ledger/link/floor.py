"""A floor of tables on one link, for tests."""

from typing import Any

from ledger.desks.ledger import Ledger
from ledger.desks.links import Links
from ledger.events.base import Event
from ledger.link.state import Link
from ledger.table.acts import LinkMeters
from ledger.values.calendar import to_micros
from tests.clerk import Clerk

LINK = "R9-1"
EXACT = ("Kc 9h", "9h Kc")
"""Chair 3's own King on both hands."""
ANY_TWO = ("Kc 9h", "Qc 9h")
KING_PLAYER = ("Kc 9h", "2s 5d")
KING_BANKER = ("2s 5d", "Kc 9h")
NOTHING = ("7d Qh", "8c Kh")
MAIN = (3, "banker", 1_000)
ROYAL = (3, "royal_9", 500)


def links(clerk: Clerk) -> Links:
    """The links' commands, as the clerk's supervisor gives them."""
    return Links(clerk.ledger, "S-1", to_micros(clerk.moment))


def install(clerk: Clerk, *others: Clerk, **facts: Any) -> None:
    """A link with the tables of these clerks, as their submission prints it."""
    submission = clerk.ledger.table(clerk.table).submission
    acts = [each.act("link_meters", link=LINK) for each in (clerk, *others)]
    given = {"reserve_bps": {}, "authorised_by": "M-1", **facts}
    links(clerk).install(LINK, submission, tables=acts, **given)


def floor(ledger: Ledger, *codes: str, rules: str = "ma-midi", **facts: Any) -> list[Clerk]:
    """Clerks at open tables, a shoe in play, all on one link."""
    clerks = [Clerk(ledger, code).opens(rules).starts_shoe() for code in codes]
    install(*clerks, **facts)
    return clerks


def join(clerk: Clerk) -> None:
    """One more table for the link."""
    act = clerk.act("link_meters", link=LINK)
    assert isinstance(act, LinkMeters)
    links(clerk).join([act])


def link(clerk: Clerk) -> Link:
    """The link as it stands."""
    return clerk.ledger.link(LINK)


def readings(clerk: Clerk) -> dict[str, int]:
    """What each meter shows, in ten-thousandths of a cent."""
    return {name: meter.visible for name, meter in link(clerk).meters.items()}


def of(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]

"""A floor of tables on one link, for tests."""

from collections.abc import Callable
from typing import Any

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.events.base import Event
from ledger.link.acts import InstallLink
from ledger.link.state import Link
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


def says(clerk: Clerk, kind: Callable[..., Act], **facts: Any) -> None:
    """An act of the link, as the clerk's supervisor says it."""
    clerk.ledger.do(kind(by="S-1", at=clerk.moment, link=LINK, **facts))


def install(clerk: Clerk, *others: Clerk, **facts: Any) -> None:
    """A link with the tables of these clerks, as their submission prints it."""
    acts = [each.act("link_meters", link=LINK) for each in (clerk, *others)]
    clerk.ledger.do(install_act(clerk, LINK, by="S-1", **facts), *acts)


def install_act(clerk: Clerk, code: str, **facts: Any) -> InstallLink:
    """The meters of the submission that the clerk's table follows."""
    table = clerk.ledger.table(clerk.table)
    given = {"reserve_bps": {}, "authorised_by": "M-1", **facts}
    return InstallLink(
        at=clerk.moment,
        link=code,
        rules=table.rules,
        options=table.options,
        **given,
    )


def floor(ledger: Ledger, *codes: str, rules: str = "ma-midi", **facts: Any) -> list[Clerk]:
    """Clerks at open tables, a shoe in play, all on one link."""
    clerks = [Clerk(ledger, code) for code in codes]
    for each in clerks:
        each.starts_shoe(first=[each.opening(rules)])
    install(*clerks, **facts)
    return clerks


def join(clerk: Clerk) -> None:
    """One more table for the link."""
    clerk.says("link_meters", link=LINK)


def link(clerk: Clerk) -> Link:
    """The link as it stands."""
    return clerk.ledger.link(LINK)


def readings(clerk: Clerk) -> dict[str, int]:
    """What each meter shows, in ten-thousandths of a cent."""
    return {name: meter.visible for name, meter in link(clerk).meters.items()}


def of(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]

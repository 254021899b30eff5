"""What a table itself must be like for its progressive link: the link decides the rest (`ledger.link.follow`)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, require_no_round, require_seat
from ledger.values.errors import NotFound, Refused


def link(draft: Draft, act: table_acts.LinkMeters) -> None:
    """The table's Royal 9 wagers feed the meters of a link from the next round on."""
    table = draft.table
    require_no_round(draft, "linking it to meters")
    if table.link:
        raise Refused(
            "table_linked",
            f"Table {table.code} feeds the meters of {table.link} already.",
            "A table feeds one link; nothing was changed.",
            table=table.code,
            link=table.link,
        )
    draft.record(e.MetersLinked, link=act.link)


def unlink(draft: Draft, act: table_acts.UnlinkMeters) -> None:
    """The table leaves its link between two rounds; what comes of those that fed it stays with that link."""
    require_no_round(draft, "taking it from its link")
    _require_feeds(draft, act.link)
    draft.record(e.MetersUnlinked, link=act.link)


def must_hit(draft: Draft, act: table_acts.MustHit) -> None:
    """The controller's result belongs to a round of this table; which one, the link knows (ma-big 13(j))."""
    require_seat(draft, act.seat)
    _require_feeds(draft, act.link, act.round)


def read(draft: Draft, act: table_acts.MeterReading) -> None:
    """What the sign at the table shows; what that is worth, the link knows."""
    _require_feeds(draft, act.link)


def _require_feeds(draft: Draft, link: str, round_id: str = "") -> None:
    """Raise Refused where it is another link that the table feeds, or that the round has fed."""
    if link != draft.table.link_of(round_id):
        raise Refused(
            "not_linked",
            f"Table {draft.table.code} does not feed {link}.",
            f"It feeds {draft.table.link or 'no meters'}.",
            table=draft.table.code,
            link=link,
        )


def pay_award(draft: Draft, act: table_acts.PayAward) -> None:
    """An award that waits is handed over; which one, the link knows."""
    require_seat(draft, act.seat)
    require_linked(draft, act.round, act.seat)


def reverse_award(draft: Draft, act: table_acts.ReverseAward) -> None:
    """An award is taken back; which one, and what it does to its meter, the link knows."""
    require_linked(draft, act.round, act.seat)


def require_linked(draft: Draft, round_id: str, seat: int) -> None:
    """Raise NotFound where no meter can have been won at the table."""
    if not draft.table.link_of(round_id):
        raise unknown_award(round_id, seat)


def not_of_awards(draft: Draft, round_id: str, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a table but for those that put awards of a round back into its tray: what came back so is of the
    award, and not of what the round came to (decision 34).
    """
    back = _into_tray(draft, round_id)
    for event in events:
        if isinstance(event, e.CorrectionPosted) and event.original == round_id:
            posted = (event.figure, event.document, event.cents)
            if back[posted]:
                back[posted] -= 1
                continue
        yield event


def _into_tray(draft: Draft, round_id: str) -> Counter[tuple[str, str, int]]:
    """What was posted with the awards of a round that were handed back into the tray: figure, document and cents."""
    code = draft.table.link_of(round_id)
    if not code:
        return Counter()

    def feeds(event: Event) -> bool:
        return isinstance(event, link_events.ContributionsTaken) and event.round == round_id

    since = draft.past.back_to(link_events.stream(code), round_id, feeds)
    return Counter(
        ("hand_result", each.event.document, each.event.cents)
        for each in since
        if isinstance(each.event, link_events.AwardReversed)
        and each.event.round == round_id
        and each.event.handed_back == "tray"
    )


def unknown_award(round_id: str, seat: int) -> NotFound:
    """The error for an award that no meter paid."""
    return NotFound(
        "unknown_award",
        f"Seat {seat} won of no meter in {round_id}.",
        "pit report awards shows those of a day. A fixed award below the property's limit is part of the round's"
        " settlement: pit day correct.",
        round=round_id,
        seat=seat,
    )

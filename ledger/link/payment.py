"""An award of a meter handed over or ruled not to be; or recorded otherwise than it was, while its day is open (P4)."""

from collections.abc import Sequence
from typing import Any

from ledger.events import award as award_events
from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.draft import LinkDraft
from ledger.link.reversal import put_back, since_fed
from ledger.link.state import Link, name_of
from ledger.table import acts as table_acts
from ledger.table.draft import require_tray
from ledger.values.errors import Refused
from ledger.values.people import same_person

Settled = link_events.AwardPaid | link_events.AwardRefused
"""How an award that waited came to its end."""


def hand_over(
    draft: LinkDraft,
    award: link_events.AwardWon,
    day: str,
    place: str,
    supervisor: str = "",
    *,
    gone: bool = False,
) -> None:
    """Record what is handed over. day: on which it counts, "" for that of the act. gone: its chips had left the tray
    before, and do not leave it again.
    """
    facts = {name: getattr(award, name) for name in ("round", "seat", "meter", "cents")}
    how = {"table": award.table, "place": place, "supervisor": supervisor}
    draft.record(link_events.AwardPaid, day=day, **facts, **how)
    if place == "tray" and not gone:
        draft.of.record(award_events.AwardHandedOver, day=day, **facts)


def needs_supervisor(link: Link, meter: str, cents: int) -> bool:
    """Whether an award is handed over with a supervisor: above the link's threshold, or a fixed one that waits."""
    return meter == link_events.PAYTABLE or cents > link.supervisor_above_cents


def pay(draft: LinkDraft, act: table_acts.PayAward) -> None:
    """Hand over the award that is meant, or rule on one that is held. Raises Refused."""
    settled = _take_back(draft, act) if act.instead else None
    award = _waiting(draft, act)
    needed = act.instead or award.held or needs_supervisor(draft.link, award.meter, award.cents)
    if (needed and not act.supervisor) or same_person(act.supervisor, act.by):
        raise Refused(
            "supervisor_missing",
            f"The award of {award.meter} to seat {award.seat} needs a supervisor besides who records it.",
            "Name the supervisor.",
            round=award.round,
            seat=award.seat,
            cents=award.cents,
        )
    day = settled.day if settled else ""
    if act.refused:
        _refuse(draft, award, day, act)
        return
    gone = _of_tray(settled)
    if act.place == "tray" and not gone:
        facts = {"table": award.table, "round": award.round, "seat": award.seat}
        require_tray(draft.of, "Pay it at the cage: --cage.", **facts)
    hand_over(draft, award, day, act.place, act.supervisor, gone=gone)


def _waiting(draft: LinkDraft, act: table_acts.PayAward) -> link_events.AwardWon:
    waiting = [
        award
        for award in draft.link.owed.values()
        if (award.round, award.seat) == (act.round, act.seat)
        and act.meter in {"", award.meter}
        and award.table == draft.of.table.code
    ]
    if len(waiting) != 1:
        raise Refused(
            "no_such_award",
            f"No single award of {act.round} to seat {act.seat} waits to be paid.",
            "pit meter show lists the awards that wait; name the meter where there are several. What is on record as"
            " paid or refused is changed with --instead.",
            round=act.round,
            seat=act.seat,
            meters=[award.meter for award in waiting],
        )
    return waiting[0]


def _refuse(
    draft: LinkDraft, award: link_events.AwardWon, day: str, act: table_acts.PayAward
) -> None:
    if not award.held:
        raise Refused(
            "award_stands",
            f"The award of {award.meter} to seat {award.seat} was won in a settled round.",
            "Only an award of a void round can be ruled not to be paid.",
            round=award.round,
            seat=award.seat,
        )
    past = draft.of.past
    since = since_fed(draft.link.code, award.round, past.back_to).events
    _, reserve, _ = put_back(draft.link, past, award, since)
    draft.record(
        link_events.AwardRefused,
        day=day,
        round=award.round,
        table=award.table,
        seat=award.seat,
        meter=award.meter,
        cents=award.cents - award.reseed_cents,
        reserve=reserve,
        reason=act.refused,
        supervisor=act.supervisor,
    )


# -- recorded otherwise


def _take_back(draft: LinkDraft, act: table_acts.PayAward) -> Settled:
    """The award waits again, as it did before it was recorded as paid or refused: on the day of that record, which has
    to be open.
    """
    history = since_fed(draft.link.code, act.round, draft.of.past.back_to).events
    settled = _settled(history, act)
    (won,) = [
        each
        for each in history
        if isinstance(each, link_events.AwardWon) and name_of(each) == name_of(settled)
    ]
    wait_again(draft, won, history)
    if _of_tray(settled) and (act.refused or act.place != "tray"):
        same: dict[str, Any] = {x: getattr(won, x) for x in ("round", "seat", "meter", "cents")}
        draft.of.record(
            award_events.AwardNotHandedOver, day=settled.day, handed_at=settled.at, **same
        )
    return settled


def wait_again(draft: LinkDraft, won: link_events.AwardWon, history: Sequence[Event]) -> None:
    """Record that an award waits as it did before what is on record of it last, on the day of that. history: the
    link's events since its round fed it. Raises Refused where what a ruling put back into the meter is not there.
    """
    settled = [x for x in history if isinstance(x, Settled) and name_of(x) == name_of(won)][-1]
    back: dict[str, int] = {}
    if isinstance(settled, link_events.AwardRefused) and settled.cents:
        _require_still_there(history, settled)
        back = {"back_cents": settled.cents, "back_reserve": settled.reserve}
    facts = {name: getattr(won, name) for name in link_events.AWARD_FACTS}
    draft.record(
        link_events.AwardOwed,
        day=settled.day,
        won_by=won.by,
        won_at=won.known_at,
        won_day=won.day,
        **back,
        **facts,
    )


def _settled(history: list[Event], act: table_acts.PayAward) -> Settled:
    """What is on record of the award that is meant, and is not what is said of it now."""
    found = [
        each
        for each in history
        if isinstance(each, Settled)
        and (each.round, each.seat) == (act.round, act.seat)
        and act.meter in {"", each.meter}
        and not _reversed(history, each)
    ]
    if len(found) != 1:
        raise Refused(
            "award_not_settled",
            f"No single award of {act.round} to seat {act.seat} is on record as paid or refused.",
            "pit report awards shows those of a day; name the meter where there are several, and leave out --instead"
            " where it waits.",
            round=act.round,
            seat=act.seat,
            meters=[each.meter for each in found],
        )
    (settled,) = found
    if _says_so(settled, act):
        raise Refused(
            "award_as_recorded",
            f"Exactly that is on record of the award of {settled.meter} to seat {settled.seat}.",
            "Nothing is to be changed.",
            round=act.round,
            seat=act.seat,
            meter=settled.meter,
        )
    return settled


def _says_so(settled: Settled, act: table_acts.PayAward) -> bool:
    if isinstance(settled, link_events.AwardRefused):
        return (settled.reason, settled.supervisor) == (act.refused, act.supervisor)
    return not act.refused and (settled.place, settled.supervisor) == (act.place, act.supervisor)


def _require_still_there(history: Sequence[Event], ruled: Settled) -> None:
    """What a ruling put back into the meter is there to come out again, as it went in: nobody won it since, nor
    corrected it away, and no other award that went back since took what showed of it into reserve.
    """
    for each in history[history.index(ruled) + 1 :]:
        match each:
            case link_events.AwardWon():
                is_there = False
            case link_events.MeterCorrected():
                is_there = each.cents >= 0
            case (
                link_events.AwardReversed() | link_events.AwardRefused() | link_events.AwardUndone()
            ):
                is_there = not each.reserve
            case _:
                continue
        if not is_there and each.meter == ruled.meter:
            raise Refused(
                "meter_won_since",
                f"What the ruling on {ruled.round} put back into {ruled.meter} was won, corrected or taken back since.",
                "Pay the player by a correction of the books instead (pit day correct).",
                round=ruled.round,
                meters=[ruled.meter],
            )


def _reversed(history: list[Event], settled: Settled) -> bool:
    return any(
        isinstance(each, link_events.AwardReversed) and name_of(each) == name_of(settled)
        for each in history
    )


def _of_tray(settled: Settled | None) -> bool:
    return isinstance(settled, link_events.AwardPaid) and settled.place == "tray"

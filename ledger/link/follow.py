"""What a table's acts mean for its progressive link: contributions, awards, returns (P1-P4).

Decided in the same transaction as the table's events. A table without a link never comes here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ledger.baccarat.royal9 import RoyalAward, is_apart, level
from ledger.baccarat.wagers import Bet
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.meter import Meter, fixed
from ledger.link.carried import won_since
from ledger.link.draft import LinkDraft
from ledger.link.payment import hand_over, needs_supervisor, pay
from ledger.link.readings import facts_of
from ledger.link.reversal import reverse, since_fed
from ledger.link.seed import put_in_again, require_above
from ledger.link.state import KEPT_ROUNDS, FedRound, Link, award_name, name_of
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, has_tray
from ledger.table.round_state import RoundInProgress
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.rounds import in_order

ROYAL_9 = str(Bet.ROYAL_9)


def link_of(act: table_acts.Act, table: Table) -> str:
    """The link that an act at a table can have to do with: that of the round it names, else the table's own, or the one
    that it leaves. "" for none.
    """
    match act:
        case table_acts.UnlinkMeters():
            return act.link
        case (
            table_acts.MustHit()
            | table_acts.PayAward()
            | table_acts.ReverseAward()
            | table_acts.DecideDispute()
            | table_acts.Reverse()
        ):
            return table.link_of(act.round)
        case _:
            return table.link


def concerns(act: table_acts.Act, pending: Iterable[Event]) -> bool:
    """Whether an act at a linked table can have to do with its link."""
    return isinstance(act, _OF_LINKS) or any(
        isinstance(event, e.NoMoreBets | e.RoundSettled | e.RoundVoided | e.RoundReversed)
        for event in pending
    )


_OF_LINKS: Final = (
    table_acts.Adopt,
    table_acts.LinkMeters,
    table_acts.UnlinkMeters,
    table_acts.MustHit,
    table_acts.MeterReading,
    table_acts.PayAward,
    table_acts.ReverseAward,
    table_acts.DecideDispute,
)


def follow(
    link: Link,
    before: Table,
    of: Draft,
    act: table_acts.Act,
    is_closed: Callable[[str], bool],
) -> LinkDraft:
    """The link as it would be, and its events that follow from what was decided at a table; the table may get some of
    its own.

    of: the draft of the table, decided. before: the table before the act. is_closed: tells of a gaming day whether
    its books are. Raises Refused.
    """
    draft = LinkDraft(link, of)
    match act:
        case table_acts.LinkMeters():
            _require_fits(draft)
            draft.record(link_events.TableLinked, table=before.code)
        case table_acts.UnlinkMeters():
            draft.record(link_events.TableUnlinked, table=before.code)
        case table_acts.Adopt():
            _require_fits(draft)
        case table_acts.MustHit():
            _must_hit(draft, act, is_closed)
        case table_acts.MeterReading():
            stamp = of.stamp
            facts = facts_of(link, act, stamp.at, stamp.day, of.past)
            draft.record(link_events.MeterRead, **facts)
        case table_acts.PayAward():
            pay(draft, act)
        case table_acts.ReverseAward():
            reverse(draft, act)
        case table_acts.DecideDispute():
            _overturn(draft, act)
        case _:
            _play(draft, before.round)
    return draft


def _require_fits(draft: LinkDraft) -> None:
    """The table offers the game of its link: stake, meters, seeds, shares, maxima."""
    link, table = draft.link, draft.of.table
    wager_cents, meters = table.submission.link_terms
    if (wager_cents, sorted(meters)) != link.game:
        raise Refused(
            "link_differs",
            f"Table {table.code} does not offer the Royal 9 game of {link.code}.",
            "Its stake and its meters, their seeds, shares and maxima must be those of the link.",
            table=table.code,
            link=link.code,
            rules=table.rules,
        )


# -- the round


def _play(draft: LinkDraft, before: RoundInProgress | None) -> None:
    wagers = list(before.wagers) if before else []
    for event in list(draft.of.pending):
        match event:
            case e.WagersPlaced():
                wagers += event.wagers
            case e.NoMoreBets():
                _contribute(draft, event, [w for w in wagers if w.bet == ROYAL_9])
            case e.RoundSettled():
                seats = [
                    line.seat
                    for line in event.lines
                    if line.bet == ROYAL_9 and line.result == "win" and not line.returned
                ]
                hands = (event.player, event.banker)
                _award(draft, _won(draft.of, event, seats, hands))
            case e.RoundVoided():
                _give_back(draft, event, before)
            case e.RoundReversed():
                _take_out(draft, event)
            case _:
                pass


def _contribute(draft: LinkDraft, event: e.NoMoreBets, wagers: Sequence[e.WagerLine]) -> None:
    """All Royal 9 wagers of the round feed the meters when bets close."""
    if not wagers:
        return
    of_round = draft.of.table.link_of(event.round)
    if of_round != draft.link.code:
        raise Refused(
            "link_left",
            f"Round {event.round} is of when its table fed {of_round}, which it has left.",
            "Leave its Royal 9 wagers out, and correct the books and the meters instead.",
            round=event.round,
            link=of_round,
        )
    staked = sum(wager.cents for wager in wagers)
    draft.record(
        link_events.ContributionsTaken,
        day=event.day,
        round=event.round,
        table=draft.of.table.code,
        seats=sorted(wager.seat for wager in wagers),
        staked_cents=staked,
        lines=[meter.takes(staked) for meter in draft.link.meters.values()],
    )


class _Won(NamedTuple):
    """A level reached and what it pays, with its evidence. day: on which it counts, "" for that of the act. hands: the
    first four cards, where they decided it.
    """

    round: str
    day: str
    seat: int
    level: str
    award: RoyalAward
    hands: tuple[Sequence[str], Sequence[str]]


def _award(
    draft: LinkDraft, wons: Iterable[_Won], *, held: bool = False, as_of_round: bool = False
) -> None:
    """What is won of meters, in payment order: the next of the same meter gets it reseeded. A fixed award waits.

    as_of_round: the result came after its round. The meter is read as it was after the contributions of that round, and
    not as it is now; and what is paid leaves the tray now, whichever day the round is of: a count may lie between. It
    waits to be paid where the tray has been counted and closed meanwhile.
    """
    for won in wons:
        table, link = draft.of.table.code, draft.link
        meter = link.as_of(table, won.round) if as_of_round else _read(link, won.award)
        cents, reseed_cents = meter.award(won.award.share_bps)
        draft.record(
            link_events.AwardWon,
            day=won.day,
            round=won.round,
            table=draft.of.table.code,
            seat=won.seat,
            level=won.level,
            meter=won.award.meter,
            share_bps=won.award.share_bps,
            reading=meter.visible,
            cents=cents,
            reseed_cents=reseed_cents,
            player=list(won.hands[0][:2]),
            banker=list(won.hands[1][:2]),
            held=held,
            as_of_round=as_of_round,
        )
        there = not as_of_round or has_tray(draft.of)
        if there and not held and not needs_supervisor(link, won.award.meter, cents):
            name = award_name(won.round, won.seat, won.award.meter)
            day = "" if as_of_round else won.day
            hand_over(draft, draft.link.owed[name], day, "tray")


def _read(link: Link, award: RoyalAward) -> Meter:
    return link.meters.get(award.meter) or fixed(award.cents)


def _won(
    of: Draft,
    event: e.RoundSettled | e.RoundVoided,
    seats: Iterable[int],
    hands: tuple[Sequence[str], Sequence[str]],
) -> Iterator[_Won]:
    """The seats whose highest level is a meter's, or a fixed award at the property's limit or above it."""
    paytable = of.table.offering.royal_9
    for seat in seats:
        reached = paytable and level(paytable, seat, *hands)
        if paytable and reached and is_apart(paytable.awards[reached], of.award_limit):
            award = paytable.awards[reached]
            if not award.meter:
                award = RoyalAward(award.cents, link_events.PAYTABLE, link_events.WHOLE_BPS)
            yield _Won(event.round, event.day, seat, str(reached), award, hands)


def _give_back(draft: LinkDraft, event: e.RoundVoided, before: RoundInProgress | None) -> None:
    """Contributions go out of the meters, down to their seeds; one that the cards had won is held for a ruling."""
    fed = draft.link.fed.get(draft.of.table.code)
    if fed is None or fed.round != event.round:
        return
    since = since_fed(draft.link.code, event.round, draft.of.past.back_to).events
    draft.record(
        link_events.ContributionsReturned,
        day=event.day,
        round=event.round,
        table=draft.of.table.code,
        lines=list(fed.lines),
        reseeded=put_in_again(draft.link, fed.lines, since),
    )
    if before is not None and before.player:
        hands = (before.player, before.banker)
        _award(draft, _won(draft.of, event, reversed(fed.seats), hands), held=True)


def _take_out(draft: LinkDraft, event: e.RoundReversed) -> None:
    """Contributions of a reversed round go out of the meters; what somebody has won since stays won."""
    taken: link_events.ContributionsTaken | None = None
    won: dict[str, str] = {}
    since = since_fed(draft.link.code, event.round, draft.of.past.back_to).events
    for each in since:
        match each:
            case link_events.ContributionsTaken() if each.round == event.round:
                taken = each
                won.clear()
            case link_events.AwardWon() if each.moves_meter or each.round == event.round:
                won[name_of(each)] = each.meter
            case link_events.AwardReversed():
                won.pop(name_of(each), None)
            case link_events.ContributionsReturned() if each.round == event.round:
                taken = None
            case _:
                pass
    if taken is None:
        return
    own = [name for name in won if name.startswith(f"{event.round}/")]
    others = {meter for name, meter in won.items() if name not in own}
    if others:
        raise won_since(event.round, sorted(others))
    if own:
        raise Refused(
            "award_won",
            f"In round {event.round} {won[own[0]]} was won.",
            "Take the award back first: pit meter award-reverse.",
            round=event.round,
            meter=won[own[0]],
        )
    if not draft.link.retired_to:
        require_above(draft.link, event.round, taken.lines, since)
    draft.record(
        link_events.ContributionsReturned,
        day=event.day,
        round=event.round,
        table=taken.table,
        lines=list(taken.lines),
    )


# -- must hit, and awards that wait


def _must_hit(draft: LinkDraft, act: table_acts.MustHit, is_closed: Callable[[str], bool]) -> None:
    """The controller names a winner among those who took part; the ledger caps the award (ma-big 13(j)).

    It is won on the day of its round; where that is closed, on the open day, as a correction is posted there.
    """
    table, link = draft.of.table, draft.link
    if link_events.MUST_HIT not in link.meters:
        raise Refused(
            "no_must_hit",
            f"{link.code} has no must-hit meter.",
            "Check the controller's link.",
            link=link.code,
        )
    fed = _round_of(draft, act)
    if table.round is not None and table.round.id == fed.round:
        raise Refused(
            "round_in_progress",
            f"Round {fed.round} is in progress; its must-hit result has to wait.",
            "Settle or void the round first.",
            round=fed.round,
        )
    if act.seat not in fed.seats:
        raise Refused(
            "took_no_part",
            f"Seat {act.seat} took no part in the Royal 9 wagers of {fed.round}.",
            "Check the seat and the round with the controller.",
            seat=act.seat,
            round=fed.round,
            seats=list(fed.seats),
        )
    if fed.hit:
        raise Refused(
            "hit_already",
            f"The must-hit winner of {fed.round} is on record.",
            "A round has one.",
            round=fed.round,
        )
    if award_name(fed.round, act.seat, link_events.MUST_HIT) in link.reversed:
        raise Refused(
            "award_reversed",
            f"The must-hit award of {fed.round} to seat {act.seat} went back into its meter already.",
            "Check the seat with the controller; what was taken back is not won again.",
            round=fed.round,
            seat=act.seat,
            meter=link_events.MUST_HIT,
        )
    award = RoyalAward(0, link_events.MUST_HIT, link_events.WHOLE_BPS)
    of_round = fed.round.split(":")[1]
    day = "" if is_closed(of_round) else of_round
    won = _Won(fed.round, day, act.seat, link_events.MUST_HIT, award, ((), ()))
    # A meter that was won meanwhile, or has fallen otherwise, does not hold what it showed then: somebody has to look.
    held = fed.void or fed.won_since or link.meters[link_events.MUST_HIT].visible < fed.shown
    _award(draft, [won], held=held, as_of_round=True)


def _round_of(draft: LinkDraft, act: table_acts.MustHit) -> FedRound:
    """The round of a must-hit result: the one it names, else the last that had fed the meter at its moment.

    Without a name it is refused where a round without Royal 9 wagers may have been played between the two.
    """
    table = draft.of.table
    recent = draft.link.recent.get(table.code, ())
    at = draft.of.stamp.at
    found = [fed for fed in recent if (fed.round == act.round if act.round else fed.at <= at)]
    if found and (act.round or not _may_be_another(table, recent, found[-1])):
        return found[-1]
    said = act.round or "that moment"
    raise Refused(
        "no_such_result",
        f"No Royal 9 wagers at {table.code} are known that a must-hit result of {said} can belong to.",
        f"Name the round, one of the last {KEPT_ROUNDS} with Royal 9 wagers.",
        table=table.code,
        round=act.round,
    )


def _may_be_another(table: Table, recent: Sequence[FedRound], fed: FedRound) -> bool:
    """Whether a round without Royal 9 wagers came right after this one: who knows when."""
    day, n, _ = in_order(fed.round)
    following = f"{table.code}:{day}:{n + 1}"
    if table.round is not None and table.round.id == following and not table.round.closed:
        return False
    return n < table.rounds.get(day, 0) and all(each.round != following for each in recent)


def _overturn(draft: LinkDraft, act: table_acts.DecideDispute) -> None:
    """The awards that a ruling takes back; who rules, and who of accounting approves, answer for it."""
    for award in act.awards:
        overturned = table_acts.ReverseAward(
            source=act.source,
            seq=act.seq,
            at=act.at,
            by=act.by,
            table=act.table,
            round=act.round,
            seat=award.seat,
            meter=award.meter,
            document=act.document,
            reason=act.reason,
            authorised_by=act.decided_by,
            second=act.accounting,
            handed_back=award.handed_back,
        )
        reverse(draft, overturned)

"""Acts of progressive links that are no act of one table: installing, correcting, new rates."""

from typing import Final

from ledger.events import link as link_events
from ledger.events.base import Event, Recorded
from ledger.events.meter import UNITS, Meter
from ledger.link import state as link_state
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink, ReadMeter, RetireLink
from ledger.link.readings import facts_of
from ledger.table.draft import Past
from ledger.transaction.unit import UnitOfWork
from ledger.values.calendar import to_micros
from ledger.values.codes import CODE
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.numbers import verify_held

SUPERVISOR_ABOVE_CENTS: Final = 120_000
"""An award above it needs a supervisor, where neither the submission nor the installation says another threshold."""


def install(unit: UnitOfWork, act: InstallLink) -> tuple[Recorded, ...]:
    """Put the meters of a submission into service at their seeds. Raises Refused, NotFound."""
    submission = unit.catalogue.load(act.rules, act.options)
    wager_cents, terms = link_state.terms_of(submission, act.reserve_bps)
    of_rules = submission.royal_9 and submission.royal_9.supervisor_above_cents
    given = [each for each in (act.supervisor_above_cents, of_rules) if each is not None]
    known = unit.loader.spelled(act.link, "link")
    if not CODE.fullmatch(act.link) or unit.loader.link(known) is not None:
        raise Refused(
            "link_exists",
            f"{known} is a link already, or cannot be one's code.",
            "pit meter link adds tables to a link; a new one needs a code of its own.",
            link=act.link,
        )
    installed = unit.stamp(act).on(
        link_events.LinkInstalled,
        link=act.link,
        rules=submission.id,
        rules_version=submission.version,
        rules_sha256=submission.sha256,
        wager_cents=wager_cents,
        meters=terms,
        supervisor_above_cents=given[0] if given else SUPERVISOR_ABOVE_CENTS,
        authorised_by=act.authorised_by,
    )
    unit.pending.read(link_events.stream(act.link), 0)
    unit.gate.hold_spelling(link_events.stream(act.link), link_events.LinkInstalled)
    return _record(unit, link_state.Link(), act.link, installed)


def adjust(unit: UnitOfWork, act: AdjustMeter) -> tuple[Recorded, ...]:
    """Add cents to what a meter shows, or take them off: documented, by two people (X26).

    Never below its seed, nor above the most it pays; and a document serves once, for tables and meters alike.
    """
    link_state.require_document((act.authorised_by, act.second), act.document, act.reason)
    link = unit.standing.link(act.link)
    link_state.require_meter(link.meters, act.meter, link.code)
    _verify_bounds(link.meters[act.meter], act)
    document = [f"correction:{act.document}"]
    unit.keys.verify_unused(document, ())
    unit.keys.use(document)
    corrected = unit.stamp(act).on(
        link_events.MeterCorrected,
        meter=act.meter,
        cents=act.cents,
        document=act.document,
        reason=act.reason,
        authorised_by=act.authorised_by,
        second=act.second,
    )
    return _record(unit, link, act.link, corrected)


def _verify_bounds(meter: Meter, act: AdjustMeter) -> None:
    """A meter below its seed may be raised, and one above its maximum lowered; neither the other way round."""
    seed, most = meter.terms.seed_cents, meter.terms.maximum_cents
    after = meter.visible + act.cents * UNITS
    facts = {"link": act.link, "meter": act.meter, "cents": act.cents}
    if not act.cents:
        raise Refused(
            "not_an_amount",
            f"A correction of {act.cents} cents cannot be.",
            "Give the amount that is missing, or too much.",
            **facts,
        )
    if act.cents < 0 and after < seed * UNITS:
        raise Refused(
            "below_seed",
            f"The {act.meter} meter of {act.link} starts at {dollars(seed)}; it cannot be lowered below that.",
            "Check the amount with what the meter shows: pit meter show.",
            **facts,
            reading=meter.visible,
            seed_cents=seed,
        )
    if act.cents > 0 and most and after > most * UNITS:
        raise Refused(
            "above_maximum",
            f"The {act.meter} meter of {act.link} pays at most {dollars(most)}; it cannot be raised above that.",
            "Check the amount with what the meter shows: pit meter show.",
            **facts,
            reading=meter.visible,
            maximum_cents=most,
        )
    verify_held(after // UNITS, "the meter")


def retire(unit: UnitOfWork, act: RetireLink) -> tuple[Recorded, ...]:
    """Take a link out of service: all that its meters hold goes into those of another, on a document that two people
    answer for. Nothing is lost by it, nor made nothing. Raises Refused, NotFound.
    """
    link_state.require_document((act.authorised_by, act.second), act.document, act.reason)
    link, other = unit.standing.link(act.link), unit.standing.link(act.to)
    link_state.require_in_service(other)
    _verify_can_retire(link, other)
    document = [f"correction:{act.document}"]
    unit.keys.verify_unused(document, ())
    unit.keys.use(document)
    stamp, lines = unit.stamp(act), link_state.held(link)
    signed = {"document": act.document, "authorised_by": act.authorised_by, "second": act.second}
    retired = stamp.on(
        link_events.LinkRetired, to=other.code, lines=lines, reason=act.reason, **signed
    )
    gone = _record(unit, link, link.code, retired)
    received = stamp.on(
        link_events.BalanceReceived,
        retired=link.code,
        retired_version=gone[0].originator_version,
        lines=lines,
        **signed,
    )
    return (*gone, *_record(unit, other, other.code, received))


def _verify_can_retire(link: link_state.Link, other: link_state.Link) -> None:
    """Nobody feeds it or waits for an award of it, and the other has its meters."""
    if link.tables:
        raise Refused(
            "tables_linked",
            f"{', '.join(link.tables)} {'feeds' if len(link.tables) == 1 else 'feed'} {link.code}.",
            "Take its tables from it first: pit meter unlink, or pit meter move.",
            link=link.code,
            tables=list(link.tables),
        )
    if link.owed:
        award = next(iter(link.owed.values()))
        raise Refused(
            "award_waits",
            f"An award of {award.round} to seat {award.seat} waits to be paid of {link.code}.",
            "Pay the awards that wait first, or rule on them: pit meter award.",
            link=link.code,
            awards=list(link.owed),
        )
    lacking = sorted(link.meters.keys() - other.meters.keys())
    if lacking or link.code == other.code:
        raise Refused(
            "no_such_balance",
            f"What {link.code} holds has no place in {other.code}.",
            "Name another link, which has all its meters.",
            link=link.code,
            to=other.code,
            meters=lacking,
        )


def read(unit: UnitOfWork, act: ReadMeter) -> tuple[Recorded, ...]:
    """Record what the sign shows of a meter, beside what the ledger shows of it. Raises Refused, NotFound."""
    link, stamp = unit.standing.link(act.link), unit.stamp(act)
    past = Past(back_to=unit.standing.back_to, link_at=unit.loader.link_at)
    facts = facts_of(link, act, stamp.at, stamp.day, past)
    return _record(unit, link, act.link, stamp.on(link_events.MeterRead, **facts))


def change_rates(unit: UnitOfWork, act: ChangeRates) -> tuple[Recorded, ...]:
    """Take over another submission's seeds and rates, with notice; what the meters show stays."""
    submission = unit.catalogue.load(act.rules, act.options)
    wager_cents, terms = link_state.terms_of(submission, act.reserve_bps)
    if not act.authorised_by or not act.document or act.notice_at > act.at:
        raise Refused(
            "rates_unnoticed",
            "New rates need a notice given before, its document, and who authorised them.",
            "Name all three.",
            authorised_by=act.authorised_by,
            document=act.document,
        )
    link = unit.standing.link(act.link)
    game = (wager_cents, sorted(each.meter for each in terms))
    if game != (link.wager_cents, sorted(link.meters)):
        raise Refused(
            "link_differs",
            f"{submission.id} has another Royal 9 game than {act.link}.",
            "New rates come from a submission with the same stake and meters.",
            link=act.link,
            rules=submission.id,
        )
    changed = unit.stamp(act).on(
        link_events.RatesChanged,
        meters=terms,
        notice_at=to_micros(act.notice_at),
        authorised_by=act.authorised_by,
        document=act.document,
    )
    return _record(unit, link, act.link, changed)


def _record(
    unit: UnitOfWork, before: link_state.Link, code: str, event: Event
) -> tuple[Recorded, ...]:
    link_state.require_in_service(before)
    link = before.copy()
    link.apply(event)
    recorded = unit.append(link_events.stream(code), event)
    unit.standing.links.hold(link.code, link)
    return recorded

"""The passes: rows in, findings out, and nothing else. Each looks at one thing."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ledger.events.finding import EventPlace, Finding
from ledger.events.link import UNITS_A_CENT
from ledger.events.tray import IN_THE_TRAY
from ledger.values.money import dollars
from ledger.values.numbers import counted
from projections.figures.arithmetic import exact, known_sum
from projections.figures.awards import DIFFERS as AWARD_DIFFERS
from projections.figures.awards import Award
from projections.figures.finding_kinds import CORRECTED
from projections.figures.win import Win
from projections.models.evidence import About, EvidenceRow
from projections.models.exceptions import DROP_RECOUNTED, RECORD_REFUSED
from projections.models.inventory import BUY_IN, CLOSER, CREDIT, FILL, OPENER, InventoryRow
from projections.reconcile.counts import (
    box_counts,
    counted_blind,
    counted_once,
    drop_to_come,
    openers,
)
from projections.reconcile.day import Day, Mark
from projections.reconcile.finding import found, open_since
from projections.reconcile.forms import of_forms, of_hand
from projections.reconcile.performance import of_band, of_base
from projections.reconcile.rounds import of_rounds
from projections.reconcile.slips import of_numbers, of_slips, of_slips_in_hand


class _Variance(NamedTuple):
    """A variance: where it stands among the figures, and the records beside the hands that it rests on. figures: those
    whose corrections move it, with the side they move it to.
    """

    code: str
    figure: Callable[[Win], int | None]
    kinds: frozenset[str]
    about: frozenset[str]
    figures: Mapping[str, int]


_VARIANCES: Final = (
    _Variance(
        "tray_variance",
        lambda win: win.tray_variance,
        frozenset({OPENER, CLOSER, FILL, CREDIT, BUY_IN}),
        frozenset(),
        {"closer": 1, **{figure: -side for figure, side in IN_THE_TRAY.items() if side}},
    ),
    _Variance(
        "drop_variance",
        lambda win: win.drop_variance,
        frozenset({BUY_IN}),
        frozenset({About.DROP}),
        {"drop": 1, "buy_ins": -1},
    ),
    _Variance(
        "form_variance",
        lambda win: win.form_variance,
        frozenset(),
        frozenset({About.DROP, About.DOCUMENTED}),
        {"vig_documented": -1},
    ),
)


def _said(day: Day, *about: About) -> dict[str, list[EventPlace]]:
    """The events that speak of these, by what they speak of."""
    places: dict[str, list[EventPlace]] = {}
    for row in day.evidence:
        if row.about in about:
            places.setdefault(row.subject, []).append(EventPlace(row.stream, row.version))
    return places


def variances(day: Day) -> Iterator[Finding]:
    """Tray, drop and forms, to the cent (A2), and what of each comes of corrections (A4). An unknown variance is no
    finding here: what is missing for it is one.
    """
    moved: dict[str, list[InventoryRow]] = {}
    for row in day.inventory:
        moved.setdefault(row.table, []).append(row)
    said: dict[str, list[EvidenceRow]] = {}
    for each_row in day.evidence:
        said.setdefault(each_row.subject, []).append(each_row)
    for win in day.tables:
        for each in _VARIANCES:
            cents = each.figure(win)
            if cents:
                places = [
                    EventPlace(row.stream, row.version)
                    for row in moved.get(win.table, ())
                    if row.kind in each.kinds
                ]
                places += [
                    EventPlace(row.stream, row.version)
                    for row in said.get(win.table, ())
                    if row.about in each.about
                    or (row.about == About.CORRECTION and row.figure in each.figures)
                ]
                made, documents = _corrected(day, win.table, each.figures)
                yield found(
                    each.code,
                    win.table,
                    day.day,
                    table=win.table,
                    cents=cents,
                    events=places,
                    about=_beside(cents, made, documents),
                    kind=CORRECTED if made == cents else None,
                )


def _corrected(day: Day, table: str, figures: Mapping[str, int]) -> tuple[int, str]:
    """What of a table's variance comes of the corrections posted on the day, in cents; and their documents."""
    posted = [
        each
        for each in day.corrections
        if (each.gaming_day, each.table) == (day.day, table) and each.figure in figures
    ]
    documents = ", ".join(dict.fromkeys(each.document for each in posted))
    return sum(figures[each.figure] * each.cents for each in posted), documents


def _beside(cents: int, made: int, documents: str) -> str:
    """How far a variance is out. made: what of it comes of corrections, by their documents."""
    said = f"It is {dollars(abs(cents))} {'over' if cents > 0 else 'short'}"
    if made == cents:
        return f"{said}, by correction {documents}."
    of_it = (
        f" Of it {dollars(abs(made))} {'over' if made > 0 else 'short'} by correction {documents}."
    )
    return f"{said}.{of_it if made else ''}"


def missing_counts(day: Day) -> Iterator[Finding]:
    """Openers, closers and drops that nobody counted (A1, A3), also of a table at which nothing moved."""
    opened = _opened(day)
    for win in day.tables:
        if win.table in day.stood_open or _was_open(win):
            for code, figure in (
                ("opener_unknown", win.opener),
                ("table_not_closed", win.closer),
                ("drop_not_counted", win.drop),
            ):
                if figure is None:
                    # A table that is not closed was opened, unless that was on a day before.
                    events = opened.get(win.table, ()) if code == "table_not_closed" else ()
                    about = drop_to_come(day, win.table) if code == "drop_not_counted" else ""
                    yield found(
                        code, win.table, day.day, table=win.table, events=events, about=about
                    )


def tray_only(day: Day) -> Iterator[Finding]:
    """Tables run on their tray alone: what they should hold is not known, and somebody has to say so."""
    opened = _opened(day)
    for win in day.tables:
        if win.hands is False:
            events = opened.get(win.table, ())
            yield found("hands_not_recorded", win.table, day.day, table=win.table, events=events)


def _opened(day: Day) -> dict[str, list[EventPlace]]:
    """The day's openers, by table."""
    opened: dict[str, list[EventPlace]] = {}
    for row in day.inventory:
        if row.kind == OPENER:
            opened.setdefault(row.table, []).append(EventPlace(row.stream, row.version))
    return opened


def _was_open(win: Win) -> bool:
    """Whether there was anything to count, of a table that is not said to have stood open: not where only a late
    correction is on the day's books.
    """
    moved = win.rounds or win.voids or win.fills or win.credits or win.buy_ins
    return bool(moved) or win.opener is not None or win.closer is not None


def rounds(day: Day) -> Iterator[Finding]:
    """Rounds that began and never ended, and reversed ones in whose place there is none."""
    yield from of_rounds(day.rounds, day.exceptions, day.day)


def outstanding_vigorish(day: Day) -> Iterator[Finding]:
    """What seats owe at the end of the day, and where it was marked (V4)."""
    marked: dict[str, list[Mark]] = {}
    for mark in day.marks:
        if mark.cents is None or mark.cents > 0:
            marked.setdefault(mark.table, []).append(mark)
    owed = {win.table: win.vig_outstanding for win in day.tables if (win.vig_outstanding or 0) > 0}
    # Of a table that did nothing on the day, the marks say what is owed.
    idle = sorted(marked.keys() - {win.table for win in day.tables})
    for table, cents in (*owed.items(), *((of, _owed(marked[of])) for of in idle)):
        marks = marked.get(table, [])
        first = min((mark.day for mark in marks), default=day.day)
        yield found(
            "vigorish_outstanding",
            table,
            day.day,
            table=table,
            cents=cents,
            events=[mark.place for mark in marks],
            about="" if cents is None else f"{dollars(cents)} in all.",
            since=first if first and first < day.day else None,
        )


def owed_back(day: Day) -> Iterator[Finding]:
    """What was collected of reversed rounds and not handed back: no other seat's vigorish makes up for it."""
    backs: dict[str, list[Mark]] = {}
    for mark in day.marks:
        if mark.cents is not None and mark.cents < 0:
            backs.setdefault(mark.table, []).append(mark)
    for table, marks in sorted(backs.items()):
        cents = -sum(mark.cents or 0 for mark in marks)
        yield found(
            "vigorish_owed_back",
            table,
            day.day,
            table=table,
            cents=cents,
            events=[mark.place for mark in marks],
            about=f"{dollars(cents)} in all.",
        )


def _owed(marks: Iterable[Mark]) -> int | None:
    return known_sum(*(mark.cents for mark in marks))


def recorded(day: Day) -> Iterator[Finding]:
    """Refused records of feeds, and counts that replaced another."""
    for row in day.exceptions:
        if row.kind in {RECORD_REFUSED, DROP_RECOUNTED}:
            yield found(
                row.kind,
                row.subject if row.kind == RECORD_REFUSED else f"{row.table}:{row.version}",
                day.day,
                table=row.table or None,
                cents=row.cents,
                events=[EventPlace(row.stream, row.version)],
                about=f"{row.code}: {row.message}" if row.code else "",
            )


def forms(day: Day) -> Iterator[Finding]:
    """Every form that is not matched with its copies, and the unused ones that were not counted (F2, F6)."""
    yield from of_forms(day.forms, _said(day, About.FORM), day.day)
    yield from of_hand(day.in_hand, day.day)


def slips(day: Day) -> Iterator[Finding]:
    """Numbers of slips that are not accounted for, and slips that are not matched from both sides (A3)."""
    yield from of_numbers(day.slips, day.inventory, day.slips_matched, day.day)
    yield from of_slips(day.slips_matched, day.day)
    yield from of_slips_in_hand(day.slips_in_hand, day.day)


def meters(day: Day) -> Iterator[Finding]:
    """What meters took, gave back and paid against the wagers and their own readings; awards that wait (P4, P6)."""
    for each in day.differences:
        yield found(
            f"meter_{each.finding}",
            each.round,
            day.day,
            table=each.table,
            about=f"In ten-thousandths of a cent: {each.what}.",
            events=[
                *_places(f"table:{each.table}", each.table_versions),
                *_places(f"link:{each.link}", each.link_versions),
            ],
        )
    for award in day.award_differences:
        yield _award_differs(day, award)
    for award in day.awards:
        code = "award_held" if award.status == "held" else "award_unpaid"
        yield _about_award(day, code, award, award.cents)


def _award_differs(day: Day, award: Award) -> Finding:
    if award.finding == AWARD_DIFFERS:
        about = f"{dollars(award.cents)} on record, {dollars(award.due)} due."
        return _about_award(day, award.finding, award, award.cents - award.due, about)
    about = (
        f"{dollars(award.settled)} on record, {dollars(award.to_settle)} due;"
        f" from the tray {dollars(award.from_tray)}, {dollars(award.to_leave_tray)} due."
    )
    return _about_award(day, award.finding, award, award.settled - award.to_settle, about)


def _about_award(day: Day, code: str, award: Award, cents: int, about: str = "") -> Finding:
    versions = (award.won_version, award.settled_version or 0, award.reversed_version or 0)
    return found(
        code,
        f"{award.round}:{award.seat}:{award.meter}",
        day.day,
        table=award.table,
        cents=cents,
        about=about,
        events=_places(f"link:{award.link}", versions),
    )


def _places(stream: str, versions: Iterable[int]) -> list[EventPlace]:
    """The events of a stream that there are: a version of 0 is none."""
    return [EventPlace(stream, version) for version in versions if version]


def signs(day: Day) -> Iterator[Finding]:
    """What signs showed that the ledger does not, in whole cents too; meters without a closing reading, and must-hit
    meters without a winner (P6).
    """
    for each in day.readings:
        if each.difference:
            apart = abs(each.difference)
            before = f", as on {counted(each.days - 1, 'day')} before" if each.days > 1 else ""
            yield found(
                "meter_reading_differs",
                f"{each.link}:{each.meter}:{each.occasion}",
                day.day,
                cents=apart // UNITS_A_CENT * (1 if each.difference > 0 else -1),
                about=f"It showed {exact(apart)} {'more' if each.difference > 0 else 'less'} at {each.occasion}"
                f"{before}.",
                events=_places(f"link:{each.link}", (each.version,)),
                since=each.since if each.since and each.since < day.day else None,
            )
    for full in day.reached:
        facts: dict[str, Any] = {"table": full.table, "cents": full.shown}
        facts["about"] = f"{full.link} showed {dollars(full.shown)} {full.when}."
        facts["events"] = _places(f"link:{full.link}", (full.version,))
        yield found("meter_at_maximum", full.link, day.day, **facts)
    for link, names in day.unread.items():
        about = f"{link}: {', '.join(names)}."
        yield found("meter_not_read", link, day.day, about=about)


def coupons(day: Day) -> Iterator[Finding]:
    """Coupons that the house kept: paper that somebody must have in hand."""
    said = _said(day, About.COUPON)
    for each in day.coupons:
        if each.kept:
            yield found(
                "coupons_kept",
                each.table,
                day.day,
                table=each.table,
                cents=each.face,
                events=said.get(each.table, ()),
                about=f"{each.kept} of {dollars(each.face)} face in all.",
            )


def disputes(day: Day) -> Iterator[Finding]:
    """Disputes without a ruling (U3)."""
    said = _said(day, About.DISPUTE)
    for each in day.disputes:
        if each.ruling is None:
            yield found(
                "dispute_open",
                each.round,
                day.day,
                table=each.table,
                about=each.claim,
                events=said.get(each.round, ()),
            )


def carried(day: Day) -> Iterator[Finding]:
    """What stayed open when an earlier day was closed is a finding of each day until it is settled."""
    for each in day.carried:
        yield found(
            each.code,
            each.subject,
            day.day,
            table=each.table,
            cents=each.cents,
            events=each.events,
            about=each.about,
            since=each.since,
        )


def performance(day: Day) -> Iterator[Finding]:
    """Wins and holds that chance does not explain: for information."""
    yield from of_band(day.outside_band, day.day)
    yield from of_base(day.off_base, day.day)


PASSES: Final[tuple[Callable[[Day], Iterable[Finding]], ...]] = (
    variances,
    missing_counts,
    tray_only,
    rounds,
    outstanding_vigorish,
    owed_back,
    openers,
    box_counts,
    counted_blind,
    counted_once,
    slips,
    forms,
    meters,
    signs,
    coupons,
    disputes,
    recorded,
    carried,
    performance,
)
"""In the order in which accounting goes through them."""


def reconcile(day: Day) -> list[Finding]:
    """All that the passes find, each once, also where what is carried over is found on the day itself too."""
    once: dict[str, Finding] = {}
    for finding in (finding for each in PASSES for finding in each(day)):
        first = once.get(finding.id)
        once[finding.id] = finding if first is None else open_since(first, finding.since)
    return list(once.values())

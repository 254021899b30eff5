"""What was recorded, a line an event, in the words of the trade."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from ledger.events import award as award_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import operators as operator_events
from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.day import (
    CountEntered,
    DayClosed,
    DropCounted,
    DuplicatesReceived,
    DuplicatesTakenBack,
    FindingAcknowledged,
    SlipCopiesReceived,
)
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked, RecordRefused
from ledger.events.month import MonthClosed
from ledger.events.paper import REPORT, DocumentPrinted
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.property import (
    PropertyEstablished,
    PropertySettingsChanged,
    ReadModelsRebuilt,
)
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.store.codec import TOPIC_OF
from ledger.values.money import dollars, inventory
from ledger.values.numbers import counted
from ledger.values.prints import print_told
from ledger.values.text import escaped, hidden_in
from projections.figures.arithmetic import exact
from projections.queries.count_lines import box_counted, count_entered, part_of_slip
from projections.queries.words import (
    bought_in,
    cards,
    dealt,
    handed,
    irregular_card,
    paid,
    seat_or_dealer,
    settings,
    settled,
    simulated_round,
    wager,
    words,
)
from projections.replay.cited import recited


def describe(recorded: Recorded) -> str:
    """What one event says, in a line; a settled round has a line a wager below it."""
    event = recorded.event
    subject = recorded.originator_id.partition(":")[2] or recorded.originator_id
    return f"{subject}: {in_words(event)}"


def in_words(event: Event) -> str:
    """What one event says, without where: its own texts in one line each, whatever older ones hold."""
    fields = msgspec.to_builtins(event)
    if hidden_in(fields) is not None:
        event = msgspec.convert(escaped(fields), type(event))
    return LINES[type(event)](recited(event))


def in_json(recorded: Recorded) -> dict[str, Any]:
    """An event as programs get it: its place, its topic, its own fields; a version among these is that of rules."""
    fields: dict[str, Any] = msgspec.to_builtins(recorded.event, str_keys=True)
    if isinstance(recorded.event, CountEntered):  # Whoever counts next does so alone too.
        fields |= dict.fromkeys(("chips", "cents", "counts", "originals"))
    if "version" in fields:
        fields["rules_version"] = fields.pop("version")
    return {
        "stream": recorded.originator_id,
        "version": recorded.originator_version,
        "topic": TOPIC_OF[type(recorded.event)],
        **fields,
    }


def _wagers(lines: Iterable[e.WagerLine]) -> str:
    return "; ".join(wager(line) for line in lines) or "no wagers"


def _settlement(event: e.RoundSettled) -> str:
    head = f"round {event.round} settled: {event.announce}"
    return "\n".join([head, *(f"  {settled(line)}" for line in event.lines)])


def _signed(event: Any) -> str:
    return f"signed {event.dealer}, {event.supervisor}"


def _beside(event: e.TrayCounted) -> str:
    """`: $9,975.00, $25.00 less than it should hold`; of what is stated again, only that it is."""
    if event.again:
        return f", stated again: {dollars(event.tray_cents)}"
    if event.expected_cents is None:  # As it is shown; on record it is always there.
        return f": {dollars(event.tray_cents)}"
    cents = event.tray_cents - event.expected_cents
    than = f", {dollars(abs(cents))} {'more' if cents > 0 else 'less'} than it should hold"
    return f": {dollars(event.tray_cents)}{than if cents else ''}"


def _stands(event: e.TrayCounted) -> str:
    """`; closer of 2026-07-11 with $9,925.00, without $50.00 moved since`; nothing where it stands for none."""
    if not event.stands_at:
        return ""
    of = f"{event.figure} of {event.day}" if event.figure else f"end of shift {event.shift}"
    since = f", without {dollars(event.moved_cents)} moved since" if event.moved_cents else ""
    return f"; {of} with {dollars(event.stands_cents)}{since}"


def _numbers(what: str, numbers: Iterable[int]) -> str:
    return f"; {what}: {', '.join(map(str, numbers))}" if numbers else ""


def _property(event: MonthClosed) -> str:
    """`fills $400.00, drop unknown`: the last line of the books that were signed."""
    figures = event.books[-1].figures
    return ", ".join(
        f"{name.replace('_', ' ')} {'unknown' if cents is None else dollars(cents)}"
        for name, cents in figures.items()
    )


def _roles(roles: Iterable[str]) -> str:
    return ", ".join(role.replace("_", " ") for role in roles)


def _burned(event: shoe_events.ShoeStarted | shoe_events.ShoeRecut) -> str:
    if not event.burn:
        return "none burned"
    return f"{cards([event.burn])} and {event.burned - 1} more burned"


def _declined(
    event: shoe_events.CardsShuffled | shoe_events.ShoeRecut | shoe_events.CuratorChosen,
) -> str:
    return f", declined by {', '.join(map(str, event.declined))}" if event.declined else ""


def _done(event: shoe_events.CardsShuffled) -> str:
    """What was done with new or spread cards before, as far as somebody said."""
    shown = f"spread for seat {event.shown_to}, " if event.shown_to else ""
    return f"{shown}washed by {event.washed_by}, " if event.washed_by else shown


def _cut(event: shoe_events.CardsShuffled) -> str:
    """Nothing where the cards were not cut: a continuous shuffler's."""
    depth = event.cut_depth
    return f", cut {depth} cards in by {seat_or_dealer(event.cut_seat)}" if depth else ""


def _named(name: str, before: str = ", ") -> str:
    return f"{before}{name}" if name else ""


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _units(lines: Iterable[link_events.MeterUnits], sign: int = 1) -> str:
    return "; ".join(f"{words(x.meter)} {exact(sign * (x.visible + x.reserve))}" for x in lines)


def _terms(terms: link_events.MeterTerms) -> str:
    reserve = f" and {terms.reserve_bps} in reserve" if terms.reserve_bps else ""
    most = f", at most {dollars(terms.maximum_cents)}" if terms.maximum_cents else ""
    rate = f"{terms.visible_bps} basis points{reserve}"
    return f"{words(terms.meter)} from {dollars(terms.seed_cents)} with {rate}{most}"


def _handed(event: link_events.AwardReversed) -> str:
    """What became of the chips, where they had been handed over."""
    if not event.paid:
        return ""
    back = f"handed back, {event.handed_back}" if event.handed_back else "not handed back"
    return f", paid from the {event.paid}, {back}"


def _since(event: link_events.MeterCorrected) -> str:
    if not event.round:
        return ""
    return f", which those who won since round {event.round}, seat {event.seat} would have won more"


LINES: Mapping[type[Event], Callable[[Any], str]] = {
    PropertyEstablished: lambda x: f"{x.name}, {x.zone}, gaming day ends at {x.cutoff}",
    PropertySettingsChanged: lambda x: "; ".join(settings(x)),
    ReadModelsRebuilt: lambda x: (
        f"{', '.join(x.read_models)} made anew of a log that does not verify ({x.found}): {x.reason}"
    ),
    operator_events.OperatorRegistered: lambda x: (
        f"{x.operator} registered: {x.name}, licence {x.licence}, {_roles(x.roles)}"
        f"{_named(x.second, ', signed by ')}"
    ),
    operator_events.OperatorRolesChanged: lambda x: (
        f"{x.operator} is now {_roles(x.roles)}{_named(x.second, ', signed by ')}"
    ),
    operator_events.OperatorSuspended: lambda x: f"{x.operator} suspended: {x.reason}",
    operator_events.OperatorReinstated: lambda x: (
        f"{x.operator} reinstated{_named(x.reason, ': ')}"
    ),
    BooksProposed: lambda x: (
        f"books of {x.books} signed by {x.by} on event {x.books_at:,}, wait for {x.waits_for}"
    ),
    BooksRefused: lambda x: f"books of {x.books} not signed: {x.reason}",
    operator_events.PassphraseChosen: lambda x: f"{x.operator} has set a passphrase",
    operator_events.PassphraseGiven: lambda x: (
        f"{x.operator} has set a passphrase before {x.by}{_named(x.reason, ': ')}"
    ),
    operator_events.PassphraseFailed: lambda x: (
        f"somebody did not know the passphrase of {x.operator}, {counted(x.failures, 'time')} in a row"
    ),
    operator_events.PassphraseProven: lambda x: (
        f"{x.operator} knew the passphrase after {counted(x.failures, 'failure')}"
    ),
    DropCounted: box_counted,
    CountEntered: count_entered,
    DuplicatesReceived: lambda x: (
        f"duplicates received: {', '.join(each.serial for each in x.forms)}"
        f"{' (entered again)' if x.replaces else ''}"
    ),
    DuplicatesTakenBack: lambda x: f"duplicates taken back: {', '.join(x.serials)}: {x.reason}",
    DocumentPrinted: lambda x: (
        f"printed{f', print {x.copy} of its day' * (x.copy > 1)}"
        if x.document == REPORT
        else f"printed {print_told(x.copy)}".rstrip()
    ),
    form_events.SeriesReceived: lambda x: (
        f"forms {x.first} to {x.last} received, {x.copies} copies each"
    ),
    form_events.SeriesIssued: lambda x: f"issued to pit {x.pit}: {', '.join(x.clerks)}",
    form_events.FormIssued: lambda x: (
        f"form {x.number} issued: seat {x.seat} of {x.table}, {dollars(x.cents)};"
        f" signed {x.dealer}, {x.pit_boss}, {x.clerk}"
        f"{' and the patron' if x.patron_signed else ''}{', out of order' * x.out_of_order}"
    ),
    form_events.FormLost: lambda x: (
        f"form {x.number} lost: {x.reason}; authorised by {x.authorised_by}"
    ),
    form_events.FormsCounted: lambda x: (
        f"unused forms counted by {x.clerk}: {', '.join(f'{run.first} to {run.last}' for run in x.counted)}"
        f"{_numbers('not there', x.missing)}{_numbers('there against the record', x.beyond)}"
    ),
    form_events.FormVoided: lambda x: (
        f"form {x.number} void: {x.reason}; signed {x.pit_boss}, {x.clerk}"
        f"{f'; it was issued at {x.table}' if x.table else ''}"
    ),
    form_events.OriginalDropped: lambda x: (
        f"original of {x.number} dropped at {x.table} by {x.dealer} before {x.pit_boss}, {x.clerk}"
    ),
    form_events.CopiesForwarded: lambda x: (
        f"copies forwarded by {x.clerk}: {', '.join(map(str, x.numbers))}"
    ),
    SlipCopiesReceived: lambda x: (
        f"parts of slips, {x.side}: {', '.join(map(part_of_slip, x.copies))}{_named(x.day, ' of ')}"
    ),
    FindingAcknowledged: lambda x: (
        f"{x.finding} acknowledged{_named(dollars(x.cents), ', ') if x.cents else ''}: {x.reason}"
    ),
    DayClosed: lambda x: (
        f"books of {counted(len(x.books), 'table')} signed by {x.by} and {x.second}"
        f", {counted(len(x.findings), 'finding')} acknowledged"
    ),
    MonthClosed: lambda x: f"books of the month signed by {x.by} and {x.second}: {_property(x)}",
    RecordRefused: lambda x: f"line {x.line} set aside: {x.code}: {x.message}",
    FeedTokenIssued: lambda x: (
        f"{x.of_source} may feed {', '.join(x.tables) or 'every table'} by its token {x.number}"
    ),
    FeedTokenRevoked: lambda x: f"token {x.number} of {x.of_source} revoked: {x.reason}",
    e.TableCommissioned: lambda x: f"put into service in pit {x.pit}",
    e.RulesAdopted: lambda x: f"rules {x.rules} version {x.version} adopted ({x.sha256[:12]})",
    e.TableOpened: lambda x: (
        f"opened{' on its tray alone' * (x.hands is False)} with {dollars(x.opener_cents)}:"
        f" {inventory(x.opener)}; {_signed(x)}"
    ),
    TableJoinedPit: lambda x: (
        f"{x.table} is open under {x.rules_source}: "
        + ", ".join(f"{option} {choice}" for option, choice in x.choices.items())
    ),
    TableLeftPit: lambda x: f"{x.table} has closed",
    e.TableClosed: lambda x: (
        f"closed with {dollars(x.closer_cents)}: {inventory(x.closer)}; {_signed(x)}"
    ),
    e.TrayCounted: lambda x: (
        f"tray counted{_beside(x)}: {inventory(x.tray)}{_stands(x)}; {_signed(x)}"
    ),
    shoe_events.ShoeStarted: lambda x: (
        f"shoe {x.shoe} started: {x.decks} decks, {_burned(x)}, {x.left} cards left"
    ),
    shoe_events.DecksReceived: lambda x: (
        f"batch {x.batch} received and inspected: {x.decks} decks, {x.colour} backs; {_signed(x)}"
    ),
    shoe_events.CardsShuffled: lambda x: (
        f"{f'batch {x.batch} ' if x.batch else ''}{_done(x)}shuffled"
        f" ({words(x.procedure or x.method).lower()}){_named(x.checked_by, ', looked at by ')}"
        f"{_cut(x)}{_declined(x)}"
    ),
    shoe_events.CardsStored: lambda x: f"batch {x.batch} shuffled and stored in the shuffler",
    shoe_events.CardsHanded: lambda x: f"round {x.round}: {handed(x)} [{x.rule}]",
    shoe_events.ShoeRecut: lambda x: (
        f"cut again on the order of {x.ordered_by} ({x.reason}), {x.cut_depth} cards in by"
        f" {seat_or_dealer(x.cut_seat)}{_declined(x)}"
        f"{f'; {_burned(x)}, {x.left} cards left' if x.shoe else ''}"
    ),
    shoe_events.CardsSpread: lambda x: f"nobody plays: cards of shoe {x.shoe} spread face {x.face}",
    shoe_events.CuratorChosen: lambda x: (
        f"{seat_or_dealer(x.seat)} deals{', designated by a player' if x.designated else ''}{_declined(x)}"
        f" ({words(x.reason).lower()}{_named(x.ordered_by)}{_named(x.ordered_why, ': ')}) [{x.rule}]"
    ),
    shoe_events.CutCardSeen: lambda x: (
        f"cut card of shoe {x.shoe} seen: {x.rounds_left} rounds left"
    ),
    shoe_events.ShoeEnded: lambda x: (
        f"shoe {x.shoe} ended: {x.reason}"
        f"{', its whole set of cards is replaced' if x.replaced else ''}{_cited(x.rule)}"
    ),
    e.SeatTaken: lambda x: f"seat {x.seat} taken",
    e.SeatLeft: lambda x: f"seat {x.seat} left",
    e.BoughtIn: bought_in,
    e.WagersPlaced: lambda x: f"round {x.round}: {_wagers(x.wagers)}",
    e.WagerWithdrawn: lambda x: f"round {x.round}: withdrawn: {_wagers(x.wagers)}",
    e.NoMoreBets: lambda x: f"round {x.round}: no more bets",
    e.CardsDealt: lambda x: (
        f"round {x.round}: Player {cards(x.player)}, Banker {cards(x.banker)}; {x.left} cards left"
    ),
    e.ThirdCardDealt: lambda x: (
        f"round {x.round}: {words(x.hand)} draws {cards([x.card])} [{x.rule}]; {x.left} cards left"
    ),
    e.IrregularCard: lambda x: (
        f"{_named(x.round, 'round ')}{': ' * bool(x.round)}{irregular_card(x)}"
    ),
    e.RoundSimulated: simulated_round,
    e.HouseMoneyPressed: lambda x: (
        f"round {x.round}: seat {x.seat} presses {dollars(x.cents)} onto {words(x.onto)}"
    ),
    e.RoundSettled: _settlement,
    e.VigorishMarked: lambda x: f"vigorish marked: {'; '.join(map(paid, x.marks))}",
    e.VigorishCollected: lambda x: f"vigorish collected: {'; '.join(map(paid, x.lines))}",
    e.VigorishDocumented: lambda x: (
        f"vigorish documented on {x.serial}: {'; '.join(map(paid, x.lines))}"
    ),
    e.VigorishUncollected: lambda x: (
        f"vigorish not collected: {'; '.join(map(paid, x.lines))}: {x.reason} ({x.supervisor})"
        f"{_named(x.no_form, '; no form: ')}"
    ),
    e.VigorishRestored: lambda x: (
        f"{x.serial} is void, vigorish owed again: {'; '.join(map(paid, x.lines))}"
    ),
    e.RoundVoided: lambda x: (
        f"round {x.round} void: {x.reason}; handed back: {_wagers(x.returned)}"
        + (
            f"; House Money taken back: {'; '.join(map(paid, x.taken_back))}"
            if x.taken_back
            else ""
        )
    ),
    e.RoundReversed: lambda x: (
        f"round {x.round} reversed: {x.reason}{dealt(x)}"
        f"{_named('; '.join(map(paid, x.marks)), '; vigorish not owed: ')}"
        f"{_named('; '.join(map(paid, x.owed_back)), '; vigorish to be handed back: ')}"
        f"{_named(', '.join(x.coupons), '; coupons back: ')}"
        f" (approved {x.approved_by}{_named(x.document, '; ')})"
    ),
    e.VigorishHandedBack: lambda x: f"vigorish handed back: {'; '.join(map(paid, x.lines))}",
    e.MetersLinked: lambda x: f"Royal 9 wagers feed the meters of {x.link}",
    e.MetersUnlinked: lambda x: f"Royal 9 wagers feed the meters of {x.link} no more",
    award_events.AwardHandedOver: lambda x: (
        f"round {x.round}: seat {x.seat} handed {dollars(x.cents)} of {words(x.meter)} from the tray"
    ),
    award_events.AwardNotHandedOver: lambda x: (
        f"round {x.round}: seat {x.seat} not handed {dollars(x.cents)} of {words(x.meter)} from the tray after all"
    ),
    link_events.LinkInstalled: lambda x: (
        f"installed by {x.rules} version {x.rules_version}, authorised by {x.authorised_by}: "
        + "; ".join(map(_terms, x.meters))
    ),
    link_events.TableLinked: lambda x: f"{x.table} is linked",
    link_events.TableUnlinked: lambda x: f"{x.table} is linked no more",
    link_events.LinkRetired: lambda x: (
        f"retired, {_units(x.lines)} to {x.to}: {x.reason} ({x.document}; {x.authorised_by}, {x.second})"
    ),
    link_events.BalanceReceived: lambda x: (
        f"{_units(x.lines)} from {x.retired} ({x.document}; {x.authorised_by}, {x.second})"
    ),
    link_events.BalanceCarried: lambda x: (
        f"{_units(x.lines)} carried over from {x.link}"
        if x.link_version
        else f"{_units(x.lines, -1)} carried over to {x.link}"
    ),
    link_events.MeterRead: lambda x: (
        f"{words(x.meter)} read at {x.occasion}: {exact(x.shown + x.rolled_over)}"
        f"{_named(exact(x.rolled_over), ', of it rolled over ') if x.rolled_over else ''},"
        f" {exact(x.ledger)} in the ledger{_named(x.witness)}"
    ),
    link_events.RatesChanged: lambda x: (
        f"rates changed by {x.document}, authorised by {x.authorised_by}: "
        + "; ".join(map(_terms, x.meters))
    ),
    link_events.ContributionsTaken: lambda x: f"round {x.round} puts in {_units(x.lines)}",
    link_events.ContributionsReturned: lambda x: (
        f"round {x.round} {'undone' if x.undone else 'void'}, gives back {_units(x.lines)}"
        f"{_named(_units(x.reseeded), '; put in again ')}"
    ),
    link_events.AwardWon: lambda x: (
        f"round {x.round}: seat {x.seat} wins {dollars(x.cents)} of {words(x.meter)}"
        f" ({words(x.level)}{f'; the meter showed {exact(x.reading)}' if x.moves_meter else ''})"
        f"{', held for a ruling' if x.held else ''}"
    ),
    link_events.AwardPaid: lambda x: (
        f"round {x.round}: seat {x.seat} paid {dollars(x.cents)} of {words(x.meter)}, {x.place}"
        f"{_named(x.supervisor)}"
    ),
    link_events.AwardRefused: lambda x: (
        f"round {x.round}: {words(x.meter)} not paid to seat {x.seat}, {x.supervisor}: {x.reason}"
    ),
    link_events.AwardOwed: lambda x: (
        f"round {x.round}: {dollars(x.cents)} of {words(x.meter)} not handed to seat {x.seat} after all; it waits"
    ),
    link_events.AwardUndone: lambda x: (
        f"round {x.round} undone: seat {x.seat} has not won {dollars(x.cents)} of {words(x.meter)}"
    ),
    link_events.AwardReversed: lambda x: (
        f"round {x.round}: award of {dollars(x.cents)} of {words(x.meter)} to seat {x.seat} taken back"
        f"{_handed(x)}: {x.reason} ({x.document}; {x.authorised_by}, {x.second})"
    ),
    link_events.MeterCorrected: lambda x: (
        f"{words(x.meter)} corrected by {dollars(x.cents)}{_since(x)}: {x.reason} ({x.document};"
        f" {x.authorised_by}, {x.second})"
    ),
    e.CorrectionPosted: lambda x: (
        f"{words(x.figure).lower()} of {x.of_day} corrected by {dollars(x.cents)}, {x.original}"
        f"{_named(str(x.seat), ' seat ') if x.seat else ''}:"
        f" {x.reason} ({x.document}; approved {x.approved_by}{_named(x.accounting, ' and ')})"
    ),
    e.DisputeRaised: lambda x: (
        f"round {x.round} disputed{_named(str(x.seat), ' by seat ') if x.seat else ''}: {x.claim}"
        f"{_named('; '.join(x.evidence), '; evidence: ')}"
    ),
    e.DisputeDecided: lambda x: (
        f"dispute about round {x.round}{_named(str(x.seat), ' of seat ') if x.seat else ''}"
        f" {x.ruling} by {x.decided_by}: {x.reason}"
        f"{_named(x.document, '; correction ')}"
    ),
    series_events.SlipsReceived: lambda x: (
        f"{x.kind} slips received: {x.prefix}{x.first} to {x.last}"
    ),
    series_events.SlipsLost: lambda x: (
        f"{x.kind} slips lost: {x.prefix}{x.first} to {x.last}: {x.reason} ({x.authorised_by})"
    ),
    series_events.SlipsCounted: lambda x: (
        f"{x.kind} slips in hand: {', '.join(f'{x.prefix}{run.first} to {run.last}' for run in x.counted)}"
    ),
    slip_events.ChipsRequested: lambda x: (
        f"{x.kind} requested: {dollars(x.cents)}: {inventory(x.chips)}; {x.supervisor}"
    ),
    slip_events.SlipPrepared: lambda x: (
        f"{x.kind} {x.slip} prepared: {dollars(x.cents)}: {inventory(x.chips)}; cage {x.cage}, security {x.security}"
    ),
    slip_events.SlipVoided: lambda x: (
        f"{x.kind}{_named(x.slip, ' ')} void, {dollars(x.cents)}: {x.reason}; {x.supervisor}"
        f"{_named(x.cage, ' and cage ')}"
    ),
    e.ChipsFilled: lambda x: (
        f"fill {x.slip}: {dollars(x.cents)} in: {inventory(x.chips)}; {_signed(x)}"
    ),
    e.ChipsCredited: lambda x: (
        f"credit {x.slip}: {dollars(x.cents)} out: {inventory(x.chips)}; {_signed(x)}"
    ),
    e.ActUndone: lambda x: (
        f"entered by {x.entered_by} and taken back:"
        f" {', '.join(line.event.partition('.')[2].replace('_', ' ') for line in x.undone)}"
        f"{_named(x.slip.replace(':', ' '), '; void: ')}: {x.reason}{_named(x.approved_by, '; approved ')}"
    ),
}
"""One line an event kind. A patron's name is in none of them."""

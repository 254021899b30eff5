"""A rules submission whole, with its sections."""

from collections.abc import Iterator
from typing import Final

from ledger.baccarat.wagers import Bet
from ledger.events.link import MUST_HIT
from ledger.rules.source import LICENSEES
from ledger.rules.submission import Royal9, Submission
from ledger.values.money import dollars, format_cents
from projections.queries.submissions import vigorish
from projections.queries.words import cards, words

_OF_MUST_HIT: Final = f"{Bet.ROYAL_9}.{MUST_HIT}"


def lines(submission: Submission) -> Iterator[str]:
    """The whole submission, a fact a line."""
    yield f"{submission.id} version {submission.version}: {submission.title}"
    yield f"sha256 {submission.sha256}"
    yield ""
    for name, value in (
        ("Text", submission.source),
        ("Game", words(submission.game)),
        ("Seats", str(submission.seats)),
        ("Decks", str(submission.decks)),
        ("Tender", ", ".join(submission.tenders)),
        ("Vigorish", vigorish(submission) or "none"),
        ("Payment order", words(submission.payment_order).lower()),
        ("Shuffle", words(submission.shuffle).lower()),
        *_shoe(submission),
        *_choices(submission),
    ):
        yield f"  {name:<30} {value}"
    yield ""
    yield "Wagers"
    for bet in submission.offering.bets:
        yield from _bet(submission, bet)
    yield from _royal_9(submission)
    yield from _approvals(submission)
    yield ""
    yield "Sections"
    aside = {*Bet} if submission.vigorish else {*Bet, "vigorish"}
    if submission.royal_9 is not None:
        aside -= {Bet.ROYAL_9}
    for key, section in sorted(submission.cites.items()):
        if key.partition(".")[0] not in aside and (submission.must_hit or key != _OF_MUST_HIT):
            yield f"  {key:<37} {section}"


def _royal_9(submission: Submission) -> Iterator[str]:
    """Its levels, highest first, the chairs' own combinations, and its meters from their seeds."""
    royal_9 = submission.royal_9
    if royal_9 is None:
        return
    yield ""
    yield f"Royal 9, paytable {royal_9.paytable}, {dollars(royal_9.wager_cents)} a wager"
    for award in royal_9.awards:
        share = f"{format_cents(award.share_bps)} % of meter {award.meter}" if award.meter else ""
        yield f"  {words(award.level):<20} {share or dollars(award.cents)}"
    for chair, combinations in enumerate(royal_9.chairs, 1):
        yield f"  Chair {chair:<14} {', '.join(map(_two, combinations))}"
    for meter in royal_9.meters:
        taken = _taken(royal_9, meter.meter, meter.increment_bps)
        yield f"  Meter {meter.meter:<14} seed {dollars(meter.seed_cents)}, {taken}"
    if royal_9.supervisor_above_cents is not None:
        yield f"  Supervisor above     {dollars(royal_9.supervisor_above_cents)}"
    must_hit = submission.must_hit
    if must_hit:
        yield (
            f"  Must hit             from {dollars(must_hit.reset_cents)} by"
            f" {dollars(must_hit.maximum_cents)}, {_taken(royal_9, MUST_HIT, must_hit.increment_bps)}"
        )


def _approvals(submission: Submission) -> Iterator[str]:
    """What was approved, posted or in place, by its reference, and what its text asks for without one."""
    asks = submission.asks
    named = dict.fromkeys([*asks, *submission.approvals])
    if named:
        yield ""
        yield "Approvals"
    for of in named:
        held = submission.approvals.get(of)
        said = f"{held.document}, {held.date}, {held.by}" if held else "no reference"
        yield f"  {words(of):<20} {asks.get(of, 'not needed'):<21} {said}"


def _two(combination: str) -> str:
    """A face card and a 9 as they are posted at a chair: K♣ 9♦."""
    return cards([combination[:2], combination[2:]])


def _taken(royal_9: Royal9, meter: str, bps: int) -> str:
    """What a meter takes of each wager, and what of it does not show yet."""
    reserve = royal_9.reserve_bps.get(meter, 0)
    shows = f"{format_cents(bps - reserve)} % of each wager"
    return f"{shows} and {format_cents(reserve)} % into its reserve" if reserve else shows


def _shoe(submission: Submission) -> Iterator[tuple[str, str]]:
    """Its shoe, and what becomes of its cards."""
    shoe = submission.shoe
    cut = f"{shoe.cut_min_cards} cards from either end at least, offered {shoe.cut_order}"
    if submission.continuous:
        cut = "none, nor a card burned: each round's cards go back into the shuffler"
    yield "Cut", cut if submission.text.prints("shoe.cut") else LICENSEES
    if submission.text.prints("shoe.burn") and not submission.continuous:
        yield "Cut card", f"{shoe.back_min_cards} cards from the back at least"
    yield "New cards", "every shoe" if shoe.change_every_shoe else "not every shoe"
    if submission.new_decks_after_last_hand:
        yield "New decks", "after the last hand"
    if submission.recorded:
        yield "Recorded before play", ", ".join(words(each).lower() for each in submission.recorded)
    yield "Cards", f"{words(submission.handled).lower()}{_unsaid(submission)}"
    yield "Third card disclosed in error", words(submission.disclosed_third_card).lower()


def _unsaid(submission: Submission) -> str:
    """Why the cards are handled so where a submission does not say."""
    if submission.handling:
        return ""
    silent = submission.cites["round.handling"] == LICENSEES
    return f", {LICENSEES}" if silent else ", as its text has it"


def _choices(submission: Submission) -> Iterator[tuple[str, str]]:
    """Its options, and what changes of them take."""
    yield "Counterclockwise", f"seats {submission.counterclockwise}"
    if submission.minimum_cents:
        yield "Smallest wager on a hand", dollars(submission.minimum_cents)
    if submission.unit_cents:
        yield "Wagers on a hand in units of", dollars(submission.unit_cents)
    yield "Vigorish forms", "yes" if submission.vigorish_forms else "no"
    if Bet.HOUSE_MONEY in submission.pays:
        yield "Press of House Money", f"{submission.press_percent} % of the payout, no less"
    if submission.dragon_bonus:
        yield "Dragon Bonus paytable", submission.dragon_bonus
    if submission.main_wager_first:
        yield "Need a main wager", ", ".join(map(words, submission.main_wager_first))
    for field, minutes in submission.notice_minutes.items():
        yield f"Notice of {words(field).lower()}", f"{minutes} minutes"
    if submission.uniform_in_pit:
        uniform = ", ".join(words(each).lower() for each in submission.uniform_in_pit)
        yield "Alike in a pit", uniform


def _bet(submission: Submission, bet: Bet) -> Iterator[str]:
    sections = submission.cites
    for award, odds in submission.pays.get(bet, {}).items():
        section = sections.get(f"{bet}.{award}") or sections.get(f"{bet}.win", "")
        yield f"  {words(bet):<20} {words(award):<14} {odds.pays:>3} to {odds.per}  {section}"
    for result in ("push", "lose"):
        if f"{bet}.{result}" in sections:
            section = sections[f"{bet}.{result}"]
            yield f"  {words(bet):<20} {result.capitalize():<14} {'':>8}  {section}"

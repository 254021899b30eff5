"""A rules submission whole, with its sections."""

from collections.abc import Iterator

from ledger.baccarat.wagers import Bet
from ledger.rules import Submission
from projections.queries.submissions import vigorish
from projections.queries.words import words


def lines(submission: Submission) -> Iterator[str]:
    """The whole submission, a fact a line."""
    yield f"{submission.id} version {submission.version}: {submission.title}"
    yield f"sha256 {submission.sha256}"
    yield ""
    for name, value in (
        ("Game", words(submission.game)),
        ("Seats", str(submission.seats)),
        ("Decks", str(submission.decks)),
        ("Tender", ", ".join(submission.tenders)),
        ("Vigorish", vigorish(submission) or "none"),
        ("Payment order", words(submission.payment_order).lower()),
        ("Shuffle", words(submission.shuffle).lower()),
    ):
        yield f"  {name:<14} {value}"
    yield ""
    yield "Wagers"
    for bet in submission.offering.bets:
        yield from _bet(submission, bet)
    yield ""
    yield "Sections"
    for key, section in sorted(submission.sections.items()):
        if key.partition(".")[0] not in set(Bet):
            yield f"  {key:<32} {section}"


def _bet(submission: Submission, bet: Bet) -> Iterator[str]:
    sections = submission.sections
    for award, odds in submission.pays.get(bet, {}).items():
        section = sections.get(f"{bet}.{award}") or sections.get(f"{bet}.win", "")
        yield f"  {words(bet):<20} {words(award):<14} {odds.pays:>3} to {odds.per}  {section}"
    for result in ("push", "lose"):
        if f"{bet}.{result}" in sections:
            section = sections[f"{bet}.{result}"]
            yield f"  {words(bet):<20} {result.capitalize():<14} {'':>8}  {section}"

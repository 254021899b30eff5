"""How a rules submission is shown: a row of the list, or whole with its sections."""

from collections.abc import Iterator

import msgspec

from cli.shown.telling import words
from ledger.baccarat.wagers import Bet
from ledger.rules import Submission
from ledger.values.money import dollars, format_cents
from projections.figures.render import Column, Kind, Section, View


class Summary(msgspec.Struct, frozen=True):
    """One submission in a line. vigorish: rate, rounding and collection in words; "" for none."""

    id: str
    version: int
    title: str
    game: str
    seats: int
    decks: int
    vigorish: str
    bets: list[str]
    sha256: str


VIEW = View(
    Summary,
    "No submission ships.",
    (
        Section(
            "Rules submissions",
            (
                Column("id", "Id"),
                Column("version", "Version", Kind.NUMBER),
                Column("game", "Game"),
                Column("seats", "Seats", Kind.NUMBER),
                Column("decks", "Decks", Kind.NUMBER),
                Column("vigorish", "Vigorish"),
                Column("title", "Title"),
            ),
            total=False,
        ),
    ),
)


def summary(submission: Submission) -> Summary:
    """A row of the list."""
    return Summary(
        submission.id,
        submission.version,
        submission.title,
        submission.game,
        submission.seats,
        submission.decks,
        vigorish(submission),
        [str(bet) for bet in submission.offering.bets],
        submission.sha256,
    )


def vigorish(submission: Submission) -> str:
    """`5.00 % up to the next $0.25, deferred`; nothing where none is taken."""
    plan = submission.vigorish
    if plan is None:
        return ""
    rounding = {
        "exact": "to the cent",
        "nearest": f"to the nearest {dollars(plan.multiple_cents)}",
        "up": f"up to the next {dollars(plan.multiple_cents)}",
    }[plan.rounding]
    return f"{format_cents(plan.rate_bps)} % {rounding}, {words(plan.collect).lower()}"


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

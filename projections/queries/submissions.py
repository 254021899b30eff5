"""A rules submission in a line."""

import msgspec

from ledger.rules.submission import Submission
from ledger.values.money import dollars, format_cents
from projections.figures.render import Column, Kind, Section, View
from projections.queries.words import words


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

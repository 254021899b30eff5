"""A round's replay as a page to print, the cards drawn (U1)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli.replaying import difference, verdict
from cli.steps import Step
from cli.telling import exact, words
from projections.pages import page
from projections.replay import Replay

if TYPE_CHECKING:
    from ledger.application import Pit


def replay_page(pit: "Pit", told: Replay, taken: Sequence[Step], until: int | None) -> str:
    """The page. until: the last step that is told, and nothing of what came after it; None for all."""
    shown = taken[:until]
    rules = f", {told.rules.id} version {told.rules.version}" if told.rules else ""
    return page(
        "replay.html",
        title=f"Round {told.round}",
        property=pit.property.name,
        day=told.gaming_day,
        subtitle=f"{told.status.capitalize()}, shoe {told.shoe}{rules}" if told.shoe else "Open",
        told=told,
        steps=shown,
        of=len(taken),
        stopped=until is not None,
        hands=list(_hands(shown)),
        announced=told.announce if any(x.event == "table.round_settled" for x in shown) else None,
        meters=list(_meters(told)),
        verdict=verdict(told),
        differences=[difference(each).strip() for each in told.differences],
        zone=pit.calendar.tz,
    )


def _hands(shown: Sequence[Step]) -> Iterator[dict[str, Any]]:
    for hand in ("player", "banker"):
        dealt = [step for step in shown if step.hand == hand]
        if dealt:
            yield {
                "name": words(hand),
                "cards": [step.card for step in dealt],
                "points": f"makes {dealt[-1].points}",
            }


def _meters(told: Replay) -> Iterator[dict[str, str]]:
    for each in told.meters:
        yield {
            "link": each.link,
            "meter": words(each.meter),
            "before": exact(each.before),
            "after": exact(each.after),
        }

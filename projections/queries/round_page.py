"""A round's replay as a page to step through and to print, the cards drawn (U1).

Its steps are radio buttons, which browsers move by the arrow keys: a page without any script.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.store.codec import TOPIC_OF
from ledger.values.progress import Progress
from projections.figures.arithmetic import exact
from projections.pages import Page, page
from projections.queries.house import paper
from projections.queries.moment import Moment
from projections.queries.names import Register, people
from projections.queries.round import difference, find, verdict, verify_step
from projections.queries.steps import Step, status_after, steps
from projections.queries.words import words
from projections.replay.find import FoundRound
from projections.replay.rows import Replay

ANNOUNCED_BY: Final = TOPIC_OF[e.RoundSettled]
SIMULATED_BY: Final = TOPIC_OF[e.RoundSimulated]


class RoundPage(NamedTuple):
    """A round as a page. agrees: whether it was settled again as it was; None where it cannot be."""

    content: bytes
    agrees: bool | None


def round_page(
    ledger: Ledger,
    moment: Moment,
    name: str,
    until: int | None = None,
    progress: Progress | None = None,
) -> RoundPage:
    """The page of a round named as in `round.full_name`. until: the last step that is told, and nothing of what
    came after it; None for all.

    Raises Misused, NotFound.
    """
    found = find(ledger, moment, name, progress)
    drawn = page_of(ledger, found, until).html()
    return RoundPage(drawn.encode(), found.replay.recomputed_agrees)


def page_of(
    ledger: Ledger,
    found: FoundRound,
    until: int | None = None,
    proved: str = "",
    chosen: int | None = None,
) -> Page:
    """The page of a round that was found. proved: by whom and how, where somebody proves it. chosen: the step that is
    shown at first, of all that can be stepped through; None for the last.
    """
    taken = steps(found)
    for named in (until, chosen):
        if named is not None:
            verify_step(found.replay.round, taken, named)
    replay, shown = found.replay, taken[:until]
    upto = max(x.position for x in shown) if until is not None and shown else None
    register = Register(ledger)
    status = (replay.status if until is None else status_after(shown)).capitalize()
    rules = f", {replay.rules.id} version {replay.rules.version}" if replay.rules else ""
    return page(
        "replay.html",
        title=f"Round {replay.round}",
        property=ledger.property.name,
        paper=paper(ledger),
        day=replay.gaming_day,
        subtitle=f"{status}, shoe {replay.shoe}{rules}" if replay.shoe else status,
        replay=replay,
        steps=shown,
        chosen=chosen or len(shown),
        known={step.position: register.words(step.by, step.position) for step in shown},
        people=people(ledger, (each for each in found.events if upto is None or each[0] <= upto)),
        of=len(taken),
        stopped=until is not None,
        hands=list(_hands(shown, replay)),
        simulated=list(_simulated(shown, replay)),
        announced=next((x for x in shown if x.event == ANNOUNCED_BY), None),
        meters=list(_meters(replay)),
        verdict=verdict(replay),
        differences=[difference(each).strip() for each in replay.differences],
        zone=ledger.calendar.tz,
        proved=proved,
    )


def _hands(shown: Sequence[Step], replay: Replay) -> Iterator[dict[str, Any]]:
    for hand in ("player", "banker"):
        dealt = [step for step in shown if step.hand == hand]
        if dealt:
            cards = [card for card in replay.cards if card.hand == hand]
            yield {
                "name": words(hand),
                "cards": [
                    {
                        "card": step.card,
                        "points": step.points,
                        "carried": card.carried,
                        "step": step.n,
                    }
                    for step, card in zip(dealt, cards, strict=False)
                ],
            }


def _simulated(shown: Sequence[Step], replay: Replay) -> Iterator[dict[str, Any]]:
    taken = [step.n for step in shown if step.event == SIMULATED_BY]
    for n, each in zip(taken, replay.simulated, strict=False):
        yield {
            "step": n,
            "rule": each.rule,
            "left": each.left,
            "hands": [
                {"name": "Player", "cards": each.player, "points": each.player_points},
                {"name": "Banker", "cards": each.banker, "points": each.banker_points},
            ],
        }


def _meters(replay: Replay) -> Iterator[dict[str, str]]:
    for each in replay.meters:
        yield {
            "link": each.link,
            "meter": words(each.meter),
            "before": exact(each.before),
            "after": exact(each.after),
        }

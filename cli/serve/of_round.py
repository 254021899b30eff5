"""A round, step by step."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked
from cli.typed.kinds import number

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.round import PartReplay, WholeReplay

STEP = number(1)


def name_of(asked: Asked) -> str:
    """The round's name, as a command takes it."""
    return "{table}:{day}:{n}".format(**asked.named)


def replay(asked: Asked) -> "WholeReplay | PartReplay":
    """The round, or what had happened in it up to a step."""
    from projections.queries import round as round_query

    step = asked.option("step", STEP)
    found = round_query.replay(asked.ledger, asked.moment, name_of(asked), asked.progress)
    return found if step is None else round_query.until(found, step)


def round_page(asked: Asked, _: object) -> "Page":
    """All of it to step through, at the step that is asked for first."""
    from projections.queries.round import find
    from projections.queries.round_page import page_of

    found = find(asked.ledger, asked.moment, name_of(asked))
    printed = page_of(asked.ledger, found, chosen=asked.option("step", STEP))
    beside = {"table": found.replay.round.partition(":")[0]}
    return printed._replace(template="round.html", context={**printed.context, **beside})

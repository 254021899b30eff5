"""The seal: what was made of it, and the proof of a round to take along."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.checkpoints import Sealed


def sealed(asked: Asked) -> "Sealed":
    """The checkpoints, as the store has them."""
    from projections.queries.checkpoints import sealed as of

    return of(asked.ledger)


def seal_page(_: Asked, found: "Sealed") -> "Page":
    """How much of the log they cover; and a round to be proved."""
    from projections.pages import page

    return page("seal.html", title="Seal", sealed=found, position=found.position)


def proof(asked: Asked) -> tuple[str, bytes]:
    """The proof of what is named, and the name of its file.

    Raises Misused, NotFound; Refused where it is not sealed.
    """
    from ledger.seal import bundle
    from projections.queries.proof import prove

    name = asked.said.get("of", "")
    written = bundle.written(prove(asked.ledger, name))
    return f"{name.replace(':', '-')}.proof", written

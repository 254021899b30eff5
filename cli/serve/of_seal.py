"""The seal: what was made of it, and the proof of a round to take along."""

from typing import TYPE_CHECKING, Any

from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.checkpoints import Sealed


def sealed(asked: Asked) -> "Sealed":
    """The checkpoints, as the store has them."""
    from projections.queries.checkpoints import sealed as of

    return of(asked.ledger)


def seal_page(asked: Asked, found: "Sealed") -> "Page":
    """How much of the log they cover, what it was verified to be last; and a round to be proved."""
    from projections.pages import page

    return page(
        "seal.html",
        title="Seal",
        sealed=found,
        verified=found.verified,
        told=[] if found.verified is None else _told(found.verified.answer),
        zone=asked.ledger.calendar.tz,
        position=found.position,
    )


def _told(answer: dict[str, Any]) -> list[str]:
    """What a verification answered, as it told it."""
    from msgspec import ValidationError, convert

    from cli.shown.verified import told
    from projections.queries.verify import Audited

    if "error" in answer:
        error = answer["error"]
        return [f"{error.get('code')}: {error.get('message')}"]
    try:
        return [*told(convert(answer, Audited))]
    except ValidationError:  # Another version said other things.
        return ["Nothing was wrong." if answer.get("ok") else ""]


def proof(asked: Asked) -> tuple[str, bytes]:
    """The proof of what is named, and the name of its file.

    Raises Misused, NotFound; Refused where it is not sealed.
    """
    from ledger.seal import bundle
    from projections.queries.proof import prove

    name = asked.said.get("of", "")
    written = bundle.written(prove(asked.ledger, name))
    return f"{name.replace(':', '-')}.proof", written

"""Whether what went wrong is the program's fault: it looks the same where somebody wrote into the store."""

from typing import TYPE_CHECKING

from cli.frame.failing import is_fault
from ledger.values.errors import IntegrityFailure

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger


def cause_of(error: Exception, ledger: "Ledger | None") -> Exception:
    """What went wrong: where nobody was made for it, a read model that is not what the events come to, if there is
    one. ledger: whose store was asked; None where none was.
    """
    if ledger is None or not is_fault(error):
        return error
    from projections.queries import sound

    try:
        sound.verify(ledger)
    except IntegrityFailure as found:
        return found
    except Exception:  # noqa: BLE001  that it could not be looked at is not what is to be told
        return error
    return error

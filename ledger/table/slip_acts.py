"""What somebody says of a fill or a credit on its way: requested, prepared, received, void.

Records of the table feed, as those of the module `acts`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.act import Name, Words
from ledger.table.acts import Act, Chips

Kind = Literal["fill", "credit"]


class RequestChips(Act, frozen=True, kw_only=True, tag="chips_request"):
    """A supervisor asks the cage for chips, or to take some."""

    kind: Kind
    chips: Chips
    supervisor: Name


class PrepareSlip(Act, frozen=True, kw_only=True, tag="slip_prepare"):
    """The cage writes the slip of what is requested, and security takes it. chips: as requested, if left out."""

    kind: Kind
    slip: Name
    chips: Chips = {}
    cage: Name
    security: Name


class ReceiveSlip(Act, frozen=True, kw_only=True, tag="slip_receive"):
    """Chips of a fill are received at the table, those of a credit handed over. chips: as prepared, if left out."""

    kind: Kind
    slip: Name
    chips: Chips = {}
    dealer: Name
    supervisor: Name


class VoidSlip(Act, frozen=True, kw_only=True, tag="slip_void"):
    """What is requested comes to nothing. slip: that the cage prepared for it, and cage: who signs it void."""

    kind: Kind
    slip: Annotated[str, Meta(max_length=64)] = ""
    reason: Words
    supervisor: Name
    cage: Annotated[str, Meta(max_length=64)] = ""

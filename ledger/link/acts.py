"""What is said of a progressive link that is no act of one table: installing, correcting, new rates."""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.act import Act, Cents, Moment


class InstallLink(Act, frozen=True, kw_only=True):
    """The meters of a submission are put into service at their seeds.

    options: of the submission. reserve_bps: by meter, the part of its printed rate that feeds its reserve.
    supervisor_above_cents: an award above it is paid with a supervisor; None: as the submission says.
    """

    link: str
    rules: str
    options: dict[str, str]
    reserve_bps: dict[str, int]
    supervisor_above_cents: int | None = None
    authorised_by: str


class AdjustMeter(Act, frozen=True, kw_only=True):
    """What a meter shows is put right, on a document, by two people (X26). cents: added, below zero taken off."""

    link: str
    meter: str
    cents: int
    document: str
    reason: str
    authorised_by: str
    second: str


class RetireLink(Act, frozen=True, kw_only=True):
    """A link that no table feeds goes out of service; what its meters hold goes into those of another."""

    link: str
    to: str
    document: str
    reason: str
    authorised_by: str
    second: str


class ReadMeter(Act, frozen=True, kw_only=True):
    """What the sign shows of a meter is read. fraction: ten-thousandths of a cent beside the cents, None where it shows
    none. rolled_over_cents: at which its counter began anew.
    """

    link: str
    meter: str
    cents: Cents
    fraction: Annotated[int, Meta(ge=0, lt=10_000)] | None = None
    rolled_over_cents: Cents = 0
    occasion: Literal["open", "close", "shift"] = "close"
    witness: str = ""


class ChangeRates(Act, frozen=True, kw_only=True):
    """Another submission's seeds and rates from here on, with notice; what the meters show stays."""

    link: str
    rules: str
    options: dict[str, str]
    reserve_bps: dict[str, int]
    notice_at: Moment
    authorised_by: str
    document: str

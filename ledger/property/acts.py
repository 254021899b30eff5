"""What is said of the property itself. settings: by the names they have in Settings."""

from ledger.events.act import Act

Settings = dict[str, int | str | list[str] | dict[str, int]]


class EstablishProperty(Act, frozen=True, kw_only=True):
    """The store gets its property: name, IANA time zone, cut-off `HH:MM`, and settings that are not the defaults.

    The same again changes nothing.
    """

    name: str
    zone: str
    cutoff: str
    settings: Settings


class RebuildReadModels(Act, frozen=True, kw_only=True):
    """Read models are made anew although the log does not verify. found: the code of what was found."""

    read_models: list[str]
    found: str
    reason: str


class ChangeSettings(Act, frozen=True, kw_only=True):
    """Settings that are in force from here on; the others stay. second: the other registrar, where one has to sign."""

    settings: Settings
    second: str = ""

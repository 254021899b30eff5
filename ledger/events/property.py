"""The property: its name, its gaming day and the settings that are its own to choose. Stream `property`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

import msgspec

from ledger.events.base import Event
from ledger.events.operators import SECOND, Role

STREAM = "property"

PROVABLE: Final = (*map(str, Role), SECOND)
"""Of whom a property may require a passphrase."""


BLIND: Final = ("closer", "inventory", "drop")
"""What a property may have counted blind."""


OF_TRAY: Final = frozenset({"closer", "inventory"})
"""Those of them that are counts of a tray."""


PAPER: Final = ("letter", "a4")
"""Sizes of paper on which a property prints."""


class PropertyEstablished(Event, frozen=True, kw_only=True):
    """The store belongs to this property. zone: IANA name. cutoff: local time `HH:MM` at which a gaming day ends.

    keys_in_log: whether events say under which keys they were recorded from here on; older stores began without.
    """

    name: str
    zone: str
    cutoff: str
    keys_in_log: bool = False


class PropertySettingsChanged(Event, frozen=True, kw_only=True):
    """Settings that are others from here on; None for those that stay. As in Settings, field by field.

    released: of whom no passphrase is asked any more. second: the other registrar, who signs that.
    """

    class_version: ClassVar[int] = 13

    clock_tolerance_minutes: int | None = None
    late_after_minutes: int | None = None
    count_window_minutes: int | None = None
    shifts: list[str] | None = None
    undo_window_minutes: int | None = None
    largest_wager_cents: int | None = None
    largest_buy_in_cents: int | None = None
    largest_slip_cents: int | None = None
    largest_drop_cents: int | None = None
    table_minimum_cents: dict[str, int] | None = None
    table_maximum_cents: dict[str, int] | None = None
    seal_key: str | None = None
    passphrases: list[str] | None = None
    sign_within_minutes: int | None = None
    award_limit_cents: int | None = None
    hold_band_percent: int | None = None
    hold_base_points: int | None = None
    hold_base_months: int | None = None
    hold_least_rounds: int | None = None
    filing_above_cents: int | None = None
    opener_report_cents: int | None = None
    opener_copy_cents: int | None = None
    blind_counts: list[str] | None = None
    drop_team_people: int | None = None
    paper_size: str | None = None
    released: list[str] = []
    second: str = ""

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nothing was taken back then, and nobody said within which time it may be."""
        state.setdefault("undo_window_minutes", None)

    @staticmethod
    def upcast_v2_v3(state: dict[str, Any]) -> None:
        """No amount had a limit then; what is left out stays as it was."""

    @staticmethod
    def upcast_v3_v4(state: dict[str, Any]) -> None:
        """No key was named then."""

    @staticmethod
    def upcast_v4_v5(state: dict[str, Any]) -> None:
        """Nobody had a passphrase then; what is left out stays as it was."""

    @staticmethod
    def upcast_v5_v6(state: dict[str, Any]) -> None:
        """Nobody had to sign besides then, and it was not said who was released."""

    @staticmethod
    def upcast_v6_v7(state: dict[str, Any]) -> None:
        """Every fixed award was handed over with the wagers then."""

    @staticmethod
    def upcast_v7_v8(state: dict[str, Any]) -> None:
        """Nobody said how far a hold may be from theory; what is left out stays as it was."""

    @staticmethod
    def upcast_v8_v9(state: dict[str, Any]) -> None:
        """Nobody said which corrections are filed; what is left out stays as it was."""

    @staticmethod
    def upcast_v9_v10(state: dict[str, Any]) -> None:
        """Nobody said which openers are reported; what is left out stays as it was."""

    @staticmethod
    def upcast_v10_v11(state: dict[str, Any]) -> None:
        """Nothing was counted blind then; what is left out stays as it was."""

    @staticmethod
    def upcast_v11_v12(state: dict[str, Any]) -> None:
        """No team had to be named then; what is left out stays as it was."""

    @staticmethod
    def upcast_v12_v13(state: dict[str, Any]) -> None:
        """Nobody said on which paper then; what is left out stays as it was."""


class ReadModelsRebuilt(Event, frozen=True, kw_only=True):
    """Read models were made anew from a log that does not verify. found: what was found of it, as its code; reason: why
    they were made anew all the same.
    """

    read_models: list[str]
    found: str
    reason: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a property decides for itself. The defaults are those of a property that said nothing.

    clock_tolerance_minutes: by so much two clocks may differ. late_after_minutes: what is entered later than this after
    it happened is listed as late. count_window_minutes: so far from the end of a day or shift a count of the tray may
    be taken for it. shifts: local times `HH:MM` at which shifts begin, the first at the cut-off; none: the whole day.
    undo_window_minutes: so long after it was entered an author may take an act back without approval.
    largest_*_cents: a wager, buy-in, slip (fill or credit) or drop above it is asked about where it is typed, and is an
    exception; 0: none. table_*_cents: likewise for a wager on Player or Banker, by the id of the table's rules.
    seal_key: the public key under which the log is sealed; "": any.
    passphrases: of whom one is asked, once somebody is registered: roles of those who act, and `second`, of whoever
    signs what somebody else enters. sign_within_minutes: so long books wait for their second signature.
    award_limit_cents: a fixed award of so much or more waits for a supervisor; 0: none does.
    hold_band_percent: a win is flagged outside of where chance leaves so many in a hundred; 0: none is.
    hold_base_points: so is a hold that moved by more, and than chance explains, from that of hold_base_months before;
    0: none is. hold_least_rounds: with fewer rounds neither is.
    filing_above_cents: corrections of closed days above it, either way, are listed by month for filing; 0: all of them.
    opener_report_cents: an opener that differs by more from the closer before is reported in writing, signed;
    opener_copy_cents: of one that differs by so much or more a copy goes outside too. 0: none.
    blind_counts: what two people count, each alone, before anybody is shown what the books expect.
    drop_team_people: so many or more count each drop box, and sign; 0: whoever counts need not say.
    paper_size: for which pages and workbooks are made: letter or a4.
    """

    clock_tolerance_minutes: int = 2
    late_after_minutes: int = 15
    count_window_minutes: int = 60
    shifts: list[str] = []
    undo_window_minutes: int = 10
    largest_wager_cents: int = 0
    largest_buy_in_cents: int = 0
    largest_slip_cents: int = 0
    largest_drop_cents: int = 0
    table_minimum_cents: dict[str, int] = {}
    table_maximum_cents: dict[str, int] = {}
    seal_key: str = ""
    passphrases: list[str] = []
    sign_within_minutes: int = 1_440
    award_limit_cents: int = 0
    hold_band_percent: int = 95
    hold_base_points: int = 3
    hold_base_months: int = 12
    hold_least_rounds: int = 100
    filing_above_cents: int = 200_000
    opener_report_cents: int = 0
    opener_copy_cents: int = 0
    blind_counts: list[str] = []
    drop_team_people: int = 0
    paper_size: str = "letter"

    def after(self, changed: PropertySettingsChanged) -> Self:
        """The settings once they were changed; of those by rules, the ones that were named."""
        said = {name: getattr(changed, name) for name in self.__struct_fields__}
        given = {name: value for name, value in said.items() if value is not None}
        for name, value in given.items():
            if isinstance(value, dict):
                merged = {**getattr(self, name), **value}
                given[name] = {rules: cents for rules, cents in merged.items() if cents}
        return msgspec.structs.replace(self, **given)

    def differing(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the settings asked for that are not in force."""
        found: dict[str, Any] = {}
        for name, value in asked.items():
            now = getattr(self, name)
            if isinstance(value, dict):
                others = {rules: each for rules, each in value.items() if each != now.get(rules, 0)}
                found |= {name: others} if others else {}
            elif value != now:
                found[name] = value
        return found


def shifts_on(said: Mapping[str, Sequence[str]], day: str) -> Sequence[str]:
    """When shifts begin on a gaming day. said: by the day on which it was.

    What was said last by the end of the day; what the property began with holds for all days before it, whose history
    was entered later.
    """
    begun = [on for on in said if on <= day]
    return said[max(begun) if begun else min(said)] if said else []

"""The command that changes the settings of the property: load, decide, save."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ledger.events import property as properties
from ledger.events.base import Recorded
from ledger.property.state import changed_settings, verify_settings
from ledger.transaction.unit import Done, UnitOfWork

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger


class PropertyDesk:
    """Where the property's settings are changed. by: who does it; at: when, microseconds UTC."""

    def __init__(self, ledger: "Ledger", by: str, at: int) -> None:
        self._ledger = ledger
        self._by = by
        self._at = at

    def change(self, settings: Mapping[str, Any], *, key: str = "", dry_run: bool = False) -> Done:
        """Have these settings in force from here on, by the names they have in Settings; the others stay.

        Raises Misused for what cannot be set, Refused where all of them are in force already.
        """
        calendar = self._ledger.calendar
        verify_settings(settings, self._ledger.property.cutoff)

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            known = self._ledger.load_property()
            event = properties.PropertySettingsChanged(
                by=self._by,
                at=self._at,
                recorded_at=self._ledger.clock(),
                day=calendar.day_of(self._at),
                **changed_settings(known.settings, settings),
            )
            return unit.append(properties.STREAM, [event], known.version)

        request = ("settings", dict(settings), self._by)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

"""Acts of the property itself: it is established, and its settings are changed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from ledger.events import property as property_events
from ledger.events.base import Recorded
from ledger.property.acts import ChangeSettings, EstablishProperty, RebuildReadModels, Settings
from ledger.property.state import (
    MOST,
    Property,
    changed_settings,
    verify_counts,
    verify_number,
    verify_paper,
    verify_passphrases,
    verify_shifts,
)
from ledger.rules.catalogue import Catalogue
from ledger.rules.loader import unknown_rules
from ledger.transaction.unit import UnitOfWork
from ledger.values.calendar import read_calendar
from ledger.values.errors import Misused, Refused

TABLES: Final = {"table_minimum_cents", "table_maximum_cents"}
"""Settings that are for the tables of a submission, by its id."""


def establish(unit: UnitOfWork, act: EstablishProperty) -> tuple[Recorded, ...]:
    """Establish the property, or give what established it in the same terms.

    Raises Refused where the store has another property, or other settings, Misused, NotFound.
    """
    calendar = read_calendar(act.zone, act.cutoff)
    verify(act.settings, act.cutoff)
    there = unit.standing.property()
    if there.established is not None:
        _verify_established(there, there.established, act)
        return (Recorded(property_events.STREAM, 1, there.established),)
    stamp = unit.stamp(act, calendar)
    established = stamp.on(
        property_events.PropertyEstablished,
        name=act.name,
        zone=act.zone,
        cutoff=act.cutoff,
        keys_in_log=True,
    )
    if not act.settings:
        return unit.append(property_events.STREAM, established)
    settings: dict[str, Any] = dict(act.settings)
    changed = stamp.on(property_events.PropertySettingsChanged, **settings)
    verify_tables(property_events.Settings().after(changed), act.settings, unit.catalogue)
    return unit.append(property_events.STREAM, established, changed)


def change_settings(unit: UnitOfWork, act: ChangeSettings) -> tuple[Recorded, ...]:
    """Have settings in force from here on; the others stay.

    Raises Misused for what cannot be set, NotFound for rules that are none, Refused where all of them are in force
    already, and where one registrar alone would have a passphrase asked no more.
    """
    verify(act.settings, unit.loader.property.cutoff)
    stamp = unit.stamp(act)
    settings = unit.standing.property().settings
    changed = changed_settings(settings, act.settings)
    asked = changed.get("passphrases", settings.passphrases)
    released = [each for each in settings.passphrases if each not in asked]
    unit.standing.registry().verify_second(
        act.by,
        act.second,
        gives=f"take {', '.join(released)} out of passphrases" if released else "",
    )
    event = stamp.on(
        property_events.PropertySettingsChanged, **changed, released=released, second=act.second
    )
    verify_tables(settings.after(event), act.settings, unit.catalogue)
    return unit.append(property_events.STREAM, event)


def verify(settings: Settings, cutoff: str) -> None:
    """Raise Misused for a setting that is none, or has a value that none can have. cutoff: local time `HH:MM`."""
    for name, value in settings.items():
        if name not in VERIFIED:
            raise Misused(
                "unknown_setting",
                f"{name} is not a setting of a property.",
                f"The settings are {', '.join(property_events.Settings.__struct_fields__)}.",
                setting=name,
            )
        VERIFIED[name](name, value, cutoff)


def verify_tables(
    then: property_events.Settings, said: Mapping[str, Any], catalogue: Catalogue
) -> None:
    """Raise NotFound where a limit is set for rules that are none, Misused where no wager would be within both limits.

    then: the settings with what was said.
    """
    named = {(name, rules) for name in TABLES & said.keys() for rules in said[name]}
    for name, rules in sorted(named):
        limit, known = getattr(then, name).get(rules, 0), catalogue.ids()
        if limit and rules not in known:
            raise unknown_rules(
                rules, known, "one of your own, where PIT_RULES names its directory"
            )
        least, most = then.table_minimum_cents, then.table_maximum_cents
        if 0 < most.get(rules, 0) < least.get(rules, 0):
            raise Misused(
                "bad_setting",
                f"The table minimum of {rules} would be above its table maximum.",
                "Set both; pit property show tells what is in force.",
                setting=name,
                value=limit,
            )


def _verify_seal_key(_: str, named: str, __: str) -> None:
    """A key that seals a log; "" for any."""
    from ledger.seal import note as signed_note
    from ledger.seal.checkpoint import wrong_kind
    from ledger.seal.note import Key

    key = Key.read(named) if named else None
    if key is not None and key.algorithm != signed_note.ED25519:
        raise wrong_kind(key, "seals a log")


VERIFIED: Final[Mapping[str, Callable[[str, Any, str], None]]] = {
    **dict.fromkeys(MOST, verify_number),
    "shifts": verify_shifts,
    "passphrases": verify_passphrases,
    "blind_counts": verify_counts,
    "paper_size": verify_paper,
    "seal_key": _verify_seal_key,
}
"""Every setting there is, and what verifies a value of it: takes its name, the value and the cut-off."""


def rebuild(unit: UnitOfWork, act: RebuildReadModels) -> tuple[Recorded, ...]:
    """Record that read models are made anew from a log that does not verify, and why."""
    event = unit.stamp(act).on(
        property_events.ReadModelsRebuilt,
        read_models=act.read_models,
        found=act.found,
        reason=act.reason,
    )
    return unit.append(property_events.STREAM, event)


def _verify_established(
    there: Property, established: property_events.PropertyEstablished, act: EstablishProperty
) -> None:
    """Raise Refused where a store is to be given another property, or other settings, than it has."""
    if (established.name, established.zone, established.cutoff) != (act.name, act.zone, act.cutoff):
        raise Refused(
            "property_differs",
            f"This store belongs to {established.name}, {established.zone}, cut-off {established.cutoff}.",
            "A property keeps its name, zone and cut-off; use another store for another property.",
            name=established.name,
            zone=established.zone,
            cutoff=established.cutoff,
        )
    if there.settings.differing(act.settings):
        raise Refused(
            "settings_differ",
            "This property has other settings.",
            "pit property show tells which; pit property set changes them.",
            in_force=msgspec.to_builtins(there.settings),
            asked=dict(act.settings),
        )

"""Refusals of `pit operator`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    INIT,
    NOON,
    RUTH,
    STAFF,
    THEN,
    TWO,
    Cases,
)

CASES: Final[Cases] = {
    "second_registrar": (TWO, "operator roles A-1 --role accounting --role audit --by A-1"),
    "first_passphrase": (TWO, "operator enroll C-1"),
    "not_enrolled": (TWO, "operator enroll C-1 --by A-1"),
    "passphrase_exposed": (TWO, "operator enroll A-1 --by A-1 --new-passphrase-file A-1.phrase"),
    "bad_passphrase": (TWO, "operator enroll A-1 --by A-1 --new-passphrase-file A-1.phrase"),
    "first_operator": (
        INIT,
        'operator register D-7 --name "Ida Moreau" --licence L-207 --role dealer',
    ),
    "operator_registered": (
        STAFF,
        'operator register D-7 --name "Dov Katz" --licence L-208 --role dealer',
    ),
    "licence_taken": (
        STAFF,
        'operator register D-8 --name "Ida Moreau" --licence l-207 --role dealer',
    ),
    "before_last_change": (
        (
            *INIT,
            f"{RUTH} {NOON}",
            f'operator register D-7 --name "Ida Moreau" --licence L-207 --role dealer {NOON}',
            "operator roles D-7 --role floorperson",
        ),
        f"operator suspend D-7 --reason x {AFTERNOON}",
    ),
    "at_before_registration": (STAFF, f"operator suspend D-7 --reason x {THEN}"),
    "nothing_changes": (STAFF, "operator reinstate D-7"),
    "last_registrar": (STAFF, "operator roles C-1 --role pit_boss"),
    "bad_operator": (INIT, "operator register C-1 --name Ruth --licence '' --role audit"),
    "bad_role": (STAFF, "operator roles D-7 --role pitclerk"),
    "no_reason": (STAFF, "operator suspend D-7 --reason ''"),
}

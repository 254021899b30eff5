"""Keys that were stored under versions 1 and 2 keep their meaning: these digests were made by the program of then."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CountDrops,
    ReceiveDuplicates,
    Reconciled,
)
from ledger.events.act import Act
from ledger.events.day import DropBox, DuplicateReceived, OriginalFound
from ledger.form import acts as form_acts
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.transaction.digests import digest, stands_for
from projections.reconcile.finding import found

AT: Final = datetime.fromisoformat("2026-07-11T20:00-04:00")
NOTICE: Final = datetime.fromisoformat("2026-07-10T20:00-04:00")
LATER: Final = datetime.fromisoformat("2026-07-13T01:00-04:00")
DAY: Final = "2026-07-11"
SHA256: Final = {
    (): "f93d140382465a5a552a0bc665f435cc0d8c2428b40352ec1904e4f7a2607e97",
    ("2",): "066526955c6ba4e48f027828fe52aefcc14ac315b09079fc33d279c8da8d3ef7",
}
"""Of the rules submission as it was then, by its options."""
CATALOGUE: Final = cast(
    "Catalogue",
    SimpleNamespace(
        load=lambda _, options: SimpleNamespace(sha256=SHA256[tuple(options.values())])
    ),
)
TYPED: Final[dict[str, Any]] = {"source": "", "seq": 0, "by": "C-1", "at": AT, "table": "MB-01"}
METERS: Final[dict[str, Any]] = {"by": "S-2", "at": AT, "rules": "ma-midi"}
CLERK: Final[dict[str, Any]] = {"by": "PC-1", "at": AT}
BOOKS: Final[dict[str, Any]] = {"by": "A-1", "at": AT, "day": DAY}
TWO: Final[dict[str, Any]] = {"dealer": "D-7", "supervisor": "S-2"}

VERSION_1: Final[dict[str, tuple[Act, ...]]] = {
    "4ae85628817463c797956433a7b9bc4abaa29f39524836f50f91b7cb24865dfd": (
        table_acts.Open(
            **TYPED, rules="ma-midi", pit="P-1", opener={10_000: 50, 2_500: 200, 500: 400}, **TWO
        ),
    ),
    "fc66cda195c9de68eac4adf1ff9c9fcac91bdd23173e5d990777adb8e9d6a9c0": (
        table_acts.Sit(**TYPED, seat=3),
    ),
    "8f978891960e814ff3a5396977506c83f8b82d88f7c60c828afcf62962d32413": (
        table_acts.BuyIn(**TYPED, seat=3, cents=20_000),
    ),
    "5b50d9493339a48a954b7c4358396f4aeb791a26745f95a99f44019fc88f81cc": (
        InstallLink(
            **METERS,
            link="R9-1",
            options={"royal_9.paytable": "2"},
            reserve_bps={"major": 10},
            supervisor_above_cents=120_000,
            authorised_by="M-1",
        ),
        table_acts.LinkMeters(**{**TYPED, "by": "S-2"}, link="R9-1"),
    ),
    "e4b003aa4c088211dc04732722617638b7f1c3a33ba484aa388d4efdb5610db2": (
        InstallLink(**METERS, link="R9-2", options={}, reserve_bps={}, authorised_by="M-1"),
    ),
    "72722a19296371672733768e4479a048699a67bd6ed6d74e4f4caaf2d9cfe645": (
        AdjustMeter(
            by="S-2",
            at=AT,
            link="R9-1",
            meter="major",
            cents=-5_000,
            document="MC-7",
            reason="display reset",
            authorised_by="S-2",
            second="M-1",
        ),
    ),
    "1c83ca255bed335ec2b2c455c85ed56f96f7be9bddf2948a07def6f5a797a1dc": (
        ChangeRates(
            **METERS,
            link="R9-1",
            options={},
            reserve_bps={"major": 20},
            notice_at=NOTICE,
            authorised_by="M-1",
            document="N-1",
        ),
    ),
    "d81ce0b767e48126cf0030e6f693028fbc13fef8ef8de98cbad735898d3f5de7": (
        form_acts.ReceiveSeries(**CLERK, series="CVF", first=1001, last=1050),
        form_acts.IssueSeries(**CLERK, series="CVF", pit="P-2", clerks=["PC-1"]),
    ),
    "a6f0568219c3d5a39d71260d88c578d9a9183848b9262bc03adba7b8dfeaa6f4": (
        form_acts.VoidForm(
            **CLERK, series="CVF", number=1001, reason="spoilt", pit_boss="B-2", clerk="PC-1"
        ),
    ),
    "a92f769566c4efc2c948bfd49984917c7005dc51625ba35aeefba41e1b912952": (
        form_acts.ForwardCopies(**CLERK, series="CVF", clerk="PC-1"),
    ),
    "f94f77c13962b15e85bb3130537f4354ec3b1a766473cec7bd1f4beebc00661b": (
        CountDrops(**BOOKS, boxes=[DropBox("MB-01", 20_000, {10_000: 2})]),
    ),
    "5336b0af05bb001b67f3110630cbe47b95dd347db1331b2721cffc46ff37e201": (
        CountDrops(
            **BOOKS,
            boxes=[DropBox("MB-01", 20_000, {}, [OriginalFound("CVF-1002", 1_250, "MD-01")])],
            recount=True,
        ),
    ),
    "86fd4b74454e6deac99fbf7f012eab9f6be8469ac7e9f5f2844b9948b2018f5e": (
        CountDrops(**BOOKS, boxes=[DropBox("MD-01", 500), DropBox("MB-01", 100)], recount=True),
    ),
    "43f9de2798ee1be581203dd4c096688a55d7ffd063284c41c5e0f112949556da": (
        ReceiveDuplicates(
            **BOOKS,
            forms=[
                DuplicateReceived("CVF-1002", False, 1_250, "MD-01", "", "R. Ames"),
                DuplicateReceived("CVF-1001", True),
            ],
        ),
    ),
    "e49f6258329d42236cb3504d1870d460694e526e925bb5f36dc8742ed3b0181a": (
        AcknowledgeFindings(
            **BOOKS,
            findings=["tray_variance:MB-01", "drop_variance:MB-01"],
            read=[
                found("tray_variance", "MB-01", DAY, cents=40_000),
                found("drop_variance", "MB-01", DAY, cents=-19_900),
            ],
            reason="seen",
        ),
    ),
    "90a5b4fb7f61dca57314b29cd50fba930e1db53ddbed1b76b2d3dee63aa9538f": (
        CloseDay(**BOOKS, second="A-2", read=Reconciled(DAY, [], [], 7)),
    ),
    "6857a36e51b613d4038bdce10a4f2e1ba9cb02662e489e701db1fa0bf390eab4": (
        RegisterOperator(
            by="A-1",
            at=AT,
            operator="A-1",
            name="Ruth Okafor",
            licence="L-100",
            roles=["audit", "accounting"],
        ),
    ),
    "ee0d523243328dbb7cd6484939ba8c406ba1be48d41fd9a55f2cc34ff1f845d9": (
        ChangeRoles(by="A-1", at=AT, operator="D-1", roles=["floorperson", "dealer"]),
    ),
    "0e64502d2ad7c1ea5df302bea2f9ef3ca31ee37e5b7ea621abe7157da9950b7b": (
        SuspendOperator(by="A-1", at=AT, operator="D-1", reason="late"),
    ),
    "ed5ceff4b4c4e3e33bebc9e00c14c1d00d99d5e6f474b49e17b574d8a73184bc": (
        ReinstateOperator(by="A-1", at=AT, operator="D-1"),
    ),
}

EVERY: Final = [
    pytest.param(stored, acts, id="-".join(type(act).__name__ for act in acts))
    for stored, acts in VERSION_1.items()
]


def later(*acts: Act, **changes: Any) -> list[Act]:
    return [type(act)(**{**_fields(act), "at": LATER, **changes}) for act in acts]


def _fields(act: Act) -> dict[str, Any]:
    return {name: getattr(act, name) for name in act.__struct_fields__}


@pytest.mark.parametrize(("stored", "acts"), EVERY)
def test_a_key_of_version_1_stands_for_its_command_whenever_it_is_typed(
    stored: str, acts: tuple[Act, ...]
) -> None:
    assert stands_for(stored, acts, CATALOGUE)
    assert stands_for(stored, later(*acts), CATALOGUE)


@pytest.mark.parametrize(("stored", "acts"), EVERY)
def test_a_key_of_version_1_stands_for_no_other_command(stored: str, acts: tuple[Act, ...]) -> None:
    for other in VERSION_1.values():
        assert stands_for(stored, other, CATALOGUE) == (other is acts)


UNDONE: Final = table_acts.Undo(**TYPED, reason="typed")
VERSION_2: Final[dict[str, tuple[Act, ...]]] = {
    "2:1jREeBpo16zPxLRZBfYG4VPwzyR2RKwjbieaYG69MIw": (UNDONE,),
    "2:Bk4c1lGFweodlRhtzpk5_r9usThHWFmHVIAEuELabzM": (
        AcknowledgeFindings(
            **BOOKS,
            findings=["tray_variance:MB-01"],
            reason="seen",
            read=[found("tray_variance", "MB-01", DAY, cents=40_000)],
        ),
    ),
    "2:LP-bpw4m4EBECNptHja5y7iiM1ZCvM-8aS6-dL0hD84": (
        CloseDay(**BOOKS, second="A-2", read=Reconciled(DAY, [], [], 8)),
    ),
    "2:gOiEAtFPPYcs0fcbHd1U1We7tq5bxjigP-vDoLdWhzw": (table_acts.Adopt(**TYPED, rules="ml"),),
}


@pytest.mark.parametrize("stored", VERSION_2)
def test_a_key_of_version_2_stands_for_its_command_as_it_did(stored: str) -> None:
    for other in VERSION_2.values():
        assert stands_for(stored, other, CATALOGUE) == (other is VERSION_2[stored])
    assert stands_for(stored, later(*VERSION_2[stored]), CATALOGUE)


def test_an_undo_that_was_stored_under_version_2_is_found_whatever_entry_it_names() -> None:
    (stored,) = (each for each, acts in VERSION_2.items() if acts == (UNDONE,))
    assert stands_for(stored, later(UNDONE, entry=9), CATALOGUE)


def test_what_is_stored_now_fits_its_column_and_is_no_digest_of_an_earlier_version() -> None:
    found = [digest(acts, CATALOGUE) for acts in VERSION_1.values()]
    assert len(set(found)) == len(found)
    assert {len(each) for each in found} == {45}
    assert {each[:2] for each in found} == {"3:"}

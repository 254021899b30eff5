"""Forms in the books: the patron's complimentary, and table win (F7, F8)."""

from random import Random
from typing import Any

import pytest

from ledger.events.day import OriginalFound
from ledger.form import acts as form_acts
from ledger.values.errors import PitError
from tests.clerk import OPENER, OPENER_CENTS, SIGNED, Clerk
from tests.ledger.form.desk import (
    COUNTED_AT,
    DAY,
    NEXT_DAY,
    ORIGINAL,
    SIGNED_VOID,
    VOID,
    Desk,
    figures,
    form,
)


def test_f7_one_patron_has_one_line_however_the_name_is_spelled(desk: Desk) -> None:
    for number, patron, patron_id in (
        (1001, "R. Ames", ""),
        (1002, "r. ames", ""),
        (1003, "R. Ames", "20417"),
        (1004, "Rosa Ames", "20417"),
    ):
        desk.owes().issues(number, patron=patron, patron_id=patron_id)
    assert [(c.patron, c.patron_id, c.serials) for c in desk.read("comps", DAY, COUNTED_AT)] == [
        ("R. Ames", None, ["CVF-1001", "CVF-1002"]),
        ("R. Ames", "20417", ["CVF-1003", "CVF-1004"]),
    ]


def test_f5_f7_a_form_void_on_a_later_day_is_taken_off_on_that_day(desk: Desk) -> None:
    desk.owes().issues(1001)
    before = figures(desk)
    desk.says(form_acts.VoidForm, number=1001, **VOID, at=NEXT_DAY)
    assert figures(desk).vig_documented == before.vig_documented == 100
    later = figures(desk, "2026-07-12")
    assert (later.vig_documented, later.vig_assessed, later.vig_outstanding) == (-100, 0, 100)
    assert desk.ledger.table("MB-01").owed(3) == 100
    given = {
        day: [(c.patron, c.forms, c.cents) for c in desk.read("comps", day, COUNTED_AT)]
        for day in (DAY, "2026-07-12")
    }
    assert given == {DAY: [("R. Ames", 1, 100)], "2026-07-12": [("R. Ames", -1, -100)]}


def test_f7_the_complimentary_is_on_record_by_patron_on_the_gaming_day(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.owes(4, 4_000).issues(1002, seat=4, patron="B. Ortiz")
    desk.owes().issues(1003)
    end = 1_783_850_400_000_000  # 2026-07-12 06:00 in New York
    assert [(c.patron, c.forms, c.cents, c.serials) for c in desk.read("comps", DAY, end)] == [
        ("B. Ortiz", 1, 200, ["CVF-1002"]),
        ("R. Ames", 2, 200, ["CVF-1001", "CVF-1003"]),
    ]
    late = {serial for comp in desk.read("comps", DAY, 0) for serial in comp.late}
    assert late == {"CVF-1001", "CVF-1002", "CVF-1003"}
    assert desk.read("comps", "2026-07-12", end) == []


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big", "div-mini-tie-vig", "house-dragon"])
def test_f8_no_form_where_the_rules_do_not_provide_for_it(clerk: Clerk, rules: str) -> None:
    clerk.opens(rules).starts_shoe()
    desk = Desk(clerk)
    assert desk.is_refused(form_acts.IssueForm, **form(1001)) == "forms_not_provided"


def test_f8_the_refusal_cites_the_section(clerk: Clerk) -> None:
    clerk.opens("ma-midi").starts_shoe()
    with pytest.raises(PitError, match=r"ma-midi 12\(d\)"):
        Desk(clerk).issues(1001)


def test_a1_v5_documented_vigorish_is_part_of_table_win(desk: Desk) -> None:
    desk.clerk.says("buy_in", seat=3, cents=20_000)
    desk.owes().issues(1001)
    desk.clerk.says("close", closer={**OPENER, "500": 156}, **SIGNED)
    desk.counts(ORIGINAL, cash=20_000)
    row = figures(desk)
    assert (row.vig_assessed, row.vig_collected, row.vig_documented) == (100, 0, 100)
    assert (row.vig_outstanding, row.drop, row.form_variance) == (0, 20_100, 0)
    assert (row.hand_result, row.win_hands, row.win_tray) == (-2_000, -1_900, -1_900)
    assert (row.tray_variance, row.drop_variance) == (0, 0)
    assert row.hold_bps == -945


def test_a1_a_form_that_never_reached_the_box_is_a_form_variance(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.counts()
    assert figures(desk).form_variance == -100


@pytest.mark.parametrize("seed", range(4))
def test_law_of_the_books_on_days_with_forms(desk: Desk, seed: int) -> None:
    """Seats pay, sign forms for all or part of what they owe, or go on owing; some originals are lost."""
    rnd = Random(seed)
    desk.says(form_acts.ReceiveSeries, series="LAW", first=1, last=99)
    desk.says(form_acts.IssueSeries, series="LAW", pit="P-1", clerks=["PC-1"])
    tray, collected, documented, lost = OPENER_CENTS, 0, 0, 0
    originals: list[OriginalFound] = []
    for number in range(1, 9):
        seat, stake = rnd.randint(1, 3), rnd.randint(1, 90) * 25
        desk.owes(seat, stake)
        tray -= stake
        owed = desk.ledger.table("MB-01").owed(seat)
        part = rnd.randint(1, owed)
        if rnd.random() < 0.4:
            desk.clerk.says("collect_vig", seat=seat, cents=part)
            tray, collected = tray + part, collected + part
            part = owed - part
        if not part or desk.ledger.table("MB-01").owed(seat) == 0 or rnd.random() < 0.2:
            desk.says(form_acts.VoidForm, series="LAW", number=number, reason="torn", **SIGNED_VOID)
            continue
        desk.says(form_acts.IssueForm, series="LAW", **form(number, seat, cents=part))
        documented += part
        if rnd.random() < 0.4:
            lost += part
        else:
            originals.append(OriginalFound(f"LAW-{number}", part))
    left = {
        seat: desk.ledger.table("MB-01").owed(seat) for seat in desk.ledger.table("MB-01").marks
    }
    for seat in left:
        walked: dict[str, Any] = {"seat": seat, "reason": "left", "supervisor": "S-2"}
        assert desk.clerk.is_refused("uncollected_vig", **walked) == "form_first"
        desk.clerk.says("uncollected_vig", **walked, no_form="would not wait")
    desk.clerk.says("close", closer={"1": tray - 50}, **SIGNED)
    desk.counts(*originals, cash=7)
    row = figures(desk)
    assert (row.vig_collected, row.vig_documented) == (collected, documented)
    assert (row.vig_uncollected, row.vig_outstanding) == (sum(left.values()), 0)
    assert row.vig_assessed == collected + documented + row.vig_uncollected
    assert (row.tray_variance, row.drop_variance, row.form_variance) == (-50, 7, -lost)
    assert row.win_tray - row.win_hands == -50 + 7 - lost
    assert row.drop == 7 + documented - lost

"""What people and programs read."""

import csv
import io
import json
from collections.abc import Sequence
from zoneinfo import ZoneInfo

import msgspec
import pytest

from ledger.values.hidden import visible
from projections.figures import day as day_figures
from projections.figures import exceptions, inventory, rounds, vig, win
from projections.figures.arithmetic import hold_bps
from projections.figures.render import FORMULA, Column, Form, Kind, Section, View, text, write
from projections.figures.win import Win
from tests.projections.log import DAY, folded
from tests.projections.models.test_table_win import opened, shoe, worked_example

VIEWS = [
    day_figures.VIEW,
    exceptions.VIEW,
    inventory.VIEW,
    rounds.VIEW,
    vig.VIEW,
    vig.OUTSTANDING,
    win.VIEW,
]
WIN_KEYS = [
    "table",
    "gaming_day",
    "rules",
    "rounds",
    "voids",
    "opener",
    "fills",
    "credits",
    "buy_ins",
    "closer",
    "drop",
    "hand_result",
    "vig_brought_forward",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
    "vig_outstanding",
    "win_hands",
    "win_tray",
    "expected_tray",
    "tray_variance",
    "drop_variance",
    "form_variance",
    "hold_bps",
    "progressive_contributions",
    "progressive_awards",
    "win_after_progressives",
    "hands",
    "position",
]


def example() -> list[Win]:
    """The worked example at MB-01, and a table that has just opened."""
    story = worked_example()
    with folded(story.recorded, win.NEEDS) as connection:
        first = win.win(connection, DAY)
    with folded(shoe(opened(type(story)(), 500_000)).recorded, win.NEEDS) as connection:
        second = win.win(connection, DAY)
    return [*first, msgspec.structs.replace(second[0], table="MB-02")]


def written(view: View, rows: Sequence[msgspec.Struct], form: Form) -> str:
    out = io.StringIO()
    write(view, rows, form, out)
    return out.getvalue()


def test_win_as_json_has_its_keys_in_order_cents_and_null() -> None:
    rows = json.loads(written(win.VIEW, example(), Form.JSON))

    assert [list(row) for row in rows] == [WIN_KEYS, WIN_KEYS]
    assert (rows[0]["win_tray"], rows[0]["hold_bps"], rows[0]["rules"]) == (-1_900, -950, None)
    assert (rows[1]["closer"], rows[1]["win_tray"], rows[1]["hold_bps"]) == (None, None, None)


def test_ndjson_is_a_row_a_line() -> None:
    lines = written(win.VIEW, example(), Form.NDJSON).splitlines()

    assert [json.loads(line)["table"] for line in lines] == ["MB-01", "MB-02"]


def test_csv_has_the_same_names_and_cents() -> None:
    first, second = csv.DictReader(io.StringIO(written(win.VIEW, example(), Form.CSV)))

    assert list(first) == WIN_KEYS
    assert (first["win_tray"], second["win_tray"]) == ("-1900", "")


class Said(msgspec.Struct):
    slip: str
    at: str | None
    cents: int


SAID = View(Said, "", (Section("", (Column("slip", "Slip"), Column("at", "At", Kind.MOMENT))),))


@pytest.mark.parametrize("slip", ["=HYPERLINK(1)", "+1", "-1+1", "@SUM(1+1)", "\t=1", "\r=1"])
def test_csv_for_a_spreadsheet_holds_no_formula_and_local_times(slip: str) -> None:
    rows = [Said(slip, "2026-07-11T22:00:00Z", -5), Said("F-1", None, 0)]
    zone = ZoneInfo("America/New_York")
    out = io.StringIO()
    write(SAID, rows, Form.CSV, out, zone)
    first, second = csv.DictReader(io.StringIO(out.getvalue()))
    assert not first["slip"].startswith(FORMULA)
    assert (first["at"], first["cents"]) == ("2026-07-11 18:00:00-04:00", "-5")
    assert second == {"slip": "F-1", "at": "", "cents": "0"}
    first, _ = csv.DictReader(io.StringIO(written(SAID, rows, Form.PLAIN_CSV)))
    assert first == {"slip": visible(slip), "at": "2026-07-11T22:00:00Z", "cents": "-5"}


def test_csv_of_nothing_still_has_its_heading() -> None:
    assert written(vig.OUTSTANDING, [], Form.CSV) == "table,seat,cents,owed_back,since,rounds\n"


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(written(win.VIEW, [], Form.JSON)) == []


def test_a_table_shows_money_dashes_for_the_unknown_and_a_total_where_all_is_known() -> None:
    shown = written(win.VIEW, example(), Form.TABLE)

    assert shown.splitlines()[:9] == [
        "From the tray",
        "",
        "  Table      Opener   Fills   Credits     Closer     Drop      Win      Hold",
        " ────────────────────────────────────────────────────────────────────────────",
        "  MB-01   10,000.00    0.00      0.00   9,781.00   200.00   -19.00   -9.50 %",
        "  MB-02    5,000.00    0.00      0.00          —        —        —         —",
        " ────────────────────────────────────────────────────────────────────────────",
        "  Total   15,000.00    0.00      0.00          —        —        —",
        "",
    ]
    titles = [section.title for section in win.VIEW.sections]
    told = [line for line in shown.splitlines() if line in titles]
    assert told == titles[:-1]
    fed = [msgspec.structs.replace(row, progressive_contributions=15) for row in example()]
    told = [line for line in written(win.VIEW, fed, Form.TABLE).splitlines() if line in titles]
    assert told == titles
    assert titles[-1] == "After progressives"


def test_text_is_shown_as_it_was_recorded() -> None:
    row = exceptions.ExceptionFound(
        gaming_day=DAY, table="MB-01", kind="round_voided", subject="s", message="[bold]:x:[/]"
    )

    assert "[bold]:x:[/]" in written(exceptions.VIEW, [row], Form.TABLE)


def test_figures_are_never_cut_off_however_narrow_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "20")

    assert "…" not in written(win.VIEW, example(), Form.TABLE)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.row.__name__)
def test_every_column_is_a_field_and_nothing_to_show_is_said(view: View) -> None:
    columns = {column.field for section in view.sections for column in section.columns}

    assert columns <= set(view.row.__struct_fields__)
    assert written(view, [], Form.TABLE) == view.empty + "\n"


def test_a_person_reads_local_time_and_a_program_utc() -> None:
    row = vig.Outstanding("MB-01", 3, 25, 0, "2026-07-12T03:30:00Z", ["MB-01:2026-07-11:1"])
    out = io.StringIO()

    write(vig.OUTSTANDING, [row], Form.TABLE, out, ZoneInfo("America/New_York"))

    assert "2026-07-11 23:30:00-04:00" in out.getvalue()
    assert "2026-07-12T03:30:00Z" in written(vig.OUTSTANDING, [row], Form.PLAIN_CSV)


def test_inventories_are_words_in_a_cell() -> None:
    movement = inventory.Movement(
        table="MB-01",
        gaming_day=DAY,
        at="2026-07-11T20:00:00Z",
        kind="opener",
        cents=10_500,
        chips={2_500: 4, 500: 1},
        slip=None,
        seat=None,
        dealer="d-1",
        supervisor="s-1",
        by="c-1",
    )
    out = io.StringIO()

    write(inventory.VIEW, [movement], Form.CSV, out)

    assert "2500x4 500x1" in out.getvalue()


@pytest.mark.parametrize(
    ("won", "drop", "bps"),
    [
        (1, 3, 3_333),
        (2, 3, 6_667),
        (1, 20_000, 1),
        (-1, 20_000, 0),
        (5, 0, None),
        (None, 5, None),
        (-2, -2, None),
    ],
)
def test_hold_is_rounded_half_up(won: int | None, drop: int, bps: int | None) -> None:
    assert hold_bps(won, drop) == bps


def test_a_section_tells_of_the_rows_that_say_something_in_it_and_adds_up_all() -> None:
    columns = (Column("slip", "Slip"),)
    rows = [Said("F-1", None, 100), Said("F-2", "2026-07-11T14:00:00Z", 100)]
    for total, told in ((False, rows[1:]), (True, rows)):
        section = Section("Counted", columns, total=total, only_with=("at",))
        assert list(section.told(rows)) == told
        assert list(section.told(rows[:1])) == []


def test_a_table_wider_than_the_terminal_is_shown_row_by_row_with_nothing_left_out() -> None:
    rows = example()
    whole, narrow, wide = io.StringIO(), io.StringIO(), io.StringIO()
    write(win.VIEW, rows, Form.TABLE, whole)
    write(win.VIEW, rows, Form.TABLE, narrow, columns=60)
    write(win.VIEW, rows, Form.TABLE, wide, columns=400)
    assert wide.getvalue() == whole.getvalue()
    assert max(map(len, narrow.getvalue().splitlines())) <= 60
    shown_sections = [each for each in win.VIEW.sections if each.told(rows)]
    assert narrow.getvalue().count("  Table ") == len(rows) * len(shown_sections)
    assert narrow.getvalue().count("  Total\n") == len(shown_sections)
    shown = set(whole.getvalue().split())
    headings = {word for s in win.VIEW.sections for c in s.columns for word in c.heading.split()}
    assert shown - headings - set(narrow.getvalue().split()) <= {
        each for each in shown if set(each) == {"─"}
    }


def test_yes_and_no_are_words_to_a_person() -> None:
    assert [text(value) for value in (True, False, 1, "True")] == ["yes", "no", "1", "True"]


def test_what_has_fields_of_its_own_is_json_in_a_cell() -> None:
    class Wager(msgspec.Struct):
        seat: int
        bet: str

    class Row(msgspec.Struct):
        table: str
        wagers: list[Wager]

    rows = [Row("MB-01", [Wager(3, "banker"), Wager(7, "tie")]), Row("MB-02", [])]
    for form in (Form.CSV, Form.PLAIN_CSV):
        out = io.StringIO()
        write(View(Row, "", ()), rows, form, out)
        _, first, second = csv.reader(io.StringIO(out.getvalue()))
        assert first == ["MB-01", '{"seat":3,"bet":"banker"} {"seat":7,"bet":"tie"}']
        assert second == ["MB-02", ""]

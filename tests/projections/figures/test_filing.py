"""Decision 58: corrections of days that were over are filed by month, above the property's limit."""

from ledger.events import table as e
from ledger.events.property import STREAM, PropertySettingsChanged
from projections.figures import filing
from tests.projections.log import Story, folded


def corrects(story: Story, day: str, of_day: str, cents: int, document: str) -> None:
    story.tell(
        *(e.CorrectionPosted, "table:MB-01"),
        day=day,
        of_day=of_day,
        figure="drop",
        cents=cents,
        document=document,
        original="",
        reason="counted twice",
        approved_by="S-2",
    )


def filed(story: Story, day: str) -> list[tuple[str, int]]:
    with folded(story.recorded, filing.NEEDS) as connection:
        return [(row.document, row.cents) for row in filing.filing(connection, day)]


def posted() -> Story:
    story = Story()
    for day, of_day, cents, document in (
        ("2026-06-30", "2026-06-29", 900_000, "before the month"),
        ("2026-07-01", "2026-06-30", -200_001, "a loss above"),
        ("2026-07-11", "2026-07-10", 200_000, "as much as the limit"),
        ("2026-07-11", "2026-07-11", 900_000, "of its own day"),
        ("2026-07-31", "2026-07-10", 200_001, "a gain above"),
        ("2026-08-01", "2026-07-10", 900_000, "after the month"),
    ):
        corrects(story, day, of_day, cents, document)
    return story


def test_what_is_above_the_limit_either_way_is_filed_in_the_month_in_which_it_was_posted() -> None:
    story = posted()
    assert filed(story, "2026-07-31") == [("a loss above", -200_001), ("a gain above", 200_001)]
    assert filed(story, "2026-07-30") == [("a loss above", -200_001)]
    assert filed(story, "2026-09-30") == []


def test_the_limit_is_the_propertys() -> None:
    story = posted()
    story.tell(PropertySettingsChanged, STREAM, filing_above_cents=199_999)
    assert [document for document, _ in filed(story, "2026-07-31")] == [
        *("a loss above", "as much as the limit", "a gain above"),
    ]
    story.tell(PropertySettingsChanged, STREAM, filing_above_cents=0)
    corrects(story, "2026-07-31", "2026-07-30", 1, "a cent")
    assert filed(story, "2026-07-31")[-1] == ("a cent", 1)

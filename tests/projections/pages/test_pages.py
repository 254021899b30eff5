"""Pages to print: escaped, strict, whole in one file, and in the wheel."""

import re
from pathlib import Path

import jinja2
import pytest

from ledger.events.property import PAPER
from ledger.values.hidden import HIDDEN
from projections import pages
from projections.pages import environment, page
from projections.pages.words import runs

HEAD = {
    "title": "Replay",
    "property": "Harbor & House",
    "day": "2026-07-11",
    "paper": "letter",
}


def test_everything_a_page_shows_is_escaped() -> None:
    made = page("base.html", **{**HEAD, "title": "<script>alert(1)</script>"}).html()

    assert "<script" not in made
    assert "Harbor &amp; House" in made


def test_what_is_not_seen_is_shown_escaped_wherever_it_stands_in_a_page() -> None:
    """A name in an older event turns round no name beside it, and no terminal to which a page is written."""
    hostile = "Harbor \x1b[31m\u202e\x9b\u200b"
    made = page("base.html", **{**HEAD, "title": hostile, "property": hostile}).html()

    assert set(re.findall(HIDDEN, made)) == {"\n"}
    assert made.count("Harbor \\u001b[31m\\u202e\\u009b\\u200b") == 6
    assert "\\202e" not in made  # Nor by its code, in a heading that the style sheet prints.


def test_a_name_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError):
        page("base.html", title="Replay", day="2026-07-11", paper="letter").html()


def test_a_page_is_whole_in_one_file_and_the_same_every_time() -> None:
    made = page("base.html", **HEAD).html()

    assert not re.search(r"<script|<link|src=|href=|url\(|@import", made)
    assert made == page("base.html", **HEAD).html()
    assert "As of event" not in made
    assert "As of event 1,234" in page("base.html", position=1234, **HEAD).html()


@pytest.mark.parametrize("paper", PAPER)
def test_a_page_is_for_the_paper_of_the_property(paper: str) -> None:
    assert f"@page {{ size: {paper};" in page("base.html", **{**HEAD, "paper": paper}).html()


def test_codes_ids_and_dates_are_one_piece_and_what_is_longer_than_a_line_is_not() -> None:
    text = "No slip F-1001 of MB-01/17 on 2026-07-11, well - no."
    assert [each.text for each in runs(text) if each.code] == ["F-1001", "MB-01/17", "2026-07-11,"]
    assert "".join(each.text for each in runs(text)) == text
    assert [each.code for each in runs("-".join(["x" * 50, "y"]))] == [False]
    assert [each.code for each in runs("No code")] == [False]


@pytest.mark.parametrize("name", sorted(environment().list_templates()))
def test_every_template_is_part_of_the_package(name: str) -> None:
    (directory,) = pages.__path__
    environment().get_template(name)
    assert Path(directory, "templates", name).is_file()

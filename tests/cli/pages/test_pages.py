"""The pages that are made from the code."""

from pathlib import Path

import pytest

from cli.pages import reference

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_page_made_from_the_code_is_what_it_says(name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page == reference.PAGES[name](), "run make docs"

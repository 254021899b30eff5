"""Characters that are not seen are known, and shown escaped."""

import json
import re
import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ledger.values.hidden import HIDDEN, visible, visible_lines

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_every_character_that_is_not_seen_is_known() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    known = set(re.findall(HIDDEN, everything))
    assert {c for c in everything if unicodedata.category(c) in UNSEEN} <= known
    assert {unicodedata.category(c) for c in known} <= {*UNSEEN, "Cn", "Mn", "Lo"}
    ignorable = (
        "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\ufe00\ufe0f\uffa0\U000e0100"
    )
    assert set(ignorable) <= known, "Unicode's Default_Ignorable_Code_Point"
    assert not re.search(HIDDEN, "Zoë O'Neil-Ames, 李小龍, Ṩ, \U0001f0a1, م")


@given(st.text())
def test_what_is_shown_hides_nothing_and_keeps_the_rest(text: str) -> None:
    assert not re.search(HIDDEN, visible(text))
    assert set(re.findall(HIDDEN, visible_lines(text))) <= {"\t", "\n"}
    if not re.search(HIDDEN, text):
        assert visible(text) == visible_lines(text) == text


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters='"\\')))
def test_what_is_escaped_is_the_same_to_who_reads_json(text: str) -> None:
    assert json.loads(f'"{visible(text)}"') == text

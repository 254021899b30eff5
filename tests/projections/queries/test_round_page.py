"""U1: a round's page is stepped through by a browser's own keys, without a script, and printed whole."""

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser

import pytest

from projections.queries.moment import NOW
from projections.queries.round import replay
from projections.queries.round_page import round_page
from tests.clerk import Clerk

Attributes = dict[str, str | None]


class Elements(HTMLParser):
    """What begins in a page: its tag and attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.all: list[tuple[str, Attributes]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))

    def of(self, tag: str) -> list[Attributes]:
        return [attributes for name, attributes in self.all if name == tag]


@pytest.fixture
def played(dealing: Clerk) -> Clerk:
    dealing.plays("2d 2h 7s", "5c Kh 9c", (3, "banker", 2000), (7, "tie", 500))
    return dealing


def test_u1_every_step_is_a_radio_button_of_one_group_and_the_last_one_is_chosen(
    played: Clerk,
) -> None:
    page = round_page(played.ledger, NOW, "MB-01").content.decode()
    told = replay(played.ledger, NOW, "MB-01").steps

    buttons = Elements(page).of("input")

    assert [each["id"] for each in buttons] == [f"s{step.n}" for step in told]
    assert {(each["type"], each["name"]) for each in buttons} == {("radio", "step")}
    assert ["checked" in each for each in buttons] == [False] * (len(told) - 1) + [True]
    assert "autofocus" in buttons[-1]
    for step in told:
        assert f'id="said-{step.n}">{step.said}<' in unescape(page)
        assert f'<label for="s{step.n}">{step.said}</label></td>' in unescape(page)


def test_u1_a_click_on_the_step_shown_or_in_the_list_or_on_back_and_next_gives_the_keys_to_a_button(
    played: Clerk,
) -> None:
    page = round_page(played.ledger, NOW, "MB-01").content.decode()
    last = len(replay(played.ledger, NOW, "MB-01").steps)
    labels = Counter(each["for"] for each in Elements(page).of("label"))
    assert labels == {f"s{n}": 2 + (n > 1) + (n < last) for n in range(1, last + 1)}


def test_u1_what_comes_after_a_step_is_hidden_on_screen_while_that_step_is_chosen(
    played: Clerk,
) -> None:
    page = round_page(played.ledger, NOW, "MB-01").content.decode()
    told = replay(played.ledger, NOW, "MB-01").steps
    style = page.partition("<style>")[2].partition("</style>")[0]
    on_screen = style.partition("@media screen {")[2].partition("@media print")[0]

    hidden = re.findall(r"input:checked ~ #s(\d+) ~ \* \.at-(\d+) \{ visibility: hidden; \}", style)

    assert hidden == [(str(step.n), str(step.n)) for step in told[1:]]
    assert on_screen.count("visibility: hidden") == style.count("visibility: hidden")
    assert "input[name" in style.partition("@media print {")[2]


def test_u1_cards_stand_at_the_step_at_which_they_are_dealt(played: Clerk) -> None:
    page = round_page(played.ledger, NOW, "MB-01").content.decode()
    hands = page.partition('<div class="hands">')[2].partition("<h2>Step by step")[0]
    dealt = [step for step in replay(played.ledger, NOW, "MB-01").steps if step.card]
    by_hand = sorted(dealt, key=lambda step: (step.hand != "player", step.n))

    shown = re.findall(r'<div class="at-(\d+)">.*?makes (\d)', hands, re.DOTALL)

    assert shown == [(str(step.n), str(step.points)) for step in by_hand]


def test_u1_the_page_is_one_file_without_a_script(played: Clerk) -> None:
    page = round_page(played.ledger, NOW, "MB-01").content.decode()
    assert not re.search(r"<script|<link|<img|src=|url\(|@import|https?:|\son\w+=", page)
    assert all(each["href"] in {"#s", "#h", "#d", "#c"} for each in Elements(page).of("use"))


def test_u1_a_page_that_stops_at_a_step_has_none_of_what_comes_after(played: Clerk) -> None:
    page = round_page(played.ledger, NOW, "MB-01", until=4).content.decode()
    assert [each["id"] for each in Elements(page).of("input")] == ["s1", "s2", "s3", "s4"]
    assert "banker wins" not in page

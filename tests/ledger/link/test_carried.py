"""What moves in the meters of a retired link is carried to where its balance is, by hand (P4, decision 47)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import pytest

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.link import MeterUnits
from ledger.link.carried import carry_over, won_since
from ledger.link.draft import LinkDraft
from ledger.link.state import held
from ledger.values.errors import Refused
from tests.ledger.link.paper import DAY, KING, Paper, Terms, installed, named

Units = dict[str, tuple[int, int]]
NEXT: Final = "2026-07-12"
SEED: Final = 35_000
CENT: Final = link_events.UNITS_A_CENT


def terms() -> list[Terms]:
    return [Terms("major", 5_000_000, 900), Terms(KING, SEED, 167, 333)]


def retired(chain: int = 1) -> list[Paper]:
    """A link fed twice, by a round of each table, and those that have had its balance one after the other."""
    links = [installed(*terms())]
    links += [
        installed(*terms(), code=f"R9-{n}", others=links[: n - 1]) for n in range(2, chain + 2)
    ]
    for each in links:
        each.all = {x.code: x for x in links}
    links[0].feeds(1)
    links[0].feeds(1, "MB-02")
    for one, other in pairwise(links):
        one.retires(other)
    return links


def returned(link: Paper, units: Units, day: str = DAY) -> LinkDraft:
    """What a round of the retired link had put in, going out of it."""
    lines = [MeterUnits(name, *each) for name, each in units.items()]
    draft = link.drafts()
    of: dict[str, Any] = {"round": named(1), "table": "MB-01", "lines": lines}
    draft.record(link_events.ContributionsReturned, day=day, **of)
    return draft


def decides(links: list[Paper], draft: LinkDraft) -> list[list[Event]]:
    """By link what is decided."""
    return [x.pending for x in carry_over(draft, lambda code: links[0].all[code].link)]


def carries(links: list[Paper], draft: LinkDraft) -> list[list[Event]]:
    """The same recorded: it verifies."""
    decided = decides(links, draft)
    for each, events in zip(links, decided, strict=False):
        each.records(events)
    return decided


def shown(link: Paper) -> dict[str, tuple[int, int]]:
    return {each.meter: (each.visible, each.reserve) for each in held(link.link)}


ALL: Final[Units] = {"major": (450_000, 0), KING: (83_500, 166_500)}


@pytest.mark.parametrize("chain", [1, 2])
def test_decision_47_what_goes_out_of_a_retired_link_goes_out_of_the_last_that_has_it(
    chain: int,
) -> None:
    """Of every one between, into it and out of it; each says how the one before it stood."""
    links = retired(chain)
    before = shown(links[-1])
    own, *others = carries(links, returned(links[0], ALL))
    assert [type(x) for x in own] == [
        link_events.ContributionsReturned,
        link_events.BalanceCarried,
    ]
    assert own[1] == balance(own[1], "R9-2", 1, 0)
    for n, events in enumerate(others, 2):
        version = links[n - 2].link.version
        assert events[0] == balance(events[0], f"R9-{n - 1}", -1, version)
        assert len(events) == (1 if n == chain + 1 else 2)
    for each in links[:-1]:
        assert set(shown(each).values()) == {(0, 0)}
    after = shown(links[-1])
    for name, (visible, reserve) in ALL.items():
        assert after[name] == (before[name][0] - visible, before[name][1] - reserve)


def balance(like: Event, link: str, sign: int, version: int) -> Event:
    """That of a balance carried: all of the round's, into the meters or out of them."""
    lines = [MeterUnits(name, sign * x[0], sign * x[1]) for name, x in ALL.items()]
    facts = {name: getattr(like, name) for name in ("by", "at", "recorded_at", "day")}
    return link_events.BalanceCarried(**facts, link=link, lines=lines, link_version=version)


def test_decision_47_where_nothing_moves_nothing_is_carried_and_only_the_meter_that_moves_is() -> (
    None
):
    links = retired()
    assert [len(x) for x in carries(links, links[0].drafts())] == [0]
    assert [len(x) for x in decides(links, returned(links[1], ALL))] == [1]
    links = retired()
    (_, own), (there,) = decides(links, returned(links[0], {"major": (450_000, 0)}))
    assert isinstance(own, link_events.BalanceCarried)
    assert isinstance(there, link_events.BalanceCarried)
    assert (own.lines, there.lines) == (
        [MeterUnits("major", 450_000)],
        [MeterUnits("major", -450_000)],
    )


@pytest.mark.parametrize(("received", "moved"), [(DAY, NEXT), (NEXT, DAY), (NEXT, NEXT)])
def test_decision_47_it_is_carried_on_the_later_of_the_days(received: str, moved: str) -> None:
    """A meter has on no day what came or went later."""
    links = [installed(*terms())]
    links.append(installed(*terms(), code="R9-2", others=links))
    links[0].all = links[1].all
    links[0].feeds(1)
    links[1].day = received
    links[0].retires(links[1])
    (_, own), (there,) = carries(links, returned(links[0], ALL, moved))
    assert (own.day, there.day) == (max(received, moved),) * 2


def test_decision_47_of_a_retired_link_the_house_puts_nothing_in_again_for_a_reversed_round() -> (
    None
):
    """However it stands, at nothing: what the round had put in is in the other."""
    links = [installed(*terms())]
    links.append(installed(*terms(), code="R9-2", others=links))
    links[0].all = links[1].all
    links[0].feeds(1)
    links[0].plays(2)
    links[0].takes_back(2)
    links[0].retires(links[1])
    (out,) = links[0].reverses(1)
    assert isinstance(out, link_events.ContributionsReturned)
    assert out.reseeded == []


Since = Callable[[Paper], object]


def refused(since: Since, units: Units) -> Refused:
    links = retired()
    since(links[1])
    with pytest.raises(Refused) as caught:
        decides(links, returned(links[0], units))
    return caught.value


@pytest.mark.parametrize("units", [(1, 0), (0, 1), (83_500, 166_500)])
def test_decision_47_what_was_won_since_where_the_balance_is_does_not_go_out(
    units: tuple[int, int],
) -> None:
    caught = refused(lambda link: link.plays(7), {KING: units})
    assert caught.refusal == won_since(named(1), [KING]).refusal
    assert caught.refusal.facts == {"round": named(1), "meters": [KING]}


@pytest.mark.parametrize(
    ("since", "units"),
    [
        (lambda link: link.plays(7), {"major": (450_000, 0)}),
        (lambda link: link.plays(7), {KING: (-1, -1), "major": (1, 0)}),
        (lambda link: link.plays(7), {KING: (0, -1), "major": (1, 0)}),
        (lambda link: link.plays(7), {KING: (-1, 0), "major": (1, 0)}),
        (lambda link: (link.plays(7), link.takes_back(7)), ALL),
        (lambda link: link.adjusts(1), ALL),
    ],
)
def test_decision_47_what_was_not_won_goes_out_and_what_comes_in_does_whoever_won(
    since: Since, units: Units
) -> None:
    links = retired()
    since(links[1])
    assert [len(x) for x in decides(links, returned(links[0], units))] == [2, 1]


def test_decision_47_what_was_won_there_before_and_goes_back_there_since_stands_in_no_way() -> None:
    links = [installed(*terms())]
    links.append(installed(*terms(), code="R9-2", others=links))
    links[0].all = links[1].all
    links[0].feeds(1)
    links[1].plays(7)
    links[0].retires(links[1])
    links[1].takes_back(7)
    assert [len(x) for x in decides(links, returned(links[0], ALL))] == [2, 1]


def test_decision_47_what_was_corrected_away_since_does_not_go_out() -> None:
    """Where the link that has it is retired as well, the next one is asked."""
    caught = refused(lambda link: link.adjusts(-SEED - 16), ALL)
    assert (caught.refusal.code, caught.refusal.facts["round"]) == ("corrected_since", named(1))
    links = retired()
    links.append(installed(*terms(), code="R9-3", others=links))
    for each in links:
        each.all = links[2].all
    links[1].adjusts(-SEED - 16)
    links[1].retires(links[2])
    assert [len(x) for x in carries(links, returned(links[0], ALL))] == [2, 2, 1]


def test_what_is_not_there_is_named_meter_by_meter() -> None:
    found = won_since(named(1), [KING, "major"]).refusal
    assert f"What round {named(1)} had put into k9_player, major was won since." == found.message

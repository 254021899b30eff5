"""What a person types is read forgivingly, and never as something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.typed.values import BETS, HANDS, TENDERS, cards_of, chips_of, pick, seat_of
from ledger.values.cards import CARDS
from ledger.values.errors import Misused


@pytest.mark.parametrize(
    ("typed", "bet"),
    [
        ("b", "banker"),
        ("BANKER", "banker"),
        ("bank", "banker"),
        ("p", "player"),
        ("t", "tie"),
        ("dbp", "dragon_bonus_player"),
        ("dragon-bonus-player", "dragon_bonus_player"),
        ("Dragon Bonus Banker", "dragon_bonus_banker"),
        ("dragon_bonus_b", "dragon_bonus_banker"),
        ("dragon-7", "dragon_7"),
        ("d7", "dragon_7"),
        ("pan", "panda_8"),
        ("one", "one_up"),
        ("hm", "house_money"),
        ("r9", "royal_9"),
    ],
)
def test_bets_are_read_forgivingly(typed: str, bet: str) -> None:
    assert pick(typed, BETS, "bet") == bet


@pytest.mark.parametrize("typed", ["dragon", "dragon_bonus", "", " ", "x", "banker player"])
def test_a_bet_that_could_be_two_or_none_is_refused(typed: str) -> None:
    with pytest.raises(Misused):
        pick(typed, BETS, "bet")


@pytest.mark.parametrize("names", [BETS, HANDS, TENDERS])
def test_no_alias_stands_for_two_names(names: dict[str, tuple[str, ...]]) -> None:
    aliases = [alias for name, others in names.items() for alias in (name, *others)]
    assert len(aliases) == len(set(aliases))
    for name, others in names.items():
        for alias in (name, *others):
            assert pick(alias, names, "name") == name


@given(st.text(max_size=12))
def test_whatever_is_picked_was_meant(text: str) -> None:
    """What is read as a bet is its name or an alias, or begins it and no other."""
    try:
        picked = pick(text, BETS, "bet")
    except Misused:
        return
    asked = text.strip().lower().replace("-", "_").replace(" ", "_")
    assert asked in (picked, *BETS[picked]) or [b for b in BETS if b.startswith(asked)] == [picked]


@given(
    st.dictionaries(st.integers(1, 10_000_000), st.integers(0, 10_000), min_size=1, max_size=8),
    st.sampled_from([" ", ",", ", "]),
    st.sampled_from(["x", "X", "="]),
)
def test_chips_are_read_as_they_are_written(
    chips: dict[int, int], between: str, times: str
) -> None:
    text = between.join(
        f"{cents // 100}.{cents % 100:02}{times}{count}" for cents, count in chips.items()
    )
    assert chips_of(text) == chips


@pytest.mark.parametrize(
    "typed", ["", "100", "100x", "x5", "100x-5", "100x5x2", "100x1.5", "100x٣"]
)
def test_an_inventory_that_cannot_be_read_is_refused(typed: str) -> None:
    with pytest.raises(Misused):
        chips_of(typed)


def test_an_empty_tray_is_said_so() -> None:
    assert chips_of(" None ") == {}


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=4))
def test_cards_are_read_as_they_are_written(cards: list[str]) -> None:
    assert cards_of(" ".join(cards), "player") == cards
    assert cards_of(",".join(card.lower() for card in cards), "player") == cards


@pytest.mark.parametrize("typed", ["", "0", "-3", "3.0", "three", "100"])
def test_a_seat_is_a_number(typed: str) -> None:
    with pytest.raises(Misused):
        seat_of(typed)

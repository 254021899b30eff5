"""What a person types is read forgivingly, and never as something else."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.typed.kinds import pick
from cli.typed.settings import NUMBERED, settings_of
from cli.typed.values import BETS, HANDS, TENDERS, Pair, cards_of, chips_of, seat_of
from ledger.events.property import PropertySettingsChanged, Settings
from ledger.values.cards import CARDS
from ledger.values.errors import Misused
from projections.queries.words import settings
from tests.cli.conftest import DAY, Terminal
from tests.cli.frame.reproducers.beginnings import (
    JACKPOT,
    OWING,
)


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


SPELLINGS = ("MB-01", "MB-01:1", "MB-01:today:1", f"MB-01:{DAY}:1", ".:1", ".")


@pytest.mark.parametrize("spelled", SPELLINGS)
@pytest.mark.parametrize(
    "command",
    [
        "audit dispute raise {} --claim x",
        "day correct MB-01 hand-result --raise 5 --names {} --document MC-1 --reason x --approved-by S-2",
        "meter award {} 3 --supervisor S-2",
        "round show {}",
        "audit replay {}",
    ],
)
def test_a_round_is_named_alike_everywhere(on_file: Terminal, command: str, spelled: str) -> None:
    for done in JACKPOT[1:]:
        on_file.does(*shlex.split(done))
    typed = on_file.run("shell", stdin=f"use MB-01\n{command.format(spelled)}\n")
    assert typed.exit_code == 0, typed.output
    assert f"MB-01:{DAY}:1" in typed.stdout


def test_a_disputed_round_that_is_named_shortly_is_decided_so(on_file: Terminal) -> None:
    for done in OWING[1:]:
        on_file.does(*shlex.split(done))
    on_file.does("audit", "dispute", "raise", "MB-01", "--claim", "x")
    on_file.does(*shlex.split("audit dispute decide MB-01:1 denied --reason x --decided-by S-2"))
    unknown = on_file.is_refused("audit", "dispute", "raise", "MB-0", "--claim", "x", exit_code=3)
    assert unknown["next_step"].startswith("Did you mean MB-01?")


def test_now_is_a_time(on_file: Terminal) -> None:
    on_file.opened()
    sit = ("seat", "sit", "MB-01", "3", "--dry-run")
    assert on_file.json(*sit, "--at", "now") == on_file.json(*sit)


@pytest.mark.parametrize("field", Settings.__struct_fields__)
def test_every_setting_can_be_typed_and_is_shown(field: str) -> None:
    name, _, unit = field.rpartition("_")
    typed = name if unit in {"minutes", "cents", "percent"} else field
    by_rules = ".ma-midi" if isinstance(getattr(Settings(), field), dict) else ""
    value = "1" if unit in NUMBERED else "A4" if unit == "size" else "none"
    asked = settings_of([Pair(f"{typed}{by_rules}", value)])
    assert list(asked) == [field]
    (shown,) = settings(
        PropertySettingsChanged(by="A-1", at=1, recorded_at=1, day="2026-07-11", **asked)
    )
    assert shown.replace("-", " ").startswith(typed.replace("_", " "))

"""How far a verification came is kept in its file as it goes, and read again when it goes on."""

import json
import os
import stat
from pathlib import Path

import pytest

from ledger.seal.unfinished import FORMAT, Reached, Unfinished
from ledger.values.errors import Misused

ROOT = bytes(range(32))


def test_what_was_reached_is_read_again(tmp_path: Path) -> None:
    place = tmp_path / "verification.part"
    first = Unfinished(place)
    assert first.reached == Reached()
    first.hashed(512, ROOT)
    first.at(700, "sqlite:///pit.db")
    first.done("streams", {"events": 7})
    first.done("rounds", 3)
    again = Unfinished(place)
    assert (again.reached.size, again.reached.root_bytes, again.reached.end) == (512, ROOT, 700)
    assert (again.known("streams", dict[str, int]), again.known("rounds", int)) == (
        {"events": 7},
        3,
    )
    assert again.known("days", int) is None
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [place.name]


def test_steps_count_while_the_log_ends_where_it_did(tmp_path: Path) -> None:
    place = tmp_path / "verification.part"
    kept = Unfinished(place)
    kept.at(700, "sqlite:///pit.db")
    kept.done("rounds", 3)
    kept.at(700, "sqlite:///pit.db")
    assert kept.known("rounds", int) == 3
    kept.hashed(256, ROOT)
    kept.at(701, "sqlite:///pit.db")
    assert kept.known("rounds", int) is None
    assert Unfinished(place).reached == kept.reached
    assert (kept.reached.end, kept.reached.size) == (701, 256)


def test_the_file_goes_with_what_it_was_for(tmp_path: Path) -> None:
    place = tmp_path / "verification.part"
    kept = Unfinished(place)
    kept.finished()
    kept.at(1, "sqlite:///pit.db")
    assert place.exists()
    kept.finished()
    assert not place.exists()


def test_without_a_file_it_is_known_as_long_as_it_lasts() -> None:
    kept = Unfinished()
    kept.done("rounds", 3)
    assert kept.known("rounds", int) == 3
    kept.finished()


def why_not(place: Path) -> str:
    """Why a file is not taken."""
    with pytest.raises(Misused) as refused:
        Unfinished(place)
    found = refused.value.refusal
    assert (found.code, found.facts) == ("verification_unusable", {"file": str(place)})
    begins = f"How far a verification came is not taken from {place}: "
    assert found.message.startswith(begins)
    assert found.next_step.startswith("Leave it as it is and name another file with --resume")
    return found.message.removeprefix(begins)


def test_what_is_no_file_or_might_be_somebody_elses_is_not_taken(tmp_path: Path) -> None:
    pipe, link, place = (tmp_path / name for name in ("pipe", "link", "verification.part"))
    os.mkfifo(pipe)
    Unfinished(place).at(1, "sqlite:///pit.db")
    link.symlink_to(place)
    assert why_not(tmp_path) == why_not(pipe) == why_not(link) == "it is no regular file."
    for mode in (0o620, 0o602, 0o666):
        place.chmod(mode)
        assert why_not(place) == "others than its owner may write it."
    for mode in (0o600, 0o644, 0o755):
        place.chmod(mode)
        assert Unfinished(place).reached.end == 1


@pytest.mark.parametrize(
    ("facts", "taken"),
    [
        ({"format": FORMAT}, True),
        ({"format": FORMAT, "size": 0, "end": 7}, True),
        ({"format": FORMAT, "size": 256, "root": "A" * 43 + "="}, True),
        ({"format": FORMAT, "size": 256}, False),
        ({"format": FORMAT, "size": 256, "root": "A" * 44}, False),
        ({"format": FORMAT, "size": -256, "root": "A" * 43 + "="}, False),
        ({"format": "pit-ledger-verification/v2"}, False),
        ({"format": FORMAT, "more": 1}, False),
        ([], False),
    ],
)
def test_what_is_in_the_file_is_taken_where_it_can_be_what_was_reached(
    tmp_path: Path, facts: object, *, taken: bool
) -> None:
    place = tmp_path / "verification.part"
    place.write_text(json.dumps(facts), encoding="utf-8")
    place.chmod(0o600)
    if taken:
        Unfinished(place)
    else:
        assert why_not(place) == "it cannot be read."


def test_a_file_that_is_longer_than_one_may_be_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "verification.part"
    Unfinished(place).at(1, "sqlite:///pit.db")
    monkeypatch.setattr("ledger.seal.unfinished.MOST_BYTES", place.stat().st_size - 3)
    assert why_not(place) == "it cannot be read."

"""How far a verification came is kept in its file as it goes, and read again when it goes on."""

import stat
from pathlib import Path

from ledger.seal.unfinished import Reached, Unfinished

ROOT = bytes(range(32))


def test_what_was_reached_is_read_again(tmp_path: Path) -> None:
    place = tmp_path / "verification.part"
    first = Unfinished(place)
    assert first.reached == Reached()
    first.hashed(512, ROOT)
    first.at(700)
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
    kept.at(700)
    kept.done("rounds", 3)
    kept.at(700)
    assert kept.known("rounds", int) == 3
    kept.hashed(256, ROOT)
    kept.at(701)
    assert kept.known("rounds", int) is None
    assert Unfinished(place).reached == kept.reached
    assert (kept.reached.end, kept.reached.size) == (701, 256)


def test_the_file_goes_with_what_it_was_for(tmp_path: Path) -> None:
    place = tmp_path / "verification.part"
    kept = Unfinished(place)
    kept.finished()
    kept.at(1)
    assert place.exists()
    kept.finished()
    assert not place.exists()


def test_without_a_file_it_is_known_as_long_as_it_lasts() -> None:
    kept = Unfinished()
    kept.done("rounds", 3)
    assert kept.known("rounds", int) == 3
    kept.finished()

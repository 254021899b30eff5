"""Files that a command writes: made new, no link followed, whole or not at all, never a database."""

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.values.errors import Misused
from ledger.values.files import appended, make_private, write_whole


def writes(place: Path, content: bytes = b"new", *, replace: bool = False) -> None:
    write_whole(place, content, lambda: replace)


def refused(place: Path, *, replace: bool = True) -> str:
    before = sorted(place.parent.iterdir())
    with pytest.raises(Misused) as caught:
        writes(place, replace=replace)
    assert sorted(place.parent.iterdir()) == before, "something was left behind"
    return caught.value.refusal.code


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    place = tmp_path / "other.db"
    with closing(sqlite3.connect(place)) as opened:
        opened.execute("CREATE TABLE t (x)")
    return place


def mode(place: Path) -> int:
    return stat.S_IMODE(place.stat().st_mode)


def test_a_new_file_is_read_by_whom_the_umask_lets(tmp_path: Path, umask: None) -> None:  # noqa: ARG001  set for the test
    writes(tmp_path / "day.html")
    assert (tmp_path / "day.html").read_bytes() == b"new"
    assert mode(tmp_path / "day.html") == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["day.html"]


def test_a_file_that_is_there_is_replaced_when_asked_and_keeps_who_reads_it(tmp_path: Path) -> None:
    place = tmp_path / "day.html"
    place.write_bytes(b"old")
    place.chmod(0o600)
    assert refused(place, replace=False) == "file_exists"
    writes(place, replace=True)
    assert (place.read_bytes(), mode(place)) == (b"new", 0o600)


def test_no_link_is_followed(tmp_path: Path) -> None:
    aim = tmp_path / "aim"
    aim.write_bytes(b"old")
    (tmp_path / "link").symlink_to(aim)
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert refused(tmp_path / "link") == "file_is_a_link"
    assert aim.read_bytes() == b"old"
    with pytest.raises((Misused, OSError)):
        writes(tmp_path / "gone", replace=True)
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises((Misused, OSError)), appended(tmp_path / "link"):
        pass


def test_a_device_and_a_pipe_are_written_into(tmp_path: Path) -> None:
    before = Path("/dev/null").lstat()
    writes(Path("/dev/null"))
    assert Path("/dev/null").lstat().st_ino == before.st_ino
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "stdout").symlink_to(pipe)
    read: list[bytes] = []
    for named in (pipe, tmp_path / "stdout"):
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        writes(named)
        reader.join(10)
    assert read == [b"new", b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_no_database_is_touched_nor_what_belongs_to_it(database: Path) -> None:
    before = database.read_bytes()
    os.link(database, database.with_name("same"))
    for name in (
        database.name,
        "same",
        *(database.name + of for of in ("-wal", "-shm", "-journal")),
    ):
        assert refused(database.with_name(name)) == "file_is_a_database"
        with pytest.raises(Misused), appended(database.with_name(name)):
            pass
    assert database.read_bytes() == before
    writes(database.with_name("reports-journal"))


def test_another_programs_database_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    heads = {
        "a.duckdb": bytes.fromhex("48c623d546494497") + b"DUCK\xe7\x03",
        "data.mdb": bytes(10) + bytes.fromhex("080000000000dec0efbe01000000"),
        "btree.db": bytes(12) + bytes.fromhex("6231050009000000"),
        "hash.db": bytes(12) + bytes.fromhex("0006156100000009"),
        "a.gdbm": bytes.fromhex("cf9a571300100000"),
        "a.mdb": b"\0\1\0\0Standard Jet DB\0",
        "a.accdb": b"\0\1\0\0Standard ACE DB\0",
    }
    for name, head in heads.items():
        place = tmp_path / name
        place.write_bytes(head)
        assert refused(place) == "file_is_a_database", name
        assert place.read_bytes() == head
    assert refused(tmp_path / "a.duckdb.wal") == "file_is_a_database"
    (tmp_path / "of-ducks").write_bytes(b"DUCK, roasted")
    writes(tmp_path / "of-ducks", replace=True)


@pytest.mark.parametrize("kept", ["PG_VERSION", "ibdata1", "WiredTiger"])
def test_nothing_is_written_in_the_folder_of_a_database_server(tmp_path: Path, kept: str) -> None:
    inner = tmp_path / "data" / "base" / "16384"
    inner.mkdir(parents=True)
    (tmp_path / "data" / kept).touch()
    (inner / "2601").write_bytes(bytes(24))
    (tmp_path / "elsewhere").symlink_to(inner)
    for place in (inner / "2601", inner / "new", tmp_path / "elsewhere" / "2601"):
        assert refused(place) == "file_is_a_database"
    assert (inner / "2601").read_bytes() == bytes(24)
    writes(tmp_path / "new")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert refused(tmp_path / "folder") == "file_is_none"


def test_what_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    place = tmp_path / "day.html"
    place.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        writes(place, replace=True)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("day.html", b"old")]


def test_where_files_cannot_have_two_names_they_are_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    writes(tmp_path / "day.html")
    assert (tmp_path / "day.html").read_bytes() == b"new"


def test_what_is_private_is_its_owners_alone_and_made_once(tmp_path: Path) -> None:
    make_private(tmp_path / "pit.db")
    assert mode(tmp_path / "pit.db") == 0o600
    shutil.copyfile(__file__, tmp_path / "pit.db")
    make_private(tmp_path / "pit.db")
    assert (tmp_path / "pit.db").stat().st_size

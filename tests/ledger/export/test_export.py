"""The log copied part by part: whole, to the byte, and the same however often the copying was broken off."""

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from fsspec.implementations.memory import MemoryFile, MemoryFileSystem
from pyarrow import parquet

from ledger.desks.ledger import Ledger
from ledger.export import parts, write
from ledger.export.columns import SCHEMA, head_of
from ledger.export.parts import Located, copies
from ledger.export.place import Place
from ledger.export.verify import opened, verify
from ledger.export.write import Exported, export
from ledger.seal.leaf import Stored
from ledger.seal.note import Key
from ledger.seal.sealing import Sealed
from ledger.seal.tiles import BEGINNING, Kept
from ledger.values import files
from ledger.values.errors import Conflict, Misused, NotFound, PitError, Refused
from tests.clerk import Clerk
from tests.sealing import LOG
from tests.works import seal

KEYS = [Key.read(LOG)]
Again = Callable[[], Exported]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts and row groups of few events."""
    monkeypatch.setattr(write, "MOST", 7)
    monkeypatch.setattr(write, "HELD", 3)


@pytest.fixture
def played(dealing: Clerk, tmp_path: Path) -> Clerk:
    """Two gaming months, two tables, and the seal over them."""
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2000))
    other = Clerk(dealing.ledger, "MB-02", "2026-08-01T18:00:00-04:00").opens().starts_shoe()
    other.plays("7d Qh", "9c Kh", (3, "player", 2000))
    seal(dealing.ledger, tmp_path)
    return dealing


def log_of(ledger: Ledger) -> list[Stored]:
    """Every event as it is stored."""
    with ledger.journal.engine.connect() as connection:
        return [tuple(row) for row in Kept(connection).rows(BEGINNING, 10_000)]  # type: ignore[misc]


def copied(place: Place) -> list[Stored]:
    """Every event of the one copy in a folder, in the order of the log."""
    (found,) = copies([place])
    every = [opened(each, file) for each in found.parts for file in each.part.files]
    rows = [row for each in every for row in each.rows()]
    assert all(each.first == next(each.rows())[0] for each in every)
    return sorted(rows)


def files_in(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*.parquet")}


def named_in(place: Place) -> set[str]:
    """The files that the manifests name."""
    return {
        f"{parts.folder_of(each.part.origin)}/{file.path}"
        for copy in copies([place])
        for each in copy.parts
        for file in each.part.files
    }


@pytest.mark.usefixtures("small")
def test_a_copy_has_every_event_to_the_byte_where_engines_look_for_it(
    played: Clerk, tmp_path: Path
) -> None:
    place = Place(str(tmp_path / "copy"))
    found = export(played.ledger.journal.engine, place)
    log = log_of(played.ledger)
    assert copied(place) == log
    assert (found.size, found.added, found.unsealed) == (len(log), len(log), 0)
    assert files_in(tmp_path / "copy") == named_in(place)
    (copy,) = copies([place])
    for located in copy.parts:
        for file in located.part.files:
            _agrees(located, file)
    tables = {file.table for each in copy.parts for file in each.part.files}
    assert tables == {"", "MB-01", "MB-02"}
    assert (tmp_path / "copy/property=harbor-house/month=2026-08/table=MB-02").is_dir()


def _agrees(located: Located, file: parts.File) -> None:
    table = parquet.read_table(io.BytesIO(located.read(file)))
    assert table.schema.equals(SCHEMA)
    assert table.num_rows == file.rows
    for row in table.to_pylist():
        head = head_of(row["state"])
        assert (row["day"], row["by"]) == (head.day, head.by)
        assert head.at is not None
        assert row["at"].timestamp() == head.at / 1_000_000
        assert head.month == file.month
        assert row["stream"].removeprefix("table:") == (file.table or row["stream"])


@pytest.mark.usefixtures("small")
def test_a_copy_grows_by_what_was_sealed_since_and_leaves_what_is_there(
    played: Clerk, tmp_path: Path
) -> None:
    engine, place = played.ledger.journal.engine, Place(str(tmp_path / "copy"))
    first = export(engine, place)
    before = {each: (tmp_path / "copy" / each).stat().st_mtime_ns for each in named_in(place)}
    played.says("sit", seat=5)
    assert export(engine, place).unsealed == 1, "nothing is over it yet"
    seal(played.ledger, tmp_path)
    second = export(engine, place)
    assert (second.added, second.size) == (1, first.size + 1)
    assert export(engine, place).added == 0
    assert copied(place) == log_of(played.ledger)
    after = {each: (tmp_path / "copy" / each).stat().st_mtime_ns for each in before}
    assert after == before


@pytest.mark.usefixtures("small")
def test_a_copy_that_is_broken_off_anywhere_is_gone_on_with_and_nobody_sees_half(
    played: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, place = played.ledger.journal.engine, Place(str(tmp_path / "copy"))
    seen, log = [0], log_of(played.ledger)
    for killed in _broken_off(lambda: export(engine, place), monkeypatch):
        for copy in copies([place]) if _manifests(tmp_path) else []:
            assert copied(place) == log[: copy.size]
            seen.append(copy.size)
        if killed in (1, 5):  # What was begun is gone on with, though more is sealed now.
            played.says("sit", seat=4 + killed)
            seal(played.ledger, tmp_path)
            log = log_of(played.ledger)
    assert seen == sorted(seen)
    assert len(set(seen)) > 3
    assert seen[-1] == len(log)
    assert files_in(tmp_path / "copy") == named_in(place), "no file is left that nobody names"
    (copy,) = copies([place])
    assert verify(copy, KEYS).events == len(log)


def _manifests(home: Path) -> list[Path]:
    return list((home / "copy").rglob("_parts/*.json"))


def _broken_off(again: Again, patch: pytest.MonkeyPatch) -> Iterator[int]:
    """Do it again and again, broken off after one write, after two and so on, until it is done. Yields how often."""
    whole = Place.write
    for killed in range(1, 50):
        left = list(range(killed))

        def write_or_die(place: Place, name: str, content: bytes, left: list[int] = left) -> None:
            if not left:
                raise KeyboardInterrupt
            left.pop()
            whole(place, name, content)

        patch.setattr(Place, "write", write_or_die)
        try:
            again()
        except KeyboardInterrupt:
            yield killed
        else:
            yield killed
            return


@pytest.mark.usefixtures("small")
def test_a_copy_can_begin_at_a_checkpoint_and_stand_in_two_folders(
    played: Clerk, tmp_path: Path
) -> None:
    engine = played.ledger.journal.engine
    one, two = (Place(str(tmp_path / name)) for name in ("one", "two"))
    first = export(engine, one)
    early: Sealed = seal(played.ledger, tmp_path)
    played.says("sit", seat=5)
    seal(played.ledger, tmp_path)
    second = export(engine, two, early.checkpoint)
    assert (second.first, second.size, second.added) == (first.size, first.size + 1, 1)
    (later,) = copies([two])
    assert verify(later, KEYS).first == first.size, "what it has is proved without the rest"
    (whole,) = copies([two, one])
    assert verify(whole, KEYS).events == second.size
    assert copies([one, two, Place(str(tmp_path / "one"))]) == [whole], "twice is once"


def test_a_copy_goes_to_any_address(played: Clerk) -> None:
    place = Place(f"memory://{uuid4()}/books")
    export(played.ledger.journal.engine, place)
    assert copied(place) == log_of(played.ledger)
    (copy,) = copies([place])
    assert verify(copy, KEYS).ok
    assert MemoryFileSystem.store


def test_two_exports_to_a_folder_at_once_are_told_of_one_another(
    played: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = files._make

    def both(beside: Path, content: bytes, mode: int | None) -> None:
        """Another puts its file there while this one is being written."""
        make(beside, content, mode)
        for each in Path(tmp_path, "copy").rglob("*.part"):
            if mode is None:
                (each.parent / "_unfinished.json").write_bytes(content)

    with monkeypatch.context() as patch:
        patch.setattr(files, "_make", both)
        with pytest.raises(Conflict) as caught:
            export(played.ledger.journal.engine, Place(str(tmp_path / "copy")))
    assert caught.value.refusal.code == "exported_meanwhile"
    export(played.ledger.journal.engine, Place(str(tmp_path / "copy")))
    assert copied(Place(str(tmp_path / "copy"))) == log_of(played.ledger)
    with pytest.raises(Conflict):
        Place(str(tmp_path)).remove("what another took away")


def test_a_copy_is_read_where_it_lies_in_an_archive(played: Clerk, tmp_path: Path) -> None:
    export(played.ledger.journal.engine, Place(str(tmp_path / "copy")))
    archive = shutil.make_archive(str(tmp_path / "copy"), "zip", tmp_path / "copy")
    assert copied(Place(f"zip://::{archive}")) == log_of(played.ledger)


def test_an_event_that_is_not_as_it_was_sealed_is_not_copied(played: Clerk, tmp_path: Path) -> None:
    with pytest.raises(PitError) as caught:
        _export_altered(played.ledger, Place(str(tmp_path / "copy")))
    assert caught.value.refusal.code == "seal_differs"
    assert not _manifests(tmp_path)


def _export_altered(ledger: Ledger, place: Place) -> None:
    """Copy a log of which an event reads otherwise than it did."""
    rows = Kept.rows

    def altered(self: Kept, after: int, limit: int) -> Any:
        return [(*row[:4], row[4].replace(b"MB-01", b"MB-03")) for row in rows(self, after, limit)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "rows", altered)
        export(ledger.journal.engine, place)


def test_a_log_that_was_never_sealed_is_not_copied(dealing: Clerk, tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        export(dealing.ledger.journal.engine, Place(str(tmp_path)))
    assert caught.value.refusal.code == "never_sealed"


@pytest.mark.usefixtures("small")
def test_a_copy_of_another_log_is_not_gone_on_with(played: Clerk, tmp_path: Path) -> None:
    engine, place = played.ledger.journal.engine, Place(str(tmp_path / "copy"))
    export(engine, place)
    manifest = max(_manifests(tmp_path))
    manifest.write_text(manifest.read_text().replace('"root": "', '"root": "A'))
    with pytest.raises(Refused) as caught:
        export(engine, place)
    assert caught.value.refusal.code == "export_of_another_log"


def test_a_checkpoint_of_another_log_is_nothing_to_begin_at(played: Clerk, tmp_path: Path) -> None:
    made = seal(played.ledger, tmp_path).checkpoint
    other = type(made)(made.origin, made.size - 1, made.root)
    with pytest.raises(Refused) as caught:
        export(played.ledger.journal.engine, Place(str(tmp_path / "copy")), other)
    assert caught.value.refusal.code == "export_of_another_log"


def test_a_folder_without_an_export_and_an_address_of_nothing_are_named(tmp_path: Path) -> None:
    (tmp_path / "copy/property=harbor-house").mkdir(parents=True)
    with pytest.raises(NotFound) as caught:
        copies([Place(str(tmp_path / "copy")), Place(str(tmp_path / "nowhere"))])
    assert caught.value.refusal.code == "no_export"
    assert caught.value.refusal.message == f"There is no export in {tmp_path / 'nowhere'}."
    for nothing in ("nowhere://books", ""):
        with pytest.raises(Misused) as misused:
            Place(nothing)
        assert misused.value.refusal.code == "place_unusable"


def test_whatever_is_wrong_with_an_address_is_said_of_it(tmp_path: Path) -> None:
    (tmp_path / "no archive.zip").write_bytes(b"none")
    for unusable in (f"zip://::{tmp_path / 'no archive.zip'}", "reference://books"):
        with pytest.raises(Misused) as misused:
            Place(unusable)
        assert misused.value.refusal.code == "place_unusable"
    with pytest.raises(OSError, match="only"):
        Place("data:,books").write("file", b"content")
    with ZipFile(tmp_path / "books.zip", "w") as archive:
        archive.writestr("file", "content" * 9)
    damaged = (tmp_path / "books.zip").read_bytes().replace(b"content", b"contend", 1)
    (tmp_path / "books.zip").write_bytes(damaged)
    with pytest.raises(OSError, match="CRC"):
        Place(f"zip://::{tmp_path / 'books.zip'}").read("file")


def test_where_folders_are_folders_a_file_is_moved_to_its_place_when_it_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As over SFTP, which also knows no listing but a plain one."""
    written: list[str] = []

    def pipe_file(self: MemoryFileSystem, path: str, value: bytes) -> None:
        assert self.isdir(path.rpartition("/")[0])
        written.append(path)
        self.store[path] = MemoryFile(self, path, value)

    monkeypatch.setattr(MemoryFileSystem, "store", {})
    monkeypatch.setattr(MemoryFileSystem, "pseudo_dirs", [""])
    monkeypatch.setattr(MemoryFileSystem, "protocol", "sftp")
    monkeypatch.setattr(MemoryFileSystem, "pipe_file", pipe_file)
    place = Place("memory://books")
    for content in (b"first", b"second"):
        place.write("of/file", content)
        assert place.read("of/file") == content
    assert place.names("of") == ["file"]
    assert written == ["/books/of/file.part"] * 2

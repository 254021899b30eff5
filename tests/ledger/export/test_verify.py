"""A copy without its database: whatever is altered in it is found, with a key that the asker has."""

import io
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pytest
from msgspec.structs import replace
from pyarrow import parquet

from ledger.export import verify as export_verify
from ledger.export import write
from ledger.export.columns import Writer, head_of, stored_in
from ledger.export.parts import Copy, Located, Part, copies, folder_of, hashes, path_of
from ledger.export.place import Place
from ledger.export.verify import verify
from ledger.export.write import export
from ledger.seal import checkpoint, sealing, travelling
from ledger.seal import note as signed_note
from ledger.seal.memory import Memory
from ledger.seal.note import Key
from ledger.seal.sealing import Holder, Terms
from ledger.values.errors import IntegrityFailure
from tests.clerk import Clerk
from tests.sealing import LOG, LOG_PRIVATE, NEXT, NEXT_PRIVATE, OTHER_PRIVATE, WITNESS
from tests.works import seal

KEY, NEXT_KEY = Key.read(LOG), Key.read(NEXT)


@pytest.fixture
def copied(dealing: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """A log of several parts."""
    monkeypatch.setattr(write, "MOST", 5)
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2000))
    seal(dealing.ledger, tmp_path)
    return _copied(dealing, tmp_path)


def _copied(clerk: Clerk, home: Path) -> Copy:
    export(clerk.ledger.journal.engine, Place(str(home / "copy")))
    (found,) = copies([Place(str(home / "copy"))])
    return found


def code(copy: Copy, *keys: Key) -> str:
    """What is found."""
    try:
        verify(copy, keys or [KEY])
    except IntegrityFailure as error:
        return error.refusal.code
    return ""


def _first(copy: Copy, change: Callable[[Part], Part]) -> Copy:
    """The copy with a manifest that says otherwise."""
    first, *rest = copy.parts
    return copy._replace(parts=[Located(first.place, change(first.part)), *rest])


def test_a_copy_is_held_against_the_key_of_its_property(copied: Copy) -> None:
    told: list[int] = []
    found = verify(copied, [KEY], lambda at, _: told.append(at))
    assert (found.events, found.keys, found.first) == (copied.size, [LOG], 0)
    assert told[-1] == copied.size
    assert code(copied, Key.read(WITNESS)) == "not_signed", "nobody whom the asker knows signed it"


def test_every_byte_of_a_file_is_guarded(copied: Copy) -> None:
    located = copied.parts[0]
    file = located.part.files[0]
    place = Path(located.place.address, folder_of(copied.origin), file.path)
    whole = place.read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert code(copied) == "export_altered"
    place.unlink()
    assert code(copied) == "export_altered"
    place.write_bytes(whole)
    assert code(copied) == ""


@pytest.mark.parametrize("alter", ["state", "moved", "gone", "twice"])
def test_an_event_that_is_altered_with_its_manifest_is_found(
    copied: Copy, alter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = list(stored_in(copied.parts[0].read(copied.parts[0].part.files[0])))
    position, stream, version, topic, state = rows[0]
    changed = {
        "state": [(position, stream, version, topic, state + b" "), *rows[1:]],
        "moved": [(position + 100_000, stream, version, topic, state), *rows[1:]],
        "gone": rows[1:],
        "twice": [rows[0], *rows],
    }[alter]
    writer = Writer()
    writer.add([(row, head_of(row[4])) for row in changed])
    content = writer.close()
    monkeypatch.setattr(Located, "read", lambda *_: content)
    assert code(_with_file(copied, content, len(changed))) == "export_altered"


def _with_file(copy: Copy, content: bytes, rows: int) -> Copy:
    """A copy of one part, with a manifest that says that this is all of its events."""
    (place, first), *_ = copy.parts
    part = replace(first, size=first.first + rows)
    file, digest = first.files[0], sha256(content).hexdigest()
    path = path_of(file.month, file.table, part.name)
    said = replace(file, path=path, sha256=digest, bytes=len(content), rows=rows)
    return copy._replace(parts=[Located(place, replace(part, files=[said]))])


def _parquet(columns: dict[str, pa.Array]) -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"PAR1",
        _parquet({"a": pa.array([1])}),
        _parquet(
            {each: pa.array([None]) for each in ("position", "stream", "version", "topic", "state")}
        ),
    ],
    ids=["cut", "other columns", "other types"],
)
def test_what_is_no_file_of_events_is_found(
    copied: Copy, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Located, "read", lambda *_: content)
    assert code(_with_file(copied, content, 1)) == "export_altered"


def test_a_file_that_cannot_be_read_is_named(copied: Copy) -> None:
    located = copied.parts[0]
    file = Path(located.place.address, folder_of(copied.origin), located.part.files[0].path)
    file.unlink()
    file.mkdir()
    assert code(copied) == "export_unreadable"


def test_a_manifest_that_says_otherwise_is_found(copied: Copy) -> None:
    other = copied.parts[-1].part
    for change, found in (
        ({"root": other.root}, "export_altered"),
        ({"before": ["AAAA"]}, "export_altered"),
        ({"files": []}, "export_altered"),
        ({"checkpoint": other.checkpoint}, "export_not_sealed"),
        ({"checkpoint": "rubbish"}, "export_altered"),
        ({"origin": "pier-nine"}, "export_altered"),
        ({"key": NEXT}, "not_signed"),
        ({"key": "rubbish"}, "export_altered"),
        ({"closed": "2026-07-01"}, "export_altered"),
        ({"closed": "yesterday"}, "export_altered"),
        ({"position": other.position}, "export_altered"),
    ):
        assert code(_first(copied, lambda part, to=change: replace(part, **to))) == found, change  # type: ignore[misc]


def test_every_word_of_a_file_in_a_manifest_is_proved_by_its_events(copied: Copy) -> None:
    first = copied.parts[0].part
    for n, file in enumerate(first.files):
        for change in (
            {"table": "MB-09"},
            {"month": "2026-06"},
            {"month": "garbage"},
            {"rows": file.rows + 1},
            {"bytes": file.bytes + 1},
        ):
            said = replace(file, **change)
            files = list(first.files)
            files[n] = said
            forged = _first(copied, lambda part, to=files: replace(part, files=to))  # type: ignore[misc]
            assert code(forged) == "export_altered", change


def test_a_manifest_names_each_file_once_and_all_events_whether_a_key_is_asked_for_or_not(
    copied: Copy,
) -> None:
    first, *rest = copied.parts[0].part.files
    for files in ([], rest, [first, first, *rest], [replace(first, rows=first.rows - 1), *rest]):
        with pytest.raises(IntegrityFailure, match="manifest"):
            _first(copied, lambda part, to=files: replace(part, files=to)).verify_together()  # type: ignore[misc]


@pytest.mark.parametrize("word", ["month", "table"])
def test_a_file_that_was_moved_under_another_name_is_found(copied: Copy, word: str) -> None:
    """Its bytes and its place agree with the manifest; its events do not."""
    located = copied.parts[0]
    file = next(each for each in located.part.files if each.month and each.table)
    said = replace(file, **{word: {"month": "2026-06", "table": "MB-09"}[word]})
    said = replace(said, path=path_of(said.month, said.table, located.part.name))
    home = Path(located.place.address, folder_of(copied.origin))
    (home / said.path).parent.mkdir(parents=True)
    (home / file.path).rename(home / said.path)
    files = [said if each is file else each for each in located.part.files]
    assert code(_first(copied, lambda part: replace(part, files=files))) == "export_altered"


def test_a_part_that_is_gone_or_from_another_history_is_found(copied: Copy) -> None:
    first, second, *rest = copied.parts
    assert code(copied._replace(parts=[first, *rest])) == "export_not_together"
    assert code(copied._replace(parts=[first, first, second])) == "export_not_together"
    assert code(copied._replace(parts=[second, *rest])) == "", "what it has is proved alone"
    hashed = [export_verify.hash_part(each) for each in copied.parts]
    hashed[1] = hashed[1]._replace(before=hashed[0].before)
    with pytest.raises(IntegrityFailure) as caught:
        export_verify.judge(copied, hashed, [KEY])
    assert caught.value.refusal.code == "export_altered"


def test_a_manifest_that_cannot_be_read_is_named(copied: Copy, tmp_path: Path) -> None:
    def found() -> str:
        (copy,) = copies([copied.parts[0].place])
        return code(copy)

    manifest = next((tmp_path / "copy").rglob("_parts/*.json"))
    whole = manifest.read_text()
    for text, why in (
        ("{}", "export_unreadable"),
        (whole[:-20], "export_unreadable"),
        (whole.replace("harbor-house", "pier-nine"), "export_altered"),
    ):
        manifest.write_text(text)
        assert found() == why
    manifest.unlink()
    manifest.mkdir()
    assert found() == "export_unreadable"


def test_whoever_has_either_key_can_verify_a_copy_over_a_change_of_keys(
    dealing: Clerk, tmp_path: Path
) -> None:
    engine, clock = dealing.ledger.journal.engine, dealing.ledger.clock
    old, new = (
        Holder(signed_note.signer_of(private), Memory(tmp_path / name))
        for name, private in (("old.key", LOG_PRIVATE), ("new.key", NEXT_PRIVATE))
    )
    sealing.seal(engine, old, clock)
    _name_key(dealing, NEXT)
    sealing.seal(engine, new, clock, Terms(NEXT, old))
    dealing.says("sit", seat=5)
    sealing.seal(engine, new, clock, Terms(NEXT))
    copy = _copied(dealing, tmp_path)
    for key in (KEY, NEXT_KEY):
        assert verify(copy, [key]).keys == [key.written(), *({LOG, NEXT} - {key.written()})]


def _name_key(clerk: Clerk, key: str) -> None:
    from ledger.property.acts import ChangeSettings  # noqa: PLC0415  of this test alone

    act = ChangeSettings(by="A-1", at=clerk.moment, settings={"seal_key": key})
    clerk.ledger.do(act)


def test_another_property_s_key_vouches_for_nothing(copied: Copy) -> None:
    other = signed_note.signer_of(OTHER_PRIVATE)

    def forged(part: Part) -> Part:
        (root,) = hashes([part.root])
        note = checkpoint.make(part.origin, part.size, root, other)
        checked = travelling.written(note, 0, [])
        return replace(part, checkpoint=checked, key=other.key.written())

    copy = copied._replace(parts=[Located(each.place, forged(each.part)) for each in copied.parts])
    assert code(copy, KEY, other.key) == "other_origin"
    assert code(copy, other.key) == "other_origin"
    found = verify(copied, [KEY, other.key])
    assert found.keys == [LOG]

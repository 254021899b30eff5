"""A group's figures are the sums of its properties' own, to the cent, whoever works them out and however it is cut."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import distributed
import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.export.parts import Part, copies
from ledger.export.place import Place
from ledger.seal.note import Key
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.errors import Conflict, Misused, StoreUnreachable
from projections.engine.engine import as_of, in_file, reading
from projections.engine.model import Projection
from projections.figures import handle, performance, periods, vig
from projections.figures.periods import Group, Period
from projections.group import report as group_report
from projections.group.figures import Axis
from projections.group.report import Asked, LeftOut, replay, report
from projections.group.shards import Folds, Log, fold, span_of, stretches, whole
from projections.group.sharing import Workers, local, task
from projections.models import meters as meters_model
from projections.models import vigorish as vigorish_model
from tests.forked import SERVER
from tests.projections.group.conftest import LAST, LAST_DAY, PROPERTIES, Engines
from tests.projections.made_up_table import DAYS
from tests.sealing import LOG

REPORTS = ("win", "performance", "vig", "meters", "forms")
HANDS = "hands"
"""What every hand comes to again, which is no report of a group."""


def asked(*folders: str, keys: Sequence[Key] | None = None) -> Asked:
    """By this process alone."""
    return Asked(folders, keys, Workers(1))


def rows(name: str, by: Axis, *folders: str) -> list[msgspec.Struct]:
    return report(asked(*folders), name, by).rows


@cache
def alone(copied: str, name: str, by: Axis = Axis.PROPERTY) -> list[msgspec.Struct]:
    """What this process makes of the copy that tests share: once, as nobody alters it. name: a report, or HANDS."""
    return replay(asked(copied), by).rows if name == HANDS else rows(name, by, copied)


def figures(copied: str, name: str, by: Axis) -> list[dict[str, Any]]:
    """The same, by their names."""
    return [msgspec.structs.asdict(row) for row in alone(copied, name, by)]


def own(engine: Any, needs: tuple[Projection, ...], ask: Any) -> Any:
    """What a property's own read models say, folded from its log alone."""
    made = as_of(needs, SqlApplicationRecorder(engine))
    with reading(made, needs) as connection:
        found = ask(connection)
    made.dispose()
    return found


def test_table_win_is_the_sum_of_the_properties_own(engines: Engines, copied: str) -> None:
    found = figures(copied, "win", Axis.PROPERTY)
    assert [row["name"] for row in found] == [*PROPERTIES, None]
    for row in found[:-1]:
        (month,) = own(
            engines[row["name"]],
            periods.NEEDS,
            lambda connection: periods.period(connection, LAST_DAY, Period.MONTH, Group.PROPERTY),
        )
        same = row.keys() & {*month.__struct_fields__} - {
            "days",
            "days_unknown",
            "hands_unknown",
            "name",
        }
        assert {name: row[name] for name in same} == {name: getattr(month, name) for name in same}
        assert len(same) > 12
    *each, whole = found
    for field in ("rounds", "voids", "fills", "credits", "tables", "days", "days_unknown"):
        assert whole[field] == sum(row[field] for row in each)
    for axis in (Axis.MONTH, Axis.RULES):
        (one, together) = figures(copied, "win", axis)
        assert one["name"] in {"2026-07", "ma-midi"}
        assert {**one, "name": None} == {**together, "by": axis} == {**whole, "by": axis}


def test_what_wagers_came_to_is_the_sum_of_the_properties_own(
    engines: Engines, copied: str
) -> None:
    *each, whole = figures(copied, "performance", Axis.PROPERTY)
    span = handle.Span(performance.FIRST, LAST_DAY)
    for row in each:
        *_, came = own(
            engines[row["name"]],
            performance.NEEDS,
            lambda connection: performance.performance(connection, span, handle.By.TABLE),
        )
        for field in ("rounds", "handle", "win", "coupons", "coupons_win", "hold_bps"):
            assert row[field] == getattr(came, field)
    for field in ("rounds", "handle", "win", "coupons", "coupons_win"):
        assert whole[field] == sum(row[field] for row in each)
    for axis in (Axis.MONTH, Axis.RULES):
        assert figures(copied, "performance", axis)[-1] == {**whole, "by": axis}


def test_vigorish_is_the_sum_of_the_properties_own(engines: Engines, copied: str) -> None:
    *each, whole = figures(copied, "vig", Axis.PROPERTY)
    for row in each:
        days = own(
            engines[row["name"]],
            (vigorish_model.PROJECTION,),
            lambda connection: [vig.vigorish(connection, day) for day in DAYS[:LAST]],
        )
        for field in ("assessed", "collected", "documented", "uncollected"):
            assert row[field] == sum(getattr(seat, field) for day in days for seat in day)
        assert row["outstanding"] == sum(seat.outstanding for seat in days[-1])
    assert figures(copied, "vig", Axis.MONTH)[-1] == {**whole, "by": "month"}
    assert whole["outstanding"] == sum(row["outstanding"] for row in each)


@pytest.mark.parametrize("name", REPORTS)
def test_it_is_the_same_on_copies_made_in_pieces_and_in_any_order(
    copied: str, in_pieces: list[str], name: str
) -> None:
    for axis in (Axis.PROPERTY, Axis.MONTH):
        assert rows(name, axis, *reversed(in_pieces)) == alone(copied, name, axis)


def test_what_is_handed_on_from_month_to_month_is_what_was_folded(
    copied: str, in_pieces: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stretch by stretch, as over many months."""
    known = {name: alone(copied, name) for name in (*REPORTS, HANDS)}

    def one_by_one(copy: Any, table: str | None) -> list[Any]:
        return [
            msgspec.structs.replace(each, parts=[part])
            for each in stretches(copy, table)
            for part in each.parts
        ]

    monkeypatch.setattr(group_report, "stretches", one_by_one)
    for name in REPORTS:
        assert rows(name, Axis.PROPERTY, *in_pieces) == known[name]
    assert replay(asked(*in_pieces), Axis.PROPERTY).rows == known[HANDS]


def verify_all(copied: str, workers: Workers) -> None:
    """They make of every report, and of every hand again, what one process does."""
    of = Asked([copied], None, workers)
    for name in REPORTS:
        assert report(of, name, Axis.PROPERTY).rows == alone(copied, name)
    assert replay(of, Axis.PROPERTY).rows == alone(copied, HANDS)


def test_four_workers_come_to_what_one_does(copied: str) -> None:
    """In one process: what they hand on goes from one to the other all the same."""
    with local(4, processes=False) as four, Workers(scheduler=four.scheduler_address) as workers:
        verify_all(copied, workers)


def test_it_is_the_same_on_a_cluster_of_which_workers_are_killed_in_the_middle(
    copied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("nanny", "process"):
        monkeypatch.setattr(f"distributed.{module}.get_mp_context", lambda: SERVER)
    with Workers(2) as workers:
        pids = list(workers._client.run(os.getpid).values())
        assert len({*pids, os.getpid()}) == 3
        left = iter(pids)

        def kill_one(_done: int, _of: int) -> None:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
                return

        with Workers(scheduler=workers._client.scheduler.address) as elsewhere:
            verify_all(copied, elsewhere)
            found = report(Asked([copied], None, elsewhere, kill_one), "win", Axis.PROPERTY)
        assert next(left, None) is None, "one after the other was killed"
        assert found.rows == alone(copied, "win")


def test_a_property_that_does_not_verify_is_named_and_left_out(copied: str, tmp_path: Path) -> None:
    shutil.copytree(copied, tmp_path, dirs_exist_ok=True)
    keys = [Key.read(LOG), _key("pier-nine")]
    assert report(asked(str(tmp_path), keys=keys), "win", Axis.PROPERTY).left_out == []
    file = max((tmp_path / "property=pier-nine").rglob("*.parquet"))
    file.write_bytes(file.read_bytes() + b"x")
    found = report(asked(str(tmp_path), keys=keys), "win", Axis.PROPERTY)
    assert [_said(each) for each in found.left_out] == [("pier-nine", "export_altered")]
    assert [row.name for row in found.rows] == ["harbor-house", None]  # type: ignore[attr-defined]
    alone = report(asked(str(tmp_path), keys=keys[:1]), "win", Axis.PROPERTY)
    assert [each.origin for each in alone.left_out] == ["pier-nine"]


def _of_one(words: dict[str, str]) -> Callable[[Path], None]:
    """Has the manifest of pier-nine say otherwise."""

    def alter(manifest: Path) -> None:
        text = manifest.read_text()
        for said, instead in words.items():
            text = text.replace(said, instead)
        manifest.write_text(text)

    return alter


def _no_file(manifest: Path) -> None:
    manifest.unlink()
    manifest.mkdir()


@pytest.mark.parametrize("verified", [True, False], ids=["verified", "unverified"])
@pytest.mark.parametrize(
    ("alter", "code"),
    [
        (_of_one({f'"closed": "{LAST_DAY}"': f'"closed": "{DAYS[0]}"'}), "export_altered"),
        (_of_one({f'"closed": "{LAST_DAY}"': '"closed": "garbage"'}), "export_altered"),
        (_of_one({'"month": "2026-07"': '"month": "2026-06"'}), "export_altered"),
        (_of_one({'"month": "2026-07"': '"month": "garbage"'}), "export_altered"),
        (_of_one({'"table": "MB-01"': '"table": ""'}), "export_altered"),
        (_of_one({'"table": "MB-01"': '"table": "MB-02"'}), "export_altered"),
        (_of_one({'"format": "pit-ledger-events/v1"': '"format": "v2"'}), "export_unreadable"),
        (lambda manifest: manifest.write_text(manifest.read_text()[:99]), "export_unreadable"),
        (lambda manifest: manifest.write_text(""), "export_unreadable"),
        (_no_file, "export_unreadable"),
    ],
)
def test_what_a_manifest_says_is_proved_or_its_property_is_left_out_and_others_stand(
    copied: str, tmp_path: Path, alter: Callable[[Path], None], code: str, verified: bool
) -> None:
    shutil.copytree(copied, tmp_path / "copy")
    (manifest,) = (tmp_path / "copy/property=pier-nine/_parts").iterdir()
    alter(manifest)
    keys = [Key.read(LOG), _key("pier-nine")] if verified else None
    found = report(asked(str(tmp_path / "copy"), keys=keys), "vig", Axis.PROPERTY)
    assert [_said(each) for each in found.left_out] == [("pier-nine", code)]
    assert [row.name for row in found.rows] == ["harbor-house", None]  # type: ignore[attr-defined]


@pytest.mark.parametrize("verified", [True, False], ids=["verified", "unverified"])
def test_tables_whose_files_are_traded_are_left_out(
    copied: str, tmp_path: Path, verified: bool
) -> None:
    """Every byte is there, and every hash: under the name of the other table."""
    shutil.copytree(copied, tmp_path / "copy")
    home = tmp_path / "copy/property=pier-nine"
    (manifest,) = (home / "_parts").iterdir()
    part = msgspec.json.decode(manifest.read_bytes(), type=Part)
    one, other = [each for each in part.files if each.table in {"MB-01", "MB-02"}]
    contents = {one: (home / other.path).read_bytes(), other: (home / one.path).read_bytes()}
    traded = {one: other, other: one}
    files = []
    for file in part.files:
        if file in traded:
            (home / file.path).write_bytes(contents[file])
            file = replace(traded[file], path=file.path, table=file.table)  # noqa: PLW2901
        files.append(file)
    manifest.write_bytes(msgspec.json.encode(replace(part, files=files)))
    keys = [Key.read(LOG), _key("pier-nine")] if verified else None
    found = report(asked(str(tmp_path / "copy"), keys=keys), "win", Axis.PROPERTY)
    assert [_said(each) for each in found.left_out] == [("pier-nine", "export_altered")]


def _key(name: str) -> Key:
    from ledger.seal import note as signed_note  # noqa: PLC0415  of this test alone

    return signed_note.signer_of(PROPERTIES[name]).key


def _said(left_out: LeftOut) -> tuple[str, str]:
    return left_out.origin, left_out.why.code


def test_a_copy_that_begins_later_is_left_out_verified_or_not(
    in_pieces: list[str], tmp_path: Path
) -> None:
    for folder in in_pieces:
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    for manifest in sorted((tmp_path / "property=pier-nine/_parts").iterdir())[:1]:
        manifest.unlink()
    found = report(asked(str(tmp_path)), "vig", Axis.PROPERTY)
    assert [_said(each) for each in found.left_out] == [("pier-nine", "export_begins_later")]


def test_nothing_is_handed_on_of_what_meters_took_in_rounds_of_closed_days(copied: str) -> None:
    (first, *_) = copies([Place(copied)])
    carried = fold(None, whole(first, None), Folds(["meters"], ["meters"]))
    engine = in_file([meters_model.PROJECTION], str(carried.path))
    with engine.connect() as connection:
        left = connection.scalars(sa.select(meters_model.METER_ROUNDS.table.c.day)).all()
        days = connection.scalars(sa.select(meters_model.METER_DAYS.table.c.day)).all()
    engine.dispose()
    assert {*days} >= {LAST_DAY}
    assert all(day > LAST_DAY for day in left)


def test_a_task_that_fails_ends_it_with_its_own_error(
    copied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise Conflict("worker_lost", "It was given up.", "Repeat it.")

    monkeypatch.setattr(group_report, "fold", fails)
    with pytest.raises(Conflict):
        report(asked(copied), "win", Axis.PROPERTY)
    assert isinstance(dict(Workers(1).done([task(fails)]))[0], Conflict)


def test_nobody_at_the_scheduler_s_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.group.sharing.CONNECT_SECONDS", 0.2)
    with pytest.raises(StoreUnreachable), Workers(1, "tcp://127.0.0.1:1"):
        pass


@pytest.mark.parametrize("address", ["foo", "http://127.0.0.1:8786", "tls://127.0.0.1:8786"])
def test_what_is_no_address_of_a_scheduler_is_misused(address: str) -> None:
    with pytest.raises(Misused) as caught, Workers(1, address):
        pass
    assert caught.value.refusal.code == "bad_scheduler"


def test_a_scheduler_to_which_no_worker_comes_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("projections.group.sharing.WORKER_SECONDS", 0.2)
    with (
        local(0, processes=False) as nobody,
        pytest.raises(StoreUnreachable) as caught,
        Workers(scheduler=nobody.scheduler_address),
    ):
        pass
    assert caught.value.refusal.code == "no_workers"


def test_a_shard_s_log_is_read_as_the_store_s_is(copied: str) -> None:
    (first, *_) = copies([Place(copied)])
    assert span_of(first).months == ["2026-07"]
    (stretch,) = stretches(first, "MB-01")
    (events,) = stretch.rows(())
    log = Log(events, 10)
    assert log.max_notification_id() == 10 + len(events)
    assert log.select_rows(10, 3) == events[:3]
    assert log.select_rows(12, 9, 14) == events[2:4]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("projections.group.shards.AT_A_TIME", 7)
        some = list(stretch.rows(()))
    assert [len(each) for each in some[:-1]] == [7] * (len(some) - 1)
    assert [*chain(*some)] == events
    topic = events[3][3]
    assert {row[3] for row in log.select_rows(0, 99, None, [topic])} == {topic}


@pytest.fixture
def one() -> Iterator[Any]:
    """A worker, in this process."""
    with local(1, processes=False) as cluster:
        yield cluster


def test_work_that_ends_every_process_is_given_up_with_a_word(one: Any) -> None:
    def given_up() -> object:
        """What a scheduler says of it."""
        last: Any = SimpleNamespace(address="tcp://127.0.0.1:1")
        raise distributed.KilledWorker("fold", last, 3)

    with Workers(scheduler=one.scheduler_address) as workers:
        ((_, error),) = workers.done([task(given_up)])
    assert isinstance(error, Conflict)
    assert error.refusal.code == "worker_lost"


def test_a_cluster_that_loses_all_its_workers_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, one: Any
) -> None:
    monkeypatch.setattr("projections.group.sharing.WORKER_SECONDS", 0.2)
    monkeypatch.setattr("projections.group.sharing.LOOK_SECONDS", 0.1)
    with Workers(scheduler=one.scheduler_address) as workers:
        (gone,) = one.scheduler.workers
        one.sync(one.scheduler.remove_worker, gone, stimulus_id="lost")
        with pytest.raises(StoreUnreachable) as caught:
            list(workers.done([task(dict)]))
    assert caught.value.refusal.code == "no_workers"


def test_a_scheduler_that_is_lost_is_said(monkeypatch: pytest.MonkeyPatch, one: Any) -> None:
    monkeypatch.setattr("projections.group.sharing.CONNECT_SECONDS", 0.2)
    with Workers(scheduler=one.scheduler_address) as workers:
        done = workers.done([task(sleep, 0.4), task(sleep, 0.5)])
        assert len([next(done)]) == 1
        one.close()
        with pytest.raises(StoreUnreachable) as caught:
            list(done)
    assert caught.value.refusal.code == "scheduler_unreachable"

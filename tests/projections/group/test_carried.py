"""What is handed on of a shard stands in a file, and goes elsewhere packed."""

import pickle
from pathlib import Path
from sys import getsizeof
from tempfile import gettempdir

from projections.group.carried import Carried
from projections.group.in_force import InForce
from projections.group.sharing import Workers, local, task


def test_what_is_carried_is_the_same_elsewhere_and_gone_when_nobody_has_hold_of_it() -> None:
    here = Carried(InForce(links={"L-1": "ma-midi"}))
    here.path.write_bytes(b"rows " * 100_000)
    packed = pickle.dumps(here)
    assert len(packed) < getsizeof(here) / 100
    elsewhere = pickle.loads(packed)  # noqa: S301  its own
    assert elsewhere.path != here.path
    assert elsewhere.path.read_bytes() == here.path.read_bytes()
    assert elsewhere.in_force == here.in_force
    here.path.with_name(f"{here.path.name}-wal").touch()
    paths = here.path, elsewhere.path
    del here, elsewhere
    assert not any(path.parent.exists() for path in paths)


def test_whoever_goes_on_leaves_what_was_carried_as_it_was() -> None:
    before = Carried()
    before.path.write_bytes(b"rows")
    after = before.copy()
    after.path.write_bytes(b"more rows")
    after.in_force.links["L-1"] = "ma-midi"
    assert before.path.read_bytes() == b"rows"
    assert before.in_force == InForce()


def test_a_worker_s_files_are_where_dask_clears() -> None:
    with local(1, processes=False) as here, Workers(scheduler=here.scheduler_address) as workers:
        ((_, path),) = workers.done([task(lambda: str(Carried().path))])
        (worker,) = here.workers.values()
        assert path.startswith(worker.local_directory)
    assert Carried().path.parent.parent == Path(gettempdir())

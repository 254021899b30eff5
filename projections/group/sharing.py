"""The work on a group's copies shared out: by Dask, to processes of this machine or to a cluster that exists.

A task is a shard: one stretch of it after the other, each of which gets what the one before handed on. A worker that is
lost takes along what it had made, and others make that again.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from logging import CRITICAL
from queue import Empty
from typing import Any, Final, Self

from dask import config
from dask.delayed import Delayed, delayed

from ledger.values.errors import Conflict, Misused, StoreUnreachable

CONNECT_SECONDS: Final = 30
WORKER_SECONDS: Final = 60
LOOK_SECONDS: Final = 10
"""How long a scheduler is waited for, and its first worker, or one after all were lost; and how often it is looked
whether there is one while nothing is done.
"""


class Workers:
    """Those who do the work while the block lasts. count: processes that are started here; with one, this process does
    it. scheduler: the address of a cluster's, in their place.
    """

    def __init__(self, count: int | None = None, scheduler: str | None = None) -> None:
        self._count = count or len(os.sched_getaffinity(0))
        self._scheduler = scheduler
        self._address = ""
        self._client: Any = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self._scheduler is None and self._count == 1:
            return self
        from distributed import Client  # noqa: PLC0415  it takes a second
        from distributed.utils import silence_logging_cmgr  # noqa: PLC0415  as said above

        with ExitStack() as opened:
            # What becomes of the cluster is said here, in a sentence.
            opened.enter_context(silence_logging_cmgr(CRITICAL + 1))
            self._address = self._scheduler or str(
                opened.enter_context(local(self._count)).scheduler_address
            )
            try:
                self._client = opened.enter_context(Client(self._address, timeout=CONNECT_SECONDS))
            except OSError as error:
                raise self._unreachable() from error
            except (TypeError, ValueError) as error:
                raise Misused(
                    "bad_scheduler",
                    f"{self._address} is no address of a scheduler that can be used: {error}.",
                    "Write it as tcp://10.0.0.7:8786.",
                    scheduler=self._address,
                ) from error
            self._await_worker()
            self._open = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _unreachable(self, since: str = "") -> StoreUnreachable:
        return StoreUnreachable(
            "scheduler_unreachable",
            f"Nobody answers at {self._address}{since and ' '}{since}.",
            "Start a scheduler of Dask there; or leave --scheduler out.",
            scheduler=self._address,
        )

    def _await_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as error:
            raise StoreUnreachable(
                "no_workers",
                f"The scheduler at {self._address} has had no worker for {WORKER_SECONDS} seconds.",
                f"Start some: dask worker {self._address}; or leave --scheduler out.",
                scheduler=self._address,
            ) from error

    def done(self, tasks: Sequence[Delayed]) -> Iterator[tuple[int, Any]]:
        """What tasks come to, each with its number, as they are done; of one that failed, its error.

        Raises StoreUnreachable where the scheduler is lost meanwhile, or all workers, and none comes.
        """
        if self._client is None:
            for n, task in enumerate(tasks):
                yield n, _outcome(partial(task.compute, scheduler="sync"))
            return
        from distributed import as_completed  # noqa: PLC0415  as said above

        futures = {future: n for n, future in enumerate(self._client.compute(tasks))}
        coming: Any = as_completed(list(futures), with_results=True, raise_errors=False)
        while not coming.is_empty():
            try:
                future, result = coming.queue.get(timeout=LOOK_SECONDS)
            except Empty:
                self._await_worker()
            else:
                yield futures[future], self._told(future, result)

    def _told(self, future: Any, result: Any) -> Any:
        """What a task came to, as Dask tells it."""
        from distributed import KilledWorker  # noqa: PLC0415  as said above

        if future.cancelled():
            raise self._unreachable("any more")
        if future.status != "error":
            return result
        error = result[1]
        return _lost() if isinstance(error, KilledWorker) else error


def local(count: int, *, processes: bool = True) -> Any:
    """Workers of this machine, to be left. processes: whether each is one, or all are in this one."""
    from distributed import LocalCluster  # noqa: PLC0415  as said above

    made: Any = LocalCluster
    # A worker that is looked at a hundred times a second takes a tenth longer.
    with config.set({"distributed.worker.profile.enabled": False}):
        return made(
            n_workers=count,
            threads_per_worker=1,
            processes=processes,
            # Any port that is free: whoever asks at the same time has one, too.
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=CRITICAL,
        )


def chained(step: Callable[..., Any], stretches: Sequence[Any], *further: Any) -> Delayed | None:
    """A step for each stretch, with what the one before made and what is given; None where there is no stretch."""
    made = None
    for each in stretches:
        made = task(step, made, each, *further)
    return made


def task(does: Callable[..., Any], *given: Any) -> Delayed:
    """One thing to do."""
    made: Delayed = delayed(does, pure=False)(*given)
    return made


def _outcome(result: Callable[[], Any]) -> Any:
    try:
        return result()
    except Exception as error:  # noqa: BLE001  whoever shared the work out raises it
        return error


def _lost() -> Conflict:
    return Conflict(
        "worker_lost",
        "A part of the work was given up: each process that began it has ended by itself.",
        "Repeat the command; where workers were short of memory, with fewer on a machine.",
    )

"""Processes of tests, forked from one that has imported everything: what a short one costs is mostly its imports.

Each has streams, an environment, signals and an exit code of its own, and can be killed. The process that forks has
never opened a store. How a program starts, and ends on broken streams, is tried with `subprocess`.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, Self

SERVER: Final = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.preloaded"])


def begin() -> None:
    """Begin the process that forks, one for all that run tests: each would begin its own, which imports everything."""
    forkserver._forkserver.ensure_running()
    # Whoever wants a process asks first how this one is, which only its parent can be told.
    vars(forkserver._forkserver)["ensure_running"] = lambda: None


class Process:
    """Does `target(*args)` in a folder. A failing test does not wait for it: the end of its block kills it.

    stdin: a file, or PIPE for what is written to `stdin`; else nothing is read. stderr: a terminal's number; else it is
    kept to be read, as what it prints is.
    """

    def __init__(
        self,
        target: Callable[..., object],
        *args: Any,
        cwd: Path,
        env: dict[str, str],
        stdin: int | IO[bytes] = subprocess.DEVNULL,
        stderr: int = subprocess.PIPE,
    ) -> None:
        self._out, self._err = TemporaryFile(), TemporaryFile()  # noqa: SIM115  closed once read
        self.stdin: IO[bytes] | None = None
        with ExitStack() as ends:
            if stdin == subprocess.PIPE:
                reads, writes = os.pipe()
                self.stdin = os.fdopen(writes, "wb")
                read: IO[bytes] = ends.enter_context(os.fdopen(reads, "rb"))
            elif isinstance(stdin, int):
                read = ends.enter_context(Path(os.devnull).open("rb"))
            else:
                read = stdin
            error = self._err.fileno() if stderr == subprocess.PIPE else stderr
            streams = [
                ends.enter_context(Connection(os.dup(each)))
                for each in (read.fileno(), self._out.fileno(), error)
            ]
            self._process = SERVER.Process(
                target=_does, args=(streams, cwd, env, target, args), daemon=True
            )
            self._process.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.kill()
        self.wait()
        self._close()

    def poll(self) -> int | None:
        """Its exit code, less than 0 for a signal; None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Its exit code, once it has ended. Raises TimeoutError."""
        self._process.join(seconds)
        code = self.poll()
        if code is None:
            raise TimeoutError
        return code

    def said(self) -> tuple[str, str]:
        """All that it wrote to standard output and standard error, once it has ended; told once."""
        for each in (self._out, self._err):
            each.seek(0)
        told = self._out.read().decode(), self._err.read().decode()
        self._close()
        return told

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None and self._process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def terminate(self) -> None:
        """Tell it to end."""
        self._process.terminate()

    def kill(self) -> None:
        """End it."""
        self._process.kill()

    def _close(self) -> None:
        for each in (self.stdin, self._out, self._err):
            if each is not None:
                each.close()


def _does(
    streams: list[Connection],
    cwd: Path,
    env: dict[str, str],
    target: Callable[..., object],
    args: tuple[Any, ...],
) -> None:
    for number, stream in enumerate(streams):
        with stream:
            os.dup2(stream.fileno(), number)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    target(*args)

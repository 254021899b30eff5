"""PostgreSQL servers that go down and come back, and a line that is cut between a commit and its answer."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Final

import psycopg

from tests.postgres import embedded, lay_out

SECONDS: Final = 60
"""How long a server may take to start or stop."""

_ACCOUNT: Final = "embedded_postgres"
_CHEAP: Final = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=40")


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class Machine:
    """A server of its own, of which processes can be ended. It keeps what it has confirmed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        # A server does not run as root.
        self._user = _ACCOUNT if os.geteuid() == 0 else None

    @property
    def host(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        """Where it listens, too."""
        return str(self.home / f".s.PGSQL.{self.port}")

    def url(self, database: str = "postgres", *others: "Machine") -> str:
        """The address of a database; with others, of whichever of them is written to."""
        if not others:
            return f"postgresql://postgres@{self.host}/{database}"
        hosts = ",".join(each.host for each in (self, *others))
        return f"postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write"

    def make(self) -> "Machine":
        """Make a new server, and start it."""
        lay_out(self.home)
        self.start()
        return self

    def start(self, *settings: str) -> None:
        """Start it, with settings (`name=value`) of this run."""
        given = (
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.home}",
        )
        options = " ".join(f"-c {each}" for each in (*given, *_CHEAP, *settings))
        self._run("pg_ctl", "-w", "-l", str(self.home / "log"), "-o", options, "start")

    def want_passwords(self, *roles: str) -> None:
        """Let these roles in with a password only."""
        rules = self.home / "pg_hba.conf"
        asked = f"host all {','.join(roles)} 127.0.0.1/32 scram-sha-256\n"
        rules.write_text(asked + rules.read_text(encoding="utf-8"), encoding="utf-8")
        self.runs("SELECT pg_reload_conf()")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate`, as if its machine had, or `fast`, as its administrator does."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def restart(self, mode: str) -> None:
        """Stop it and start it again."""
        self.stop(mode)
        self.start()

    def end_sessions(self) -> None:
        """End every session but the one that says so."""
        self.runs(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    def runs(self, *statements: str) -> None:
        """Run statements as its administrator."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            for each in statements:
                connection.execute(each)

    def follow(self, primary: "Machine") -> "Machine":
        """Become a standby of another, which confirms nothing from now on that is not here too."""
        source = f"postgresql://postgres@{primary.host}/postgres"
        self._run("pg_basebackup", "-R", "-c", "fast", "-X", "stream", "--no-sync", "-d", source)
        self.start("synchronous_standby_names=''")
        primary.runs("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        return self

    def promote(self) -> None:
        """Become the server that is written to."""
        self._run("pg_ctl", "-w", "promote")

    def forget(self) -> None:
        """Become a place for a server again, once it is stopped."""
        for each in self.home.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()

    def _run(self, program: str, *typed: str) -> None:
        subprocess.run(
            [embedded().POSTGRES_BIN_PATH / program, "-D", self.home, *typed],
            check=True,
            user=self._user,
            cwd="/",
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def machines(count: int) -> Iterator[Sequence[Machine]]:
    """Servers that are made in the block, and stopped after it."""
    with TemporaryDirectory(prefix="pit-machines-") as place, ExitStack() as ends:
        found = []
        os.chmod(place, 0o755)  # noqa: PTH101, S103  the account that runs them reads it
        for number in range(count):
            home = Path(place) / str(number)
            home.mkdir(mode=0o700)
            if os.geteuid() == 0:
                embedded().ensure_user_exists(_ACCOUNT)
                shutil.chown(home, _ACCOUNT)
            found.append(Machine(home))
            ends.callback(_stopped, found[-1])
        yield found


def _stopped(machine: Machine) -> None:
    with suppress(subprocess.CalledProcessError):
        machine.stop()


class Front:
    """Speaks TLS in front of a server, as one that was built with it does; who wants no TLS is not let in.

    port: where it listens.
    """

    def __init__(self, server: Machine, context: ssl.SSLContext) -> None:
        self._server = server
        self._context = context
        self.port = 0

    @contextmanager
    def listening(self) -> Iterator["Front"]:
        """Listen for as long as the block lasts."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port = listening.getsockname()[1]
            threading.Thread(target=self._serve, args=(listening,), daemon=True).start()
            try:
                yield self
            finally:
                listening.shutdown(socket.SHUT_RDWR)

    def _serve(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller, _ = listening.accept()
                threading.Thread(target=self._carry, args=(caller,), daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        with caller, suppress(OSError):
            if caller.recv(8) != _WANTS_TLS:
                return
            caller.sendall(b"S")
            with (
                self._context.wrap_socket(caller, server_side=True) as secure,
                socket.create_connection(("127.0.0.1", self._server.port)) as server,
            ):
                said = b" "
                while said:
                    waiting = [secure] if secure.pending() else select([secure, server], [], [])[0]
                    for each in waiting:
                        said = each.recv(1 << 16)
                        (server if each is secure else secure).sendall(said)


class Line:
    """A line to a server's socket, in a folder of its own, that is cut at some commits.

    cut: told the number of each commit; says whether the line is cut then. arrives: the commit has arrived and is
    carried out, and its answer is lost; otherwise it is lost itself.
    """

    def __init__(self, server: str, cut: Callable[[int], bool], *, arrives: bool) -> None:
        self._server = server
        self._cut = cut
        self._arrives = arrives
        self.commits = 0
        self.cuts = 0

    @contextmanager
    def at(self, folder: Path) -> Iterator[None]:
        """Listen in a folder, as a server does there."""
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(folder / ".s.PGSQL.5432"))
            listening.listen()
            threading.Thread(target=self._serve, args=(listening,), daemon=True).start()
            try:
                yield
            finally:
                # Whoever waits for a caller is woken.
                listening.shutdown(socket.SHUT_RDWR)

    def _serve(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller, _ = listening.accept()
                threading.Thread(target=self._carry, args=(caller,), daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        with caller, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server)
            back = threading.Thread(target=self._answer, args=(server, caller), daemon=True)
            back.start()
            while said := caller.recv(1 << 16):
                if _COMMIT.search(said):
                    self.commits += 1
                    if self._cut(self.commits):
                        self._break(caller, server, said)
                        break
                server.sendall(said)
            server.shutdown(socket.SHUT_RDWR)
            back.join()

    def _break(self, caller: socket.socket, server: socket.socket, said: bytes) -> None:
        self.cuts += 1
        caller.shutdown(socket.SHUT_WR)
        if self._arrives:
            server.sendall(said)
            # The server hears no more, says what came of it to nobody, and ends.
            server.shutdown(socket.SHUT_WR)
            while server.recv(1 << 16):
                pass

    def _answer(self, server: socket.socket, caller: socket.socket) -> None:
        with suppress(OSError):
            while heard := server.recv(1 << 16):
                caller.sendall(heard)
            caller.shutdown(socket.SHUT_RDWR)


_COMMIT: Final = re.compile(rb"Q....COMMIT\0", re.DOTALL)
_WANTS_TLS: Final = bytes.fromhex("0000000804d2162f")

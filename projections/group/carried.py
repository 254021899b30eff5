"""What a shard's read models hold, in a file: however many their rows are, memory holds some pages of them."""

import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, Self
from weakref import finalize

import pyarrow as pa

from projections.group.in_force import InForce
from projections.group.summed import Summed

_CODEC: Final = "zstd"


class Carried:
    """The rows at the end of a stretch, with which the next goes on. in_force: the rules, as far as they are asked for;
    taken, summed: of how many closed days the figures were taken, and what they come to. The file is there as long as
    anybody has hold of it; to another machine it goes packed.
    """

    def __init__(
        self, in_force: InForce | None = None, summed: Summed | None = None, taken: int = 0
    ) -> None:
        home = Path(mkdtemp(prefix="pit-group-", dir=_folder()))
        self.path = home / "rows.db"
        self.path.touch()
        self.in_force = in_force or InForce()
        self.summed = summed or Summed()
        self.taken = taken
        # SQLite's files beside it too, whoever is still connected.
        finalize(self, shutil.rmtree, home, ignore_errors=True)

    def copy(self) -> "Carried":
        """Another of the same, to go on with: this one may be asked for again, where a worker is lost."""
        made = Carried(deepcopy(self.in_force), deepcopy(self.summed), self.taken)
        shutil.copyfile(self.path, made.path)
        return made

    def __sizeof__(self) -> int:
        """As its file is: Dask takes the work to where what it needs is, the more so the larger that is."""
        return self.path.stat().st_size

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Piece by piece, so that no more of it is in memory than what it comes to, packed."""
        out = pa.BufferOutputStream()
        with self.path.open("rb") as file, pa.CompressedOutputStream(out, _CODEC) as packed:
            shutil.copyfileobj(file, packed)
        return self._unpacked, (out.getvalue(), self.in_force, self.summed, self.taken)

    @classmethod
    def _unpacked(cls, content: pa.Buffer, *also: Any) -> Self:
        made = cls(*also)
        with made.path.open("wb") as file, pa.CompressedInputStream(content, _CODEC) as packed:
            shutil.copyfileobj(packed, file)
        return made


def _folder() -> str | None:
    """That of the worker whose task it is, which Dask clears, though the worker be killed; elsewhere that of all that
    is temporary.
    """
    if "distributed" in sys.modules:
        from distributed import get_worker  # noqa: PLC0415  it takes a second

        with suppress(ValueError):
            return str(get_worker().local_directory)
    return None

"""What a shard's read models hold, in a file: however many their rows are, memory holds some pages of them."""

import os
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final, Self
from weakref import finalize

import pyarrow as pa

from projections.group.in_force import InForce

_CODEC: Final = "zstd"


class Carried:
    """The rows at the end of a stretch, and the rules in force, which the next goes on with. The file is there as long
    as anybody has hold of it; to another machine it goes packed.
    """

    def __init__(self, in_force: InForce | None = None) -> None:
        descriptor, name = mkstemp(prefix="pit-group-")
        os.close(descriptor)
        self.path = Path(name)
        self.in_force = in_force or InForce()
        finalize(self, self.path.unlink, missing_ok=True)

    def copy(self) -> "Carried":
        """Another of the same, to go on with: this one may be asked for again, where a worker is lost."""
        made = Carried(deepcopy(self.in_force))
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
        return self._unpacked, (out.getvalue(), self.in_force)

    @classmethod
    def _unpacked(cls, content: pa.Buffer, in_force: InForce) -> Self:
        made = cls(in_force)
        with made.path.open("wb") as file, pa.CompressedInputStream(content, _CODEC) as packed:
            shutil.copyfileobj(packed, file)
        return made

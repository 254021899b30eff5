"""Events as columns of Parquet: the stored bytes untouched, and beside them what engines filter by.

What is beside them is read out of the bytes and proves nothing; of bytes that are no event it is null.
"""

import io
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyarrow import compute, parquet

from ledger.events.day import DayClosed
from ledger.seal.leaf import Stored
from ledger.store.codec import TOPIC_OF, verify_known

INSTANT: Final = pa.timestamp("us", tz="UTC")

SCHEMA: Final = pa.schema(
    [
        pa.field("position", pa.int64(), nullable=False),
        pa.field("stream", pa.string(), nullable=False),
        pa.field("version", pa.int64(), nullable=False),
        pa.field("topic", pa.string(), nullable=False),
        pa.field("day", pa.string()),
        pa.field("at", INSTANT),
        pa.field("recorded_at", INSTANT),
        pa.field("by", pa.string()),
        pa.field("state", pa.binary(), nullable=False),
    ]
)

STORED: Final = ("position", "stream", "version", "topic", "state")
"""What an event is: all else is beside it."""

AT_A_TIME: Final = 1 << 13
"""Events that are read out of a file at once, where nobody goes through many files side by side."""

DAY_CLOSED: Final = TOPIC_OF[DayClosed]

_DAY_CLOSED: Final = DAY_CLOSED.encode()
_TABLE: Final = "table:"

_REPEATING: Final = ["stream", "topic", "day", "by"]
_RISING: Final = dict.fromkeys(("position", "version", "at", "recorded_at"), "DELTA_BINARY_PACKED")
_COMPRESSION_LEVEL: Final = 9

_PAGE_BYTES: Final = 1 << 17
_ROWS_TO_A_PAGE: Final = 1 << 8
"""At the most, about: whoever reads hundreds of files side by side holds a page of each, unpacked."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """What every event says. Instants in microseconds UTC; None where the bytes are no event's."""

    day: str | None = None
    at: int | None = None
    recorded_at: int | None = None
    by: str | None = None

    @property
    def month(self) -> str:
        """Of its gaming day; "" for none."""
        return (self.day or "")[:7]


_NO_EVENT: Final = Head()
_DECODE: Final = msgspec.json.Decoder(Head).decode


def head_of(state: bytes) -> Head:
    """What an event says that every event does."""
    try:
        return _DECODE(state)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _NO_EVENT


def filed_under(row: Stored, head: Head) -> tuple[str, str]:
    """The month and the table of the file that an event goes to; "" for none."""
    stream = row[1].decode()
    return head.month, stream.removeprefix(_TABLE) if stream.startswith(_TABLE) else ""


def day_closed(row: Stored) -> str:
    """The gaming day that an event closes; "" for none."""
    return (head_of(row[4]).day or "") if row[3] == _DAY_CLOSED else ""


def columns_of(rows: Sequence[tuple[Stored, Head]]) -> pa.Table:
    """Events as columns."""
    stored, heads = zip(*rows, strict=True)
    position, stream, version, topic, state = zip(*stored, strict=True)
    values: dict[str, Any] = {
        "position": position,
        "stream": [each.decode() for each in stream],
        "version": version,
        "topic": [each.decode() for each in topic],
        **{name: [getattr(each, name) for each in heads] for name in Head.__struct_fields__},
        "state": state,
    }
    return pa.table({name: values[name] for name in SCHEMA.names}, schema=SCHEMA)


class Writer:
    """A file that is written row group by row group, in memory."""

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self._writer = parquet.ParquetWriter(
            self._out,
            SCHEMA,
            compression="zstd",
            compression_level=_COMPRESSION_LEVEL,
            use_dictionary=_REPEATING,
            column_encoding=_RISING,
            data_page_size=_PAGE_BYTES,
            write_batch_size=_ROWS_TO_A_PAGE,
        )
        self.rows = 0

    def add(self, rows: Sequence[tuple[Stored, Head]]) -> None:
        """Add a row group."""
        self._writer.write_table(columns_of(rows))
        self.rows += len(rows)

    def close(self) -> bytes:
        """The file."""
        self._writer.close()
        return self._out.getvalue()


def first_in(content: bytes) -> int:
    """The position of the first event of a file, as its footer says; 0 where that does not. Raises
    pyarrow.ArrowException for what is no such file.
    """
    groups = parquet.ParquetFile(pa.BufferReader(content)).metadata
    if not groups.num_row_groups:
        return 0
    position = groups.row_group(0).column(SCHEMA.get_field_index("position")).statistics
    return position.min if position is not None and isinstance(position.min, int) else 0


def stored_in(
    content: bytes, topics: Collection[str] = (), at_a_time: int = AT_A_TIME
) -> Iterator[Stored]:
    """The events of a file as they are stored, of the topics named if any; then every other must be known, too: who
    passes over events knows what they are. at_a_time: how many are read at once. Raises IntegrityFailure for one of a
    later version, pyarrow.ArrowException for what is no such file.
    """
    file = parquet.ParquetFile(pa.BufferReader(content))
    if not {SCHEMA.field(name) for name in STORED} <= {*file.schema_arrow}:
        raise pa.ArrowInvalid("it has no such columns")
    wanted = pa.array(sorted(topics), pa.string())
    # What is done with each event takes many times as long, and threads would take half as much again to share this.
    for batch in file.iter_batches(at_a_time, columns=list(STORED), use_threads=False):
        if topics:
            for topic in compute.unique(batch.column("topic")).to_pylist():
                verify_known(topic)
            batch = batch.filter(compute.is_in(batch.column("topic"), wanted))  # noqa: PLW2901  less of the same
        position, stream, version, topic, state = (
            batch.column(name).to_pylist() for name in STORED
        )
        yield from zip(
            position,
            map(str.encode, stream),
            version,
            map(str.encode, topic),
            state,
            strict=True,
        )

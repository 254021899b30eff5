"""Numbers on paper that were used before spelling was looked through are used however they are spelled."""

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

_ON_PAPER = re.compile(r"(fill|credit|correction|coupon):(.*)", re.DOTALL)
_BACK = "back:"


def _plain(number: str) -> str:
    return "".join(unicodedata.normalize("NFKC", number).casefold().split())


def _number(name: str, used: dict[str, int]) -> str:
    """A name without how often it was used again after it was given back."""
    first, _, times = name.rpartition("/")
    if not (first and times.isascii() and times.isdigit() and int(times) > 1):
        return name
    before = first if int(times) == 2 else f"{first}/{int(times) - 1}"
    return first if _BACK + before in used else name


def upgrade() -> None:
    there = sa.table("idempotency_keys", *map(sa.column, ("key", "recorded_at")))
    connection = op.get_bind()
    kinds = ("fill", "credit", "correction", "coupon")
    of_paper = sa.or_(*(there.c.key.like(f"{x}{kind}:%") for kind in kinds for x in ("", _BACK)))
    used = dict(
        connection.execute(sa.select(there.c.key, there.c.recorded_at).where(of_paper)).all()
    )
    new: dict[str, int] = {}
    for name, recorded_at in used.items():
        found = _ON_PAPER.fullmatch(_number(name, used))
        # What was given back since may be used again, in whatever spelling.
        if found is None or _BACK + name in used:
            continue
        same = f"{found[1]}:{_plain(found[2])}"
        if same not in used and _BACK + same not in used:
            new.setdefault(same, recorded_at)
    said = sa.text(
        "INSERT INTO idempotency_keys (key, request_sha256, answer, recorded_at)"
        " VALUES (:key, '', :answer, :recorded_at)"
    )
    rows = [{"key": key, "answer": b"", "recorded_at": at} for key, at in sorted(new.items())]
    for first in range(0, len(rows), 10_000):
        connection.execute(said, rows[first : first + 10_000])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")

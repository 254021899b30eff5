"""What was wagered and won, bet by bet, and by which rules it was dealt: folded from the first event on."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _milestone() -> "sa.Column[int]":
    return sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")


def _table(name: str, key: tuple[str, ...], *columns: "sa.Column[str] | sa.Column[int]") -> None:
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))


def upgrade() -> None:
    _table("performance_clock", ("property",), _text("property"), _text("zone"), _milestone())
    _table(
        "performance_rules",
        ("sha256",),
        *(_text(name) for name in ("sha256", "rules", "document")),
        _milestone(),
    )
    _table(
        "performance_dealt",
        ("table",),
        *(_text("table"), _text("dealer"), _number("decks")),
        *(_text("open_day"), _text("of_day"), _text("sha256"), _number("dealt_decks")),
        *(_text("dealt_by"), _milestone()),
    )
    _table(
        "performance_rounds",
        ("day", "table", "n", "again"),
        *(_text("day"), _text("table"), _number("n"), _number("again"), _text("sha256")),
        *(_number("decks"), _text("dealer"), _number("hour"), _number("awards_cents")),
        _milestone(),
    )
    _table(
        "performance",
        ("day", "table", "hour", "dealer", "sha256", "decks"),
        *(_text("day"), _text("table"), _number("hour"), _text("dealer"), _text("sha256")),
        *(
            _number("decks"),
            _text("bets"),
            _text("sums"),
            _number("awards_cents"),
            _number("posted_cents"),
        ),
        _milestone(),
    )
    op.create_index("ix_performance_hour_day", "performance", ["hour", "day"])
    _table("performance_journal", ("stream",), _text("stream"), _text("entries"))


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")

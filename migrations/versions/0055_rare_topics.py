"""The last event of a rare kind is found without looking through the log backwards."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

_RARE = sa.text(
    "topic NOT IN ('table.wagers_placed', 'table.wager_withdrawn', 'table.bets_closed',"
    " 'table.cards_dealt', 'table.third_card_dealt', 'table.house_money_pressed',"
    " 'table.round_settled', 'table.vigorish_marked', 'table.vigorish_collected',"
    " 'table.vigorish_documented', 'table.seat_taken', 'table.seat_left', 'table.bought_in',"
    " 'link.contributions_taken', 'feed.record_refused')"
)


def upgrade() -> None:
    op.create_index(
        "ix_events_rare_topic",
        "events",
        ["topic", "position"],
        sqlite_where=_RARE,
        postgresql_where=_RARE,
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")

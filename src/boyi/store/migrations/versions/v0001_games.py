"""Games and their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("black", sa.Text),
        sa.Column("white", sa.Text),
        sa.Column("headers", sa.JSON, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.Text),
        sa.Column("score", sa.Integer),
        sa.Column("stated", sa.Boolean, nullable=False),
        sa.Column("root", sa.JSON),
        sa.Column("asides", sa.JSON),
        sa.Column("extra", sa.JSON, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
    )
    op.create_index("games_by_time", "games", ["updated"])
    op.create_index("games_by_game", "games", ["game", "updated"])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.String(40), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("spent", sa.Double),
        sa.Column("clock", sa.Double),
        sa.Column("evaluation", sa.Double),
        sa.Column("comment", sa.Text),
        sa.Column("properties", sa.JSON),
    )

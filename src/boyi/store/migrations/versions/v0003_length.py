"""How many moves a game must have, so that a lost last row is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; a game that is there has as many moves as its last one says."""
    op.add_column("games", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE games SET length = COALESCE((SELECT MAX(ply) FROM moves WHERE moves.game_id = games.id), 0)"
    )

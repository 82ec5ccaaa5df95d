"""Exercises: mistakes to be found again, and which puzzles were solved."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "exercises",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("learner", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.UniqueConstraint("learner", "kind", "game", "key", name="exercises_of_learner"),
    )
    op.create_index("exercises_due", "exercises", ["learner", "kind", "due"])

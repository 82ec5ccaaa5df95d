"""Registered engines."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "engines",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("game", sa.String(40)),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("added", sa.Double, nullable=False),
    )

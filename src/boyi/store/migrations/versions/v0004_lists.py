"""What lists of games are found by: columns and indexes, so that large libraries stay quick."""

import json

import sqlalchemy as sa
from alembic import op

from boyi.store.searching import is_hidden, is_review, words_of

revision = "0004"
down_revision = "0003"
SOME = 500


def upgrade() -> None:
    """Add the columns and fill them from what is stored."""
    op.add_column("games", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("review", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("words", sa.Text, nullable=False, server_default=""))
    _fill(op.get_bind())
    op.create_index("games_listed", "games", ["hidden", "updated"])
    op.create_index("games_listed_by_game", "games", ["hidden", "game", "updated"])
    op.create_index("games_listed_by_result", "games", ["hidden", "winner", "reason", "updated"])
    op.create_index("games_listed_by_name", "games", ["hidden", "black", "white"])
    op.create_index("games_listed_by_length", "games", ["hidden", "length", "id"])


def _fill(connection: sa.Connection) -> None:
    """Row by row, so that a large library needs little memory; what is damaged is found by its names only."""
    text = sa.text
    ids = [row[0] for row in connection.execute(text("SELECT id FROM games ORDER BY id"))]
    one = text("SELECT black, white, headers, root, asides, extra FROM games WHERE id = :id")
    said = text("SELECT comment FROM moves WHERE game_id = :id AND comment IS NOT NULL")
    put = text("UPDATE games SET hidden = :hidden, review = :review, words = :words WHERE id = :id")
    changes = []
    for game_id in ids:
        black, white, *plain = connection.execute(one, {"id": game_id}).one()
        headers, root, asides, extra = map(_data, plain)
        comments = [row[0] for row in connection.execute(said, {"id": game_id})]
        changes.append(
            {
                "id": game_id,
                "hidden": is_hidden(extra),
                "review": is_review(extra),
                "words": words_of((black, white), headers, root, asides, comments),
            }
        )
        if len(changes) == SOME:
            connection.execute(put, changes)
            changes = []
    if changes:
        connection.execute(put, changes)


def _data(value: object) -> object:
    """Plain data, which the one database gives as text and the other as it is."""
    if not isinstance(value, str | bytes):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None

"""Where Boyi keeps its files: the one place that knows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "BOYI_DATA"
"""Names a folder to use instead of the platform's."""
DATABASE = "library.db"


def data_folder() -> Path:
    """The folder of the user's data; it need not exist yet."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "boyi"


def default_database() -> Path:
    """The SQLite file that is used where no other database is named."""
    return data_folder() / DATABASE

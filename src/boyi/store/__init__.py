"""What is kept: games as they are played, and registered engines (see ``docs/store.md``)."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.store.changes import Append, Finish, SetExtra, TakeBack
    from boyi.store.errors import Conflict, StoreError
    from boyi.store.finding import GameFilter
    from boyi.store.specs import resolve_spec
    from boyi.store.store import Store
    from boyi.store.writer import Writer

__all__ = [
    "Append",
    "Conflict",
    "Finish",
    "GameFilter",
    "SetExtra",
    "Store",
    "StoreError",
    "TakeBack",
    "Writer",
    "resolve_spec",
]

# Loaded when first used: the names of engines are looked up without a database.
_LATER = {
    "Append": "boyi.store.changes",
    "Conflict": "boyi.store.errors",
    "Finish": "boyi.store.changes",
    "GameFilter": "boyi.store.finding",
    "SetExtra": "boyi.store.changes",
    "Store": "boyi.store.store",
    "StoreError": "boyi.store.errors",
    "TakeBack": "boyi.store.changes",
    "Writer": "boyi.store.writer",
    "resolve_spec": "boyi.store.specs",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

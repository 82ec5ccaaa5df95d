"""Exercises are repeated after twice the time, or from the beginning; on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest

from boyi.store import store as module
from boyi.store.errors import NotStored
from boyi.store.store import Store

DAY = 86_400.0


def test_exercises_are_repeated(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(module, "time", lambda: now)
    data = {"position": "好 �", "better": ["a1"]}
    first = store.add_exercise("mistake", "nogo", "k1", data)
    assert (first.due, first.box, first.solved) == (now, 0, 0)
    assert store.add_exercise("mistake", "nogo", "k1", {"other": 1}).id == first.id
    assert store.exercise(first.id).data == data
    second = store.add_exercise("mistake", "othello", "k1")
    store.add_exercise("mistake", "othello", "k1", learner="someone else")
    store.add_exercise("puzzle", "othello", "k1")
    # Right answers: twice the time each time, but one before its time changes nothing.
    for days in (2, 4, 8):
        answered = store.answer_exercise(first.id, True)
        assert answered.due == now + days * DAY
        assert store.answer_exercise(first.id, True).box == answered.box
        now += days * DAY
    assert [one.id for one in store.exercises("mistake")] == [second.id, first.id]
    assert [one.id for one in store.exercises("mistake", "nogo")] == [first.id]
    forgotten = store.answer_exercise(first.id, False)
    assert (forgotten.box, forgotten.due, forgotten.tries, forgotten.solved) == (0, now, 7, 6)
    store.remove_exercise(first.id)
    with pytest.raises(NotStored):
        store.exercise(first.id)
    with pytest.raises(NotStored):
        store.answer_exercise(first.id, True)

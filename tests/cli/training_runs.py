"""What holds of every training run: it can be stopped and resumed, and equal settings give equal bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.language import find_language
from boyi.core.message import Message


class Stopped(Exception):
    pass


def stop(line: Message) -> None:
    raise Stopped


def check_resumption(make: Callable[[Path, Any], Any], settings: Any, folder: Path, lines: int) -> bytes:
    """Run whole, and stopped after the first of so many lines; what both give."""
    told: list[Message] = []
    whole: bytes = make(folder / "a", settings).run(told.append)
    assert len(told) == lines
    fits = [line for line in told if "cross entropy" in str(line)]
    assert fits
    assert "交叉熵" in find_language("zh_CN")(fits[0])
    with pytest.raises(Stopped):
        make(folder / "b", settings).run(stop)
    told.clear()
    assert make(folder / "b", settings).run(told.append) == whole
    assert len(told) == lines - 1
    with pytest.raises(boyi.BoyiError, match="other settings"):
        make(folder / "a", replace(settings, seed=2))
    return whole


def check_damage(make: Callable[[Path, Any], Any], settings: Any, folder: Path, *names: str) -> None:
    """Files of the finished run in ``folder``, each of them damaged: a sentence that names it."""
    for name in names:
        path = folder / name
        whole = path.read_bytes()
        broken = [whole[:-1], b"[" * 100_000, b"1" * 5_000]
        if not name.endswith(("network.bin", "weights.bin", "first-03.bin")):  # any bytes are weights
            broken.append(b"\xff" * len(whole))
        for damaged in broken:
            path.write_bytes(damaged)
            with pytest.raises(boyi.BoyiError, match="damaged") as caught:
                make(folder, settings).run(lambda line: None)
            assert str(path) in str(caught.value)
            assert "已损坏" in find_language("zh_CN")(caught.value.message)
        path.unlink()
        path.mkdir()
        with pytest.raises(boyi.BoyiError, match="cannot be read"):
            make(folder, settings).run(lambda line: None)
        path.rmdir()
        path.write_bytes(whole)

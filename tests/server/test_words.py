"""The page's own texts: the nearest language that there is, and a second time only if they have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.in_process import application, run

LANGUAGES = [
    {"code": "en", "name": "English", "sign": "EN"},
    {"code": "zh_CN", "name": "简体中文", "sign": "中"},
]


@pytest.mark.parametrize(
    ("wanted", "accepted", "code"),
    [
        ("zh_CN", "en", "zh_CN"),
        ("zh-CN", "en", "zh_CN"),
        ("", "zh-TW,zh;q=0.9,en;q=0.8", "zh_CN"),
        ("", "fr-CH, *;q=0.5", "en"),
        ("tlh", "zh", "zh_CN"),
        ("en", "zh", "en"),
        ("../../etc", "", "en"),
    ],
)
def test_the_language_is_the_nearest_that_there_is(
    database: Path, wanted: str, accepted: str, code: str
) -> None:
    async def ask() -> None:
        async with application(database) as app:
            found: dict[str, Any] = await app.call(
                "GET", "/api/words", params={"language": wanted}, headers={"Accept-Language": accepted}
            )
            assert (found["code"], found["languages"]) == (code, LANGUAGES)
            assert found["words"].get("Settings") == (None if code == "en" else "设置")

    run(ask())


def test_what_has_not_changed_is_not_sent_again(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            first = await app.http.get("/api/words", params={"language": "zh"})
            tag = first.headers["etag"]
            again = await app.http.get("/api/words?language=zh", headers={"If-None-Match": tag})
            assert (again.status_code, again.content) == (304, b"")
            other = await app.http.get("/api/words?language=en", headers={"If-None-Match": tag})
            assert other.status_code == 200

    run(ask())

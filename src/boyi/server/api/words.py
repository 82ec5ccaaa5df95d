"""The page's own texts: one language of the catalogues that the terminal and the server use too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from boyi.core import language
from boyi.core.language import NAME, SIGN, best_language, languages
from boyi.server.bodies import LanguageView, Words

router = APIRouter(prefix="/api")

Wanted = Annotated[str, Query(alias="language", max_length=200)]


def accepted_languages(request: Request) -> Iterator[str]:
    """What the browser prefers, the best first."""
    for part in request.headers.get("accept-language", "").split(","):
        yield part.partition(";")[0].strip()


@router.get("/words", response_model=Words)
async def words(request: Request, wanted: Wanted = "") -> Response:
    """The texts in the language that is wanted, else in one that the browser prefers, else none: English."""
    found = best_language([wanted, *accepted_languages(request)])
    body = _body(language.FOLDER, found.code)
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


@cache
def _body(folder: str, code: str) -> bytes:
    """The answer, as it is sent."""
    file = Path(folder, code, "LC_MESSAGES", "page.json")
    signs = languages(SIGN)
    answer = Words(
        code=code,
        languages=[
            LanguageView(code=known, name=name, sign=signs[known]) for known, name in languages(NAME).items()
        ],
        words=json.loads(file.read_bytes()) if file.exists() else {},
    )
    return answer.model_dump_json().encode()

"""The page itself: built files under ``/assets``, and ``index.html`` for every other address."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

router = APIRouter(include_in_schema=False)

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Boyi 博弈</title></head>
<body><h1>Boyi 博弈</h1>
<p>The server runs, but its page is not built: run <code>make page</code>.</p>
<p>服务器已启动，但网页尚未构建：请运行 <code>make page</code>。</p></body></html>
"""
FOREVER = "public, max-age=31536000, immutable"


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    """A built file, or the page, which finds by its address what to show."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    web: Path = request.app.state.settings.web
    if (file := _built_file(web, path)) is not None:
        fixed = path.startswith("assets/")  # their names change with their content
        return FileResponse(file, headers={"Cache-Control": FOREVER if fixed else "no-cache"})
    if path.startswith("assets/"):
        raise HTTPException(404)
    index = web / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _built_file(web: Path, path: str) -> Path | None:
    """The file of this name if it is one of the built ones: the names are looked up, not followed."""
    return _built(web).get(path)


def _built(web: Path) -> dict[str, Path]:
    if not web.is_dir():
        return {}
    return {file.relative_to(web).as_posix(): file for file in web.rglob("*") if file.is_file()}

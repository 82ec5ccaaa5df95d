"""Answers that were written as JSON, and perhaps packed, before the event loop has them."""

from __future__ import annotations

import asyncio
import gzip

from fastapi import Request
from fastapi.responses import Response


def json_answer(data: bytes, status: int = 200) -> Response:
    """JSON as it is."""
    return Response(data, status, media_type="application/json")


async def packed_answer(request: Request, packed: bytes) -> Response:
    """JSON that was packed with gzip, as it is if the client can unpack it."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return json_answer(await asyncio.to_thread(gzip.decompress, packed))
    response = json_answer(packed)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response

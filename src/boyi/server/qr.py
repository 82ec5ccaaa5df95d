"""Links as QR codes."""

from __future__ import annotations

import io

from fastapi.responses import Response


def qr_code(link: str) -> Response:
    """A picture of a link, to be scanned."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, border=2)
    return Response(out.getvalue(), media_type="image/svg+xml")

"""The network over REST, for the owner of the server: open it, close it, and how others get in."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from boyi.server.access import Access
from boyi.server.api.games import ServerToken, rooms_of
from boyi.server.bodies import Error, NetworkView
from boyi.server.qr import qr_code
from boyi.server.refusals import Refusal

router = APIRouter(prefix="/api/network", responses={"4XX": {"model": Error}})


def _access(request: Request, token: str) -> Access:
    """The server's access, for its owner alone."""
    access = rooms_of(request).access
    access.check_owner(token)
    return access


@router.get("")
async def network(request: Request, server_token: ServerToken = "") -> NetworkView:
    """How others on the network get in."""
    return _view(_access(request, server_token))


@router.post("/open")
async def open_network(request: Request, server_token: ServerToken = "") -> NetworkView:
    """Let others on the network in, as ``boyi serve --lan`` does, until the server ends."""
    access = _access(request, server_token)
    await access.open_network()
    return _view(access)


@router.post("/close")
async def close_network(request: Request, server_token: ServerToken = "") -> NetworkView:
    """Let only this machine in again, after ``open``; others are disconnected and their tokens are void."""
    access = _access(request, server_token)
    client = request.client
    await access.close_network(None if client is None else (client.host, client.port))
    return _view(access)


@router.get("/qr", response_class=Response)
async def network_qr(request: Request, server_token: ServerToken = "") -> Response:
    """The link for others as a QR code."""
    access = _access(request, server_token)
    if not access.lan:
        raise Refusal("This server is for this computer alone.", "not-allowed")
    return qr_code(_link(access))


def _link(access: Access) -> str:
    return f"{access.address}/#join={access.join_token}"


def _view(access: Access) -> NetworkView:
    return NetworkView(
        lan=access.lan,
        address=access.address if access.lan else "",
        link=_link(access) if access.lan else "",
        join_token=access.join_token if access.lan else "",
        owner_token=access.owner_token,
        can_close=access.can_close,
    )

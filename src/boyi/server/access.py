"""Who someone is to the whole server: its owner, a guest with the join token, or a stranger.

``boyi serve`` makes the owner's token when it starts, and opens and prints the page with it. Where the server
is for this machine alone and not locked there is nothing to keep apart: everyone is at the machine.
"""

from __future__ import annotations

from boyi.server.refusals import Refusal
from boyi.server.rooms.seats import RoomInfo, proves, token_hash
from boyi.server.settings import Settings


def owns_server(settings: Settings, token: str) -> bool:
    """Whether this is the token of the one who started the server."""
    return bool(settings.owner_token) and proves(token, token_hash(settings.owner_token))


def manages(settings: Settings, token: str) -> bool:
    """Whether someone may do what belongs to the machine: without a network everyone who is at it."""
    return not settings.lan or owns_server(settings, token)


def is_invited(settings: Settings, token: str) -> bool:
    """Whether someone may see the library and the talk: on the network with the join token or the owner's."""
    if not settings.lan:
        return True
    return proves(token, token_hash(settings.join_token)) or owns_server(settings, token)


def check_join_token(settings: Settings, token: str) -> None:
    """On the network only those who were given the token make rooms."""
    if is_invited(settings, token):
        return
    if token:
        raise Refusal("That is not the join token that the server printed.", "needs-token")
    raise Refusal("Making a room needs the join token that the server printed.", "needs-token")


def check_library(settings: Settings, token: str) -> None:
    """The library is for those who were invited."""
    if not is_invited(settings, token):
        raise Refusal("This server shows its library only to those who have its join token.", "needs-token")


def check_export(settings: Settings, info: RoomInfo, server_token: str, token: str) -> None:
    """A file of a game is for those who were invited to the server or to the game."""
    if not is_invited(settings, server_token) and not info.knows(token):
        raise Refusal("Exporting a game needs the server's join token or a token of the game.", "needs-token")

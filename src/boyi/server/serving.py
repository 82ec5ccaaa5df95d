"""Running the server: the socket, what is printed, the browser, the end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sys
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import urlsplit

import uvicorn

from boyi.arena.ladder.run import Ladder
from boyi.core.errors import BoyiError, shorten
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, Term, listing
from boyi.programs.bubblewrap import hiding
from boyi.programs.sandbox import protection
from boyi.server.access import Client, Opened
from boyi.server.api.http_limits import GuardedProtocol, allow_many_files
from boyi.server.app import create_app
from boyi.server.browser import show
from boyi.server.client_messages import LONGEST_MESSAGE
from boyi.server.lab.lessons import Offered
from boyi.server.settings import Settings
from boyi.store.database import database_file
from boyi.store.store import Store

TRIES = 10
"""Ports that are tried when the usual one is in use."""
SWITCH = 0.0005
"""Seconds for which one thread may keep the interpreter. The database's thread lets go of it for every row;
with Python's usual 5 ms each row of a busy server could wait that long to continue."""
GARBAGE = 5_000, 20, 10
"""How many new objects make the collector look, and how seldom it looks at old ones."""
KEEP_ALIVE = 10
"""Seconds that a connection may be idle after a request."""
LOOPBACK = ("127.0.0.1", "::1")
LOCAL = (*LOOPBACK, "localhost")


class CannotServe(BoyiError):
    """An address on which we cannot listen."""


def serve(
    host: str | None,
    port: int | None,
    usual: int,
    database: str | None,
    *,
    lan: bool = False,
    locked: bool = False,
    browser: bool = True,
    course_networks: tuple[str, ...] = (),
    tournament: Path | None = None,
    class_file: Path | None = None,
    lessons: Path | None = None,
    proxy: str | None = None,
    say: Language = ENGLISH,
) -> None:
    """Listen, say where, and serve until Ctrl-C."""
    sys.setswitchinterval(SWITCH)
    with Store.open(database):
        pass  # what is wrong with the database is said before anything begins
    private = (database_file(database), lessons, tournament, class_file)
    os.environ.update(hiding(place for place in private if place is not None))
    listener = listen(host or ("0.0.0.0" if lan else "127.0.0.1"), port, usual)
    with contextlib.closing(listener):
        own = listener.getsockname()[1]
        # Requests through a proxy come from this machine's address, but their senders are elsewhere.
        lan = lan or proxy is not None or (host is not None and host not in LOCAL)
        token = token_urlsafe(9) if lan else ""
        owner = token_urlsafe(24) if lan or locked else ""
        local = f"http://{host if host in LOCAL[:1] else '127.0.0.1'}:{own}"
        address = proxy or (f"http://{network_address()}:{own}" if lan else local)
        names = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        hosts = frozenset(names | {urlsplit(address).hostname or ""})
        settings = Settings(
            database=database,
            lan=lan,
            join_token=token,
            owner_token=owner,
            course_networks=course_networks,
            address=address,
            hosts=hosts,
            locked=locked,
            tournament=tournament,
            class_file=class_file,
            lessons=lessons,
        )

        async def listen_on_network() -> Opened:
            return await server.listen_on_network(own, say)

        app = create_app(settings, None if lan else listen_on_network)
        GuardedProtocol.most = allow_many_files()
        config = uvicorn.Config(
            app,
            http=GuardedProtocol,
            timeout_keep_alive=KEEP_ALIVE,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=15,
            ws_ping_timeout=20,
            server_header=False,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=list(LOOPBACK),
            timeout_graceful_shutdown=3,
        )
        server = _Server(config)
        own_page = f"{local}/#owner={owner}" if owner else local

        def ready() -> None:
            # What is loaded stays: looking through it for garbage again and again would only hold moves up.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            tell(say(Message("The page: {address}", address=own_page)))
            if owner:
                tell(say(Message("This link makes its reader the owner of the server.")))
            tell(say(Message("Open it in a browser; Ctrl-C ends.")))
            if class_file is not None:
                announce_ladder(app.state.ladder, address, say)
            if lessons is not None:
                announce_lessons(app.state.lessons.read(), lessons, say)
            if lan:
                announce(address, token, f"{address}/#join={token}", say)
            if browser:
                threading.Thread(target=show, args=(own_page,)).start()

        server.ready = ready
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        gc.unfreeze()  # the native module counts at the end what nobody has let go of


class _Server(uvicorn.Server):
    """uvicorn that says when it is ready."""

    ready = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def listen_on_network(self, port: int, say: Language) -> Opened:
        """Listen at this machine's own address as well."""
        address = network_address()
        if address in LOCAL:
            raise CannotServe("This computer is on no network that others could reach it by.")

        def protocol() -> asyncio.Protocol:
            return GuardedProtocol(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )

        listening = await asyncio.get_running_loop().create_server(
            protocol, sock=listen(address, port, port), backlog=self.config.backlog, start_serving=False
        )
        try:
            await listening.start_serving()
        except BaseException:
            listening.close()  # what failed leaves nothing open
            raise
        self.servers.append(listening)
        found = f"http://{address}:{port}"
        tell(say(Message("Opened to the network from the page: {address}", address=found)))

        def close(client: Client | None) -> None:
            listening.close()
            self.servers.remove(listening)
            self._end_connections(address, client)
            tell(say(Message("Closed to the network from the page.")))

        return Opened(found, close)

    def _end_connections(self, address: str, client: Client | None) -> None:
        """End what came in at an address of ours; the answer to one client is still sent."""
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if (transport.get_extra_info("sockname") or ("",))[0] != address:
                continue
            connection.shutdown()
            if (transport.get_extra_info("peername") or ())[:2] != client:
                transport.abort()


def tell(text: str) -> None:
    """Tell the person at the terminal, which may be closed: the server continues without it."""
    with contextlib.suppress(OSError, ValueError):
        print(text, flush=True)


def announce(address: str, token: str, link: str, say: Language) -> None:
    """Tell the person at the terminal how others get in."""
    import segno

    picture = StringIO()
    segno.make(link, error="l").terminal(picture, compact=True)
    tell(say(Message("On the network: {address}", address=address)))
    tell(say(Message("Join token: {token}   (for rooms, library and chat)", token=token)))
    tell(link)
    tell(picture.getvalue().rstrip("\n"))


def announce_ladder(ladder: Ladder, address: str, say: Language) -> None:
    """Tell the person at the terminal where students upload, and in which sandbox their programs run."""
    if ladder.closed is not None:
        tell(say(ladder.closed))
        return
    tell(say(Message("Students upload at {address}/ladder", address=address)))
    tell(say(Message("Their programs run behind {text}", text=protection().text)))


def announce_lessons(offered: Offered, folder: Path, say: Language) -> None:
    """Tell the person at the terminal which lessons were found, and which files are none."""
    found = listing(sorted(offered.own)) if offered.own else Message("none")
    tell(say(Message("Lessons in {folder}: {names}", folder=folder, names=found)))
    for problem in offered.problems:
        tell(say(problem))


def listen(host: str, port: int | None, usual: int) -> socket.socket:
    """A listening socket; without a wish the first free port from the usual one."""
    last: OSError | None = None
    for number in [port] if port is not None else range(usual, usual + TRIES):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return socket.create_server((host, number), family=family, backlog=1024)
        except OSError as error:
            last = error
            if error.errno != errno.EADDRINUSE:
                break
    assert last is not None
    if last.errno == errno.EADDRINUSE:
        raise CannotServe(
            "The port {port} is in use: choose another with --port.", port=port or usual
        ) from None
    raise CannotServe(
        "Boyi cannot listen on {host}: {reason}.",
        host=shorten(host),
        reason=Term(last.strerror or str(last)),
    ) from None


def network_address() -> str:
    """The address by which others on the network reach this machine."""
    for target in _targets():
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))  # sends nothing: only asks which way it would go
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def _targets() -> Iterator[str]:
    yield "192.0.2.1"  # an address set aside for documentation: nobody is there
    yield "224.0.0.1"

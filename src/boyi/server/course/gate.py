"""Which addresses a course game may connect to: the server is no tool to look at other machines with."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from boyi.course.connection import NoConnection
from boyi.server.access import Access
from boyi.server.refusals import Refusal
from boyi.server.token_bucket import TokenBucket

Address = IPv4Address | IPv6Address

PRIVATE = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
"""Where the machines of a class or a home are."""
AT_ONCE = 2
"""Connections that are being made at the same time."""
MOST, PER_SECOND = 10, 1 / 6
"""Connections that may be tried in a row, and for long."""
MOST_HOSTS = 20
"""Ports on which course rooms wait at the same time."""
FIRST_PORT = 1024


class CourseGate:
    """Checks and counts the connections to programs of the course."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._rate = TokenBucket(MOST, PER_SECOND)
        self._running = 0
        self._networks = tuple(ip_network(text, strict=False) for text in access.settings.course_networks)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A connection that is being made; too many are refused."""
        if self._running >= AT_ONCE or not self._rate.take():
            raise Refusal("Too many connections to other programs: try again in a moment.", "too-many")
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1

    async def find(self, host: str, port: int, token: str, own_ports: Collection[int]) -> str:
        """The address to connect to: the one that was checked, whatever the name means a moment later."""
        try:
            async with asyncio.timeout(5):
                found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError, TimeoutError):
            raise not_reached(host, port) from None
        for *_, place in found:
            address = _plain(str(place[0]))
            if address is not None and self._allows(address, port, token, own_ports):
                return str(address)
        raise Refusal(
            "This server connects to no such address: its owner allows more with --course-network.",
            "not-allowed",
        )

    def _allows(self, address: Address, port: int, token: str, own_ports: Collection[int]) -> bool:
        if address.is_link_local or address.is_multicast or address.is_unspecified:
            return False
        if _is_here(address):
            # Whoever is at this machine reaches it anyway; others only the course rooms that wait on it.
            named = address.is_loopback and self._is_named(address)
            return not self._access.lan or port in own_ports or named
        if self._is_named(address):
            return True
        return self._access.manages(token) and any(address in network for network in PRIVATE)

    def _is_named(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    def check_host(self, host: str, port: int, token: str, hosts: int) -> None:
        """Whether a room may wait at a port of this machine."""
        if hosts >= MOST_HOSTS:
            raise Refusal("Too many rooms wait for programs of the course: try again later.", "busy")
        if not self._access.manages(token) and (0 < port < FIRST_PORT or _is_odd(host)):
            raise not_listened(port)


def not_reached(host: str, port: int) -> NoConnection:
    """The one sentence for every connection that was not made: why says too much about other machines."""
    return NoConnection(
        "{address} could not be reached: check the address and that the program waits.",
        address=f"{host}:{port}",
    )


def not_listened(port: int) -> NoConnection:
    """The one sentence for guests of a port that cannot be had."""
    return NoConnection("The port {port} cannot be used here: choose another.", port=port)


def _plain(text: str) -> Address | None:
    """An address without a scope; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_here(address: Address) -> bool:
    """Whether the address is one of this machine's own."""
    if address.is_loopback:
        return True
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(address), 9))  # sends nothing; to itself a machine goes by the same address
        return str(probe.getsockname()[0]) == str(address)
    return False


def _is_odd(host: str) -> bool:
    return host not in ("127.0.0.1", "0.0.0.0", "localhost", "::", "::1")

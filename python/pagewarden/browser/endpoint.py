"""The debugging address of a running browser, in the forms in which people know it, and the way to its websocket.

A port tells which program listens there only by what it answers. So the answer is taken for a path alone: it cannot
send us to another host.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagewarden.browser.transport import ConnectionClosed, WebSocketTransport
from pagewarden.errors import Disconnected, InvalidParameter

# The answer is some hundred bytes.
_MOST_BYTES = 64 * 1024

_MOST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a browser listens. ``path`` is that of its websocket, or empty when it has to be asked for."""

    host: str
    port: int
    path: str = ""

    @property
    def authority(self) -> str:
        """``HOST:PORT``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse(endpoint: str | int) -> Endpoint:
    """Takes a port, an ``http://`` or a ``ws://`` address.

    Raises:
        InvalidParameter: It is none of these.
    """
    if isinstance(endpoint, int) and not isinstance(endpoint, bool):
        endpoint = f"http://127.0.0.1:{endpoint}"
    if isinstance(endpoint, str):
        with contextlib.suppress(ValueError):
            if endpoint.isdigit():
                endpoint = f"http://127.0.0.1:{int(endpoint)}"
            parts = urlsplit(endpoint)
            if parts.hostname and parts.port and 0 < parts.port <= _MOST_PORT and "@" not in parts.netloc:
                if parts.scheme == "ws" and len(parts.path) > 1:
                    return Endpoint(parts.hostname, parts.port, parts.path)
                if parts.scheme == "http" or (parts.scheme == "ws" and parts.path in ("", "/")):
                    return Endpoint(parts.hostname, parts.port)
    raise InvalidParameter(
        "endpoint must be a port, http://HOST:PORT or ws://HOST:PORT/PATH",
        hint="start the browser with --remote-debugging-port=9222 and pass 9222",
    )


async def connect(endpoint: Endpoint) -> WebSocketTransport:
    """Connects to a browser. The caller bounds the time.

    Raises:
        Disconnected: No browser answers there.
    """
    path = endpoint.path
    try:
        if not path:
            path = await _ask(endpoint)
        return await WebSocketTransport.open(f"ws://{endpoint.authority}{path}")
    except (OSError, ConnectionClosed, ValueError, asyncio.IncompleteReadError):
        raise no_browser() from None


async def _ask(endpoint: Endpoint) -> str:
    """Asks for the path of the websocket, by the one request that every Chromium answers."""
    reader, writer = await asyncio.open_connection(endpoint.host, endpoint.port, limit=_MOST_BYTES)
    try:
        request = f"GET /json/version HTTP/1.1\r\nHost: {endpoint.authority}\r\nConnection: close\r\n\r\n"
        writer.write(request.encode("ascii"))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.split("\r\n")
        if " 200" not in status:
            raise ConnectionClosed
        lengths = [line.partition(":")[2] for line in lines if line.lower().startswith("content-length:")]
        length = int(lengths[0]) if lengths else -1
        if length > _MOST_BYTES:
            raise ConnectionClosed
        body = await (reader.readexactly(length) if length >= 0 else reader.read(_MOST_BYTES))
        told = json.loads(body)
        return urlsplit(str(told["webSocketDebuggerUrl"])).path
    except (KeyError, TypeError, RecursionError, asyncio.LimitOverrunError):
        raise ConnectionClosed from None
    finally:
        writer.close()


def no_browser() -> Disconnected:
    """The error when nobody answers, or somebody else."""
    return Disconnected(
        "no browser answers at this endpoint",
        hint="start it with --remote-debugging-port=9222 and a --user-data-dir of its own",
    )

"""The test site: every page that a reader of live tabs must survive, on loopback addresses and nowhere else.

The site listens on two ports, each by IPv4 and, where there is one, IPv6. By the names 127.0.0.1 and localhost a page
can so have frames of another site, and by the second port frames and redirects of another origin.
"""

from __future__ import annotations

import contextlib
import math
import select
import socket
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import ClassVar, Self
from urllib.parse import parse_qsl, urlsplit

from tests.sites.catalogue import pages
from tests.sites.page import Page, Reply, Request

POLL_SECONDS = 0.1


class _Server(ThreadingHTTPServer):
    """Threads that do not outlive the tests, and no word on standard error when a browser hangs up."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        del request, client_address


class _Server6(_Server):
    address_family = socket.AF_INET6


class Sites:
    """The running site; a context manager.

    Args:
        port: The first port, the second is the one after it. Default: two that are free.
    """

    def __init__(self, port: int = 0) -> None:
        self.pages: Mapping[str, Page] = pages()
        self.seen: list[str] = []
        self.stopping = threading.Event()
        handler = type("Handler", (_Handler,), {"site": self})
        self._servers: list[_Server] = []
        self.port = self._listen(port, handler)
        self.second_port = self._listen(port + 1 if port else 0, handler)
        self._threads = [
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
            for server in self._servers
        ]

    def _listen(self, port: int, handler: type[BaseHTTPRequestHandler]) -> int:
        first = _Server(("127.0.0.1", port), handler)
        self._servers.append(first)
        chosen = int(first.server_address[1])
        # A machine without IPv6, or with that port taken, still has localhost by IPv4.
        with contextlib.suppress(OSError):
            self._servers.append(_Server6(("::1", chosen), handler))
        return chosen

    @property
    def here(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def cross_site(self) -> str:
        """The same pages as another site."""
        return f"http://localhost:{self.port}"

    @property
    def other_port(self) -> str:
        """The same pages as another origin."""
        return f"http://127.0.0.1:{self.second_port}"

    @property
    def hosts(self) -> list[str]:
        """Every ``HOST:PORT`` under which the site can be reached, as a policy wants them."""
        return [f"{host}:{port}" for host in ("127.0.0.1", "localhost") for port in (self.port, self.second_port)]

    def url(self, path: str) -> str:
        """The address of a page."""
        return self.here + path

    def answer(self, path_and_query: str) -> Reply:
        """What the site sends for a path."""
        parts = urlsplit(path_and_query)
        page = self.pages.get(parts.path)
        if page is None:
            return Reply(b"absent", status=404)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return page.answer(Request(parts.path, query, self.here, self.cross_site, self.other_port))

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()
        for thread in self._threads:
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    """Sends what the site of its class says."""

    site: ClassVar[Sites]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.site.seen.append(self.path)
        reply = self.site.answer(self.path)
        # A browser that hangs up in the middle is what some pages are about.
        with contextlib.suppress(OSError):
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        if reply.silent:
            self._stay_open()
            self.close_connection = True
            return
        if reply.delay and not self._stay_open(reply.delay):
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-store")
        if not reply.open_ended:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)
        if reply.open_ended:
            self.wfile.flush()
            self._stay_open()
            self.close_connection = True

    def _stay_open(self, seconds: float = math.inf) -> bool:
        """Waits; tells whether the browser is still there at the end."""
        end = time.monotonic() + seconds
        while not self.site.stopping.is_set() and (left := end - time.monotonic()) > 0:
            # A GET has no body: whatever can be read now is the end of the connection.
            if select.select([self.connection], [], [], min(POLL_SECONDS, left))[0]:
                self.close_connection = True
                return False
        return not self.site.stopping.is_set()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 (the base class names it)
        del format, arguments

"""A web site on 127.0.0.1 for one test: no test talks to any other address."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


@dataclass
class Answer:
    """What the site gives for a path; ``delay`` seconds pass before the first byte."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    delay: float = 0.0


class Site:
    """A running site. ``paths`` may be changed at any time; ``seen`` lists the paths that were asked for."""

    def __init__(self) -> None:
        self.paths: dict[str, Answer] = {}
        self.seen: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.seen.append(self.path)
                answer = site.paths.get(self.path.split("?")[0], Answer(b"absent", status=404))
                time.sleep(answer.delay)
                try:
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)
                except OSError:
                    # A reader that gives up on a slow answer is what some tests are about.
                    self.close_connection = True

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 (the base class names it)
                del format, arguments

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def host(self) -> str:
        """``HOST:PORT``, as a policy wants it."""
        return f"127.0.0.1:{self._server.server_address[1]}"

    def url(self, path: str = "/") -> str:
        """The address of a path."""
        return f"http://{self.host}{path}"

    def serve(self, path: str, html: str) -> str:
        """Serves HTML at a path and returns its address."""
        self.paths[path] = Answer(html.encode())
        return self.url(path)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

"""A client that speaks the protocol line by line, so that tests see every byte of it and nothing is smoothed over."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

REPOSITORY = Path(__file__).resolve().parents[2]
REAL = [sys.executable, "-m", "pagewarden", "mcp"]
FAKE = [sys.executable, "-m", "tests.mcp.fake_server"]

HANDSHAKE = "2025-11-25"
STATELESS = "2026-07-28"


class Wire:
    """A server process and its pipes.

    Args:
        command: The server.
        protocol: `HANDSHAKE` does what the older protocols begin with; `STATELESS` puts the envelope into each request.
        environ: Further variables for the server.
    """

    def __init__(self, command: list[str], protocol: str = HANDSHAKE, environ: dict[str, str] | None = None) -> None:
        self.protocol = protocol
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=REPOSITORY,
            env={**os.environ, **(environ or {})},
        )
        self.lines: queue.Queue[bytes] = queue.Queue()
        self._errors: list[bytes] = []
        self._threads = [
            threading.Thread(target=self._pump_answers, daemon=True),
            threading.Thread(target=self._pump_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._last = 0
        if protocol == HANDSHAKE:
            self.initialized = self.request(
                "initialize",
                {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": {"name": "wire", "version": "1"}},
            )
            self.notify("notifications/initialized", {})

    def _pump_answers(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def _pump_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors.append(line)

    @property
    def stderr(self) -> str:
        """What the server has written to stderr until now."""
        return b"".join(self._errors).decode()

    def send(self, method: str, parameters: dict[str, Any]) -> int:
        """Sends a request and returns its id without waiting."""
        self._last += 1
        if self.protocol == STATELESS:
            envelope = {
                "io.modelcontextprotocol/protocolVersion": STATELESS,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "1"},
            }
            parameters = {**parameters, "_meta": envelope}
        self._write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": parameters})
        return self._last

    def notify(self, method: str, parameters: dict[str, Any]) -> None:
        """Sends a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": parameters})

    def answer(self, timeout: float = 30) -> dict[str, Any]:
        """Returns the next line of the server; every line must be one JSON object."""
        value: dict[str, Any] = json.loads(self.lines.get(timeout=timeout))
        assert value["jsonrpc"] == "2.0"
        return value

    def request(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Sends a request and returns its answer."""
        identifier = self.send(method, parameters or {})
        answer = self.answer()
        assert answer["id"] == identifier
        return answer

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        """Calls a tool and returns the whole answer."""
        return self.request("tools/call", {"name": tool, "arguments": arguments})

    def end(self) -> int:
        """Closes stdin, as a host does, and returns the exit code of the server."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=30)
        for thread in self._threads:
            thread.join(timeout=5)
        return code

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=30)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue

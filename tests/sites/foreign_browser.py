"""A browser that someone else started, with a debugging port: what attaching is tested on.

It knows nothing of pagewarden, and its tabs are opened, and get stuck, before anyone attaches.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.sites.witness import WitnessError, executable

START_SECONDS = 30.0


class ForeignBrowser:
    """A headless browser of its own profile; a context manager."""

    def __init__(self) -> None:
        self._profile = tempfile.mkdtemp(prefix="foreign-")
        self._process = subprocess.Popen(
            [
                executable(),
                "--headless=new",
                "--remote-debugging-port=0",
                f"--user-data-dir={self._profile}",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # What the browser puts beside its profile goes away with it, also when it is killed.
            env={**os.environ, "TMPDIR": self._profile},
            start_new_session=True,
        )
        self.port = 0

    def __enter__(self) -> Self:
        end = time.monotonic() + START_SECONDS
        file = Path(self._profile) / "DevToolsActivePort"
        while time.monotonic() < end:
            with contextlib.suppress(OSError, ValueError, IndexError):
                self.port = int(file.read_text("utf-8").split()[0])
                self.ask("version")
                return self
            time.sleep(0.05)
        self.close()
        message = "the browser did not open its port"
        raise WitnessError(message)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def endpoint(self) -> str:
        """Where to attach."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> int:
        """The number of its process."""
        return self._process.pid

    def is_running(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def ask(self, command: str, method: str = "GET") -> Any:  # noqa: ANN401 (JSON has any type)
        """Asks the small HTTP interface of the debugging port."""
        request = urllib.request.Request(f"{self.endpoint}/json/{command}", method=method)  # noqa: S310 (loopback)
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 (loopback)
            content = answer.read()
        return json.loads(content) if content[:1] in {b"{", b"["} else content.decode()

    def open(self, url: str) -> str:
        """Opens an address in a new tab and returns its identifier; waits for nothing."""
        return str(self.ask(f"new?{url}", method="PUT")["id"])

    def tabs(self) -> list[str]:
        """The identifiers of all tabs."""
        return [entry["id"] for entry in self.ask("list") if entry["type"] == "page"]

    def close(self) -> None:
        """Ends the browser and all its processes, and removes its profile."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for _ in range(20):
            shutil.rmtree(self._profile, ignore_errors=True)
            if not Path(self._profile).exists():
                break
            time.sleep(0.05)

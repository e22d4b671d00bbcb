"""A browser that is driven without pagewarden, so that what is recorded does not depend on what is tested.

It speaks the DevTools protocol over two pipes with the standard library alone, one page and one command at a time.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
COMMAND_SECONDS = 30.0

# The seen area, the one of the recorded values.
WIDTH, HEIGHT = 1280, 720

# The browser reads commands from 3 and writes answers to 4. The numbers of pipes are not ours to choose, so that a
# first program puts them there (by way of high numbers, as the two may stand in each other's place) and becomes it.
PLACE_PIPES = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 100) for number in sys.argv[1:3]]
for place, end in zip((3, 4), ends):
    os.dup2(end, place)
    os.close(end)
os.execv(sys.argv[3], sys.argv[3:])
"""


class WitnessError(Exception):
    """The browser is missing, is gone, or does not answer."""


def executable() -> str:
    """The browser on this machine; PAGEWARDEN_CHROMIUM names another one."""
    chosen = os.environ.get("PAGEWARDEN_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if chosen is None:
        message = "no Chromium is installed"
        raise WitnessError(message)
    return chosen


class Witness:
    """A browser with one page; a context manager."""

    def __init__(self) -> None:
        self._profile = tempfile.mkdtemp(prefix="witness-")
        read_end, self._output = os.pipe()
        self._input, write_end = os.pipe()
        command = [
            executable(),
            "--headless=new",
            "--remote-debugging-pipe",
            f"--user-data-dir={self._profile}",
            f"--window-size={WIDTH},{HEIGHT}",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--hide-scrollbars",
            "--mute-audio",
            *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            "about:blank",
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", PLACE_PIPES, str(read_end), str(write_end), *command],
            pass_fds=(read_end, write_end),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # What the browser puts beside its profile goes away with it, also when it is killed.
            env={**os.environ, "TMPDIR": self._profile},
            start_new_session=True,
        )
        os.close(read_end)
        os.close(write_end)
        self._number = 0
        self._pending = b""
        self.events: deque[dict[str, Any]] = deque(maxlen=1_000)
        self._session: str | None = None

    def __enter__(self) -> Self:
        try:
            target = self.send("Target.createTarget", url="about:blank")["targetId"]
            self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.send("Page.enable")
            self.send(
                "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False
            )
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the browser and all its processes, and removes its profile."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._input)
        os.close(self._output)
        for _ in range(20):
            shutil.rmtree(self._profile, ignore_errors=True)
            if not Path(self._profile).exists():
                break
            time.sleep(0.05)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        self._write(json.dumps(message).encode() + b"\0")
        end = time.monotonic() + COMMAND_SECONDS
        while True:
            answer = self._receive(end)
            if answer.get("id") == self._number:
                if "error" in answer:
                    refusal = f"{method}: {answer['error'].get('message', '')}"
                    raise WitnessError(refusal)
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def open(self, url: str) -> None:
        """Goes to an address and waits for its load event."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        end = time.monotonic() + COMMAND_SECONDS
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive(end))
        # Two frames later, what load handlers and observers did is laid out and painted.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(''))))")

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 (JSON has any type)
        """The value of an expression in the page, or of the promise that it gives."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            message = "the expression failed in the page"
            raise WitnessError(message)
        return answer["result"].get("value")

    def picture(self, *, whole_page: bool = False) -> bytes:
        """A PNG of the view, or of everything that scrolling the page can bring into it."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        # Beyond the view only where there is something: a page from right to left that fits comes out blank otherwise.
        if whole_page and (size["width"] > WIDTH or size["height"] > HEIGHT):
            area = {"x": size["x"], "y": size["y"], "width": size["width"], "height": size["height"], "scale": 1}
            answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=area)
        else:
            answer = self.send("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._output, data) :]

    def _receive(self, end: float) -> dict[str, Any]:
        while b"\0" not in self._pending:
            wait = end - time.monotonic()
            if wait <= 0 or not select.select([self._input], [], [], wait)[0]:
                message = "the browser does not answer"
                raise WitnessError(message)
            portion = os.read(self._input, 1 << 20)
            if not portion:
                message = "the browser is gone"
                raise WitnessError(message)
            self._pending += portion
        line, _, self._pending = self._pending.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

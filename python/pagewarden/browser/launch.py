"""Starts a Chromium of our own with a profile of its own, and leaves neither behind.

The browser runs in a process group of its own, so that all of its processes can be ended together, also when it hangs
and also when our own process ends without having closed it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pagewarden.browser.transport import ConnectionClosed, PipeTransport, Transport, WebSocketTransport
from pagewarden.errors import BrowserNotFound

START_TIMEOUT_SECONDS = 20.0

# How long a browser that was asked to close may take before its processes are ended.
END_TIMEOUT_SECONDS = 2.0

# The browser puts a socket below TMPDIR, and uses about 45 of the 104 to 108 characters of a socket's path.
_MOST_TMPDIR = 55

_FEATURES_OFF = (
    "AutofillServerCommunication",
    "BackForwardCache",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "Prerender2",
    "Translate",
    # Pages of the browser's own window, each with a process of its own.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)

FLAGS = (
    # Nothing that is not asked for by the page goes out.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-quic",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-pings",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-features=" + ",".join(_FEATURES_OFF),
    # A tab in the background is read like one in the foreground.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # Nobody is there to answer a question or to hear a sound.
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    # Ask neither the key ring of the desktop nor that of macOS.
    "--password-store=basic",
    "--use-mock-keychain",
    # Tabs are opened by command; a first window would only cost time.
    "--no-startup-window",
)


@dataclass(slots=True)
class _Remains:
    """What has to be gone at the end: the process group and the profile."""

    pid: int
    profile: Path
    popen: subprocess.Popen[bytes] | None = None
    ended: bool = False

    def poll(self) -> bool:
        """Whether the browser's first process has ended. It is not collected: until then its number is not reused."""
        if not self.ended:
            try:
                self.ended = self._has_ended()
            except ChildProcessError:
                # Somebody else collects all children of this program.
                self.ended = True
        return self.ended

    def _has_ended(self) -> bool:
        if self.popen is not None:
            return self.popen.poll() is not None
        if hasattr(os, "waitid"):
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return os.waitpid(self.pid, os.WNOHANG)[0] == self.pid

    def collect(self) -> None:
        """Collects the ended process, so that no zombie stays."""
        if self.popen is None and hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, os.WNOHANG)

    def kill(self) -> None:
        """Ends what still runs. The group outlives its first process, so that it is ended in any case."""
        if sys.platform == "win32":
            if self.popen is not None and not self.poll():
                taskkill = ["taskkill", "/F", "/T", "/PID", str(self.pid)]
                subprocess.run(taskkill, check=False, capture_output=True)  # noqa: S603 (our own child)
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def clean(self) -> None:
        """Ends and removes everything, waiting for at most two seconds. Used where no loop runs any more."""
        self.kill()
        until = time.monotonic() + END_TIMEOUT_SECONDS
        while not self.poll() and time.monotonic() < until:
            time.sleep(0.01)
        self.collect()
        remove(self.profile)


class LaunchedBrowser:
    """A running browser of ours: its transport, and the way to be rid of it."""

    def __init__(self, transport: Transport, remains: _Remains) -> None:
        self.transport = transport
        self._remains = remains
        # For a program that ends, or drops the browser, without closing it.
        self._finalizer = weakref.finalize(self, _Remains.clean, remains)

    @property
    def pid(self) -> int:
        """The browser's first process, which leads its group."""
        return self._remains.pid

    @property
    def profile(self) -> Path:
        """The profile, which is removed at the end."""
        return self._remains.profile

    async def end(self, *, ask: bool = True) -> None:
        """Waits a moment for a browser that was asked to close, ends what is left of it and removes the profile."""
        remains = self._remains
        try:
            if ask:
                await _until_ended(remains, END_TIMEOUT_SECONDS)
        finally:
            # Also when cancelled: what follows is short.
            if self._finalizer.detach() is not None:
                remains.kill()
                cleaning = asyncio.ensure_future(_clean(remains))
                await asyncio.shield(cleaning)


async def _until_ended(remains: _Remains, seconds: float) -> None:
    until = time.monotonic() + seconds
    pause = 0.002
    while not remains.poll() and time.monotonic() < until:
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, 0.05)


async def _clean(remains: _Remains) -> None:
    await _until_ended(remains, END_TIMEOUT_SECONDS)
    remains.collect()
    # In a thread, because a profile has some hundred files and others use this loop.
    await asyncio.to_thread(remove, remains.profile)


def remove(folder: Path) -> None:
    """Removes a folder, also while the last process that writes into it is still ending."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.05)


def arguments(profile: Path, *, headless: bool, pipe: bool, extra: Sequence[str] = ()) -> list[str]:
    """Returns the command line behind the executable."""
    line = [*FLAGS, f"--user-data-dir={profile}"]
    line.append("--remote-debugging-pipe" if pipe else "--remote-debugging-port=0")
    if headless:
        line.append("--headless=new")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium refuses to run as root with its sandbox; everyone else keeps it.
        line.append("--no-sandbox")
    return [*line, *extra]


def environment(profile: Path) -> dict[str, str]:
    """Returns the environment of the browser, with a temporary folder that is removed with the profile."""
    values = dict(os.environ)
    temporary = profile / "tmp"
    if len(str(temporary)) > _MOST_TMPDIR:
        temporary = Path("/tmp")  # noqa: S108 (the browser makes a folder of its own in it)
        if len(values.get("TMPDIR", "")) <= _MOST_TMPDIR or not temporary.is_dir():
            return values
    else:
        temporary.mkdir()
    values["TMPDIR"] = str(temporary)
    return values


def profile_parent(executable: str) -> str | None:
    """Where the profile has to be: a snap or a flatpak cannot see the temporary folder of the system."""
    path = str(Path(executable).resolve())
    if "/snap/" in executable or path == "/usr/bin/snap":
        parent = Path.home() / "snap" / "chromium" / "common"
    elif "flatpak" in executable:
        parent = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    else:
        return None
    parent.mkdir(parents=True, exist_ok=True)
    return str(parent)


async def launch(executable: str, *, headless: bool = True, extra: Sequence[str] = ()) -> LaunchedBrowser:
    """Starts a browser. It may still be starting when this returns: the first command waits for it.

    Raises:
        BrowserNotFound: It cannot be started.
    """
    profile = Path(tempfile.mkdtemp(prefix="pagewarden-", dir=profile_parent(executable)))
    try:
        if sys.platform == "win32":
            return await _launch_with_port(executable, profile, headless=headless, extra=extra)
        return await _launch_with_pipe(executable, profile, headless=headless, extra=extra)
    except BaseException as error:
        remove(profile)
        if isinstance(error, OSError | ConnectionClosed):
            raise _cannot_start() from error
        raise


async def _launch_with_pipe(executable: str, profile: Path, *, headless: bool, extra: Sequence[str]) -> LaunchedBrowser:
    line = [executable, *arguments(profile, headless=headless, pipe=True, extra=extra)]
    read_commands, write_commands = _high_pipe()
    read_answers, write_answers = _high_pipe()
    ours, theirs = (read_answers, write_commands), (read_commands, write_answers)
    try:
        pid = os.posix_spawn(  # noqa: ASYNC221 (it does not wait for the child)
            executable,
            line,
            environment(profile),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, read_commands, 3),
                (os.POSIX_SPAWN_DUP2, write_answers, 4),
            ],
            setpgroup=0,
        )
    except BaseException:
        for descriptor in (*ours, *theirs):
            os.close(descriptor)
        raise
    for descriptor in theirs:
        os.close(descriptor)
    remains = _Remains(pid, profile)
    try:
        transport = await PipeTransport.open(*ours)
    except BaseException:
        remains.clean()
        raise
    return LaunchedBrowser(transport, remains)


def _high_pipe() -> tuple[int, int]:
    """Makes a pipe whose ends are not 3 or 4, because the child's are put there and must not meet ours."""
    import fcntl  # noqa: PLC0415 (absent on Windows)

    ends = os.pipe()
    try:
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    finally:
        for end in ends:
            os.close(end)
    return high[0], high[1]


async def _launch_with_port(executable: str, profile: Path, *, headless: bool, extra: Sequence[str]) -> LaunchedBrowser:
    line = [executable, *arguments(profile, headless=headless, pipe=False, extra=extra)]
    quiet = subprocess.DEVNULL
    popen = subprocess.Popen(line, stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603, ASYNC220 (short, and what the caller asked for)
    remains = _Remains(popen.pid, profile, popen)
    try:
        async with asyncio.timeout(START_TIMEOUT_SECONDS):
            address = await _address(profile, remains)
            transport = await WebSocketTransport.open(address)
    except BaseException as error:
        remains.clean()
        if isinstance(error, TimeoutError):
            raise _cannot_start() from error
        raise
    return LaunchedBrowser(transport, remains)


async def _address(profile: Path, remains: _Remains) -> str:
    """Waits for the file in which the browser tells its port."""
    file = profile / "DevToolsActivePort"
    while True:
        lines = file.read_text("utf-8", "replace").split("\n") if file.exists() else []
        if len(lines) > 1 and lines[0].isdigit():
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        if remains.poll():
            raise ConnectionClosed
        await asyncio.sleep(0.02)


def _cannot_start() -> BrowserNotFound:
    return BrowserNotFound(
        "the browser cannot be started",
        reason="browser_cannot_start",
        hint="run `pagewarden doctor`; in a container, the sandbox of Chromium needs user namespaces",
    )

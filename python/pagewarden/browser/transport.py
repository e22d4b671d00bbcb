"""How messages reach a browser: a pipe to one that we started, a websocket to one that is already running.

A pipe cannot be found by another program of the machine, as an open port can, and it is faster. Both carry one JSON
text per message and nothing else, so that everything above does not know which of the two it has.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import deque
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

# A message above this is a defect or an attack: the largest honest one is a page's text, which is bounded elsewhere.
MOST_MESSAGE_BYTES = 256 * 1024 * 1024

# A page's text is some hundred kilobytes; with the usual 64 the browser and we would take turns many times for one.
PIPE_BYTES = 1024 * 1024

OPEN_TIMEOUT_SECONDS = 10.0


class ConnectionClosed(Exception):  # noqa: N818 (a state, which the connection turns into an error)
    """The other end is gone; there is nothing more to receive."""


class Transport(Protocol):
    """One way to carry messages. After `close`, or when the other end goes, `receive` raises ConnectionClosed."""

    async def send(self, text: str) -> None:
        """Sends one message."""
        ...

    async def receive(self) -> str:
        """Waits for the next message.

        Raises:
            ConnectionClosed: There will be none.
        """
        ...

    async def close(self) -> None:
        """Ends the transport. Closing twice does nothing."""
        ...


class Frames:
    """Cuts a stream of bytes into the messages between its NUL bytes. Looks at every byte once, however it arrives."""

    __slots__ = ("_limit", "_rest", "_searched")

    def __init__(self, limit: int = MOST_MESSAGE_BYTES) -> None:
        self._rest = bytearray()
        self._searched = 0
        self._limit = limit

    def feed(self, data: bytes) -> list[str]:
        """Takes the next bytes and returns the messages that they complete.

        Raises:
            ConnectionClosed: A message grows beyond all bounds.
        """
        self._rest += data
        messages = []
        start = 0
        while (end := self._rest.find(0, max(start, self._searched))) >= 0:
            messages.append(self._rest[start:end].decode("utf-8", "replace"))
            start = end + 1
            self._searched = start
        if start:
            del self._rest[:start]
        self._searched = len(self._rest)
        if len(self._rest) > self._limit:
            raise ConnectionClosed
        return messages


class PipeTransport:
    """Two pipes with NUL-separated messages, as ``--remote-debugging-pipe`` speaks them.

    Use `open`; it owns the two file descriptors from then on.
    """

    def __init__(self) -> None:
        self._messages: deque[str] = deque()
        self._arrived = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._frames = Frames()
        self._ended = False
        self._reader: asyncio.ReadTransport | None = None
        self._writer: asyncio.WriteTransport | None = None

    @classmethod
    async def open(cls, read_from: int, write_to: int) -> PipeTransport:
        """Takes over the two ends of ours."""
        loop = asyncio.get_running_loop()
        transport = cls()
        for descriptor in (read_from, write_to):
            _widen(descriptor)
        reading = os.fdopen(read_from, "rb", buffering=0)
        writing = os.fdopen(write_to, "wb", buffering=0)
        try:
            transport._reader, _ = await loop.connect_read_pipe(lambda: _Reading(transport), reading)
            transport._writer, _ = await loop.connect_write_pipe(lambda: _Writing(transport), writing)
        except BaseException:
            await transport.close()
            reading.close()
            writing.close()
            raise
        return transport

    async def send(self, text: str) -> None:
        """Sends one message; waits while the browser does not read."""
        if self._ended or self._writer is None:
            raise ConnectionClosed
        self._writer.write(text.encode("utf-8", "replace") + b"\0")
        await self._writable.wait()

    async def receive(self) -> str:
        """Waits for the next message."""
        while not self._messages:
            if self._ended:
                raise ConnectionClosed
            self._arrived.clear()
            await self._arrived.wait()
        return self._messages.popleft()

    async def close(self) -> None:
        """Closes both pipes; a browser that was started with them ends."""
        self.end()

    def end(self) -> None:
        """Closes both pipes at once, without waiting for what is still to be written."""
        self._ended = True
        self._arrived.set()
        self._writable.set()
        reader, self._reader = self._reader, None
        writer, self._writer = self._writer, None
        if reader is not None and not reader.is_closing():
            reader.close()
        if writer is not None and not writer.is_closing():
            writer.abort()

    def arrive(self, data: bytes) -> None:
        """Takes bytes of the browser."""
        try:
            messages = self._frames.feed(data)
        except ConnectionClosed:
            self.end()
            return
        if messages:
            self._messages.extend(messages)
            self._arrived.set()

    def hold(self) -> None:
        """Makes senders wait."""
        self._writable.clear()

    def go_on(self) -> None:
        """Lets senders go on."""
        self._writable.set()


class _Reading(asyncio.Protocol):
    """What the loop calls when bytes arrive."""

    def __init__(self, owner: PipeTransport) -> None:
        self._owner = owner

    def data_received(self, data: bytes) -> None:
        self._owner.arrive(data)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._owner.end()


class _Writing(asyncio.BaseProtocol):
    """What the loop calls when the pipe is full, and when it is not any more."""

    def __init__(self, owner: PipeTransport) -> None:
        self._owner = owner

    def pause_writing(self) -> None:
        self._owner.hold()

    def resume_writing(self) -> None:
        self._owner.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._owner.end()


def _widen(descriptor: int) -> None:
    """Asks for a larger pipe where the system knows how. One that stays small is only slower."""
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 (absent on Windows)

        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


class WebSocketTransport:
    """A websocket to a browser that somebody else started, or that was started where there are no such pipes."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @classmethod
    async def open(cls, address: str) -> WebSocketTransport:
        """Connects to a ``ws://`` address.

        Raises:
            ConnectionClosed: Nobody answers there, or not as a browser does.
        """
        # Imported here, so that a browser of our own starts without it.
        from websockets.asyncio.client import connect  # noqa: PLC0415
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            socket = await connect(
                address,
                # A proxy of the environment must not see, nor be asked for, what goes to a browser of this machine.
                proxy=None,
                compression=None,
                # A browser under load answers late; that is no reason to give it up.
                ping_interval=None,
                max_size=MOST_MESSAGE_BYTES,
                max_queue=None,
                open_timeout=OPEN_TIMEOUT_SECONDS,
                close_timeout=0.5,
                user_agent_header=None,
            )
        except (OSError, TimeoutError, ValueError, WebSocketException) as error:
            raise ConnectionClosed from error
        return cls(socket)

    async def send(self, text: str) -> None:
        """Sends one message."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            await self._socket.send(text)
        except (OSError, WebSocketException) as error:
            raise ConnectionClosed from error

    async def receive(self) -> str:
        """Waits for the next message."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            message = await self._socket.recv()
        except (OSError, WebSocketException) as error:
            raise ConnectionClosed from error
        return message if isinstance(message, str) else message.decode("utf-8", "replace")

    async def close(self) -> None:
        """Says goodbye, for at most half a second."""
        await self._socket.close()

"""One connection to a browser that carries the conversations with all of its tabs (the protocol's flat mode).

A tab can hang, crash or go at any time while others work. So every call can be abandoned without a trace, a tab's
calls fail together when it is lost, and no call of one tab waits for another.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from pagewarden.browser.transport import ConnectionClosed, Transport
from pagewarden.errors import Disconnected, PagewardenError

Handler = Callable[[str, dict[str, Any]], None]
"""Takes an event: its method and its parameters. It must not wait and should not fail."""

CLOSED = "Connection.closed"

NO_PARAMETERS: Mapping[str, Any] = {}

# Events that a page can cause in any number. Nobody reads what they say, so that they are not even decoded.
UNREAD = (
    "Debugger.scriptParsed",
    "Debugger.scriptFailedToParse",
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
)

_TURN_SECONDS = 0.005

_UNREAD_STARTS = tuple(f'{{"method":"{method}",' for method in UNREAD)
_SESSION_KEY = '"sessionId":"'


class CommandFailed(PagewardenError):  # noqa: N818 (as its siblings)
    """The browser refuses a command. What it said is kept for decisions, and is in no message: it can hold page text.

    Args:
        method: The command.
        answer: What the browser said.
    """

    default_reason = "command_failed"

    def __init__(self, method: str, answer: str) -> None:
        super().__init__(f"the browser refused {method}", hint="this is a defect of pagewarden or of the browser")
        self._method = method
        self._answer = answer

    def says(self, *phrases: str) -> bool:
        """Whether the browser's answer holds one of the phrases."""
        return any(phrase in self._answer for phrase in phrases)

    def __reduce__(self) -> tuple[object, ...]:
        return CommandFailed, (self._method, "")


class Connection:
    """A conversation with a browser over a transport. Made on the loop that uses it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._next = 0
        self._pending: dict[int, _Call] = {}
        self._handlers: dict[str, Handler] = {}
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._closed = False
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]

    @property
    def closed(self) -> bool:
        """True once the browser is gone or `close` was called."""
        return self._closed

    @property
    def pending(self) -> int:
        """How many calls wait for an answer."""
        return len(self._pending)

    def subscribe(self, session_id: str, handler: Handler) -> None:
        """Hands the events of a session to a handler; the browser itself is the session ``""``.

        When the connection ends, each handler gets a last event of ours, `CLOSED`.
        """
        self._handlers[session_id] = handler

    def post(
        self, method: str, params: Mapping[str, Any] | None = None, session_id: str = ""
    ) -> asyncio.Future[dict[str, Any]]:
        """Puts a command on its way and returns its answer as a future. Needs no waiting, so that events can use it.

        Commands of one session are carried out in the order in which they are posted. Whoever does not want the
        answer drops the future; whoever cancels it has abandoned the call, and a late answer is dropped.
        """
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if self._closed:
            future.set_exception(_disconnected())
            future.exception()
            return future
        self._next += 1
        number = self._next
        self._pending[number] = _Call(method, session_id, future)
        future.add_done_callback(lambda done: self._settled(number, done))
        message: dict[str, Any] = {"id": number, "method": method, "params": params or NO_PARAMETERS}
        if session_id:
            message["sessionId"] = session_id
        self._outgoing.put_nowait(json.dumps(message, separators=(",", ":")))
        return future

    async def send(
        self, method: str, params: Mapping[str, Any] | None = None, session_id: str | None = None
    ) -> dict[str, Any]:
        """Sends a command and waits for its answer. The caller bounds the time with `asyncio.timeout`.

        Raises:
            CommandFailed: The browser refuses.
            Disconnected: The browser is gone.
            PageCrashed: The tab crashed.
        """
        return await self.post(method, params, session_id or "")

    def fail_session(self, session_id: str, error: Callable[[], PagewardenError]) -> None:
        """Fails every call of a session that waits: a crashed tab will never answer them."""
        for call in [call for call in self._pending.values() if call.session_id == session_id]:
            if not call.future.done():
                call.future.set_exception(error())

    def end_session(self, session_id: str) -> None:
        """Forgets a session that is detached, and fails its calls."""
        self._handlers.pop(session_id, None)
        self.fail_session(session_id, _tab_closed)

    async def close(self) -> None:
        """Ends the conversation. What was posted before is still sent, if the browser takes it."""
        if not self._closed:
            try:
                async with asyncio.timeout(0.5):
                    await self._outgoing.join()
            except TimeoutError:
                pass
        self._end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._transport.close()

    async def _write(self) -> None:
        while True:
            text = await self._outgoing.get()
            try:
                await self._transport.send(text)
            except ConnectionClosed:
                self._end()
                return
            finally:
                self._outgoing.task_done()

    async def _read(self) -> None:
        receive = self._transport.receive
        time = asyncio.get_running_loop().time
        until = time() + _TURN_SECONDS
        while True:
            try:
                text = await receive()
            except ConnectionClosed:
                self._end()
                return
            self.take(text)
            if time() > until:
                # A page can make the browser talk without end; everybody else must get their turn.
                await asyncio.sleep(0)
                until = time() + _TURN_SECONDS

    def take(self, text: str) -> None:
        """Takes one message of the browser: an answer or an event. What is neither is dropped."""
        if text.startswith(_UNREAD_STARTS):
            self._take_unread(text)
            return
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict):
            return
        number = message.get("id")
        if number is not None:
            call = self._pending.get(number) if isinstance(number, int) else None
            if call is not None and not call.future.done():
                _settle(call, message)
            return
        method, params = message.get("method"), message.get("params", {})
        session_id = message.get("sessionId") or ""
        if isinstance(method, str) and isinstance(params, dict) and isinstance(session_id, str):
            handler = self._handlers.get(session_id)
            if handler is not None:
                _handle(handler, method, params)

    def _take_unread(self, text: str) -> None:
        # The session is the last member, and within a string of the page the quotes of this key would be escaped.
        key = text.rfind(_SESSION_KEY)
        handler = self._handlers.get(text[key + len(_SESSION_KEY) : -2]) if key >= 0 else None
        if handler is not None:
            _handle(handler, text[len('{"method":"') : text.index('"', len('{"method":"'))], {})

    def _settled(self, number: int, future: asyncio.Future[dict[str, Any]]) -> None:
        self._pending.pop(number, None)
        if not future.cancelled():
            # Looked at here, so that an answer that nobody wants is no complaint at the end of the program.
            future.exception()

    def _end(self) -> None:
        if self._closed:
            return
        self._closed = True
        for call in list(self._pending.values()):
            if not call.future.done():
                call.future.set_exception(_disconnected())
        handlers, self._handlers = self._handlers, {}
        for handler in handlers.values():
            _handle(handler, CLOSED, {})


class _Call:
    """A command that waits for its answer."""

    __slots__ = ("future", "method", "session_id")

    def __init__(self, method: str, session_id: str, future: asyncio.Future[dict[str, Any]]) -> None:
        self.method = method
        self.session_id = session_id
        self.future = future


def _settle(call: _Call, message: dict[str, Any]) -> None:
    error = message.get("error")
    result = message.get("result", {})
    if error is None and isinstance(result, dict):
        call.future.set_result(result)
        return
    answer = error.get("message") if isinstance(error, dict) else None
    call.future.set_exception(CommandFailed(call.method, answer if isinstance(answer, str) else ""))


def _handle(handler: Handler, method: str, params: dict[str, Any]) -> None:
    try:
        handler(method, params)
    except (KeyError, TypeError, AttributeError, ValueError):
        # An event without the fields that we know is of a browser that we do not know; the tab must live on.
        return


def _disconnected() -> Disconnected:
    return Disconnected("the browser is gone", hint="start or attach to a browser again")


def _tab_closed() -> Disconnected:
    return Disconnected("the tab was closed", hint="open another tab", reason="tab_closed")

"""A conversation with one page, prepared before the page runs, because a page that hangs cannot be prepared any more.

It keeps what the browser tells about the page (its frames and their documents, dialogs, pauses, crashes) and runs
expressions in the isolated world of a frame. It asks nothing that a hung page would have to answer, except to read it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pagewarden import _core
from pagewarden.browser.connection import CLOSED, CommandFailed, Connection
from pagewarden.browser.frames import WORLD_NAME, Frame, Frames
from pagewarden.browser.ladder import DocumentGone, Terminated
from pagewarden.browser.last_good import LastGood
from pagewarden.browser.observer import BINDING_NAME
from pagewarden.browser.pauses import Pauses
from pagewarden.errors import Disconnected, InternalError, PageCrashed, PagewardenError

__all__ = ["BINDING_NAME", "WORLD_NAME", "FrameSession", "TargetSession"]

# What our expressions leave behind when they fail is released under this name.
OBJECT_GROUP = "pagewarden"

# A script in each document makes the isolated world there; an empty one would make a world without an origin.
_NOTHING = ";"

# A page that prints without end has what it printed kept for us; it is given back from time to time.
_PRINTS_BETWEEN_RELEASES = 200

# How long a new page waits to be prepared before it is let go all the same.
_PREPARE_SECONDS = 2.0

_DOCUMENT_GONE = (
    "Cannot find context",
    "uniqueContextId not found",
    "context was destroyed",
    "navigated or closed",
    "No frame",
    "Frame not found",
    "Frame was detached",
)
_TERMINATED = ("Execution was terminated", "terminated")


class TargetSession:
    """One page, or one out-of-process frame, and the session that sees it.

    Args:
        connection: The browser.
        session_id: The session.
        target_id: The page. In Chromium this is the id of its main frame too.
        observer: The script that makes last copies; None for none.
        keeps: Whether a last copy of a frame may be kept. Default: of every frame.
        on_change: Called after each event that changes something.
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        target_id: str,
        *,
        observer: str | None = None,
        keeps: Callable[[TargetSession, Frame], bool] | None = None,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        self._connection = connection
        self._observer = observer
        self._keeps = keeps
        self._on_change = on_change
        self._frame_sessions: dict[str, FrameSession] = {}
        self._prints = 0
        self._waiters: list[asyncio.Future[None]] = []
        self._prepared: asyncio.Future[Any] | None = None
        self.session_id = session_id
        self.target_id = target_id
        self.frames = Frames()
        self.frames.main_id = target_id
        self.children: dict[str, TargetSession] = {}
        self.pauses = Pauses(self.post)
        self.last_good = LastGood()
        self.tree_known = False
        self.hangs = False
        self.crashed = False
        self.detached = False
        self.dialog: Mapping[str, Any] | None = None
        self.load_state = "unknown"
        # How often the main frame went to another place of the same document.
        self.moves = 0
        self._takes: dict[str, Callable[[dict[str, Any]], None]] = {
            CLOSED: self._on_closed,
            "Page.frameAttached": self._on_frame_attached,
            "Page.frameNavigated": self._on_frame_navigated,
            "Page.navigatedWithinDocument": self._on_moved,
            "Page.frameDetached": self._on_frame_detached,
            "Page.domContentEventFired": self._on_content_loaded,
            "Page.loadEventFired": self._on_loaded,
            "Page.javascriptDialogOpening": self._on_dialog,
            "Page.javascriptDialogClosed": self._on_dialog_closed,
            "Runtime.executionContextCreated": self._on_world_made,
            "Runtime.executionContextDestroyed": self._on_world_gone,
            "Runtime.executionContextsCleared": self._on_worlds_gone,
            "Runtime.bindingCalled": self._on_copy,
            "Runtime.consoleAPICalled": self._on_print,
            "Runtime.exceptionThrown": self._on_print,
            "Debugger.paused": self._on_paused,
            "Debugger.resumed": self._on_resumed,
            "Inspector.targetCrashed": self._on_crashed,
            "Inspector.targetReloadedAfterCrash": self._on_reloaded,
            "Target.attachedToTarget": self._on_child,
            "Target.detachedFromTarget": self._on_child_gone,
        }
        connection.subscribe(session_id, self.on_event)

    # -- preparing

    def prepare(self, *, waiting: bool) -> None:
        """Posts everything that makes the page readable later, and waits for nothing.

        Args:
            waiting: The browser holds the page back until it is told to let it run.
        """
        child_filter = [{"type": "iframe"}]
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True, "filter": child_filter}
        script = {"source": self._observer or _NOTHING, "worldName": WORLD_NAME, "runImmediately": True}
        commands: tuple[tuple[str, dict[str, Any]], ...] = (
            ("Target.setAutoAttach", attach),
            ("Page.enable", {}),
            ("Page.getFrameTree", {}),
            ("Runtime.enable", {}),
            ("Inspector.enable", {}),
            ("Debugger.enable", {"maxScriptsCacheSize": 0}),
            # Makes `debugger;` statements inert, and leaves a pause that is asked for possible.
            ("Debugger.setBreakpointsActive", {"active": False}),
            ("Performance.enable", {}),
            ("Runtime.addBinding", {"name": BINDING_NAME, "executionContextName": WORLD_NAME}),
            ("Page.addScriptToEvaluateOnNewDocument", script),
        )
        answers = [self.post(method, params) for method, params in commands]
        answers[2].add_done_callback(self._take_tree)
        # They are carried out in order, so that the last one stands for all.
        self._prepared = answers[-1]
        if waiting:
            run = asyncio.ensure_future(self._run_when_prepared())
            run.add_done_callback(_forget)

    async def prepared(self) -> None:
        """Waits until the page is prepared. The caller bounds the time.

        Raises:
            Disconnected: The page is gone.
            PageCrashed: It crashed.
        """
        if self._prepared is not None:
            with contextlib.suppress(CommandFailed):
                await asyncio.shield(self._prepared)

    async def _run_when_prepared(self) -> None:
        # The browser lets the page run before the page's process has taken what was sent before; so that is waited for.
        with contextlib.suppress(TimeoutError, PagewardenError):
            async with asyncio.timeout(_PREPARE_SECONDS):
                await self.prepared()
        self.post("Runtime.runIfWaitingForDebugger")

    def _take_tree(self, answer: asyncio.Future[dict[str, Any]]) -> None:
        if answer.cancelled() or answer.exception() is not None:
            return
        with contextlib.suppress(KeyError, TypeError, AttributeError):
            self.frames.take_tree(answer.result()["frameTree"])
            self.tree_known = True
            self._changed()

    # -- sending

    def post(self, method: str, params: Mapping[str, Any] | None = None) -> asyncio.Future[dict[str, Any]]:
        """Puts a command of this session on its way."""
        if self.detached:
            future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            future.set_exception(tab_closed())
            future.exception()
            return future
        return self._connection.post(method, params, self.session_id)

    async def send(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Sends a command of this session and waits for its answer; the caller bounds the time."""
        return await self.post(method, params)

    async def evaluate(self, expression: str, frame_id: str | None = None, timeout_ms: int = 3000) -> str:
        """Runs an expression in the isolated world of a frame and returns the string that it gives.

        The engine cuts it off after ``timeout_ms``, except while the page is paused: it must end by itself.

        Raises:
            DocumentGone: The document went away before it answered.
            Terminated: The engine cut it off.
            InternalError: It threw, or gave something else than a string.
            PageCrashed: The page crashed.
            Disconnected: The page or the browser is gone.
        """
        value = await self._evaluate(expression, frame_id, timeout_ms)
        if value != _core.ABSENT:
            return value
        # The collector is told to a world once, when it is first missed.
        await self._evaluate(_core.collector(), frame_id, timeout_ms)
        return await self._evaluate(expression, frame_id, timeout_ms)

    async def _evaluate(self, expression: str, frame_id: str | None, timeout_ms: int) -> str:
        if self.crashed:
            raise page_crashed()
        frame = self.frames.get(frame_id or self.frames.main_id)
        world = frame.world if frame is not None else None
        where: dict[str, Any] = {"uniqueContextId": world} if world else await self._make_world(frame_id)
        answer = await self._run(
            "Runtime.evaluate",
            {
                "expression": expression,
                "returnByValue": True,
                "silent": True,
                "disableBreaks": True,
                "timeout": timeout_ms,
                "objectGroup": OBJECT_GROUP,
                **where,
            },
        )
        value = answer.get("result", {}).get("value")
        if "exceptionDetails" in answer or not isinstance(value, str):
            self.post("Runtime.releaseObjectGroup", {"objectGroup": OBJECT_GROUP})
            raise InternalError(
                "the script in the page failed", hint="this is a defect of pagewarden; please report it"
            )
        return value

    async def _make_world(self, frame_id: str | None) -> dict[str, Any]:
        where = {"frameId": frame_id or self.frames.main_id, "worldName": WORLD_NAME}
        answer = await self._run("Page.createIsolatedWorld", where)
        frame = self.frames.get(where["frameId"])
        # The event that tells of the world comes before the answer, and its id cannot be taken for another world's.
        if frame is not None and frame.world is not None:
            return {"uniqueContextId": frame.world}
        return {"contextId": answer["executionContextId"]}

    async def _run(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self.send(method, params)
        except CommandFailed as error:
            if error.says(*_DOCUMENT_GONE):
                raise DocumentGone("the document went away while it was read", hint="read again") from None
            if error.says(*_TERMINATED):
                raise Terminated("the reading took too long and was cut off", hint="allow more time") from None
            raise

    def frame_session(self, frame_id: str) -> FrameSession:
        """Returns the ladder's view of a frame; the same one as long as the frame lives."""
        known = self._frame_sessions.get(frame_id)
        if known is None:
            known = self._frame_sessions[frame_id] = FrameSession(self, frame_id)
        return known

    # -- what is known

    @property
    def connected(self) -> bool:
        """Whether the page is still there."""
        return not self.detached and not self._connection.closed

    @property
    def dialog_open(self) -> bool:
        """Whether a dialog of this process is open; one of another process does not keep this one from answering."""
        if self.dialog is None:
            return False
        frame = self.frames.get(str(self.dialog.get("frameId") or self.frames.main_id))
        return frame is None or not frame.elsewhere

    @property
    def status(self) -> str:
        """What is known about the page without asking it, in the words of the report."""
        if not self.connected:
            return "disconnected"
        if self.crashed:
            return "crashed"
        if self.dialog_open:
            return "blocked_by_dialog"
        if self.pauses.by_other:
            return "paused_by_debugger"
        if any(view.unanswered is not None for view in self._frame_sessions.values()):
            return "renderer_busy"
        return "ok"

    def elsewhere(self) -> Iterator[tuple[str, str | None]]:
        """The frames in other processes, those within them too: their ids and those of the frames around them."""
        listed = set()
        for frame in self.frames:
            if frame.elsewhere:
                listed.add(frame.id)
                yield frame.id, frame.parent_id
        for child in self.children.values():
            if child.target_id not in listed:
                yield child.target_id, self.target_id
            for frame in child.frames.below(child.target_id):
                if not frame.elsewhere:
                    yield frame.id, frame.parent_id
            yield from child.elsewhere()

    async def changed(self) -> None:
        """Waits until something about the page changes."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    # -- events

    def on_event(self, method: str, params: dict[str, Any]) -> None:
        """Takes an event of the session."""
        take = self._takes.get(method)
        if take is not None:
            take(params)
            self._changed()

    def detach(self) -> None:
        """The session has ended: the page was closed, or we let it go."""
        self.detached = True
        self.last_good.wipe()
        for child in self.children.values():
            child.detach()
        self._connection.end_session(self.session_id)
        self._changed()

    def _changed(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        if self._on_change is not None:
            self._on_change()

    def _on_frame_attached(self, params: dict[str, Any]) -> None:
        self.frames.attached(params["frameId"], params["parentFrameId"])

    def _on_frame_navigated(self, params: dict[str, Any]) -> None:
        frame = self.frames.navigated(params["frame"])
        self.last_good.wipe(frame.id)
        if frame.id == self.frames.main_id:
            self.tree_known = True
            self.load_state = "commit"
            self.hangs = False
            self.last_good.wipe()
            self._drop_frame_sessions()
        self.crashed = False

    def _on_moved(self, params: dict[str, Any]) -> None:
        self.frames.moved(params["frameId"], params["url"])
        if params["frameId"] == self.frames.main_id:
            self.moves += 1

    def _on_frame_detached(self, params: dict[str, Any]) -> None:
        frame_id = params["frameId"]
        self.last_good.wipe(frame_id)
        if params.get("reason") == "swap":
            self.frames.swapped(frame_id)
        else:
            self.frames.remove(frame_id)
            self._frame_sessions.pop(frame_id, None)

    def _on_world_made(self, params: dict[str, Any]) -> None:
        self.frames.world_made(params["context"])

    def _on_world_gone(self, params: dict[str, Any]) -> None:
        frame = self.frames.world_gone(params["executionContextId"])
        if frame is not None:
            self.last_good.wipe(frame.id)

    def _on_worlds_gone(self, params: dict[str, Any]) -> None:
        del params
        self.frames.worlds_gone()
        self.last_good.wipe()

    def _on_copy(self, params: dict[str, Any]) -> None:
        if params["name"] != BINDING_NAME:
            return
        frame = self.frames.frame_of_world(params["executionContextId"])
        if frame is not None and (self._keeps is None or self._keeps(self, frame)):
            now = asyncio.get_running_loop().time()
            self.last_good.take(frame.id, frame.loader_id, frame.origin, params["payload"], now)

    def _on_paused(self, params: dict[str, Any]) -> None:
        self.pauses.on_paused(params)

    def _on_resumed(self, params: dict[str, Any]) -> None:
        del params
        self.pauses.on_resumed()

    def _on_dialog(self, params: dict[str, Any]) -> None:
        # What the dialog says is text of the page, and is not kept.
        self.dialog = {"type": params.get("type"), "frameId": params.get("frameId")}

    def _on_dialog_closed(self, params: dict[str, Any]) -> None:
        del params
        self.dialog = None

    def _on_content_loaded(self, params: dict[str, Any]) -> None:
        del params
        if self.load_state != "load":
            self.load_state = "domcontentloaded"

    def _on_loaded(self, params: dict[str, Any]) -> None:
        del params
        self.load_state = "load"

    def _on_crashed(self, params: dict[str, Any]) -> None:
        del params
        self.crashed = True
        self.dialog = None
        self.pauses.forget()
        self.frames.worlds_gone()
        self._connection.fail_session(self.session_id, page_crashed)

    def _on_reloaded(self, params: dict[str, Any]) -> None:
        del params
        self.crashed = False

    def _on_print(self, params: dict[str, Any]) -> None:
        del params
        self._prints += 1
        if self._prints % _PRINTS_BETWEEN_RELEASES == 0:
            self.post("Runtime.discardConsoleEntries")
            self.post("Runtime.releaseObjectGroup", {"objectGroup": "console"})

    def _on_closed(self, params: dict[str, Any]) -> None:
        del params
        self.last_good.wipe()

    def _on_child(self, params: dict[str, Any]) -> None:
        target = params["targetInfo"]
        child = TargetSession(self._connection, params["sessionId"], target["targetId"], on_change=self._changed)
        self.children[child.session_id] = child
        child.prepare(waiting=bool(params.get("waitingForDebugger")))

    def _on_child_gone(self, params: dict[str, Any]) -> None:
        child = self.children.pop(params["sessionId"], None)
        if child is not None:
            child.detach()

    def _drop_frame_sessions(self) -> None:
        # Views of frames that are gone; the main one stays, because a question of it may still be on its way.
        known = {frame.id for frame in self.frames}
        for frame_id in [frame_id for frame_id in self._frame_sessions if frame_id not in known]:
            del self._frame_sessions[frame_id]


class FrameSession:
    """One frame of a page, as the ladder sees it."""

    def __init__(self, session: TargetSession, frame_id: str) -> None:
        self._session = session
        self.frame_id = frame_id
        self.unanswered: asyncio.Task[str] | None = None

    @property
    def frame(self) -> Frame | None:
        """The frame, unless it is gone."""
        return self._session.frames.get(self.frame_id)

    @property
    def connected(self) -> bool:
        """Whether the page is still there."""
        return self._session.connected

    @property
    def crashed(self) -> bool:
        """Whether the page's process crashed."""
        return self._session.crashed

    @property
    def dialog_open(self) -> bool:
        """Whether a dialog keeps the page from answering."""
        return self._session.dialog_open

    @property
    def paused(self) -> bool:
        """Whether the page is paused now."""
        return self._session.pauses.paused

    @property
    def paused_by_other(self) -> bool:
        """Whether another debugger holds the page."""
        return self._session.pauses.by_other

    async def evaluate(self, expression: str, *, timeout_ms: int) -> str:
        """Asks the frame."""
        return await self._session.evaluate(expression, self.frame_id, timeout_ms)

    async def pause(self) -> None:
        """Asks for a pause of the page."""
        self._session.pauses.pause()

    async def resume(self) -> None:
        """Takes the pause back."""
        self._session.pauses.resume()


def tab_closed() -> Disconnected:
    """The error for a tab that is gone."""
    return Disconnected("the tab was closed", hint="open another tab", reason="tab_closed")


def page_crashed() -> PageCrashed:
    """The error for a page whose process crashed."""
    return PageCrashed("the page has crashed", hint="navigate or reload to start it again")


def _forget(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()

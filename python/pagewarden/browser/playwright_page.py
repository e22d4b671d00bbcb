"""Reading a page that somebody else's Playwright drives, with the same collector and the same ladder as our own tabs.

A session of ours is added to the page and kept, because only a session that was there before a page hangs can pause
it; a page that hung before our first reading cannot be helped, and the report says so. Playwright itself is never
imported: whoever has a page has it already.
"""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from pagewarden import _core
from pagewarden.browser.capture import Captured, FrameCapture
from pagewarden.browser.frames import WORLD_NAME
from pagewarden.browser.ladder import GRACE_MS, DocumentGone, climb
from pagewarden.browser.reading_tab import text_of
from pagewarden.errors import Blocked, Disconnected, InternalError, InvalidParameter, PageCrashed
from pagewarden.models import PageText
from pagewarden.network import decide
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS, Rendering
from pagewarden.policy import Policy

if TYPE_CHECKING:
    import playwright.async_api
    import playwright.sync_api

Answer = TypeVar("Answer")

MOST_FRAMES = 100

# A page that hung a moment ago is not given its full time again.
_HANGING_GRACE_MS = 20

_NOT_OF_ITS_OWN = frozenset({"about:blank", "about:srcdoc"})

# How long a page may take to run on after a pause.
_MOMENT_SECONDS = 0.05

_LATE_SESSION = "the page did not answer when pagewarden first met it, and such a page cannot be paused"


class _Session(Protocol):
    """Playwright's CDP session, as it is behind both of its faces."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]: ...

    def on(self, event: str, handler: Callable[[dict[str, Any]], None]) -> None: ...


class _BehindSyncFace:
    """The object with coroutines that Playwright's sync session wraps."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 (it has no public type)
        self._session = session._impl_obj  # noqa: SLF001 (a call that blocks could not be overtaken by a pause)
        takes_timeout = "timeout" in inspect.signature(self._session.send).parameters
        self._more: dict[str, Any] = {"timeout": None} if takes_timeout else {}

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = await self._session.send(method, params or {}, **self._more)
        return answer

    def on(self, event: str, handler: Callable[[dict[str, Any]], None]) -> None:
        self._session.on(event, handler)


class _Conversation:
    """What is known of one page over the session that we added."""

    def __init__(self, session: _Session, is_closed: Callable[[], bool]) -> None:
        self.session = session
        self._is_closed = is_closed
        self.crashed = False
        self.dialog_open = False
        self.paused = False
        self.paused_by_other = False
        self.answered_once = False
        self.pausing = 0
        # A pause that was asked for and has not come.
        self._armed = False
        # Whether the page has answered since.
        self.answers = False
        self._tasks: set[asyncio.Future[Any]] = set()
        for event, handler in (
            ("Inspector.targetCrashed", self._on_crashed),
            ("Inspector.targetReloadedAfterCrash", self._on_reloaded),
            ("Page.javascriptDialogOpening", self._on_dialog),
            ("Page.javascriptDialogClosed", self._on_dialog_closed),
            ("Debugger.paused", self._on_paused),
            ("Debugger.resumed", self._on_resumed),
        ):
            session.on(event, handler)

    @property
    def connected(self) -> bool:
        return not self._is_closed()

    def prepare(self) -> None:
        """Posts what the ladder needs, without waiting: a page that hangs would keep us waiting."""
        for method, params in (
            ("Inspector.enable", {}),
            ("Page.enable", {}),
            ("Debugger.enable", {"maxScriptsCacheSize": 0}),
            ("Debugger.setBreakpointsActive", {"active": False}),
        ):
            self.post(method, params)

    def post(self, method: str, params: dict[str, Any] | None = None) -> asyncio.Future[Any]:
        """Sends a command whose answer nobody needs."""
        task = asyncio.ensure_future(self.session.send(method, params or {}))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    def _on_crashed(self, _: dict[str, Any]) -> None:
        self.crashed = True

    def _on_reloaded(self, _: dict[str, Any]) -> None:
        self.crashed = False

    def _on_dialog(self, _: dict[str, Any]) -> None:
        self.dialog_open = True

    def _on_dialog_closed(self, _: dict[str, Any]) -> None:
        self.dialog_open = False

    def _on_paused(self, _: dict[str, Any]) -> None:
        self.paused = True
        self._armed = False
        if self.pausing == 0:
            # A pause of ours that came too late to be of use.
            self.post("Debugger.resume")

    def _on_resumed(self, _: dict[str, Any]) -> None:
        self.paused = False

    async def pause(self) -> None:
        self.pausing += 1
        if self.pausing == 1:
            self._armed = True
            self.answers = False
            self.post("Debugger.pause")

    async def resume(self) -> None:
        self.pausing -= 1
        if self.pausing:
            return
        if self.paused:
            sent = self.post("Debugger.resume")
            self.answers = True
        elif self._armed:
            # It did not come, because nothing ran any more. Left armed it would slow every later script of the page
            # down, ours too, and stop one; a statement of ours trips it now.
            sent = self.post("Runtime.evaluate", {"expression": "0", "silent": True})
        else:
            return
        if self.answers:
            # Behind the sync face nothing is sent once the reading has returned.
            await asyncio.wait((sent,), timeout=_MOMENT_SECONDS)


class _FrameView:
    """One frame, as the ladder wants it."""

    def __init__(self, conversation: _Conversation, frame_id: str | None) -> None:
        self._conversation = conversation
        self._frame_id = frame_id
        self.unanswered: asyncio.Task[str] | None = None

    @property
    def connected(self) -> bool:
        return self._conversation.connected

    @property
    def crashed(self) -> bool:
        return self._conversation.crashed

    @property
    def dialog_open(self) -> bool:
        return self._conversation.dialog_open

    @property
    def paused(self) -> bool:
        return self._conversation.paused

    @property
    def paused_by_other(self) -> bool:
        return self._conversation.paused_by_other

    async def pause(self) -> None:
        await self._conversation.pause()

    async def resume(self) -> None:
        await self._conversation.resume()

    async def evaluate(self, expression: str, *, timeout_ms: int) -> str:
        value = await self._evaluate(expression, timeout_ms)
        if value != _core.ABSENT:
            return value
        await self._evaluate(_core.collector(), timeout_ms)
        return await self._evaluate(expression, timeout_ms)

    async def _evaluate(self, expression: str, timeout_ms: int) -> str:
        session = self._conversation.session
        try:
            world = await session.send("Page.createIsolatedWorld", {"frameId": self._frame_id, "worldName": WORLD_NAME})
            answer = await session.send(
                "Runtime.evaluate",
                {
                    "expression": expression,
                    "contextId": world["executionContextId"],
                    "returnByValue": True,
                    "silent": True,
                    "disableBreaks": True,
                    "timeout": timeout_ms,
                },
            )
        except Exception as error:  # noqa: BLE001 (Playwright's own error, whose words may quote the page)
            raise self._translated(error) from None
        value = answer.get("result", {}).get("value")
        if not isinstance(value, str):
            raise InternalError("the collector failed", hint="report this as a defect of pagewarden")
        self._conversation.answered_once = self._conversation.answers = True
        return value

    def _translated(self, error: Exception) -> Exception:
        words = str(error)
        if self._conversation.crashed or "crash" in words:
            return PageCrashed("the page has crashed", hint="reload it")
        if not self.connected or "closed" in words:
            return Disconnected("the page is closed", hint="read an open page")
        return DocumentGone("the document went away", hint="read again")


class _TreeView(_FrameView):
    """The page's frames, asked for in the way of a frame's text: a page that hangs must be paused for it."""

    def __init__(self, conversation: _Conversation) -> None:
        super().__init__(conversation, None)
        self.tree: dict[str, Any] | None = None

    async def evaluate(self, expression: str, *, timeout_ms: int) -> str:  # noqa: ARG002 (the shape is the ladder's)
        try:
            answer = await self._conversation.session.send("Page.getFrameTree", {})
        except Exception as error:  # noqa: BLE001
            raise self._translated(error) from None
        self.tree = answer["frameTree"]
        self._conversation.answers = True
        return ""


class PlaywrightPage:
    """A page of Playwright's that can be asked. There is one for each page."""

    def __init__(self, conversation: _Conversation, address: Callable[[], str]) -> None:
        self._conversation = conversation
        self._address = address
        self._policy: Policy | None = None
        self._views: dict[str, _FrameView] = {}
        self.fresh = True

    @property
    def policy(self) -> Policy:
        """The rules of the reading that goes on now."""
        return self._policy or Policy()

    def under(self, policy: Policy | None) -> PlaywrightPage:
        """Sets the rules of the next reading."""
        self._policy = policy
        return self

    async def capture(self, expression_for: Callable[[int], str], *, timeout_ms: int) -> Captured:
        """Asks the page and its frames; see `Capturer`."""
        deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
        if self.fresh:
            self.fresh = False
            self._conversation.prepare()
        self._check(self._address())
        view = _TreeView(self._conversation)
        asked = await climb(view, lambda _: "", deadline=deadline)
        if (tree := view.tree) is None:
            return Captured(asked)
        main = tree["frame"]
        frames = list(_below(tree))
        rungs = await asyncio.gather(
            *(
                climb(
                    self._view(frame["id"]),
                    expression_for,
                    deadline=deadline,
                    grace_ms=_HANGING_GRACE_MS if asked.how == "paused" else GRACE_MS,
                )
                for frame in (main, *(frame for frame in frames[:MOST_FRAMES] if self._may_read(frame)))
            )
        )
        answers = iter(rungs[1:])
        captured = []
        for number, frame in enumerate(frames):
            if number >= MOST_FRAMES:
                captured.append(FrameCapture(frame["id"], frame.get("parentId"), None, "max_frames"))
            elif not self._may_read(frame):
                captured.append(FrameCapture(frame["id"], frame.get("parentId"), None, "denied"))
            else:
                rung = next(answers)
                captured.append(FrameCapture(frame["id"], frame.get("parentId"), rung.payload, rung.status))
        # The page may have gone elsewhere while it was read.
        self._check(self._address())
        return Captured(rungs[0], captured, frame_id=main["id"], url=main.get("url", ""))

    def _view(self, frame_id: str) -> _FrameView:
        if len(self._views) > 2 * MOST_FRAMES:
            self._views = {name: view for name, view in self._views.items() if view.unanswered is not None}
        return self._views.setdefault(frame_id, _FrameView(self._conversation, frame_id))

    def _may_read(self, frame: dict[str, Any]) -> bool:
        return self._policy is None or _allowed(frame.get("url", ""), self._policy)

    def _check(self, url: str) -> None:
        if self._policy is not None and not _allowed(url, self._policy):
            raise Blocked(
                "this page may not be read: its origin is not allowed",
                reason="origin",
                hint="read it without a policy, or allow its HOST:PORT in the policy",
            )

    def told(self, reading: PageText) -> PageText:
        """Adds to a reading what a session that came late could not do."""
        if reading.status != "renderer_busy" or self._conversation.answered_once:
            return reading
        return replace(reading, report=replace(reading.report, notes=(*reading.report.notes, _LATE_SESSION)))


def _allowed(url: str, policy: Policy) -> bool:
    return url in _NOT_OF_ITS_OWN or decide(url, policy=policy).verdict == "allow"


def _below(tree: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    waiting = list(reversed(tree.get("childFrames", [])))
    while waiting:
        child = waiting.pop()
        found.append(child["frame"])
        waiting.extend(reversed(child.get("childFrames", [])))
    return found


_known: weakref.WeakKeyDictionary[object, PlaywrightPage] = weakref.WeakKeyDictionary()


@overload
def page_text(
    page: playwright.sync_api.Page,
    selector: str | None = None,
    *,
    policy: Policy | None = None,
    visible_only: bool = True,
    rendering: Rendering = "person",
    max_chars: int = DEFAULT_MAX_CHARS,
    max_nodes: int = DEFAULT_MAX_NODES,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> PageText: ...


@overload
def page_text(
    page: playwright.async_api.Page,
    selector: str | None = None,
    *,
    policy: Policy | None = None,
    visible_only: bool = True,
    rendering: Rendering = "person",
    max_chars: int = DEFAULT_MAX_CHARS,
    max_nodes: int = DEFAULT_MAX_NODES,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> Coroutine[Any, Any, PageText]: ...


def page_text(
    page: playwright.sync_api.Page | playwright.async_api.Page,
    selector: str | None = None,
    *,
    policy: Policy | None = None,
    visible_only: bool = True,
    rendering: Rendering = "person",
    max_chars: int = DEFAULT_MAX_CHARS,
    max_nodes: int = DEFAULT_MAX_NODES,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> PageText | Coroutine[Any, Any, PageText]:
    """Returns the rendered text of a Playwright page, or of the first element that a selector matches.

    With a page of Playwright's async face the result is awaited, with one of the sync face it is there at once. The
    page must be a Chromium's. A session is added to it and kept until the page is closed, so that a page that hangs
    later can still be read.

    Args:
        page: The page.
        selector: A CSS selector; None reads the whole page.
        policy: What is secret, and when given, also which addresses may be read. Default: the built-in rules, and
            whatever the page shows, since its owner opened it.
        visible_only: False adds the text that a person would not see, marked in ``hidden_runs``.
        rendering: ``"person"`` or ``"innertext"``.
        max_chars: Most UTF-16 code units returned. Default 50,000.
        max_nodes: Most nodes visited. Default 20,000.
        timeout_ms: Most milliseconds. Default 3,000. The answer comes by then, partial if need be.

    Raises:
        InvalidSelector: The selector cannot be parsed.
        InvalidParameter: Another argument is of the wrong kind, or the page is not Playwright's.
        Blocked: The policy does not let this page be read (reason ``origin``).
    """
    Policy.native(policy)

    async def reading(known: PlaywrightPage) -> PageText:
        text = await text_of(
            known.under(policy),
            selector,
            visible_only=visible_only,
            rendering=rendering,
            max_chars=max_chars,
            max_nodes=max_nodes,
            timeout_ms=timeout_ms,
        )
        return known.told(text)

    face = type(page).__module__.partition("._generated")[0]
    if face == "playwright.async_api":

        async def awaited() -> PageText:
            known = _known.get(page)
            if known is None:
                session = await page.context.new_cdp_session(page)  # type: ignore[arg-type, misc]
                known = _meet(page, session)
            return await reading(known)

        return awaited()
    if face == "playwright.sync_api":
        known = _known.get(page)
        if known is None:
            known = _meet(page, _BehindSyncFace(page.context.new_cdp_session(page)))  # type: ignore[arg-type]
        done: PageText = page._sync(reading(known))  # type: ignore[union-attr]  # noqa: SLF001
        return done
    raise InvalidParameter(
        "page must be a Page of Playwright", hint="use Browser.launch or Browser.attach for any other browser"
    )


def _meet(page: Any, session: Any) -> PlaywrightPage:  # noqa: ANN401 (of either face)
    reference = weakref.ref(page)

    def is_closed() -> bool:
        known = reference()
        return known is None or bool(known.is_closed())

    def address() -> str:
        known = reference()
        return "" if known is None else str(known.url)

    met = PlaywrightPage(_Conversation(session, is_closed), address)
    _known[page] = met
    return met

"""A Chromium, of ours or of somebody else, as a `Browser` with tabs.

One of ours is started with an empty profile and ends with us. One of somebody else is only visited: nothing in it is
waited for, nothing is read before its origin is named, and it is left as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from pagewarden import checks
from pagewarden.browser import endpoint as endpoints
from pagewarden.browser.capture import may_read
from pagewarden.browser.connection import CLOSED, CommandFailed, Connection
from pagewarden.browser.finder import OLDEST
from pagewarden.browser.launch import LaunchedBrowser, launch
from pagewarden.browser.navigation import Wait, check_address
from pagewarden.browser.observer import STOP, observer_script
from pagewarden.browser.origins import BLANK, OriginGate
from pagewarden.browser.question import observer_call
from pagewarden.browser.search import executables
from pagewarden.browser.sticky import STICKY_FIELDS, STOP_STICKY
from pagewarden.browser.tab import NAVIGATION_TIMEOUT_MS, Tab
from pagewarden.browser.target_session import TargetSession
from pagewarden.errors import (
    BrowserNotFound,
    BrowserNotSupported,
    Disconnected,
    InvalidParameter,
    PagewardenError,
    ReadTimeout,
)
from pagewarden.policy import Policy

START_TIMEOUT_SECONDS = 20.0
ATTACH_TIMEOUT_SECONDS = 5.0
CALL_TIMEOUT_SECONDS = 5.0

_PAGES = [{"type": "page"}]


def _watching(collector_call: str | None, *, last_good: bool, condition: str = "true") -> str:
    """The scripts that stay in a document: sensitive fields are always remembered, copies are made when wanted.

    Nothing of them runs where the condition does not hold.
    """
    scripts = STICKY_FIELDS + (observer_script(collector_call or observer_call()) if last_good else "")
    return f"if ({condition}) {{ {scripts} }}"


class Starting:
    """A browser on its way: ``await`` it, or use it with ``async with``, which also closes it at the end."""

    def __init__(self, start: Callable[[], Awaitable[Browser]]) -> None:
        self._start = start
        self._browser: Browser | None = None

    def __await__(self) -> Generator[Any, None, Browser]:
        return self._start().__await__()

    async def __aenter__(self) -> Browser:
        self._browser = await self._start()
        return self._browser

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser is not None:
            await self._browser.close()


class Browser:
    """A running browser. Made by `launch` or `attach`."""

    def __init__(
        self,
        connection: Connection,
        *,
        policy: Policy | None,
        gate: OriginGate,
        launched: LaunchedBrowser | None,
        observer: str | None,
    ) -> None:
        self._connection = connection
        self._policy = policy
        self._gate = gate
        self._launched = launched
        self._observer = observer
        self._tabs: dict[str, Tab] = {}
        self._by_target: dict[str, Tab] = {}
        self._made = 0
        self._closing: asyncio.Task[None] | None = None
        self._arrivals: list[asyncio.Future[None]] = []
        self._version = ""
        self._opening = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        connection.subscribe("", self._on_event)

    @classmethod
    def launch(
        cls,
        engine: str = "chromium",
        policy: Policy | None = None,
        executable: str | None = None,
        headless: bool = True,
        args: Sequence[str] = (),
        *,
        last_good: bool = True,
        collector_call: str | None = None,
    ) -> Starting:
        """Starts a browser with an empty profile of its own, which is removed at the end.

        Args:
            engine: ``"chromium"``.
            policy: Which addresses may be gone to and read. Default: `Policy()`, every public one.
            executable: The browser's program. Default: the first one that is found.
            headless: Without a window. Default True.
            args: Further arguments for the browser.
            last_good: Keep a copy of each page for the time when it cannot be read. Default True.
            collector_call: The JavaScript expression that makes such a copy; see `observer_script`.

        Raises:
            BrowserNotFound: There is none, or it cannot be started.
            BrowserNotSupported: It is of another kind, or too old.
            InvalidParameter: An argument is of the wrong kind.
        """
        if engine != "chromium":
            raise BrowserNotSupported(
                "only chromium can be driven", hint='use engine="chromium": Chrome, Chromium, Edge and Brave are of it'
            )
        extra = checks.texts("args", args)
        Policy.native(policy)
        observer = _watching(collector_call, last_good=last_good)

        async def start() -> Browser:
            return await _launch(cls, policy, executable, headless=headless, extra=extra, observer=observer)

        return Starting(start)

    @classmethod
    def attach(
        cls,
        endpoint: str | int,
        policy: Policy | None = None,
        allow_origins: Iterable[str] = (),
        *,
        last_good: bool = True,
        collector_call: str | None = None,
    ) -> Starting:
        """Visits a browser that is running. No tab is waited for, and none is touched before it is used.

        Args:
            endpoint: Its debugging address, ``"http://127.0.0.1:9222"`` or ``"ws://..."``, or the port on 127.0.0.1.
            policy: Which addresses a tab may be sent to. Default: `Policy()`.
            allow_origins: The origins that may be read, such as ``"https://example.com"``; ``"*"`` means every one.
                Default: none.
            last_good: Keep copies of pages, as in `launch`. Default True.
            collector_call: What makes such a copy.

        Raises:
            Disconnected: No browser answers there.
            InvalidParameter: An argument is of the wrong kind.
        """
        Policy.native(policy)
        place = endpoints.parse(endpoint)
        gate = OriginGate.for_attach(policy, allow_origins)
        observer = _watching(collector_call, last_good=last_good, condition=gate.condition)

        async def start() -> Browser:
            return await _attach(cls, place, policy, gate, observer=observer)

        return Starting(start)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"{len(self._tabs)} tabs"
        return f"<Browser {self._version or 'chromium'}, {state}>"

    # -- what it is

    @property
    def version(self) -> str:
        """Its product and version, such as ``Chrome/156.0.8078.114``."""
        return self._version

    @property
    def policy(self) -> Policy | None:
        """The policy that it was started with."""
        return self._policy

    @property
    def gate(self) -> OriginGate:
        """What may be read in it."""
        return self._gate

    @property
    def attached(self) -> bool:
        """Whether it is somebody else's."""
        return self._launched is None

    @property
    def closed(self) -> bool:
        """Whether it is gone or let go."""
        return self._connection.closed

    @property
    def pid(self) -> int | None:
        """The process of a browser that we started."""
        return None if self._launched is None else self._launched.pid

    @property
    def connection(self) -> Connection:
        """The conversation with it, for the modules of this package."""
        return self._connection

    # -- tabs

    def tabs(self) -> list[Tab]:
        """The tabs that are open, those that pages opened too, in the order in which they came."""
        return list(self._tabs.values())

    def tab(self, tab_id: str) -> Tab:
        """Returns the tab of a name.

        Raises:
            InvalidParameter: There is no such tab, or not any more.
        """
        tab = self._tabs.get(tab_id)
        if tab is None:
            raise InvalidParameter(
                "there is no tab of this name", hint="list the tabs; a closed one does not come back"
            )
        return tab

    async def new_tab(self) -> Tab:
        """Opens an empty tab.

        Raises:
            Disconnected: The browser is gone.
        """
        self._opening += 1
        try:
            target_id = await self._create()
        finally:
            self._opening -= 1
        tab = self._by_target.get(target_id) or self._add(target_id, ours=True)
        tab.ours = True
        try:
            await tab.attached()
        except BaseException:
            # Cancelled half-way: nobody knows of the tab, so that it goes.
            self._connection_tell("Target.closeTarget", {"targetId": target_id})
            raise
        return tab

    async def open(self, url: str, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded") -> Tab:
        """Opens an address in a new tab; see `Tab.navigate`. When it cannot be opened, the tab is closed again."""
        check_address(checks.text("url", url), self._policy)
        tab = await self.new_tab()
        try:
            await tab.navigate(url, timeout_ms, wait)
        except BaseException:
            self._connection_tell("Target.closeTarget", {"targetId": tab.target_id})
            tab.on_gone()
            self.forget(tab)
            raise
        return tab

    def forget_copies(self) -> None:
        """Wipes the last copies of all pages; called when the policy changes."""
        for tab in self._tabs.values():
            if tab.session is not None:
                tab.session.last_good.wipe()

    async def close(self) -> None:
        """Ends a browser of ours, or lets go of somebody else's. Closing twice does nothing.

        A browser of somebody else keeps its tabs as they are; those that we opened in it are closed.
        """
        if self._closing is None:
            # A task of its own, so that a cancelled close still closes.
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    # -- for tabs

    async def attach_to(self, tab: Tab) -> TargetSession:
        """Attaches to a tab and posts what prepares it."""
        try:
            async with asyncio.timeout(CALL_TIMEOUT_SECONDS):
                answer = await self._connection.send(
                    "Target.attachToTarget", {"targetId": tab.target_id, "flatten": True}
                )
        except TimeoutError:
            raise ReadTimeout("the browser did not answer", hint="try again") from None
        except CommandFailed:
            raise Disconnected("the tab was closed", hint="open another tab", reason="tab_closed") from None
        session = self._session(answer["sessionId"], tab.target_id)
        tab.on_attached(session)
        session.prepare(waiting=False)
        return session

    def forget(self, tab: Tab) -> None:
        """Takes a closed tab out of the list."""
        self._tabs.pop(tab.id, None)
        self._by_target.pop(tab.target_id, None)

    # -- inside

    def _session(self, session_id: str, target_id: str) -> TargetSession:
        return TargetSession(
            self._connection,
            session_id,
            target_id,
            observer=self._observer,
            keeps=lambda session, frame: may_read(session, self._gate, frame),
        )

    def _add(self, target_id: str, *, ours: bool) -> Tab:
        self._made += 1
        tab = Tab(self, f"t{self._made}", target_id, ours=ours)
        self._tabs[tab.id] = self._by_target[target_id] = tab
        return tab

    async def _create(self) -> str:
        creating = asyncio.ensure_future(self._connection.send("Target.createTarget", {"url": BLANK}))
        creating.add_done_callback(_forget)
        try:
            async with asyncio.timeout(CALL_TIMEOUT_SECONDS):
                return str((await asyncio.shield(creating))["targetId"])
        except BaseException as error:
            creating.add_done_callback(self._close_created)
            if isinstance(error, TimeoutError):
                raise ReadTimeout("the browser did not open a tab in time", hint="try again") from None
            raise

    def _close_created(self, creating: asyncio.Future[dict[str, Any]]) -> None:
        """Closes a tab that came when nobody waited for it any more."""
        if not creating.cancelled() and creating.exception() is None:
            self._connection_tell("Target.closeTarget", {"targetId": creating.result()["targetId"]})

    def _connection_tell(self, method: str, params: dict[str, Any]) -> None:
        if not self._connection.closed:
            self._connection.post(method, params)

    def _on_event(self, method: str, params: dict[str, Any]) -> None:
        if method == CLOSED:
            for tab in self.tabs():
                tab.on_gone()
        elif method == "Target.attachedToTarget":
            self._on_attached(params)
        elif method == "Target.detachedFromTarget":
            self._on_detached(params)
        elif method in ("Target.targetCreated", "Target.targetInfoChanged"):
            self._on_info(params["targetInfo"])
        elif method == "Target.targetDestroyed":
            self._on_destroyed(params["targetId"])

    def _on_attached(self, params: dict[str, Any]) -> None:
        """In a browser of ours, every tab is attached to before it runs; `attach_to` gets this event as well."""
        told = params["targetInfo"]
        if self.attached or told.get("type") != "page":
            return
        tab = self._by_target.get(told["targetId"]) or self._add(told["targetId"], ours=not told.get("openerId"))
        tab.on_info(told)
        session = self._session(params["sessionId"], told["targetId"])
        tab.on_attached(session)
        session.prepare(waiting=bool(params.get("waitingForDebugger")))

    def _on_detached(self, params: dict[str, Any]) -> None:
        for tab in self.tabs():
            if tab.session is not None and tab.session.session_id == params["sessionId"]:
                tab.on_gone()
                self.forget(tab)

    def _on_info(self, told: dict[str, Any]) -> None:
        if told.get("type") != "page":
            return
        tab = self._by_target.get(told["targetId"])
        if tab is None:
            tab = self._add(told["targetId"], ours=False)
            opener = self._by_target.get(str(told.get("openerId")))
            if opener is not None and opener.session is not None:
                # Opened by a page that we use: prepared now, as it might hang before it is asked for.
                task = asyncio.ensure_future(tab.attached())
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                task.add_done_callback(_forget)
        tab.on_info(told)

    def _on_destroyed(self, target_id: str) -> None:
        tab = self._by_target.get(target_id)
        if tab is not None:
            tab.on_gone()
            self.forget(tab)

    async def _close(self) -> None:
        if self._launched is not None:
            asked = not self._connection.closed
            if asked:
                self._connection.post("Browser.close")
            try:
                # Its end is seen by its process, not by its last word.
                await self._launched.end(ask=asked)
            finally:
                await self._connection.close()
            return
        with contextlib.suppress(TimeoutError, PagewardenError):
            async with asyncio.timeout(0.3):
                await self._leave_as_it_was()
        await self._connection.close()

    async def _leave_as_it_was(self) -> None:
        """Closes the tabs that we opened, and ends our observers in the others, as far as they answer at once."""
        answers = []
        for tab in self.tabs():
            if tab.ours:
                answers.append(self._connection.post("Target.closeTarget", {"targetId": tab.target_id}))
            elif tab.session is not None and tab.session.status == "ok":
                for frame in tab.session.frames:
                    if frame.world is not None:
                        stop = f"{STOP}; {STOP_STICKY}; ''"
                        where = {"expression": stop, "uniqueContextId": frame.world, "silent": True}
                        answers.append(tab.session.post("Runtime.evaluate", where))
        if answers:
            await asyncio.wait(answers, timeout=0.25)

    async def begin(self) -> None:
        """Says hello to a browser: what it is, and that we want to hear of its tabs."""
        version = self._connection.post("Browser.getVersion")
        if self.attached:
            hello = [self._connection.post("Target.setDiscoverTargets", {"discover": True, "filter": _PAGES})]
        else:
            attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True, "filter": _PAGES}
            hello = [
                self._connection.post("Target.setAutoAttach", attach),
                self._connection.post("Browser.setDownloadBehavior", {"behavior": "deny"}),
            ]
        told = await version
        for answer in hello:
            await answer
        self._version = str(told.get("product", ""))
        number = self._version.rpartition("/")[2].split(".")[0]
        if number.isdigit() and int(number) < OLDEST["chromium"]:
            raise BrowserNotSupported(
                f"the browser is too old, at least version {OLDEST['chromium']} is needed",
                hint="update it, or name another executable",
            )


async def _launch(
    kind: type[Browser],
    policy: Policy | None,
    executable: str | None,
    *,
    headless: bool,
    extra: Sequence[str],
    observer: str | None,
) -> Browser:
    gate = OriginGate.for_launch(policy)
    problem: PagewardenError | None = None
    async for path in executables(executable):
        try:
            launched = await launch(path, headless=headless, extra=extra)
        except BrowserNotFound as error:
            problem = error
            continue
        connection = Connection(launched.transport)
        browser = kind(connection, policy=policy, gate=gate, launched=launched, observer=observer)
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                await browser.begin()
        except BaseException as error:
            await asyncio.shield(asyncio.ensure_future(_give_up(connection, launched)))
            if not isinstance(error, PagewardenError | TimeoutError):
                raise
            problem = error if isinstance(error, BrowserNotSupported) else None
            continue
        return browser
    raise problem or BrowserNotFound(
        "the browser cannot be started",
        reason="browser_cannot_start",
        hint="run `pagewarden doctor`; in a container, the sandbox of Chromium needs user namespaces",
    )


async def _give_up(connection: Connection, launched: LaunchedBrowser) -> None:
    await launched.end(ask=False)
    await connection.close()


async def _attach(
    kind: type[Browser],
    place: endpoints.Endpoint,
    policy: Policy | None,
    gate: OriginGate,
    *,
    observer: str | None,
) -> Browser:
    transport = None
    try:
        async with asyncio.timeout(ATTACH_TIMEOUT_SECONDS):
            transport = await endpoints.connect(place)
            browser = kind(Connection(transport), policy=policy, gate=gate, launched=None, observer=observer)
            await browser.begin()
    except BaseException as error:
        if transport is not None:
            await asyncio.shield(asyncio.ensure_future(transport.close()))
        if isinstance(error, TimeoutError | CommandFailed):
            raise endpoints.no_browser() from None
        raise
    return browser


def _forget(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()
